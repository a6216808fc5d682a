"""Solo replay: an ended evening, what was revealed of a prepared game, or a practice game, round by round on one's own.

Nothing is kept here: a device tells which game, which round and what it wrote, and remembers its own points. Only rounds that a room has
seen revealed are replayed (:meth:`appliance.vault.Vault.shown`), whether or not their evening played on to the end; an evening not before
it has ended, and a prepared game not while it is on the table.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from appliance.describe import faces, play_view, tile_views, verdict_view
from appliance.hub import Hub
from appliance.library import Library
from appliance.publish import public_view
from appliance.replay_optimist import Found, SoloGame, settled
from appliance.vault import Vault, revealed_rounds
from appliance.views import MAX_SHOWN_TOPS, PlayView, PublicView, VerdictView
from engine import arbiter, builtin
from engine.bulletin import MAX_SLIP, Bulletin, Play
from engine.errors import CommandRefused, EngineError, LexiconError
from engine.events import EveningOpened
from engine.game import Game, Phase, Round
from engine.plain import from_plain, to_plain
from engine.preparation import preparable, prepare_game
from engine.referee import Referee, open_evening
from engine.ruleset import with_setting
from engine.standings import cost, running_sheet, taken_ms

MAX_ID = 2000
MAX_SETTINGS = 20
KEPT = 12
"""Games kept open, those asked for last; a practice game takes a Pi a second or two to make."""
BETTER = 8
"""Better moves shown."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of the list of games."""

    id: str
    name: str
    date: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round before its move: what the room saw."""

    rounds: int
    """How many the game has."""
    view: PublicView
    topping: bool
    own: bool = False
    """Optimist: the board and the letters are one's own."""


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What a move was worth, and what there was to find."""

    verdict: VerdictView
    found: bool
    """Whether it is a top."""
    top: int = 0
    retained: PlayView | None = None
    tops: tuple[PlayView, ...] = ()
    """The first of them."""
    tops_count: int = 0
    better: tuple[PlayView, ...] = ()
    """The best moves above one's own that are no tops."""
    time_ms: int = 0
    """In a game of topping, what the round costs: one's own time, or that of a top not found."""
    penalty: int = 0
    """What the round loses by its penalty and by its warning, if beyond the free ones."""
    warning: int = 0
    """The number of the warning that the slip earned; 0 for none."""
    total: int = 0
    total_of_tops: int = 0
    rank: int = 0
    """Where one would stand in the room after this round; 0 if nobody played it."""
    of: int = 0
    """Seats in the room, oneself included."""
    last: bool = False
    board: tuple[tuple[str, ...], ...] = ()
    """15 rows of 15 faces, the retained play laid; in the optimist game one's own."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a player has after some rounds."""

    total: int
    time_ms: int
    """In topping."""
    warnings: int
    """Warnings so far; the room's points are less by those beyond the free ones, too."""


@dataclass(frozen=True, slots=True)
class Practice:
    """All that a practice game is made of; its id holds nothing else."""

    rules: str
    lexicon: str
    settings: Mapping[str, str]
    seed: str


