"""The best play by bounds is the first of all plays in their order."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count

import pytest

from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.native.leaves import Leaves
from quixotry.lexicon import Lexicon, load
from tests.engine.games import graph_of, situations, small_lexicon
from tests.engine.made_up import Case, cases
from tests.engine.soaking import remembered


@cache
def made_up_leaves(counts: tuple[int, ...]) -> Leaves:
    """Values without rhyme, so that no bound is right by accident; steps of a point, so that there are ties."""
    rng = random.Random(1)
    longest = 6 if len(counts) < 30 else 3
    size = Leaves(counts, longest).count
    return Leaves(counts, longest, array("h", (250 * rng.randrange(-12, 20) for _ in range(size))).tobytes())


def played_game(lexicon: Lexicon, seed: int) -> Iterator[Case]:
    for situation in situations(seed, graph_of(lexicon), blanks_max=3):
        yield Case(situation, lexicon, graph_of(lexicon))


def compare_game(game: Iterable[Case], seed: int) -> int:
    """One generator for all positions of a game: what it keeps from turn to turn must not mislead it."""
    generator, tried = None, 0
    for situation, _, graph in game:
        generator = generator or CompiledGenerator(situation.ruleset, graph)
        generator.set_cells(situation.board.cells)
        generator.set_rack(situation.rack)
        if (seed + tried) % 3 == 1:
            generator.set_leaves(made_up_leaves(situation.ruleset.tiles.counts.counts))
        elif (seed + tried) % 3 == 2:
            generator.set_end(11, 5)
        generator.find()
        first = generator.ranked(1)
        expected = generator.found(first[0]) if first else None
        assert generator.best_play() == expected, (seed, situation)
        tried += 1
    return tried


def compare(of: str, first_seed: int, positions: int) -> int:
    tried = 0
    for seed in count(first_seed):
        if tried >= positions:
            break
        match of:
            case "small":
                game = played_game(small_lexicon(), seed)
            case "full":
                game = played_game(load("default"), seed)
            case _:
                game = cases(seed)
        tried += compare_game(game, seed)
    return tried


@pytest.mark.parametrize("part", range(6))
def test_it_is_the_first_of_all_plays_with_a_small_list(part: int) -> None:
    compare("small", 100_000 * part, 800)


@pytest.mark.parametrize("part", range(2))
def test_it_is_the_first_of_all_plays_with_the_full_list(part: int) -> None:
    compare("full", 100_000 * part + 50_000, 800)


@pytest.mark.parametrize("part", range(2))
def test_it_is_the_first_of_all_plays_in_games_nobody_plays(part: int) -> None:
    """Up to fifty letters, ten tiles, four blanks, 21 by 21 squares and fourfold premiums."""
    compare("made-up", 100_000 * part, 200)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(100))
@pytest.mark.parametrize("of", ["small", "full", "made-up"])
def test_it_is_the_first_of_all_plays_on_a_million_positions(of: str, part: int) -> None:
    positions = {"small": 7_000, "full": 2_500, "made-up": 500}[of]
    seed = 10_000_000 + 100_000 * part
    remembered(f"best-{of}", part, by=__file__, work=lambda: compare(of, seed, positions))
