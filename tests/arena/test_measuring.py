"""What the benchmarks say is what they measured."""

from __future__ import annotations

import random

from bench.calibration import picture, table_text, tenths
from bench.positions import read

from quixotry.players.champion import can_solve


def games(bias: float) -> list[tuple[float, float]]:
    """Predictions, and games won as often as predicted and `bias` more."""
    luck = random.Random(3)
    predicted = [luck.uniform(0.02, 0.8) for _ in range(5000)]
    return [(chance, float(luck.random() < chance + bias)) for chance in predicted]


def test_true_chances_agree_in_every_tenth_and_wrong_ones_do_not() -> None:
    right, wrong = tenths(games(0.0)), tenths(games(0.12))
    assert [each.games for each in right] == [500] * 10
    assert [each.predicted for each in right] == sorted(each.predicted for each in right)
    assert all(each.agrees for each in right)
    assert not any(each.agrees for each in wrong)
    assert table_text(wrong).count("| no |") == 10
    assert picture(right).count("<circle") == 10


def test_the_committed_positions_are_of_the_kind_they_are_named_after() -> None:
    middle, ends = read("midgame.txt"), read("endgame.txt")
    assert (len(middle), len(ends)) == (10, 40)
    assert all(view.bag_count > 9 and view.rack is not None and len(view.rack) == 7 for view in middle)
    assert all(map(can_solve, ends))