class Replay:
    """Games for players on their own. One question at a time: an evening in play must not feel it."""

    def __init__(self, hub: Hub, library: Library, vault: Vault) -> None:
        self._hub = hub
        self._library = library
        self._vault = vault
        self._one = asyncio.Semaphore(1)
        self._games: OrderedDict[str, Game] = OrderedDict()

    async def games(self) -> tuple[GameLine, ...]:
        """The games that may be replayed, newest first."""
        evenings = await self._hub.evenings()
        lines = [GameLine(f"evening-{each.number}", each.name, each.date) for each in evenings]
        found = await asyncio.to_thread(self._vault.checksums)
        shown = [each for each in found if self._vault.shown(each) and not self._is_on_table(each)]
        return (*lines, *(GameLine(f"prepared-{each}", each[:8], "") for each in shown))

    async def practice(self, rules: str, lexicon: str, settings: Mapping[str, str], seed: str) -> str:
        """Make a practice game; returns its id, which says all it is made of.

        :raises CommandRefused: ``bad_rules``, ``no_lexicon``, or for a setting that does not go with the rule set.
        """
        wish = json.dumps(to_plain(Practice(rules, lexicon, settings, seed)), separators=(",", ":"))
        name = "practice-" + base64.urlsafe_b64encode(wish.encode()).decode().rstrip("=")
        await self._open(name)
        return name

    async def round(self, game_id: str, number: int, slips: Sequence[str] = ()) -> RoundView:
        """A round before its move. *slips* are one's own of the rounds before, which only the optimist game asks for.

        :raises CommandRefused: ``solo_unknown``, ``solo_secret``, ``round_unknown``.
        """
        game = await self._open(game_id)
        view = public_view(_before(game, number))
        if game.rules.game != "optimist":
            return RoundView(len(game.rounds), view, game.rules.ranking.by == "time")
        async with self._one:
            own = await asyncio.to_thread(self._own, game, number, slips)
        hand = own.hand
        view = replace(view, board=faces(game.tileset, hand.board), tiles=tile_views(game.tileset, hand.letters))
        return RoundView(len(game.rounds), view, topping=False, own=True)

    async def answer(
        self,
        game_id: str,
        number: int,
        text: str,
        total: int,
        *,
        attempt: bool = False,
        time_ms: int = 0,
        before_ms: int = 0,
        warnings: int = 0,
        slips: Sequence[str] = (),
    ) -> AnswerView:
        """Judge a move, handed in after *time_ms*. With *attempt*, a try of topping: nothing but whether it is a top. *slips* as in
        :meth:`round`.

        *total*, *before_ms* and *warnings* are the points, what topping has cost, and the warnings of the rounds before, as the device
        remembers them.

        :raises CommandRefused: as :meth:`round`, and ``slip_long``.
        """
        if len(text) > MAX_SLIP:
            raise CommandRefused("slip_long", f"a slip of {len(text)} characters: {MAX_SLIP} at most")
        game, before = await self._open(game_id), Reached(total, before_ms, warnings)
        async with self._one:
            if game.rules.game == "optimist":
                return await asyncio.to_thread(self._judged_own, game, number, text, slips, before)
            return await asyncio.to_thread(self._judged, game, number, text, attempt, before, time_ms)

    def _judged(self, game: Game, number: int, text: str, attempt: bool, before: Reached, time_ms: int) -> AnswerView:
        now = _before(game, number)
        round_ = now.rounds[-1]
        referee = self._referee(game)
        case = referee.case(now, round_)
        if text.strip():
            verdict = settled(arbiter.judge(Bulletin(1, text, 1, "tablet"), case), game.rules)
        else:
            verdict = arbiter.no_slip(1, case)
        found = round_.top_points > 0 and verdict.points >= round_.top_points
        shown = verdict_view(now, round_, verdict)
        if attempt and not found:
            return AnswerView(shown, found)
        took_ms = _took_ms(game, found, time_ms)
        penalty, warning = cost(game.rules, verdict, before.warnings)
        reached = Reached(before.total + verdict.points - penalty, before.time_ms + took_ms, max(before.warnings, warning))
        rank, of = _rank(game, number, reached)
        retained = game.rounds[number - 1].retained
        return AnswerView(
            verdict=shown,
            found=found,
            top=round_.top_points,
            retained=play_view(now, round_, retained.play, retained.points) if retained and retained.play.moves else None,
            tops=tuple(play_view(now, round_, play, round_.top_points) for play in round_.tops[:MAX_SHOWN_TOPS]),
            tops_count=len(round_.tops),
            better=() if found else _better(referee, now, round_, verdict.points),
            time_ms=took_ms,
            penalty=penalty,
            warning=warning,
            total=reached.total,
            total_of_tops=sum(each.top_points for each in game.rounds[:number]),
            rank=rank,
            of=of,
            last=number == len(game.rounds),
            board=_board_after(game, game.rounds[number - 1]),
        )

    def _own(self, game: Game, number: int, slips: Sequence[str]) -> SoloGame:
        """An optimist game as one has played it, the letters of the round drawn."""
        _check_number(game, number)
        own = SoloGame(game, self._referee(game))
        own.play(_played(slips, number))
        own.draw()
        return own

    def _judged_own(self, game: Game, number: int, text: str, slips: Sequence[str], before: Reached) -> AnswerView:
        before_move = self._own(game, number, slips)
        best = before_move.best()
        own = SoloGame(game, self._referee(game))
        own.play((*_played(slips, number), text))
        verdict, round_ = own.verdict, replace(own.round, board=before_move.hand.board)

        def shown(found: Iterable[Found]) -> tuple[PlayView, ...]:
            return tuple(play_view(own.game, round_, each.play, each.points) for each in found)

        top = best[0].points if best else 0
        penalty, warning = cost(game.rules, verdict, before.warnings)
        reached = Reached(before.total + verdict.points - penalty, 0, max(before.warnings, warning))
        rank, of = _rank(game, number, reached)
        tops = [each for each in best if each.points == top]
        return AnswerView(
            verdict=verdict_view(own.game, round_, verdict),
            found=bool(best) and verdict.points >= top,
            top=top,
            retained=shown(tops[:1])[0] if tops else None,
            tops=shown(tops[:MAX_SHOWN_TOPS]),
            tops_count=len(tops),
            better=shown([each for each in best if verdict.points < each.points < top][:BETTER]),
            penalty=penalty,
            warning=warning,
            total=reached.total,
            rank=rank,
            of=of,
            last=number == len(game.rounds),
            board=faces(game.tileset, own.board),
        )

    def _referee(self, game: Game) -> Referee:
        assert game.opened is not None
        try:
            return self._library.referee(game.opened)
        except EngineError as error:
            raise CommandRefused("no_lexicon", str(error)) from error

    # --- opening ---

    async def _open(self, game_id: str) -> Game:
        """:raises CommandRefused: ``solo_unknown``, ``solo_secret``."""
        if len(game_id) > MAX_ID:
            raise CommandRefused("solo_unknown", "there is no such game")
        async with self._one:
            game = self._games.get(game_id)
            if game is None:
                game = await self._loaded(game_id)
            else:
                self._games.move_to_end(game_id)
            game = self._revealed(game_id, game)
            if not game.rounds:
                raise CommandRefused("solo_unknown", "no round of this game was played")
            return game

    def _keep(self, game_id: str, game: Game) -> Game:
        self._games[game_id] = game
        while len(self._games) > KEPT:
            self._games.popitem(last=False)
        return game

    async def _loaded(self, game_id: str) -> Game:
        kind, _, what = game_id.partition("-")
        if kind == "evening" and what.isascii() and what.isdecimal() and len(what) < 10:
            if int(what) == self._hub.evening:
                # never kept, for it may go on after all
                if self._hub.game.phase is Phase.ENDED:
                    return self._hub.game
            elif (game := await self._hub.ended_evening(int(what))) is not None:
                return self._keep(game_id, game)
        if kind == "prepared":
            if not self._vault.shown(what):
                raise CommandRefused("solo_secret", "this game is still to be played")
            try:
                return self._keep(game_id, await asyncio.to_thread(self._vault.game, what))
            except EngineError as error:
                raise CommandRefused("solo_unknown", str(error)) from error
        if kind == "practice":
            return self._keep(game_id, await asyncio.to_thread(self._made, what))
        raise CommandRefused("solo_unknown", f"there is no game {game_id[:40]!r} to replay")

    def _revealed(self, game_id: str, game: Game) -> Game:
        """The game as far as a room has seen it. Asked each time, for the same game may be on the table again.

        :raises CommandRefused: ``solo_secret``.
        """
        kind, _, what = game_id.partition("-")
        if kind == "practice":
            return game
        found = game.announced.checksum if game.announced is not None and game.announced.kind == "prepared" else ""
        if self._is_on_table(what if kind == "prepared" else found):
            raise CommandRefused("solo_secret", "this game is being played")
        rounds = game.rounds[: self._vault.shown(what)] if kind == "prepared" else revealed_rounds(game)
        return replace(game, rounds=rounds)

    def _is_on_table(self, found: str) -> bool:
        now = self._hub.game
        return bool(found) and now.announced is not None and now.announced.checksum == found and now.phase is not Phase.ENDED

    def _made(self, what: str) -> Game:
        wish = _wish(what)
        try:
            self._check_wish(wish)
            rules = self._library.ruleset(wish.rules)
            for key, value in wish.settings.items():
                rules = with_setting(rules, key, value)
            if rules.game != "optimist":
                rules = preparable(rules)
            used = self._library.used(wish.lexicon or rules.lexicon)
            opened = open_evening(rules.title, "", rules, builtin.tileset(rules.tileset), used)
            first = opened[0]
            assert isinstance(first, EveningOpened)
            # never a seed that toptable prepare uses: practising must not meet a game still to be played
            game, _missed = prepare_game(self._library.referee(first), opened, f"practice/{wish.seed}")
        except CommandRefused:
            raise
        except LexiconError as error:
            raise CommandRefused("no_lexicon", str(error)) from error
        except EngineError as error:
            raise CommandRefused.because_of(error, "bad_rules") from error
        return game

    def _check_wish(self, wish: Practice) -> None:
        """:raises CommandRefused: for what a device may not ask for, or is not there."""
        if wish.rules not in {each.name for each in self._library.rulesets() if not each.fault}:
            raise CommandRefused("bad_rules", f"no rule set {wish.rules[:40]!r}")
        if wish.lexicon and wish.lexicon not in self._library.names():
            raise CommandRefused("no_lexicon", f"no word list {wish.lexicon[:40]!r}")
        if len(wish.settings) > MAX_SETTINGS:
            raise CommandRefused("bad_rules", f"{len(wish.settings)} settings: {MAX_SETTINGS} at most")


