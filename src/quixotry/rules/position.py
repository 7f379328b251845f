"""The state of a game: a fold over its events, and nothing else.

`evolve` never judges a move; it trusts the referee that it was legal, but not the record it came from: an
event that cannot have happened (a damaged or doctored save) is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from itertools import takewhile
from typing import Literal, TypeVar

from quixotry.rules import event as happened
from quixotry.rules.alphabet import BLANK_BIT, letter_of, tile_of
from quixotry.rules.board import Board
from quixotry.rules.clock import Clock
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.exchange import bag_for_exchange
from quixotry.rules.move import Placement
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset import EndingRun, Ruleset
from quixotry.rules.scoring import WordScore
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

T = TypeVar("T")

TurnKind = Literal["play", "exchange", "pass", "withdrawn", "lost"]


@frozen
class Turn:
    """A seat's go that is over, as everybody saw it."""

    seat: int
    kind: TurnKind
    score: int
    bag_empty: bool
    """Was the bag empty when it was made?"""
    placements: tuple[Placement, ...] = ()
    """The tiles laid, where they still lie."""

    def counts_for(self, run: EndingRun) -> bool:
        if run.bag_empty and not self.bag_empty:
            return False
        match run.of:
            case "passes":
                return self.kind == "pass"
            case "exchanges":
                return self.kind == "exchange"
            case "scoreless":
                return self.score == 0
            case _:
                return self.kind != "play"


@frozen
class Pending:
    """The last play, while the next seat may still challenge it."""

    seat: int
    placements: tuple[Placement, ...]
    words: tuple[WordScore, ...]
    score: int


