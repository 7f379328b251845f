"""What one seat, or somebody who only watches, may know.

`View` and the seen events are the only types that may leave for a client. A view is built from what is
public and the seat's own rack, so it cannot change when the hidden tiles are dealt differently.
"""

from __future__ import annotations

from quixotry.rules import event as happened
from quixotry.rules.board import Board
from quixotry.rules.clock import Clock
from quixotry.rules.event import Event
from quixotry.rules.exchange import bag_for_exchange, exchange_sizes, exchanges_left
from quixotry.rules.outcome import Outcome
from quixotry.rules.position import Pending, Position, Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen


@frozen
class View:
    ruleset: Ruleset
    seat: int | None
    """None for a spectator."""
    seq: int
    board: Board
    rack: Tiles | None
    """The seat's own; a spectator has none."""
    rack_sizes: tuple[int, ...]
    scores: tuple[int, ...]
    bag_count: int
    unseen: Tiles
    """In the bag or on racks this seat cannot see; which is where is not told."""
    turn: int | None
    turns: tuple[Turn, ...]
    exchanges: tuple[int, ...]
    pending: Pending | None
    resigned: frozenset[int]
    clock: Clock
    outcome: Outcome | None
    carried: tuple[int, ...] = ()
    """What each seat brings along from the first game of a match (`outcome.carried_points`); empty else."""

    @property
    def exchange_sizes(self) -> tuple[int, ...]:
        """How many tiles this seat may exchange, were it on turn; empty where it may exchange none."""
        if self.seat is None:
            return ()
        holds = None if self.pending is None else self.rack_sizes[self.pending.seat]
        bag = bag_for_exchange(self.bag_count, rack_size=self.ruleset.rack.size, pending_holds=holds)
        held, made = self.rack_sizes[self.seat], self.exchanges[self.seat]
        return exchange_sizes(self.ruleset.exchange, held=held, bag=bag, made=made)

    @property
    def can_exchange(self) -> bool:
        """May this seat exchange a tile or more, were it on turn?"""
        return bool(self.exchange_sizes)

    def exchanges_left(self, seat: int | None) -> int | None:
        """How often a seat may still exchange; None where there is no limit, and for a spectator."""
        return None if seat is None else exchanges_left(self.ruleset, self.exchanges[seat])

    @property
    def scoreless_turns(self) -> int:
        return next((n for n, turn in enumerate(reversed(self.turns)) if turn.score), len(self.turns))


def view_of(position: Position, seat: int | None, *, carried: tuple[int, ...] = ()) -> View:
    """The position as a seat sees it; `carried` are points brought along from a match's first game."""
    rack = None if seat is None else position.racks[seat]
    unseen = position.ruleset.tiles.counts.minus(position.board.tiles()) - position.aside
    return View(
        ruleset=position.ruleset,
        seat=seat,
        seq=position.seq,
        board=position.board,
        rack=rack,
        rack_sizes=tuple(map(len, position.racks)),
        scores=position.scores,
        bag_count=len(position.bag),
        unseen=unseen if rack is None else unseen - rack,
        turn=position.turn,
        turns=position.turns,
        exchanges=position.exchanges,
        pending=position.pending,
        resigned=position.resigned,
        clock=position.clock,
        outcome=position.outcome,
        carried=carried,
    )


@frozen
class SeenFact:
    """An event that everybody may know in full."""

    event: Event


@frozen
class SeenDraw:
    """A draw, as seen by a seat it does not belong to."""

    seq: int
    seat: int
    at_ms: int
    count: int


@frozen
class SeenExchange:
    """An exchange, as seen by a seat it does not belong to."""

    seq: int
    seat: int
    at_ms: int
    count: int


SeenEvent = SeenFact | SeenDraw | SeenExchange

# A kind of event is public only if it is named here: a new one stays hidden until somebody has thought.
_PUBLIC = (
    happened.FirstTileDrawn,
    happened.StarterChosen,
    happened.TilesPlayed,
    happened.TurnPassed,
    happened.PlayAccepted,
    happened.PlayChallenged,
    happened.PlayWithdrawn,
    happened.TurnLost,
    happened.PointsAdjusted,
    happened.Resigned,
    happened.Forfeited,
    happened.Adjudicated,
    happened.TurnsTakenBack,
    happened.GameEnded,
)


def redact(event: Event, seat: int | None) -> SeenEvent:
    """What a seat (or a spectator, None) may know of an event."""
    if event.seat == seat or isinstance(event, _PUBLIC):
        return SeenFact(event)
    if isinstance(event, happened.TilesDrawn):
        return SeenDraw(event.seq, event.seat, event.at_ms, len(event.tiles))
    assert isinstance(event, happened.TilesExchanged), f"nobody said who may see {type(event).__name__}"
    return SeenExchange(event.seq, event.seat, event.at_ms, len(event.returned))
