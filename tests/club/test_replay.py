"""Solo replay on a real hub: what is told when, the place in the room, practice games, and the secret of a sealed game."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from appliance import commands as c
from appliance.clock import HandTime, MonotonicTime
from appliance.hub import Hub
from appliance.journal import FILE_NAME
from appliance.library import Library
from appliance.replay import BETTER, MAX_ID, Replay
from appliance.seats import Actor
from appliance.vault import Vault
from appliance.web.server import WebServer
from engine.board import Board
from engine.errors import CommandRefused
from engine.exchange.gamefile import write_game
from engine.game import Phase
from engine.plain import to_plain
from engine.preparation import preparable, prepare_game
from engine.reading import format_play
from engine.referee import open_evening


class Club:
    """A hub with its vault and the replay of its games."""

    def __init__(self, data: Path, library: Library, prepared: str = "") -> None:
        self.vault = Vault(data / "sealed")
        self.hub = Hub(data / FILE_NAME, library, HandTime(), Random(1), lexicon="club", vault=self.vault, prepared=prepared)
        self.replay = Replay(self.hub, library, self.vault)
        self.count = 0

    async def desk(self, command: c.Command) -> None:
        self.count += 1
        await self.hub.submit(command, f"desk-{id(self)}-{self.count:05}", Actor("desk"))

    async def evening(self, *, rounds: int = 3, end: bool = True, slips: tuple[str, ...] = ()) -> None:
        """Each seat hands in its own text in every round."""
        await self.desk(c.OpenEvening("Friday", players=tuple(f"P{i}" for i in range(len(slips)))))
        for number in range(1, rounds + 1):
            await self.desk(c.DrawByComputer())
            if self.hub.game.phase is Phase.ENDED:
                return
            for seat, text in enumerate(slips, 1):
                await self.desk(c.HandIn(number, seat, text, confirmed=not text))
            await self.desk(c.CloseRound())
            await self.desk(c.Reveal(True))
        if end:
            await self.desk(c.EndEvening())


@pytest.fixture
async def club(data: Path, library: Library) -> AsyncIterator[Club]:
    made = Club(data, library)
    await made.hub.start()
    yield made
    await made.hub.stop()


async def refusal(question: object) -> str:
    with pytest.raises(CommandRefused) as refused:
        await question  # type: ignore[misc]
    return refused.value.reason


async def test_only_ended_evenings_are_replayed(club: Club) -> None:
    await club.evening(end=False)
    assert await club.replay.games() == ()
    assert await refusal(club.replay.round("evening-1", 1)) == "solo_unknown"
    await club.desk(c.EndEvening())
    (line,) = await club.replay.games()
    assert (line.id, line.name) == ("evening-1", "Friday")
    assert (await club.replay.round("evening-1", 1)).rounds == 3
    await club.desk(c.Undo())
    assert await refusal(club.replay.round("evening-1", 1)) == "solo_unknown", "the end was taken back"
    assert await club.replay.games() == ()
    await club.desk(c.Redo())
    assert len(await club.replay.games()) == 1, "and is there again"


async def test_a_round_tells_nothing_before_its_move_and_all_after_it(club: Club) -> None:
    await club.evening(slips=("", ""))
    for number, round_ in enumerate(club.hub.game.rounds, 1):
        before = json.dumps(to_plain(await club.replay.round("evening-1", number)))
        words = {play.moves[0].word.upper() for play in round_.tops} - {round_.letters}
        assert not [word for word in words if f'"{word}"' in before]
        assert '"reveal": null' in before
        after = await club.replay.answer("evening-1", number, "", 0)
        assert (after.top, len(after.tops)) == (round_.top_points, len(round_.tops))
        assert after.retained is not None
        assert round_.retained is not None
        assert after.retained.word.upper() == round_.retained.play.moves[0].word.upper()
        assert after.last == (number == 3)


async def test_the_top_found_and_the_better_moves(club: Club) -> None:
    await club.evening()
    round_ = club.hub.game.rounds[0]
    answer = await club.replay.answer("evening-1", 1, "", 0)
    assert answer.retained is not None
    found = await club.replay.answer("evening-1", 1, f"{answer.retained.ref} {answer.retained.word} {answer.top}", 100)
    assert (found.found, found.verdict.points, found.total, found.better) == (True, answer.top, 100 + answer.top, ())
    assert 0 < len(answer.better) <= BETTER
    points = [each.points for each in answer.better]
    assert points == sorted(points, reverse=True)
    assert all(0 < each < round_.top_points for each in points)
    below = answer.better[-1]
    mine = await club.replay.answer("evening-1", 1, f"{below.ref} {below.word}", 0)
    assert mine.verdict.points == below.points
    assert all(each.points > below.points for each in mine.better)


async def test_the_place_in_the_room_that_day(club: Club) -> None:
    # nobody in the room scores: whoever scores is first of four, and without a point one shares the first place
    await club.evening(slips=("", "ZZZ", "H4 ZZ 4"))
    best = await club.replay.answer("evening-1", 1, "", 0)
    assert (best.rank, best.of) == (1, 4)
    assert best.retained is not None
    assert (await club.replay.answer("evening-1", 3, "", -5)).rank == 4, "behind three seats that have nothing"
    mine = await club.replay.answer("evening-1", 1, f"{best.retained.ref} {best.retained.word}", 0)
    assert (mine.rank, mine.of) == (1, 4)


async def test_the_fourth_warning_costs_alone_what_it_costs_in_the_room(club: Club) -> None:
    """French: three warnings are free, each further one costs 5 points."""
    await club.desk(c.OpenEvening("Friday", players=("Anne",)))
    slips: list[str] = []
    for number in range(1, 6):
        await club.desk(c.DrawByComputer())
        round_ = club.hub.game.rounds[-1]
        # the top without its points
        slips.append(format_play(round_.tops[0], club.hub.game.tileset))
        await club.desk(c.HandIn(number, 1, slips[-1]))
        await club.desk(c.CloseRound())
        await club.desk(c.Reveal(True))
    await club.desk(c.EndEvening())
    tops = [round_.top_points for round_ in club.hub.game.rounds]
    total = warnings = 0
    told = []
    for number, text in enumerate(slips, 1):
        answer = await club.replay.answer("evening-1", number, text, total, warnings=warnings)
        told.append((answer.warning, answer.penalty, answer.total))
        total, warnings = answer.total, max(warnings, answer.warning)
        assert (answer.rank, answer.of) == (1, 2), "as much as Anne, who wrote the same"
    assert told == [
        (1, 0, sum(tops[:1])),
        (2, 0, sum(tops[:2])),
        (3, 0, sum(tops[:3])),
        (4, 5, sum(tops[:4]) - 5),
        (5, 5, sum(tops) - 10),
    ]
    with_points = await club.replay.answer("evening-1", 5, f"{slips[4]} {tops[4]}", sum(tops[:4]) - 5, warnings=4)
    assert (with_points.warning, with_points.penalty, with_points.total) == (0, 0, sum(tops) - 5)
    assert (await club.replay.answer("evening-1", 5, "", sum(tops[:4]) - 5, warnings=4)).rank == 2


async def test_topping_ranks_by_the_time(club: Club) -> None:
    await club.desk(c.OpenEvening("Friday", players=("A", "B"), settings={"format.topping": "true"}))
    await club.desk(c.DrawByComputer())
    # nobody finds the top: each of the two is charged a missed one
    await club.desk(c.CloseRound())
    await club.desk(c.Reveal(True))
    await club.desk(c.EndEvening())
    missed_ms = club.hub.game.rules.missed_ms
    given_up = await club.replay.answer("evening-1", 1, "", 0, time_ms=1000)
    assert (given_up.time_ms, given_up.rank, given_up.of) == (missed_ms, 1, 3)
    top = given_up.retained
    assert top is not None
    found = await club.replay.answer("evening-1", 1, f"{top.ref} {top.word}", 0, attempt=True, time_ms=5000)
    assert (found.found, found.time_ms, found.rank) == (True, 5000, 1)
    too_late = await club.replay.answer("evening-1", 1, f"{top.ref} {top.word}", 0, attempt=True, time_ms=3_000_000)
    assert too_late.time_ms == missed_ms
    behind = await club.replay.answer("evening-1", 1, f"{top.ref} {top.word}", 0, attempt=True, time_ms=5000, before_ms=missed_ms)
    assert behind.rank == 3, "by the time, whatever the points"


async def test_a_try_of_topping_tells_only_whether_it_is_the_top(club: Club) -> None:
    await club.evening()
    tried = await club.replay.answer("evening-1", 1, "H4 ZZZ", 0, attempt=True)
    assert (tried.found, tried.top, tried.tops, tried.retained, tried.better, tried.board) == (False, 0, (), None, (), ())


async def prepared(data: Path, library: Library) -> str:
    opened = open_evening("x", "", preparable(library.ruleset("french")), library.tileset(library.ruleset("french")), library.used("club"))
    game, missed = prepare_game(library.referee(opened[0]), opened, "one")  # type: ignore[arg-type]
    assert missed == ""
    text, _found, _code = Vault(data / "sealed").seal(write_game(game))
    (data / "g.sealed").write_text(text)
    return Vault(data / "sealed").take(data / "g.sealed")


async def test_a_sealed_game_is_refused_until_it_has_been_played(data: Path, library: Library) -> None:
    found = await prepared(data, library)
    club = Club(data, library, found)
    await club.hub.start()
    assert await club.replay.games() == ()
    for game_id in (f"prepared-{found}", "prepared-", "prepared-../x", f"prepared-{'0' * 64}"):
        assert await refusal(club.replay.round(game_id, 1)) == "solo_secret"
    await club.evening(rounds=2, end=False)
    assert await refusal(club.replay.round(f"prepared-{found}", 1)) == "solo_secret"
    await club.evening(rounds=100)
    assert club.hub.game.phase is Phase.ENDED
    assert {line.id for line in await club.replay.games()} == {f"prepared-{found}", "evening-2"}
    rounds = (await club.replay.round(f"prepared-{found}", 1)).rounds
    assert rounds == len(club.hub.game.rounds)
    assert (await club.replay.round("evening-2", 1)).rounds == rounds
    assert club.hub.prepared == "", "all of it is known: the next evening plays something else"
    await club.desk(c.Undo())
    assert await refusal(club.replay.round(f"prepared-{found}", 1)) == "solo_secret", "the same game is on the table again"
    assert await refusal(club.replay.round("evening-2", 1)) == "solo_unknown"
    await club.hub.stop()


@pytest.mark.parametrize("in_play", [False, True])
async def test_an_end_and_its_undo_give_no_round_away_that_the_room_has_not_seen(
    data: Path, library: Library, in_play: bool
) -> None:
    """Whatever a tablet may ask is asked over HTTP; the bytes that came hold no word and no letters of a later round."""
    found = await prepared(data, library)
    club = Club(data, library, found)
    await club.hub.start()
    whole = club.vault.game(found)
    await club.evening(rounds=2, end=False)
    if in_play:
        await club.desk(c.DrawByComputer())
    web = WebServer(club.hub, MonotonicTime(), lambda: "1", lambda: "http://192.0.2.1/", lambda: (), replay=club.replay)
    port = await web.start("127.0.0.1", 0)
    heard = bytearray()

    async def listen() -> None:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            for path in ("/api/setup", "/api/solo/games"):
                async with session.get(path) as response:
                    heard.extend(await response.read())
            for game_id in ("evening-1", "evening-2", f"prepared-{found}"):
                for number in range(1, len(whole.rounds) + 2):
                    wish = json.dumps({"game": game_id, "round": number})
                    async with session.post("/api/solo/round", data=wish) as response:
                        heard.extend(await response.read())
                    wish = json.dumps({"game": game_id, "round": number, "text": "", "total": 0})
                    async with session.post("/api/solo/answer", data=wish) as response:
                        heard.extend(await response.read())
            async with session.ws_connect("/ws") as socket:
                await socket.send_json({"type": "hello", "role": "wall"})
                heard.extend((await socket.receive(timeout=10)).data.encode())

    def words(number: int) -> set[str]:
        round_ = whole.rounds[number - 1]
        return {json.dumps(play.moves[0].word.upper())[1:-1] for play in round_.tops}

    await club.desk(c.EndEvening())
    await listen()
    await club.desk(c.Undo())
    await listen()
    await club.evening(rounds=1)  # another evening begins the game again and goes less far
    await listen()
    said = heard.decode().upper()
    assert all(f'"{word}"' in said for word in words(2)), "what was revealed is told"
    solver = library.referee(whole.opened).solver if whole.opened else None
    assert solver is not None
    better = {each.move.word.upper() for round_ in whole.rounds[:2] for each in solver.moves(round_.board, round_.letters, 10_000)}
    secret = set().union(*(words(number) for number in range(3, len(whole.rounds) + 1))) - better
    assert len(secret) > 5
    assert not [word for word in secret if f'"{word}"' in said]
    later = [round_.draw.fresh for round_ in whole.rounds[3:] if len(round_.draw.fresh) > 3]
    assert later
    assert not [letters for letters in later if f"+{letters}" in said or f'"{letters}"' in said]
    lines = {line.id for line in await club.replay.games()}
    assert lines == {"evening-2", f"prepared-{found}"}
    assert (await club.replay.round(f"prepared-{found}", 1)).rounds == 2
    assert (await club.replay.round("evening-2", 1)).rounds == 1
    assert not club.vault.played(found)
    assert club.hub.prepared == found, "begun and not finished, it may be played on"
    await web.stop()
    await club.hub.stop()
    again = Club(data, library, found)
    await again.hub.start()
    assert (await again.replay.round(f"prepared-{found}", 1)).rounds == 2, "two rounds were seen, whatever came later"
    await again.hub.stop()


async def test_the_round_in_play_when_an_evening_ends_is_not_replayed(club: Club) -> None:
    await club.evening(end=False)
    await club.desk(c.DrawByComputer())
    await club.desk(c.EndEvening())
    assert (await club.replay.round("evening-1", 3)).rounds == 3
    assert await refusal(club.replay.answer("evening-1", 4, "", 0)) == "round_unknown"


async def test_evenings_of_one_name_are_told_apart(club: Club) -> None:
    await club.evening(rounds=2)
    await club.evening(rounds=1, end=False)
    assert (await club.replay.round("evening-1", 1)).rounds == 2, "the other Friday has ended"


async def test_practice_games_under_any_rule_set_and_format(club: Club) -> None:
    one = await club.replay.practice("french", "club", {"format.rack": "8", "format.joker": "true"}, "a")
    again = await club.replay.practice("french", "club", {"format.rack": "8", "format.joker": "true"}, "a")
    other = await club.replay.practice("french", "club", {"format.rack": "8", "format.joker": "true"}, "b")
    assert one == again
    first, second = await club.replay.round(one, 1), await club.replay.round(other, 1)
    assert len(first.view.tiles) == 8
    assert sum(tile.face == "?" for tile in first.view.tiles) == 1
    assert first.view.draw != second.view.draw
    assert (await club.replay.answer(one, 1, "", 0)).of == 0, "nobody else played it"
    sub = await club.replay.practice("substitution", "club", {}, "a")
    assert (await club.replay.answer(sub, 1, "", 0)).top > 0


async def test_a_game_that_is_being_played_stays_open_longest(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.replay.KEPT", 2)
    played, left = [await club.replay.practice("french", "club", {}, seed) for seed in "ab"]
    await club.replay.round(played, 1)
    other = await club.replay.practice("french", "club", {}, "c")
    assert set(club.replay._games) == {played, other}, f"not {left[:12]}…, which nobody has asked for since"


@pytest.mark.parametrize(
    ("rules", "lexicon", "settings", "reason"),
    [
        ("chess", "", {}, "bad_rules"),
        ("../french", "", {}, "bad_rules"),
        ("french", "none", {}, "no_lexicon"),
        ("french", "club", {"draw.rack": "9"}, "bad_setting"),
        ("french", "club", {str(i): "1" for i in range(30)}, "bad_rules"),
        ("substitution", "club", {"format.joker": "true"}, "no_setting"),
        ("optimist", "club", {"format.rack": "8"}, "no_setting"),
    ],
)
async def test_practice_that_cannot_be(club: Club, rules: str, lexicon: str, settings: dict[str, str], reason: str) -> None:
    assert await refusal(club.replay.practice(rules, lexicon, settings, "a")) == reason


async def test_an_optimist_game_is_played_on_a_board_of_ones_own(club: Club, library: Library) -> None:
    game = await club.replay.practice("optimist", "club", {}, "a")
    first = await club.replay.round(game, 1)
    assert (first.own, first.rounds) == (True, 15), "fourteen draws of seven and the last four letters"
    tileset = library.tileset(library.ruleset("optimist"))
    value = {tile.face: tile.points for tile in first.view.tiles}

    given_up = await club.replay.answer(game, 1, "", 0)
    assert (given_up.verdict.points, given_up.total, given_up.of) == (0, 0, 0)
    assert given_up.retained is not None
    assert given_up.top == given_up.retained.points, "net, as in this game"
    assert set(sum(given_up.board, ())) == {""}, "nothing was laid, and nobody lays for me"

    # what the book says of a slip: gross score less the face value of the letters not laid
    best = f"{given_up.retained.ref} {given_up.retained.word}"
    mine = await club.replay.answer(game, 1, best, 0)
    assert (mine.found, mine.verdict.points, mine.total) == (True, given_up.top, given_up.top)
    fourth = await club.replay.answer(game, 1, best, 0, warnings=3)
    assert (fourth.warning, fourth.penalty, fourth.total) == (4, 5, given_up.top - 5), "no points are written"
    assert {face.upper() for row in mine.board for face in row if face} <= {*value, *tileset.alphabet}
    assert mine.board[7][7], "it lies on the star of my own board"
    for each in mine.better:
        assert each.points < given_up.top

    second = await club.replay.round(game, 2, [best])
    assert second.view.board == mine.board
    empty = await club.replay.round(game, 2, [])
    assert set(sum(empty.view.board, ())) == {""}
    assert second.view.tiles == empty.view.tiles, "one draw for all"
    there = await club.replay.answer(game, 2, "", mine.total, slips=[best])
    here = await club.replay.answer(game, 2, "", 0, slips=[""])
    assert there.retained is not None
    assert here.retained is not None
    assert (await club.replay.answer(game, 2, f"{there.retained.ref} {there.retained.word}", 0, slips=[best])).found
    assert there.board == mine.board
    assert (await club.replay.answer(game, 15, "", 0, slips=[best])).last
    assert await refusal(club.replay.round(game, 2, ["x" * 201])) == "slip_long"
    assert await refusal(club.replay.round(game, 16, [])) == "round_unknown"


async def test_the_best_net_is_the_best_of_all_moves(club: Club, library: Library) -> None:
    """Counted again by hand: each move's score, less what each letter that stays behind is worth."""
    game = await club.replay.practice("optimist", "club", {}, "b")
    rules = library.ruleset("optimist")
    tileset = library.tileset(rules)
    view = (await club.replay.round(game, 1)).view
    letters = tileset.read("".join(tile.face for tile in view.tiles), blanks=True)
    solver = library.solver(library.lexicon("club", tileset)[0], tileset, rules)
    nets = []
    for scored in solver.moves(Board(), letters, 100_000):
        laid = Board().new_tiles(scored.move)
        left = list(letters)
        for tile in laid:
            left.remove(tile)
        if len(laid) >= 2:
            nets.append(scored.points - sum(tileset.points(tile) for tile in left))
    assert (await club.replay.answer(game, 1, "", 0)).top == max(nets)


