"""The places a play could take.

A *slot* is a line, the square a play starts on and how many tiles it lays; what lies between them is then fixed
too. What a slot holds of the board (points of what is played through and across, premiums, the letters played
through) changes only when its line does, so that the slots of a line are kept from turn to turn.
"""

from __future__ import annotations

from typing import Final

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import (
    DOWN_LINES,
    LETTER,
    LINES,
    LineArray,
    Lines,
    Rack16,
    square_at,
    where_of,
)
from quixotry.engine.native.line_bits import LineBits
from quixotry.engine.native.through_letters import ThroughLetters
from quixotry.lexicon.cdefs import (
    Pointer,
    bint,
    cast,
    cint,
    ctz,
    free,
    int32_t,
    memcpy,
    memset,
    native,
    on_stack,
    size_t,
    uint8_t,
    uint32_t,
    uint64_t,
    zeroed,
)

# The sixteen numbers of a slot, one cache line.
SLOT: Final = 16
FIXED: Final = 0
"""Points that do not depend on the tiles laid: through, across, bonus."""
TIMES: Final = 1
"""The word multiplier."""
WHERE: Final = 2
"""Start, length and the number of tiles laid: see layout.py."""
TAKEN: Final = 3
"""The squares laid on, as bits of the line."""
THROUGH: Final = 4
"""The number of the letters played through."""
EXTRAS: Final = 6
"""Ten numbers: what a letter's points count on its square beyond the word multiplier, largest first, then 0."""
EXTRA_BYTES: Final = 40
ROW: Final = 3360
"""A line has at most 210 slots."""


