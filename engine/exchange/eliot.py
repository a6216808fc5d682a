"""The XML of Eliot's saved games, both ways (format 2; https://github.com/cjlano/eliot, game/xml_writer.cpp).

Duplicate and arbitration games are carried with players, racks, moves, warnings, penalties and solos. Of our own, and passed over by
Eliot's reader, are the element ``Toptable``, the element ``Fault`` of a turn, and the attributes ``slip`` (its wording), ``late``,
``claimed`` and ``reason`` of a player's move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

from engine import builtin
from engine import events as ev
from engine.bulletin import Outcome, Play, SanctionedFault, Verdict
from engine.draw import format_draw, parse_draw
from engine.errors import EngineError, ExchangeError
from engine.exchange.build import (
    MAX_TEXT,
    Builder,
    Decoded,
    Exported,
    Imported,
    clean,
    decode,
    opened_of,
    points_in,
    rules_for,
)
from engine.exchange.carried import ELIOT, lost
from engine.exchange.finding import successors
from engine.exchange.settings import settings_of
from engine.game import Game, Round
from engine.move import Move
from engine.notation import format_reference, parse_reference
from engine.ruleset import Fault, RuleSet, Sanction
from engine.tiles import BLANK

FORMAT = "2"
MAX_NODES = 200_000
_ENCODING = re.compile(rb"<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([A-Za-z0-9._:-]{1,30})[\"']")
VARIANTS = {"bingo": ("format.joker", "true"), "7among8": ("format.rack", "8")}
_SILENT = {"Type", "Letters", "WordNb", "Turns", "Statistics", "PlayerRack"}


def read_eliot(text: str, rules: RuleSet | None = None) -> Imported:
    """A saved game of Eliot as a game; *rules* where the file does not name them (default: French).

    :raises ExchangeError: for what is no such file, or a turn that cannot be.
    """
    if len(text) > MAX_TEXT:
        raise ExchangeError(f"{len(text)} characters: {MAX_TEXT} at most")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ExchangeError("a document type has no place in a saved game of Eliot")
    if text.startswith("<?xml"):
        # the text is decoded already; what it says of its bytes no longer holds
        text = text[text.find("?>") + 2 :] if "?>" in text else text
    try:
        root = ET.fromstring(text)  # noqa: S314 - no document type, so no entities to expand
    except (ET.ParseError, ValueError, RecursionError) as error:
        raise ExchangeError(f"no XML: {error}") from error
    if root.tag != "EliotGame":
        raise ExchangeError(f"the root is {root.tag[:40]!r}, expected 'EliotGame'")
    if sum(1 for _ in root.iter()) > MAX_NODES:
        raise ExchangeError(f"more than {MAX_NODES} elements")
    return _Reader(root, rules).read()


class _Reader:
    def __init__(self, root: ET.Element, rules: RuleSet | None) -> None:
        self.root = root
        self.rules = rules
        self.seats: dict[str, int] = {}

    def read(self) -> Imported:
        root, notes = self.root, []
        if root.get("format", FORMAT) != FORMAT:
            notes.append(f"format {root.get('format', '')[:10]}: read as format {FORMAT}")
        mode = (root.findtext("Game/Mode") or "").strip()
        if mode == "duplicate":
            notes.append("mode duplicate is not carried: it is an arbitration here")
        elif mode != "arbitration":
            notes.append(f"mode {mode[:20] or 'unknown'}: each turn is taken as a round of a duplicate game")
        settings: list[tuple[str, str]] = []
        for variant in root.iterfind("Game/Variant"):
            name = (variant.text or "").strip()
            if name in VARIANTS:
                settings.append(VARIANTS[name])
            elif name:
                notes.append(f"variant {name[:20]} is not known")
        settings += [(e.get("key", ""), e.get("value", "")) for e in root.iterfind("Toptable/Set")]
        own = root.find("Toptable")
        name, date = (own.get("name", ""), own.get("date", "")) if own is not None else ("", "")
        self.builder = Builder(self._rules(own), name, date, (root.findtext("Dictionary/Name") or "").strip(), settings, self._words())
        self.builder.notes += notes
        self._dictionary()
        self._players()
        history = root.find("History")
        for number, turn in enumerate(history if history is not None else (), 1):
            self._turn(turn, f"turn {number}")
        turns = (root.findtext("Game/Turns") or "").strip()
        if turns and turns != str(len(self.builder.game.rounds)):
            self.builder.note("", f"{turns[:20]} turns are stated, {len(self.builder.game.rounds)} are carried")
        self._take_over()
        self._unknown()
        return self.builder.finished()

    def _rules(self, own: ET.Element | None) -> RuleSet:
        name = own.get("rules", "") if own is not None else ""
        if name in builtin.ruleset_names():
            return builtin.ruleset(name)
        return self.rules or rules_for("fr")

    def _words(self) -> int:
        count = (self.root.findtext("Dictionary/WordNb") or "").strip()
        return int(count) if count.isascii() and count.isdecimal() and len(count) < 10 else 0

    def _dictionary(self) -> None:
        """Its letters are those of our tile set, or are told."""
        tileset = self.builder.tileset
        letters = "".join((self.root.findtext("Dictionary/Letters") or "").split()).replace(BLANK, "")
        if letters and sorted(letters.upper()) != sorted("".join(tile.face for tile in tileset.tiles)):
            self.builder.note("", f"Dictionary/Letters {letters[:60]}: not those of the tile set {tileset.name}, which are taken")
        if (kind := (self.root.findtext("Dictionary/Type") or "").strip()) not in ("", "dawg"):
            self.builder.note("", f"Dictionary/Type {kind[:20]} is not carried")

    def _players(self) -> None:
        for player in self.root.iterfind("Game/Player"):
            key = player.get("id", "")
            table = (player.findtext("TableNb") or "").strip()
            seat = int(table) if table.isascii() and table.isdecimal() and len(table) < 5 else len(self.seats) + 1
            if seat in self.seats.values():
                seat = max(self.seats.values()) + 1
            if key in self.seats:
                raise ExchangeError(f"player {key[:20]!r} stands there twice")
            self.seats[key] = seat
            self.builder.seat(seat, player.findtext("Name") or "")
            if (player.findtext("Type") or "human").strip() != "human":
                self.builder.note("", f"player {key[:20]} is a computer: taken as any other")

    def _take_over(self) -> None:
        for element in self.root.iterfind("Toptable/TakenOver"):
            seat, first = (points_in(element.get(name, ""), f"TakenOver: {name}") for name in ("seat", "round"))
            if seat not in self.seats.values() or first < 1:
                raise ExchangeError(f"TakenOver: there is no seat {seat}, or no round {first}")
            self.builder.add(ev.TableTakenOver(first, seat, clean(element.get("by", "")) or str(seat)))

    def _unknown(self) -> None:
        known = {"Name", "Mode", "Variant", "Player", "Set", "TableNb", *_SILENT}
        parents = [*self.root.iterfind("Dictionary"), *self.root.iterfind("Game"), *self.root.iterfind("Game/Player")]
        for parent in parents:
            for child in parent:
                if child.tag not in known:
                    self.builder.note("", f"{parent.tag}/{child.tag} is not carried")
        for child in self.root:
            if child.tag not in ("Dictionary", "Game", "History", "Statistics", "Toptable"):
                self.builder.note("", f"{child.tag} is not carried")

    def _turn(self, turn: ET.Element, where: str) -> None:
        builder = self.builder
        rack = next((e.text for e in turn if e.tag == "GameRack" and e.text), None)
        rack = rack or next((e.text for e in turn if e.tag == "PlayerRack" and e.text), None)
        if rack is None:
            builder.note(where, "no rack: the turn is not carried")
            return
        try:
            draw = parse_draw(rack, builder.tileset)
        except EngineError as error:
            raise ExchangeError(f"{where}: {error}") from error
        for element in turn:
            # in a duplicate game each player has the rack of all
            if element.tag == "PlayerRack" and sorted(_letters(element.text or "")) != sorted(_letters(rack)):
                whose = element.get("playerid", "")[:20]
                builder.note(where, f"PlayerRack {(element.text or '')[:30]} of player {whose} is not carried")
        master = self._master(turn)
        move = self._move(master, where) if master is not None else None
        builder.draw(draw, where, refused=rack.strip().startswith("-"), needed=builder.needed(move) if move else "")
        number = len(builder.game.rounds)
        if move is not None and master is not None:
            builder.place(move, points_in(master.get("points", ""), where), where)
        for element in turn:
            if element.tag == "PlayerMove":
                self._slip(element, where)
        self._rulings(turn, number, where)
        builder.close()

    def _master(self, turn: ET.Element) -> ET.Element | None:
        for tag in ("MasterMove", "GameMove"):
            for element in turn:
                if element.tag == tag and element.get("type") == "valid":
                    return element
        return None

    def _move(self, element: ET.Element, where: str) -> Move:
        try:
            row, col, direction = parse_reference(element.get("coord", ""))
        except EngineError as error:
            raise ExchangeError(f"{where}: {error}") from error
        return Move(self.builder.tiles(element.get("word", ""), where), row, col, direction)

    def _seat(self, element: ET.Element, where: str) -> int:
        key = element.get("playerid", "")
        if key not in self.seats:
            raise ExchangeError(f"{where}: there is no player {key[:20]!r}")
        return self.seats[key]

    def _slip(self, element: ET.Element, where: str) -> None:
        seat, kind = self._seat(element, where), element.get("type", "")
        if kind not in ("valid", "invalid", "pass", "none"):
            self.builder.note(where, f"a move of type {kind[:20]!r} is not carried")
            return
        text = "" if kind == "pass" else f"{element.get('coord', '')} {element.get('word', '')}".strip()
        # an average has a move perhaps, and no slip: a file of ours gives the wording of each slip that there was
        if kind != "none" and ("slip" in element.attrib or self.root.find("Toptable") is None):
            self.builder.hand_in(seat, element.get("slip", text), late=element.get("late") == "1")
        points = max(0, points_in(element.get("points", "0"), where))
        play = Play((self._move(element, where),)) if kind == "valid" else None
        claimed = points_in(element.get("claimed", ""), where) if element.get("claimed") else None
        outcome: Outcome = "accepted" if play or points else "zero"
        self.builder.judge(Verdict(seat, outcome, points, play, claimed=claimed, reason=clean(element.get("reason", ""))))

    def _rulings(self, turn: ET.Element, number: int, where: str) -> None:
        """Faults, warnings and penalties join the verdict; a solo is one of the round."""
        builder = self.builder
        for element in turn:
            if element.tag not in ("Fault", "Warning", "Penalty", "Solo"):
                if element.tag not in ("GameRack", "PlayerRack", "PlayerMove", "MasterMove", "GameMove"):
                    builder.note(where, f"{element.tag} is not carried")
                continue
            seat = self._seat(element, where)
            points = abs(points_in(element.get("points", "0"), where))
            before = builder.game.rounds[-1].verdicts.get(seat, Verdict(seat, "zero", 0))
            match element.tag:
                case "Solo":
                    builder.add(ev.SoloGiven(number, seat, points))
                case "Fault":
                    builder.judge(replace(before, faults=(*before.faults, self._fault(element, where))))
                case "Warning" if before.warnings:
                    pass  # its fault has told it
                case "Warning":
                    told = SanctionedFault(Fault.POINTS_WRONG, Sanction.WARNING, "?")
                    builder.judge(replace(before, faults=(*before.faults, told)))
                case _:
                    builder.judge(replace(before, penalty=before.penalty + points))

    def _fault(self, element: ET.Element, where: str) -> SanctionedFault:
        try:
            return SanctionedFault(Fault(element.get("kind", "")), Sanction(element.get("sanction", "")), clean(element.get("detail", "")))
        except ValueError as error:
            raise ExchangeError(f"{where}: a fault: {error}") from error


def decode_eliot(data: bytes) -> Decoded:
    """The text of a saved game, which names its encoding as XML does."""
    declared = _ENCODING.match(data.removeprefix(b"\xef\xbb\xbf"))
    return decode(data, declared[1].decode() if declared else "")


def _letters(rack: str) -> str:
    return "".join(sign for sign in rack if sign not in "+- ")


def write_eliot(game: Game) -> Exported:
    """The game as a saved game of Eliot's arbitration mode.

    :raises ExchangeError: for a game that this format cannot hold.
    """
    opened_of(game, "Eliot's XML")
    settings, unsaid = settings_of(game.rules)
    lines = list(_head(game, settings))
    for round_ in game.rounds:
        lines += ["        <Turn>", *(f"            {line}" for line in _turn_lines(game, round_)), "        </Turn>"]
    lines += ["    </History>", "</EliotGame>", ""]
    return Exported("\n".join(lines), (*unsaid, *lost(game, ELIOT)))


def _head(game: Game, settings: Iterable[tuple[str, str]]) -> Iterator[str]:
    opened = game.opened
    assert opened is not None
    letters = " ".join(tile.face for tile in opened.tileset.tiles) + " ?"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<EliotGame format="{FORMAT}">'
    yield "    <Dictionary>"
    yield f"        <Name>{escape(opened.lexicon.name)}</Name>"
    yield "        <Type>dawg</Type>"
    yield f"        <Letters>{escape(letters)}</Letters>"
    yield f"        <WordNb>{opened.lexicon.words}</WordNb>"
    yield "    </Dictionary>"
    yield "    <Game>"
    yield "        <Mode>arbitration</Mode>"
    if opened.rules.draw.joker and opened.rules.draw.blank_returns:
        yield "        <Variant>bingo</Variant>"
    if opened.rules.draw.rack == 8:
        yield "        <Variant>7among8</Variant>"
    for seat in game.seats.values():
        yield f'        <Player id="{seat.number}">'
        yield f"            <Name>{escape(seat.name_in(1))}</Name>"
        yield "            <Type>human</Type>"
        yield f"            <TableNb>{seat.number}</TableNb>"
        yield "        </Player>"
    yield f"        <Turns>{len(game.rounds)}</Turns>"
    yield "    </Game>"
    named = f"name={quoteattr(opened.name.removeprefix('?'))} date={quoteattr(opened.date)} rules={quoteattr(opened.rules.name)}"
    yield f"    <Toptable {named}>"
    for key, value in settings:
        yield f"        <Set key={quoteattr(key)} value={quoteattr(value)} />"
    for seat in game.seats.values():
        for first, name in successors(seat):
            yield f'        <TakenOver seat="{seat.number}" round="{first}" by={quoteattr(name)} />'
    yield "    </Toptable>"
    yield "    <History>"


def _turn_lines(game: Game, round_: Round) -> Iterator[str]:
    spell = game.tileset.spell
    rack = format_draw(spell(round_.draw.kept), spell(round_.draw.fresh), bool(round_.refused)).rstrip("+")
    yield f"<GameRack>{escape(rack)}</GameRack>"
    if round_.retained is not None and round_.retained.play.moves:
        yield f"<MasterMove {_attributes(points=round_.retained.points, type='valid', **_placed(game, round_.retained.play))} />"
    for seat, verdict in sorted(round_.verdicts.items()):
        yield f"<PlayerMove {_attributes(playerid=seat, **_slip(game, round_, verdict))} />"
        for each in verdict.faults:
            yield f"<Fault {_attributes(playerid=seat, kind=each.fault, sanction=each.sanction, detail=each.detail)} />"
        if verdict.warnings:
            yield f'<Warning playerid="{seat}" />'
        if verdict.penalty:
            yield f'<Penalty playerid="{seat}" points="{verdict.penalty}" />'
    if round_.solo:
        yield f'<Solo playerid="{round_.solo}" points="{round_.solo_points}" />'


def _slip(game: Game, round_: Round, verdict: Verdict) -> dict[str, object]:
    """The attributes of a player's move."""
    slip = round_.standing.get(verdict.seat)
    found: dict[str, object] = {"points": verdict.points}
    if verdict.play is not None and verdict.play.moves and verdict.outcome != "zero":
        found |= {"type": "valid", **_placed(game, verdict.play)}
    elif slip is not None and slip.text.strip():
        found |= {"type": "invalid", **_refused(game, slip.text.split())}
    else:
        found["type"] = "none" if slip is None else "pass"
    if slip is not None:
        found |= {"slip": slip.text.strip()} | ({"late": 1} if slip.late else {})
    if verdict.claimed is not None:
        found["claimed"] = verdict.claimed
    return found | ({"reason": verdict.reason} if verdict.reason else {})


def _refused(game: Game, words: list[str]) -> dict[str, object]:
    """Word and place of a slip that counts nothing, as far as it names them; its points and the rest stand in its wording."""
    try:
        row, col, direction = parse_reference(words[0], game.rules.slip.notation)
    except EngineError:
        return {"word": words[0], "coord": ""}
    return {"word": words[1] if len(words) > 1 else "", "coord": format_reference(row, col, direction)}


def _placed(game: Game, play: Play) -> dict[str, object]:
    move = play.moves[0]
    return {"word": game.tileset.spell(move.word), "coord": format_reference(move.row, move.col, move.direction)}


def _attributes(**values: object) -> str:
    return " ".join(f"{name}={quoteattr(str(value))}" for name, value in values.items())
