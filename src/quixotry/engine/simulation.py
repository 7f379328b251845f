"""Trying candidates out: the same hidden tiles for each, then both sides play what looks best for some plies.

A sample is a number. It fixes what the others hold and in which order tiles come out of the bag, whichever
candidate is tried, so that candidates are compared on the same luck; the same numbers give the same results on
any number of threads. A rollout ends with the game or after `plies` turns; then what each side kept in its
last turn counts with its value, and the chance to win follows from the spread and the number of tiles not seen.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.quixotry.engine.chooser import Chooser
    from cython.cimports.quixotry.engine.endgame import monotonic
    from cython.cimports.quixotry.engine.leaves import Leaves
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        MIX_A,
        MIX_B,
        MIX_STEP,
        ONE,
        free,
        memcpy,
        popcount,
        uint8_t,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    from math import exp
    from time import monotonic

    from quixotry.engine.chooser import Chooser
    from quixotry.engine.leaves import Leaves
    from quixotry.lexicon.bits import M64, MIX_A, MIX_B, MIX_STEP, ONE, popcount

CANDIDATES_MAX = 64
FIGURES = 6
"""Numbers a rollout gives: win chance, spread, the next seat's score, whether that was a bingo, the own next
score, whether that was a bingo."""


@cython.final
@cython.cclass
class Simulation:
    """Rollouts of one ruleset and lexicon. One thread uses it."""

    def __init__(self, ruleset, graph, leaves, worth, vowels):
        self.gen = Chooser(ruleset, graph)
        self.trained = leaves is not None
        self.leaves = leaves if leaves is not None else Leaves((1, 1), 1)
        if not cython.compiled:
            self.worth, self.dirty = [0] * 64, [1] * 48
            self.unseen, self.own, self.opp_sizes, self.scores = [0] * 1024, [0] * 16, [0] * 4, [0] * 4
            self.at, self.length, self.points, self.leave = ([0] * 64 for _ in range(4))
            self.kept_count, self.given_count = [0] * 64, [0] * 64
            self.kept, self.given, self.cells = [0] * 1024, [0] * 1024, [0] * 2048
            self.racks, self.sizes, self.totals, self.last_leave = [0] * 64, [0] * 4, [0] * 4, [0] * 4
            self.bag, self.laid = [0] * 1024, [0] * 32
            self.scale, self.lead = [1.0] * 128, [0.0] * 128
        else:
            self.board_bytes = cython.cast(cython.size_t, cython.address(self.gen.face[0])) - cython.cast(
                cython.size_t, cython.address(self.gen.cell[0])
            )
            self.board = cython.cast(cython.pointer(uint8_t), zeroed(self.board_bytes))
            if not self.board:
                raise MemoryError
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
        self.cancelled = False
        self.count = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.board)

    def set_win_table(self, scale, lead):
        """For each number of tiles not seen (the last for more): what a spread is measured by, and what being
        on turn is worth."""
        for unseen in range(128):
            self.scale[unseen] = scale[min(unseen, len(scale) - 1)]
            self.lead[unseen] = lead[min(unseen, len(lead) - 1)]

    def set_position(self, cells, own, unseen, opp_sizes, bag_count, scores, plies):
        """A position as the seat on turn sees it; the others in the order of their turns."""
        if len(unseen) > 1000 or len(own) > 10:
            raise ValueError("too many tiles")
        self.gen.set_cells(cells)
        self.root_tiles = self.gen.tiles_down
        if cython.compiled:
            memcpy(self.board, cython.address(self.gen.cell[0]), self.board_bytes)
        else:
            self.copy = [list(getattr(self.gen, name)) for name in BOARD_FIELDS]
        for line in range(48):
            self.dirty[line] = 1
        self.own_count = len(own)
        for place, tile in enumerate(own):
            self.own[place] = tile
        self.unseen_count, self.bag_count = len(unseen), bag_count
        for place, tile in enumerate(unseen):
            self.unseen[place] = tile
        self.players = 1 + len(opp_sizes)
        for seat, size in enumerate(opp_sizes):
            self.opp_sizes[seat] = size
        for seat, score in enumerate(scores):
            self.scores[seat] = score
        if sum(opp_sizes) + bag_count != len(unseen):
            raise ValueError("the tiles not seen are not those of bag and racks")
        self.plies = plies
        self.count = 0

    def add(self, laid, score, leave, kept, given):
        """A candidate: squares and cells laid, score, what is kept and given back; its number."""
        if self.count == CANDIDATES_MAX:
            raise ValueError(f"at most {CANDIDATES_MAX} candidates")
        arm = self.count
        self.points[arm], self.leave[arm] = score, leave
        self.kept_count[arm], self.given_count[arm] = len(kept), len(given)
        for place, tile in enumerate(kept):
            self.kept[arm * 16 + place] = tile
        for place, tile in enumerate(given):
            self.given[arm * 16 + place] = tile
        self.length[arm] = 0
        if laid:
            squares = sorted(laid)
            first, last = squares[0][0], squares[len(squares) - 1][0]
            width = self.gen.width
            down = first % width == last % width and first != last
            if down:
                self.at[arm] = 528 + first % width * 24 + first // width + 1
                self.length[arm] = (last - first) // width + 1
            else:
                self.at[arm] = first // width * 24 + first % width + 1
                self.length[arm] = last - first + 1
            for place in range(24):
                self.cells[arm * 32 + place] = 0
            for square, cell in squares:
                self.cells[arm * 32 + (square - first) // (width if down else 1)] = cell
        self.count += 1
        return arm

    def run(self, arms, samples, out, seconds):
        """Try candidate arms[i] with sample samples[i], for each i; FIGURES numbers each into `out`.
        Returns how many were done before the time was up or somebody cancelled."""
        total: cython.int = len(arms)
        if len(samples) < total or len(out) < FIGURES * total:
            raise ValueError("too little room")
        which: cython.int[::1] = arms
        luck: cython.ulonglong[::1] = samples
        figures: cython.double[::1] = out
        if total and not (min(arms) >= 0 and max(arms) < self.count):
            raise ValueError("no such candidate")
        self.deadline = monotonic() + seconds
        done: cython.int = 0
        if cython.compiled:
            with cython.nogil:
                while done < total:
                    if self.cancelled or monotonic() > self.deadline:
                        break
                    self.roll(which[done], luck[done], cython.address(figures[6 * done]))
                    done += 1
        else:
            while done < total and not self.cancelled and monotonic() <= self.deadline:
                found = [0.0] * FIGURES
                self.roll(arms[done], samples[done], found)
                for place, figure in enumerate(found):
                    out[FIGURES * done + place] = figure
                done += 1
        return done

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
    def restore(self) -> cython.void:
        """Back to the board of the position; lines changed since are listed anew."""
        line: cython.int
        # A line is stale if it was never listed since it last changed, or listed with what is now taken off.
        for line in range(48):
            self.dirty[line] |= self.gen.stale[line]
        if cython.compiled:
            memcpy(cython.address(self.gen.cell[0]), self.board, self.board_bytes)
        else:
            for name, values in zip(BOARD_FIELDS, self.copy, strict=True):
                getattr(self.gen, name)[:] = values
        self.gen.tiles_down = self.root_tiles
        for line in range(48):
            self.gen.stale[line] = self.dirty[line]
            self.dirty[line] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, at: cython.int, length: cython.int, cells: cython.p_uchar) -> cython.void:
        """Lay a play and remember which lines now differ from the position's board."""
        line: cython.int
        before: uint8_t[48]
        if not cython.compiled:
            before = [0] * 48
        for line in range(48):
            before[line] = self.gen.stale[line]
            self.gen.stale[line] = 0
        self.gen.lay(at, length, cells)
        for line in range(48):
            self.dirty[line] |= self.gen.stale[line]
            if before[line]:
                self.gen.stale[line] = 1

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
        while self.sizes[mover] < self.rack_size and self.bag_size:
            self.bag_size -= 1
            self.racks[mover * 16 + self.sizes[mover]] = self.bag[self.bag_size]
            self.sizes[mover] += 1

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
        place: cython.int
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
            place = self.chance() % (self.bag_size + 1)
            self.bag[self.bag_size] = self.bag[place]
            self.bag[place] = self.laid[i]
            self.bag_size += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move_once(self, mover: cython.int, ply: cython.int, out: cython.p_double) -> cython.bint:
        """One turn of whoever is on turn; False when that went out."""
        i: cython.int
        at: cython.int
        length: cython.int
        kept: uint32_t
        best: cython.int
        if self.late_refill:
            self.refill(mover)
        self.value_leaves(mover)
        self.gen.choose_play(-2000000000)
        swaps: cython.bint = self.can_exchange and self.bag_size >= self.bag_least
        if swaps and (not self.gen.has_best or self.gen.best_equity < 8000):
            best = -2000000000
            for kept in range(self.gen.full):
                if self.gen.leave[kept] > best:
                    best = self.gen.leave[kept]
            if not self.gen.has_best or best > self.gen.best_equity:
                self.exchange_best(mover)
                return True
        if not self.gen.has_best:
            self.last_leave[mover] = self.gen.leave[self.gen.full]
            return True
        at = self.gen.best_where & 0xFFF
        length = (self.gen.best_where >> 12) & 0x1F
        kept = self.gen.best_where >> 17
        for i in range(length):
            self.laid[i] = 0 if self.gen.cell[at + i] else self.gen.best_strip[i]
        if ply == 1:
            out[2] = self.gen.best_score
            out[3] = 1.0 if self.gen.bonus[self.gen.size - popcount(kept)] else 0.0
        elif mover == 0 and ply == self.players:
            out[4] = self.gen.best_score
            out[5] = 1.0 if self.gen.bonus[self.gen.size - popcount(kept)] else 0.0
        self.totals[mover] += self.gen.best_score
        self.last_leave[mover] = self.gen.leave[kept]
        self.put(at, length, self.laid)
        self.sizes[mover] = 0
        for i in range(self.gen.size):
            if (kept >> i) & 1:
                self.racks[mover * 16 + self.sizes[mover]] = self.gen.tile[i]
                self.sizes[mover] += 1
        if not self.late_refill:
            self.refill(mover)
        return self.sizes[mover] > 0 or self.bag_size > 0

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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def roll(self, arm: cython.int, sample: uint64_t, out: cython.p_double) -> cython.void:
        """One rollout of one candidate."""
        i: cython.int
        k: cython.int
        seat: cython.int
        tile: cython.int
        place: cython.int
        self.luck = sample
        for i in range(6):
            out[i] = 0.0
        # What the others hold and the order of the bag: one shuffle of what is not seen.
        for i in range(self.unseen_count):
            self.bag[i] = self.unseen[i]
        for i in range(self.unseen_count - 1, 0, -1):
            place = self.chance() % (i + 1)
            tile = self.bag[i]
            self.bag[i] = self.bag[place]
            self.bag[place] = tile
        self.bag_size = self.unseen_count
        for seat in range(1, self.players):
            self.sizes[seat] = self.opp_sizes[seat - 1]
            for k in range(self.sizes[seat]):
                self.bag_size -= 1
                self.racks[seat * 16 + k] = self.bag[self.bag_size]
        for seat in range(self.players):
            self.totals[seat] = self.scores[seat]
            self.last_leave[seat] = 0
        self.restore()
        self.sizes[0] = self.kept_count[arm]
        for i in range(self.sizes[0]):
            self.racks[i] = self.kept[arm * 16 + i]
        if self.length[arm]:
            if cython.compiled:
                self.put(self.at[arm], self.length[arm], cython.address(self.cells[arm * 32]))
            else:
                self.put(self.at[arm], self.length[arm], self.cells[arm * 32 : arm * 32 + 32])
        self.totals[0] += self.points[arm]
        self.last_leave[0] = self.leave[arm]
        if not self.late_refill or self.given_count[arm]:
            self.refill(0)
        for i in range(self.given_count[arm]):
            place = self.chance() % (self.bag_size + 1)
            self.bag[self.bag_size] = self.bag[place]
            self.bag[place] = self.given[arm * 16 + i]
            self.bag_size += 1
        ended: cython.bint = self.sizes[0] == 0 and self.bag_size == 0
        idle: cython.int = 0
        before: cython.int
        if ended:
            self.settle(0)
        else:
            seat = 0
            for i in range(1, self.plies + 1):
                seat = seat + 1 if seat + 1 < self.players else 0
                before = self.gen.tiles_down
                if not self.move_once(seat, i, out):
                    self.settle(seat)
                    ended = True
                    break
                idle = idle + 1 if self.gen.tiles_down == before else 0
                if idle >= 2 * self.players and self.bag_size == 0:
                    self.settle(-1)
                    ended = True
                    break
        rival: cython.int = -2000000000
        mine: cython.int = self.totals[0] * 1000 + self.last_leave[0]
        for k in range(1, self.players):
            if self.totals[k] * 1000 + self.last_leave[k] > rival:
                rival = self.totals[k] * 1000 + self.last_leave[k]
        spread: cython.double = (mine - rival) / 1000.0
        out[1] = spread
        if ended:
            out[0] = 1.0 if spread > 0 else (0.0 if spread < 0 else 0.5)
        else:
            # The seat after the last one is on turn, and that is worth something.
            k = self.bag_size
            for seat in range(1, self.players):
                k += self.sizes[seat]
            if k > 127:
                k = 127
            seat = (self.plies + 1) % self.players
            if seat == 0:
                spread += self.lead[k]
            else:
                spread -= self.lead[k]
            out[0] = 1.0 / (1.0 + exp(-spread / self.scale[k]))


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
