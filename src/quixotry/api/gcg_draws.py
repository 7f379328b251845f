"""Draws that give every seat of a recorded game the tiles its record shows."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from quixotry.rules.tiles import Tiles
from quixotry.values import frozen


@frozen
class Need:
    """What a seat must hold at one of its turns, and what it uses up there."""

    held: Tiles
    used: Tiles


@dataclass(slots=True)
class RecordedDraws:
    """A TileSource that knows what is to come. It draws for `seat`, which holds `rack`.

    Where the record shows every rack there is one way to deal, and this is it. Where it does not, tiles a seat
    will need later come first, then tiles nobody is known to need.
    """

    needs: list[deque[Need]]
    """By seat, in the order of its turns."""
    seat: int = 0
    racks: list[Tiles] = field(default_factory=list)
    """By seat, with what was drawn since the last decision."""

    def __call__(self, _number: int, bag: Tiles) -> int:
        tile = self._choose(bag)
        self.racks[self.seat] = self.racks[self.seat].plus((tile,))
        return tile

    def _choose(self, bag: Tiles) -> int:
        for tile in self._missing(self.seat):
            if bag.counts[tile]:
                return tile
        kept = [0] * len(bag.counts)
        for other in range(len(self.needs)):
            if other != self.seat:
                for tile in self._missing(other):
                    kept[tile] += 1
        return max(range(len(bag.counts)), key=lambda tile: (bag.counts[tile] - kept[tile], bag.counts[tile]))

    def _missing(self, seat: int) -> list[int]:
        """The tiles a seat still has to draw, those of its next turn first."""
        rack, missing = self.racks[seat], []
        for need in self.needs[seat]:
            lacking = need.held.beyond(rack)
            missing += list(lacking)
            rack = rack + lacking - need.used
        return missing
