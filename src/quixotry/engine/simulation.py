"""Trying candidates out: the same hidden tiles for each, then both sides play what looks best for some plies.

A sample is a number. It fixes what the others hold and in which order tiles come out of the bag, whichever
candidate is tried, so that candidates are compared on the same luck; the same numbers give the same results on
any number of threads. A rollout ends with the game or after `plies` turns; then what each side kept in its
last turn counts with its value, and the chance to win follows from the spread and the number of tiles not seen.

Rollouts of one candidate should come one after the other: the board it leaves is then made only once.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.quixotry.engine.endgame import monotonic
    from cython.cimports.quixotry.engine.turns import Turns
    from cython.cimports.quixotry.lexicon.bits import free, uint8_t, uint64_t, zeroed
else:
    from math import exp
    from time import monotonic

    from quixotry.engine.turns import Turns

CANDIDATES_MAX = 64
HANDS_MAX = 1024
"""Guesses of what a seat kept that are remembered."""
FIGURES = 6
"""Numbers a rollout gives: win chance, spread, the next seat's score, whether that was a bingo, the own next
score, whether that was a bingo."""


@cython.final
@cython.cclass
class Simulation(Turns):
    """Rollouts of one ruleset and lexicon. One thread uses it."""

    def __init__(self, ruleset, graph, leaves, worth, vowels):
        Turns.__init__(self, ruleset, graph, leaves, worth, vowels)
        if not cython.compiled:
            self.unseen, self.own, self.opp_sizes, self.scores = [0] * 1024, [0] * 16, [0] * 4, [0] * 4
            self.at, self.length, self.points, self.leave = ([0] * 64 for _ in range(4))
            self.kept_count, self.given_count = [0] * 64, [0] * 64
            self.kept, self.given, self.cells = [0] * 1024, [0] * 1024, [0] * 2048
            self.hand_count, self.hand_size, self.hands = [0] * 4, [0] * 4, [0] * 65536
            self.scale, self.lead = [1.0] * 128, [0.0] * 128
        else:
            self.hands = cython.cast(cython.pointer(uint8_t), zeroed(65536))
            if not self.hands:
                raise MemoryError
        self.cancelled = False
        self.count = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.hands)

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
        if sum(opp_sizes) + bag_count != len(unseen):
            raise ValueError("the tiles not seen are not those of bag and racks")
        self.gen.set_cells(cells)
        self.boards.keep_root()
        self.own_count = len(own)
        for place, tile in enumerate(own):
            self.own[place] = tile
        self.unseen_count, self.bag_count = len(unseen), bag_count
        for place, tile in enumerate(sorted(unseen)):
            self.unseen[place] = tile
        self.players = 1 + len(opp_sizes)
        for seat in range(4):
            self.hand_count[seat] = 0
        for seat, size in enumerate(opp_sizes):
            self.opp_sizes[seat] = size
        for seat, score in enumerate(scores):
            self.scores[seat] = score
        self.plies = plies
        self.count = 0

    def set_hands(self, seat, hands):
        """What the other seat of this number (1 is the next) may have kept: one of these is drawn for each
        sample, and the rest of its rack evenly from what is left. All have the same size."""
        if not 1 <= seat < self.players or len(hands) > HANDS_MAX:
            raise ValueError("no such seat, or too many hands")
        for number, hand in enumerate(hands):
            if not len(hand) == len(hands[0]) <= self.opp_sizes[seat - 1]:
                raise ValueError("hands of one size, and no larger than the rack")
            for place, tile in enumerate(sorted(hand)):
                self.hands[(seat * 1024 + number) * 16 + place] = tile
        self.hand_count[seat] = len(hands)
        self.hand_size[seat] = len(hands[0]) if hands else 0

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
    def deal(self) -> cython.void:
        """What the others hold and the order of the bag: one shuffle of what is not seen, after what a seat
        is thought to have kept has been put in its rack."""
        i: cython.int
        k: cython.int
        seat: cython.int
        size: cython.int
        at: cython.int
        tile: cython.int
        place: cython.int
        self.bag_first = 0
        self.bag_size = self.unseen_count
        for i in range(self.unseen_count):
            self.bag[i] = self.unseen[i]
        for seat in range(1, self.players):
            self.sizes[seat] = 0
            if self.hand_count[seat]:
                at = (seat * 1024 + cython.cast(cython.int, self.chance() % self.hand_count[seat])) * 16
                size = self.hand_size[seat]
                # Both are in order. With several others a hand may no longer be there: then it is not used.
                k = 0
                for i in range(self.bag_size):
                    if k < size and self.bag[i] == self.hands[at + k]:
                        k += 1
                if k == size:
                    k = 0
                    for i in range(self.bag_size):
                        if k < size and self.bag[i] == self.hands[at + k]:
                            k += 1
                        else:
                            self.bag[i - k] = self.bag[i]
                    self.bag_size -= size
                    for k in range(size):
                        self.racks[seat * 16 + k] = self.hands[at + k]
                    self.sizes[seat] = size
        for i in range(self.bag_size - 1, 0, -1):
            place = self.chance() % (i + 1)
            tile = self.bag[i]
            self.bag[i] = self.bag[place]
            self.bag[place] = tile
        for seat in range(1, self.players):
            while self.sizes[seat] < self.opp_sizes[seat - 1]:
                self.bag_size -= 1
                self.racks[seat * 16 + self.sizes[seat]] = self.bag[self.bag_size]
                self.sizes[seat] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def roll(self, arm: cython.int, sample: uint64_t, out: cython.p_double) -> cython.void:
        """One rollout of one candidate."""
        i: cython.int
        seat: cython.int
        moved: cython.int
        self.luck = sample
        for i in range(6):
            out[i] = 0.0
        self.deal()
        for seat in range(self.players):
            self.totals[seat] = self.scores[seat]
            self.last_leave[seat] = 0
        if cython.compiled:
            self.boards.restore(arm, self.at[arm], self.length[arm], cython.address(self.cells[arm * 32]))
        else:
            self.boards.restore(arm, self.at[arm], self.length[arm], self.cells[arm * 32 : arm * 32 + 32])
        self.sizes[0] = self.kept_count[arm]
        for i in range(self.sizes[0]):
            self.racks[i] = self.kept[arm * 16 + i]
        self.totals[0] += self.points[arm]
        self.last_leave[0] = self.leave[arm]
        if not self.late_refill or self.given_count[arm]:
            self.refill(0)
        for i in range(self.given_count[arm]):
            self.put_back(self.given[arm * 16 + i])
        ended: cython.bint = self.sizes[0] == 0 and self.bag_size == 0
        idle: cython.int = 0
        if ended:
            self.settle(0)
        else:
            seat = 0
            for i in range(1, self.plies + 1):
                seat = seat + 1 if seat + 1 < self.players else 0
                moved = self.move_once(seat, i, i == self.plies, out)
                idle = 0 if moved else idle + 1
                if moved < 0 or (idle >= 2 * self.players and self.bag_size == 0):
                    self.settle(seat if moved < 0 else -1)
                    ended = True
                    break
        self.judge(ended, out)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge(self, ended: cython.bint, out: cython.p_double) -> cython.void:
        """Spread and chance to win where a rollout stopped."""
        k: cython.int
        seat: cython.int
        rival: cython.int = -2000000000
        mine: cython.int = self.totals[0] * 1000 + self.last_leave[0]
        for k in range(1, self.players):
            if self.totals[k] * 1000 + self.last_leave[k] > rival:
                rival = self.totals[k] * 1000 + self.last_leave[k]
        spread: cython.double = (mine - rival) / 1000.0
        out[1] = spread
        if ended:
            out[0] = 1.0 if spread > 0 else (0.0 if spread < 0 else 0.5)
            return
        # The seat after the last one is on turn, and that is worth something; what it cannot see counts.
        on_turn: cython.int = (self.plies + 1) % self.players
        k = self.bag_size
        for seat in range(self.players):
            if seat != on_turn:
                k += self.sizes[seat]
        if k > 127:
            k = 127
        if on_turn == 0:
            spread += self.lead[k]
        else:
            spread -= self.lead[k]
        out[1] = spread
        out[0] = 1.0 / (1.0 + exp(-spread / self.scale[k]))
