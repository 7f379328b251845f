"""The best play by bounds is the first of all plays in their order."""

from __future__ import annotations

import os
import random
from array import array
from functools import cache

import pytest

from quixotry.engine.chooser import Chooser
from quixotry.engine.leaves import Leaves
from quixotry.lexicon import Lexicon, load
from tests.engine.games import graph_of, situations, small_lexicon

POSITIONS = 125_000 if os.environ.get("QUIXOTRY_SOAK") else 2_500


@cache
def made_up_leaves(counts: tuple[int, ...]) -> Leaves:
    """Values without rhyme, so that no bound is right by accident; steps of a point, so that there are ties."""
    rng = random.Random(1)
    size = Leaves(counts, 6).count
    return Leaves(counts, 6, array("h", (250 * rng.randrange(-12, 20) for _ in range(size))).tobytes())


def compare(lexicon: Lexicon, seed: int, positions: int) -> None:
    tried = 0
    while tried < positions:
        chooser = None
        for situation in situations(seed, graph_of(lexicon), blanks_max=3):
            chooser = chooser or Chooser(situation.ruleset, graph_of(lexicon))
            chooser.set_cells(situation.board.cells)
            chooser.set_rack(situation.rack)
            if tried % 3 == 1:
                chooser.set_leaves(made_up_leaves(situation.ruleset.tiles.counts.counts))
            elif tried % 3 == 2:
                chooser.set_end(11)
            chooser.find()
            first = chooser.ranked(1)
            expected = chooser.found(first[0]) if first else None
            assert chooser.find_best() == expected, (seed, situation)
            tried += 1
        seed += 1


@pytest.mark.parametrize("part", range(6))
def test_it_is_the_first_of_all_plays_with_a_small_list(part: int) -> None:
    compare(small_lexicon(), 100_000 * part, POSITIONS)


@pytest.mark.parametrize("part", range(2))
def test_it_is_the_first_of_all_plays_with_the_full_list(part: int) -> None:
    compare(load("default"), 100_000 * part + 50_000, POSITIONS)