def _wish(what: str) -> Practice:
    """:raises CommandRefused: ``solo_unknown`` for an id that no practice game has."""
    try:
        return from_plain(Practice, json.loads(base64.urlsafe_b64decode(what + "=" * (-len(what) % 4))))
    except (ValueError, RecursionError) as error:
        raise CommandRefused("solo_unknown", "there is no such practice game") from error


def _before(game: Game, number: int) -> Game:
    """The game as it stood when the letters of a round were shown, without the room.

    :raises CommandRefused: ``round_unknown``.
    """
    _check_number(game, number)
    past = game.rounds[number - 1]
    round_ = Round(
        past.number,
        past.draw,
        past.source,
        past.board,
        remaining_ms=1000 * game.rules.clock.round_s,
        refused=past.refused,
        top_points=past.top_points,
        tops=past.tops,
    )
    return Game(opened=game.opened, rounds=(*game.rounds[: number - 1], round_), board=past.board, rack=round_.letters)


def _check_number(game: Game, number: int) -> None:
    if not 1 <= number <= len(game.rounds):
        raise CommandRefused("round_unknown", f"the game has rounds 1 to {len(game.rounds)}, not {number}")


def _played(slips: Sequence[str], number: int) -> tuple[str, ...]:
    """One's own slips of the rounds before, nothing for those that the device does not tell."""
    told = tuple(slips[: number - 1])
    return told + ("",) * (number - 1 - len(told))


