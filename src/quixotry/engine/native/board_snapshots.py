"""Two boards a generator can go back to at once: the position's, and what one candidate makes of it.

With a board goes the list of slots of every line (see slots.py): going back copies those of the lines that
were listed anew since, and nothing is listed twice. Slots name the letters played through by numbers; when the
generator runs out of numbers and gives them anew, everything kept is made again.
"""

from __future__ import annotations

from quixotry.engine.native.best_play import BestPlay
from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import LINES, Lines
from quixotry.engine.native.line_bits import LineBits
from quixotry.engine.native.slots import ROW, Slots
from quixotry.engine.native.through_letters import ThroughLetters
from quixotry.lexicon.cdefs import Pointer, Readonly, cast, cint, free, int32_t, native, uint8_t, zeroed


@native
class BoardSnapshots:
    """The position's board and the base, for one search. One thread uses it."""

    board: Board
    bits: LineBits
    slots: Slots
    through: ThroughLetters
    # The position's board, and the base: as candidate `base_of` leaves it.
    root: Pointer[uint8_t]
    base: Pointer[uint8_t]
    base_of: cint
    # Slots of both; of the base only those of lines that differ from the position's.
    root_slots: Pointer[int32_t]
    base_slots: Pointer[int32_t]
    root_count: Lines[cint]
    base_count: Lines[cint]
    differs: Lines[uint8_t]
    # Lines listed since the board was last given back.
    changed: Lines[uint8_t]
    numbers: cint
    renumbered: Readonly[cint]

    def __init__(self, search: BestPlay) -> None:
        self.board, self.bits = search.board, search.board.bits
        self.slots, self.through = search.slots, search.through
        self.root = cast(Pointer[uint8_t], zeroed(self.board.saved_bytes))
        self.base = cast(Pointer[uint8_t], zeroed(self.board.saved_bytes))
        self.root_slots = cast(Pointer[int32_t], zeroed(LINES * ROW * 4))
        self.base_slots = cast(Pointer[int32_t], zeroed(LINES * ROW * 4))
        if not (self.root and self.base and self.root_slots and self.base_slots):
            raise MemoryError
        self.base_of = -1
        self.renumbered = 0

    def __dealloc__(self) -> None:
        free(self.root)
        free(self.base)
        free(self.root_slots)
        free(self.base_slots)

    @native
    def keep_root(self) -> None:
        """From now on the board is the position's."""
        line: cint
        self.board.save(self.root)
        self.slots.reset()
        for line in range(LINES):
            # One board never needs all numbers there are.
            self.slots.list_line(line)
            self.root_count[line] = self.slots.count[line]
            self.slots.copy_line(line, self.root_slots)
            self.differs[line] = 0
            self.changed[line] = 0
        self.numbers = self.through.count
        self.base_of = -1

    @native
    def note_listing(self) -> None:
        """Before a play is chosen: stale lines will be listed, and what was listed there is lost."""
        line: cint
        for line in range(LINES):
            self.changed[line] |= self.bits.stale[line]

    @native
    def restore(self, arm: cint, at: cint, length: cint, cells: Pointer[uint8_t]) -> None:
        """Back to the board as candidate `arm` leaves it."""
        line: cint
        if self.through.count < self.numbers:
            self.renumber()
        self.numbers = self.through.count
        if self.base_of != arm:
            self.begin(arm, at, length, cells)
            return
        self.board.load(self.base)
        for line in range(LINES):
            if self.changed[line]:
                self.changed[line] = 0
                if self.differs[line]:
                    self.slots.take_line(line, self.base_count[line], self.base_slots)
                else:
                    self.slots.take_line(line, self.root_count[line], self.root_slots)

    @native
    def begin(self, arm: cint, at: cint, length: cint, cells: Pointer[uint8_t]) -> None:
        """Lay a candidate on the position's board, and keep what comes of it."""
        line: cint
        self.board.load(self.root)
        for line in range(LINES):
            if self.differs[line] | self.changed[line]:
                self.differs[line] = 0
                self.changed[line] = 0
                self.slots.take_line(line, self.root_count[line], self.root_slots)
        if length:
            self.board.lay(at, length, cells)
        for line in range(LINES):
            if self.bits.stale[line]:
                self.differs[line] = 1
                if not self.slots.list_line(line):
                    self.renumber()
                    self.begin(arm, at, length, cells)
                    return
                self.base_count[line] = self.slots.count[line]
                self.slots.copy_line(line, self.base_slots)
        self.board.save(self.base)
        self.numbers = self.through.count
        self.base_of = arm

    @native
    def renumber(self) -> None:
        """The letters played through have new numbers, or need them: list the position's board anew."""
        self.renumbered += 1
        self.board.load(self.root)
        self.keep_root()
