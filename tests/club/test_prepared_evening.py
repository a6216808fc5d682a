"""An evening with a prepared game, and one with a sealed draw: through the hub, a restart and back to the proof."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from appliance import commands as c
from appliance.cli import main
from appliance.clock import HandTime
from appliance.demo import Demo
from appliance.hub import Hub
from appliance.journal import FILE_NAME
from appliance.library import Library
from appliance.messages import view_message
from appliance.publish import desk_view, public_view, seat_view
from appliance.seats import Actor
from appliance.vault import Vault
from appliance.verify import verify_game
from engine import events as ev
from engine.builtin import tileset
from engine.errors import CommandRefused, ExchangeError
from engine.exchange.gamefile import read_game, write_game
from engine.exchange.table import read_table
from engine.game import Entry, Game, Phase, fold
from engine.preparation import preparable, prepare_game
from engine.reading import format_play
from engine.referee import open_evening
from engine.sealing import checksum


def prepared(library: Library, seed: str = "club") -> Game:
    opened = open_evening("x", "", preparable(library.ruleset("french")), tileset("fr"), library.used("club"))
    first = opened[0]
    assert isinstance(first, ev.EveningOpened)
    game, missed = prepare_game(library.referee(first), opened, seed)
    assert missed == ""
    return game


class Room:
    """A desk on a hub with a vault."""

    def __init__(self, data: Path, library: Library, found: str = "") -> None:
        self.vault = Vault(data / "sealed")
        self.hub = Hub(data / FILE_NAME, library, HandTime(), Random(1), lexicon="club", vault=self.vault, prepared=found)
        self.count = 0

    async def desk(self, command: c.Command) -> None:
        self.count += 1
        await self.hub.submit(command, f"desk-{id(self)}-{self.count:05}", Actor("desk"))

    async def play(self, rounds: int) -> None:
        for _ in range(rounds):
            await self.desk(c.DrawByComputer())
            if self.hub.game.phase is Phase.ENDED:
                return
            await self.desk(c.CloseRound())
            await self.desk(c.Reveal(True))


@pytest.fixture
def sealed(data: Path, library: Library) -> tuple[str, Game, Path]:
    """A sealed game whose code is in the data folder."""
    game = prepared(library)
    text, found, _code = Vault(data / "sealed").seal(write_game(game))
    path = data / "game.sealed"
    path.write_text(text, encoding="utf-8")
    return found, game, path


async def test_an_evening_plays_the_prepared_game_across_a_restart(
    data: Path, library: Library, sealed: tuple[str, Game, Path]
) -> None:
    found, game, path = sealed
    assert Vault(data / "sealed").take(path) == found
    room = Room(data, library, found)
    await room.hub.start()
    await room.desk(c.OpenEvening("Friday", "dutch", players=("Anne",), settings={"clock.round_s": "90"}))
    assert room.hub.game.rules.clock.round_s == 90
    assert room.hub.game.rules.name == "french", "the prepared game brings its rules"
    await room.play(3)
    assert not room.vault.played(found)
    await room.hub.stop()

    room = Room(data, library)
    await room.hub.start()
    await room.desk(c.DrawByComputer())
    await room.desk(c.Undo())
    await room.play(100)
    played = room.hub.game
    assert [r.letters for r in played.rounds] == [r.letters for r in game.rounds]
    assert [r.retained and r.retained.play for r in played.rounds] == [r.retained and r.retained.play for r in game.rounds]
    assert {r.source for r in played.rounds} == {"prepared"}
    assert played.ended == game.ended
    assert room.vault.played(found)
    assert verify_game(played, library).wrong == ()
    await room.desk(c.Undo())
    assert room.vault.played(found), "what a room has seen it cannot unsee"
    await room.hub.stop()


async def test_what_was_played_is_compared_with_the_sealed_file(
    data: Path, library: Library, sealed: tuple[str, Game, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, game, path = sealed
    Vault(data / "sealed").take(path)
    room = Room(data, library, found)
    await room.hub.start()
    await room.desk(c.OpenEvening("Friday", players=("Anne",)))
    await room.play(4)
    await room.desk(c.EndEvening())
    played = room.hub.game
    await room.hub.stop()
    same = "are those of the sealed file whose checksum was announced before play"
    report = verify_game(played, library, game)
    assert (report.wrong, any(same in line for line in report.proved)) == ((), True)

    # a whole legal game, with the checksum of another: all that can be computed again is right
    other = prepared(library, "another")
    told = ev.GameAnnounced("prepared", found)
    forged = fold((*other.history[:1], Entry("0", told), *other.history[1:]))
    alone = verify_game(forged, library)
    assert (alone.wrong, any("not compared with the sealed file" in line for line in alone.proved)) == ((), True)
    wrong = verify_game(forged, library, game).wrong
    assert "round 1: the draw is not that of the sealed file" in wrong
    assert not [line for line in wrong if any(play.moves[0].word in line for round_ in game.rounds for play in round_.tops)]

    # one of the equal tops placed in place of the other
    number, equal = next((r.number, p) for r in game.rounds for p in r.tops if r.retained and p != r.retained.play)
    whole = fold((*game.history[:1], Entry("0", told), *game.history[1:]))
    swapped = [e if not (isinstance(e.event, ev.MoveRetained) and e.event.round == number) else
               Entry(e.command, ev.MoveRetained(number, equal, e.event.points, "only_top")) for e in whole.history]
    cut = next(i for i, e in enumerate(swapped) if isinstance(e.event, ev.TopRevealed) and e.event.round == number)
    assert verify_game(fold(swapped[: cut + 1]), library, game).wrong == (
        f"round {number}: the move placed is not that of the sealed file",
    )

    # as a person types it: with the hub's copy, on a machine without it, with the file there, and with another file
    file, nowhere = tmp_path / "evening.json", tmp_path / "nowhere"
    nowhere.mkdir()
    (nowhere / "lexicons").symlink_to(data / "lexicons")
    code = (data / "sealed" / f"{found}.code").read_text()
    file.write_text(write_game(played), encoding="utf-8")
    verify = ["verify", str(file), "--checksum", found[:16]]
    for arguments, status, said in (
        (["--data", str(data)], 0, same),
        (["--data", str(nowhere)], 0, "not compared with the sealed file"),
        (["--data", str(nowhere), "--sealed", str(path), "--code", code], 0, same),
        (["--data", str(nowhere), "--sealed", str(path)], 2, "opening code is needed"),
        (["--data", str(data), "--sealed", str(file)], 2, "another file, or changed since"),
    ):
        assert main([*verify, *arguments]) == status
        assert said in "".join(capsys.readouterr())
    file.write_text(write_game(forged), encoding="utf-8")
    assert main([*verify, "--data", str(data)]) == 1


@pytest.mark.parametrize("digits", ["", "1f0c", "xyzxyzxyz", "0" * 65])
def test_what_is_no_checksum_is_never_the_same(digits: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", str(data / "any"), "--checksum", digits])
    assert "expected 8 to 64 hexadecimal digits" in capsys.readouterr().err


def test_a_game_without_an_edition_is_checked_with_this_machines_list(data: Path, library: Library) -> None:
    table = "# lexicon: club\nturn\track\tword\tref\tpoints\n1\tAEINRST\tRATINES\tH2\t66\n"
    report = verify_game(read_table(table).game, library)
    assert report.proved[0] == "the game names no edition of club: checked with the one on this machine"


@pytest.mark.parametrize(
    ("text", "message"), [("", "an empty file; expected a prepared game"), ("changed", "not the one that was announced")]
)
def test_a_file_that_is_no_prepared_game_is_told_and_not_kept(
    text: str, message: str, data: Path, sealed: tuple[str, Game, Path]
) -> None:
    _found, _game, path = sealed
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:200] + ("A" if whole[200] != "A" else "B") + whole[201:] if text else "", encoding="utf-8")
    vault = Vault(data / "sealed")
    with pytest.raises(ExchangeError, match=message):
        vault.take(path)
    assert vault.checksums() == ()


async def test_nobody_sees_the_rounds_to_come(data: Path, library: Library, sealed: tuple[str, Game, Path]) -> None:
    found, game, path = sealed
    Vault(data / "sealed").take(path)
    room = Room(data, library, found)
    await room.hub.start()
    await room.desk(c.OpenEvening("Friday", players=("Anne",)))
    said = ""
    for number in range(1, 4):
        await room.play(1)
        now = room.hub.game
        said = "".join(view_message(view, 1) for view in (public_view(now), seat_view(now, 1), desk_view(now)))
        later = [game.rounds[number].letters, *(p.moves[0].word for r in game.rounds[number:] for p in r.tops)]
        assert not [word for word in later if len(word) > 4 and json.dumps(word)[1:-1] in said]
    assert found in said
    journal = (data / FILE_NAME).read_bytes() + (data / f"{FILE_NAME}-wal").read_bytes()
    assert not [r.number for r in game.rounds[4:] if r.draw.fresh.encode() in journal and len(r.draw.fresh) > 5]
    await room.hub.stop()


async def test_neither_demo_nor_anything_else_gives_a_waiting_game_away(
    data: Path, library: Library, sealed: tuple[str, Game, Path]
) -> None:
    found, _game, path = sealed
    Vault(data / "sealed").take(path)
    room = Room(data, library, found)
    await room.hub.start()
    assert room.hub.prepared == found
    with pytest.raises(CommandRefused) as refused:
        await Demo(room.hub, library, lambda: "http://127.0.0.1:1").open()
    assert refused.value.reason == "prepared_waits"
    assert room.hub.game.opened is None
    await room.hub.stop()


@pytest.mark.parametrize("command", [c.DrawTyped("AEINRST"), c.ChooseTop(0), c.Retain("H4 RATINES", "why")])
async def test_letters_and_tops_of_a_prepared_game_are_settled(
    data: Path, library: Library, sealed: tuple[str, Game, Path], command: c.Command
) -> None:
    found, _game, path = sealed
    Vault(data / "sealed").take(path)
    room = Room(data, library, found)
    await room.hub.start()
    await room.desk(c.OpenEvening("Friday"))
    with pytest.raises(CommandRefused) as refused:
        await room.desk(command)
    assert refused.value.reason == "prepared"
    with pytest.raises(CommandRefused) as refused:
        await room.desk(c.OpenEvening("Friday", settings={"draw.rack": "8"}))
    assert refused.value.reason == "setting_prepared"
    await room.hub.stop()


def test_the_vault_keeps_codes_to_itself_and_knows_its_files(data: Path, sealed: tuple[str, Game, Path], tmp_path: Path) -> None:
    found, game, path = sealed
    vault = Vault(data / "sealed")
    assert vault.take(path) == found
    assert vault.checksums() == (found,)
    assert vault.game(found).rounds == game.rounds
    modes = {each.stat().st_mode & 0o077 for each in [data / "sealed", *(data / "sealed").iterdir()]}
    assert modes == {0}, "only the hub's user reads them"
    elsewhere = Vault(tmp_path / "elsewhere")
    with pytest.raises(ExchangeError, match="--code"):
        elsewhere.take(path)
    code = (data / "sealed" / f"{found}.code").read_text()
    assert elsewhere.take(path, code) == found
    with pytest.raises(ExchangeError, match="not in"):
        elsewhere.game("0" * 64)
    with pytest.raises(ExchangeError, match="not in"):
        elsewhere.game("../../etc/passwd")


async def test_a_published_game_is_played_as_a_prepared_one(data: Path, library: Library) -> None:
    table = "# lexicon: club\nturn\track\tword\tref\tpoints\n1\tAEINRST\tRATINES\tH2\t66\n"
    (data / "old.json").write_text(write_game(read_table(table).game), encoding="utf-8")
    found = Vault(data / "sealed").take(data / "old.json")
    room = Room(data, library, found)
    await room.hub.start()
    await room.desk(c.OpenEvening("Friday", players=("Anne",)))
    assert room.hub.game.opened is not None
    assert room.hub.game.opened.lexicon == library.used("club"), "a published game names no edition: this machine's list judges"
    await room.play(5)
    assert [(r.letters, r.top_points) for r in room.hub.game.rounds] == [("AEINRST", 66)]
    assert (room.hub.game.phase, room.vault.played(found)) == (Phase.ENDED, True)
    await room.hub.stop()


async def test_a_seed_that_cannot_be_kept_opens_no_evening(data: Path, library: Library) -> None:
    (data / "sealed").write_text("a file where the folder should be", encoding="utf-8")
    room = Room(data, library)
    await room.hub.start()
    with pytest.raises(CommandRefused) as refused:
        await room.desk(c.OpenEvening("Friday", sealed_draw=True))
    assert refused.value.reason == "seed_unkept"
    assert room.hub.game.phase is Phase.EMPTY
    await room.hub.stop()


def test_what_lies_in_the_way_of_a_sealed_file_is_neither_followed_nor_taken_over(tmp_path: Path) -> None:
    vault, folder, elsewhere = Vault(tmp_path / "sealed"), tmp_path / "sealed", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.write_text("theirs", encoding="utf-8")
    fresh = folder / f".x.seed.{os.getpid()}"
    fresh.symlink_to(elsewhere)
    vault._write("x.seed", "secret")
    fresh.write_text("left over", encoding="utf-8")
    fresh.chmod(0o644)
    vault._write("x.seed", "secret")
    assert elsewhere.read_text(encoding="utf-8") == "theirs"
    assert (folder / "x.seed").stat().st_mode & 0o777 == 0o600


def test_asking_for_games_that_are_not_there_makes_nothing_grow(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "sealed")
    assert {vault.shown(checksum(str(number))) for number in range(100)} == {0}
    assert vault._shown == {}


async def test_a_sealed_draw_is_proved_afterwards(data: Path, library: Library) -> None:
    room = Room(data, library)
    await room.hub.start()
    await room.desk(c.OpenEvening("Friday", sealed_draw=True))
    announced = room.hub.game.announced
    assert announced is not None
    assert announced.kind == "sealed_draw"
    with pytest.raises(CommandRefused) as refused:
        await room.desk(c.DrawTyped("AEINRST"))
    assert refused.value.reason == "prepared"
    await room.desk(c.DrawByComputer())
    first = room.hub.game.rounds[0].letters
    await room.desk(c.Undo())
    await room.play(4)
    assert room.hub.game.rounds[0].letters == first, "the same round gets the same letters"
    assert room.hub.game.seed == ""
    assert "has not been shown" in verify_game(room.hub.game, library).wrong[0]
    await room.desk(c.EndEvening())
    game = read_game(write_game(room.hub.game))
    assert checksum(game.seed) == announced.checksum
    report = verify_game(game, library)
    assert report.wrong == ()
    assert any("follows from the seed" in line for line in report.proved)
    with pytest.raises(CommandRefused) as refused:
        await room.desk(c.Undo())
    assert refused.value.reason == "seed_shown"
    await room.hub.stop()

    def changed(change: Callable[[ev.Event], ev.Event]) -> tuple[str, ...]:
        return verify_game(fold(Entry(e.command, change(e.event)) for e in game.history), library).wrong

    def other_seed(event: ev.Event) -> ev.Event:
        return ev.SeedShown("0" * 32) if isinstance(event, ev.SeedShown) else event

    def other_top(event: ev.Event) -> ev.Event:
        return ev.TopsFound(event.round, event.points + 1, event.plays) if isinstance(event, ev.TopsFound) else event

    def other_letters(event: ev.Event) -> ev.Event:
        if isinstance(event, ev.LettersDrawn) and event.round == 1:
            return ev.LettersDrawn(1, "", "AEINRST" if set(event.fresh) != set("AEINRST") else "AEINRTU", event.source)
        return event

    number, equal = next((r.number, r.tops) for r in game.rounds if len(r.tops) > 1)

    def one_missing(event: ev.Event) -> ev.Event:
        return replace(event, plays=equal[1:]) if isinstance(event, ev.TopsFound) and event.round == number else event

    (line,) = changed(one_missing)
    points, lacking = game.rounds[number - 1].top_points, format_play(equal[0], game.tileset)
    assert line == f"round {number}: the top is {points} points as written, but not its plays: not written {lacking}"
    assert any("announced was" in line for line in changed(other_seed))
    assert any("the top is" in line for line in changed(other_top))
    assert any("not what the seed gives" in line for line in changed(other_letters))


async def test_an_optimist_evening_is_proved_as_far_as_it_goes(
    data: Path, library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its draws are the same for all, its best plays are not: each seat has its own board."""
    room = Room(data, library)
    await room.hub.start()
    await room.desk(c.OpenEvening("Friday", "optimist", players=("Anne", "Jean"), sealed_draw=True))
    await room.play(3)
    await room.desk(c.EndEvening())
    game = room.hub.game
    await room.hub.stop()
    file = tmp_path / "evening.json"
    file.write_text(write_game(game), encoding="utf-8")
    assert main(["verify", str(file), "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "3 rounds: every draw keeps the rules, no tops in this game, in which each seat has its own board",
        "every draw follows from the seed whose checksum was announced before play",
    ]

    def changed(events: Iterable[ev.Event]) -> tuple[str, ...]:
        return verify_game(fold(Entry(str(i), event) for i, event in enumerate(events)), library).wrong

    written = [entry.event for entry in game.history]
    first = next(i for i, event in enumerate(written) if isinstance(event, ev.LettersDrawn))
    # seven consonants: the rule set asks for two vowels as well
    other = ev.LettersDrawn(1, "", "SSSSSRT", "computer")
    assert changed([*written[:first], other, *written[first + 1 :]])[0].startswith("round 1: the draw SSSSSRT breaks the rules")
    claimed = ev.TopsFound(1, 30, ())
    assert changed([*written[: first + 1], claimed, *written[first + 1 :]]) == ("round 1: the top is 0 points, written is 30",)
