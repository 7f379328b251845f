from __future__ import annotations

import math

from quixotry.arena.game import FixedOrder
from quixotry.arena.ratings import PairResult, rate, win_share
from quixotry.rules.ruleset_file import preset


def test_three_wins_in_four_are_about_190_points() -> None:
    results = [PairResult("strong", "weak", share, 800, 700) for share in [2.0, 1.0] * 100]
    weak, strong = rate(results, anchor="weak", anchor_rating=1000)
    assert weak.name == "weak"
    assert [round(number) for number in (weak.rating, weak.low, weak.high)] == [1000] * 3
    assert math.isclose(strong.rating, 1000 + 400 * math.log10(3), abs_tol=3)
    assert strong.low < strong.rating < strong.high
    assert (strong.games, strong.average) == (400, 400)


def test_the_share_of_wins_has_an_interval_that_narrows_with_pairs() -> None:
    few = win_share([PairResult("a", "b", share, 0, 0) for share in [2.0, 1.0] * 5])
    many = win_share([PairResult("a", "b", share, 0, 0) for share in [2.0, 1.0] * 500])
    assert few[0] == many[0] == 0.75
    assert few[1] < many[1] < 0.75 < many[2] < few[2]


def test_tiles_come_in_the_fixed_order_as_long_as_nobody_exchanges() -> None:
    tiles = preset("match").tiles
    order = FixedOrder.shuffled(tiles, 4)
    bag, drawn = tiles.counts, []
    for number in range(100):
        drawn.append(order(number, bag))
        bag = bag.minus([drawn[-1]])
    assert tuple(drawn) == order.order