@frozen
class Position:
    """Everything the referee needs. Each field is per seat where it is a tuple of numbers or racks."""

    ruleset: Ruleset
    board: Board
    racks: tuple[Tiles, ...]
    bag: Tiles
    aside: Tiles
    """Tiles drawn for first play and not yet returned."""
    scores: tuple[int, ...]
    exchanges: tuple[int, ...]
    """How often each seat has exchanged."""
    emptied: tuple[int | None, ...]
    """The event by which a seat placed its last tile, while it still holds none."""
    clock: Clock
    turns: tuple[Turn, ...] = ()
    resigned: frozenset[int] = frozenset()
    turn: int | None = None
    """Whose go it is; nobody's before the start and after the end."""
    pending: Pending | None = None
    outcome: Outcome | None = None
    draws: int = 0
    """How many tiles have been drawn in all: the number of the next draw."""
    seq: int = 0
    """The number the next event will have."""
    at_ms: int = 0
    before: Position | None = field(default=None, compare=False, repr=False)
    """How things stood before the last turn, for who takes it back; it says nothing that the events do not."""

    @property
    def seats(self) -> range:
        return range(len(self.scores))

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not resigned."""
        return tuple(seat for seat in self.seats if seat not in self.resigned)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def scoreless_turns(self) -> int:
        """How many turns in a row, up to now, scored nothing."""
        return sum(1 for _ in takewhile(lambda turn: turn.score == 0, reversed(self.turns)))

    @property
    def bag_for_exchange(self) -> int:
        """How many tiles the bag will hold once a play still open to challenge stands and its seat has drawn."""
        holds = None if self.pending is None else len(self.racks[self.pending.seat])
        return bag_for_exchange(len(self.bag), rack_size=self.ruleset.rack.size, pending_holds=holds)

    def next_seat(self, seat: int) -> int:
        """Who is on turn after this seat: to the left, passing over those who left."""
        order: list[int] = [*range(seat + 1, len(self.scores)), *range(seat + 1)]
        return next(each for each in order if each not in self.resigned)


def before_start(ruleset: Ruleset, seats: int) -> Position:
    """The board is empty, all tiles are in the bag, nobody has drawn."""
    none = ruleset.tiles.none
    return Position(
        ruleset=ruleset,
        board=Board.empty(ruleset.layout),
        racks=(none,) * seats,
        bag=ruleset.tiles.counts,
        aside=none,
        scores=(0,) * seats,
        exchanges=(0,) * seats,
        emptied=(None,) * seats,
        clock=Clock((0,) * seats),
    )


def replay(ruleset: Ruleset, seats: int, events: Iterable[Event]) -> Position:
    """The position after these events, from the beginning."""
    position = before_start(ruleset, seats)
    for event in events:
        position = evolve(position, event)
    return position


def evolve(position: Position, event: Event) -> Position:
    """The position after one more event."""
    _check_order(position, event)
    try:
        after = _changed(position, event)
    except (AssertionError, IndexError, ValueError) as error:
        raise ImpossibleEvent(
            event.seq, str(error) or "it names tiles or squares that do not exist"
        ) from error
    # Every tile is somewhere: board + racks + bag == tile set. Checked on each event, because a lost
    # tile shows only forty moves later, as a wrong end bonus nobody can explain.
    tiles = [sum(counts) for counts in zip(*_counts(after), strict=True)]
    if tiles != list(position.ruleset.tiles.counts.counts):
        raise ImpossibleEvent(event.seq, "tiles have been lost or added")
    clock = after.clock
    if position.turn is not None:
        clock = clock.charged(position.turn, event.at_ms - position.at_ms)
    return replace(after, seq=event.seq + 1, at_ms=event.at_ms, clock=clock)


def _counts(position: Position) -> list[tuple[int, ...]]:
    # Counted by bytes.count, a fifth of the time of a loop over 225 squares.
    cells = position.board.cells
    letters = [cells.count(number) for number in range(1, position.ruleset.tiles.kinds)]
    blanks = len(cells) - cells.count(0) - sum(letters)
    racks = (tiles.counts for tiles in (position.bag, position.aside, *position.racks))
    return [(blanks, *letters), *racks]


def _check_order(position: Position, event: Event) -> None:
    if event.seq != position.seq:
        raise ImpossibleEvent(event.seq, f"event {position.seq} should come next")
    if event.at_ms < position.at_ms:
        raise ImpossibleEvent(event.seq, "its time is before that of the event before it")
    if event.seat not in position.seats:
        raise ImpossibleEvent(event.seq, f"there is no seat {event.seat + 1}")
    if position.is_over:
        raise ImpossibleEvent(event.seq, "the game was already over")


def _changed(position: Position, event: Event) -> Position:
    """The position with what the event says; sequence, time and clock are `evolve`'s."""
    seat, bag, draws = event.seat, position.bag, position.draws
    match event:
        case happened.FirstTileDrawn(tile=tile):
            _require(position.turn is None, "the game had begun")
            return replace(
                position, bag=bag.minus((tile,)), aside=position.aside.plus((tile,)), draws=draws + 1
            )
        case happened.StarterChosen():
            _require(position.turn is None, "the game had begun")
            none = position.ruleset.tiles.none
            return replace(position, bag=bag + position.aside, aside=none, turn=seat)
        case happened.TilesDrawn(tiles=tiles):
            _require(position.turn is not None, "the game had not begun")
            position = replace(position, bag=bag.minus(tiles), draws=draws + len(tiles))
            return _with_rack(position, seat, position.racks[seat].plus(tiles))
        case happened.TilesPlayed():
            return _played(position, event)
        case happened.TilesExchanged(returned=returned, drawn=drawn):
            rack = position.racks[seat].minus(returned).plus(drawn)
            exchanges = _with(position.exchanges, seat, position.exchanges[seat] + 1)
            position = _turned(position, Turn(seat, "exchange", 0, not bag))
            position = replace(position, bag=bag.minus(drawn).plus(returned), exchanges=exchanges)
            return replace(_with_rack(position, seat, rack), draws=draws + len(drawn))
        case happened.TurnPassed():
            return _turned(position, Turn(seat, "pass", 0, not bag))
        case happened.TurnLost():
            return _turned(position, Turn(seat, "lost", 0, not bag))
        case happened.PlayAccepted():
            _require(position.pending is not None, "there was no play to accept")
            return replace(position, pending=None)
        case happened.PlayChallenged(bad=bad):
            _require(position.pending is not None, "there was no play to challenge")
            return position if bad else replace(position, pending=None)
        case happened.PlayWithdrawn():
            return _withdrawn(position, event)
        case happened.PointsAdjusted(points=points):
            return _scored(position, seat, points)
        case happened.Resigned() | happened.Forfeited():
            return _resigned(position, seat)
        case happened.Adjudicated():
            return position
        case happened.TurnsTakenBack(turns=turns):
            return _taken_back(position, seat, turns)
        case happened.GameEnded(outcome=outcome):
            _require(outcome.scores == position.scores, "the final scores are not those of the game")
            named = {*outcome.winners, *(() if outcome.out_seat is None else (outcome.out_seat,))}
            _require(
                bool(outcome.winners) and named <= set(position.active), "its outcome names no such seat"
            )
            return replace(position, outcome=outcome, turn=None)
        case _:
            raise ValueError(f"{type(event).__name__} is no event we know")


