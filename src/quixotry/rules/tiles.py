"""Multisets of tiles, and the set a game is played with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import add, sub

from quixotry.rules.alphabet import BLANK, Alphabet
from quixotry.rules.errors import RulesetError
from quixotry.values import frozen

TILES_MAX = 1000
VALUE_MAX = 99


@frozen
class Tiles:
    """Counts per tile, index 0 the blank. A rack and a bag are both this: order means nothing in either."""

    counts: tuple[int, ...]

    @classmethod
    def of(cls, tiles: Iterable[int], kinds: int) -> Tiles:
        """Count `tiles`; `kinds` is the number of letters plus one for the blank."""
        counts = [0] * kinds
        for tile in tiles:
            if not 0 <= tile < kinds:
                raise ValueError(f"there is no tile number {tile}")
            counts[tile] += 1
        return cls(tuple(counts))

    def __len__(self) -> int:
        return sum(self.counts)

    def __bool__(self) -> bool:
        return any(self.counts)

    def __iter__(self) -> Iterator[int]:
        """Every tile in order, letters first and blanks last, as people sort a rack."""
        for tile in (*range(1, len(self.counts)), BLANK):
            for _ in range(self.counts[tile]):
                yield tile

    def __contains__(self, other: Tiles) -> bool:
        return all(have >= want for have, want in zip(self.counts, other.counts, strict=True))

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(tuple(map(add, self.counts, other.counts)))

    def __sub__(self, other: Tiles) -> Tiles:
        """What is left; nothing can be taken that is not there."""
        left = tuple(map(sub, self.counts, other.counts))
        if min(left) < 0:
            raise ValueError("more tiles were taken than there are")
        return Tiles(left)

    def __or__(self, other: Tiles) -> Tiles:
        """The fewest tiles that hold either."""
        return Tiles(tuple(map(max, self.counts, other.counts)))

    def beyond(self, other: Tiles) -> Tiles:
        """What `other` does not have of these."""
        return Tiles(tuple(max(0, a - b) for a, b in zip(self.counts, other.counts, strict=True)))

    def plus(self, tiles: Iterable[int]) -> Tiles:
        return self + Tiles.of(tiles, len(self.counts))

    def minus(self, tiles: Iterable[int]) -> Tiles:
        return self - Tiles.of(tiles, len(self.counts))

    def text(self, alphabet: Alphabet) -> str:
        return alphabet.text(self)


@frozen
class TileSet:
    """How many of each tile there are and what each is worth."""

    name: str
    alphabet: Alphabet
    counts: Tiles
    values: tuple[int, ...]
    """Points per tile, index 0 the blank."""

    def __post_init__(self) -> None:
        kinds = len(self.alphabet) + 1
        assert len(self.counts.counts) == len(self.values) == kinds
        if not 1 <= len(self.counts) <= TILES_MAX:
            raise RulesetError("tiles", f"must have 1 to {TILES_MAX} tiles, not {len(self.counts)}")

    @property
    def kinds(self) -> int:
        """Letters plus the blank."""
        return len(self.values)

    @property
    def none(self) -> Tiles:
        """The empty multiset of this set."""
        return Tiles((0,) * self.kinds)

    def tiles(self, tiles: Iterable[int]) -> Tiles:
        return Tiles.of(tiles, self.kinds)

    def rack(self, text: str) -> Tiles:
        """A rack as people write it, `?` for a blank."""
        return self.tiles(self.alphabet.tiles(text))

    def value(self, tiles: Iterable[int]) -> int:
        """What tiles are worth by their faces, as in settling up."""
        return sum(self.values[tile] for tile in tiles)
