"""The scenes of the wall: each a function that draws a picture on a canvas and depends on nothing else."""

from __future__ import annotations

from dataclasses import replace

from appliance.display.canvas import Canvas
from appliance.display.picture import Picture, Scene
from appliance.display.scenes.draw import draw_draw
from appliance.display.scenes.footer import draw_footer
from appliance.display.scenes.lobby import draw_connecting, draw_lobby, lobby_pages
from appliance.display.scenes.play import draw_board_alone, draw_moving, draw_play, play_pages
from appliance.display.scenes.reveal import draw_reveal
from appliance.display.scenes.standings import draw_standings, standings_pages
from appliance.display.theme import FELT
from appliance.views import PublicView

_DRAW = {
    Scene.CONNECTING: draw_connecting,
    Scene.LOBBY: draw_lobby,
    Scene.DRAW: draw_draw,
    Scene.PLAY: draw_play,
    Scene.REVEAL: draw_reveal,
    Scene.STANDINGS: draw_standings,
    Scene.BOARD: draw_board_alone,
}


def draw(canvas: Canvas, picture: Picture) -> None:
    """Draw a picture whole."""
    canvas.placed.clear()
    canvas.fill(canvas.rect, FELT)
    _DRAW[picture.scene](canvas, picture)
    draw_footer(canvas, picture)


def redraw(canvas: Canvas, picture: Picture, before: Picture | None) -> None:
    """Draw a picture on the canvas that shows *before*; where only clock and number of slips moved, nothing else is drawn."""
    if (
        before is not None
        and picture.scene is Scene.PLAY
        and picture.urgent == before.urgent
        and _still(picture) == _still(before)
    ):
        draw_moving(canvas, picture)
    else:
        draw(canvas, picture)


def _still(picture: Picture) -> Picture:
    """The picture without what moves in a running round."""
    return replace(picture, seconds=0, view=replace(picture.view, slips=0))


def pages(scene: Scene, view: PublicView, size: tuple[int, int]) -> int:
    """How many pages a scene takes on a surface of this size."""
    if scene is Scene.STANDINGS:
        return standings_pages(view, size)
    if scene is Scene.PLAY:
        return play_pages(view, size)
    return lobby_pages(view, size) if scene is Scene.LOBBY else 1
