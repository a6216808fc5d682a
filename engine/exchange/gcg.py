"""GCG, the text format of English-language game files (https://www.poslfit.com/scrabble/gcg/), both ways.

A GCG game has players who move in turn; each of their moves becomes a round whose slip is theirs. A duplicate game is written with one
player, the top. ``8D`` is across and ``D8`` down; ``.`` is a tile that lay there, lower case a blank, ``[CH]`` a tile of several
characters. What other programs do not know (rule set, settings) stands in ``#toptable-…`` lines, which they skip.
"""

from __future__ import annotations

import re
from collections import Counter

from engine import builtin
from engine.board import EMPTY
from engine.bulletin import Verdict
from engine.draw import Draw
from engine.errors import EngineError, ExchangeError
from engine.exchange.build import (
    FALLBACK,
    Builder,
    Decoded,
    Exported,
    Imported,
    decode,
    lines_of,
    opened_of,
    points_in,
    rules_for,
)
from engine.exchange.carried import GCG as TOPS
from engine.exchange.carried import MATCH, lost
from engine.exchange.settings import settings_of
from engine.game import Game, Round
from engine.move import Move
from engine.notation import Notation, format_reference, parse_reference
from engine.ruleset import RuleSet
from engine.tiles import TileSet

GCG = Notation.NUMBER_ACROSS
_ENCODING = re.compile(rb"#character-encoding\s+([A-Za-z0-9_-]{1,30})")
_EVENT = re.compile(r">\s*([^:\s]{1,40}):\s*(.*)\Z")
_REFERENCE = re.compile(r"(?:\d{1,2}[A-Oa-o]|[A-Oa-o]\d{1,2})\Z")
_POINTS = re.compile(r"[+-]?\d{1,5}\Z")
_UNKNOWN = "._-#"
"""Signs for tiles of a rack that nobody wrote down."""
_MARKS = "!*,;"
"""What annotators set behind a word."""
_EXCHANGE = re.compile(r"-(?!-\Z)\S{0,30}\Z")
"""A pass, or an exchange of tiles or of so many."""
MAX_PLAYERS = 4
LANGUAGE_OF = (
    *((name, "fr") for name in ("fr", "ods")),
    *((name, "nl") for name in ("nl", "swl")),
    *((name, "ro") for name in ("ro", "loc")),
    *((name, "en") for name in ("en", "twl", "owl", "nwl", "csw", "ospd", "sowpods", "collins")),
)
"""How the names of word lists begin, and the letters that they are made of; our own are named by the language."""
_KNOWN_SILENT = ("character-encoding",)


def decode_gcg(data: bytes) -> Decoded:
    """The text of a GCG file, whose first line may name its encoding; Latin where it does not."""
    declared = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
    return decode(data, declared[1].decode() if declared else "", FALLBACK)


def read_gcg(text: str, rules: RuleSet | None = None) -> Imported:
    """A GCG file as a game; *rules* where the file does not name them (default: English letters).

    :raises ExchangeError: naming the line.
    """
    return _Reader(text, rules).read()


