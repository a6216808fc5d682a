"""Evening files from games: the inverse of :mod:`engine.evening`, as far as that language goes."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace

from engine import events as ev
from engine.bulletin import Bulletin, Play
from engine.draw import format_draw
from engine.errors import ExchangeError, PlacementError, RackError
from engine.exchange.build import Exported
from engine.exchange.carried import EVENING, lost
from engine.exchange.finding import decisions
from engine.exchange.settings import settings_of
from engine.game import Game, Round, undone_commands
from engine.reading import format_play
from engine.referee.retaining import points_of

MAX_QUOTED = 170
"""Characters of a reason beside a slip: a line has 400 at most."""


def write_evening(game: Game, lexicon: str = "") -> Exported:
    """The game as an evening file, which names the word list *lexicon* (default: as the game does); slips superseded by a later sending
    are left out, for they never counted.

    :raises ExchangeError: for a game that was never opened.
    """
    if game.opened is None:
        raise ExchangeError("no evening has been opened: there is nothing to write")
    return _Writer(game).write(lexicon or game.opened.lexicon.name)


class _Writer:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[str] = []
        self.changed = 0
        """Names and slips that one line cannot hold as they are."""
        self.unseen = False
        self.drawn = False
        self.open = False
        """Whether a letter has been drawn, and whether a round takes slips where the writing is."""
        self.named: set[int] = set()
        self.gone: dict[int, bool] = {}
        """Seats that have left → whether that stands written. Who leaves during a round does so behind its slips."""
        undone = undone_commands(game.history)
        self.history = [(at, command, event) for at, (command, event) in enumerate(game.history) if command not in undone]
        self.tenants = self._tenants()
        self.changed_rounds = self._changed_rounds()

    def _changed_rounds(self) -> set[int]:
        """Rounds in which another play may have been the one to place when they were closed: a file reveals as it closes."""
        rounds = self._admitted_before_reveal()
        if self.game.rules.top.by == "players":
            corrections = ev.VerdictOverruled | ev.SlipCorrected | ev.AverageGiven
            rounds |= {event.round for _, _, event in self.history if isinstance(event, corrections)}
        return rounds

    def _admitted_before_reveal(self) -> set[int]:
        """Rounds that were judged and not yet shown when a word was admitted, which may have made another play the one to place."""
        rounds, closed = set[int](), 0
        for _, _, event in self.history:
            match event:
                case ev.RoundClosed():
                    closed = event.round
                case ev.TopRevealed():
                    closed = 0
                case ev.WordAdmitted() if closed:
                    rounds.add(closed)
        return rounds

    def _tenants(self) -> dict[int, list[str]]:
        """Each seat → who played there in turn. A name set right is no other player, nor is one who came before anything was drawn."""
        first_draw = next((at for at, _, event in self.history if isinstance(event, ev.LettersDrawn)), len(self.game.history))
        before = Counter(e.seat for at, _, e in self.history if isinstance(e, ev.TableTakenOver) and at < first_draw)
        return {
            seat.number: [*(name for _, name in seat.earlier), seat.name][before[seat.number] :] for seat in self.game.seats.values()
        }

    def _other_tops(self) -> list[str]:
        """Rounds whose best, set by the players, was another once a verdict had been changed: a play that is stated sets the top by what it
        counts."""
        told, placed = [], set[int]()
        unjudged = set[tuple[int, int]]()  # slips that came once the referee had decided; a file's are judged
        for _, _, event in self.history:
            match event:
                case ev.SlipHandedIn():
                    unjudged.add((event.round, event.bulletin.seat))
                case ev.SlipJudged(verdict=verdict):
                    unjudged.discard((event.round, verdict.seat))
                    placed |= {event.round} if verdict.outcome == "accepted" and verdict.play is not None else set()
        placed |= {number for number, _ in unjudged}
        for round_ in self.game.rounds if self.game.rules.top.by == "players" else ():
            number, retained = round_.number, round_.retained
            if number not in self.changed_rounds:
                continue
            if retained is None or not retained.play.moves:
                told += [f"round {number}: nothing was placed, read back the best slip is"] if number in placed else []
                continue
            with suppress(PlacementError, RackError):  # a game made by hand: the reader names what does not fit
                if (counted := points_of(self.game, round_, retained.play)) != retained.points:
                    told.append(f"round {number}: the top of {retained.points} is read back as {counted}, which its play counts")
        return told

    def write(self, lexicon: str) -> Exported:
        opened = self.game.opened
        assert opened is not None
        settings, unsaid = settings_of(opened.rules)
        self.lines += [f"rules {opened.rules.name}", f"lexicon {lexicon}"]
        self.lines += [f"set {key} {value}" for key, value in settings]
        if opened.board:
            rows = (opened.board[i : i + 15] for i in range(0, 225, 15))
            spell = self.game.tileset.spell
            self.lines += ["board", *("".join(spell(cell) if cell != "." else "." for cell in row) for row in rows)]
        chosen = decisions(self.game)
        corrected: set[tuple[str, int]] = set()
        for at, command, event in self.history:
            if not isinstance(event, ev.VerdictOverruled | ev.SlipCorrected):
                self._event(event)
            elif (command, event.verdict.seat) not in corrected:
                # one correction may cause others of the seat, which the reader finds by itself
                corrected.add((command, event.verdict.seat))
                self._correct(event, chosen.get(at))
        changed = (f"white space and # are written otherwise: {self.changed}",) if self.changed else ()
        return Exported("\n".join([*self.lines, ""]), (*unsaid, *lost(self.game, EVENING), *self._other_tops(), *changed))

    def _event(self, event: ev.Event) -> None:
        spell = self.game.tileset.spell
        match event:
            case ev.PlayerSeated():
                self._seat(event.seat, taken_over=False)
            case ev.TableTakenOver():
                self._seat(event.seat, taken_over=True)
            case ev.DrawRefused(reason="unseen"):
                self.unseen = True
            case ev.DrawRefused():
                self.lines.append(f"reject {format_draw(spell(event.kept), spell(event.fresh))}")
            case ev.LettersDrawn():
                shown = format_draw(spell(event.kept), spell(event.fresh), self.unseen).rstrip("+")
                self.lines += ["", f"draw {shown}"]
                self.unseen, self.drawn, self.open = False, True, True
            case ev.RoundClosed():
                self._close(self.game.rounds[event.round - 1])
            case ev.EveningEnded():
                if event.reason == "referee":
                    self.lines.append("end")
            case ev.AverageGiven(followed=False):
                group = ",".join(map(str, event.group))
                self.lines.append(f"average {event.round} {event.verdict.seat} {group} {self._reason(event.verdict.reason)}")
            case ev.WordAdmitted():
                self.lines.append(f"admit {spell(event.word)} {self._reason(event.reason)}")
            case ev.SeatExcused():
                self.lines.append(f"excuse {event.round} {event.seat} {self._reason(event.reason)}")
            case ev.PlayerLeft():
                self.gone[event.seat] = False
                if not self.open:
                    self._write_gone()
            case ev.PlayerReturned():
                self._come_back(event.seat)
            case ev.CheckerNamed():
                self.lines.append(f"pair {event.seat} {event.checker}")
            case ev.QuestionAsked():
                self.lines.append(f"question {event.seat} {spell(event.word)}")
            case ev.DifferenceFound():
                self.lines.append(f"differ {event.seat} {self._text(event.text)}")
            case _:
                pass  # the reader's referee causes it again, or carried.py tells its loss

    def _seat(self, seat: int, *, taken_over: bool) -> None:
        """Somebody sits down, is named anew, or takes a table over; before the first draw only the last name is written."""
        tenants = self.tenants.get(seat, [])
        follows = taken_over and self.drawn and len(tenants) > 1
        if tenants and (follows or seat not in self.named):
            if seat in self.named:
                tenants.pop(0)
            self.named.add(seat)
            self._write_gone(seat)
            self.gone.pop(seat, None)
            self.lines.append(f"seat {seat} {self._text(tenants[0])}")
        elif seat in self.gone:
            self._come_back(seat)

    def _come_back(self, seat: int) -> None:
        self._write_gone(seat)
        self.gone.pop(seat, None)
        self.lines.append(f"back {seat}")

    def _write_gone(self, only: int = 0) -> None:
        for seat, written in self.gone.items():
            if not written and only in (0, seat):
                self.lines.append(f"leave {seat}")
                self.gone[seat] = True

    def _close(self, round_: Round) -> None:
        topping = self.game.rules.ranking.by == "time"
        remaining_s = -1
        standing = replace(round_, corrected_slips={}).standing
        for bulletin in round_.bulletins:
            if not (topping or bulletin.source == "file" or standing.get(bulletin.seat) == bulletin):
                continue
            if topping and bulletin.remaining_ms // 1000 != remaining_s:
                remaining_s = bulletin.remaining_ms // 1000
                self.lines.append(f"clock {remaining_s}")
            self.lines.append(self._slip(bulletin))
        self._write_gone()
        retained = round_.retained
        stated = self.game.opened is not None and not self.game.opened.lexicon.fingerprint
        decided = round_.number in self.changed_rounds
        if retained is not None and retained.play.moves and (stated or decided or retained.reason == "referee"):
            self.lines.append(f"retain {self._play(retained.play)}")
        self.lines.append("close")
        self.open = False

    def _correct(self, event: ev.VerdictOverruled | ev.SlipCorrected, meant: Play | None) -> None:
        number, verdict, reason = event.round, event.verdict, self._reason(event.verdict.reason)
        if isinstance(event, ev.SlipCorrected):
            late, quoted = "late " if event.bulletin.late else "", reason.replace('"', "'")[:MAX_QUOTED]
            self.changed += quoted != reason
            self.lines.append(f'key {number} {verdict.seat} {late}"{quoted}" {self._text(event.bulletin.text)}'.rstrip())
        elif meant is None:
            self.lines.append(f"correct {number} {verdict.seat} {verdict.points} {reason}")
        else:
            play = self._play(meant)
            self.lines.append(f"decide {number} {verdict.seat} {play}" + ("" if verdict.reason == play else f": {reason}"))

    def _reason(self, text: str) -> str:
        return self._text(text) or "-"

    def _slip(self, bulletin: Bulletin) -> str:
        text = self._text(bulletin.text)
        if bulletin.late:
            return f"late {bulletin.seat} {text or '-'}"
        return f"slip {bulletin.seat} {text}" if text else f"blank {bulletin.seat}"

    def _play(self, play: Play) -> str:
        return format_play(play, self.game.tileset, self.game.rules.slip.notation)

    def _text(self, text: str) -> str:
        """One line, without the sign that begins a comment."""
        shown = " ".join(text.split()).replace("#", "＃")
        if shown != text:
            self.changed += 1
        return shown
