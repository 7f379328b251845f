from __future__ import annotations

import math

from quixotry.arena.ratings import Meeting, bradley_terry, rate, rating_difference


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
    """The example of Agresti, "Categorical Data Analysis", 2nd edition (2002), section 10.6.

    The estimates are those that the R package BradleyTerry2 prints for it (in its tests, baseball.Rout.save), by Fisher
    scoring instead of Hunter's steps; they round to Agresti's table 10.11. The table of wins is the season's, without
    regard to where a game was played.
    """
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
    found = [round(math.log(strength[team] / strength["Baltimore"]), 4) for team in teams]
    assert found == [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0]


def test_strengths_are_those_of_journals_that_cite_each_other() -> None:
    """Stigler's citations (1994), the first example in the paper on BradleyTerry2 by Turner and Firth (2012).

    A journal wins when another cites it. Counts and coefficients are those the R package prints.
    """
    wins = {
        ("Biometrika", "Comm Statist"): (730.0, 33.0),
        ("Biometrika", "JASA"): (498.0, 320.0),
        ("Biometrika", "JRSS-B"): (221.0, 284.0),
        ("Comm Statist", "JASA"): (68.0, 813.0),
        ("Comm Statist", "JRSS-B"): (17.0, 276.0),
        ("JASA", "JRSS-B"): (142.0, 325.0),
    }
    strength = bradley_terry(wins)
    found = {name: round(math.log(value / strength["Biometrika"]), 4) for name, value in strength.items()}
    assert found == {"Biometrika": 0.0, "Comm Statist": -2.9491, "JASA": -0.4796, "JRSS-B": 0.2690}