class _Reader:
    def __init__(self, text: str, rules: RuleSet | None) -> None:
        self.lines = [(number, line.strip()) for number, line in enumerate(lines_of(text), 1) if line.strip()]
        self.rules = rules
        self.pragmas: dict[str, str] = {}
        self.settings: list[tuple[str, str]] = []
        self.names: dict[str, str] = {}
        self.notes: list[str] = []
        self.events: list[tuple[int, str, str]] = []
        self.totals: Counter[str] = Counter()
        """What each nick has, as far as the lines said it."""

    def read(self) -> Imported:
        for number, line in self.lines:
            if line.startswith("#"):
                self._pragma(number, line[1:])
            elif match := _EVENT.match(line):
                self.events.append((number, match[1], match[2]))
                self.names.setdefault(match[1], match[1])
            else:
                self.notes.append(f"line {number}: not carried: {line[:80]}")
        if not self.events:
            raise ExchangeError("no line of a move, such as '>Anne: AEINRST 8D RETINAS +66 66'")
        pragmas = self.pragmas
        self.builder = Builder(
            self._rules(), pragmas.get("title", ""), pragmas.get("toptable-date", ""), pragmas.get("lexicon", ""), self.settings
        )
        self.builder.notes += self.notes
        self.seats = {nick: seat for seat, nick in enumerate(self.names, 1)}
        if not pragmas.get("toptable-duplicate"):
            for nick, seat in self.seats.items():
                self.builder.seat(seat, self.names[nick])
            unlike = [f"{nick} ({name})" for nick, name in self.names.items() if nick not in (name, _nick(name))]
            if unlike:
                self.builder.note("", f"nicknames are not carried: {', '.join(unlike)}")
        for at, (number, nick, rest) in enumerate(self.events):
            follows = self.events[at + 1][2] if at + 1 < len(self.events) else ""
            self._event(f"line {number}", nick, rest.split(), _is_withdrawal(follows.split()))
            self._total(f"line {number}", nick, rest.split())
        return self.builder.finished()

    def _rules(self) -> RuleSet:
        name = self.pragmas.get("toptable-rules", "")
        if name in builtin.ruleset_names():
            return builtin.ruleset(name)
        if name and self.rules is None:
            raise ExchangeError(f"rule set {name[:40]!r} is not one of {', '.join(builtin.ruleset_names())}")
        if self.rules is not None:
            return self.rules
        lexicon = self.pragmas.get("lexicon", "").casefold()
        language = next((language for start, language in LANGUAGE_OF if lexicon.startswith(start)), "")
        if lexicon and not language:
            self.notes.append(f"the word list {lexicon[:30]} tells no language: English letters are taken, or those of --rules")
        return rules_for(language or "en")

    def _pragma(self, number: int, text: str) -> None:
        key, _, value = text.partition(" ")
        key, value = key.lower(), value.strip()
        if match := re.fullmatch(r"player(\d{1,2})", key):
            nick, _, name = value.partition(" ")
            if nick:
                self.names[nick[:40]] = name.strip() or nick
            else:
                self.notes.append(f"line {number}: player {match[1]} has no name")
        elif key == "toptable-set":
            name, _, said = value.partition(" ")
            self.settings.append((name, said.strip()))
        elif key in ("title", "lexicon", "toptable-rules", "toptable-date", "toptable-duplicate"):
            self.pragmas[key] = value
        elif key not in _KNOWN_SILENT:
            self.notes.append(f"line {number}: not carried: #{text[:80]}")

    def _event(self, where: str, nick: str, words: list[str], withdrawn: bool) -> None:
        builder = self.builder
        first_two = words[:2] if words and not _REFERENCE.match(words[0]) else words[:1]
        if not words or any(word.startswith("(") for word in first_two):
            builder.note(where, f"points outside the rounds are not carried: {' '.join(words)[:60]}")
            return
        if _is_withdrawal(words):
            return
        rackless = words[0].startswith("-") or (_REFERENCE.match(words[0]) and len(words) > 1 and not _REFERENCE.match(words[1]))
        rest = words if rackless else words[1:]
        rack = "" if rackless else self._rack(words[0], where)
        if rest and rest[0].startswith("-"):
            self._pass(where, nick, rack, rest[0])
            return
        if len(rest) < 3 or not _REFERENCE.match(rest[0]) or not _POINTS.match(rest[2]):
            raise ExchangeError(f"{where}: {' '.join(words)[:60]!r}: expected rack, place, word, +points and total")
        try:
            row, col, direction = parse_reference(rest[0], GCG)
        except EngineError as error:
            raise ExchangeError(f"{where}: {error}") from error
        move = self._move(Move("", row, col, direction), rest[1].rstrip(_MARKS), where)
        points = points_in(rest[2], where)
        needed = builder.needed(move)
        # a phony may use tiles that the player had not
        builder.draw(Draw("", rack), where, needed="" if withdrawn else needed)
        if not 0 <= points <= 9999:
            raise ExchangeError(f"{where}: {points} points: expected 0 to 9999")
        reference = format_reference(row, col, direction, builder.rules.slip.notation)
        play = None if withdrawn else builder.place(move, points, where)
        text = f"{reference} {builder.tileset.spell(play.moves[0].word if play else move.word)} {points}"
        seat = self.seats[nick]
        vain = Verdict(seat, "zero", 0, claimed=points)
        self._judged(nick, text, Verdict(seat, "accepted", points, play, claimed=points) if play else vain)
        builder.close()

    def _total(self, where: str, nick: str, words: list[str]) -> None:
        """Every line ends with its points and the player's total."""
        # from the end, for an exchange of three tiles is written -3
        at = next((i for i in range(len(words) - 2, 0, -1) if _POINTS.match(words[i]) and _POINTS.match(words[i + 1])), None)
        if at is None:
            self.builder.note(where, f"no total: {' '.join(words)[:60]}")
            return
        points, stated = points_in(words[at], where), points_in(words[at + 1], where)
        if self.totals[nick] + points != stated:
            self.builder.note(where, f"the total {stated} is stated, the points so far are {self.totals[nick] + points}")
        # as stated, so that one slip of the pen is told once
        self.totals[nick] = stated
        if words[at + 2 :]:
            self.builder.note(where, f"not carried: {' '.join(words[at + 2 :])[:60]}")

    def _rack(self, written: str, where: str) -> str:
        """The tiles of a rack, which may be known in part: ``AE.....``."""
        known = written.rstrip(_UNKNOWN)
        if known != written:
            self.builder.note(where, f"the rack {written[:30]} is known in part")
        return self.builder.tiles(known.replace("[", "").replace("]", "").upper(), where, blanks=True)

    def _pass(self, where: str, nick: str, rack: str, what: str) -> None:
        self.builder.draw(Draw("", rack), where)
        self._judged(nick, what, Verdict(self.seats[nick], "zero", 0))
        self.builder.close()

    def _judged(self, nick: str, text: str, verdict: Verdict) -> None:
        """The player's slip; the game of the top has none."""
        if not self.pragmas.get("toptable-duplicate"):
            self.builder.hand_in(self.seats[nick], text)
            self.builder.judge(verdict)

    def _move(self, spot: Move, written: str, where: str) -> Move:
        """The word as it lies on the board; dots, and letters in parentheses, are tiles that lie there."""
        cells = self.builder.game.board.cells
        word = ""
        for part in re.findall(r"\[[^\]]{1,4}\]|\.|[^\[\]().]+|\([^)]{1,20}\)|.", written):
            if part == "." or part.startswith("("):
                inner = part.strip("()")
                count = 1 if part == "." else len(self.builder.tiles(inner, where))
                for _ in range(count):
                    square = Move(word + "A", spot.row, spot.col, spot.direction).squares()[-1]
                    if not Move(word + "A", spot.row, spot.col, spot.direction).is_on_board or cells[square] == EMPTY:
                        raise ExchangeError(f"{where}: {written[:30]!r}: no tile lies where a dot stands")
                    word += cells[square]
            else:
                word += self.builder.tiles(part.strip("[]"), where)
        if len(word) > 15:
            raise ExchangeError(f"{where}: {written[:30]!r} is longer than the board")
        return Move(word, spot.row, spot.col, spot.direction)


