"""Ratings from pairs of games: 400 points are odds of ten to one.

The model is Bradley and Terry's, fitted by the steps of Hunter, "MM algorithms for generalized Bradley-Terry models"
(Annals of Statistics, 2004). Intervals are bootstrapped over pairs, not games, because the two games of a pair share
their luck: the count of each kind of pair is drawn anew from a Poisson distribution, so the work does not grow with
the number of games.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from quixotry.values import frozen

DRAWN_AGAIN = 300
PRIOR = 0.5
"""Half a win to each side of every pairing, so that a clean sweep still gives a number."""
STEPS_MAX = 5000
POISSON_NORMAL = 50.0
"""From this mean on a Poisson distribution is drawn as a normal one."""

Wins = Mapping[tuple[str, str], tuple[float, float]]
"""What two players won of the games against each other."""


@frozen
class Meeting:
    """All pairs of two players, counted by what they brought the first: 0, 1, 2, 3, 4 half points."""

    first: str
    second: str
    halves: tuple[int, ...]

    @property
    def wins(self) -> tuple[float, float]:
        """Of both players, a draw half."""
        won = sum(n * count for n, count in enumerate(self.halves)) / 2
        return won, 2 * sum(self.halves) - won


@frozen
class Rating:
    name: str
    rating: float
    low: float
    high: float
    """The ends of the 95 % interval."""
    games: int


def rate(meetings: Sequence[Meeting], *, anchor: str, anchor_rating: float = 2000.0) -> list[Rating]:
    """Every player's rating with a 95 % interval, strongest first; the anchor's rating is fixed."""
    names = sorted({name for each in meetings for name in (each.first, each.second)})
    best = bradley_terry(_wins([(each, each.halves) for each in meetings], PRIOR))
    rng = random.Random(1)
    again = []
    for _ in range(DRAWN_AGAIN):
        drawn = [(each, tuple(_poisson(count, rng) for count in each.halves)) for each in meetings]
        fitted = bradley_terry(_wins(drawn, PRIOR), begin=best, close=1e-4)
        again.append(_points(fitted, anchor, anchor_rating))
    points = _points(best, anchor, anchor_rating)
    ratings = []
    for name in names:
        spread = sorted(fitted[name] for fitted in again)
        low, high = (spread[round(part * (len(spread) - 1))] for part in (0.025, 0.975))
        games = sum(2 * sum(each.halves) for each in meetings if name in (each.first, each.second))
        ratings.append(Rating(name, points[name], low, high, games))
    return sorted(ratings, key=lambda each: (-each.rating, each.name))


def bradley_terry(
    wins: Wins, *, begin: Mapping[str, float] | None = None, close: float = 1e-7
) -> dict[str, float]:
    """The strengths under which these wins are most likely: a beats b in a / (a + b) of their games.

    Everybody must have won and lost a game against the rest, or there is no such strength.
    """
    names = sorted({name for pairing in wins for name in pairing})
    met: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    won = dict.fromkeys(names, 0.0)
    for (first, second), (a, b) in wins.items():
        won[first] += a
        won[second] += b
        met[first].append((second, a + b))
        met[second].append((first, a + b))
    strength = {name: 1.0 if begin is None else begin[name] for name in names}
    for _ in range(STEPS_MAX):
        moved = 0.0
        for name in names:
            old = strength[name]
            new = won[name] / sum(games / (old + strength[other]) for other, games in met[name])
            moved = max(moved, abs(math.log(new / old)))
            strength[name] = new
        if moved < close:
            break
    return strength


def rating_difference(share: float, games: int) -> float:
    """By how much somebody who takes this share of wins is rated higher; `games` tell how sure a clean sweep is."""
    share = (share * games + PRIOR) / (games + 2 * PRIOR)
    return 400 * math.log10(share / (1 - share))


def _wins(counted: Sequence[tuple[Meeting, tuple[int, ...]]], prior: float) -> Wins:
    wins: dict[tuple[str, str], tuple[float, float]] = {}
    for meeting, halves in counted:
        a, b = Meeting(meeting.first, meeting.second, halves).wins
        old = wins.get((meeting.first, meeting.second), (prior, prior))
        wins[meeting.first, meeting.second] = (old[0] + a, old[1] + b)
    return wins


def _points(strength: Mapping[str, float], anchor: str, anchor_rating: float) -> dict[str, float]:
    offset = anchor_rating - 400 * math.log10(strength[anchor])
    return {name: 400 * math.log10(value) + offset for name, value in strength.items()}


def _poisson(mean: float, rng: random.Random) -> int:
    if mean >= POISSON_NORMAL:
        return max(0, round(rng.gauss(mean, math.sqrt(mean))))
    count, left = -1, 1.0
    limit = math.exp(-mean)
    while left > limit or count < 0:
        left *= rng.random()
        count += 1
    return count
