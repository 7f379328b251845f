"""No play by a ruleset scores more than this.

Programs count points in 32 bits, and an engine in thousandths of them. Ordinary boards stay a hundredfold below that; a
line of seven fourfold word squares does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from math import prod

from quixotry.rules.board import Layout
from quixotry.rules.tiles import TileSet

SCORE_MAX = 2_000_000


def score_bound(layout: Layout, tiles: TileSet, rack_size: int, bonus: int) -> int:
    """The dearest tile on every square, a whole rack on the best ones of a line, and as much across."""
    dearest = max(tiles.values)

    def best(times: Iterable[int]) -> list[int]:
        return nlargest(rack_size, times)

    def line_bound(line: slice) -> int:
        letter_multipliers, word_multipliers = layout.letter_multipliers[line], layout.word_multipliers[line]
        letters = len(letter_multipliers) + sum(times - 1 for times in best(letter_multipliers))
        return prod(best(word_multipliers)) * letters * dearest

    squares, width = layout.height * layout.width, layout.width
    rows = [slice(first, first + width) for first in range(0, squares, width)]
    columns = [slice(first, squares, width) for first in range(width)]
    tiles_across = max(layout.height, width) + max(layout.letter_multipliers)
    across = rack_size * max(layout.word_multipliers) * dearest * tiles_across
    return max(map(line_bound, rows + columns)) + across + bonus
