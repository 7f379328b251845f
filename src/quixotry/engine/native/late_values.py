"""What kept tiles are worth as the bag runs out: `StaticValues` on all leaves of a rack at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from quixotry.engine.native.layout import Letters, Masks, Rack16
from quixotry.engine.native.rack import Rack
from quixotry.engine.plain_leaves import LeaveTable
from quixotry.engine.static_values import SHARE, StaticValues, vowels_of
from quixotry.lexicon.cdefs import Array, bint, cint, ctz, native, on_stack, popcount, uint32_t
from quixotry.rules.tiles import TileSet

ZERO: Final = 16
"""Where an emptied bag stands in the arrays; less stands before it."""
POOL_BITS: Final = 12
ROOM: Final = 32
"""What the figures of one side take."""


@native
class LateValues:
    """The figures of two sides as arrays, side 0 and side 1."""

    points: Array[cint, Literal[64]]
    share: Array[cint, Literal[64]]
    held: Array[cint, Literal[64]]
    # Bags that hold more than this afterwards change nothing.
    most: Array[cint, Literal[2]]
    bits: cint
    weighs_pool: bint
    stay: Array[cint, Literal[2]]
    stay_own: Array[cint, Literal[2]]
    stay_others: Array[cint, Literal[2]]
    stay_tile: Array[cint, Literal[2]]
    mixed: Array[cint, Literal[2]]
    mixed_draw: Array[cint, Literal[2]]
    again: Array[cint, Literal[2]]
    again_draw: Array[cint, Literal[2]]
    drawn: Array[cint, Literal[2]]
    first_vowel: Array[cint, Literal[2]]
    # By tile: its usual share, in parts of 1 << POOL_BITS; what it is worth singly; 1 for a vowel, -1 for a consonant.
    kinds: cint
    usual: Letters[cint]
    single: Letters[cint]
    sign: Letters[cint]
    usual_vowels: cint
    # By mask of kept tiles: what their like among the tiles not seen change, and change a tile drawn.
    pool_here: Masks[cint]
    pool_each: Masks[cint]
    # How many of each tile the player cannot see.
    pool: Letters[cint]

    def __init__(self, tiles: TileSet, leaves: LeaveTable | None, *sides: StaticValues) -> None:
        self.bits = SHARE
        self.kinds, total, vowels = tiles.kinds, len(tiles.counts), vowels_of(tiles)
        for tile in range(self.kinds):
            self.usual[tile] = (tiles.counts.counts[tile] << POOL_BITS) // total
            self.single[tile] = (
                leaves.value((tile,)) if leaves is not None and tiles.counts.counts[tile] else 0
            )
            self.sign[tile] = 0 if tile == 0 or leaves is None else (1 if tile in vowels else -1)
        self.usual_vowels = (sum([tiles.counts.counts[tile] for tile in vowels]) << POOL_BITS) // total
        self.weighs_pool = leaves is not None
        for side in range(2):
            values = sides[min(side, len(sides) - 1)]
            if any(not -ZERO <= left < ZERO for left in values.late):
                raise ValueError(f"late values are about {-ZERO} to {ZERO - 1} tiles in the bag")
            zero = side * ROOM + ZERO
            for left in range(-ZERO, ZERO):
                self.points[zero + left] = self.held[zero + left] = 0
                self.share[zero + left] = 1 << SHARE
            for left, late in values.late.items():
                self.points[zero + left], self.share[zero + left] = late.points, late.share
                self.held[zero + left] = late.held
            self.most[side] = max(values.late, default=-ZERO)
            self.mixed[side], self.mixed_draw[side] = values.mixed, values.mixed_draw
            self.again[side], self.again_draw[side] = values.again, values.again_draw
            self.drawn[side], self.first_vowel[side] = values.drawn, values.first_vowel
            self.stay[side], self.stay_own[side] = values.stay, values.stay_own
            self.stay_others[side], self.stay_tile[side] = values.stay_others, values.stay_tile

    def set_late(self, rack: Rack, bag: int) -> None:
        """`apply` of side 0, for callers who are not compiled."""
        self.apply(rack, bag, 0)

    def set_pool(self, rack: Rack, unseen: Iterable[int]) -> None:
        """`weigh_pool` of side 0, for callers who are not compiled."""
        self.clear_pool()
        for tile in unseen:
            self.add_unseen(tile)
        self.weigh_pool(rack, 0)

    def set_end(self, rack: Rack, others: int, tiles: int) -> None:
        """`value_end` of side 0, for callers who are not compiled."""
        self.value_end(rack, others, tiles, 0)

    @native
    def clear_pool(self) -> None:
        """Every tile is seen."""
        tile: cint
        for tile in range(self.kinds):
            self.pool[tile] = 0

    @native
    def add_unseen(self, tile: cint) -> None:
        """One more tile that the player cannot see."""
        self.pool[tile] += 1

    @native
    def weigh_pool(self, rack: Rack, side: cint) -> None:
        """Change the leaves of a rack by what can still be drawn: `pool` says of which tiles so many are not seen."""
        tile: cint
        place: cint
        size: cint = 0
        vowels: cint = 0
        surplus: cint
        draw: cint = 0
        kept: uint32_t
        rest: uint32_t
        here: Rack16[cint] = on_stack()
        each: Rack16[cint] = on_stack()
        for tile in range(self.kinds):
            size += self.pool[tile]
            if self.sign[tile] > 0:
                vowels += self.pool[tile]
        if not self.weighs_pool or not size:
            return
        vowels = (vowels << POOL_BITS) // size - self.usual_vowels
        for tile in range(self.kinds):
            draw += ((self.pool[tile] << POOL_BITS) // size - self.usual[tile]) * self.single[
                tile
            ] >> POOL_BITS
        draw = draw * self.drawn[side] >> self.bits
        for place in range(rack.size):
            tile = rack.tile[place]
            surplus = (self.pool[tile] << POOL_BITS) // size - self.usual[tile]
            here[place] = (
                self.sign[tile] * self.mixed[side] * vowels + self.again[side] * surplus
            ) >> POOL_BITS
            each[place] = (
                self.sign[tile] * self.mixed_draw[side] * vowels + self.again_draw[side] * surplus
            ) >> POOL_BITS
        self.pool_here[0] = self.pool_each[0] = 0
        rack.leave[0] += draw * rack.size
        for kept in range(1, rack.full + 1):
            rest = kept & (kept - 1)
            place = ctz(kept)
            self.pool_here[kept] = self.pool_here[rest] + here[place]
            self.pool_each[kept] = self.pool_each[rest] + each[place]
            rack.leave[kept] += self.pool_here[kept] + (rack.size - popcount(kept)) * (
                self.pool_each[kept] + draw
            )

    @native
    def apply(self, rack: Rack, bag: cint, side: cint) -> None:
        """Change the leaves of a rack by what they leave in the bag; what an exchange keeps stays as it was."""
        kept: uint32_t
        at: cint
        left: cint
        rack.charge_vowels(self.first_vowel[side])
        rack.is_late = bag - rack.size <= self.most[side]
        if not rack.is_late:
            return
        rack.count_points()
        for kept in range(rack.full + 1):
            rack.idle[kept] = rack.leave[kept]
            left = bag - rack.size + popcount(kept)
            if left <= self.most[side]:
                at = side * ROOM + ZERO + left
                rack.leave[kept] = (
                    self.points[at]
                    + (rack.leave[kept] * self.share[at] >> self.bits)
                    + self.held[at] * rack.points[kept]
                )

    @native
    def value_end(self, rack: Rack, others: cint, tiles: cint, side: cint) -> None:
        """With an empty bag, when the others hold so many tiles worth `others`. Where a rollout stops, what is
        kept counts as it did when win chances were trained (`scripts/train_win_chances.py`)."""
        kept: uint32_t
        staying: cint = self.stay[side] + self.stay_others[side] * others + self.stay_tile[side] * tiles
        rack.is_late = True
        rack.charge_vowels(0)
        rack.count_points()
        rack.leave[0] = 2000 * others
        rack.idle[0] = 0
        for kept in range(1, rack.full + 1):
            rack.idle[kept] = -2000 * rack.points[kept] - 8000
            rack.leave[kept] = staying + self.stay_own[side] * rack.points[kept]
