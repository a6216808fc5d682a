"""What a command does: the referee's table asked on behalf of a device.

Nothing is changed here. :class:`engine.referee.Referee` knows the rules; this module knows how commands are worded, and turns what the
rules refuse into reasons of the message catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from appliance import commands as c
from appliance.deadline import read_deadline
from appliance.decide_corrections import corrected
from appliance.errors import FileError
from appliance.ports import Library
from appliance.seats import Actor
from appliance.vault import Vault
from engine import builtin
from engine import events as ev
from engine.bulletin import MAX_SLIP
from engine.draw import parse_draw
from engine.errors import (
    BoardError,
    CommandRefused,
    DrawError,
    EngineError,
    ExchangeError,
    LexiconError,
    NotationError,
    PlacementError,
    RackError,
    RuleSetError,
    TileError,
)
from engine.game import Entry, Game, Phase, apply, fold
from engine.preparation import deal
from engine.reading import parse_play
from engine.referee import MAX_SEATS, Referee, last_step, open_evening, round_lost, takes_late
from engine.referee.checks import judged_round
from engine.ruleset import RuleSet, with_setting
from engine.sealing import round_dice
from engine.standings import found_tops
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Moment:
    """When and from whom a command came."""

    actor: Actor
    remaining_ms: int
    """Left on the round's clock when it was received."""
    late: bool
    """Whether the clock had run out by then."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command causes, and what its device is told besides."""

    events: tuple[ev.Event, ...]
    answer: dict[str, Any]


