"""Ratings from results of game pairs: 400 points are odds of ten to one.

A pair is two games with the same tiles and swapped starts; its result is the first player's share of two points.
Intervals are bootstrapped over pairs, not games, because the two games of a pair share their luck.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

DRAWN_AGAIN = 300
PRIOR = 0.5
"""Half a win to each side of every pairing, so that a clean sweep still gives a number."""


@dataclass(frozen=True, slots=True)
class PairResult:
    first: str
    second: str
    share: float
    """The first player's wins in the two games, a tie half: 0 to 2."""
    first_points: int
    """Both games together."""
    second_points: int


@dataclass(frozen=True, slots=True)
class Rating:
    name: str
    rating: float
    low: float
    high: float
    games: int
    average: float
    """Points per game."""


def rate(results: Sequence[PairResult], *, anchor: str, anchor_rating: float = 2000.0) -> list[Rating]:
    """Every player's rating with a 95 % interval, weakest first; the anchor's rating is fixed."""
    names = sorted({name for result in results for name in (result.first, result.second)})
    best = _fit(results, names, anchor, anchor_rating)
    rng = random.Random(1)
    again = [
        _fit(rng.choices(results, k=len(results)), names, anchor, anchor_rating) for _ in range(DRAWN_AGAIN)
    ]
    ratings = []
    for name in names:
        drawn = sorted(fitted[name] for fitted in again)
        games = [(r.first_points, r) for r in results if r.first == name]
        games += [(r.second_points, r) for r in results if r.second == name]
        points = sum(points for points, _ in games)
        ratings.append(
            Rating(
                name,
                best[name],
                drawn[round(0.025 * (len(drawn) - 1))],
                drawn[round(0.975 * (len(drawn) - 1))],
                2 * len(games),
                points / (2 * len(games)),
            )
        )
    return sorted(ratings, key=lambda each: each.rating)


def win_share(results: Sequence[PairResult]) -> tuple[float, float, float]:
    """The first players' share of all games, and its 95 % interval from the variance of pairs."""
    shares = [result.share / 2 for result in results]
    mean = sum(shares) / len(shares)
    variance = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
    error = 1.96 * math.sqrt(variance / len(shares))
    return mean, max(0.0, mean - error), min(1.0, mean + error)


def _fit(
    results: Sequence[PairResult], names: Sequence[str], anchor: str, anchor_rating: float
) -> dict[str, float]:
    """The ratings under which the results are most likely (Bradley and Terry), by fixed-point steps."""
    met: dict[tuple[str, str], list[float]] = {}
    for result in results:
        key = (result.first, result.second)
        wins = met.setdefault(key, [PRIOR, PRIOR])
        wins[0] += result.share
        wins[1] += 2 - result.share
    strength = dict.fromkeys(names, 1.0)
    for _ in range(2000):
        moved = 0.0
        for name in names:
            won = games = 0.0
            for (first, second), (a, b) in met.items():
                if name in (first, second):
                    other = second if name == first else first
                    won += a if name == first else b
                    games += (a + b) / (strength[name] + strength[other])
            if games:
                new = won / games
                moved = max(moved, abs(math.log(new / strength[name])))
                strength[name] = new
        if moved < 1e-6:
            break
    offset = anchor_rating - 400 * math.log10(strength[anchor])
    return {name: 400 * math.log10(value) + offset for name, value in strength.items()}
