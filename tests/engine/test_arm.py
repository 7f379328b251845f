"""What a move promises before all of its draws are decided."""

from __future__ import annotations

import pytest

from quixotry.engine.arm import FAIR_DRAWS, LOST, USUAL_DRAWS, WON, WON_EMPTIED, Arm
from quixotry.engine.deals import Deal
from quixotry.engine.moves import Candidate
from quixotry.engine.open_game import LaidMove
from quixotry.rules.move import Pass
from quixotry.rules.tiles import Tiles

NONE = Tiles((0,))


def arm_of(*points: int, left: int = 0) -> Arm:
    """A move with as many draws as first sight has points for, all equally likely."""
    deals = [Deal(NONE, NONE, (), 1 / len(points), (number,)) for number in range(len(points))]
    arm = Arm(Candidate(Pass(), 0, (), 0.0), LaidMove(0, False, b"", 0), deals, 0, left)
    arm.seen = dict(enumerate(points))
    arm.look_back(0.5)
    arm.expect(arm.first.guess, USUAL_DRAWS)
    return arm


def test_first_sight_is_what_a_move_promises_until_more_is_known() -> None:
    assert arm_of(500, -500, 12, 12).promise == pytest.approx(0.5)


def test_second_sight_takes_the_place_of_first_sight_and_corrects_what_it_says_of_other_draws() -> None:
    arm = arm_of(500, 500, 500, 500)
    arm.look_again(0, -1)
    assert arm.first.rest == pytest.approx(0.75)
    off = (LOST - 1) / (USUAL_DRAWS + 1)
    assert arm.promise == pytest.approx(LOST / 4 + 0.75 * (1 + off))


def test_a_win_at_second_sight_is_worth_less_while_tiles_stay_in_the_bag() -> None:
    for left, worth in ((0, WON_EMPTIED), (1, WON)):
        arm = arm_of(12, left=left)
        arm.look_again(0, 1)
        assert arm.promise == pytest.approx(worth)


def test_draws_decided_otherwise_than_second_sight_said_correct_it_for_the_others() -> None:
    arm = arm_of(12, 12)
    for number in range(2):
        arm.look_again(number, 1)
    arm.settle(0, -1)
    assert arm.promise == pytest.approx(0.5 * (WON_EMPTIED - WON_EMPTIED / (USUAL_DRAWS + 1)))
    arm.settle(1, 1)
    assert (arm.promise, arm.won, arm.lost) == (0.5, 0.5, 0.5)


def test_every_draw_is_looked_at_in_fair_order_and_then_those_likely_lost_come_first() -> None:
    arm = arm_of(500, 12, -500)
    order = []
    for tries in range(2):
        for _ in range(3):
            tried, number = arm.take_next() or (-1, -1)
            assert tried == tries
            order.append(number)
            arm.wait(number, tries + 1)
    assert order == [0, 1, 2, 2, 1, 0]


def test_a_move_that_is_doubted_goes_first_where_most_others_are_proven_lost() -> None:
    arm = arm_of(12, 12, 12, 12)
    for number, found in {1: (True, False), 2: (True, True), 3: (False, False)}.items():
        for is_lost in found:
            arm.toll.count(number, 0, is_lost=is_lost)
    assert arm.take_next() == (0, 0)
    arm.doubt()
    assert [arm.take_next() for _ in range(3)] == [(0, 2), (0, 1), (0, 3)]


def test_a_move_that_is_doubted_is_looked_at_under_every_deal_before_any_is_decided() -> None:
    """It may be better than it seems, and would never be known for it by the deals it is proven lost under."""
    arm = arm_of(12, 12)
    for _ in range(99):
        arm.toll.count(0, 0, is_lost=True)
        arm.toll.count(0, 1, is_lost=True)
        arm.toll.count(1, 0, is_lost=False)
    arm.doubt()
    for tries, number in ((0, 0), (0, 1), (1, 0)):
        assert arm.take_next() == (tries, number)
        arm.wait(number, tries + 1)


def test_a_move_that_is_doubted_tries_a_hard_deal_again_if_that_is_likely_to_be_worth_its_nodes() -> None:
    arm = arm_of(12, 12)
    for _ in range(99):
        arm.toll.count(0, 1, is_lost=False)
        arm.toll.count(1, 2, is_lost=True)
    for number, tries in ((0, 1), (1, 2)):
        arm.take_next()
        arm.wait(number, tries)
    arm.doubt()
    assert arm.take_next() == (2, 1)


def test_a_move_that_is_doubted_goes_by_what_others_have_come_to_since() -> None:
    arm = arm_of(12, 12, 12)
    arm.doubt()
    for number in (0, 1):
        arm.toll.count(number, 0, is_lost=False)
    assert arm.take_next() == (0, 2)


def test_many_deals_are_decided_in_fair_order_even_of_a_move_that_is_doubted() -> None:
    arm = arm_of(*[12] * (FAIR_DRAWS + 1))
    arm.toll.count(7, 0, is_lost=True)
    arm.doubt()
    assert [arm.take_next() for _ in range(FAIR_DRAWS + 1)] == [(0, n) for n in range(FAIR_DRAWS + 1)]