@dataclass(frozen=True)
class Decider:
    """Answers commands with events, or refuses them with :class:`CommandRefused`."""

    library: Library
    dice: Random
    today: Callable[[], str]
    wall_ms: Callable[[], int]
    lexicon: str = ""
    """Played with when the desk names none; empty: the rule set's own."""
    vault: Vault | None = None
    """Prepared games and the seeds of sealed draws."""
    prepared: str = ""
    """Checksum of the prepared game that the next evening plays, as long as none has."""

    @property
    def next_game(self) -> str:
        """The prepared game that the next evening plays."""
        played = self.vault is None or not self.prepared or self.vault.played(self.prepared)
        return "" if played else self.prepared

    def decide(self, game: Game, referee: Referee | None, command: c.Command, moment: Moment) -> Decision:
        """The events of a command on this game; *referee* is the evening's, ``None`` before one is open.

        :raises CommandRefused: with a reason of the message catalogue.
        """
        if isinstance(command, c.OpenEvening):
            return Decision(self._open(command), {})
        if referee is None:
            raise CommandRefused("no_evening", "no evening is open")
        if isinstance(command, c.HandIn):
            return _hand_in(game, referee, command, moment)
        return Decision(self._by_referee(game, referee, command, moment), {})

    def list_of(self, command: c.OpenEvening) -> str:
        """The name of the word list that the evening would be played with; empty if it will be refused anyway, or is prepared."""
        if self.next_game:
            return ""
        try:
            return command.lexicon or self.lexicon or self.library.ruleset(_plain_name(command.rules)).lexicon
        except EngineError:
            return ""

    def _open(self, command: c.OpenEvening) -> tuple[ev.Event, ...]:
        if len(command.players) > MAX_SEATS:
            message = f"{len(command.players)} players: {MAX_SEATS} at most"
            raise CommandRefused("too_many_players", message, count=len(command.players), most=MAX_SEATS)
        try:
            rules, tileset, lexicon, announced = self._settled(command)
        except (RuleSetError, TileError, ExchangeError) as error:
            raise CommandRefused.because_of(error, "bad_rules") from error
        except LexiconError as error:
            raise CommandRefused.because_of(error, "no_lexicon") from error
        except FileError as error:
            raise CommandRefused("seed_unkept", str(error)) from error
        try:
            events = open_evening(command.name, self.today(), rules, tileset, lexicon)
            game = fold(Entry("", event) for event in events)
            assert game.opened is not None
            referee = self.library.referee(game.opened)
        except LexiconError as error:
            raise CommandRefused.because_of(error, "no_lexicon") from error
        for seat, name in enumerate(command.players, 1):
            if name.strip():
                events += _seated(game, referee, seat, name)
        return (*events, *announced)

    def _settled(self, command: c.OpenEvening) -> tuple[RuleSet, TileSet, ev.LexiconUsed, tuple[ev.Event, ...]]:
        """What the evening is played by: as the desk asks, or as the prepared game was made."""
        if self.vault is not None and self.next_game:
            opened = self.vault.game(self.next_game).opened
            assert opened is not None
            rules = _with_settings(opened.rules, command.settings, PREPARED_SETTINGS)
            lexicon = opened.lexicon if opened.lexicon.fingerprint else self.library.used(opened.lexicon.name)
            return rules, opened.tileset, lexicon, (ev.GameAnnounced("prepared", self.prepared),)
        rules = _with_settings(self.library.ruleset(_plain_name(command.rules)), command.settings)
        tileset = builtin.tileset(rules.tileset)
        lexicon = self.library.used(_plain_name(command.lexicon or self.lexicon or rules.lexicon))
        if not command.sealed_draw or self.vault is None:
            return rules, tileset, lexicon, ()
        return rules, tileset, lexicon, (ev.GameAnnounced("sealed_draw", self.vault.new_seed()),)

    def _by_referee(self, game: Game, referee: Referee, command: c.Command, moment: Moment) -> tuple[ev.Event, ...]:
        if game.announced is not None and isinstance(command, SETTLED.get(game.announced.kind, ())):
            raise CommandRefused("prepared", "the letters and tops of this evening were settled before it began")
        events = self._events(game, referee, command, moment)
        return (*events, *self._seed_shown(game, events))

    def _seed_shown(self, game: Game, events: Iterable[ev.Event]) -> tuple[ev.Event, ...]:
        """With the end of the evening its seed is shown."""
        sealed = game.announced is not None and game.announced.kind == "sealed_draw"
        if not sealed or not any(isinstance(event, ev.EveningEnded) for event in events):
            return ()
        return (ev.SeedShown(self._vault_of(game).seed(self._checksum(game))),)

    def _draw(self, game: Game, referee: Referee) -> tuple[ev.Event, ...]:
        if game.announced is None:
            return referee.draw(game, self.dice)
        try:
            if game.announced.kind == "sealed_draw":
                seed = self._vault_of(game).seed(self._checksum(game))
                return referee.draw(game, round_dice(seed, len(game.rounds) + 1))
            if game.phase in (Phase.LOBBY, Phase.REVEALED):
                return deal(game, self._vault_of(game).game(self._checksum(game)))
        except ExchangeError as error:
            raise CommandRefused.because_of(error, "prepared") from error
        raise CommandRefused("not_now", f"not possible while the evening is {game.phase.value!r}")

    def _vault_of(self, game: Game) -> Vault:
        if self.vault is None:
            raise ExchangeError(f"this hub has no vault with {self._checksum(game)[:12]}")
        return self.vault

    @staticmethod
    def _checksum(game: Game) -> str:
        assert game.announced is not None
        return game.announced.checksum

    def _events(self, game: Game, referee: Referee, command: c.Command, moment: Moment) -> tuple[ev.Event, ...]:
        match command:
            case c.SeatPlayer():
                return referee.seat_player(game, command.seat, command.name, by_referee=True)
            case c.RemovePlayer():
                return referee.player_leaves(game, command.seat)
            case c.DrawByComputer():
                return self._draw(game, referee)
            case c.DrawTyped():
                return _draw_typed(game, referee, command.letters)
            case c.StartClock():
                return referee.start_clock(game, moment.remaining_ms)
            case c.SetDeadline():
                return referee.set_deadline(game, read_deadline(command.until, self.wall_ms()))
            case c.PauseClock():
                return referee.pause_clock(game, moment.remaining_ms)
            case c.ExtendClock():
                return referee.extend_clock(game, command.added_ms, moment.remaining_ms)
            case c.EndTime():
                return referee.end_time(game, moment.remaining_ms)
            case c.CloseRound():
                return referee.close(game)
            case c.ChooseTop():
                return _choose_top(game, referee, command.index)
            case c.Retain():
                return _retain(game, referee, command)
            case c.Overrule():
                return _overrule(game, referee, command, self.today())
            case c.Decide():
                return _decide(game, referee, command, self.today())
            case c.Reveal():
                return _reveal(game, referee, command, self.today())
            case c.Undo():
                return _undo(game, referee, command, moment, self.library)
            case c.Redo():
                return referee.redo(game)
            case c.AskQuestion():
                return _ask(game, referee, command)
            case c.NameChecker():
                return referee.pair(game, command.seat, command.checker)
            case c.ReportDifference():
                return referee.report_difference(game, command.round, command.seat, command.text)
            case c.CheckSlip():
                return _check(game, referee, command, moment)
            case c.ShowBoard():
                return referee.show_board(game, command.seat)
            case c.EndEvening():
                return referee.end(game)
            case _ if isinstance(command, c.Correction):
                return corrected(game, referee, command, self.library, self.today())
        raise AssertionError(f"{command} is decided elsewhere")


