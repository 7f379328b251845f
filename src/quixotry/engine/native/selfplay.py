"""Many games between two static players: added up, recorded, or sampled for training. A game follows from its seed."""

from __future__ import annotations

from typing import Final, Literal

from quixotry.engine.native.game_record import Turn
from quixotry.engine.native.layout import RACK_ROOM
from quixotry.engine.native.leaves import Leaves
from quixotry.engine.native.static_game import NO_PLAY, OUT, StaticGame
from quixotry.engine.static_values import StaticValues
from quixotry.lexicon.cdefs import (
    Array,
    View,
    bint,
    cint,
    int64_t,
    native,
    nogil,
    on_stack,
    popcount,
    ssize_t,
    uint8_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.ruleset import Ruleset

FIGURES = (
    "games",
    "points",
    "points_squared",
    "turns",
    "bingos",
    "plays",
    "exchanges",
    "passes",
    "starter_points",
    "starter_wins",
    "starter_ties",
    "tiles_played",
    "ended_out",
    "winner_points",
    "loser_points",
)
"""What `run` adds up, in its order."""
# Where `run` adds up what FIGURES names.
GAMES: Final = 0
POINTS: Final = 1
POINTS_SQUARED: Final = 2
TURNS: Final = 3
BINGOS: Final = 4
PLAYS: Final = 5
EXCHANGES: Final = 6
PASSES: Final = 7
STARTER_POINTS: Final = 8
STARTER_WINS: Final = 9
STARTER_TIES: Final = 10
TILES_PLAYED: Final = 11
ENDED_OUT: Final = 12
WINNER_POINTS: Final = 13
LOSER_POINTS: Final = 14


@native
class SelfPlay:
    """Plays games by seed. One thread owns it; several may play at once, each with its own."""

    current: StaticGame
    # What all games came to, in the order of FIGURES.
    sums: Array[int64_t, Literal[32]]
    # Samples for training: sum of equities and how many, by number of the leave.
    sampling: bint
    sample_sum: View[int64_t]
    sample_count: View[uint32_t]

    def __init__(
        self,
        ruleset: Ruleset,
        graph: Gaddag,
        leaves: Leaves | None = None,
        values: StaticValues | None = None,
        others_values: StaticValues | None = None,
    ) -> None:
        """`others_values` are those of the second seat, if it differs."""
        self.current = StaticGame(ruleset, graph, leaves, values, others_values)
        self.sampling = False

    def run(self, seed: int, games: int) -> dict[str, int]:
        """Play games `seed`, `seed + 1` and so on; returns the figures of FIGURES, added up."""
        first: uint64_t = seed
        amount: cint = games
        i: cint
        for i in range(32):
            self.sums[i] = 0
        with nogil:
            for i in range(amount):
                self.play_game(first + i, 1)
        return {name: self.sums[place] for place, name in enumerate(FIGURES)}

    def run_sampling(
        self, seed: int, games: int, sums: memoryview[int], counts: memoryview[int]
    ) -> dict[str, int]:
        """The same, and on each turn try a random rack out of what the mover cannot see: what its best
        candidate is worth goes into `sums` and `counts` under every leave it contains."""
        leaves: ssize_t = self.current.leaves.count
        if not (self.current.has_leaves and len(sums) == leaves and len(counts) == leaves):
            raise ValueError("a sum and a count for every leave of a table")
        self.sample_sum, self.sample_count = sums, counts
        self.sampling = True
        try:
            return self.run(seed, games)
        finally:
            self.sampling = False

    def game(
        self, seed: int, number: int = 1
    ) -> tuple[bytes, list[Turn], tuple[int, int], tuple[int, int], str | int]:
        """One game with everything that happened: (draws, turns, scores, scores before settling, reason).

        The reason is `out`, `no-play` or the number of the run that ended it."""
        self.current.record.is_on = True
        self.play_game(seed, number)
        self.current.record.is_on = False
        if self.current.record.full:
            raise ValueError(f"game {seed} has more turns or draws than there is room for")
        reason = (
            self.current.reason
            if self.current.reason >= 0
            else {OUT: "out", NO_PLAY: "no-play"}[self.current.reason]
        )
        return (
            self.current.record.drawn(),
            self.current.record.turns(self.current.best.board),
            (self.current.scores[0], self.current.scores[1]),
            (self.current.scores_before[0], self.current.scores_before[1]),
            reason,
        )

    @native
    def sample(self) -> None:
        """What a rack drawn at random from all tiles not on the board could do here."""
        pool: Array[uint8_t, Literal[1088]] = on_stack()
        count: cint = 0
        seat: cint
        i: cint
        place: cint
        tile: cint
        kept: uint32_t
        equity: cint
        given: cint
        at: uint32_t
        for i in range(self.current.bag.count):
            pool[count] = self.current.bag.tiles[i]
            count += 1
        for seat in range(2):
            for i in range(self.current.rack_count[seat]):
                pool[count] = self.current.racks[seat * RACK_ROOM + i]
                count += 1
        self.current.rack.size = self.current.rules.rack_size
        for i in range(self.current.rack.size):
            place = self.current.bag.below(count)
            tile = pool[place]
            count -= 1
            pool[place] = pool[count]
            self.current.rack.sort_in(i, tile)
        self.current.rack.hold()
        self.current.value_leaves(0)
        equity = self.current.rack.leave[self.current.rack.full]
        for kept in range(self.current.rack.full):
            given = self.current.rack.size - popcount(kept)
            if self.current.bag.count >= given and self.current.rack.idle_worth(kept) > equity:
                equity = self.current.rack.idle_worth(kept)
        self.current.best.choose_play(equity)
        if self.current.best.winner.exists:
            equity = self.current.best.winner.equity
        # Every subset of places counts, equal tiles too: keeping one of two Es is likelier than keeping the Z.
        for kept in range(self.current.rack.full + 1):
            if popcount(kept) <= self.current.leaves.longest:
                at = self.current.leaves.rank(self.current.rack.tile, self.current.rack.size, kept)
                self.sample_sum[at] += equity
                self.sample_count[at] += 1

    @native
    def play_game(self, seed: uint64_t, number: cint) -> None:
        """One game; `number` is its place in a match."""
        self.current.begin(seed, number)
        while True:
            if self.sampling and self.current.bag.count >= self.current.rules.rack_size:
                self.sample()
            if self.current.play_turn():
                break
        self.add_up()

    @native
    def add_up(self) -> None:
        """Add the game just played to the figures."""
        seat: cint
        self.sums[GAMES] += 1
        for seat in range(2):
            self.sums[POINTS] += self.current.scores[seat]
            self.sums[POINTS_SQUARED] += self.current.scores[seat] * self.current.scores[seat]
            self.sums[BINGOS] += self.current.bingos[seat]
        self.sums[PLAYS] += self.current.plays
        self.sums[EXCHANGES] += self.current.turns - self.current.plays - self.current.passes
        self.sums[PASSES] += self.current.passes
        self.sums[TILES_PLAYED] += self.current.tiles_played
        self.sums[TURNS] += self.current.turns
        self.sums[STARTER_POINTS] += self.current.scores[self.current.starter]
        self.sums[STARTER_WINS] += (
            self.current.scores[self.current.starter] > self.current.scores[1 - self.current.starter]
        )
        self.sums[STARTER_TIES] += self.current.scores[0] == self.current.scores[1]
        self.sums[ENDED_OUT] += self.current.reason == OUT
        seat = 0 if self.current.scores[0] >= self.current.scores[1] else 1
        self.sums[WINNER_POINTS] += self.current.scores[seat]
        self.sums[LOSER_POINTS] += self.current.scores[1 - seat]
