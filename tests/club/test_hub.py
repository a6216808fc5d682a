"""The hub on a real journal: a round from draw to standings, each command once and only once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from appliance import commands as c
from appliance.hub import Hub
from appliance.publish import desk_view
from engine.errors import CommandRefused
from engine.game import Phase
from engine.rack import missing
from engine.standings import standings
from tests.club.rounds import OPEN, in_round, kinds, phase, refused, verdict

# --- a round ---------------------------------------------------------------------------------------------------------------


async def test_two_rounds_from_draw_to_standings(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66"))
    await table.tablet(2, c.HandIn(1, 2, "H4 RIEN 8"))
    await table.desk(c.EndTime())
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    assert phase(hub) is Phase.REVEALED
    round_ = hub.game.rounds[0]
    # seven letters on the star: 2 × 7 letters of one point with one doubled letter square at most, and 50
    assert round_.top_points == 66
    assert [verdict(hub, seat).points for seat in (1, 2)] == [66, 8]
    await table.desk(c.DrawByComputer())
    assert hub.game.round is not None
    assert (hub.game.round.number, hub.game.round.draw.kept) == (2, "")
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    assert [(row.seat, row.total) for row in standings(hub.game)] == [(1, 66), (2, 8)]
    assert len(hub.game.board.tiles()) > 7


async def test_a_draw_that_the_rules_refuse_is_recorded_and_no_round_begins(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    await table.desk(c.DrawTyped("AEEIIOU"))
    assert kinds(hub)[-1] == "DrawRefused"
    assert "LettersDrawn" not in kinds(hub)
    await table.desk(c.DrawTyped("AEINRST"))
    assert hub.game.round is not None
    assert hub.game.round.refused[0].fresh == "AEEIIOU"


async def test_the_referee_chooses_among_tops_or_keeps_another_move(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.desk(c.CloseRound())
    tops = hub.game.rounds[0].tops
    assert len(tops) > 3
    await table.desk(c.ChooseTop(3))
    retained = hub.game.rounds[0].retained
    assert retained is not None
    assert retained.play == tops[3]
    await table.desk(c.Retain("H5 RIEN", "pour apprendre"))
    retained = hub.game.rounds[0].retained
    assert retained is not None
    assert (retained.points, retained.reason, retained.note) == (8, "referee", "pour apprendre")
    assert await refused(table.desk(c.ChooseTop(len(tops)))) == "bad_move"
    assert await refused(table.desk(c.Retain("RIEN"))) == "bad_move"
    assert await refused(table.desk(c.Retain("A1 RIEN"))) == "not_on_star"
    await table.desk(c.Reveal())
    assert hub.game.board.at(7, 4) == "R"


@pytest.mark.parametrize(
    ("letters", "reason", "values"),
    [
        ("", "draw_empty", {}),
        ("AEINRS", "draw_count", {"count": 6, "expected": 7}),
        ("ZZAEINR", "draw_left", {"tile": "Z", "count": 2, "left": 1}),  # a French set has one Z
        ("AEINR5T", "no_letter", {"letter": "5"}),
    ],
)
async def test_a_draw_that_cannot_be_is_refused_in_words_that_can_be_translated(
    table: Any, hub: Hub, letters: str, reason: str, values: dict[str, Any]
) -> None:
    await table.desk(OPEN)
    with pytest.raises(CommandRefused) as caught:
        await table.desk(c.DrawTyped(letters))
    assert (caught.value.reason, caught.value.values) == (reason, values)


async def test_a_verdict_is_overruled_and_an_undecided_slip_decided(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 RINE 8"))
    await table.tablet(2, c.HandIn(1, 2, "§§§"))
    await table.desk(c.CloseRound())
    assert verdict(hub, 2).outcome == "undecided"
    assert await refused(table.desk(c.Reveal())) == "undecided"
    assert await refused(table.desk(c.Decide(1, 2, 7))) == "bad_move"
    await table.desk(c.Decide(1, 2, -1))
    assert verdict(hub, 2).outcome == "zero"
    assert await refused(table.desk(c.Overrule(1, 1, 12, ""))) == "reason_missing"
    await table.desk(c.Overrule(1, 1, 12, "le mot est dans le dictionnaire", penalty=5, warning=True))
    ruled = verdict(hub, 1)
    assert (ruled.outcome, ruled.points, ruled.penalty, ruled.warnings) == ("accepted", 12, 5, 1)
    await table.desk(c.Overrule(1, 1, 12, "sans avertissement"))
    assert verdict(hub, 1).warnings == 0


async def test_tied_tops_with_a_letter_of_the_players_own_choice_are_measured_too(table: Any, hub: Hub) -> None:
    await table.desk(replace(OPEN, settings={"draw.chosen": "1", "draw.rack": "6"}))
    await table.desk(c.DrawTyped("EINRST"))
    await table.desk(c.CloseRound())
    assert hub.game.round is not None
    assert hub.game.round.retained is not None
    assert len(hub.game.round.tops) > 1
    # each of them lays the draw and one tile of the bag, which is told with it
    tops = desk_view(hub.game).tops
    assert {len(missing("EINRST", top.word)) for top in tops} == {1}
    assert all(top.exchange == "+" + missing("EINRST", top.word) for top in tops)


async def test_a_command_out_of_turn_changes_nothing(table: Any, hub: Hub) -> None:
    assert await refused(table.desk(c.DrawByComputer())) == "no_evening"
    await table.desk(OPEN)
    for command in (c.StartClock(), c.PauseClock(), c.EndTime(), c.CloseRound(), c.Reveal(), c.ExtendClock()):
        assert await refused(table.desk(command)) == "not_now"
    assert await refused(table.desk(c.Undo())) == "nothing_to_undo"
    assert kinds(hub) == ["EveningOpened", "PlayerSeated", "PlayerSeated"]
    await table.desk(c.EndEvening())
    assert await refused(table.desk(c.DrawByComputer())) == "evening_ended"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.OpenEvening(""), "name_empty"),
        (c.OpenEvening("x" * 61), "name_long"),
        (c.OpenEvening("X", players=("y" * 61,)), "player_long"),
        (c.OpenEvening("X", players=("y",) * 1001), "too_many_players"),
        (c.OpenEvening("X", rules="chess"), "bad_rules"),
        (c.OpenEvening("X", rules="../../etc/rules.toml"), "bad_rules"),
        (c.OpenEvening("X", settings={"solo.points": "many"}), "bad_setting"),
        (c.OpenEvening("X", settings={"no.such": "1"}), "no_setting"),
        (c.OpenEvening("X", lexicon="klingon"), "no_lexicon"),
    ],
)
async def test_an_evening_that_cannot_be_opened(table: Any, hub: Hub, command: c.OpenEvening, reason: str) -> None:
    assert await refused(table.desk(command)) == reason
    assert phase(hub) is Phase.EMPTY


async def test_a_name_that_is_too_long_is_found_among_many(table: Any) -> None:
    with pytest.raises(CommandRefused) as refusal:
        await table.desk(c.OpenEvening("X", players=("Anne", "Bob", "Jean-Baptiste " * 5)))
    # 5 times 14 characters, less the blank at the end
    assert refusal.value.values == {"number": 3, "name": "Jean-Baptiste Jean-Baptiste Je", "count": 69, "most": 60}


# --- once and only once -----------------------------------------------------------------------------------------------------


async def test_a_repeated_slip_is_counted_once_and_answered_the_same(table: Any, hub: Hub) -> None:
    await in_round(table)
    slip = c.HandIn(1, 1, "H4 RIEN 8")
    together = await asyncio.gather(*(table.tablet(1, slip, "slip-0001") for _ in range(5)))
    later = await table.tablet(1, slip, "slip-0001")
    assert all(answer == later for answer in together)
    assert len(hub.game.rounds[0].bulletins) == 1


async def test_a_repeated_command_is_answered_from_the_journal_after_a_restart(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], seated: Any
) -> None:
    await in_round(table)
    first = await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"), "slip-0001")
    drawn = await table.desk(c.CloseRound(), "close-001")
    await hub.stop()
    again = make_hub()
    await again.start()
    later = seated(again)
    assert await later.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"), "slip-0001") == first
    assert await later.desk(c.CloseRound(), "close-001") == drawn
    assert phase(again) is Phase.CLOSED


async def test_two_devices_may_use_the_same_id(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"), "the-same-id")
    await table.tablet(2, c.HandIn(1, 2, "H4 SERA 8"), "the-same-id")
    await table.desk(c.PauseClock(), "the-same-id")
    assert [slip.text for slip in hub.game.rounds[0].bulletins] == ["H4 RIEN 8", "H4 SERA 8"]
    assert phase(hub) is Phase.PAUSED


async def test_a_refused_command_may_be_tried_again_under_its_id(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    assert await refused(table.desk(c.StartClock(), "start-001")) == "not_now"
    await table.desk(c.DrawTyped("AEINRST"))
    await table.desk(c.StartClock(), "start-001")
    assert phase(hub) is Phase.RUNNING


async def test_slips_that_wait_together_are_written_together(
    table: Any, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_round(table)
    batches: list[int] = []
    append = hub._journal.append

    def counted(records: Any, *rest: Any) -> int:
        batches.append(len(records))
        seq: int = append(records, *rest)
        return seq

    monkeypatch.setattr(hub._journal, "append", counted)
    await asyncio.gather(*(table.tablet(1 + i % 2, c.HandIn(1, 1 + i % 2, f"H4 RIEN {i}")) for i in range(50)))
    assert sum(batches) == 50
    assert len(batches) < 5
    assert [slip.number for slip in hub.game.rounds[0].bulletins] == list(range(1, 51))
