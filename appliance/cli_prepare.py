"""``toptable prepare``: games made in advance."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from types import FrameType

from appliance.arguments import number
from appliance.catalogue import catalogue
from appliance.errors import ApplianceError, FileError
from appliance.files import make_folder, read_bytes, write_bytes
from appliance.folders import DATA_HELP, default_data_folder
from appliance.library import Library
from appliance.vault import Vault
from engine import events as ev
from engine.codec import decode_event, encode_event, event_kind
from engine.errors import EngineError, LexiconError
from engine.exchange.gamefile import write_game
from engine.game import Entry, fold
from engine.interfaces import WordSource
from engine.preparation import NO_LIMIT, Constraints, Span, impossible, preparable, prepare_game
from engine.referee import Referee, open_evening
from engine.ruleset import with_setting
from engine.sealing import checksum
from engine.tiles import TileSet
from engine.wordlist import MAX_BYTES, read_list

MAX_COUNT = 10_000
TRIES = 2000
"""Candidates a game, after which constraints count as impossible: a minute or more of work for each core."""
EVERY_S = 10
"""Seconds between two lines of progress where there is no terminal."""
TOGETHER = 4
"""Candidates a core tries before it reports."""
_WRITTEN = ("game-*.sealed", "game-*.json", "announcement.txt", "codes.txt")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command; it sets ``run``."""
    prepare = subparsers.add_parser(
        "prepare",
        help="make games in advance",
        description=(
            "Make whole legal games that meet the constraints, on all cores, and write each as a sealed file. Its checksum goes on the "
            "announcement sheet; what it holds nobody sees before it is played. The same seed makes the same games, so keep it to "
            "yourself; without one a secret seed is used."
        ),
    )
    prepare.add_argument("--rules", default="french", metavar="NAME", help="rule set (default: french)")
    prepare.add_argument("--lexicon", default="", metavar="NAME", help="word list (default: the rule set's)")
    prepare.add_argument(
        "--set", action="append", default=[], nargs=2, metavar=("KEY", "VALUE"), dest="settings", help="format.rack 8"
    )
    prepare.add_argument("--count", type=number(1, MAX_COUNT), default=1, metavar="N", help="games (default: 1)")
    prepare.add_argument("--seed", default="", metavar="TEXT", help="the same seed, the same games")
    prepare.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the files")
    prepare.add_argument("--open", action="store_true", help="write plain game files, for study; they are no secret")
    prepare.add_argument("--show-codes", action="store_true", help="write the opening codes too, for a game played on another machine")
    prepare.add_argument("--jobs", type=number(1, 256), default=os.cpu_count() or 1, metavar="N", help="cores (default: all)")
    prepare.add_argument("--tries", type=number(1, 10**9), default=0, metavar="N", help=f"candidates at most (default: {TRIES} a game)")
    prepare.add_argument("--data", type=Path, metavar="DIR", help=DATA_HELP)
    wanted = prepare.add_argument_group("constraints", "A SPAN is 20, 20-24, 20- (at least) or -24 (at most).")
    wanted.add_argument("--rounds", type=_span, default=Span(), metavar="SPAN", help="number of rounds")
    wanted.add_argument("--total", type=_span, default=Span(), metavar="SPAN", help="sum of the tops")
    wanted.add_argument("--bonus", type=_span, default=Span(), metavar="SPAN", help="plays that place seven tiles or more")
    wanted.add_argument("--single", type=_span, default=Span(), metavar="SPAN", help="percent of the rounds with one top only")
    wanted.add_argument("--least", type=number(0, 999), default=0, metavar="POINTS", help="no round under this")
    wanted.add_argument("--blanks-out-by", type=number(1, 99), default=0, metavar="ROUND", help="all blanks placed by this round")
    wanted.add_argument("--placed", default="", metavar="LETTERS", help="letters on the board at the end, e.g. QWXYZKJ")
    wanted.add_argument("--words-from", type=Path, metavar="FILE", help="only words of this list are placed")
    wanted.add_argument("--words-not-from", type=Path, metavar="FILE", help="no word of this list is placed")
    prepare.set_defaults(run=run_prepare)


@dataclass(frozen=True, slots=True)
class Task:
    """What every core is told once."""

    data: Path | None
    rules: str
    settings: tuple[tuple[str, str], ...]
    lexicon: str
    seed: str
    constraints: Constraints
    words_from: Path | None = None
    words_not_from: Path | None = None


Candidate = tuple[int, str, tuple[tuple[str, str], ...]]
"""Its number, the constraint it misses, and its events if it misses none."""