async def test_an_ended_optimist_evening_is_played_again_and_ranked(club: Club) -> None:
    await club.desk(c.OpenEvening("Friday", "optimist", players=("Anne", "Jean")))
    await club.desk(c.DrawByComputer())
    await club.desk(c.HandIn(1, 1, "H4 ZZZ 4"))
    await club.desk(c.CloseRound())
    await club.desk(c.Reveal(True))
    await club.desk(c.EndEvening())
    first = await club.replay.answer("evening-1", 1, "", 0)
    assert (first.rank, first.of) == (1, 3), "Jean has nothing either, Anne wrote a word that there is not"
    assert first.retained is not None
    best = await club.replay.answer("evening-1", 1, f"{first.retained.ref} {first.retained.word}", 0)
    assert (best.found, best.rank) == (True, 1)


async def test_every_rule_set_and_format_that_is_offered_can_be_practised(club: Club, library: Library) -> None:
    """The page offers the formats with a duplicate game only; the hub says the same of each."""
    for row in library.rulesets():
        for settings in ({}, {"format.pace": "blitz"}, {"format.rack": "8", "format.placed": "8", "format.joker": "true"}):
            asked = club.replay.practice(row.name, "club", dict(settings), "a")
            if row.game == "duplicate" or not settings:
                view = (await club.replay.round(await asked, 1)).view
                assert len(view.tiles) == (8 if "format.rack" in settings else 7)
                assert view.clock is not None
                assert view.clock.remaining_ms == 60_000 or "format.pace" not in settings
            else:
                assert await refusal(asked) == "no_setting"