def _seated(game: Game, referee: Referee, seat: int, name: str) -> tuple[ev.Event, ...]:
    """One player of many, pasted together: which one a refusal is about is part of it."""
    try:
        return referee.seat_player(game, seat, name)
    except CommandRefused as error:
        if error.reason != "name_long":
            raise
        begins, count, most = (error.values[each] for each in ("name", "count", "most"))
        raise CommandRefused("player_long", f"player {seat}: {error}", number=seat, name=begins, count=count, most=most) from error


MAX_REPORTS = 10
"""What is said of one slip by its checker, who may change his mind."""

SETTLED: Mapping[str, tuple[type[c.Command], ...]] = {
    "prepared": (c.DrawTyped, c.ChooseTop, c.Retain, c.AdmitWord),
    "sealed_draw": (c.DrawTyped,),
}
"""What the desk cannot do once draws, or draws and tops, are settled."""

PREPARED_SETTINGS = ("clock.", "solo.", "slip.", "ranking.", "format.pace", "format.topping")
"""Settings that leave the draws and the tops of a prepared game as they are."""


def _with_settings(rules: RuleSet, settings: Mapping[str, str], allowed: tuple[str, ...] = ("",)) -> RuleSet:
    for key, value in settings.items():
        if not key.startswith(allowed):
            raise RuleSetError(f"{key}: the game is prepared; only {', '.join(allowed)} can be set", "setting_prepared", key=key)
        rules = with_setting(rules, key, value)
    return rules


def _plain_name(name: str) -> str:
    """A name as a desk may give it: never a path out of the folders of rule sets and lexicons."""
    if "/" in name or "\\" in name or name.startswith("."):
        raise CommandRefused("bad_rules", f"{name[:60]!r} is a path; expected the name of a rule set or of a lexicon")
    return name


def _hand_in(game: Game, referee: Referee, command: c.HandIn, moment: Moment) -> Decision:
    if len(command.text) > MAX_SLIP:
        raise CommandRefused("slip_long", f"a slip of {len(command.text)} characters: {MAX_SLIP} at most")
    on_paper = moment.actor.role == "desk"
    if on_paper and not command.confirmed:
        _need_plain_paper(game, command)
    events = referee.hand_in(
        game,
        command.round,
        command.seat,
        command.text,
        "paper" if on_paper else moment.actor.via,
        moment.remaining_ms,
        command.late if on_paper else moment.late,
    )
    bulletin = next(event.bulletin for event in events if isinstance(event, ev.SlipHandedIn))
    return Decision(events, {"number": bulletin.number, "late": bulletin.late, "round": command.round})


def _need_plain_paper(game: Game, command: c.HandIn) -> None:
    """A slip of the pen at the desk must not cost a table its slip. In topping each slip is a try; a late one takes no place."""
    if not command.text.strip():
        raise CommandRefused("slip_blank", "a paper slip with nothing on it: to be confirmed")
    round_ = game.round
    there = round_.standing.get(command.seat) if round_ is not None and round_.number == command.round else None
    if there is not None and not command.late and not takes_late(game) and game.rules.ranking.by != "time":
        message = f"seat {command.seat} has slip no. {there.number} already: to be confirmed"
        raise CommandRefused("slip_replaced", message, seat=command.seat, number=there.number)


def _draw_typed(game: Game, referee: Referee, letters: str) -> tuple[ev.Event, ...]:
    try:
        return referee.draw_typed(game, parse_draw(letters, game.tileset), "bag")
    except (DrawError, TileError, RackError) as error:
        raise CommandRefused.because_of(error, "bad_draw") from error


def _choose_top(game: Game, referee: Referee, index: int) -> tuple[ev.Event, ...]:
    tops = found_tops(game, game.round)[0] if game.round else ()
    if not 0 <= index < len(tops):
        raise CommandRefused("bad_move", f"there is no top number {index}; there are {len(tops)}, from 0")
    return referee.retain(game, tops[index])


