"""One game between players, judged by the referee, without spectators or a saved record."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quixotry.engine.moves import Engine
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.game import Arbiter, Game, GameHeader, SeatedPlayer
from quixotry.rules.move import Move
from quixotry.rules.ports import CanPlay, Player, Prepares
from quixotry.rules.position import Position
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles, TileSet
from quixotry.rules.view import View
from quixotry.values import frozen


@frozen
class FixedOrder:
    """A TileSource: tiles are drawn in a fixed order, so that two games share their luck.

    That holds until somebody exchanges. Then any tile of the bag may come next, as when tiles put back are mixed in:
    had they a place in the order, it would be the first, and the next to draw would be dealt what another gave away.
    """

    order: tuple[int, ...]

    @classmethod
    def shuffled(cls, tiles: TileSet, seed: int) -> FixedOrder:
        order = list(tiles.counts)
        random.Random(seed).shuffle(order)
        return cls(tuple(order))

    def __call__(self, number: int, bag: Tiles) -> int:
        assert bag, "nothing can be drawn from an empty bag"
        rest = self.order[-len(bag) :]
        if Tiles.of(rest, len(bag.counts)) == bag:
            return rest[0]
        return random.Random(repr((self.order, number))).choice(list(bag))


@frozen
class FinishedGame:
    """How a game ended and how long each seat thought."""

    position: Position
    slowest_ms: tuple[float, ...]
    """The longest single thought of each seat."""
    turns: int


def play_game(
    ruleset: Ruleset,
    lexicon: Lexicon,
    players: Sequence[Player],
    *,
    seed: int,
    budget_ms: int,
    game: int = 1,
    carried: tuple[int, ...] = (),
    can_play: CanPlay | None = None,
) -> FinishedGame:
    """Play to the end; `carried` are points from the first game of a match.

    An illegal move is the player's bug and comes out as the referee's error."""
    for player in players:
        if isinstance(player, Prepares):
            player.prepare(ruleset)
    timed = [_TimedPlayer(player) for player in players]
    *before, last = play_turns(
        ruleset,
        lexicon,
        timed,
        seed=seed,
        budget_ms=budget_ms,
        game=game,
        carried=carried,
        can_play=can_play,
    )
    return FinishedGame(last.position, tuple(player.slowest_ms for player in timed), len(before))


def play_turns(
    ruleset: Ruleset,
    lexicon: Lexicon,
    players: Sequence[Player],
    *,
    seed: int,
    budget_ms: int,
    game: int = 1,
    carried: tuple[int, ...] = (),
    can_play: CanPlay | None = None,
) -> Iterator[Game]:
    """The game before each turn, then the finished game; no player is prepared."""
    tiles = FixedOrder.shuffled(ruleset.tiles, seed)
    arbiter = Arbiter(tiles, lexicon, can_play or can_play_by(ruleset, lexicon))
    played = Game.begin(header_for(ruleset, lexicon, len(players), seed=seed, game=game), tiles)
    while (seat := played.position.turn) is not None:
        yield played
        move = players[seat].choose(played.view(seat, carried=carried), budget_ms)
        played = played.move(seat, move, arbiter, now_ms=played.position.at_ms)
    yield played


@dataclass(slots=True)
class _TimedPlayer:
    """A player whose longest thought is remembered."""

    player: Player
    slowest_ms: float = 0.0

    def choose(self, view: View, budget_ms: int) -> Move:
        began = time.perf_counter()
        move = self.player.choose(view, budget_ms)
        self.slowest_ms = max(self.slowest_ms, 1000 * (time.perf_counter() - began))
        return move


def header_for(ruleset: Ruleset, lexicon: Lexicon, seats: int, *, seed: int, game: int = 1) -> GameHeader:
    """The header of a game that is not saved."""
    return GameHeader(
        id=f"arena-{seed}",
        ruleset=ruleset,
        lexicon_id=lexicon.id,
        lexicon_digest=lexicon.digest,
        players=tuple(SeatedPlayer(f"Seat {seat + 1}", "computer") for seat in range(seats)),
        seed=f"{seed:x}",
        started_at="",
        match_game=game,
    )


def can_play_by(ruleset: Ruleset, lexicon: Lexicon) -> CanPlay:
    """The rules' `CanPlay` by the fastest generator available."""
    return Engine(ruleset, lexicon).can_play
