"""An endgame as it stands: a board, what both sides still hold, how near the end by passes is, and the budget.

Passes. A run of idle turns ends the game, after two, three, four or twelve of them. As long as every play scores
it does not matter how many are left if they are two or more: whoever gains by playing plays at once, and if
neither does, both pass until the end. So 2 or 1 is all that is counted. Where a play may score nothing, turns
are counted in full, those without a score and those without tiles apart (`counting`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from quixotry.engine.endings import Endings
from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import HELD_MAX, MASKS, BothMasks, Rack16
from quixotry.engine.native.line_plays import LinePlays
from quixotry.engine.native.rack import Rack
from quixotry.lexicon.cdefs import (
    SPLITMIX_STEP,
    Array,
    Public,
    Readonly,
    bint,
    cast,
    cint,
    ctz,
    double,
    inline,
    monotonic,
    native,
    popcount,
    splitmix,
    uint8_t,
    uint32_t,
    uint64_t,
)

# How near the end by idle turns is, in one number: turns left without tiles, and turns left without a score.
TILELESS: Final = 255
SCORELESS: Final = 256
BOTH: Final = 257
LEFT_MAX = 60
"""More turns than are ever left."""


@native
class EndPosition:
    """A position both sides know all about, and the rules it ends by."""

    board: Board
    lines: LinePlays
    # The rest of each side's rack, as a mask, and what it was in the position set; keys of racks by content, for who
    # is on turn and for the other.
    rack: Array[uint32_t, Literal[2]]
    root_rack: Array[uint32_t, Literal[2]]
    moving_key: BothMasks[uint64_t]
    waiting_key: BothMasks[uint64_t]
    # The tiles of the bag in the order they come out, how many there are, how many have come out, keys of what is left
    # of them; and to how many tiles a rack is filled up.
    bag: Rack16[uint8_t]
    bag_size: cint
    drawn: cint
    bag_key: Rack16[uint64_t]
    rack_size: cint
    # Idle turns left before the game ends, now, after a play and after an idle turn; whether tiles are settled at the
    # end of those without tiles (1) and of those without a score (2); which end counts if both have come.
    root_left: cint
    rest_left: cint
    idle_left: cint
    now_settles: cint
    after_settles: cint
    no_play: bint
    counting: bint
    scoreless_first: bint
    # Limits and what happened.
    cancelled: Public[bint]
    stopped: Readonly[bint]
    nodes: Readonly[uint64_t]
    nodes_max: uint64_t
    deadline: double

    def __init__(self, lines: LinePlays, no_play: bool) -> None:
        self.board, self.lines, self.no_play = lines.board, lines, no_play
        self.cancelled = False
        self.nodes = 0

    def set_position(
        self,
        cells: bytes,
        own: Sequence[int],
        other: Sequence[int],
        endings: Endings,
        *,
        after_idle: Endings | None = None,
        bag: Sequence[int] = (),
        rack_size: int = 0,
    ) -> None:
        """A board, the rack on turn and the other one, and how the game may end (`endings.Endings`), also after an idle
        turn, if that does not end it; with tiles in the bag, they too are known, and come out in this order when a
        rack is filled up to its size."""
        if max(len(own), len(other)) + len(bag) > HELD_MAX:
            raise ValueError(f"a rack and the bag hold at most {HELD_MAX} tiles")
        for side in self.lines.set_tiles(cells, [*own, *bag], [*other, *bag]):
            self.take_keys(self.lines.other if side else self.lines.own, side)
        self.bag_size, self.rack_size, self.drawn = len(bag), rack_size, 0
        self.bag_key[len(bag)] = 0
        for place, tile in reversed(list(enumerate(bag))):
            self.bag[place] = tile
            self.bag_key[place] = splitmix(self.bag_key[place + 1] + (4 << 40) + tile)
        for side, held in enumerate((own, other)):
            self.rack[side] = 0
            for tile in held:
                self.take_tile(side, tile)
            self.root_rack[side] = self.lines.whole[side] = self.rack[side]
        self.counting = endings.counts_in_full
        self.root_left, self.rest_left, self.idle_left = (
            min(LEFT_MAX, tileless) + min(LEFT_MAX, scoreless) * SCORELESS
            for tileless, scoreless in (endings.now, endings.after, after_idle.now if after_idle else (0, 0))
        )
        self.now_settles, self.after_settles = (
            tileless | scoreless << 1 for tileless, scoreless in (endings.now_settles, endings.after_settles)
        )
        self.scoreless_first = endings.scoreless_first

    @native
    def take_keys(self, rack: Rack, side: cint) -> None:
        """The keys of a side's rack and of every part of it."""
        mask: uint32_t
        at: cint = side * MASKS
        held: uint64_t
        # The sum of a part's tiles first, and the keys made of it when no greater part needs it any more.
        self.waiting_key[at] = 0
        for mask in range(1, rack.full + 1):
            held = splitmix((cast(uint64_t, 1) << 40) + rack.tile[ctz(mask)])
            self.waiting_key[at + mask] = self.waiting_key[at + (mask & (mask - 1))] + held
        for mask in range(rack.full + 1):
            held = self.waiting_key[at + mask]
            self.moving_key[at + mask] = splitmix(held)
            self.waiting_key[at + mask] = splitmix(held ^ SPLITMIX_STEP)

    def allow(self, nodes_max: int, seconds: float) -> None:
        """A new budget: so many nodes, counted from the first question on, and so much time."""
        self.nodes_max = nodes_max
        self.deadline = monotonic() + seconds
        self.stopped = False

    @native
    def state(self, side: cint, left: cint, settles: cint) -> uint64_t:
        """The key of the position with who is on turn and how near the end by passes is."""
        key: uint64_t = self.board.board_key ^ self.moving_key[side * MASKS + self.rack[side]]
        key ^= self.waiting_key[(1 - side) * MASKS + self.rack[1 - side]]
        key ^= self.bag_key[self.drawn]
        return key ^ splitmix((cast(uint64_t, 3) << 40) + left * 4 + settles)

    @native
    def play(self, play: uint32_t, side: cint) -> None:
        """Lay a play of a side, and fill up its rack."""
        self.rack[side] = self.lines.lay(play, side, self.rack[side])
        if self.drawn < self.bag_size:
            self.draw(side)

    @native
    def draw(self, side: cint) -> None:
        """Fill up a rack from the bag. Its plays are then found anew, and those of its parts among them."""
        while self.drawn < self.bag_size and popcount(self.rack[side]) < self.rack_size:
            self.take_tile(side, self.bag[self.drawn])
            self.drawn += 1
        self.lines.whole[side] = self.rack[side]

    @native
    def take_tile(self, side: cint, tile: cint) -> None:
        """Put a tile onto a rack: the lowest of its kind that is not there."""
        kind: uint32_t = self.lines.own.copies[tile] if side == 0 else self.lines.other.copies[tile]
        free: uint32_t = kind & ~self.rack[side]
        self.rack[side] |= free & (~free + 1)

    @native
    def take_back(self, mark: cint, side: cint, rack: uint32_t, whole: uint32_t, drawn: cint) -> None:
        """Lift what was laid since, and put back what was drawn."""
        self.board.lift(mark)
        self.rack[side] = rack
        self.lines.whole[side] = whole
        self.drawn = drawn

    @inline
    def is_bag_empty(self) -> bint:
        """Has every tile of the bag come out?"""
        return self.drawn == self.bag_size

    def start_again(self) -> None:
        """Back to the position set."""
        self.board.lift(0)
        self.drawn = 0
        for side in range(2):
            self.rack[side] = self.lines.whole[side] = self.root_rack[side]

    @inline
    def held_worth(self, side: cint) -> cint:
        """The points on a side's rack."""
        return self.lines.worth_of(side, self.rack[side])

    @inline
    def settled(self, side: cint) -> cint:
        """What settling up brings a side when nobody goes out."""
        return self.held_worth(1 - side) - self.held_worth(side)

    @inline
    def idled(self, side: cint, left: cint, settles: cint) -> cint:
        """What the end brings a side when from here on, or until here, nobody does anything."""
        tileless: cint = left & TILELESS
        scoreless: cint = left // SCORELESS
        if scoreless < tileless or (scoreless == tileless and self.scoreless_first):
            settles >>= 1
        return self.settled(side) if settles & 1 else 0

    @inline
    def after_pass(self, left: cint) -> cint:
        """How near the end is one idle turn later; the end has come when either count is 0."""
        return left - BOTH if self.counting else left - 1

    @inline
    def after_play(self, left: cint, score: cint) -> cint:
        """How near the end is after a play."""
        if score == 0 and self.counting:
            return left - (left & TILELESS) - SCORELESS + (self.rest_left & TILELESS)
        return self.rest_left

    @inline
    def settles_after(self, settles: cint, score: cint) -> cint:
        """Which ends settle tiles after a play; one without a score leaves the run without scores as it was."""
        if score == 0 and self.counting:
            return (settles & 2) | (self.after_settles & 1)
        return self.after_settles

    @inline
    def is_over(self, left: cint) -> bint:
        """Has the end come?"""
        return left & TILELESS == 0 or left // SCORELESS == 0

    @native
    def out_of_budget(self) -> bint:
        """Count a node; is the budget spent?"""
        self.nodes += 1
        if self.cancelled or self.nodes >= self.nodes_max or self.lines.plays.failed:
            self.stopped = True
        # Asking the clock at every node would cost more than it is worth.
        if self.nodes & 63 == 0 and monotonic() > self.deadline:
            self.stopped = True
        return self.stopped
