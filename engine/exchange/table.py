"""A game as clubs publish it: one line a round with draw, word, place, points and total.

Read: columns separated by tabs or semicolons, named by the first line in English, French, Dutch or Romanian, and before it ``#`` lines of
``key: value``. The draw is written ``RU+ZXTEU`` or ``-BNISRAA``; a blank in a word stands in parentheses or in lower case, or is not marked
at all, as clubs do in joker games. Written: the same with tabs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from engine import builtin
from engine.board import EMPTY
from engine.draw import Draw, format_draw, parse_draw
from engine.errors import EngineError, ExchangeError
from engine.exchange.build import (
    Builder,
    Exported,
    Imported,
    lines_of,
    opened_of,
    points_in,
    revealed,
    rules_for,
    with_blanks,
)
from engine.exchange.carried import TABLE, lost
from engine.exchange.settings import settings_of
from engine.game import Game, Phase, Round
from engine.move import Move
from engine.notation import Notation, format_reference, parse_reference
from engine.reading import read_slip
from engine.ruleset import RuleSet
from engine.tiles import fold

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "round": ("turn", "round", "coup", "tour", "n", "no", "ronde", "runda"),
    "draw": ("rack", "draw", "tirage", "trekking", "extragere", "letters"),
    "word": ("word", "mot", "woord", "cuvant", "solution", "move"),
    "place": ("ref", "place", "reference", "position", "plaats", "referinta", "pos"),
    "points": ("points", "score", "pts", "punten", "puncte"),
    "total": ("total", "cumul", "totaal"),
}
HEADERS = ("title", "date", "letters", "format", "rules", "lexicon", "set")


def read_table(text: str, rules: RuleSet | None = None) -> Imported:
    """A club's table as a game; *rules* where the table does not name them.

    :raises ExchangeError: naming the line.
    """
    numbered = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    headers: dict[str, str] = {}
    settings: list[tuple[str, str]] = []
    notes: list[str] = []
    for number, line in numbered:
        if not line.startswith("#"):
            continue
        key, colon, value = line[1:].partition(":")
        key, value = key.strip().lower(), value.strip()
        if key == "set" and colon:
            name, _, said = value.partition(" ")
            settings.append((name, said.strip()))
        elif key in HEADERS and colon:
            headers[key] = value
        else:
            notes.append(f"line {number}: not carried: {line[:80]}")
    rows = [(number, line) for number, line in numbered if not line.startswith("#")]
    if not rows:
        raise ExchangeError("the table has no rows")
    if "joker" in headers.get("format", "").lower() and not any(key.endswith("draw.joker") for key, _ in settings):
        settings.append(("format.joker", "true"))
    builder = Builder(
        _rules(headers, rules), headers.get("title", ""), headers.get("date", ""), headers.get("lexicon", ""), settings
    )
    builder.notes += notes
    number, head = rows[0]
    columns = _columns(head, number)
    extra = Counter(at for _, line in rows[1:] for at, cell in enumerate(_cells(line)) if cell and at not in columns.values())
    names = _cells(head)
    builder.notes += [f"not carried: column {names[at] if at < len(names) else at + 1}: {extra[at]}" for at in sorted(extra)]
    for number, line in rows[1:]:
        _row(builder, columns, line, f"line {number}")
    return builder.finished()


def _rules(headers: Mapping[str, str], rules: RuleSet | None) -> RuleSet:
    name = headers.get("rules", "")
    if name in builtin.ruleset_names():
        rules = builtin.ruleset(name)
    elif name and rules is None:
        raise ExchangeError(f"rule set {name[:40]!r} is not one of {', '.join(builtin.ruleset_names())}")
    found = rules or rules_for(headers.get("letters", "fr"))
    letters = headers.get("letters", found.tileset)
    if letters not in builtin.tileset_names():
        raise ExchangeError(f"no tile set {letters[:20]!r}")
    return found if letters == found.tileset else replace(found, tileset=letters)


def _columns(head: str, number: int) -> dict[str, int]:
    cells = [fold(cell).strip().lower().rstrip(".°") for cell in _cells(head)]
    found = {name: next((i for i, cell in enumerate(cells) if cell in names), -1) for name, names in COLUMNS.items()}
    missing = [name for name in ("draw", "word", "place", "points") if found[name] < 0]
    if missing:
        raise ExchangeError(f"line {number}: no column for {', '.join(missing)}; for instance turn, rack, word, ref, points")
    return found


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t" if "\t" in line else ";")]


def _row(builder: Builder, columns: Mapping[str, int], line: str, where: str) -> None:
    cells = _cells(line)

    def cell(name: str) -> str:
        at = columns[name]
        return cells[at] if 0 <= at < len(cells) else ""

    if not cell("draw"):
        raise ExchangeError(f"{where}: no draw")
    try:
        draw = parse_draw(cell("draw"), builder.tileset)
    except EngineError as error:
        raise ExchangeError(f"{where}: {error}") from error
    refused = cell("draw").startswith("-")
    if cell("round") and cell("round").rstrip(".") != str(len(builder.game.rounds) + 1):
        builder.note(where, f"the round {cell('round')[:20]} is stated, it is number {len(builder.game.rounds) + 1} of the table")
    if not cell("word"):
        if told := [name for name in ("place", "points") if cell(name).strip("-0 ")]:
            builder.note(where, f"without a word, not carried: {', '.join(f'{name} {cell(name)[:20]}' for name in told)}")
        builder.draw(draw, where, refused=refused)
        builder.close()
        return
    points = points_in(cell("points"), where)
    builder.draw(draw, where, refused=refused, needed="")
    builder.place(_move(builder, draw, cell("word"), cell("place"), points, where), points, where)
    builder.close()
    total = cell("total")
    reached = sum(round_.top_points for round_ in builder.game.rounds)
    if total and points_in(total, where) != reached:
        builder.note(where, f"the total {total} is stated, the points so far are {reached}")


def _move(builder: Builder, draw: Draw, word: str, place: str, points: int, where: str) -> Move:
    notation = builder.rules.slip.notation
    try:
        row, col, direction = parse_reference(place, notation)
        # a published word has its accents in capitals: only marked letters are blanks
        slip = read_slip(word.replace("*", ""), builder.tileset, notation)
    except EngineError as error:
        raise ExchangeError(f"{where}: {error}") from error
    if slip.word is None:
        raise ExchangeError(f"{where}: {word[:30]!r} is no word")
    move = Move(slip.word, row, col, direction)
    marked = with_blanks(builder.game.board, move, draw.letters, points, builder.tileset, builder.rules)
    if not marked.is_on_board:
        raise ExchangeError(f"{where}: {word[:30]!r} at {place} runs off the board")
    return marked


def write_table(game: Game) -> Exported:
    """The game as a table.

    :raises ExchangeError: for a game that this format cannot hold.
    """
    opened = opened_of(game, "a table")
    settings, unsaid = settings_of(opened.rules)
    lines = [f"# title: {opened.name}"] if opened.name.strip("?") else []
    if opened.date:
        lines.append(f"# date: {opened.date}")
    lines += [f"# letters: {opened.tileset.name}", f"# rules: {opened.rules.name}", f"# lexicon: {opened.lexicon.name}"]
    lines += [f"# set: {key} {value}" for key, value in settings]
    lines.append("turn\track\tword\tref\tpoints\ttotal")
    # the reader ends a round that was not revealed yet, and a blank of it comes back
    end = revealed(game) if game.round is not None and game.round.phase is not Phase.REVEALED else game
    total = 0
    for round_ in game.rounds:
        word, reference, points = _written(game, end, round_)
        total += points
        draw, spell = round_.draw, game.tileset.spell
        shown = format_draw(spell(draw.kept), spell(draw.fresh), bool(round_.refused)).rstrip("+")
        last = (str(points), str(total)) if word else ("", "")
        lines.append("\t".join((str(round_.number), shown, word, reference, *last)))
    return Exported("\n".join([*lines, ""]), (*unsaid, *lost(game, TABLE)))


def _written(game: Game, end: Game, round_: Round) -> tuple[str, str, int]:
    retained = round_.retained
    if retained is None or not retained.play.moves:
        return "", "", 0
    move = retained.play.moves[0]
    squares = tuple(zip(move.word, move.squares(), strict=True))
    bare = replace(move, word="".join(tile.upper() if end.board.cells[square].isupper() else tile for tile, square in squares))
    read = with_blanks(round_.board, bare, round_.letters, retained.points, game.tileset, game.rules)
    # a blank that came back is not marked, unless the reader would not find it
    told = bare if read == move else move
    faces = []
    for tile, square in zip(told.word, move.squares(), strict=True):
        face = game.tileset.face(tile.upper())
        faces.append(f"({face})" if tile.islower() and round_.board.cells[square] == EMPTY else face)
    notation: Notation = game.rules.slip.notation
    return "".join(faces), format_reference(move.row, move.col, move.direction, notation), retained.points
