"""Where a game's time goes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.players.levels import level_named
from quixotry.players.time_use import MOVE_MAX, share_of_time, thinking_ms
from quixotry.rules.clock import Clock
from quixotry.rules.view import View
from tests.players.expert_games import views

USUAL_MS = 3000


def at(bag: int) -> View:
    return next(view for seed in range(1, 40) for view in views(seed=seed) if view.bag_count == bag)


def test_the_last_fifteen_tiles_have_more_time_than_an_even_share() -> None:
    assert share_of_time(86, 14) < 1 / 14
    assert share_of_time(12, 14) > 1.3 * share_of_time(30, 14)
    assert share_of_time(3, 14) > share_of_time(12, 14)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tiles", [0, 1, 4, 9, 30, 86])
def test_there_is_always_time_left_for_another_turn(tiles: int, seats: int) -> None:
    assert 0 < share_of_time(tiles, 7 * seats, seats) < 1
    assert share_of_time(0, 2, seats) < 1


def test_most_levels_have_the_usual_time_for_every_move() -> None:
    assert {thinking_ms(level_named(name), at(4), USUAL_MS) for name in ("casual", "champion")} == {USUAL_MS}


def test_the_grandmaster_spends_a_games_time_and_no_more() -> None:
    level, spent, view = level_named("grandmaster"), 0, at(80)
    assert level.search is not None
    assert level.search.game_ms is not None
    first = thinking_ms(level, view, USUAL_MS)
    assert first > USUAL_MS
    for bag in (80, 70, 60, 50, 40, 30, 20, 12, 4, 0, 0, 0):
        clock = Clock((spent,) * len(view.rack_sizes))
        spent += thinking_ms(level, replace(view, bag_count=bag, clock=clock), USUAL_MS)
    assert 0.8 * level.search.game_ms < spent < 1.1 * level.search.game_ms


def test_what_one_move_may_take_is_bounded_by_what_the_host_allows() -> None:
    view = at(4)
    assert thinking_ms(level_named("grandmaster"), view, 100) == MOVE_MAX * 100


def test_who_has_used_up_the_games_time_still_has_the_usual_time() -> None:
    view = at(80)
    late = replace(view, clock=Clock((10**7,) * len(view.rack_sizes)))
    assert thinking_ms(level_named("grandmaster"), late, USUAL_MS) == USUAL_MS
