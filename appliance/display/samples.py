"""A sample evening, to try a screen without a hub and without players: every scene in turn (``--test-card``)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from appliance.display.picture import Picture, Scene
from appliance.publish import public_view
from appliance.views import PublicView
from engine import events as ev
from engine.board import Board
from engine.builtin import ruleset, tileset
from engine.bulletin import Bulletin, Play, Verdict
from engine.draw import Draw
from engine.game import Entry, Game, Phase, fold
from engine.move import Move
from engine.notation import parse_reference
from engine.tiles import TileSet


@dataclass(frozen=True)
class Sample:
    """What a sample evening is made of: words that lie on the board, a draw and where it is best placed."""

    tileset: str
    evening: str
    words: tuple[tuple[str, str], ...]
    draw: Draw
    top: tuple[str, str]
    others: tuple[tuple[str, str], ...]
    names: tuple[str, ...]


FRENCH = Sample(
    "fr",
    "Soirée d’essai",
    (
        ("H4", "MAISONS"),
        ("5F", "CHATON"),
        ("8F", "FLORAL"),
        ("10H", "SOLEIL"),
        ("M8", "BALLON"),
        ("13H", "JARDIN"),
        ("K1", "SAtIN"),
        ("F8", "FORET"),
        ("12A", "VIOLET"),
        ("A8", "PREUVE"),
    ),
    Draw("CIT", "DINS"),
    ("C7", "DICTIONS"),
    (),
    (
        *(
            "Anne Martin",
            "Émile Çelik",
            "Zoë et Benoît",
            "François Lœuillet",
            "Hélène Dupuis",
            "Noël Garçon",
            "Maïté Roche",
        ),
        *(
            "Jean-Baptiste Charbonneau-Lavallée",
            "Agnès Petit",
            "Loïc Le Goff",
            "Inès Ferrand",
            "Gaël Moreau",
            "Odile Renard",
        ),
        *(
            "Théo Vasseur",
            "Chloé Marchand",
            "Régis Colin",
            "Solène Barbier",
            "Jérôme Lacroix",
            "Edmée Perrin",
            "Aurélien Roy",
        ),
        *(
            "Estelle Noël",
            "Rémi Aubert",
            "Clémence Picard",
            "Valéry Masson",
            "Cécile Brun",
            "Gisèle Faure",
            "Étienne Blanc",
        ),
        "Amélie Royer",
    ),
)

ROMANIAN = Sample(
    "ro",
    "Seară de încercare",
    (("H4", "PAMANT"), ("5G", "CARTE"), ("9H", "TOAMNA"), ("7F", "LUMInA"), ("M5", "SCENA")),
    Draw("", "ABASTRU"),
    ("F6", "ALBASTRU"),
    (),
    (
        *(
            "Ștefan Țurcanu",
            "Ioana Brâncuși",
            "Răzvan Pârvulescu",
            "Ana-Maria Știrbei",
            "Lică și Măriuca",
            "Gheorghe Înțeleptu",
        ),
        *(
            "Crăița Băsescu",
            "Țonțoi Vlăduț",
            "Mihai Constantinescu",
            "Doina Șerban",
            "Iancu Câmpeanu",
            "Sânziana Ghiță",
        ),
        *(
            "Horia Mărgineanu",
            "Viorica Țepeș",
            "Dănuț Ionescu",
            "Smaranda Roșu",
            "Nicușor Văcărescu",
            "Ilinca Bălan",
        ),
    ),
)


def sample_views(sample: Sample) -> dict[str, PublicView]:
    """The public views of one round, by name: ``empty``, every phase, ``urgent`` (the last seconds), ``deadline``, ``refused`` and
    ``optimist`` (a round without a board of all)."""
    tiles = tileset(sample.tileset)
    board = Board()
    for ref, word in sample.words:
        board = board.place(_move(ref, word))
    told = _tell(sample, tiles, board)
    ends = {
        "lobby": ev.PlayerSeated,
        "drawn": ev.TopsFound,
        "running": ev.SlipHandedIn,
        "paused": ev.ClockPaused,
        "time_up": ev.TimeEnded,
        "closed": ev.RoundClosed,
        "revealed": ev.TopRevealed,
        "ended": ev.EveningEnded,
    }
    views = {"empty": PublicView(Phase.EMPTY.value)}
    for name, kind in ends.items():
        end = max(i for i, event in enumerate(told) if isinstance(event, kind))
        views[name] = _numbered(public_view(_folded(told[: end + 1])), len(sample.words) + 1)
    running = views["running"]
    assert running.clock is not None
    views["urgent"] = replace(
        running, slips=running.expected - 3, clock=replace(running.clock, remaining_ms=17_000)
    )
    until = replace(running.clock, kind="deadline", deadline="2026-12-03T20:00+01:00", remaining_ms=72 * 3_600_000)
    views["deadline"] = replace(running, clock=until)
    ended = views["ended"]
    assert ended.evening is not None
    views["optimist"] = replace(
        running,
        evening=replace(ended.evening, rules="optimist", title=ruleset("optimist").full_title, game="optimist"),
        board=(("",) * 15,) * 15,
        kept=0,
        standings=ended.standings,
    )
    views["refused"] = replace(views["drawn"], refused=("AAEIOUU",), refused_reason="too_few_consonants")
    return views


def sample_pictures(language: str) -> list[Picture]:
    """Every scene once, for the test card: Romanian with a Romanian evening, else a French one."""
    sample = ROMANIAN if language == "ro" else FRENCH
    views = sample_views(sample)
    scenes = {
        "empty": Scene.LOBBY,
        "lobby": Scene.LOBBY,
        "drawn": Scene.DRAW,
        "refused": Scene.DRAW,
        "running": Scene.PLAY,
        "urgent": Scene.PLAY,
        "deadline": Scene.PLAY,
        "paused": Scene.PLAY,
        "optimist": Scene.PLAY,
        "time_up": Scene.PLAY,
        "closed": Scene.PLAY,
        "revealed": Scene.REVEAL,
    }
    shown = [(scene, views[name]) for name, scene in scenes.items()]
    shown += [
        (Scene.STANDINGS, views["revealed"]),
        (Scene.STANDINGS, views["ended"]),
        (Scene.BOARD, views["revealed"]),
    ]
    return [
        Picture(
            scene,
            view,
            language,
            "http://192.168.4.1/",
            seconds=view.clock.remaining_ms // 1000 if view.clock else 0,
        )
        for scene, view in shown
    ]


def _numbered(view: PublicView, number: int) -> PublicView:
    """The words of the board count as rounds already played."""
    reveal = replace(view.reveal, round=number) if view.reveal else None
    return replace(view, round=number if view.round else 0, reveal=reveal)


def _move(ref: str, word: str) -> Move:
    place = parse_reference(ref)
    return Move(word, place.row, place.col, place.direction)


def _folded(events: list[ev.Event]) -> Game:
    return fold(Entry(str(i), event) for i, event in enumerate(events))


def _tell(sample: Sample, tiles: TileSet, board: Board) -> list[ev.Event]:
    rules = ruleset("romanian" if sample is ROMANIAN else "french")
    lexicon = ev.LexiconUsed(sample.tileset, 402_325, "3f9ac1d27b0e", "2024-01-01")
    play = Play((_move(*sample.top),))
    points = board.score(play.moves[0], tiles, rules.bonus).total
    told: list[ev.Event] = [
        ev.EveningOpened(sample.evening, "2026-11-30", rules, tiles, lexicon, board.cells)
    ]
    told += [ev.PlayerSeated(seat, name) for seat, name in enumerate(sample.names, 1)]
    told += [
        ev.LettersDrawn(1, sample.draw.kept, sample.draw.fresh, "computer"),
        ev.TopsFound(1, points, (play,)),
        ev.ClockStarted(1, 180_000),
        ev.ClockPaused(1, 167_000),
        ev.ClockStarted(1, 167_000),
    ]
    seats = range(1, len(sample.names) + 1)
    told += [ev.SlipHandedIn(1, Bulletin(seat, "", seat, "tablet")) for seat in seats[:-5]]
    told += [ev.ClockPaused(1, 94_000), ev.TimeEnded(1)]
    # the first seat alone finds the top, the others less and less
    told += [
        ev.SlipJudged(1, Verdict(seat, "accepted", points if seat == 1 else max(points - 7 * seat, 0)))
        for seat in seats
    ]
    told += [
        ev.MoveRetained(1, play, points, "only_top"),
        ev.RoundClosed(1),
        ev.SoloGiven(1, 1, 10),
        ev.TopRevealed(1),
        ev.EveningEnded("referee"),
    ]
    return told
