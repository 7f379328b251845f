"""What kept tiles are worth by rule of thumb: a value a tile, less for doubles and for a lopsided rack.

It serves where no trained table of leaves fits the tile set, and the levels that keep tiles by feel.
The English figures are our own estimates in points, rounded as a club player would say them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from quixotry.engine.leaves_file import leaves_for, shipped_leaves
from quixotry.engine.plain_leaves import LeaveTable
from quixotry.engine.static_values import vowels_of
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.alphabet import BLANK
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import TileSet
from quixotry.values import frozen

if TYPE_CHECKING:
    from quixotry.engine.native.leaves import Leaves

_WORTH = {
    "A": 0.5, "B": -1.5, "C": 0.5, "D": 0.5, "E": 2.0, "F": -1.5, "G": -2.0, "H": 1.0, "I": -1.0,
    "J": -1.0, "K": -1.0, "L": 0.0, "M": 0.5, "N": 0.5, "O": -1.5, "P": 0.0, "Q": -6.0, "R": 1.5,
    "S": 7.5, "T": 0.5, "U": -3.5, "V": -4.5, "W": -3.0, "X": 3.5, "Y": -0.5, "Z": 3.0,
}  # fmt: skip
_BLANK_WORTH = 24.0
_DOUBLE = -3.0
_LOPSIDED = -2.5
"""For every vowel or consonant more than one beyond a half."""


@frozen
class Appraisal:
    """Rules of thumb for one tile set."""

    worth: tuple[float, ...]
    """Points a tile, index 0 the blank."""
    vowels: frozenset[int]

    def value(self, kept: Sequence[int]) -> float:
        """What these tiles are worth together, in points."""
        total = sum(self.worth[tile] for tile in kept)
        total += _DOUBLE * (len(kept) - len(set(kept)))
        letters = [tile for tile in kept if tile != BLANK]
        if self.vowels and len(letters) > 1:
            vowels = sum(tile in self.vowels for tile in letters)
            total += _LOPSIDED * max(0, abs(2 * vowels - len(letters)) - 1) / 2
        return total


@lru_cache(maxsize=8)
def appraisal_for(tiles: TileSet) -> Appraisal:
    """Known letters by the figures above; others are worth less the more points they score."""
    letters = tiles.alphabet.letters
    guess = [max(-5.0, 1.0 - 0.7 * value) for value in tiles.values[1:]]
    worth = [_WORTH.get(letter, guess[n]) for n, letter in enumerate(letters)]
    return Appraisal((_BLANK_WORTH, *worth), vowels_of(tiles))


@lru_cache(maxsize=8)
def trained_leaves(ruleset: Ruleset, lexicon: Lexicon | None = None) -> Leaves | None:
    """The trained table that fits: one's own for these words, else one that came with the package, if any."""
    with suppress(FileNotFoundError):
        return shipped_leaves(ruleset) if lexicon is None else leaves_for(ruleset, lexicon)
    return None


def leave_value(ruleset: Ruleset, kept: tuple[int, ...], leaves: LeaveTable | None = None) -> float:
    """What it is worth to keep these tiles while there are others to draw, in points; by this table, if given."""
    leaves = leaves or trained_leaves(ruleset)
    if leaves is not None and len(kept) <= leaves.longest:
        return leaves.value(kept) / 1000
    return appraisal_for(ruleset.tiles).value(kept)
