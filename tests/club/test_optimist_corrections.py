"""Optimist: what the correction of a slip means for the rounds after it, whose slips lie on the board that it leaves."""

from __future__ import annotations

from typing import Any

from appliance import commands as c
from appliance.hub import Hub
from appliance.publish import public_view
from engine.game import Phase
from engine.referee import differences
from engine.variants.optimist import board_of


async def two_rounds(table: Any) -> None:
    """Anne lays ENTRAIS and, through its S, LES; Bob nothing."""
    await table.desk(c.OpenEvening("Lundi", rules="optimist", players=("Anne", "Bob")))
    await one_round(table, 1, "AEINRST", "H4 ENTRAIS 66")
    # L tripled on F10, E, S: 5, less A, O, M, T, U: 6
    await one_round(table, 2, "AEOLMTU", "10F LES 5")


async def one_round(table: Any, number: int, letters: str, slip: str) -> None:
    await table.desk(c.DrawTyped(letters))
    await table.tablet(1, c.HandIn(number, 1, slip))
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())


def points(hub: Hub) -> list[int]:
    return [round_.verdicts[1].points for round_ in hub.game.rounds]


def faults(hub: Hub, number: int) -> list[str]:
    return [fault.fault.value for fault in hub.game.rounds[number - 1].verdicts[1].faults]


async def test_a_play_found_wrong_cancels_what_follows(table: Any, hub: Hub) -> None:
    await two_rounds(table)
    assert points(hub) == [66, -1]
    await table.desk(c.CorrectSlip(1, 1, "H4 ENTRAIX 66", "misread"))
    # ENTRAIX is not admitted: −50, though the draw has no X either
    assert points(hub) == [-50, 0]
    assert faults(hub, 2)[0] == "cancelled"
    # and the rounds still to come
    await one_round(table, 3, "EEGHIAS", "H8 HE 10")
    assert (points(hub)[2], faults(hub, 3)[0]) == (0, "cancelled")


async def test_the_round_in_play_is_cancelled_too(table: Any, hub: Hub) -> None:
    await two_rounds(table)
    await table.desk(c.DrawTyped("EEGHIAS"))
    await table.tablet(1, c.HandIn(3, 1, "H8 HE 10"))
    await table.desk(c.CorrectSlip(2, 1, "10F LEX 5", "misread"))
    await table.desk(c.CloseRound())
    assert (points(hub), faults(hub, 3)[0]) == ([66, -50, 0], "cancelled")


async def test_a_correction_taken_back_gives_the_rounds_back(table: Any, hub: Hub) -> None:
    await two_rounds(table)
    await table.desk(c.CorrectSlip(1, 1, "H4 ENTRAIX 66", "misread"))
    await table.desk(c.CorrectSlip(1, 1, "H4 ENTRAIS 66", "misread after all"))
    assert (points(hub), faults(hub, 2)) == ([66, -1], [])


async def test_another_play_is_the_board_of_the_later_slips(table: Any, hub: Hub) -> None:
    await two_rounds(table)
    # two squares to the left S lies on H8: in column 10 there is none for LES; then the first reading again
    await table.desk(c.CorrectSlip(1, 1, "H2 ENTRAIS 66", "misread"))
    assert points(hub)[1] == 0
    assert "cancelled" not in faults(hub, 2)
    await table.desk(c.CorrectSlip(1, 1, "H4 ENTRAIS 66", "misread after all"))
    assert points(hub) == [66, -1]


async def test_before_the_next_draw_the_tiles_are_lifted_in_time(table: Any, hub: Hub) -> None:
    await table.desk(c.OpenEvening("Lundi", rules="optimist", players=("Anne", "Bob")))
    await one_round(table, 1, "AEINRST", "H4 ENTRAIS 66")
    await table.desk(c.CorrectSlip(1, 1, "H4 ENTRAIX 66", "misread"))
    # TOLE on the star: 4 points, doubled, less A, M, U: 4
    await one_round(table, 2, "AEOLMTU", "H8 TOLE 8")
    assert "cancelled" not in faults(hub, 2)


async def test_an_average_leaves_the_play_on_the_board(table: Any, hub: Hub) -> None:
    await two_rounds(table)
    # Bob handed in nothing: the mean is 0, and LES is still joined to ENTRAIS
    await table.desk(c.GiveAverage(1, 1, (2,), "her slip was lost for a while"))
    assert (points(hub), faults(hub, 2)) == ([0, -1], [])
    assert "ENTRAIS" in board_of(hub.game, 1, 3).cells
    # the mean follows Bob's points, and the play lies where it lay
    await table.desk(c.CorrectSlip(1, 2, "H4 ENTRAIS 66", "found later"))
    assert (points(hub), faults(hub, 2)) == ([66, -1], [])
    assert "ENTRAIS" in board_of(hub.game, 1, 3).cells


async def test_a_word_admitted_finds_no_common_top(table: Any, hub: Hub) -> None:
    await table.desk(c.OpenEvening("Lundi", rules="optimist", players=("Anne", "Bob")))
    await table.desk(c.DrawTyped("AEINRST"))
    await table.tablet(1, c.HandIn(1, 1, "H4 TSRINEA 66"))
    await table.desk(c.CloseRound())
    assert points(hub) == [-50], "not admitted"
    await table.desk(c.AdmitWord("TSRINEA", "in the book", True))
    # seven letters of 1, the first on a double letter, the word doubled, 50
    assert points(hub) == [66]
    await table.desk(c.Reveal())
    assert (hub.game.rounds[0].tops, hub.game.rounds[0].retained) == ((), None)
    assert hub.game.board.tiles() == "", "each lays on a board of his own"


async def test_an_evening_that_went_on_shows_no_board_at_its_next_end(table: Any, hub: Hub) -> None:
    def shown() -> int:
        return public_view(hub.game).board_of

    await two_rounds(table)
    await table.desk(c.EndEvening())
    await table.desk(c.ShowBoard(2))
    assert shown() == 2
    await table.desk(c.Undo())
    assert hub.game.phase is Phase.REVEALED
    await table.desk(c.Redo())
    assert shown() == 2, "it is the same end"
    await table.desk(c.Undo())
    await one_round(table, 3, "AEINRSU", "")
    await table.desk(c.EndEvening())
    assert shown() == 0
    await table.desk(c.ShowBoard(1))
    assert shown() == 1


async def test_a_second_keying_of_a_later_round_is_judged_by_the_board_that_a_correction_leaves(table: Any, hub: Hub) -> None:
    await two_rounds(table)
    await table.desk(c.KeyAgain(2, 1, "10F LES 5"))
    for text in ("H2 ENTRAIS 66", "H4 ENTRAIX 66", "H4 ENTRAIS 66"):
        await table.desk(c.CorrectSlip(1, 1, text, "misread"))
        keyed = hub.game.rounds[1].second[1].verdict
        assert (keyed.points, differences(hub.game.rounds[1])) == (points(hub)[1], ()), text
