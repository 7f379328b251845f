"""Trying candidates out: the same hidden tiles for each, then both sides play what looks best for some plies.

A sample is a number. It fixes what the others hold and in which order tiles come out of the bag, whichever
candidate is tried, so that candidates are compared on the same luck; the same numbers give the same results on
any number of threads. A rollout ends with the game or after `plies` turns; then what each side kept in its
last turn counts with its value, and the chance to win follows from the spread and the number of tiles not seen.

Rollouts of one candidate should come one after the other: the board it leaves is then made only once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Literal

from quixotry.engine.native.layout import DOWN_LINES, LOWEST, RACK_ROOM, STRIDE, STRIP_ROOM, square_at
from quixotry.engine.native.rollout import Rollout
from quixotry.lexicon.cdefs import (
    Array,
    Pointer,
    Public,
    Readonly,
    View,
    address,
    bint,
    cint,
    double,
    exp,
    monotonic,
    native,
    nogil,
    uint8_t,
    uint64_t,
)

CANDIDATES_MAX = 64
FIGURES = 6
"""Numbers a rollout gives: win chance, spread, the next seat's score, whether that was a bingo, the own next
score, whether that was a bingo."""


@native
class Simulation:
    """Rollouts of one ruleset and lexicon. One thread uses it."""

    rollout: Readonly[Rollout]
    # The position: who holds what, what is not seen (in order).
    plies: cint
    unseen_count: cint
    unseen: Array[uint8_t, Literal[1024]]
    opp_sizes: Array[cint, Literal[4]]
    scores: Array[cint, Literal[4]]
    # Candidates: where they lie, cells, score, tiles kept and given back.
    count: cint
    at: Array[cint, Literal[64]]
    length: Array[cint, Literal[64]]
    points: Array[cint, Literal[64]]
    leave: Array[cint, Literal[64]]
    kept_count: Array[cint, Literal[64]]
    given_count: Array[cint, Literal[64]]
    kept: Array[uint8_t, Literal[1024]]
    given: Array[uint8_t, Literal[1024]]
    cells: Array[uint8_t, Literal[2048]]
    cancelled: Public[bint]
    deadline: double
    # Win chance by spread and tiles not seen: 1 / (1 + exp(-(spread + lead) / scale[unseen])).
    scale: Array[double, Literal[128]]
    lead: Array[double, Literal[128]]

    def __init__(self, rollout: Rollout) -> None:
        self.rollout = rollout
        self.cancelled = False
        self.count = 0

    def set_win_table(self, scale: Sequence[float], lead: Sequence[float]) -> None:
        """For each number of tiles not seen (the last for more): what a spread is measured by, and what being
        on turn is worth."""
        for unseen in range(128):
            self.scale[unseen] = scale[min(unseen, len(scale) - 1)]
            self.lead[unseen] = lead[min(unseen, len(lead) - 1)]

    def set_position(
        self,
        cells: bytes,
        unseen: Sequence[int],
        opp_sizes: Sequence[int],
        bag_count: int,
        scores: Sequence[int],
        plies: int,
    ) -> None:
        """A position as the seat on turn sees it; the others in the order of their turns."""
        if len(unseen) > 1000 or not 1 <= len(opp_sizes) <= 3 or len(scores) != 1 + len(opp_sizes):
            raise ValueError("too many tiles, or not two to four seats")
        if sum(opp_sizes) + bag_count != len(unseen):
            raise ValueError("the tiles not seen are not those of bag and racks")
        self.rollout.board.set_cells(cells)
        self.rollout.boards.keep_root()
        self.unseen_count = len(unseen)
        for place, tile in enumerate(sorted(unseen)):
            self.unseen[place] = tile
        self.rollout.players = 1 + len(opp_sizes)
        for seat, size in enumerate(opp_sizes):
            self.opp_sizes[seat] = size
        for seat, score in enumerate(scores):
            self.scores[seat] = score
        self.plies = plies
        self.count = 0

    def add(
        self,
        laid: Sequence[tuple[int, int]],
        score: int,
        leave: int,
        kept: Sequence[int],
        given: Sequence[int],
    ) -> int:
        """A candidate: squares and cells laid, score, what is kept and given back; its number."""
        if self.count == CANDIDATES_MAX:
            raise ValueError(f"at most {CANDIDATES_MAX} candidates")
        if len(kept) + len(given) > 10:
            raise ValueError("more tiles than a rack holds")
        arm = self.count
        self.points[arm], self.leave[arm] = score, leave
        self.kept_count[arm], self.given_count[arm] = len(kept), len(given)
        for place, tile in enumerate(kept):
            self.kept[arm * RACK_ROOM + place] = tile
        for place, tile in enumerate(given):
            self.given[arm * RACK_ROOM + place] = tile
        self.length[arm] = 0
        if laid:
            squares = sorted(laid)
            first, last = squares[0][0], squares[len(squares) - 1][0]
            width = self.rollout.board.width
            down = first % width == last % width and first != last
            if down:
                self.at[arm] = square_at(DOWN_LINES + first % width, first // width)
                self.length[arm] = (last - first) // width + 1
            else:
                self.at[arm] = square_at(first // width, first % width)
                self.length[arm] = last - first + 1
            for place in range(STRIDE):
                self.cells[arm * STRIP_ROOM + place] = 0
            for square, cell in squares:
                self.cells[arm * STRIP_ROOM + (square - first) // (width if down else 1)] = cell
        self.count += 1
        return arm

    def run(
        self, arms: array[int], samples: array[int], out: array[float] | memoryview[float], seconds: float
    ) -> int:
        """Try candidate arms[i] with sample samples[i], for each i; FIGURES numbers each into `out`.
        Returns how many were done before the time was up or somebody cancelled."""
        total: cint = len(arms)
        if len(samples) < total or len(out) < FIGURES * total:
            raise ValueError("too little room")
        which: View[cint] = arms
        luck: View[uint64_t] = samples
        figures: View[double] = out
        if total and not (min(arms) >= 0 and max(arms) < self.count):
            raise ValueError("no such candidate")
        self.deadline = monotonic() + seconds
        done: cint = 0
        with nogil:
            while done < total:
                if self.cancelled or monotonic() > self.deadline:
                    break
                self.roll(which[done], luck[done], address(figures[6 * done]))
                done += 1
        return done

    @native
    def roll(self, arm: cint, sample: uint64_t, out: Pointer[double]) -> None:
        """One rollout of one candidate."""
        i: cint
        seat: cint
        moved: cint
        self.rollout.luck = sample
        for i in range(6):
            out[i] = 0.0
        self.rollout.deal(self.unseen, self.unseen_count, self.opp_sizes)
        for seat in range(self.rollout.players):
            self.rollout.totals[seat] = self.scores[seat]
            self.rollout.last_leave[seat] = 0
        self.rollout.boards.restore(arm, self.at[arm], self.length[arm], self.cells + arm * STRIP_ROOM)
        self.rollout.sizes[0] = self.kept_count[arm]
        for i in range(self.rollout.sizes[0]):
            self.rollout.racks[i] = self.kept[arm * RACK_ROOM + i]
        self.rollout.totals[0] = self.scores[0] + self.points[arm]
        self.rollout.last_leave[0] = self.leave[arm]
        if not self.rollout.rules.refill_first or self.given_count[arm]:
            self.rollout.refill(0)
        for i in range(self.given_count[arm]):
            self.rollout.put_back(self.given[arm * RACK_ROOM + i])
        ended: bint = self.rollout.sizes[0] == 0 and self.rollout.bag_size == 0
        idle: cint = 0
        if ended:
            self.rollout.settle(0)
        else:
            seat = 0
            for i in range(1, self.plies + 1):
                seat = seat + 1 if seat + 1 < self.rollout.players else 0
                moved = self.rollout.move_once(seat, i, i == self.plies, out)
                idle = 0 if moved else idle + 1
                if moved < 0 or (idle >= 2 * self.rollout.players and self.rollout.bag_size == 0):
                    self.rollout.settle(seat if moved < 0 else -1)
                    ended = True
                    break
        self.judge(ended, out)

    @native
    def judge(self, ended: bint, out: Pointer[double]) -> None:
        """Spread and chance to win where a rollout stopped."""
        k: cint
        seat: cint
        rival: cint = LOWEST
        mine: cint = self.rollout.totals[0] * 1000 + self.rollout.last_leave[0]
        for k in range(1, self.rollout.players):
            if self.rollout.totals[k] * 1000 + self.rollout.last_leave[k] > rival:
                rival = self.rollout.totals[k] * 1000 + self.rollout.last_leave[k]
        spread: double = (mine - rival) / 1000.0
        out[1] = spread
        if ended:
            out[0] = 1.0 if spread > 0 else (0.0 if spread < 0 else 0.5)
            return
        # The seat after the last one is on turn, and that is worth something; what it cannot see counts.
        on_turn: cint = (self.plies + 1) % self.rollout.players
        k = self.rollout.bag_size
        for seat in range(self.rollout.players):
            if seat != on_turn:
                k += self.rollout.sizes[seat]
        if k > 127:
            k = 127
        if on_turn == 0:
            spread += self.lead[k]
        else:
            spread -= self.lead[k]
        out[1] = spread
        out[0] = 1.0 / (1.0 + exp(-spread / self.scale[k]))
