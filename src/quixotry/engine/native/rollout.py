"""Turn after turn as both sides would play them: racks, bag, the best play of each, settling up at the end.

What a rollout does below its candidate. Each turn is the play of highest equity (with an empty bag, what settling
up moves counts instead of the leave), or the best exchange where exchanges are free and better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from quixotry.engine.native.best_play import BestPlay
from quixotry.engine.native.board import Board
from quixotry.engine.native.board_snapshots import BoardSnapshots
from quixotry.engine.native.game_rules import GameRules
from quixotry.engine.native.late_values import LateValues
from quixotry.engine.native.layout import BLANK_FACE, LOWEST, RACK_ROOM, Letters, length_of, rest_of, start_of
from quixotry.engine.native.leaves import Leaves
from quixotry.engine.native.rack import Rack
from quixotry.engine.static_values import static_values
from quixotry.lexicon.cdefs import (
    ONE,
    SPLITMIX_STEP,
    Array,
    Pointer,
    Readonly,
    bint,
    cast,
    cint,
    double,
    native,
    on_stack,
    popcount,
    splitmix,
    uint8_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.ruleset import Ruleset


@native
class Rollout:
    """A game being played on, by one ruleset and lexicon. One thread uses it."""

    best: BestPlay
    board: Board
    rack: Rack
    rules: GameRules
    boards: Readonly[BoardSnapshots]
    leaves: Leaves
    trained: bint
    # What is kept as the bag runs out: between two players side 0, between more side 1.
    late: LateValues
    # Where there are no trained leaves: what a tile is worth, and which are vowels.
    worth: Letters[cint]
    vowels: uint64_t
    can_exchange: bint
    bag_least: cint
    # Who holds what (16 tiles each), points, what each kept in its last turn; the bag, from its first tile on.
    players: cint
    racks: Array[uint8_t, Literal[64]]
    sizes: Array[cint, Literal[4]]
    totals: Array[cint, Literal[4]]
    last_leave: Array[cint, Literal[4]]
    bag: Array[uint8_t, Literal[1024]]
    bag_first: cint
    bag_size: cint
    luck: uint64_t
    laid: Array[uint8_t, Literal[32]]
    chosen: Readonly[uint64_t]

    def __init__(
        self,
        ruleset: Ruleset,
        graph: Gaddag,
        leaves: Leaves | None,
        worth: Sequence[float],
        vowels: Iterable[int],
    ) -> None:
        self.best = BestPlay(ruleset, graph)
        self.board, self.rack = self.best.board, self.best.rack
        self.boards, self.rules = BoardSnapshots(self.best), GameRules(ruleset)
        self.trained = leaves is not None
        self.late = LateValues(ruleset.tiles, leaves, static_values(ruleset), static_values(ruleset, seats=3))
        self.leaves = leaves if leaves is not None else Leaves((1, 1), 1)
        for tile, points in enumerate(worth):
            self.worth[tile] = round(points * 1000)
        self.vowels = 0
        for tile in vowels:
            self.vowels |= ONE << tile
        rules = self.rules
        self.can_exchange = rules.exchange_allowed and not rules.whole_rack and not rules.per_game
        self.bag_least = max(rules.bag_least, rules.rack_size)
        self.chosen = 0

    @native
    def chance(self) -> uint64_t:
        """The next number of the sample's sequence."""
        self.luck += SPLITMIX_STEP
        return splitmix(self.luck)

    @native
    def deal(self, unseen: Pointer[uint8_t], count: cint, sizes: Pointer[cint]) -> None:
        """What the others hold and the order of the bag: one shuffle of what is not seen."""
        i: cint
        seat: cint
        tile: cint
        place: cint
        self.bag_first = 0
        self.bag_size = count
        for i in range(count):
            self.bag[i] = unseen[i]
        for i in range(count - 1, 0, -1):
            place = self.chance() % (i + 1)
            tile = self.bag[i]
            self.bag[i] = self.bag[place]
            self.bag[place] = tile
        for seat in range(1, self.players):
            self.sizes[seat] = 0
            while self.sizes[seat] < sizes[seat - 1]:
                self.bag_size -= 1
                self.racks[seat * RACK_ROOM + self.sizes[seat]] = self.bag[self.bag_size]
                self.sizes[seat] += 1

    @native
    def value_leaves(self, mover: cint) -> None:
        """Give the generator the mover's rack, sorted, and what every leave of it is worth."""
        counts: Letters[uint8_t] = on_stack()
        i: cint
        k: cint
        _k: cint
        size: cint = 0
        kept: uint32_t
        rest: uint32_t
        total: cint
        letters: cint
        vowels: cint
        vowel_bits: uint32_t = 0
        for i in range(64):
            counts[i] = 0
        for i in range(self.sizes[mover]):
            counts[self.racks[mover * RACK_ROOM + i]] += 1
        for i in range(1, self.board.letters + 1):
            for _k in range(counts[i]):
                self.rack.tile[size] = i
                if (self.vowels >> i) & 1:
                    vowel_bits |= cast(uint32_t, 1) << size
                size += 1
        for _k in range(counts[0]):
            self.rack.tile[size] = 0
            size += 1
        self.rack.size = size
        self.rack.hold()
        if self.bag_size == 0:
            self.late.value_end(
                self.rack, self.others_worth(mover), self.others_tiles(mover), self.players > 2
            )
            return
        if self.trained:
            self.leaves.fill(self.rack.tile, size, self.rack.leave)
            self.count_pool(mover)
            self.late.weigh_pool(self.rack, self.players > 2)
        else:
            self.rack.leave[0] = 0
            for kept in range(1, cast(uint32_t, 1) << size):
                # The tiles, less 3 points per duplicate and 1.25 per vowel or consonant too many.
                total = 0
                rest = kept
                i = 0
                k = -1
                while rest:
                    if rest & 1:
                        total += self.worth[self.rack.tile[i]]
                        if k == self.rack.tile[i]:
                            total -= 3000
                        k = self.rack.tile[i]
                    rest >>= 1
                    i += 1
                letters = popcount(kept & ~self.rack.blanks)
                if self.vowels and letters > 1:
                    vowels = 2 * popcount(kept & vowel_bits) - letters
                    if vowels < 0:
                        vowels = -vowels
                    if vowels > 1:
                        total -= 1250 * (vowels - 1)
                self.rack.leave[kept] = total
        self.late.apply(self.rack, self.bag_size, self.players > 2)

    @native
    def count_pool(self, mover: cint) -> None:
        """What whoever is on turn cannot see: the bag and the other racks."""
        seat: cint
        i: cint
        self.late.clear_pool()
        for i in range(self.bag_first, self.bag_first + self.bag_size):
            self.late.add_unseen(self.bag[i])
        for seat in range(self.players):
            if seat != mover:
                for i in range(self.sizes[seat]):
                    self.late.add_unseen(self.racks[seat * RACK_ROOM + i])

    @native
    def refill(self, mover: cint) -> None:
        """Fill a rack up. Seat 0 draws from one end of the bag and the others from the other, so that how many
        tiles one side takes changes nothing for the other: candidates are compared on more of the same luck."""
        while self.sizes[mover] < self.rules.rack_size and self.bag_size:
            self.bag_size -= 1
            if mover:
                self.racks[mover * RACK_ROOM + self.sizes[mover]] = self.bag[self.bag_first]
                self.bag_first += 1
            else:
                self.racks[self.sizes[0]] = self.bag[self.bag_first + self.bag_size]
            self.sizes[mover] += 1

    @native
    def put_back(self, tile: cint) -> None:
        """A tile back into the bag, at a place of chance."""
        place: cint = self.bag_first + cast(cint, self.chance() % (self.bag_size + 1))
        self.bag[self.bag_first + self.bag_size] = self.bag[place]
        self.bag[place] = tile
        self.bag_size += 1

    @native
    def others_worth(self, mover: cint) -> cint:
        """The points on the other racks."""
        total: cint = 0
        seat: cint
        i: cint
        tile: cint
        for seat in range(self.players):
            if seat != mover:
                for i in range(self.sizes[seat]):
                    tile = self.racks[seat * RACK_ROOM + i]
                    total += self.board.face[tile] if tile else self.board.face[BLANK_FACE]
        return total

    @native
    def others_tiles(self, mover: cint) -> cint:
        """How many tiles there are on the other racks."""
        total: cint = 0
        seat: cint
        for seat in range(self.players):
            if seat != mover:
                total += self.sizes[seat]
        return total

    @native
    def exchange_best(self, mover: cint) -> None:
        """Keep the best leave, draw, then return the other tiles to random places in the bag."""
        kept: uint32_t
        best: uint32_t = 0
        i: cint
        given: cint = 0
        for kept in range(self.rack.full):
            if self.rack.idle_worth(kept) > self.rack.idle_worth(best):
                best = kept
        self.last_leave[mover] = self.rack.idle_worth(best)
        self.sizes[mover] = 0
        for i in range(self.rack.size):
            if (best >> i) & 1:
                self.racks[mover * RACK_ROOM + self.sizes[mover]] = self.rack.tile[i]
                self.sizes[mover] += 1
            else:
                self.laid[given] = self.rack.tile[i]
                given += 1
        self.refill(mover)
        for i in range(given):
            self.put_back(self.laid[i])

    @native
    def move_once(self, mover: cint, ply: cint, last: bint, out: Pointer[double]) -> cint:
        """One turn of whoever is on turn: 1 when tiles were laid, 0 when not, -1 when that went out. After
        the last one nobody looks at the board again, so that nothing is put there."""
        i: cint
        at: cint
        length: cint
        kept: uint32_t
        best: cint
        if self.rules.refill_first:
            self.refill(mover)
        self.value_leaves(mover)
        self.boards.note_listing()
        self.best.choose_play(LOWEST)
        self.chosen += 1
        swaps: bint = self.can_exchange and self.bag_size >= self.bag_least
        if swaps and (not self.best.winner.exists or self.best.winner.equity < 8000):
            best = LOWEST
            for kept in range(self.rack.full):
                if self.rack.idle_worth(kept) > best:
                    best = self.rack.idle_worth(kept)
            if not self.best.winner.exists or best > self.best.winner.equity:
                self.exchange_best(mover)
                return 0
        if not self.best.winner.exists:
            self.last_leave[mover] = self.rack.idle_worth(self.rack.full)
            return 0
        at = start_of(self.best.winner.where)
        length = length_of(self.best.winner.where)
        kept = rest_of(self.best.winner.where)
        if ply == 1:
            out[2] = self.best.winner.score
            out[3] = 1.0 if self.board.bonus[self.rack.size - popcount(kept)] else 0.0
        elif mover == 0 and ply == self.players:
            out[4] = self.best.winner.score
            out[5] = 1.0 if self.board.bonus[self.rack.size - popcount(kept)] else 0.0
        self.totals[mover] += self.best.winner.score
        self.last_leave[mover] = self.rack.idle_worth(kept)
        if not last:
            for i in range(length):
                self.laid[i] = 0 if self.board.cell[at + i] else self.best.winner.strip[i]
            self.board.lay(at, length, self.laid)
        self.sizes[mover] = 0
        for i in range(self.rack.size):
            if (kept >> i) & 1:
                self.racks[mover * RACK_ROOM + self.sizes[mover]] = self.rack.tile[i]
                self.sizes[mover] += 1
        if not self.rules.refill_first:
            self.refill(mover)
        return 1 if self.sizes[mover] > 0 or self.bag_size > 0 else -1

    @native
    def settle(self, out: cint) -> None:
        """Settling up: who went out (or nobody, -1) gains what the others lose."""
        seat: cint
        i: cint
        tile: cint
        gained: cint = 0
        if out >= 0:
            gained = self.others_worth(out)
        for seat in range(self.players):
            self.last_leave[seat] = 0
            for i in range(self.sizes[seat]):
                tile = self.racks[seat * RACK_ROOM + i]
                self.totals[seat] -= self.board.face[tile] if tile else self.board.face[BLANK_FACE]
        if out >= 0:
            self.totals[out] += gained