def coded(value: object) -> str:
    return "practice-" + base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "game_id",
    [
        *("", "x", "evening-", "evening-0", "evening-9999999999999", "evening-١", "practice-", "practice-%%%", "practice-AAAA"),
        *(coded([]), coded({}), coded({"rules": 1, "lexicon": "", "settings": {}, "seed": ""}), coded("x"), "x" * (MAX_ID + 1)),
    ],
)
async def test_ids_that_are_none(club: Club, game_id: str) -> None:
    assert await refusal(club.replay.round(game_id, 1)) == "solo_unknown"


async def test_rounds_and_slips_out_of_range(club: Club) -> None:
    await club.evening()
    for number in (0, 4, -1):
        assert await refusal(club.replay.round("evening-1", number)) == "round_unknown"
    assert await refusal(club.replay.answer("evening-1", 1, "x" * 201, 0)) == "slip_long"


async def test_over_http(club: Club) -> None:
    await club.evening()
    web = WebServer(club.hub, MonotonicTime(), lambda: "1", lambda: "http://192.0.2.1/", lambda: (), replay=club.replay)
    port = await web.start("127.0.0.1", 0)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:

        async def ask(method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
            async with session.request(method, path, data=None if body is None else json.dumps(body)) as response:
                return response.status, await response.json()

        async with session.get("/solo") as page:
            assert page.status == 200
            assert "solo.js" in await page.text()
        status, listed = await ask("GET", "/api/solo/games")
        assert (status, [line["name"] for line in listed["games"]]) == (200, ["Friday"])
        assert (await ask("POST", "/api/solo/round", {"game": "evening-1", "round": 1}))[0] == 200
        for asked in ({"game": "evening-1", "round": "x"}, {"game": "evening-1"}, {"round": 99999}):
            assert (await ask("POST", "/api/solo/round", asked))[0] == 400
        assert (await ask("POST", "/api/solo/round", {"game": "evening-1", "round": 9}))[0] == 409
        status, answer = await ask("POST", "/api/solo/answer", {"game": "evening-1", "round": 1, "text": "H4 ZZ", "total": 0})
        assert status == 200
        assert answer["top"] == club.hub.game.rounds[0].top_points
        far = {"round": 1, "game": "e", "total": 10**7}
        status, own = await ask("POST", "/api/solo/round", {"game": "evening-1", "round": 1, "slips": ["H4 ZZ"]})
        assert (status, own["own"]) == (200, False)
        for slips in ("H4", [1], ["x"] * 301):
            assert (await ask("POST", "/api/solo/round", {"game": "evening-1", "round": 1, "slips": slips}))[0] == 400
        assert (await ask("POST", "/api/solo/round", {"game": 1, "round": "x"}))[0] == 400
        slow = {"round": 1, "game": "e", "time_ms": -1}
        for warnings in (-1, 301, "2", True):
            body = {"game": "evening-1", "round": 1, "text": "", "warnings": warnings}
            assert (await ask("POST", "/api/solo/answer", body))[0] == 400
        wrong: tuple[dict[str, object], ...] = (slow, {}, {"round": 1}, {"round": True, "game": "e"}, {"round": 1, "game": 1}, far)
        for body in wrong:
            assert (await ask("POST", "/api/solo/answer", body))[0] == 400
        wishes: tuple[dict[str, object], ...] = ({"rules": 1}, {"settings": []}, {"settings": {"a": 1}})
        for wish in wishes:
            assert (await ask("POST", "/api/solo/practice", wish))[0] == 400
        status, made = await ask("POST", "/api/solo/practice", {"rules": "french", "lexicon": "club", "settings": {}})
        assert status == 200
        assert str(made["game"]).startswith("practice-")
    await web.stop()