@native
class Slots:
    """The slots of every line of a board, for racks of up to `rack_size` tiles."""

    board: Board
    bits: LineBits
    through: ThroughLetters
    rack_size: cint
    slots: Pointer[int32_t]
    count: Lines[cint]

    def __init__(self, board: Board, through: ThroughLetters, rack_size: int) -> None:
        self.board, self.bits, self.through, self.rack_size = board, board.bits, through, rack_size
        self.slots = cast(Pointer[int32_t], zeroed(LINES * ROW * 4))
        if not self.slots:
            raise MemoryError
        self.reset()

    def __dealloc__(self) -> None:
        free(self.slots)

    @native
    def reset(self) -> None:
        """Forget all slots and the letters played through; every line is listed anew when next asked."""
        line: cint
        self.through.clear()
        for line in range(LINES):
            self.bits.stale[line] = 1

    @native
    def copy_line(self, line: cint, target: Pointer[int32_t]) -> None:
        """Copy a line's slots to the same place of another array."""
        memcpy(target + line * ROW, self.slots + line * ROW, cast(size_t, self.count[line]) * SLOT * 4)

    @native
    def take_line(self, line: cint, count: cint, source: Pointer[int32_t]) -> None:
        """Take a line's slots from the same place of another array."""
        self.count[line] = count
        memcpy(self.slots + line * ROW, source + line * ROW, cast(size_t, count) * SLOT * 4)

    @native
    def list_line(self, row: cint) -> bint:
        """The slots of a line (down ones from DOWN_LINES on); False when the letters have no numbers left."""
        turn: cint = 1 if row >= DOWN_LINES else 0
        length: cint = self.board.length[turn]
        base: cint = square_at(row, 0)
        out: cint = row * ROW
        # The empty squares of the line by number, from 1 on; 0 stands before the line and the last behind it.
        # Of each: how many points, letters and cross points lie before it.
        square: LineArray[cint] = on_stack()
        points: LineArray[cint] = on_stack()
        codes: LineArray[uint64_t] = on_stack()
        across: LineArray[cint] = on_stack()
        empty: cint = 0
        face: cint = 0
        cross: cint = 0
        total: uint64_t = 0
        blocked: uint32_t = 0
        reached: uint32_t = 0
        special: uint32_t = 0
        first: cint
        last: cint
        laid: cint
        most: cint
        least: cint
        start: cint
        number: cint
        times: cint
        extra: cint
        count: cint
        at: cint
        i: cint
        squares: uint32_t
        rest: uint32_t
        numbered: uint64_t
        slots: Pointer[int32_t] = self.slots
        rack_size: cint = self.rack_size
        shortest: cint = self.board.shortest
        longest: cint = self.board.longest
        letter_multiplier: Pointer[uint8_t] = self.board.letter_multiplier
        word_multiplier: Pointer[uint8_t] = self.board.word_multiplier
        cross_times: Pointer[int32_t] = self.board.cross_times
        bonus: Pointer[cint] = self.board.bonus
        touching: uint32_t = self.bits.touching[row]
        extras: Rack16[int32_t] = on_stack()
        self.bits.stale[row] = 0
        self.count[row] = 0
        if not self.bits.tiles[row] | touching:
            return True
        square[0] = -1
        points[0] = across[0] = 0
        codes[0] = 0
        for i in range(length + 1):
            at = base + i
            if i < length and self.board.cell[at]:
                # Who lays on the square before touches this tile.
                reached |= cast(uint32_t, 1) << empty
                face += self.board.face[self.board.cell[at]]
                total += self.board.graph.codes[self.board.cell[at] & LETTER]
                continue
            empty += 1
            square[empty] = i
            points[empty] = face
            codes[empty] = total
            across[empty] = cross
            if i == length:
                break
            cross += self.board.cross_base[at]
            if touching >> i & 1:
                reached |= cast(uint32_t, 1) << empty
            if not self.board.fits[at]:
                blocked |= cast(uint32_t, 1) << empty
            if letter_multiplier[at] != 1 or word_multiplier[at] != 1 or cross_times[at]:
                special |= cast(uint32_t, 1) << empty
        blocked |= cast(uint32_t, 1) << empty
        for first in range(1, empty):
            # At most so many tiles, up to a square where nothing fits; at least so many to touch something.
            most = ctz(blocked >> first)
            if most > rack_size:
                most = rack_size
            start = square[first - 1] + 1
            if not reached >> first and start == square[first]:
                break
            least = 1 if start < square[first] else ctz(reached >> first) + 1
            times = 1
            count = number = 0
            squares = 0
            numbered = 0
            memset(extras, 0, EXTRA_BYTES)
            for laid in range(1, most + 1):
                last = first + laid - 1
                at = base + square[last]
                squares |= cast(uint32_t, 1) << square[last]
                if special >> last & 1:
                    rest = cast(uint32_t, 1) << square[last]
                    if word_multiplier[at] != 1:
                        # A word premium changes what all letter premiums count.
                        times *= word_multiplier[at]
                        rest = squares
                        count = 0
                        memset(extras, 0, EXTRA_BYTES)
                    while rest:
                        at = base + ctz(rest)
                        rest &= rest - 1
                        extra = (letter_multiplier[at] - 1) * times + cross_times[at]
                        if extra:
                            i = count
                            while i and extras[i - 1] < extra:
                                extras[i] = extras[i - 1]
                                i -= 1
                            extras[i] = extra
                            count += 1
                i = square[last + 1] - start
                if (
                    laid < least
                    or i < shortest
                    or (laid == 1 and turn and self.board.crossed[base + square[first]])
                ):
                    continue
                if i > longest:
                    break
                total = codes[last + 1] - codes[first - 1]
                if total != numbered:
                    number = self.through.number(total)
                    numbered = total
                    if number < 0:
                        return False
                face = points[last + 1] - points[first - 1]
                cross = across[last + 1] - across[first]
                slots[out + FIXED] = face * times + cross + bonus[laid]
                slots[out + TIMES] = times
                slots[out + WHERE] = where_of(base + start, i, laid)
                slots[out + TAKEN] = squares
                slots[out + THROUGH] = number
                memcpy(slots + out + EXTRAS, extras, EXTRA_BYTES)
                out += SLOT
        self.count[row] = (out - row * ROW) // SLOT
        return True
