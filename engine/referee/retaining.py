"""The move that is placed on every board, and who was alone at the top."""

from __future__ import annotations

from dataclasses import replace

from engine import choosing
from engine import events as ev
from engine.board import EMPTY, Board
from engine.bulletin import Play
from engine.errors import CommandRefused, PlacementError, RackError
from engine.game import OPEN_PHASES, Entry, Game, Phase, Round, apply, best_known, with_retained
from engine.move import Move
from engine.rack import exchanged, missing, take
from engine.referee.checks import MAX_REASON, round_in
from engine.referee.tools import Tools
from engine.standings import found_tops, round_top
from engine.variants.rounds import allowed_exchanges, must_exchange, split_bonus


class Retaining(Tools):
    """Decides on the move to place and on the solo."""

    def proposal(self, game: Game, round_: Round) -> tuple[ev.MoveRetained, ...]:
        """The move to retain by the rule book; none if nothing can be, or was, placed."""
        plays, points = found_tops(game, round_)
        if not plays:
            return ()
        openings = self.openings
        measure = None if openings is None else (lambda play: openings(game, play))
        choice = choosing.choose_top(plays, self.case(game, round_), measure)
        return (ev.MoveRetained(round_.number, choice.play, points, choice.reason, choice.note),)

    def settled(self, game: Game, round_: Round) -> bool:
        """Whether the referee has chosen: a move of his own stands, one of several equal tops as long as it is a top."""
        kept = round_.retained
        return kept is not None and kept.reason == "referee" and (kept.is_own or kept.points == best_known(game, round_))

    def proposed_anew(self, game: Game, round_: Round) -> tuple[ev.MoveRetained, ...]:
        """The move to place once slips or tops have changed; none, if what was proposed stands on a slip no longer. What the referee has
        chosen stays."""
        if self.settled(game, round_):
            return ()
        nothing = (ev.MoveRetained(round_.number, Play(()), 0, ""),) if round_.retained is not None else ()
        return self.proposal(game, round_) or nothing

    def retain(self, game: Game, play: Play, note: str = "") -> tuple[ev.Event, ...]:
        """The referee's own choice of the move to place; his word is final, so words are not looked up.

        :raises PlacementError: if the play does not fit the board; :raises RackError: if the draw lacks its letters.
        """
        round_ = round_in(game, *OPEN_PHASES, Phase.CLOSED)
        if game.rules.game == "optimist":
            raise CommandRefused("other_game", "in the optimist game each seat places its own play")
        points = points_of(game, round_, play)
        retained = ev.MoveRetained(round_.number, _as_laid(round_.board, play), points, "referee", note[:MAX_REASON])
        if round_.phase is not Phase.CLOSED:
            return (retained,)
        return (retained, *self.solo(game, with_retained(game, round_, retained)))

    def reveal(self, game: Game, *, leave_undecided: bool = False) -> tuple[ev.Event, ...]:
        """Show top and verdicts and place the retained move.

        :raises CommandRefused: ``undecided`` while a slip awaits the referee, unless *leave_undecided*: it then goes on to wait, and
            nothing of it counts.
        """
        round_ = round_in(game, Phase.CLOSED)
        waiting = [seat for seat, verdict in round_.verdicts.items() if verdict.outcome == "undecided"]
        if waiting and not leave_undecided:
            raise CommandRefused("undecided", f"seats {', '.join(map(str, waiting))} await a decision")
        return revealing(game, round_)

    def solo(self, game: Game, round_: Round) -> tuple[ev.Event, ...]:
        """What changes about the round's solo; a seat that was given an average found nothing."""
        seats = len(seats_in_game(game, round_))
        own = [verdict for seat, verdict in round_.verdicts.items() if not round_.has_average(seat)]
        seat = choosing.solo_seat(game.rules, own, seats, round_top(game, round_))
        if seat == round_.solo:
            return ()
        return (ev.SoloGiven(round_.number, seat, game.rules.solo.points if seat else 0),)


