"""A board's lines as bits, a bit per square: what the searches of whole lines at once work with."""

from __future__ import annotations

from quixotry.engine.native.layout import DOWN_LINES, LETTERS, LINES, STRIDE, LineLetters, Lines, letter_line
from quixotry.lexicon.cdefs import address, cast, cint, native, size_t, uint8_t, uint32_t, uint64_t


@native
class LineBits:
    """Of every line: its tiles, its empty squares, those beside a tile, and those a letter may take."""

    letters: cint
    state_bytes: size_t
    tiles: Lines[uint32_t]
    empty: Lines[uint32_t]
    touching: Lines[uint32_t]
    allowed: LineLetters[uint32_t]
    # Lines that changed since somebody last looked and set this back.
    stale: Lines[uint8_t]

    def __init__(self, letters: int) -> None:
        self.letters = letters
        self.state_bytes = cast(size_t, address(self.stale[0])) - cast(size_t, address(self.tiles[0]))

    @native
    def clear(self, across: cint, down: cint) -> None:
        """An empty board with so many lines across and down."""
        line: cint
        letter: cint
        full: uint32_t
        for letter in range(2 * LETTERS * STRIDE):
            self.allowed[letter] = 0
        for line in range(LINES):
            full = 0
            if line < across:
                full = (cast(uint32_t, 1) << down) - 1
            elif DOWN_LINES <= line < DOWN_LINES + down:
                full = (cast(uint32_t, 1) << across) - 1
            self.tiles[line] = 0
            self.touching[line] = 0
            self.empty[line] = full
            self.stale[line] = 1
            if full:
                for letter in range(1, self.letters + 1):
                    self.allowed[letter_line(letter, line)] = full

    @native
    def cover(self, line: cint, bit: uint32_t) -> None:
        """A tile now lies on this square."""
        letter: cint
        row: cint = letter_line(0, line)
        self.tiles[line] |= bit
        self.empty[line] &= ~bit
        self.touching[line] &= ~bit
        self.stale[line] = 1
        for letter in range(1, self.letters + 1):
            self.allowed[row + letter * STRIDE] &= ~bit

    @native
    def restrict(self, line: cint, bit: uint32_t, fits: uint64_t) -> None:
        """This square now lies beside a tile, and takes only these letters."""
        letter: cint
        row: cint = letter_line(0, line)
        self.touching[line] |= bit
        self.stale[line] = 1
        for letter in range(1, self.letters + 1):
            if fits >> letter & 1:
                self.allowed[row + letter * STRIDE] |= bit
            else:
                self.allowed[row + letter * STRIDE] &= ~bit