def _played(position: Position, event: happened.TilesPlayed) -> Position:
    seat, letters = event.seat, len(position.ruleset.tiles.alphabet)
    _require(bool(event.placements), "no tile was laid")
    for square, cell in event.placements:
        _require(square in position.ruleset.layout.squares, "a square is off the board")
        _require(not position.board.cells[square], "a square is taken")
        _require(0 < cell < 2 * BLANK_BIT and 1 <= letter_of(cell) <= letters, "a tile has no letter")
    rack = position.racks[seat].minus(tile_of(cell) for _, cell in event.placements)
    pending = None
    if position.ruleset.allows_challenges:
        pending = Pending(seat, event.placements, event.words, event.score)
    turn = Turn(seat, "play", event.score, not position.bag, event.placements)
    position = _scored(_turned(position, turn), seat, event.score)
    position = replace(position, board=position.board.with_cells(event.placements), pending=pending)
    position = _with_rack(position, seat, rack)
    if not rack:
        position = replace(position, emptied=_with(position.emptied, seat, event.seq))
    return position


def _withdrawn(position: Position, event: happened.PlayWithdrawn) -> Position:
    seat, pending = event.seat, position.pending
    withdrawn = (seat, event.placements, event.score)
    is_pending = pending is not None and withdrawn == (pending.seat, pending.placements, pending.score)
    _require(is_pending, "there is no such play to take off")
    rack = position.racks[seat].plus(tile_of(cell) for _, cell in event.placements)
    position = _scored(position, seat, -event.score)
    return replace(
        _with_rack(position, seat, rack),
        board=position.board.with_cells((square, 0) for square, _ in event.placements),
        turns=(*position.turns[:-1], replace(position.turns[-1], kind="withdrawn", score=0, placements=())),
        pending=None,
    )


def _resigned(position: Position, seat: int) -> Position:
    _require(position.turn is not None and seat in position.active, "that seat was not playing")
    _require(len(position.active) > 1, "everybody has left")
    position = replace(position, resigned=position.resigned | {seat})
    if position.pending and position.pending.seat == seat:
        position = replace(position, pending=None)
    return replace(position, turn=position.next_seat(seat)) if position.turn == seat else position


def _taken_back(position: Position, seat: int, turns: int) -> Position:
    """Where things stood so many turns ago; but time that was used is used."""
    _require(0 < turns <= len(position.turns), "there were not so many turns")
    _require(not position.ruleset.allows_challenges, "turns are not taken back where words are challenged")
    back = position
    for _ in range(turns):
        assert back.before is not None, "every turn knows what was before it"
        back = back.before
    _require(back.turn == seat, f"it was not seat {seat + 1}'s turn then")
    return replace(back, clock=position.clock)


def _turned(position: Position, turn: Turn) -> Position:
    _require(turn.seat == position.turn, f"it was not seat {turn.seat + 1}'s turn")
    _require(position.pending is None, "the play before it was neither accepted nor challenged")
    after = position.next_seat(turn.seat)
    return replace(position, turns=(*position.turns, turn), turn=after, before=position)


def _scored(position: Position, seat: int, points: int) -> Position:
    return replace(position, scores=_with(position.scores, seat, position.scores[seat] + points))


def _with_rack(position: Position, seat: int, rack: Tiles) -> Position:
    _require(len(rack) <= position.ruleset.rack.size, "a rack would hold too many tiles")
    emptied = _with(position.emptied, seat, None) if rack else position.emptied
    return replace(position, racks=_with(position.racks, seat, rack), emptied=emptied)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _require(claim: bool, otherwise: str) -> None:
    if not claim:
        raise ValueError(otherwise)
