"""One game between two programs, by the clock. Whoever fails loses the game or the turn, and the match goes on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from quixotry.arena.plan import TimeControl
from quixotry.arena.played import Failed, PlayedGame
from quixotry.errors import QuixotryError
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_player import BotPlayer
from quixotry.players.time_use import share_of_time
from quixotry.rules import event as happened
from quixotry.rules.clock import MINUTE_MS
from quixotry.rules.errors import IllegalMove
from quixotry.rules.exchange import pass_move
from quixotry.rules.game import Arbiter, Game, GameHeader
from quixotry.rules.move import Accept, Move, Resign
from quixotry.rules.ports import CanPlay, Player, TileSource
from quixotry.rules.ruleset import ClockRule, Ruleset
from quixotry.rules.view import View

MOVE_LEAST_MS = 250
"""What a move has in any case, if it has run out of time: overtime costs points, not the game."""
SPARED_MS = 500
"""Never planned with: the clock also runs while a move is handed over."""
FAILURES_MAX = 20
"""Kept of one game."""

_CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}


def timed_rules(ruleset: Ruleset, control: TimeControl) -> Ruleset:
    """The ruleset with the clock of a match in place of its own; without a game clock it has none."""
    minutes = None if control.game_ms is None else max(1, math.ceil(control.game_ms / MINUTE_MS))
    return replace(ruleset, clock=ClockRule(minutes, ruleset.clock.overtime_points))


@dataclass
class RefereedGame:
    """A game as it goes on. `seats[n]` plays seat n; `order[n]` is the number of that player in its pairing."""

    header: GameHeader
    lexicon: Lexicon
    can_play: CanPlay
    seats: Sequence[Player]
    order: tuple[int, int]
    control: TimeControl
    tiles: TileSource
    passes_on_failure: bool = False
    carried: tuple[int, ...] = ()
    read_clock: Callable[[], float] | None = None
    """In seconds; None for the clock the time control names."""
    watch: Callable[[Game], None] = lambda _: None
    """Told of the game after each turn."""
    _used_ms: list[float] = field(default_factory=lambda: [0.0, 0.0])
    _slowest_ms: list[float] = field(default_factory=lambda: [0.0, 0.0])
    _failures: list[Failed] = field(default_factory=list)
    _unready: dict[int, QuixotryError] = field(default_factory=dict)

    def play(self) -> tuple[Game, PlayedGame]:
        """Play to the end."""
        arbiter = Arbiter(self.tiles, self.lexicon, self.can_play)
        game = Game.begin(self.header, self.tiles)
        self._announce(game)
        while (seat := game.position.turn) is not None:
            game = self._turn(game, seat, arbiter)
            self.watch(game)
        assert game.position.outcome is not None
        for player in self.seats:
            if isinstance(player, BotPlayer):
                player.tell_result(game.position.outcome)
        return game, self._summary(game)

    def _announce(self, game: Game) -> None:
        """Tell programs of the game before any clock runs; one that fails has failed in its first turn."""
        players = [(player.name, player.kind) for player in self.header.players]
        for seat, player in enumerate(self.seats):
            if isinstance(player, BotPlayer):
                try:
                    player.new_game(self.header.ruleset, seat=seat, players=players)
                except QuixotryError as error:
                    self._unready[seat] = error

    def _turn(self, game: Game, seat: int, arbiter: Arbiter) -> Game:
        view = game.view(seat, carried=self.carried)
        read = self.read_clock or _CLOCKS[self.control.clock]
        began, failure = read(), None
        try:
            move = self._choose(seat, view, self._budget_ms(game, seat))
        except QuixotryError as error:
            failure = error
        used_ms = 1000 * (read() - began)
        self._used_ms[seat] += used_ms
        self._slowest_ms[seat] = max(self._slowest_ms[seat], used_ms)
        if failure is None:
            try:
                return game.move(seat, move, arbiter, now_ms=self._now_ms(game))
            except IllegalMove as error:
                failure = error
        self._note(seat, game, failure)
        return self._after_failure(game, seat, arbiter)

    def _choose(self, seat: int, view: View, budget_ms: int) -> Move:
        player = self.seats[seat]
        if error := self._unready.pop(seat, None):
            raise error
        if isinstance(player, BotPlayer):
            left_ms = None
            if self.control.game_ms is not None:
                left_ms = max(0, round(self.control.game_ms - self._used_ms[seat]))
            return player.choose(view, budget_ms, left_ms=left_ms)
        return player.choose(view, budget_ms)

    def _after_failure(self, game: Game, seat: int, arbiter: Arbiter) -> Game:
        instead: list[Move] = [Resign()]
        if self.passes_on_failure:
            instead.insert(0, pass_move(game.header.ruleset) if game.position.pending is None else Accept())
        for move in instead:
            try:
                return game.move(seat, move, arbiter, now_ms=self._now_ms(game))
            except IllegalMove:
                # The first turn of some games cannot be passed; a resignation always stands.
                continue
        raise AssertionError("a seat on turn can resign")

    def _note(self, seat: int, game: Game, error: QuixotryError) -> None:
        if len(self._failures) < FAILURES_MAX:
            turn = len(game.position.turns) + 1
            code = error.reason if isinstance(error, BotFailed) else error.code
            self._failures.append(Failed(self.order[seat], turn, code, str(error)))

    def _budget_ms(self, game: Game, seat: int) -> int:
        """What this move may take: its share of the game's time that is left."""
        if self.control.game_ms is None:
            return self.control.thinking_ms
        left_ms = self.control.game_ms - self._used_ms[seat] - SPARED_MS
        share = share_of_time(len(game.position.bag), sum(map(len, game.position.racks)))
        budget_ms = max(MOVE_LEAST_MS, int(share * left_ms))
        return budget_ms if self.control.move_ms is None else min(budget_ms, self.control.move_ms)

    def _now_ms(self, game: Game) -> int:
        """The referee's clock. It counts whole minutes, so a game of 90 seconds begins with half a minute gone."""
        rule = self.header.ruleset.clock
        if rule.minutes is None or self.control.game_ms is None:
            return 0
        seat = game.position.turn
        assert seat is not None
        gone_ms = rule.minutes * MINUTE_MS - self.control.game_ms
        charged_ms = game.position.clock.used_ms[seat]
        return game.position.at_ms + max(0, round(gone_ms + self._used_ms[seat]) - charged_ms)

    def _summary(self, game: Game) -> PlayedGame:
        outcome = game.position.outcome
        assert outcome is not None
        seat_of = (self.order.index(0), self.order.index(1))
        starter = next(each.seat for each in game.events if isinstance(each, happened.StarterChosen))
        bingos, overtime = [0, 0], [0, 0]
        for event in game.events:
            if isinstance(event, happened.TilesPlayed):
                bingos[event.seat] += event.bonus > 0
            elif isinstance(event, happened.PointsAdjusted) and event.why == "time":
                overtime[event.seat] -= event.points
        scores = [tuple(turn.score for turn in game.position.turns if turn.seat == seat) for seat in (0, 1)]
        winner = self.order[outcome.winners[0]] if len(outcome.winners) == 1 else -1
        first, second = seat_of
        return PlayedGame(
            starter=self.order[starter],
            scores=(outcome.scores[first], outcome.scores[second]),
            winner=winner,
            reason=outcome.reason,
            turn_scores=(scores[first], scores[second]),
            bingos=(bingos[first], bingos[second]),
            used_ms=(round(self._used_ms[first]), round(self._used_ms[second])),
            slowest_ms=(round(self._slowest_ms[first]), round(self._slowest_ms[second])),
            overtime=(overtime[first], overtime[second]),
            failures=tuple(self._failures),
        )
