"""The desk's decisions: among the players' equal tops, on slips that await him, at the end of a game, with a club's own rules."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from appliance import commands as c
from appliance.clock import HandTime
from appliance.errors import Denied
from appliance.hub import Hub
from appliance.journal import FILE_NAME
from appliance.library import Library
from appliance.publish import desk_view, public_view, seat_view
from appliance.web.server import setup
from engine.errors import CommandRefused


async def evening(table: Any, letters: str = "AEINRST", **settings: str) -> None:
    """A round drawn. Four letters of one point over the star: 4 × 2 = 8; the French book counts a first word at its best."""
    named = {key.replace("__", "."): value for key, value in settings.items()}
    await table.desk(c.OpenEvening("Lundi", players=("Anne", "Bob"), settings=named))
    await table.desk(c.DrawTyped(letters))


async def test_the_equal_tops_of_the_players_are_listed_and_the_computers_apart(table: Any, hub: Hub) -> None:
    await evening(table, top__by="players")
    assert (desk_view(hub.game).tops, desk_view(hub.game).possible_points) == ((), 66)
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8"))
    await table.tablet(2, c.HandIn(1, 2, "H5 NIER 8"))
    await table.desk(c.CloseRound())
    view = desk_view(hub.game)
    assert (view.top_points, sorted(each.word for each in view.tops), view.tops_count) == (8, ["NIER", "RIEN"], 2)
    assert {each.points for each in view.possible} == {66}
    # each of them can be placed, by its number in the list
    for index, each in enumerate(view.tops):
        await table.desk(c.ChooseTop(index))
        chosen = desk_view(hub.game).retained
        assert chosen is not None
        assert chosen.word == each.word
    with pytest.raises(CommandRefused):
        await table.desk(c.ChooseTop(2))
    await table.desk(c.Reveal())
    reveal = public_view(hub.game).reveal
    assert reveal is not None
    assert (reveal.points, sorted(each.word for each in reveal.tops), reveal.tops_count, reveal.possible) == (8, ["NIER", "RIEN"], 2, 66)


async def test_nothing_stands_beside_a_top_that_the_computer_sets(table: Any, hub: Hub) -> None:
    await evening(table)
    await table.desk(c.CloseRound())
    view = desk_view(hub.game)
    assert (view.top_points, view.possible, view.possible_points) == (66, (), 0)


async def test_with_the_desks_consent_what_awaits_a_decision_is_decided_as_proposed(table: Any, hub: Hub) -> None:
    await evening(table, slip__sanctions__several_slips="referee", solo__points="0")
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8 / H7 ART 6"))
    await table.tablet(2, c.HandIn(1, 2, "H5 RIEN § 8"))
    await table.desk(c.CloseRound())
    view = desk_view(hub.game)
    assert view.undecided == (1, 2)
    # a proposal is no result, at the desk either
    assert [(line.total, line.undecided) for line in view.standings] == [(0, 1), (0, 1)]
    with pytest.raises(CommandRefused, check=lambda error: error.reason == "undecided"):
        await table.desk(c.Reveal())
    await table.desk(c.Reveal(accept_proposals=True))
    assert [hub.game.rounds[0].verdicts[seat].outcome for seat in (1, 2)] == ["accepted", "zero"]
    assert [(line.seat, line.total, line.undecided) for line in public_view(hub.game).standings] == [(1, 8, 0), (2, 0, 0)]


async def test_an_evening_ended_over_undecided_slips_leaves_them_so(table: Any, hub: Hub) -> None:
    await evening(table, slip__sanctions__several_slips="referee")
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8 / H7 ART 6"))
    await table.desk(c.CloseRound())
    await table.desk(c.EndEvening())
    own = seat_view(hub.game, 1)
    assert own.sheet[0].verdict is not None
    assert (own.sheet[0].verdict.outcome, own.sheet[0].points, own.total) == ("undecided", 0, 0)
    reveal = public_view(hub.game).reveal
    assert reveal is not None
    assert (reveal.best, reveal.found) == (0, 0)
    await table.desk(c.Decide(1, 1, 0))
    assert seat_view(hub.game, 1).total >= 8


async def test_a_decision_by_key_keeps_the_other_faults(table: Any, hub: Hub) -> None:
    await evening(table, slip__sanctions__several_slips="referee")
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 9 / H7 ART"))
    await table.desk(c.CloseRound())
    await table.desk(c.Decide(1, 1, 0))
    verdict = hub.game.rounds[0].verdicts[1]
    # whichever it is, its points are wrong or missing: a warning
    assert (verdict.outcome, verdict.warnings) == ("accepted", 1)


async def test_the_slip_that_a_later_one_replaced_stays_at_the_desk(table: Any, hub: Hub) -> None:
    await evening(table)
    await table.tablet(1, c.HandIn(1, 1, "H5 RIEN 8"))
    await table.tablet(1, c.HandIn(1, 1, "H5 NIER 8"))
    first = desk_view(hub.game).slips[0]
    assert (first.text, [(each.text, each.late) for each in first.others]) == ("H5 NIER 8", [("H5 RIEN 8", False)])


async def test_after_the_last_round_the_desk_is_told_before_it_draws(table: Any, hub: Hub) -> None:
    await evening(table, draw__maximum_rounds="1")
    assert desk_view(hub.game).over == ""
    await table.desk(c.CloseRound())
    assert desk_view(hub.game).over == ""
    await table.desk(c.Reveal())
    assert desk_view(hub.game).over == "maximum_rounds"
    await table.desk(c.DrawByComputer())
    assert hub.game.ended == "maximum_rounds"


@pytest.mark.parametrize("value", ["tops_found", "30"])
async def test_a_list_that_is_none_is_refused_with_its_form(table: Any, value: str) -> None:
    with pytest.raises(CommandRefused) as caught:
        await table.desk(c.OpenEvening("Lundi", settings={"ranking.tie_breaks": value}))
    assert caught.value.reason == "bad_list"
    assert caught.value.values["key"] == "ranking.tie_breaks"
    assert str(caught.value.values["form"]).startswith("[")


async def test_a_list_counts_for_a_live_evening(table: Any, hub: Hub) -> None:
    await evening(table, ranking__tie_breaks='["tops_found", "fewest_warnings"]', clock__signals='[{remaining_s = 10, sound = "tick"}]')
    assert hub.game.rules.ranking.tie_breaks == ("tops_found", "fewest_warnings")
    assert [signal.remaining_s for signal in hub.game.rules.clock.signals] == [10]
    with pytest.raises(CommandRefused, check=lambda error: error.values["key"] == "clock.signals"):
        await table.desk(c.OpenEvening("Mardi", settings={"clock.signals": '[{remaining_s = 300, sound = "tick"}]'}))


async def test_a_clubs_own_rules_are_listed_and_played(seated: Any, time: HandTime, data: Path) -> None:
    folder = data / "rulesets"
    folder.mkdir()
    french = (resources.files("engine") / "rulesets" / "french.toml").read_text(encoding="utf-8")
    own = french.replace('name = "french"', 'name = "maison"').replace('title = "Duplicate (FISF)"', 'title = "Maison"')
    (folder / "maison.toml").write_text(own, encoding="utf-8")
    (folder / "faux.toml").write_text(own.replace("rack = 7\n", ""), encoding="utf-8")
    rules = {each["name"]: each for each in setup("", (), Library(data).rulesets())["rules"]}
    assert (rules["maison"]["title"], rules["maison"]["fault"]) == ("Maison", "")
    assert "draw.rack" in rules["faux"]["fault"]
    hub = Hub(data / FILE_NAME, Library(data), time, Random(7), lexicon="club")
    await hub.start()
    await seated(hub).desk(c.OpenEvening("Lundi", rules="maison", players=("Anne",)))
    assert hub.game.rules.title == "Maison"
    with pytest.raises(CommandRefused, check=lambda error: error.reason == "bad_rules"):
        await seated(hub).desk(c.OpenEvening("Mardi", rules="faux"), "another-command")
    await hub.stop()


async def test_a_table_whose_seating_is_undone_is_free_again(table: Any, hub: Hub) -> None:
    await evening(table)
    await table.desk(c.SeatPlayer(3, "Zoé"))
    seated = await hub.join(3, "", "join-00001")
    await table.desk(c.Undo())
    assert 3 not in hub.game.seats
    with pytest.raises(Denied):
        hub.actor(seated["token"])
    again = await hub.join(3, "Zoé", "join-00002")
    assert hub.actor(again["token"]).seat == 3
