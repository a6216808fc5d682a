"""The referee's corrections by way of the hub, while a round runs, over a restart and taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from appliance import commands as c
from appliance.hub import Hub
from appliance.publish import public_view
from engine.errors import CommandRefused
from engine.game import Phase
from tests.club.rounds import in_round, phase, refused, verdict


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
    await table.desk(c.KeyAgain(1, 1, "H4 ENTRAIS"))
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
