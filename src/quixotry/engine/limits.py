"""How far the engine counts.

Equity is thousandths of a point in 32 bits. Ordinary boards stay a hundredfold below that; a line of seven
fourfold word squares does not, and a number that wraps round would pick the worst play for the best.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from math import prod

from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset import Ruleset

SCORE_MAX = 2_000_000


def check_scores(ruleset: Ruleset) -> None:
    """Refuse a ruleset by which a play might score more than the engine can count."""
    if score_bound(ruleset) > SCORE_MAX:
        raise RulesetError(
            "board.rows", f"with so many word premiums in a line a play could score over {SCORE_MAX:,} points"
        )


def score_bound(ruleset: Ruleset) -> int:
    """No play scores more: the dearest tile on every square, a whole rack on the best ones of a line."""
    layout, size, dearest = ruleset.layout, ruleset.rack.size, max(ruleset.tiles.values)

    def best(times: Iterable[int]) -> list[int]:
        return nlargest(size, times)

    def line_bound(line: slice) -> int:
        letter_times, word_times = layout.letter_times[line], layout.word_times[line]
        letters = len(letter_times) + sum(times - 1 for times in best(letter_times))
        return prod(best(word_times)) * letters * dearest

    squares, width = layout.height * layout.width, layout.width
    rows = [slice(first, first + width) for first in range(0, squares, width)]
    columns = [slice(first, squares, width) for first in range(width)]
    across = size * max(layout.word_times) * dearest * (max(layout.height, width) + max(layout.letter_times))
    return max(map(line_bound, rows + columns)) + across + ruleset.bonus.points
