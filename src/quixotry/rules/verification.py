"""Is a recorded game what the rules would have made of its moves?

`evolve` folds events and refuses those that cannot be; it does not ask whether a score is right. Here every
recorded move is made again by `Game.move`, and whatever follows from it must be what the record says: points, racks,
draws, the end and the result. What only a word list could tell is taken from the record: which words were bad, and
whether anybody could still play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import zip_longest

from quixotry.rules import event as happened
from quixotry.rules.board import Board
from quixotry.rules.errors import CannotTakeBack, IllegalMove, ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.exchange import begins_with_a_play
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import (
    Accept,
    Adjudicate,
    Challenge,
    Exchange,
    Forfeit,
    Move,
    Pass,
    Play,
    Resign,
    Ruling,
)
from quixotry.rules.ports import TileSource
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

_POINTS = ("score", "bonus", "points")
_TILES = ("tile", "tiles", "drawn")
_WHY = {
    "words": "its words are not the ones the tiles form",
    "outcome": "its result is not the result of the game",
    "seq": "another number should come next",
    "seat": "by the rules it befalls another seat",
    "at_ms": "its time is not that of the move before it",
}


def verified(game: Game, events: Sequence[Event], tiles: TileSource | None = None) -> Game:
    """The game after recorded events, or an `ImpossibleEvent` if the rules would have had it otherwise.

    `tiles` is where the game drew from. Without it any draw is believed that the bag allowed: a game told from GCG
    has no seed that its draws follow from, nor has the part of a game that was taken over from another one.
    """
    for decision in _decisions(events):
        drawn: TileSource = _RecordedDraws(game.position.draws, decision)
        if tiles is not None and decision[0].seq >= game.header.retry_from:
            drawn = tiles
        after = _made_again(game, decision, drawn)
        for expected, recorded in zip_longest(after.events_since(game), decision):
            if expected != recorded:
                raise _difference(expected, recorded)
        game = after
    return game


def _decisions(events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    """The events of each decision: one that comes of a move, and what follows from it."""
    decision: list[Event] = []
    for event in events:
        if decision and (move_behind(event) is not None or isinstance(event, happened.TurnsTakenBack)):
            yield tuple(decision)
            decision.clear()
        decision.append(event)
    if decision:
        yield tuple(decision)


def move_behind(event: Event) -> Move | Ruling | None:
    """The move an event comes of, if it is the first thing that follows from one."""
    match event:
        case happened.TilesPlayed(placements=placements):
            return Play(placements)
        case happened.TilesExchanged(returned=returned):
            return Exchange(returned)
        case happened.TurnPassed():
            return Pass()
        case happened.PlayAccepted():
            return Accept()
        case happened.PlayChallenged(words=words):
            return Challenge(words)
        case happened.Resigned():
            return Resign()
        case happened.Forfeited(why=why):
            return Forfeit(why)
        case happened.Adjudicated(why=reason):
            return Adjudicate(reason)
        case _:
            return None


def _made_again(game: Game, events: Sequence[Event], tiles: TileSource) -> Game:
    first = events[0]
    if not game.events and not isinstance(first, happened.Adjudicated):
        return Game.begin(game.header, tiles)
    move = move_behind(first)
    if move is None and not isinstance(first, happened.TurnsTakenBack):
        raise ImpossibleEvent(first.seq, "it follows from no move")
    if first.at_ms < game.position.at_ms:
        raise ImpossibleEvent(first.seq, "its time is before that of the event before it")
    witness = _Witness(game, events)
    try:
        if move is None:
            return game.take_back(first.seat, now_ms=first.at_ms)
        return game.move(first.seat, move, Arbiter(tiles, witness, witness.can_play), now_ms=first.at_ms)
    except (IllegalMove, CannotTakeBack) as error:
        raise ImpossibleEvent(first.seq, str(error).removesuffix(".")) from error


@frozen
class _Witness:
    """The record, asked for what it alone can tell."""

    before: Game
    events: Sequence[Event]

    def __contains__(self, word: object) -> bool:
        first = self.events[0]
        return not isinstance(first, happened.PlayChallenged) or word not in first.bad

    def can_play(self, board: Board, rack: Tiles) -> bool:
        first = self.events[0]
        if isinstance(first, happened.TurnPassed) and self._had_to_play(board):
            # Whoever passed there had no play, and the same tiles have none in another hand either.
            passed = self.before.position.racks[first.seat]
            if rack == passed:
                return False
        return not any(
            isinstance(event, happened.GameEnded) and event.outcome.reason == "no-play"
            for event in self.events
        )

    def _had_to_play(self, board: Board) -> bool:
        return board.is_empty and begins_with_a_play(self.before.header.ruleset)


@frozen
class _RecordedDraws:
    """A TileSource: what the record says was drawn, as far as the bag has it."""

    first: int
    events: Sequence[Event]

    def __call__(self, number: int, bag: Tiles) -> int:
        drawn = _drawn(self.events)[number - self.first :]
        if not drawn or drawn[0] not in range(len(bag.counts)) or not bag.counts[drawn[0]]:
            raise ImpossibleEvent(
                self.events[0].seq, "the tiles drawn after it are not what the bag could give"
            )
        return drawn[0]


def _drawn(events: Sequence[Event]) -> tuple[int, ...]:
    drawn: list[int] = []
    for event in events:
        match event:
            case happened.FirstTileDrawn(tile=tile):
                drawn.append(tile)
            case happened.TilesDrawn(tiles=tiles) | happened.TilesExchanged(drawn=tiles):
                drawn += tiles
            case _:
                pass
    return tuple(drawn)


def _difference(expected: Event | None, recorded: Event | None) -> ImpossibleEvent:
    """Where a record departs from the rules, and in what."""
    if recorded is None:
        assert expected is not None, "two events that are not there do not differ"
        return ImpossibleEvent(expected.seq, "the record leaves out what follows by the rules")
    if type(expected) is not type(recorded):
        return ImpossibleEvent(recorded.seq, "by the rules something else comes here")
    names = [field.name for field in fields(recorded)]
    name = next(name for name in names if getattr(expected, name) != getattr(recorded, name))
    said, due = getattr(recorded, name), getattr(expected, name)
    if name in _POINTS:
        why = f"it records {said} points, but by the rules there are {due}"
    elif name in _TILES:
        why = "its tiles are not the ones that come out of the bag there"
    else:
        why = _WHY.get(name, "it does not follow from the move before it")
    return ImpossibleEvent(recorded.seq, why)
