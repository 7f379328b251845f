"""Who is ahead among candidates, how surely, and who is tried out next."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence

from quixotry.engine.native.race import Race


def race(*results: Sequence[float], tie: float = 0.0, noise: float = 0.001) -> Race:
    """Candidates with these win chances, sample by sample."""
    made = Race(len(results), 1000, spread_weight=0.0, tie=tie, noise=noise)
    for arm, values in enumerate(results):
        figures = array("d", (figure for value in values for figure in (value, 0, 0, 0, 0, 0)))
        made.record(array("i", [arm] * len(values)), figures, len(values))
    return made


def test_candidates_are_compared_on_the_samples_both_have_had() -> None:
    # The second did worse on the whole, but better on the two samples it shares with the first.
    made = race([0.1, 0.1, 0.9, 0.9, 0.9], [0.2, 0.3])
    assert made.leader() == 1
    assert made.order() == [1, 0]
    assert abs(made.win_chance(1) - (made.win_chance(0) + 0.15)) < 1e-12


def test_the_challenger_is_the_one_least_surely_behind() -> None:
    luck = random.Random(1)
    base = [luck.random() for _ in range(100)]
    close = [value - 0.05 + luck.uniform(-0.2, 0.2) for value in base]
    far = [value - 0.2 + luck.uniform(-0.2, 0.2) for value in base]
    found, doubt = race(base, far, close).challenger(0)
    assert found == 2
    assert 0 < doubt < 0.05


def test_what_is_better_by_less_than_a_tie_leaves_no_doubt() -> None:
    same = [0.5] * 400
    assert race(same, same).challenger(0)[1] == 0.5
    assert race(same, same, tie=0.01, noise=0.02).challenger(0)[1] < 1e-6


def test_what_is_known_beforehand_decides_until_samples_outweigh_it() -> None:
    made = race([0.5] * 10, [0.6] * 10)
    assert made.leader() == 1
    made.set_prior(40, [0.05, 0.0])
    assert made.leader() == 0
    made.set_prior(10, [0.05, 0.0])
    assert made.leader() == 1


def test_doubt_at_the_end_is_what_it_says() -> None:
    """Of a thousand races stopped at 5 % doubt, about one in twenty at most is decided wrongly."""
    wrong = 0
    for seed in range(1000):
        luck = random.Random(seed)
        # How far apart two candidates really are differs from one position to the next.
        gap = luck.gauss(0, 0.05)
        made = Race(2, 4000, spread_weight=0.0, tie=0.0, noise=0.001)
        while made.count(0) < 4000:
            for arm in (0, 1):
                values = [0.5 + arm * gap + luck.gauss(0, 0.1) for _ in range(16)]
                figures = array("d", (figure for value in values for figure in (value, 0, 0, 0, 0, 0)))
                made.record(array("i", [arm] * 16), figures, 16)
            leader = made.leader()
            if made.count(0) >= 32 and made.challenger(leader)[1] < 0.05:
                wrong += leader != (gap > 0)
                break
    assert wrong <= 60
