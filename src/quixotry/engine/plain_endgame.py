"""The end of a game for two, once the bag is empty: nothing is hidden, so the best line can be worked out.

Values are points of final spread still to come, for the side on turn, settling up included. The search goes
one ply deeper at a time (negamax with null windows and a table of positions); below its horizon both sides
play what looks best on the spot, so that there is always an answer, and a better one with more time. When no
line was cut off by the horizon the value is proven.

Passes. A run of idle turns ends the game, after two, three, four or twelve of them. With two or more still to
go it does not matter how many: whoever gains by playing plays at once, and if neither does, both pass until
the end. So `left` counts only 2 or 1, which is exact unless a play can score nothing (`inexact` says so).
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.posix.time import CLOCK_MONOTONIC, clock_gettime, timespec
    from cython.cimports.quixotry.engine.generator import Generator
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        MIX_A,
        MIX_B,
        free,
        int32_t,
        memcpy,
        uint8_t,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    import time

    from quixotry.engine.generator import Generator
    from quixotry.lexicon.bits import M64, MIX_A, MIX_B

PLIES_MAX = 40
MOVES_MAX = 65536
"""Moves kept at once, of all plies of one line; a position that needs more is answered, not proven."""
# 100000 stands for a value no game reaches; literals, for module variables are Python objects.
TABLE_BITS = 18


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mix(word: uint64_t) -> uint64_t:
    word = (word ^ (word >> 30)) * MIX_A & M64
    word = (word ^ (word >> 27)) * MIX_B & M64
    return word ^ (word >> 31)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def monotonic() -> cython.double:
    if cython.compiled:
        now: timespec
        clock_gettime(CLOCK_MONOTONIC, cython.address(now))  # noqa: F821
        return now.tv_sec + now.tv_nsec * 1e-9  # noqa: F821
    return time.monotonic()


@cython.final
@cython.cclass
class Endgame:
    """A solver for one ruleset and lexicon; one thread uses it. It keeps its table between questions."""

    def __init__(self, ruleset, graph, plain=False, table_bits=TABLE_BITS):
        self.gen = Generator(ruleset, graph)
        self.plain = plain
        self.no_play = ruleset.end.no_play
        self.slots = 1 << table_bits
        if not cython.compiled:
            self.held, self.worth, self.sizes = [0] * 128, [0, 0], [0, 0]
            self.copies = [None] * PLIES_MAX
            self.where, self.score, self.guess = ([0] * MOVES_MAX for _ in range(3))
            self.tag, self.order = [0] * MOVES_MAX, [0] * MOVES_MAX
            self.cells = [0] * (MOVES_MAX * 24)
            self.table_key, self.table_value = [0] * self.slots, [0] * self.slots
            self.table_best, self.table_bound = [0] * self.slots, [0] * self.slots
            self.table_depth = [0] * self.slots
        else:
            self.board_bytes = cython.cast(cython.size_t, cython.address(self.gen.face[0])) - cython.cast(
                cython.size_t, cython.address(self.gen.cell[0])
            )
            self.boards = cython.cast(cython.pointer(uint8_t), zeroed(PLIES_MAX * self.board_bytes))
            self.where = cython.cast(cython.pointer(uint32_t), zeroed(MOVES_MAX * 4))
            self.score = cython.cast(cython.pointer(int32_t), zeroed(MOVES_MAX * 4))
            self.guess = cython.cast(cython.pointer(int32_t), zeroed(MOVES_MAX * 4))
            self.tag = cython.cast(cython.pointer(uint32_t), zeroed(MOVES_MAX * 4))
            self.order = cython.cast(cython.pointer(uint32_t), zeroed(MOVES_MAX * 4))
            self.cells = cython.cast(cython.pointer(uint8_t), zeroed(MOVES_MAX * 24))
            self.table_key = cython.cast(cython.pointer(uint64_t), zeroed(self.slots * 8))
            self.table_value = cython.cast(cython.pointer(int32_t), zeroed(self.slots * 4))
            self.table_best = cython.cast(cython.pointer(uint32_t), zeroed(self.slots * 4))
            self.table_bound = cython.cast(cython.pointer(uint8_t), zeroed(self.slots))
            self.table_depth = cython.cast(cython.pointer(uint8_t), zeroed(self.slots))
            if not (
                self.boards
                and self.where
                and self.score
                and self.guess
                and self.tag
                and self.order
                and self.cells
                and self.table_key
                and self.table_value
                and self.table_best
                and self.table_bound
                and self.table_depth
            ):
                raise MemoryError
        self.room = MOVES_MAX
        self.cancelled = False

    def __dealloc__(self):
        if cython.compiled:
            free(self.boards)
            free(self.where)
            free(self.score)
            free(self.guess)
            free(self.tag)
            free(self.order)
            free(self.cells)
            free(self.table_key)
            free(self.table_value)
            free(self.table_best)
            free(self.table_bound)
            free(self.table_depth)

    def set_position(self, cells, own, other, root_ending, rest_ending, scoreless_run):
        """A board, the rack on turn and the other one; endings are (idle turns left, tiles are settled), now
        and after a play."""
        for tile in range(128):
            self.held[tile] = 0
        for side, rack in enumerate((own, other)):
            self.sizes[side] = self.worth[side] = 0
            for tile in rack:
                self.held[side * 64 + tile] += 1
                self.sizes[side] += 1
                self.worth[side] += self.gen.face[tile] if tile else self.gen.face[129]
        self.gen.set_cells(cells)
        self.key = 0
        for square, cell in enumerate(cells):
            if cell:
                row, column = divmod(square, self.gen.width)
                self.key ^= mix((row * 24 + column + 1) * 256 + cell)
        for tile in range(64):
            self.key ^= mix((1 << 40) + tile * 64 + self.held[tile])
        self.root_left, self.root_settles = min(2, root_ending[0]), root_ending[1]
        self.rest_left, self.rest_settles = min(2, rest_ending[0]), rest_ending[1]
        self.scoreless_run = scoreless_run
        self.inexact = self.failed = False
        self.top = 0

    def deepen(self, depth, nodes_max, seconds):
        """Search to a depth from the position set: (value, whole, finished)."""
        self.nodes_max = nodes_max
        self.deadline = monotonic() + seconds
        self.stopped = False
        self.top = 0
        value: cython.int = 0
        ply_depth: cython.int = depth
        if cython.compiled:
            with cython.nogil:
                value = self.search(0, -100000, 100000, ply_depth, 0, self.root_left, self.root_settles)
        else:
            value = self.search(0, -100000, 100000, ply_depth, 0, self.root_left, self.root_settles)
        if self.stopped:
            self.gen.failed = False
        return value, bool(self.whole), not self.stopped

    def best(self):
        """The best move of the last finished search, as a tag; 0 is a pass."""
        return self.best_tag

    def moves(self):
        """Plays of the side on turn in the position set: (squares and cells laid, score, how good it looks)."""
        count = self.generate(0)
        found = []
        for move in range(self.top, self.top + count):
            where = self.where[move]
            at, length = where & 0xFFF, where >> 12 & 0x1F
            cells = bytes([self.cells[24 * move + i] for i in range(length)])
            laid, _, _ = self.gen.described(at, cells, 0)
            found.append((laid, self.score[move], self.guess[move]))
        return found

    def line(self):
        """The best line as far as the table knows it: [(squares and cells laid, score)], () for a pass.

        The position is played on; set it anew before the next question."""
        found = []
        side, left, settles = 0, self.root_left, self.root_settles
        while len(found) < PLIES_MAX and self.sizes[side]:
            slot = self.state(side, left, settles) & (self.slots - 1)
            known = self.table_key[slot] == self.state(side, left, settles) and self.table_bound[slot]
            best = self.table_best[slot] if known else 0
            if not found:
                known, best = True, self.best_tag
            if not known:
                break
            self.top = 0
            count = self.generate(side)
            if not best:
                left -= 1
                found.append(((), 0))
                if left == 0 or not (count or self.can_play(1 - side)):
                    break
                side = 1 - side
                continue
            move = next((move for move in range(count) if self.tag[move] == best), None)
            if move is None:
                break
            where = self.where[move]
            at, length = where & 0xFFF, where >> 12 & 0x1F
            cells = bytes([self.cells[24 * move + i] for i in range(length)])
            found.append((self.gen.described(at, cells, 0)[0], self.score[move]))
            self.play(move, side)
            if not self.sizes[side]:
                break
            side, left, settles = 1 - side, self.rest_left, self.rest_settles
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def state(self, side: cython.int, left: cython.int, settles: cython.bint) -> uint64_t:
        """The key of the position with who is on turn and how near the end by passes is."""
        return self.key ^ mix((cython.cast(uint64_t, 3) << 40) + side * 16 + left * 2 + settles)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_board(self, ply: cython.int) -> cython.void:
        """Remember the board of a ply."""
        if cython.compiled:
            memcpy(self.boards + ply * self.board_bytes, cython.address(self.gen.cell[0]), self.board_bytes)
        else:
            gen = self.gen
            self.copies[ply] = [list(getattr(gen, name)) for name in BOARD_FIELDS]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def give_board(self, ply: cython.int) -> cython.void:
        """Go back to the board of a ply."""
        if cython.compiled:
            memcpy(cython.address(self.gen.cell[0]), self.boards + ply * self.board_bytes, self.board_bytes)
        else:
            for name, values in zip(BOARD_FIELDS, self.copies[ply], strict=True):
                getattr(self.gen, name)[:] = values

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def load(self, side: cython.int) -> cython.void:
        """Give a side's rack to the generator, with values of leaves for an empty bag."""
        tile: cython.int
        _copy: cython.int
        size: cython.int = 0
        for tile in range(1, self.gen.letters + 1):
            for _copy in range(self.held[side * 64 + tile]):
                self.gen.tile[size] = tile
                size += 1
        for _copy in range(self.held[side * 64]):
            self.gen.tile[size] = 0
            size += 1
        self.gen.size = size
        self.gen.hold()
        self.gen.value_end(self.worth[1 - side])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def generate(self, side: cython.int) -> cython.int:
        """All plays of a side, at `top` of the moves; how many."""
        self.load(side)
        self.gen.find_all()
        count: cython.int = self.gen.count
        if self.top + count > self.room or self.gen.failed:
            self.failed = True
            count = 0 if self.top >= self.room else self.room - self.top
        i: cython.int
        k: cython.int
        at: cython.int
        length: cython.int
        cell: cython.int
        hashed: uint32_t
        move: cython.size_t = self.top
        for i in range(count):
            self.where[move] = self.gen.where[i]
            self.score[move] = self.gen.score[i]
            self.guess[move] = self.gen.equity[i]
            at = self.gen.where[i] & 0xFFF
            length = (self.gen.where[i] >> 12) & 0x1F
            hashed = (at * 2654435 + length) & 0x7FFFFFFF
            for k in range(length):
                cell = 0 if self.gen.cell[at + k] else self.gen.strips[24 * i + k]
                self.cells[24 * move + k] = cell
                hashed = ((hashed ^ cell) * 16777619) & 0x7FFFFFFF
            self.tag[move] = hashed | 1
            if self.scoreless_run and self.score[move] == 0:
                self.inexact = True
            move += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self, base: cython.size_t, count: cython.int, first: uint32_t) -> cython.void:
        """Order moves by guess, the one with tag `first` before all."""
        i: cython.int
        k: cython.int
        gap: cython.int = 1
        move: uint32_t
        for i in range(count):
            self.order[base + i] = cython.cast(uint32_t, base + i)
            if first and self.tag[base + i] == first:
                self.guess[base + i] = 2000000000
        while gap < count // 3:
            gap = gap * 3 + 1
        while gap > 0:
            for i in range(gap, count):
                move = self.order[base + i]
                k = i
                while k >= gap and self.guess[self.order[base + k - gap]] < self.guess[move]:
                    self.order[base + k] = self.order[base + k - gap]
                    k -= gap
                self.order[base + k] = move
            gap //= 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play(self, move: cython.size_t, side: cython.int) -> cython.void:
        at: cython.int = self.where[move] & 0xFFF
        length: cython.int = (self.where[move] >> 12) & 0x1F
        k: cython.int
        cell: cython.int
        tile: cython.int
        there: cython.int
        for k in range(length):
            cell = self.cells[24 * move + k]
            if cell:
                there = at + k if at < 528 else self.gen.other(at + k)
                self.key ^= mix(there * 256 + cell)
                tile = 0 if cell & 128 else cell
                if side == 0:
                    self.key ^= mix((cython.cast(uint64_t, 1) << 40) + tile * 64 + self.held[tile])
                    self.key ^= mix((cython.cast(uint64_t, 1) << 40) + tile * 64 + self.held[tile] - 1)
                self.held[side * 64 + tile] -= 1
                self.sizes[side] -= 1
                self.worth[side] -= self.gen.face[cell]
        if cython.compiled:
            self.gen.lay(at, length, self.cells + 24 * move)
        else:
            self.gen.lay(at, length, self.cells[24 * move : 24 * move + 24])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unplay(self, move: cython.size_t, side: cython.int, ply: cython.int) -> cython.void:
        at: cython.int = self.where[move] & 0xFFF
        length: cython.int = (self.where[move] >> 12) & 0x1F
        k: cython.int
        cell: cython.int
        tile: cython.int
        there: cython.int
        for k in range(length):
            cell = self.cells[24 * move + k]
            if cell:
                there = at + k if at < 528 else self.gen.other(at + k)
                self.key ^= mix(there * 256 + cell)
                tile = 0 if cell & 128 else cell
                self.held[side * 64 + tile] += 1
                if side == 0:
                    self.key ^= mix((cython.cast(uint64_t, 1) << 40) + tile * 64 + self.held[tile])
                    self.key ^= mix((cython.cast(uint64_t, 1) << 40) + tile * 64 + self.held[tile] - 1)
                self.sizes[side] += 1
                self.worth[side] += self.gen.face[cell]
        self.give_board(ply)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_play(self, side: cython.int) -> cython.bint:
        self.load(side)
        self.gen.find_all()
        return self.gen.count > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settled(self, side: cython.int, settles: cython.bint) -> cython.int:
        """What the end brings a side when nobody goes out."""
        return self.worth[1 - side] - self.worth[side] if settles else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def out_of_budget(self) -> cython.bint:
        self.nodes += 1
        if self.cancelled or self.nodes >= self.nodes_max or self.failed:
            self.stopped = True
        # Asking the clock at every node would cost more than it is worth.
        if self.nodes & 15 == 0 and monotonic() > self.deadline:
            self.stopped = True
        return self.stopped

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def playout(
        self, side: cython.int, left: cython.int, settles: cython.bint, ply: cython.int
    ) -> cython.int:
        """Both sides play what looks best on the spot until the end; the board is left changed."""
        total: cython.int = 0
        sign: cython.int = 1
        best: cython.size_t
        count: cython.int
        i: cython.int
        mover: cython.int = side
        stuck: cython.bint = False
        # The racks are put back by hand at the end: at most twenty moves are kept for that.
        base: cython.size_t = self.top
        while True:
            if self.out_of_budget():
                break
            count = self.generate(mover)
            if count == 0:
                if stuck or self.sizes[mover] == 0:
                    total += sign * self.settled(mover, self.no_play or settles)
                    break
                stuck = True
                left -= 1
                if left == 0:
                    total += sign * self.settled(mover, settles)
                    break
            else:
                stuck = False
                left = self.rest_left
                settles = self.rest_settles
                best = self.top
                for i in range(1, count):
                    if self.guess[self.top + i] > self.guess[best]:
                        best = self.top + i
                self.keep_move(best)
                total += sign * self.score[self.top]
                self.play(self.top, mover)
                self.order[self.top] = mover
                self.top += 1
                if self.sizes[mover] == 0:
                    total += sign * 2 * self.worth[1 - mover]
                    break
            sign = -sign
            mover = 1 - mover
        while self.top > base:
            self.top -= 1
            self.unplay(self.top, self.order[self.top], ply)
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_move(self, best: cython.size_t) -> cython.void:
        """Copy a move to the top, over the others of its list."""
        k: cython.int
        self.where[self.top] = self.where[best]
        self.score[self.top] = self.score[best]
        for k in range(24):
            self.cells[24 * self.top + k] = self.cells[24 * best + k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self,
        side: cython.int,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
        left: cython.int,
        settles: cython.bint,
    ) -> cython.int:
        """The value for `side` within the window; `whole` says whether the horizon played no part."""
        value: cython.int = 0
        i: cython.int
        if self.out_of_budget():
            return 0
        if depth == 0 or ply >= 39:
            self.take_board(ply)
            value = self.playout(side, left, settles, ply)
            self.whole = False
            return value
        # `whole` entries hold for any depth.
        state: uint64_t = self.state(side, left, settles)
        slot: cython.size_t = state & (self.slots - 1)
        first: uint32_t = 0
        if not self.plain and self.table_key[slot] == state and self.table_bound[slot]:
            first = self.table_best[slot]
            if self.table_depth[slot] >= depth and ply > 0:
                value = self.table_value[slot]
                if (
                    self.table_bound[slot] == 3
                    or (self.table_bound[slot] == 1 and value >= beta)
                    or (self.table_bound[slot] == 2 and value <= alpha)
                ):
                    self.whole = self.table_depth[slot] == 255
                    return value
        base: cython.size_t = self.top
        count: cython.int = self.generate(side)
        if count == 0:
            if not self.can_play(1 - side):
                self.whole = True
                return self.settled(side, self.no_play or settles)
        elif not self.plain:
            self.sort(base, count, first)
        else:
            for i in range(count):
                self.order[base + i] = cython.cast(uint32_t, base + i)
        self.top = base + count
        self.take_board(ply)
        best: cython.int = -100000
        best_tag: uint32_t = 0
        low: cython.int = alpha
        whole: cython.bint = True
        move: cython.size_t = 0
        n: cython.int = 0
        # The pass comes last, and is move number `count`; tag 0.
        while n <= count:
            if n < count:
                move = self.order[base + n]
                self.play(move, side)
                if self.sizes[side] == 0:
                    value = self.score[move] + 2 * self.worth[1 - side]
                    self.whole = True
                else:
                    value = self.score[move] - self.deeper(
                        1 - side,
                        low - self.score[move],
                        beta - self.score[move],
                        depth,
                        ply,
                        self.rest_left,
                        self.rest_settles,
                        best > -100000,
                    )
                self.unplay(move, side, ply)
            elif left <= 1:
                value = self.settled(side, settles)
                self.whole = True
            else:
                value = -self.deeper(1 - side, low, beta, depth, ply, left - 1, settles, best > -100000)
            if self.stopped:
                self.top = base
                return 0
            if value > best:
                best = value
                best_tag = self.tag[move] if n < count else 0
            if value >= beta and not self.plain:
                # A refutation stands on its own, whatever the others would have shown.
                whole = self.whole
                break
            whole = whole and self.whole
            if value > low and not self.plain:
                low = value
            n += 1
            # Just above the horizon values are guesses anyway: only the plays that look best are guessed at.
            if depth == 1 and n == 12 and count > 12 and not self.plain:
                whole = False
                n = count
        self.top = base
        if not self.plain:
            self.table_key[slot] = state
            self.table_value[slot] = best
            self.table_best[slot] = best_tag
            self.table_depth[slot] = 255 if whole else depth
            self.table_bound[slot] = 1 if best >= beta else (2 if best <= alpha else 3)
        self.whole = whole
        if ply == 0:
            self.best_tag = best_tag
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def deeper(
        self,
        side: cython.int,
        low: cython.int,
        high: cython.int,
        depth: cython.int,
        ply: cython.int,
        left: cython.int,
        settles: cython.bint,
        narrow: cython.bint,
    ) -> cython.int:
        """The child's value for `side`, where low and high are the parent's window: first, for all but the
        first child, only whether it beats `low` at all."""
        value: cython.int
        if self.plain:
            return self.search(side, -100000, 100000, depth - 1, ply + 1, left, settles)
        if narrow and low + 1 < high:
            value = self.search(side, -low - 1, -low, depth - 1, ply + 1, left, settles)
            if self.stopped or -value <= low or -value >= high:
                return value
        return self.search(side, -high, -low, depth - 1, ply + 1, left, settles)


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
