"""The generator finds what the oracle finds, no more and no less, and scores it the same."""

from __future__ import annotations

from itertools import islice

import pytest

from quixotry.engine.generator import Generator
from quixotry.engine.reference import all_plays
from quixotry.lexicon import Lexicon, load
from tests.engine.games import Situation, graph_of, situations, small_lexicon

Scored = dict[tuple[tuple[int, int], ...], int]


def found_by_engine(situation: Situation, lexicon: Lexicon) -> Scored:
    generator = Generator(situation.ruleset, graph_of(lexicon))
    generator.set_cells(situation.board.cells)
    generator.set_rack(situation.rack)
    plays = [generator.found(index) for index in range(generator.find())]
    scored = {tuple(sorted(laid)): score for laid, _, _, score, _ in plays}
    assert len(scored) == len(plays), "a play was found twice"
    return scored


def found_by_oracle(situation: Situation, lexicon: Lexicon) -> Scored:
    plays = all_plays(situation.board, situation.rack, situation.ruleset, lexicon.words)
    return {tuple((at, cell) for at, cell in play.placements): score for play, score in plays}


def compare(lexicon: Lexicon, seeds: range, positions: int) -> None:
    tried = 0
    for seed in seeds:
        for situation in islice(situations(seed, graph_of(lexicon)), positions - tried):
            assert found_by_engine(situation, lexicon) == found_by_oracle(situation, lexicon), (
                seed,
                situation,
            )
            tried += 1
        if tried == positions:
            return
    raise AssertionError(f"only {tried} positions")


@pytest.mark.parametrize("part", range(8))
def test_it_agrees_with_the_oracle_on_two_thousand_positions_with_a_small_list(part: int) -> None:
    compare(small_lexicon(), range(part * 1000, part * 1000 + 1000), 250)


@pytest.mark.parametrize("part", range(6))
def test_it_agrees_with_the_oracle_on_three_hundred_positions_with_the_full_list(part: int) -> None:
    compare(load("default"), range(part * 1000 + 500, part * 1000 + 1000), 50)
