"""The generator finds what the oracle finds, no more and no less, and scores it the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from quixotry.lexicon import load
from tests.engine.comparing import found_by_engine, found_by_oracle, made_up_games, played_games
from tests.engine.games import small_lexicon
from tests.engine.made_up import Case
from tests.engine.soaking import remembered


def compare(tried: Iterator[tuple[int, Case]], positions: int) -> int:
    count = 0
    for seed, (situation, lexicon, graph) in islice(tried, positions):
        assert found_by_engine(situation, graph) == found_by_oracle(situation, lexicon), (seed, situation)
        count += 1
    assert count == positions
    return count


# Some turns of many games; `make soak` compares every turn of others.


@pytest.mark.parametrize("part", range(4))
def test_it_agrees_with_the_oracle_on_hundreds_of_positions_with_a_small_list(part: int) -> None:
    compare(islice(played_games(small_lexicon(), part * 1000), 0, None, 4), 63)


@pytest.mark.parametrize("part", range(3))
def test_it_agrees_with_the_oracle_on_dozens_of_positions_with_the_full_list(part: int) -> None:
    compare(islice(played_games(load("default"), part * 1000 + 500), 0, None, 3), 17)


@pytest.mark.parametrize("part", range(2))
def test_it_agrees_with_the_oracle_on_games_nobody_plays(part: int) -> None:
    """Up to fifty letters, ten tiles, four blanks, 21 by 21 squares and fourfold premiums."""
    compare(islice(made_up_games(part * 1000), 0, None, 2), 20)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(100))
@pytest.mark.parametrize("of", ["small", "full", "made-up"])
def test_it_agrees_with_the_oracle_on_twenty_thousand_positions(of: str, part: int) -> None:
    seed = 1_000_000 + 1000 * part
    match of:
        case "small":
            positions, tried = 150, played_games(small_lexicon(), seed)
        case "full":
            positions, tried = 25, played_games(load("default"), seed)
        case _:
            positions, tried = 25, made_up_games(seed)
    remembered(f"oracle-{of}", part, by=__file__, work=lambda: compare(tried, positions))
