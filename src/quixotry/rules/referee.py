"""Judging a move: is it legal here, and what follows if it is?

`decide` is the only way a game moves on. It keeps no state, reads no clock and draws no tiles:
`now_ms` and a TileSource come from the caller, so a game can be replayed to the letter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from quixotry.rules import errors
from quixotry.rules import event as happened
from quixotry.rules.ending import Ending, find_ending, outcome_of, overtime, settle
from quixotry.rules.event import Event
from quixotry.rules.exchange import begins_with_a_play, pass_kind
from quixotry.rules.legality import bad_words, check_exchange, judge_play, words_and_squares
from quixotry.rules.move import Accept, Adjudicate, Challenge, Exchange, Forfeit, Move, Play, Resign, Ruling
from quixotry.rules.ports import CanPlay, TileSource, Words
from quixotry.rules.position import Pending, Position, before_start, evolve
from quixotry.rules.ruleset import Ruleset


@dataclass(slots=True)
class _Record:
    """The events of one decision as they are made, and the position after them."""

    position: Position
    now_ms: int
    tiles: TileSource
    events: list[Event] = field(default_factory=list)

    def add(self, kind: type[Event], seat: int, **fields: Any) -> None:
        event = kind(seq=self.position.seq, seat=seat, at_ms=self.now_ms, **fields)
        self.position = evolve(self.position, event)
        self.events.append(event)

    def draw(self, amount: int) -> tuple[int, ...]:
        """The next tiles out of the bag, at most what it holds; the event that follows takes them."""
        bag, drawn = self.position.bag, []
        for number in range(self.position.draws, self.position.draws + min(amount, len(bag))):
            drawn.append(self.tiles(number, bag))
            bag = bag.minus(drawn[-1:])
        return tuple(drawn)

    def fill_rack(self, seat: int) -> None:
        drawn = self.draw(self.position.ruleset.rack.size - len(self.position.racks[seat]))
        if drawn:
            self.add(happened.TilesDrawn, seat, tiles=drawn)


def start(
    ruleset: Ruleset, seats: int, *, tiles: TileSource, now_ms: int = 0, game: int = 1
) -> tuple[Event, ...]:
    """Decide who starts and deal. `game` is its number within a match (E1)."""
    assert ruleset.seats.min <= seats <= ruleset.seats.max
    record = _Record(before_start(ruleset, seats), now_ms, tiles)
    match ruleset.seats.first:
        case "drawn":
            starter = _draw_for_first_play(record)
        case "alternating":
            starter = (game - 1) % seats
        case _:
            starter = 0
    record.add(happened.StarterChosen, starter)
    for seat in (*range(starter, seats), *range(starter)):
        record.fill_rack(seat)
    return tuple(record.events)


def _draw_for_first_play(record: _Record) -> int:
    """A3: nearest to the first letter starts, a blank beats every letter, those equal draw again.

    Drawn tiles stay out until it is decided. Should the bag run dry among equals, the first of them starts.
    """
    rivals = list(record.position.seats)
    while len(rivals) > 1 and len(record.position.bag) >= len(rivals):
        drawn = {}
        for seat in rivals:
            (drawn[seat],) = record.draw(1)
            record.add(happened.FirstTileDrawn, seat, tile=drawn[seat])
        best = min(drawn.values())
        rivals = [seat for seat in rivals if drawn[seat] == best]
    return rivals[0]


def decide(
    position: Position,
    seat: int,
    move: Move | Ruling,
    *,
    now_ms: int,
    tiles: TileSource,
    words: Words,
    can_play: CanPlay,
) -> tuple[Event, ...]:
    """What follows from a seat's move, or an `IllegalMove` that says which rule refuses it.

    Whose time is all gone makes no move any more: whatever they ask for, the game is lost.
    """
    decision = _Decision(_Record(position, max(now_ms, position.at_ms), tiles), words, can_play)
    if isinstance(move, Adjudicate) and not position.is_over:
        decision.adjudicate(seat, move)
    elif position.turn is None:
        raise errors.GameOver
    elif isinstance(move, Resign) and seat in position.active:
        decision.resign(seat)
    elif isinstance(move, Forfeit) and move.why == "absence" and seat in position.active:
        decision.forfeit(seat, move.why)
    elif seat != position.turn:
        raise errors.NotYourTurn(seat, position.turn)
    elif decision.is_out_of_time(seat):
        decision.forfeit(seat, "time")
    elif isinstance(move, Forfeit | Adjudicate):
        raise errors.TimeLeft
    else:
        decision.move(seat, move)
    return tuple(decision.record.events)


@dataclass(slots=True)
class _Decision:
    record: _Record
    words: Words
    can_play: CanPlay

    @property
    def position(self) -> Position:
        return self.record.position

    def move(self, seat: int, move: Move) -> None:
        pending = self.position.pending
        if pending is None and isinstance(move, Accept | Challenge):
            raise errors.NothingToChallenge
        if pending is not None:
            if isinstance(move, Challenge):
                return self.challenge(seat, move, pending)
            self.accept(seat, pending)
            if isinstance(move, Accept):
                return None
            if self.position.is_over:
                raise errors.DecisionPending
        match move:
            case Play():
                return self.play(seat, move)
            case Exchange(tiles=tiles):
                return self.exchange(seat, tiles)
            case _:
                return self.give_up(seat)

    def play(self, seat: int, play: Play) -> None:
        position, ruleset = self.position, self.position.ruleset
        score = judge_play(position.board, position.racks[seat], play, ruleset)
        if not ruleset.allows_challenges:
            bad = [word for word in score.words if word.text not in self.words]
            if bad:
                raise errors.BadWords(*words_and_squares(bad, position.board))
        self.record.add(
            happened.TilesPlayed,
            seat,
            placements=play.placements,
            words=score.words,
            bonus=score.bonus,
            score=score.total,
        )
        if not ruleset.allows_challenges:
            self.finish_turn(seat)

    def exchange(self, seat: int, tiles: tuple[int, ...]) -> None:
        kinds = self.position.ruleset.tiles.kinds
        for tile in tiles:
            if not 0 <= tile < kinds:
                raise errors.UnknownTile(tile)
        check_exchange(self.position, seat, self.position.ruleset.tiles.tiles(tiles))
        # New tiles come out before the old ones go in: nobody draws back what they gave.
        drawn = self.record.draw(len(tiles)) if self.position.ruleset.refills_at_once else ()
        self.record.add(happened.TilesExchanged, seat, returned=tiles, drawn=drawn)
        self.finish_turn(seat)

    def give_up(self, seat: int) -> None:
        position = self.position
        if pass_kind(position.ruleset) == "exchange":
            return self.exchange(seat, ())
        must_play = begins_with_a_play(position.ruleset) and position.board.is_empty
        if must_play and self.can_play(position.board, position.racks[seat]):
            raise errors.PassRefused
        self.record.add(happened.TurnPassed, seat)
        return self.finish_turn(seat)

    def accept(self, seat: int, pending: Pending) -> None:
        self.record.add(happened.PlayAccepted, seat)
        self.finish_turn(pending.seat)

    def challenge(self, seat: int, move: Challenge, pending: Pending) -> None:
        formed = tuple(word.text for word in pending.words)
        strange = tuple(word for word in move.words if word not in formed)
        if strange:
            raise errors.WordNotFormed(strange, formed)
        disputed = tuple(dict.fromkeys(move.words or formed))
        bad = bad_words(disputed, self.words)
        self.record.add(happened.PlayChallenged, seat, words=disputed, bad=bad)
        if bad:
            self.record.add(
                happened.PlayWithdrawn, pending.seat, placements=pending.placements, score=pending.score
            )
            return self.end_if_over(pending.seat)
        rule = self.position.ruleset.words.challenge
        assert rule is not None, "without challenges no play is ever pending"
        points = rule.points_for(len(disputed))
        if points:
            self.record.add(happened.PointsAdjusted, pending.seat, points=points, why="challenge")
        self.finish_turn(pending.seat)
        if rule.costs_turn and not self.position.is_over:
            self.record.add(happened.TurnLost, seat)
            self.end_if_over(seat)
        return None

    def resign(self, seat: int) -> None:
        was_on_turn = self.position.turn == seat
        self.record.add(happened.Resigned, seat)
        self.end_if_over(seat)
        if was_on_turn:
            self.begin_next_turn()

    def is_out_of_time(self, seat: int) -> bool:
        """Is all the time of the seat on turn gone, with the turn that is under way?"""
        clock = self.position.clock.charged(seat, self.record.now_ms - self.position.at_ms)
        return clock.is_out(seat, self.position.ruleset.clock)

    def forfeit(self, seat: int, why: Literal["time", "absence"]) -> None:
        was_on_turn = self.position.turn == seat
        self.record.add(happened.Forfeited, seat, why=why)
        self.end_if_over(seat, left=why)
        if was_on_turn:
            self.begin_next_turn()

    def adjudicate(self, seat: int, ruling: Adjudicate) -> None:
        """A play that nobody has answered stands, and may have been the last one anyway."""
        turn, pending = self.position.turn, self.position.pending
        if turn is not None and pending is not None:
            self.accept(turn, pending)
        if not self.position.is_over:
            self.record.add(happened.Adjudicated, seat, why=ruling.why)
            self.end(seat, Ending(ruling.why))

    def finish_turn(self, seat: int) -> None:
        """What follows when a turn stands: new tiles, and the question whether the game is over."""
        if self.position.ruleset.refills_at_once:
            self.record.fill_rack(seat)
        self.end_if_over(seat)
        self.begin_next_turn()

    def begin_next_turn(self) -> None:
        seat = self.position.turn
        if seat is not None and not self.position.ruleset.refills_at_once:
            self.record.fill_rack(seat)
            self.end_if_over(seat)

    def end_if_over(self, seat: int, *, left: str = "resigned") -> None:
        ending = find_ending(self.position, seat, self.can_play, left=left)
        if ending is not None:
            self.end(seat, ending)

    def end(self, seat: int, ending: Ending) -> None:
        for cost in overtime(self.position):
            self.record.add(happened.PointsAdjusted, cost.seat, points=cost.points, why=cost.why)
        before = self.position.scores
        for change in settle(self.position, ending):
            self.record.add(
                happened.PointsAdjusted,
                change.seat,
                points=change.points,
                why=change.why,
                tiles=change.tiles,
            )
        self.record.add(happened.GameEnded, seat, outcome=outcome_of(self.position, ending, before))