class Maker:
    """Makes candidates by number; one in every process."""

    def __init__(self, task: Task) -> None:
        library = Library(task.data, Path.cwd())
        rules = library.ruleset(task.rules)
        for key, value in task.settings:
            rules = with_setting(rules, key, value)
        rules = preparable(rules)
        tileset = library.tileset(rules)
        lexicon = task.lexicon or rules.lexicon
        _words, used = library.lexicon(lexicon, tileset)
        self.opened = open_evening("prepared", "", rules, tileset, used)
        opened = self.opened[0]
        assert isinstance(opened, ev.EveningOpened)
        self.referee: Referee = library.referee(opened)
        self.constraints = replace(
            task.constraints,
            placed=tileset.read(task.constraints.placed.upper()),
            words_from=_words_of(task.words_from, tileset),
            words_not_from=_words_of(task.words_not_from, tileset),
        )
        if reason := impossible(self.constraints, rules, tileset):
            raise ValueError(f"no game can be so: {reason}")
        self.seed = task.seed

    def candidate(self, number: int) -> Candidate:
        """The candidate of a number: the same for the same seed, whoever makes it."""
        game, missed = prepare_game(self.referee, self.opened, f"toptable prepare/{self.seed}/{number}", self.constraints)
        events = () if missed else tuple((event_kind(e.event), encode_event(e.event)) for e in game.history)
        return number, missed, events


def _words_of(path: Path | None, tileset: TileSet) -> WordSource | None:
    if path is None:
        return None
    try:
        return frozenset(read_list(read_bytes(path, MAX_BYTES, "a word list"), tileset).words)
    except LexiconError as error:
        raise LexiconError(f"{path}: {error}") from error


_maker: list[Maker] = []


def _begin(task: Task) -> None:
    # Ctrl-C reaches the whole group; only the parent acts on it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _maker.append(Maker(task))


def _try(numbers: range) -> list[Candidate]:
    return [_maker[0].candidate(number) for number in numbers]


def candidates(task: Task, jobs: int, tries: int) -> Generator[Candidate]:
    """Candidates in the order of their numbers, whatever the number of cores."""
    if jobs == 1:
        maker = Maker(task)
        yield from map(maker.candidate, range(tries))
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(task,))
    starts = iter(range(0, tries, TOGETHER))
    waiting: list[Future[list[Candidate]]] = []
    try:
        while True:
            while len(waiting) < 2 * jobs and (start := next(starts, None)) is not None:
                waiting.append(pool.submit(_try, range(start, min(tries, start + TOGETHER))))
            if not waiting:
                return
            yield from waiting.pop(0).result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def run_prepare(args: argparse.Namespace) -> int:
    """Make games; 0 all were made, 1 stopped or out of tries, 2 it cannot be done as asked."""
    task = Task(
        args.data,
        args.rules,
        tuple((key, value) for key, value in args.settings),
        args.lexicon,
        args.seed or secrets.token_hex(16),
        Constraints(args.rounds, args.total, args.bonus, args.single, args.least, args.blanks_out_by, args.placed),
        args.words_from,
        args.words_not_from,
    )
    missed: Counter[str] = Counter()
    tried = made = 0
    tries = args.tries or TRIES * args.count
    progress = _Progress(args.count)
    try:
        first = Maker(task)  # whatever is wrong with the wishes is said before any process is started
        make_folder(args.out)
        _check_empty(args.out)
        writer = _Writer(args, Vault((args.data or default_data_folder()) / "sealed"), first)
        found = candidates(task, args.jobs, tries)
        with _Stop() as stop, closing(found):
            for _, reason, events in _until_stopped(found, stop):
                tried += 1
                if reason:
                    missed[reason] += 1
                else:
                    made += 1
                    progress.clear()
                    writer.write(made, events)
                progress.show(made, tried)
                if made == args.count or stop.wanted:
                    break
        if stop.wanted:
            progress.clear()
            print("stopped; the games made so far are complete", file=sys.stderr)
        writer.announce()
    except (EngineError, ApplianceError, ValueError, OSError) as error:
        print(f"toptable prepare: {error}", file=sys.stderr)
        return 2
    progress.clear()
    print(_yield(made, tried, missed))
    if made < args.count and not stop.wanted and missed:
        most = _option(missed.most_common(1)[0][0])
        print(f"--{most} refuses most: ease it, or try longer than {tried} candidates (--tries)", file=sys.stderr)
    return 0 if made == args.count else 1