def _board_after(game: Game, round_: Round) -> tuple[tuple[str, ...], ...]:
    board = round_.board
    for move in round_.retained.play.moves if round_.retained else ():
        board = board.place(move)
    return faces(game.tileset, board)


def _better(referee: Referee, game: Game, round_: Round, points: int) -> tuple[PlayView, ...]:
    """The best moves between one's own and the top. Where a play is more than a move only the tops are known."""
    if game.rules.game != "duplicate":
        return ()
    found = referee.solver.moves(round_.board, round_.letters, BETTER + len(round_.tops))
    above = [each for each in found if points < each.points < round_.top_points]
    return tuple(play_view(game, round_, Play((each.move,)), each.points) for each in above[:BETTER])


def _took_ms(game: Game, found: bool, time_ms: int) -> int:
    """What a round costs in topping; 0 in other games."""
    if game.rules.ranking.by != "time":
        return 0
    return time_ms if found and time_ms <= 1000 * game.rules.clock.round_s else game.rules.missed_ms


def _rank(game: Game, number: int, reached: Reached) -> tuple[int, int]:
    """Where one stands among the room after a round: by points, in topping by the time."""
    by_time = game.rules.ranking.by == "time"
    ahead = 0
    for seat in game.seats:
        lines = tuple(line for line in running_sheet(game, seat) if line.round <= number)
        total = lines[-1].cumulated if lines else 0
        ahead += taken_ms(game, lines) < reached.time_ms if by_time else total > reached.total
    return (1 + ahead, len(game.seats) + 1) if game.seats else (0, 0)
