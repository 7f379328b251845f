"""Draws: the same everywhere, even, and without memory."""

from __future__ import annotations

import hashlib
from unittest.mock import patch

import pytest

from quixotry.fair import draws
from quixotry.fair.draws import SeededDraws
from quixotry.rules.tiles import Tiles
from tests.rules.build import RULES

BAG = RULES["classic"].tiles.counts
SEED = "00" * 32


def test_these_draws_come_out_on_every_machine() -> None:
    source = SeededDraws(SEED)
    assert [source(number, BAG) for number in range(30)] == [
        12, 5, 18, 10, 15, 4, 20, 6, 20, 7, 15, 23, 4, 19, 5,
        4, 22, 9, 25, 1, 14, 11, 7, 12, 5, 9, 1, 9, 14, 18,
    ]  # fmt: skip
    assert [SeededDraws("ab").below(limit, 7) for limit in (1, 2, 10, 100, 2**64)] == [
        0,
        1,
        5,
        55,
        326740545376059555,
    ]


def test_a_draw_is_the_digest_of_seed_number_and_attempt() -> None:
    value = int.from_bytes(hashlib.sha256(f"{SEED}:3:0".encode()).digest()[:8], "big")
    assert SeededDraws(SEED).below(100, 3) == value % 100


def test_draws_have_no_memory() -> None:
    source = SeededDraws(SEED)
    forwards = [source(number, BAG) for number in range(50)]
    assert [source(number, BAG) for number in reversed(range(50))] == forwards[::-1]
    assert SeededDraws(SEED)(20, BAG) == forwards[20]
    assert [SeededDraws("11" * 32)(number, BAG) for number in range(50)] != forwards


def test_every_tile_in_the_bag_is_drawn_about_equally_often() -> None:
    # Chi-square over 100 places with a fixed seed: 99 degrees of freedom, 148 is the 0.1 % point.
    source, counts, draws_made = SeededDraws("f0" * 32), [0] * 100, 20_000
    for number in range(draws_made):
        counts[source.below(100, number)] += 1
    expected = draws_made / 100
    assert sum((count - expected) ** 2 / expected for count in counts) < 148


def test_a_tile_is_drawn_in_proportion_to_how_many_there_are() -> None:
    source, bag = SeededDraws("f1" * 32), Tiles((1, 0, 3, 6))
    drawn = [source(number, bag) for number in range(5_000)]
    expected = {0: 500, 2: 1500, 3: 3000}
    assert set(drawn) == set(expected), "what is not in the bag is never drawn"
    assert sum((drawn.count(tile) - often) ** 2 / often for tile, often in expected.items()) < 13.8


def test_a_value_too_large_to_divide_evenly_is_thrown_away_for_the_next_attempt() -> None:
    # In a range of 8 values, 6 and 7 would make 0 and 1 likelier among three.
    source = SeededDraws("ab")
    with patch.object(draws, "_RANGE", 8), patch.object(SeededDraws, "_value", side_effect=[7, 6, 5]):
        assert source.below(3, 0) == 2


def test_nothing_is_drawn_from_an_empty_bag() -> None:
    with pytest.raises(AssertionError, match="nothing can be drawn from an empty bag"):
        SeededDraws(SEED)(0, Tiles((0, 0)))
