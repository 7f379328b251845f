"""Two boards a generator can go back to at once: the position's, and what one candidate makes of it.

With a board goes the list of slots of every line (see slots.py): going back copies those of the lines that
were listed anew since, and nothing is listed twice. Slots name the letters played through by numbers; when the
generator runs out of numbers and gives them anew, everything kept is made again.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.lexicon.bits import free, int32_t, memcpy, uint8_t, zeroed
else:
    from quixotry.lexicon.bits import int32_t, uint8_t

BOARD_FIELDS = (
    "cell",
    "fits",
    "crossed",
    "letter_times",
    "word_times",
    "cross_base",
    "cross_times",
    "tile_bits",
    "empty_bits",
    "touch_bits",
    "allow",
    "stale",
)
"""What `memcpy` takes from `cell` up to `face`, for the interpreter."""


@cython.final
@cython.cclass
class KeptBoards:
    """The position's board and the base, for one generator. One thread uses it."""

    def __init__(self, gen):
        self.gen = gen
        if cython.compiled:
            self.board_bytes = cython.cast(cython.size_t, cython.address(self.gen.face[0])) - cython.cast(
                cython.size_t, cython.address(self.gen.cell[0])
            )
            self.root = cython.cast(cython.pointer(uint8_t), zeroed(self.board_bytes))
            self.base = cython.cast(cython.pointer(uint8_t), zeroed(self.board_bytes))
            self.root_slots = cython.cast(cython.pointer(int32_t), zeroed(48 * 3360 * 4))
            self.base_slots = cython.cast(cython.pointer(int32_t), zeroed(48 * 3360 * 4))
            if not (self.root and self.base and self.root_slots and self.base_slots):
                raise MemoryError
        else:
            self.root, self.base = [], []
            self.root_slots, self.base_slots = [0] * (48 * 3360), [0] * (48 * 3360)
            self.root_count, self.base_count = [0] * 48, [0] * 48
            self.differs, self.changed = [0] * 48, [0] * 48
        self.base_of = -1
        self.renumbered = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.root)
            free(self.base)
            free(self.root_slots)
            free(self.base_slots)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, board: cython.pointer(uint8_t)) -> cython.void:
        """Keep the generator's board."""
        if cython.compiled:
            memcpy(board, cython.address(self.gen.cell[0]), self.board_bytes)
        else:
            board[:] = [list(getattr(self.gen, name)) for name in BOARD_FIELDS]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def give(self, board: cython.pointer(uint8_t), tiles: cython.int) -> cython.void:
        """Give a kept board back to the generator; all its lines are listed."""
        row: cython.int
        if cython.compiled:
            memcpy(cython.address(self.gen.cell[0]), board, self.board_bytes)
        else:
            for name, values in zip(BOARD_FIELDS, board, strict=True):
                getattr(self.gen, name)[:] = values
        self.gen.tiles_down = tiles
        for row in range(48):
            self.gen.stale[row] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_slots(
        self,
        row: cython.int,
        count: cython.int,
        source: cython.pointer(int32_t),
        target: cython.pointer(int32_t),
    ) -> cython.void:
        """The slots of a line: 16 numbers each, with room for 210."""
        if cython.compiled:
            memcpy(cython.address(target[row * 3360]), cython.address(source[row * 3360]), count * 64)
        else:
            target[row * 3360 : row * 3360 + 16 * count] = source[row * 3360 : row * 3360 + 16 * count]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_root(self) -> cython.void:
        """From now on the generator's board is the position's."""
        row: cython.int
        self.root_tiles = self.gen.tiles_down
        self.take(self.root)
        self.gen.reset_slots()
        for row in range(48):
            # One board never needs all numbers there are.
            self.gen.list_slots(row)
            self.root_count[row] = self.gen.slot_count[row]
            self.copy_slots(row, self.root_count[row], self.gen.slots, self.root_slots)
            self.differs[row] = 0
            self.changed[row] = 0
        self.numbers = self.gen.through_count
        self.base_of = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_listing(self) -> cython.void:
        """Before the generator chooses: it will list its stale lines, and so lose what was listed there."""
        row: cython.int
        for row in range(48):
            self.changed[row] |= self.gen.stale[row]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def restore(
        self, arm: cython.int, at: cython.int, length: cython.int, cells: cython.p_uchar
    ) -> cython.void:
        """Back to the board as candidate `arm` leaves it."""
        row: cython.int
        if self.gen.through_count < self.numbers:
            self.renumber()
        self.numbers = self.gen.through_count
        if self.base_of != arm:
            self.begin(arm, at, length, cells)
            return
        self.give(self.base, self.base_tiles)
        for row in range(48):
            if self.changed[row]:
                self.changed[row] = 0
                if self.differs[row]:
                    self.gen.slot_count[row] = self.base_count[row]
                    self.copy_slots(row, self.base_count[row], self.base_slots, self.gen.slots)
                else:
                    self.gen.slot_count[row] = self.root_count[row]
                    self.copy_slots(row, self.root_count[row], self.root_slots, self.gen.slots)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(
        self, arm: cython.int, at: cython.int, length: cython.int, cells: cython.p_uchar
    ) -> cython.void:
        """Lay a candidate on the position's board, and keep what comes of it."""
        row: cython.int
        self.give(self.root, self.root_tiles)
        for row in range(48):
            if self.differs[row] | self.changed[row]:
                self.differs[row] = 0
                self.changed[row] = 0
                self.gen.slot_count[row] = self.root_count[row]
                self.copy_slots(row, self.root_count[row], self.root_slots, self.gen.slots)
        if length:
            self.gen.lay(at, length, cells)
        for row in range(48):
            if self.gen.stale[row]:
                self.differs[row] = 1
                if not self.gen.list_slots(row):
                    self.renumber()
                    self.begin(arm, at, length, cells)
                    return
                self.base_count[row] = self.gen.slot_count[row]
                self.copy_slots(row, self.base_count[row], self.gen.slots, self.base_slots)
        self.base_tiles = self.gen.tiles_down
        self.take(self.base)
        self.numbers = self.gen.through_count
        self.base_of = arm

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def renumber(self) -> cython.void:
        """The letters played through have new numbers, or need them: list the position's board anew."""
        self.renumbered += 1
        self.give(self.root, self.root_tiles)
        self.keep_root()