def _retain(game: Game, referee: Referee, command: c.Retain) -> tuple[ev.Event, ...]:
    try:
        play = parse_play(command.text, game.tileset, game.rules.slip.notation)
        return referee.retain(game, play, command.reason)
    except (NotationError, TileError, PlacementError, RackError, BoardError) as error:
        raise CommandRefused.because_of(error, "bad_move") from error


def _ask(game: Game, referee: Referee, command: c.AskQuestion) -> tuple[ev.Event, ...]:
    try:
        word = game.tileset.read(command.word[:MAX_SLIP].strip().upper())
    except TileError as error:
        raise CommandRefused.because_of(error, "bad_word") from error
    return referee.ask(game, command.seat, word)


def _check(game: Game, referee: Referee, command: c.CheckSlip, moment: Moment) -> tuple[ev.Event, ...]:
    """A checker's report on the slip of a judged round: nobody reads another's slip while one can still be handed in or changed."""
    round_ = game.round
    seat = moment.actor.seat if moment.actor.role == "seat" else game.checkers.get(command.seat, 0)
    if seat != game.checkers.get(command.seat):
        raise CommandRefused("not_checker", f"seat {seat} does not check the slips of seat {command.seat}")
    if round_ is None or round_.number != command.round or not round_.is_judged or takes_late(game):
        raise CommandRefused("not_now", f"round {command.round} is not judged, still takes slips, or another has begun")
    reports: tuple[ev.SlipAgreed | ev.DifferenceFound, ...] = (*game.agreed, *game.differences)
    told = sum((each.round, each.seat) == (command.round, command.seat) for each in reports)
    if told >= MAX_REPORTS:
        raise CommandRefused("not_now", f"{told} reports on one slip: no more are taken")
    if command.agrees:
        return referee.agree(game, command.round, command.seat)
    return referee.report_difference(game, command.round, command.seat, command.text)


def _overrule(game: Game, referee: Referee, command: c.Overrule, date: str) -> tuple[ev.Event, ...]:
    return referee.give_points(
        game,
        command.round,
        command.seat,
        command.points,
        command.reason,
        date,
        penalty=command.penalty,
        warning=command.warning,
    )


def _decide(game: Game, referee: Referee, command: c.Decide, date: str) -> tuple[ev.Event, ...]:
    meant = None
    if command.index != -1:
        verdict = judged_round(game, command.round).verdicts.get(command.seat)
        candidates = verdict.candidates if verdict else ()
        if not 0 <= command.index < len(candidates):
            said = f"seat {command.seat} has no candidate {command.index}; there are {len(candidates)}, from 0"
            raise CommandRefused("bad_move", said)
        meant = candidates[command.index]
    return referee.decide(game, command.round, command.seat, meant, command.reason, date)


def _reveal(game: Game, referee: Referee, command: c.Reveal, date: str) -> tuple[ev.Event, ...]:
    """Show the result. With the desk's consent each slip that is still undecided is decided as proposed: the likeliest meaning, or zero."""
    events: list[ev.Event] = []
    if command.accept_proposals and game.phase is Phase.CLOSED and game.round is not None:
        for seat, verdict in game.round.verdicts.items():
            if verdict.outcome == "undecided":
                choice = c.Decide(game.round.number, seat, 0 if verdict.candidates else -1)
                for event in _decide(game, referee, choice, date):
                    events.append(event)
                    game = apply(game, Entry("", event))
    return (*events, *referee.reveal(game))


def _undo(game: Game, referee: Referee, command: c.Undo, moment: Moment, library: Library) -> tuple[ev.Event, ...]:
    """Take back a step, confirmed if that drops a round that has been played."""
    if game.seed:
        raise CommandRefused("seed_shown", "the seed has been shown: all further draws would be known")
    if not command.confirmed and (lost := round_lost(game)):
        message = f"round {lost.number} has been played with {len(lost.bulletins)} slips: to be confirmed"
        raise CommandRefused("undo_played", message, round=lost.number, count=len(lost.bulletins))
    step = last_step(game)
    if step is not None and takes_late(game):
        left = apply(game, Entry("", ev.StepUndone(step))).admitted
        if left != game.admitted and game.opened is not None:
            # slips that came since are judged again without the word
            referee = library.referee(game.opened, tuple(each.word for each in left))
    return referee.undo(game, moment.remaining_ms)
