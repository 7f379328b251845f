"""The best play found so far."""

from __future__ import annotations

from quixotry.engine.native.layout import Strip, length_of, start_of, where_of
from quixotry.lexicon.cdefs import Pointer, bint, cint, native, uint8_t, uint32_t


@native
class Winner:
    """Keeps the best of the plays offered to it.

    Ties: higher equity, then higher score, then across before down, upper and left lines and squares first, then
    the shorter word, then the lower tiles: the order of `PlayList.ranked`."""

    exists: bint
    equity: cint
    score: cint
    where: uint32_t
    strip: Strip[uint8_t]

    def __init__(self) -> None:
        self.clear(0)

    @native
    def clear(self, floor: cint) -> None:
        """None yet; it must reach an equity of `floor`."""
        self.exists = False
        self.equity = floor
        self.score = 0

    @native
    def offer(
        self, start: cint, length: cint, kept: uint32_t, points: cint, equity: cint, strip: Pointer[uint8_t]
    ) -> None:
        """A legal play and its cells: keep it if it comes before the best so far."""
        if equity < self.equity:
            return
        place: cint = start << 5 | length
        best_place: cint = start_of(self.where) << 5 | length_of(self.where)
        i: cint
        if self.exists and equity == self.equity:
            if points < self.score:
                return
            if points == self.score:
                if place > best_place:
                    return
                if place == best_place:
                    for i in range(length):
                        if strip[i] != self.strip[i]:
                            if strip[i] > self.strip[i]:
                                return
                            break
        self.exists = True
        self.equity = equity
        self.score = points
        self.where = where_of(start, length, kept)
        for i in range(length):
            self.strip[i] = strip[i]
