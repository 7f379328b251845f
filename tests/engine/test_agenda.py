"""Which draws of a pre-endgame are looked at next."""

from __future__ import annotations

from quixotry.engine.agenda import LEADER_DRAWS, TOGETHER, Agenda, Remainder, Task
from quixotry.engine.arm import USUAL_DRAWS, Arm, Toll
from quixotry.engine.deals import Deal
from quixotry.engine.moves import Candidate
from quixotry.engine.open_game import LaidMove
from quixotry.rules.move import Pass
from quixotry.rules.tiles import Tiles

NONE = Tiles((0,))
DRAWS = 4


def arms_of(*points: int) -> list[Arm]:
    """Moves that seem so many points ahead under each of four draws."""
    deals = [Deal(NONE, NONE, (), 1 / DRAWS, (number,)) for number in range(DRAWS)]
    toll, arms = Toll(), []
    for number, each in enumerate(points):
        arm = Arm(Candidate(Pass(), 0, (), 0.0), LaidMove(0, False, b"", 0), deals, number, left=0, toll=toll)
        arm.seen = dict.fromkeys(range(DRAWS), each)
        arm.look_back(0.5)
        arm.expect(arm.first.guess, USUAL_DRAWS)
        arms.append(arm)
    return arms


def asked_in(tasks: list[Task]) -> list[tuple[int, int, int]]:
    """Moves by their numbers, with the tries and the numbers of the draws."""
    return [(arm.number, tries, number) for _, some in tasks for arm, tries, number in some]


def settle(agenda: Agenda, tasks: list[Task], sign: int, nodes: int) -> None:
    asked = [each for _, some in tasks for each in some]
    for arm, _, number in asked:
        arm.settle(number, sign)
    agenda.note([arm for arm, _, _ in asked], nodes)


def test_moves_are_tried_in_turn_those_that_promise_most_first() -> None:
    agenda = Agenda(arms_of(*range(2 * TOGETHER)), threads=1)
    first = asked_in(agenda.next_tasks())
    assert sorted(arm for arm, _, _ in first) == list(range(TOGETHER, 2 * TOGETHER))
    assert {(tries, number) for _, tries, number in first} == {(0, 0)}


def test_moves_tried_under_the_same_deal_come_in_one_task() -> None:
    tasks = Agenda(arms_of(10, 20, 30), threads=1).next_tasks()
    assert [len(some) for _, some in tasks] == [3]


def test_the_leader_gets_half_as_many_nodes_as_all_in_turn() -> None:
    arms = arms_of(*range(TOGETHER), 500)
    agenda = Agenda(arms, threads=1)
    settle(agenda, agenda.next_tasks(), 1, nodes=100)
    leading = agenda.next_tasks()
    assert [arm for arm, _, _ in asked_in(leading)] == [TOGETHER] * LEADER_DRAWS
    settle(agenda, leading, 1, nodes=50)
    assert len(asked_in(agenda.next_tasks())) == TOGETHER


def test_a_move_is_dropped_when_it_cannot_win_as_often_as_another_does_for_certain() -> None:
    arms = arms_of(-500, 500)
    agenda = Agenda(arms, threads=1)
    for number in range(3):
        arms[1].settle(number, 1)
    for number in range(2):
        arms[0].settle(number, -1)
    agenda.note(arms, nodes=0)
    assert {arm for arm, _, _ in asked_in(agenda.next_tasks())} == {1}


def test_there_is_nothing_left_to_do_when_one_move_always_wins() -> None:
    arms = arms_of(-500, 500, 500)
    agenda = Agenda(arms, threads=1)
    for number in range(DRAWS):
        arms[1].settle(number, 1)
    agenda.note(arms[1:2], nodes=0)
    assert agenda.next_tasks() == []


def test_a_move_that_promises_less_than_another_wins_for_certain_goes_where_moves_are_proven_lost() -> None:
    arms = arms_of(-500, 500)
    agenda = Agenda(arms, threads=1)
    for number in range(3):
        arms[1].settle(number, 1)
    for _ in range(9):
        arms[0].toll.count(2, 0, is_lost=True)
    agenda.note(arms[1:], nodes=0)
    assert (0, 0, 2) in asked_in(agenda.next_tasks())


def test_what_remains_are_the_draws_of_the_moves_shown_until_all_are_settled() -> None:
    """Who falls back by what is found out makes room for the next, which is then decided in its place."""
    arms = arms_of(40, 30, 20)
    remainder = Remainder(arms, 1, 2, lambda arm: -arm.promise)
    tasks = remainder.next_tasks()
    assert {arm for arm, _, _ in asked_in(tasks)} == {0, 1}
    while tasks:
        for arm, _, number in [asked for _, some in tasks for asked in some]:
            arm.settle(number, -1 if arm.number == 1 else 1)
        tasks = remainder.next_tasks()
    assert [arm.is_settled for arm in arms] == [True, False, True]
    assert arms[1].signs
