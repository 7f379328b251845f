"""Clocks as values, and what overtime costs."""

from __future__ import annotations

import pytest

from quixotry.rules.clock import Clock
from quixotry.rules.event import PointsAdjusted
from quixotry.rules.ruleset import ClockRule
from tests.rules.build import RULES, only, position, table

RULE = RULES["tournament"]
MINUTE = 60_000


@pytest.mark.clause("T5")
@pytest.mark.parametrize(
    ("over_ms", "points"),
    [(-1, 0), (0, 0), (1, 10), (59_999, 10), (60_000, 10), (60_001, 20), (120_000, 20), (120_001, 30)],
)
def test_overtime_costs_ten_points_for_every_started_minute(over_ms: int, points: int) -> None:
    clock = Clock((25 * MINUTE + over_ms, 0))
    assert clock.penalty(0, RULE.clock) == points
    assert clock.left_ms(0, RULE.clock) == -over_ms
    assert clock.penalty(1, RULE.clock) == 0


@pytest.mark.clause("T5")
def test_without_a_clock_nothing_runs_out() -> None:
    clock = Clock((10**9,))
    assert clock.left_ms(0, ClockRule()) is None
    assert clock.penalty(0, ClockRule()) == 0


@pytest.mark.clause("T5")
def test_the_seat_on_turn_is_charged_for_its_thinking_and_no_other() -> None:
    game = table(RULE, position(RULE, racks=["CATDOGS", "EELFINS"], bag="AAAAAAA"))
    game.passes(now_ms=3_000)
    assert game.position.clock.used_ms == (3_000, 0)
    game.passes(now_ms=10_000)
    assert game.position.clock.used_ms == (3_000, 7_000)
    game.passes(now_ms=9_000)
    assert game.position.clock.used_ms == (3_000, 7_000), "a clock that went backwards charges nothing"


@pytest.mark.clause("T5")
def test_the_opponents_time_to_challenge_runs_on_the_opponents_clock() -> None:
    game = table(RULE, position(RULE, racks=["CATDOGS", "EELFINS"], bag="AAAAAAA"))
    game.plays("8H CATS", now_ms=1_000)
    game.passes(now_ms=5_000)
    assert game.position.clock.used_ms == (1_000, 4_000)


@pytest.mark.clause("T5")
def test_overtime_is_taken_off_when_the_game_ends_and_before_a_tie_is_broken() -> None:
    where = position(RULE, "8H CAT", racks=["S", "E"], scores=[100, 100], used_ms=[25 * MINUTE + 1, 0])
    game = table(RULE, where)
    game.plays("8H CATS")
    events = game.accepts()
    time, others = (event for event in events if isinstance(event, PointsAdjusted))
    assert (time.seat, time.points, time.why) == (0, -10, "time")
    assert (others.seat, others.points, others.why) == (0, 2, "others-tiles")
    assert game.outcome.scores_before == (100 + 6 - 10, 100)
    assert game.outcome.winners == (1,)


@pytest.mark.clause("T5", "O3")
def test_a_seat_that_resigns_in_overtime_pays_for_it_too() -> None:
    where = position(RULE, racks=["CAT", "DOG"], used_ms=[0, 26 * MINUTE])
    events = table(RULE, where).resigns(1)
    assert only(PointsAdjusted, events).points == -10
