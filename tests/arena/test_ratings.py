from __future__ import annotations

import math

from quixotry.arena.game import FixedOrder
from quixotry.arena.ratings import Meeting, bradley_terry, rate, rating_difference
from quixotry.rules.ruleset_file import preset


def test_three_wins_in_four_are_about_190_points() -> None:
    meeting = Meeting("strong", "weak", (0, 0, 100, 0, 100))
    strong, weak = rate([meeting], anchor="weak", anchor_rating=1000)
    assert weak.name == "weak"
    assert [round(number) for number in (weak.rating, weak.low, weak.high)] == [1000] * 3
    assert math.isclose(strong.rating, 1000 + 400 * math.log10(3), abs_tol=3)
    assert strong.low < strong.rating < strong.high
    assert strong.games == 400
    assert math.isclose(rating_difference(0.75, 400), strong.rating - 1000, abs_tol=1)


def test_intervals_narrow_with_the_root_of_the_number_of_pairs() -> None:
    def width(times: int) -> float:
        strong, _ = rate([Meeting("strong", "weak", (0, 0, times, 0, times))], anchor="weak")
        return strong.high - strong.low

    assert math.isclose(width(25) / width(2500), 10, rel_tol=0.2)


def test_a_clean_sweep_still_has_a_rating_and_a_doubt() -> None:
    strong, weak = rate([Meeting("strong", "weak", (0, 0, 0, 0, 10))], anchor="weak", anchor_rating=0)
    assert 400 < strong.rating < 900
    assert weak.rating == 0


def test_strengths_are_those_of_the_american_league_of_1987() -> None:
    """The example of Agresti, "Categorical Data Analysis" (1990), which Hunter's paper takes up as well."""
    teams = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
    won = (
        (0, 7, 9, 7, 7, 9, 11),
        (6, 0, 7, 5, 11, 9, 9),
        (4, 6, 0, 7, 7, 8, 12),
        (6, 8, 6, 0, 6, 7, 10),
        (6, 2, 6, 7, 0, 7, 12),
        (4, 4, 5, 6, 6, 0, 6),
        (2, 4, 1, 3, 1, 7, 0),
    )
    wins = {
        (teams[a], teams[b]): (float(won[a][b]), float(won[b][a])) for a in range(7) for b in range(a + 1, 7)
    }
    strength = bradley_terry(wins)
    found = [round(math.log(strength[team] / strength["Baltimore"]), 2) for team in teams]
    assert found == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]


def test_tiles_come_in_the_fixed_order_as_long_as_nobody_exchanges() -> None:
    tiles = preset("match").tiles
    order = FixedOrder.shuffled(tiles, 4)
    bag, drawn = tiles.counts, []
    for number in range(100):
        drawn.append(order(number, bag))
        bag = bag.minus([drawn[-1]])
    assert tuple(drawn) == order.order
