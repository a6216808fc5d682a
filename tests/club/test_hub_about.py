"""What a command was asked about: a draw, a step, where the evening stood. It never acts on anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from appliance import commands as c
from appliance.hub import Hub
from appliance.publish import desk_view, public_view, seat_view
from appliance.seats import Actor
from engine.errors import CommandRefused
from engine.game import Phase
from tests.club.rounds import OPEN, in_round, kinds, phase, refused

SLIP = "H4 ENTRAIS 66"


def draw_id(hub: Hub) -> str:
    return public_view(hub.game).draw_id


def turn(hub: Hub) -> c.About:
    return c.About(turn=desk_view(hub.game).turn)


def last(hub: Hub) -> c.About:
    step = desk_view(hub.game).undo
    assert step is not None
    return c.About(step=step.id)


async def hand_in(hub: Hub, seat: int, text: str, draw: str, command_id: str = "slip-00001") -> dict[str, Any]:
    return await hub.submit(c.HandIn(1, seat, text), command_id, Actor("seat", seat), c.About(draw=draw))


async def drawn_again(table: Any, letters: str) -> None:
    """The draw is taken back, and letters are drawn once more."""
    await table.desk(c.Undo(confirmed=True))
    await table.desk(c.DrawTyped(letters))
    await table.desk(c.StartClock())


async def outcome(doing: Any) -> str:
    try:
        await doing
    except CommandRefused as error:
        return error.reason
    return "done"


# --- slips ---------------------------------------------------------------------------------------------------------------------


async def test_the_same_letters_drawn_again_are_another_draw(table: Any, hub: Hub) -> None:
    await in_round(table)
    first = draw_id(hub)
    await hand_in(hub, 1, SLIP, first)
    await drawn_again(table, "AEINRST")
    assert first != draw_id(hub) != ""
    assert seat_view(hub.game, 1).slip is None


async def test_a_slip_for_a_draw_that_was_taken_back_is_refused(table: Any, hub: Hub) -> None:
    await in_round(table)
    first = draw_id(hub)
    await table.desk(c.Undo(confirmed=True))
    assert await refused(hand_in(hub, 1, SLIP, first)) == "other_draw"
    await table.desk(c.DrawTyped("AEIORST"))
    await table.desk(c.StartClock())
    assert await refused(hand_in(hub, 1, SLIP, first)) == "other_draw"
    assert seat_view(hub.game, 1).slip is None
    assert (await hand_in(hub, 1, "H4 RATISE 16", draw_id(hub)))["number"] == 1


async def test_a_slip_that_went_with_its_draw_is_not_called_kept_when_it_is_sent_again(table: Any, hub: Hub) -> None:
    """The answer was lost on its way, so the tablet repeats the slip under the same id."""
    await in_round(table)
    first = draw_id(hub)
    answer = await hand_in(hub, 1, SLIP, first)
    assert await hand_in(hub, 1, SLIP, first) == answer
    await drawn_again(table, "AEIORST")
    assert await refused(hand_in(hub, 1, SLIP, first)) == "other_draw"
    assert await refused(hand_in(hub, 1, SLIP, "")) == "other_draw", "an old device does not say for which draw"
    assert seat_view(hub.game, 1).slip is None


async def test_a_draw_brought_back_has_its_slips_again(table: Any, hub: Hub) -> None:
    await in_round(table)
    first = draw_id(hub)
    answer = await hand_in(hub, 1, SLIP, first)
    await table.desk(c.Undo(confirmed=True))
    assert await refused(hand_in(hub, 1, SLIP, first)) == "other_draw"
    await table.desk(c.Redo())
    assert draw_id(hub) == first
    assert await hand_in(hub, 1, SLIP, first) == answer


async def test_a_slip_kept_in_an_earlier_round_is_still_called_kept(table: Any, hub: Hub) -> None:
    await in_round(table)
    first = draw_id(hub)
    answer = await hand_in(hub, 1, SLIP, first)
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    await table.desk(c.DrawByComputer())
    assert await hand_in(hub, 1, SLIP, first) == answer
    assert await refused(hand_in(hub, 1, SLIP, first, "slip-00002")) == "round_over", "too late, but for the right letters"


async def test_the_draw_of_a_slip_is_known_after_a_restart(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], seated: Callable[[Hub], Any]
) -> None:
    await in_round(table)
    first, stood = draw_id(hub), turn(hub)
    answer = await hand_in(hub, 1, SLIP, first)
    await hub.stop()
    again = make_hub()
    await again.start()
    assert draw_id(again) == first
    assert await hand_in(again, 1, SLIP, first) == answer
    # the clock was halted meanwhile, which nobody at the desk was asked about
    assert await refused(again.submit(c.PauseClock(), "pause-0001", Actor("desk"), stood)) == "overtaken"


async def test_a_paper_slip_names_its_draw_too(table: Any, hub: Hub) -> None:
    await in_round(table)
    about = c.About(draw=draw_id(hub))
    await drawn_again(table, "AEIORST")
    paper = hub.submit(c.HandIn(1, 1, SLIP, late=False), "paper-0001", Actor("desk"), about)
    assert await refused(paper) == "other_draw"
    assert kinds(hub).count("SlipHandedIn") == 0


async def test_the_name_of_a_draw_tells_nothing(table: Any, hub: Hub) -> None:
    """It is the id that the desk made up for its command, whatever was drawn."""
    await table.desk(OPEN)
    await table.desk(c.DrawTyped("AEINRST"), "made-up-by-the-desk")
    assert draw_id(hub) == "desk:made-up-by-the-desk"


# --- the desk's steps ----------------------------------------------------------------------------------------------------------


async def test_two_desks_that_confirm_the_same_undo_take_one_step_back(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    asked = last(hub)
    await hub.submit(c.Undo(), "desk-one-1", Actor("desk"), asked)
    assert await refused(hub.submit(c.Undo(), "desk-two-1", Actor("desk"), asked)) == "overtaken"
    assert phase(hub) is Phase.CLOSED
    redo = desk_view(hub.game).redo
    assert redo is not None
    asked = c.About(step=redo.id)
    await hub.submit(c.Redo(), "desk-one-2", Actor("desk"), asked)
    assert phase(hub) is Phase.REVEALED
    assert await refused(hub.submit(c.Redo(), "desk-two-2", Actor("desk"), asked)) == "overtaken"


STEPS = [
    (c.OpenEvening("Mardi"), ()),
    (c.DrawByComputer(), ()),
    (c.DrawTyped("AEINRST"), ()),
    (c.EndEvening(), ()),
    (c.StartClock(), (c.DrawTyped("AEINRST"),)),
    (c.PauseClock(), (c.DrawTyped("AEINRST"), c.StartClock())),
    (c.EndTime(), (c.DrawTyped("AEINRST"), c.StartClock())),
    (c.CloseRound(), (c.DrawTyped("AEINRST"), c.StartClock(), c.EndTime())),
    (c.Reveal(), (c.DrawTyped("AEINRST"), c.CloseRound())),
    (c.Retain("H4 ENTRAIS"), (c.DrawTyped("AEINRST"), c.CloseRound())),
]


@pytest.mark.parametrize(("step", "before"), STEPS, ids=lambda value: type(value).__name__ if isinstance(value, c.Command) else "")
async def test_a_step_asked_about_one_round_never_acts_on_the_next(
    step: c.Command, before: tuple[c.Command, ...], table: Any, hub: Hub
) -> None:
    """A desk was offline when it was confirmed; meanwhile another desk has gone on to the same phase of the next round."""
    await table.desk(OPEN)
    for each in before:
        await table.desk(each)
    asked = turn(hub)
    if phase(hub) is Phase.LOBBY:
        await table.desk(c.DrawTyped("AEINRST"))
    if phase(hub) is not Phase.CLOSED:
        await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    for each in before:
        await table.desk(c.DrawByComputer() if isinstance(each, c.DrawTyped) else each)
    told = len(kinds(hub))
    assert await refused(hub.submit(step, "late-00001", Actor("desk"), asked)) == "overtaken"
    assert len(kinds(hub)) == told
    # the same step, asked about what is there now, is not refused for that
    assert await outcome(hub.submit(step, "now-000001", Actor("desk"), turn(hub))) != "overtaken"


async def test_time_given_again_is_another_turn_and_slips_are_none(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.desk(c.EndTime())
    asked = turn(hub)
    await table.desk(c.HandIn(1, 1, SLIP))
    assert turn(hub) == asked, "a paper slip changes nothing of what is asked about the round"
    await table.desk(c.ExtendClock())
    assert await refused(hub.submit(c.CloseRound(), "close-0001", Actor("desk"), asked)) == "overtaken"
    again = turn(hub)
    await table.desk(c.ExtendClock())
    assert turn(hub) == again, "ten seconds more, pressed twice, are ten seconds twice"
    await table.desk(c.CloseRound())
    await table.desk(c.Undo())
    assert turn(hub) == again, "an undone close leaves what was there before it"


async def test_a_correction_of_a_round_does_not_meet_another_draw_of_its_number(table: Any, hub: Hub) -> None:
    await in_round(table)
    about = c.About(draw=draw_id(hub))
    await drawn_again(table, "AEIORST")
    await table.desk(c.CloseRound())
    rule = c.Overrule(1, 1, 12, "lu de travers")
    assert await refused(hub.submit(rule, "rule-00001", Actor("desk"), about)) == "overtaken"
    assert desk_view(hub.game).rounds[0].draw_id == draw_id(hub)
    await hub.submit(rule, "rule-00002", Actor("desk"), c.About(draw=draw_id(hub)))
    assert hub.game.rounds[0].verdicts[1].points == 12


async def test_what_names_nothing_acts_on_what_is_there(table: Any, hub: Hub) -> None:
    """A button on the box has one step to press, the present one."""
    await in_round(table)
    await table.desk(c.EndTime())
    await table.desk(c.CloseRound())
    await table.desk(c.Undo())
    assert phase(hub) is Phase.TIME_UP