def revealing(game: Game, round_: Round) -> tuple[ev.Event, ...]:
    """What places the round's move. Each blank of it whose letter the stock still holds comes back, where the rule set says so."""
    shown = ev.TopRevealed(round_.number)
    if not game.rules.draw.blank_returns or round_.retained is None:
        return (shown,)
    events: list[ev.Event] = [shown]
    revealed = apply(game, Entry("", shown))
    for move in round_.retained.play.moves:
        for tile, square in zip(move.word, move.squares(), strict=True):
            laid_now = round_.board.cells[square] == EMPTY
            # with fresh refill the unused letters are back in the stock by then
            stock = revealed.pool if game.rules.draw.refill == "fresh" else revealed.bag
            if laid_now and tile.islower() and tile.upper() in stock:
                event = ev.BlankReplaced(round_.number, square)
                revealed = apply(revealed, Entry("", event))
                events.append(event)
    return tuple(events)


def points_of(game: Game, round_: Round, play: Play) -> int:
    """What a play scores, its moves laid one after the other.

    :raises PlacementError: if one does not fit; :raises RackError: if the draw lacks its letters.
    """
    board, total = round_.board, 0
    rack = _after_exchange(game, round_, play)
    if not play.moves:
        raise PlacementError("a play without a move places no tile", "nothing_placed")
    for move in play.moves:
        board.check_fit(move)
        laid = board.new_tiles(move)
        rack = take(rack, laid, what="draw")
        if len(laid) > game.rules.draw.placed:
            most = game.rules.draw.placed
            raise RackError(f"{move.word} places {len(laid)} tiles: {most} at most", "too_many_laid", count=len(laid), most=most)
        total += board.score(move, game.tileset, game.rules.bonus).total
        board = board.place(move)
    if game.rules.game == "decomposed" and len(play.moves) > 1:
        if rack:
            raise RackError(f"two moves must place all seven letters; {rack} is left", "letters_left", left=rack)
        total += split_bonus(game.rules, round_.letters)
    return total


def _after_exchange(game: Game, round_: Round, play: Play) -> str:
    """The letters that a play is made of."""
    if play.exchange is None and game.rules.variant.exchange_decline and not game.rules.draw.chosen:
        return round_.letters
    left = take(game.tileset.full_bag(), round_.board.tiles() + round_.letters, what="tile set")
    if play.exchange is None:
        if must_exchange(game.rules, round_.letters, left):
            raise RackError(f"one of {round_.letters} must be exchanged", "exchange_missing")
        if not game.rules.draw.chosen:
            return round_.letters
        chosen = missing(round_.letters, "".join(round_.board.new_tiles(move) for move in play.moves if move.is_on_board))
        return round_.letters + (chosen if len(chosen) == 1 and chosen in left else "")
    if game.rules.game != "substitution" or play.exchange not in allowed_exchanges(game.rules, round_.letters, left):
        exchange = ">".join(play.exchange)
        said = f"{exchange} cannot be exchanged: letters {round_.letters}, still in the bag {left}"
        raise RackError(said, "bad_exchange", exchange=exchange)
    return exchanged(round_.letters, play.exchange)


def _as_laid(board: Board, play: Play) -> Play:
    moves: list[Move] = []
    for move in play.moves:
        moves.append(board.as_laid(move))
        board = board.place(move)
    return replace(play, moves=tuple(moves))


def seats_in_game(game: Game, round_: Round) -> tuple[int, ...]:
    """Seats that count towards the least number for a solo, by ``solo.counted``; one that came later does not."""
    played = {seat for each in game.rounds[: round_.number] for seat in each.standing}
    counted = played | ({s.number for s in game.seats.values() if s.present} if game.rules.solo.counted == "present" else set())
    return tuple(s.number for s in game.seats.values() if s.first_round <= round_.number and s.number in counted)
