"""Evening files from games: the inverse of :mod:`engine.evening`, as far as that language goes."""

from __future__ import annotations

from engine import events as ev
from engine.bulletin import Bulletin, Play, Verdict
from engine.draw import format_draw
from engine.errors import ExchangeError
from engine.exchange.build import Exported
from engine.exchange.carried import EVENING, lost
from engine.exchange.finding import decisions
from engine.exchange.settings import settings_of
from engine.game import Game, Round, undone_commands
from engine.reading import format_play


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
        self.named: set[int] = set()
        self.present: set[int] = set()
        """Seats written so far, and those of them that have not left."""
        self.overruled: set[int] = set()

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
        self.overruled = {e.event.round for e in self.game.history if isinstance(e.event, ev.VerdictOverruled)}
        corrected: set[tuple[str, int]] = set()
        undone, chosen = undone_commands(self.game.history), decisions(self.game)
        for at, (command, event) in enumerate(self.game.history):
            if command in undone:
                continue
            if not isinstance(event, ev.VerdictOverruled):
                self._event(event)
            elif (command, event.verdict.seat) not in corrected:
                # one correction may cause others of the seat, which the reader finds by itself
                corrected.add((command, event.verdict.seat))
                self._correct(event.round, event.verdict, chosen.get(at))
        changed = (f"white space and # are written otherwise: {self.changed}",) if self.changed else ()
        return Exported("\n".join([*self.lines, ""]), (*unsaid, *lost(self.game, EVENING), *changed))

    def _event(self, event: ev.Event) -> None:
        spell = self.game.tileset.spell
        match event:
            case ev.PlayerSeated():
                self._seat(event.seat, 1)
            case ev.TableTakenOver():
                self._seat(event.seat, event.first_round)
            case ev.DrawRefused(reason="unseen"):
                self.unseen = True
            case ev.DrawRefused():
                self.lines.append(f"reject {format_draw(spell(event.kept), spell(event.fresh))}")
            case ev.LettersDrawn():
                shown = format_draw(spell(event.kept), spell(event.fresh), self.unseen).rstrip("+")
                self.lines += ["", f"draw {shown}"]
                self.unseen = False
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
            case ev.PlayerLeft():
                self.present.discard(event.seat)
                self.lines.append(f"leave {event.seat}")
            case ev.PlayerReturned():
                self.present.add(event.seat)
                self.lines.append(f"back {event.seat}")
            case ev.CheckerNamed():
                self.lines.append(f"pair {event.seat} {event.checker}")
            case ev.QuestionAsked():
                self.lines.append(f"question {event.seat} {spell(event.word)}")
            case ev.DifferenceFound():
                self.lines.append(f"differ {event.seat} {self._text(event.text)}")
            case _:
                pass  # the reader's referee causes it again, or carried.py tells its loss

    def _seat(self, seat: int, first_round: int) -> None:
        """Who plays there from that round on, by the name that he was given last; a name set right is no other player."""
        if seat not in self.game.seats:
            return
        if seat not in self.named or first_round > 1:
            self.lines.append(f"seat {seat} {self._text(self.game.seats[seat].name_in(first_round))}")
        elif seat not in self.present:
            self.lines.append(f"back {seat}")
        self.named.add(seat)
        self.present.add(seat)

    def _close(self, round_: Round) -> None:
        topping = self.game.rules.ranking.by == "time"
        remaining_s = -1
        again = round_.corrected_slips
        for bulletin in (*(each for each in round_.bulletins if each.seat not in again), *again.values()):
            if not (topping or bulletin.source == "file" or round_.standing.get(bulletin.seat) == bulletin):
                continue
            if topping and bulletin.remaining_ms // 1000 != remaining_s:
                remaining_s = bulletin.remaining_ms // 1000
                self.lines.append(f"clock {remaining_s}")
            self.lines.append(self._slip(bulletin))
        retained = round_.retained
        stated = self.game.opened is not None and not self.game.opened.lexicon.fingerprint
        # a verdict changed before the reveal may have changed what the players' best is; a file reveals as it closes
        decided = round_.number in self.overruled and self.game.rules.top.by == "players"
        if retained is not None and retained.play.moves and (stated or decided or retained.reason == "referee"):
            self.lines.append(f"retain {self._play(retained.play)}")
        self.lines.append("close")

    def _correct(self, number: int, verdict: Verdict, meant: Play | None) -> None:
        if meant is None:
            self.lines.append(f"correct {number} {verdict.seat} {verdict.points} {self._reason(verdict.reason)}")
            return
        said = self._play(meant)
        reason = "" if verdict.reason == said else f": {self._reason(verdict.reason)}"
        self.lines.append(f"decide {number} {verdict.seat} {said}{reason}")

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
