"""What somebody sees of the plays there are who overlooks some."""

from __future__ import annotations

from collections.abc import Callable

from quixotry.values import frozen


@frozen
class Perception:
    """Chances are between 0 and 1, and what comes of them follows from the key: the same key sees the same plays."""

    found: tuple[float, ...] = (1.0,)
    """Chance to think of a word that takes 1, 2, 3 ... tiles of the rack; the last holds for more."""
    seen: tuple[float, ...] = (1.0,)
    """Chance to see a place that makes 0, 1, 2 ... further words; the last holds for more."""
    difficulty: Callable[[bytes], float] | None = None
    """How hard a word of these letters is to think of: the chance is taken to this power, so 1 leaves it as it is."""
    key: int = 0

    @property
    def is_complete(self) -> bool:
        """Is nothing overlooked?"""
        return min(*self.found, *self.seen, 1.0) >= 1

    def chance(self, tiles: int, letters: bytes) -> float:
        """To think of a word that takes so many tiles."""
        chance = self.found[min(tiles, len(self.found)) - 1]
        if self.difficulty is None or not 0 < chance < 1:
            return chance
        return float(chance ** self.difficulty(letters))

    def chance_of_place(self, further: int) -> float:
        """To see a place that makes so many further words."""
        return self.seen[min(further, len(self.seen) - 1)]


ALL = Perception()
