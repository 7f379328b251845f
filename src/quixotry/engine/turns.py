"""Turn after turn as both sides would play them: racks, bag, the best play of each, settling up at the end.

What a rollout does below its candidate. Each turn is the play of highest equity (with an empty bag, what settling
up moves counts instead of the leave), or the best exchange where exchanges are free and better.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.chooser import Chooser
    from cython.cimports.quixotry.engine.kept_boards import KeptBoards
    from cython.cimports.quixotry.engine.leaves import Leaves
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        MIX_A,
        MIX_B,
        MIX_STEP,
        ONE,
        popcount,
        uint8_t,
        uint32_t,
        uint64_t,
    )
else:
    from quixotry.engine.chooser import Chooser
    from quixotry.engine.kept_boards import KeptBoards
    from quixotry.engine.leaves import Leaves
    from quixotry.lexicon.bits import M64, MIX_A, MIX_B, MIX_STEP, ONE, popcount, uint32_t


@cython.cclass
class Turns:
    """A game being played on, by one ruleset and lexicon. One thread uses it."""

    def __init__(self, ruleset, graph, leaves, worth, vowels):
        self.gen = Chooser(ruleset, graph)
        self.boards = KeptBoards(self.gen)
        self.trained = leaves is not None
        self.leaves = leaves if leaves is not None else Leaves((1, 1), 1)
        if not cython.compiled:
            self.worth = [0] * 64
            self.racks, self.sizes, self.totals, self.last_leave = [0] * 64, [0] * 4, [0] * 4, [0] * 4
            self.bag, self.laid = [0] * 1024, [0] * 32
        for tile, points in enumerate(worth):
            self.worth[tile] = round(points * 1000)
        self.vowels = 0
        for tile in vowels:
            self.vowels |= ONE << tile
        self.rack_size = ruleset.rack.size
        self.late_refill = ruleset.rack.refill == "start-of-turn"
        rule = ruleset.exchange
        self.can_exchange = rule.allowed and not rule.whole_rack and rule.per_game is None
        self.bag_least = max(rule.bag_least, self.rack_size)
        self.chosen = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def chance(self) -> uint64_t:
        """The next number of the sample's sequence."""
        self.luck = (self.luck + MIX_STEP) & M64
        word: uint64_t = self.luck
        word = ((word ^ (word >> 30)) * MIX_A) & M64
        word = ((word ^ (word >> 27)) * MIX_B) & M64
        return word ^ (word >> 31)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value_leaves(self, mover: cython.int) -> cython.void:
        """Give the generator the mover's rack, sorted, and what every leave of it is worth."""
        counts: uint8_t[64]
        if not cython.compiled:
            counts = [0] * 64
        i: cython.int
        k: cython.int
        _k: cython.int
        size: cython.int = 0
        kept: uint32_t
        rest: uint32_t
        total: cython.int
        letters: cython.int
        vowels: cython.int
        vowel_bits: uint32_t = 0
        for i in range(64):
            counts[i] = 0
        for i in range(self.sizes[mover]):
            counts[self.racks[mover * 16 + i]] += 1
        for i in range(1, self.gen.letters + 1):
            for _k in range(counts[i]):
                self.gen.tile[size] = i
                if (self.vowels >> i) & 1:
                    vowel_bits |= cython.cast(uint32_t, 1) << size
                size += 1
        for _k in range(counts[0]):
            self.gen.tile[size] = 0
            size += 1
        self.gen.size = size
        self.gen.hold()
        if self.bag_size == 0:
            self.gen.value_end(self.others_worth(mover))
        elif self.trained:
            self.leaves.fill(self.gen.tile, size, self.gen.leave)
        else:
            self.gen.leave[0] = 0
            for kept in range(1, cython.cast(uint32_t, 1) << size):
                # Value of tiles and doubles from the smaller set; the balance of vowels is added when read.
                total = 0
                rest = kept
                i = 0
                k = -1
                while rest:
                    if rest & 1:
                        total += self.worth[self.gen.tile[i]]
                        if k == self.gen.tile[i]:
                            total -= 3000
                        k = self.gen.tile[i]
                    rest >>= 1
                    i += 1
                letters = popcount(kept & ~self.gen.blanks)
                if self.vowels and letters > 1:
                    vowels = 2 * popcount(kept & vowel_bits) - letters
                    if vowels < 0:
                        vowels = -vowels
                    if vowels > 1:
                        total -= 1250 * (vowels - 1)
                self.gen.leave[kept] = total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def refill(self, mover: cython.int) -> cython.void:
        """Fill a rack up. Seat 0 draws from one end of the bag and the others from the other, so that how many
        tiles one side takes changes nothing for the other: candidates are compared on more of the same luck."""
        while self.sizes[mover] < self.rack_size and self.bag_size:
            self.bag_size -= 1
            if mover:
                self.racks[mover * 16 + self.sizes[mover]] = self.bag[self.bag_first]
                self.bag_first += 1
            else:
                self.racks[self.sizes[0]] = self.bag[self.bag_first + self.bag_size]
            self.sizes[mover] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put_back(self, tile: cython.int) -> cython.void:
        """A tile back into the bag, at a place of chance."""
        place: cython.int = self.bag_first + cython.cast(cython.int, self.chance() % (self.bag_size + 1))
        self.bag[self.bag_first + self.bag_size] = self.bag[place]
        self.bag[place] = tile
        self.bag_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def others_worth(self, mover: cython.int) -> cython.int:
        """The points on the other racks."""
        total: cython.int = 0
        seat: cython.int
        i: cython.int
        tile: cython.int
        for seat in range(self.players):
            if seat != mover:
                for i in range(self.sizes[seat]):
                    tile = self.racks[seat * 16 + i]
                    total += self.gen.face[tile] if tile else self.gen.face[129]
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def exchange_best(self, mover: cython.int) -> cython.void:
        """Keep the best leave there is, give the rest back under the tiles of the bag, draw."""
        kept: uint32_t
        best: uint32_t = 0
        i: cython.int
        given: cython.int = 0
        for kept in range(self.gen.full):
            if self.gen.leave[kept] > self.gen.leave[best]:
                best = kept
        self.last_leave[mover] = self.gen.leave[best]
        self.sizes[mover] = 0
        for i in range(self.gen.size):
            if (best >> i) & 1:
                self.racks[mover * 16 + self.sizes[mover]] = self.gen.tile[i]
                self.sizes[mover] += 1
            else:
                self.laid[given] = self.gen.tile[i]
                given += 1
        self.refill(mover)
        for i in range(given):
            self.put_back(self.laid[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move_once(
        self, mover: cython.int, ply: cython.int, last: cython.bint, out: cython.p_double
    ) -> cython.int:
        """One turn of whoever is on turn: 1 when tiles were laid, 0 when not, -1 when that went out. After
        the last one nobody looks at the board again, so that nothing is put there."""
        i: cython.int
        at: cython.int
        length: cython.int
        kept: uint32_t
        best: cython.int
        if self.late_refill:
            self.refill(mover)
        self.value_leaves(mover)
        self.boards.note_listing()
        self.gen.choose_play(-2000000000)
        self.chosen += 1
        swaps: cython.bint = self.can_exchange and self.bag_size >= self.bag_least
        if swaps and (not self.gen.has_best or self.gen.best_equity < 8000):
            best = -2000000000
            for kept in range(self.gen.full):
                if self.gen.leave[kept] > best:
                    best = self.gen.leave[kept]
            if not self.gen.has_best or best > self.gen.best_equity:
                self.exchange_best(mover)
                return 0
        if not self.gen.has_best:
            self.last_leave[mover] = self.gen.leave[self.gen.full]
            return 0
        at = self.gen.best_where & 0xFFF
        length = (self.gen.best_where >> 12) & 0x1F
        kept = self.gen.best_where >> 17
        if ply == 1:
            out[2] = self.gen.best_score
            out[3] = 1.0 if self.gen.bonus[self.gen.size - popcount(kept)] else 0.0
        elif mover == 0 and ply == self.players:
            out[4] = self.gen.best_score
            out[5] = 1.0 if self.gen.bonus[self.gen.size - popcount(kept)] else 0.0
        self.totals[mover] += self.gen.best_score
        self.last_leave[mover] = self.gen.leave[kept]
        if not last:
            for i in range(length):
                self.laid[i] = 0 if self.gen.cell[at + i] else self.gen.best_strip[i]
            self.gen.lay(at, length, self.laid)
        self.sizes[mover] = 0
        for i in range(self.gen.size):
            if (kept >> i) & 1:
                self.racks[mover * 16 + self.sizes[mover]] = self.gen.tile[i]
                self.sizes[mover] += 1
        if not self.late_refill:
            self.refill(mover)
        return 1 if self.sizes[mover] > 0 or self.bag_size > 0 else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, out: cython.int) -> cython.void:
        """Settling up: who went out (or nobody, -1) gains what the others lose."""
        seat: cython.int
        i: cython.int
        tile: cython.int
        gained: cython.int = 0
        if out >= 0:
            gained = self.others_worth(out)
        for seat in range(self.players):
            self.last_leave[seat] = 0
            for i in range(self.sizes[seat]):
                tile = self.racks[seat * 16 + i]
                self.totals[seat] -= self.gen.face[tile] if tile else self.gen.face[129]
        if out >= 0:
            self.totals[out] += gained