def _is_withdrawal(words: list[str]) -> bool:
    return "--" in words[:2]


def write_gcg(game: Game) -> Exported:
    """The game as GCG: turn by turn of its players if each round was one player's, or else as the game of the top.

    :raises ExchangeError: for a game that this format cannot hold.
    """
    opened = opened_of(game, "GCG")
    settings, unsaid = settings_of(opened.rules)
    is_match = 1 <= len(game.seats) <= MAX_PLAYERS and all(_is_turn(game, round_) for round_ in game.rounds)
    nicks = _nicks(game) if is_match else {(0, "Top"): "Top"}
    lines = ["#character-encoding UTF-8", *([f"#title {opened.name}"] if opened.name.strip("?") else [])]
    lines += [f"#player{i} {nick} {name}" for i, ((_, name), nick) in enumerate(nicks.items(), 1)]
    lines += [f"#lexicon {opened.lexicon.name}", f"#toptable-rules {opened.rules.name}"]
    if opened.date:
        lines.append(f"#toptable-date {opened.date}")
    if not is_match:
        lines.append("#toptable-duplicate yes")
    lines += [f"#toptable-set {key} {value}" for key, value in settings]
    totals: dict[str, int] = dict.fromkeys(nicks.values(), 0)
    for round_ in game.rounds:
        seat = round_.bulletins[0].seat if is_match else 0
        nick = nicks[seat, game.seats[seat].name_in(round_.number)] if is_match else "Top"
        # sorted, as the format has them: what was kept of the rack before is not told by their order
        rack = _bracketed(game.tileset.sort(round_.letters), game.tileset)
        lines += (f">{nick}: {rack} {turn}" for turn in _turn(game, round_, totals, nick, is_match))
    return Exported("\n".join([*lines, ""]), (*unsaid, *lost(game, MATCH if is_match else TOPS)))