def _check_empty(folder: Path) -> None:
    """What was announced must stay: a game sealed anew has another checksum, and the one on the wall would never be played.

    :raises FileError: naming what is there.
    """
    there = sorted(path for pattern in _WRITTEN for path in folder.glob(pattern))
    if there:
        raise FileError(f"{there[0]}: made before, and not overwritten; expected a folder without prepared games")


def _until_stopped(found: Iterable[Candidate], stop: _Stop) -> Iterator[Candidate]:
    """A signal to the whole group, as a shell or systemd sends it, ends the other processes first."""
    try:
        yield from found
    except BrokenProcessPool as error:
        if not stop.wanted:
            raise ChildProcessError("one of the processes ended; perhaps the memory is too small: fewer of them (--jobs)") from error


class _Stop:
    """Ctrl-C or SIGTERM once: stop after the candidate in hand; twice: at once."""

    wanted = False

    def __enter__(self) -> _Stop:
        self._before = {each: signal.signal(each, self._asked) for each in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *_: object) -> None:
        for each, before in self._before.items():
            signal.signal(each, before)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        if self.wanted:
            signal.default_int_handler(number, frame)
        self.wanted = True


class _Writer:
    """Writes each game as it comes, and the announcement sheet at the end."""

    def __init__(self, args: argparse.Namespace, vault: Vault, maker: Maker) -> None:
        self.args, self.vault, self.maker = args, vault, maker
        self.lines: list[str] = []
        self.codes: list[str] = []

    def write(self, number: int, events: tuple[tuple[str, str], ...]) -> None:
        game = fold(Entry(str(i), decode_event(kind, text)) for i, (kind, text) in enumerate(events))
        text = write_game(game)
        if self.args.open:
            name = f"game-{number}.json"
            found = checksum(text)
        else:
            name = f"game-{number}.sealed"
            text, found, code = self.vault.seal(text)
            self.codes.append(f"{name}  {code}")
        path = self.args.out / name
        write_bytes(path, text.encode())
        path.chmod(0o644 if self.args.open else 0o600)
        self.lines.append(f"{name}  {found}")
        print(f"{path}  {found}", flush=True)

    def announce(self) -> None:
        """What may hang on the wall, in the language of the letters: rules, list, checksums; nothing of the games."""
        opened = self.maker.opened[0]
        assert isinstance(opened, ev.EveningOpened)
        used, texts = opened.lexicon, catalogue(opened.tileset.name)
        words = texts.text("common.lexicon_line", name=used.name, words=used.words)
        head = [
            opened.rules.full_title,
            texts.text("alone.edition", words=words, fingerprint=used.fingerprint[:8]),
            texts.text("alone.settled"),
            "",
        ]
        write_bytes(self.args.out / "announcement.txt", "\n".join([*head, *self.lines, ""]).encode())
        if self.args.show_codes and self.codes:
            path = self.args.out / "codes.txt"
            write_bytes(path, "\n".join([*self.codes, ""]).encode())
            path.chmod(0o600)


class _Progress:
    """How it goes, on standard error: on a terminal its last line, elsewhere a line now and then."""

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + EVERY_S

    def show(self, made: int, tried: int) -> None:
        text = f"{made} of {_many(self._wanted, 'game')}, {tried} tried"
        if self._terminal:
            print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() >= self._next:
            self._next += EVERY_S
            print(text, file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Before another line is written."""
        if self._terminal:
            print(f"\r{'':<60}\r", end="", file=sys.stderr, flush=True)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _yield(made: int, tried: int, missed: Counter[str]) -> str:
    """What came of it, and what refused the others."""
    told = f"{_many(made, 'game')} of {tried} tried ({100 * made / max(1, tried):.1f} %)"
    reasons = ", ".join(f"{_option(name)} {number}" for name, number in missed.most_common())
    return told + (f"; missed: {reasons}" if reasons else "")


def _option(field: str) -> str:
    return {"least_points": "least"}.get(field, field).replace("_", "-")


def _span(text: str) -> Span:
    least, dash, most = text.partition("-")
    parts = [part for part in (least, most) if part]
    if not parts or not all(part.isascii() and part.isdecimal() and len(part) < 7 for part in parts):
        raise argparse.ArgumentTypeError(f"{text[:20]!r}: expected 20, 20-24, 20- or -24")
    span = Span(int(least or 0), (int(most) if most else NO_LIMIT) if dash else int(least))
    if span.least > span.most:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}: the first number is the greater one")
    return span
