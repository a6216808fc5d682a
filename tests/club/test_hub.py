"""The hub on a real journal: once and only once, nothing half done, the same game after a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from appliance import commands as c
from appliance.clock import HandTime
from appliance.errors import Denied, JournalError, SetupError
from appliance.hub import Hub
from appliance.library import Library
from appliance.publish import desk_view, public_view, seat_view
from appliance.seats import Actor
from engine.bulletin import Verdict
from engine.errors import CommandRefused, LexiconError
from engine.game import Phase
from engine.rack import missing
from engine.standings import standings

OPEN = c.OpenEvening("Lundi", players=("Anne", "Bob"))


def kinds(hub: Hub) -> list[str]:
    return [type(entry.event).__name__ for entry in hub.game.history]


def phase(hub: Hub) -> Phase:
    """Where the evening stands; a call, so that the type checker does not take it for granted after a test."""
    return hub.game.phase


def verdict(hub: Hub, seat: int) -> Verdict:
    return hub.game.rounds[0].verdicts[seat]


async def in_round(table: Any, letters: str = "AEINRST") -> None:
    """An evening with its first round running."""
    await table.desk(OPEN)
    await table.desk(c.DrawTyped(letters))
    await table.desk(c.StartClock())


async def clock_ran_out(hub: Hub) -> None:
    """Wait until the hub has written that the time is up."""
    if phase(hub) is not Phase.TIME_UP:
        told = asyncio.Event()
        cancel = hub.subscribe(told.set)
        while phase(hub) is not Phase.TIME_UP:
            await asyncio.wait_for(told.wait(), 10)
            told.clear()
        cancel()


async def refused(doing: Any) -> str:
    with pytest.raises(CommandRefused) as caught:
        await doing
    return caught.value.reason


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


# --- who may act for whom -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [c.HandIn(1, 2, "H4 RIEN 8"), c.CloseRound(), c.Reveal(), c.Undo(), OPEN, c.SeatPlayer(1, "Eve")]
)
async def test_a_tablet_may_only_hand_in_its_own_slip(table: Any, hub: Hub, command: c.Command) -> None:
    await in_round(table)
    before = kinds(hub)
    with pytest.raises(Denied) as caught:
        await table.tablet(1, command)
    assert caught.value.reason == "not_yours"
    assert kinds(hub) == before


async def test_a_seat_belongs_to_one_device_until_the_desk_frees_it(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    first = await hub.join(1, "", "join-0001")
    assert (first["seat"], first["name"]) == (1, "Anne")
    assert hub.actor(first["token"]) == Actor("seat", 1)
    assert await refused(hub.join(1, "Eve", "join-0002")) == "seat_taken"
    assert await hub.join(1, "", "join-0001") == first, "the same request, the same answer"
    await hub.free(1, "free-0001")
    with pytest.raises(Denied):
        hub.actor(first["token"])
    second = await hub.join(1, "Eve", "join-0003")
    assert second["token"] != first["token"]
    assert hub.game.seats[1].name == "Anne", "the desk's name stands"


async def test_tokens_survive_a_restart(table: Any, hub: Hub, make_hub: Callable[[], Hub]) -> None:
    await table.desk(OPEN)
    token = (await hub.join(2, "", "join-0001"))["token"]
    desk = await hub.open_desk()
    await hub.stop()
    again = make_hub()
    await again.start()
    assert again.actor(token) == Actor("seat", 2)
    assert again.actor(desk) == Actor("desk")
    assert await again.join(2, "", "join-0001") == {"seat": 2, "name": "Bob", "token": token}


async def test_a_new_evening_frees_every_table_but_keeps_the_desk(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    token, desk = (await hub.join(1, "", "join-0001"))["token"], await hub.open_desk()
    await table.desk(c.OpenEvening("Mardi"))
    with pytest.raises(Denied):
        hub.actor(token)
    assert hub.actor(desk) == Actor("desk")
    assert (await hub.join(1, "Eve", "join-0002"))["name"] == "Eve"


async def test_evenings_are_counted_so_that_a_device_knows_another_from_its_own(
    table: Any, hub: Hub, make_hub: Callable[[], Hub]
) -> None:
    assert hub.evening == 0
    await table.desk(OPEN)
    await table.desk(c.EndEvening())
    first = hub.evening, public_view(hub.game, None, hub.evening).evening
    await table.desk(OPEN)  # of the same name, on the same day
    second = hub.evening, public_view(hub.game, None, hub.evening).evening
    assert [(count, view and view.number) for count, view in (first, second)] == [(1, 1), (2, 2)]
    await hub.stop()
    again = make_hub()
    await again.start()
    assert again.evening == 2


async def test_who_comes_late_is_seated_and_who_has_left_is_not(table: Any, hub: Hub) -> None:
    assert await refused(hub.join(1, "Eve", "join-0001")) == "no_evening"
    await in_round(table)
    assert await refused(hub.join(9, " ", "join-0002")) == "name_empty"
    assert await refused(hub.join(1001, "Eve", "join-0003")) == "seat_number"
    await hub.join(9, "Eve", "join-0004")
    assert hub.game.seats[9].first_round == 1
    await table.tablet(9, c.HandIn(1, 9, "H4 RIEN 8"))
    await table.desk(c.RemovePlayer(2))
    assert await refused(hub.join(2, "Bob", "join-0005")) == "seat_absent"
    assert await refused(table.tablet(2, c.HandIn(1, 2, "H4 RIEN 8"))) == "seat_absent"


# --- time -------------------------------------------------------------------------------------------------------------------


async def test_the_clock_ends_the_time_by_itself_and_later_slips_are_late(
    table: Any, hub: Hub, time: HandTime
) -> None:
    await in_round(table)
    time.advance(179_999)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8")))["late"] is False
    time.advance(1)
    assert (await table.tablet(2, c.HandIn(1, 2, "H4 RIEN 8")))["late"] is True, "even before the end is written"
    await clock_ran_out(hub)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66")))["late"] is True
    await table.desk(c.CloseRound())
    assert [verdict(hub, seat).points for seat in (1, 2)] == [8, 0]


async def test_a_paper_slip_is_keyed_after_the_time_and_only_the_referee_knows_whether_it_was_late(
    table: Any, hub: Hub
) -> None:
    await in_round(table)
    await table.desk(c.EndTime())
    assert (await table.desk(c.HandIn(1, 1, "H4 RIEN 8")))["late"] is False
    assert (await table.desk(c.HandIn(1, 2, "H4 RIEN 8", late=True)))["late"] is True
    assert [slip.source for slip in hub.game.rounds[0].bulletins] == ["paper", "paper"]


async def test_a_name_that_is_too_long_is_found_among_many(table: Any) -> None:
    with pytest.raises(CommandRefused) as refusal:
        await table.desk(c.OpenEvening("X", players=("Anne", "Bob", "Jean-Baptiste " * 5)))
    # 5 times 14 characters, less the blank at the end
    assert refusal.value.values == {"number": 3, "name": "Jean-Baptiste Jean-Baptiste Je", "count": 69, "most": 60}


async def test_a_paper_slip_takes_a_slips_place_or_says_nothing_only_when_confirmed(table: Any, hub: Hub) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"))
    assert await refused(table.desk(c.HandIn(1, 1, "H4 NIER 8"))) == "slip_replaced"
    assert await refused(table.desk(c.HandIn(1, 2, " "))) == "slip_blank"
    assert [slip.text for slip in hub.game.rounds[0].bulletins] == ["H4 RIEN 8"]
    await table.desk(c.HandIn(1, 1, "H5 RIEN 8", late=True))
    assert hub.game.rounds[0].standing[1].text == "H4 RIEN 8", "a late one takes no place, so nobody is asked"
    await table.desk(c.HandIn(1, 1, "H4 NIER 8", confirmed=True))
    await table.desk(c.HandIn(1, 2, "", confirmed=True))
    assert {seat: slip.text for seat, slip in hub.game.rounds[0].standing.items()} == {1: "H4 NIER 8", 2: ""}
    own = seat_view(hub.game, 1).slip
    assert own is not None
    assert own.paper


async def test_which_seats_have_a_device_is_public_until_the_desk_frees_them(table: Any, hub: Hub) -> None:
    await table.desk(OPEN)
    taken = await hub.join(2, "", "join-00001")

    def marked() -> list[int]:
        return [seat.seat for seat in public_view(hub.game, None, 1, hub.taken).seats if seat.taken]

    assert marked() == [2]
    assert taken["token"] not in str(public_view(hub.game, None, 1, hub.taken))
    await hub.free(2, "free-00001")
    assert marked() == []


async def test_a_tablet_cannot_call_its_own_slip_in_time(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    time.advance(180_000)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8", late=False)))["late"] is True


async def test_pause_resume_and_ten_seconds_more(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    time.advance(60_000)
    await table.desk(c.PauseClock())
    time.advance(1_000_000)
    assert hub.remaining_ms() == 120_000
    await table.desk(c.ExtendClock(10_000))
    await table.desk(c.StartClock())
    time.advance(30_000)
    assert hub.remaining_ms() == 100_000
    await table.desk(c.ExtendClock(10_000))
    assert hub.remaining_ms() == 110_000
    assert await refused(table.desk(c.ExtendClock(0))) == "bad_time"
    time.advance(110_000)
    await clock_ran_out(hub)
    await table.desk(c.ExtendClock(10_000))
    assert (phase(hub), hub.remaining_ms()) == (Phase.PAUSED, 10_000)


async def test_signals_reach_every_sounder(table: Any, hub: Hub, time: HandTime) -> None:
    class Bell:
        def __init__(self) -> None:
            self.rung: list[str] = []

        def sound(self, signal: str) -> None:
            self.rung.append(signal)

    bells = Bell(), Bell()
    for bell in bells:
        hub.add_sounder(bell)
    await in_round(table)
    time.advance(180_000)
    await clock_ran_out(hub)
    assert [bell.rung for bell in bells] == [["warning", "end"]] * 2
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    await table.desk(c.DrawByComputer())
    await table.desk(c.StartClock())
    await table.desk(c.EndTime())
    assert bells[0].rung == ["warning", "end", "end"], "ended by hand, it is heard too"


async def test_the_time_that_an_undone_close_brings_back_stands_still(table: Any, hub: Hub, time: HandTime) -> None:
    await in_round(table)
    time.advance(50_000)
    await table.desk(c.CloseRound())
    time.advance(20_000)
    await table.desk(c.Undo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.PAUSED, 130_000)
    await table.desk(c.StartClock())
    time.advance(1000)
    assert hub.remaining_ms() == 129_000


async def test_the_end_of_the_time_is_taken_back_to_what_was_left(
    table: Any, hub: Hub, time: HandTime, make_hub: Callable[[], Hub]
) -> None:
    await in_round(table)
    time.advance(50_000)
    await table.desk(c.EndTime())
    time.advance(20_000)
    await table.desk(c.Undo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.PAUSED, 130_000)
    await table.desk(c.Redo())
    assert phase(hub) is Phase.TIME_UP
    await hub.stop()
    again = make_hub()
    await again.start()
    await type(table)(again).desk(c.Undo(), "undo-after-restart")
    assert (phase(again), again.remaining_ms()) == (Phase.PAUSED, 130_000)


async def test_a_round_in_play_is_dropped_only_when_confirmed_and_comes_back_paused_where_it_was(
    table: Any, hub: Hub, time: HandTime, make_hub: Callable[[], Hub]
) -> None:
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8"))
    time.advance(50_000)
    assert await refused(table.desk(c.Undo())) == "undo_played"
    await table.desk(c.Undo(confirmed=True))
    assert phase(hub) is Phase.LOBBY
    await hub.stop()
    again = make_hub()
    await again.start()
    time.advance(20_000)
    await type(table)(again).desk(c.Redo(), "redo-after-restart")
    assert (phase(again), again.remaining_ms()) == (Phase.PAUSED, 130_000)
    assert again.game.rounds[0].standing[1].text == "H4 RIEN 8"


async def test_undoing_an_old_verdict_or_giving_it_again_does_not_touch_the_running_clock(
    table: Any, hub: Hub, time: HandTime
) -> None:
    await in_round(table)
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())
    await table.desk(c.DrawByComputer())
    await table.desk(c.StartClock())
    await table.desk(c.Overrule(1, 1, 5, "erreur"))
    time.advance(40_000)
    await table.desk(c.Undo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.RUNNING, 140_000)
    assert verdict(hub, 1).points == 0
    await table.desk(c.Redo())
    assert (phase(hub), hub.remaining_ms()) == (Phase.RUNNING, 140_000)
    assert verdict(hub, 1).points == 5
    time.advance(140_000)
    await clock_ran_out(hub)


# --- restart ------------------------------------------------------------------------------------------------------------------


async def test_an_orderly_stop_halts_the_clock_where_it_is(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], time: HandTime
) -> None:
    await in_round(table)
    time.advance(12_345)
    await hub.stop()
    time.advance(1_000_000)
    again = make_hub()
    await again.start()
    assert (phase(again), again.remaining_ms()) == (Phase.PAUSED, 180_000 - 12_345)


async def test_the_last_heartbeat_counts_after_a_crash_unless_time_was_added_since(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], time: HandTime
) -> None:
    await in_round(table)
    time.advance(30_000)
    await hub._in_writer(lambda: None)
    while hub._beside_queue:
        await asyncio.gather(*hub._beside_queue)
    time.advance(900)
    await crash(hub)
    again = make_hub()
    await again.start()
    remaining = again.remaining_ms()
    assert remaining is not None
    assert 149_100 <= remaining <= 151_000
    assert phase(again) is Phase.PAUSED


async def crash(hub: Hub) -> None:
    """The hub dies: nothing more is written."""
    assert hub._worker is not None
    hub._stopping = True
    hub._worker.cancel()
    await asyncio.wait([hub._worker])
    hub._clock.stop_beating()
    hub._clock.follow(type(hub.game)(), 0)
    await hub._in_writer(hub._journal.close)


async def test_a_lexicon_that_has_gone_is_said_at_the_start(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.desk(OPEN)
    await hub.stop()

    def gone(*_: object) -> None:
        raise LexiconError("no lexicon 'club'")

    monkeypatch.setattr(Library, "referee", gone)
    with pytest.raises(SetupError, match="'Lundi' goes on with lexicon club"):
        await make_hub().start()


# --- a disk that fails ------------------------------------------------------------------------------------------------------------


async def test_a_full_disk_refuses_the_command_and_the_evening_goes_on(
    table: Any, hub: Hub, make_hub: Callable[[], Hub]
) -> None:
    await in_round(table)
    history, seq = hub.game.history, hub.seq
    execute = hub._journal._connection.execute
    await hub._in_writer(lambda: execute(f"PRAGMA max_page_count = {execute('PRAGMA page_count').fetchone()[0]}"))
    text = "H4 RIEN 8 " + "x" * 150
    failed = await asyncio.gather(
        *(table.tablet(1, c.HandIn(1, 1, text), f"slip-{i:04}") for i in range(100)), return_exceptions=True
    )
    assert all(isinstance(each, JournalError) for each in failed)
    assert (hub.game.history, hub.seq) == (history, seq)
    await hub._in_writer(lambda: execute("PRAGMA max_page_count = 1000000"))
    assert (await table.tablet(1, c.HandIn(1, 1, text), "slip-0000"))["number"] == 1
    await hub.stop()
    again = make_hub()
    await again.start()
    assert [slip.text for slip in again.game.rounds[0].bulletins] == [text]


async def test_an_end_of_time_that_could_not_be_written_is_written_later(
    table: Any, hub: Hub, time: HandTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_round(table)
    append = hub._journal.append
    tried = asyncio.Event()

    def full(*_: Any) -> int:
        loop.call_soon_threadsafe(tried.set)
        raise JournalError("disk full")

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(hub._journal, "append", full)
    time.advance(180_000)
    await asyncio.wait_for(tried.wait(), 10)
    while hub._beside_queue:
        await asyncio.gather(*hub._beside_queue)
    assert phase(hub) is Phase.RUNNING
    monkeypatch.setattr(hub._journal, "append", append)
    assert (await table.tablet(1, c.HandIn(1, 1, "H4 RIEN 8")))["late"] is True
    time.advance(1000)
    await clock_ran_out(hub)


async def test_a_fault_of_the_program_refuses_one_command_and_not_the_next(
    table: Any, hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.desk(OPEN)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("engine.referee.Referee.draw", broken)
        with pytest.raises(ZeroDivisionError):
            await table.desk(c.DrawByComputer())
    assert "a command failed" in caplog.text
    await table.desk(c.DrawByComputer())
    assert phase(hub) is Phase.DRAWN


# --- the referee's corrections -------------------------------------------------------------------------------------------------


async def revealed(table: Any) -> None:
    """A round shown, in which seat 2 wrote a word that the list lacks."""
    await in_round(table)
    await table.tablet(1, c.HandIn(1, 1, "H4 ENTRAIS 66"))
    await table.tablet(2, c.HandIn(1, 2, "H4 ASTREIN 66"))
    await table.desk(c.CloseRound())
    await table.desk(c.Reveal())


async def test_a_word_is_admitted_for_this_round_and_the_next_also_after_a_restart_and_until_it_is_undone(
    table: Any, hub: Hub, make_hub: Callable[[], Hub], seated: Callable[[Hub], Any]
) -> None:
    await revealed(table)
    assert verdict(hub, 2).points == 0
    tops = len(hub.game.rounds[0].tops)
    await table.desk(c.AdmitWord("astrein", "livre du club"))
    assert verdict(hub, 2).points == 66
    assert len(hub.game.rounds[0].tops) > tops
    assert await refused(table.desk(c.AdmitWord("ASTREIN", "x"))) == "word_valid"
    await hub.stop()
    again = make_hub()
    await again.start()
    table = seated(again)
    assert again.game.opened is not None
    assert again.game.opened.lexicon.fingerprint == again.library.used("club").fingerprint, "the list itself is the same"
    await table.desk(c.DrawTyped("AEINRST"), "draw-00001")
    await table.desk(c.KeyAgain(1, 1, "H4 ASTREIN 66"), "again-0001")
    assert again.game.rounds[0].second[1].verdict.points == 66
    for number in range(3):
        await table.desk(c.Undo(), f"undo-{number:04}")
    assert again.game.admitted == ()
    assert verdict(again, 2).points == 0
    await table.desk(c.KeyAgain(1, 1, "H4 ASTREIN 66"), "again-0002")
    assert again.game.rounds[0].second[1].verdict.points == 0, "the referee of before judges again"


async def test_the_referees_work_while_the_next_round_runs(table: Any, hub: Hub) -> None:
    await revealed(table)
    await table.desk(c.DrawTyped("AEINRST"))
    await table.desk(c.StartClock())
    await table.desk(c.CorrectSlip(1, 2, "H4 ENTRAIS 66", "mal lu"))
    assert verdict(hub, 2).points == 66
    assert hub.game.rounds[0].corrections[2].date[:4].isdigit()
    await table.desk(c.Overrule(1, 1, 60, "relu"))
    await table.desk(c.GiveAverage(1, 2, (1,), "moyenne"))
    assert verdict(hub, 2).points == 60
    await table.desk(c.KeyAgain(1, 1, "H4 ENTRAIS 66"))
    await table.desk(c.Settle(1, 1, "second", "vérifié"))
    assert verdict(hub, 1).points == 66
    await table.desk(c.Excuse(2, 2, 2, "téléphone"))
    await table.desk(c.TakeOver(1, "Zoé"))
    await table.desk(c.RemovePlayer(2))
    await table.desk(c.ReturnPlayer(2))
    assert phase(hub) is Phase.RUNNING, "the round in play goes on"
    await table.desk(c.CloseRound())
    assert sorted(hub.game.rounds[1].verdicts) == [1]
    assert hub.game.seats[1].name_in(1) == "Anne"


async def test_where_late_slips_count_until_the_reveal_one_comes_while_the_round_is_judged(table: Any, hub: Hub) -> None:
    await table.desk(c.OpenEvening("X", players=("Anne", "Jean"), settings={"slip.late": "until_reveal"}))
    await table.desk(c.DrawTyped("EINRSTA"))
    await table.desk(c.CloseRound())
    assert public_view(hub.game).takes_late
    answer = await table.tablet(2, c.HandIn(1, 2, "H4 RATINES 66"), "late-00001")
    assert answer["late"]
    assert hub.game.rounds[0].verdicts[2].points == 66
    assert await table.tablet(2, c.HandIn(1, 2, "H4 RATINES 66"), "late-00001") == answer
    assert len(hub.game.rounds[0].bulletins) == 1
    await table.desk(c.Reveal())
    assert not public_view(hub.game).takes_late
    with pytest.raises(CommandRefused, check=lambda error: error.reason == "round_over"):
        await table.tablet(1, c.HandIn(1, 1, "H4 RATINES 66"))


async def test_a_late_slip_with_an_admitted_word_is_judged_without_it_when_the_admission_is_undone(table: Any, hub: Hub) -> None:
    await table.desk(c.OpenEvening("X", players=("Anne", "Jean"), settings={"slip.late": "until_reveal"}))
    await table.desk(c.DrawTyped("EINRSTA"))
    await table.desk(c.CloseRound())
    await table.desk(c.AdmitWord("TSRINEA", "local", confirmed=True))
    await table.tablet(2, c.HandIn(1, 2, "H4 TSRINEA 66"))
    assert verdict(hub, 2).outcome == "accepted"
    await table.desk(c.Undo())
    assert not hub.game.admitted
    assert (verdict(hub, 2).outcome, verdict(hub, 2).points) == ("zero", 0)
    await table.desk(c.Redo())
    assert verdict(hub, 2).outcome == "accepted"