def _is_turn(game: Game, round_: Round) -> bool:
    """Whether a round is one player's turn: his slip was placed, or counts nothing and can be told."""
    if len(round_.bulletins) != 1 or round_.bulletins[0].seat not in game.seats:
        return False
    verdict = round_.verdicts.get(round_.bulletins[0].seat)
    if round_.retained is not None:
        return verdict is not None and (verdict.play, verdict.points) == (round_.retained.play, round_.retained.points)
    return (verdict is None or verdict.points == 0) and _vain(game, round_) is not None


def _turn(game: Game, round_: Round, totals: dict[str, int], nick: str, is_match: bool) -> list[str]:
    """What stands behind rack and nick, in one line or two."""
    before = totals[nick]
    if round_.retained is not None and round_.retained.play.moves:
        move, points = round_.retained.play.moves[0], round_.retained.points
        totals[nick] = before + points
        place = format_reference(move.row, move.col, move.direction, GCG)
        return [f"{place} {_word(round_, move, game.tileset)} +{points} {totals[nick]}"]
    written = (_vain(game, round_) if is_match else None) or "-"
    if written.startswith("-"):
        return [f"{written} +0 {before}"]
    place, word, claimed = written.split()
    return [f"{place} {word} +{claimed} {before + int(claimed)}", f"-- -{claimed} {before}"]


def _vain(game: Game, round_: Round) -> str | None:
    """A slip that counts nothing as GCG tells it: a pass, an exchange, or the place, word and points of a move withdrawn; or ``None``."""
    words = round_.bulletins[0].text.split()
    if not words or _EXCHANGE.match(words[0]):
        return words[0] if words else "-"
    if len(words) != 3 or not (words[2].isascii() and words[2].isdecimal() and len(words[2]) < 5):
        return None
    try:
        row, col, direction = parse_reference(words[0], game.rules.slip.notation)
        move = Move(game.tileset.read(words[1]), row, col, direction)
    except EngineError:
        return None
    if not move.is_on_board:
        return None
    return f"{format_reference(row, col, direction, GCG)} {_bracketed(move.word, game.tileset)} {int(words[2])}"


def _word(round_: Round, move: Move, tileset: TileSet) -> str:
    cells = round_.board.cells
    return "".join(
        _bracketed(tile, tileset) if cells[square] == EMPTY else "." for tile, square in zip(move.word, move.squares(), strict=True)
    )


def _bracketed(tiles: str, tileset: TileSet) -> str:
    faces = map(tileset.face, tiles)
    return "".join(f"[{face}]" if len(face) > 1 else face for face in faces)


def _nick(name: str) -> str:
    return "".join(char for char in name if char.isalnum())[:20]


def _nicks(game: Game) -> dict[tuple[int, str], str]:
    """Seat and name → nick: whoever took a table over is a player of his own."""
    nicks: dict[tuple[int, str], str] = {}
    for seat in game.seats.values():
        for name in (*(name for _, name in seat.earlier), seat.name):
            nick = _nick(name) or f"P{seat.number}"
            if (seat.number, name) not in nicks:
                nicks[seat.number, name] = nick if nick not in nicks.values() else f"{nick}{len(nicks) + 1}"
    return nicks
