"""Which draws of which moves are looked at next in a pre-endgame.

Two aims take turns. Every move that can still be the best is gone through, those that promise most first, and easy
draws before hard ones. And the one that promises most of all, the leader, is decided, however hard its draws are:
either it holds, and all that cannot win more often is dropped, or it was overrated, and another one leads (decision
0033).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush, nsmallest
from typing import Any

from quixotry.engine.arm import Arm
from quixotry.engine.deals import Deal
from quixotry.values import frozen

Asked = tuple[Arm, int, int]
"""A move, how often the draw was tried before, and its number."""
Task = tuple[Deal, list[Asked]]
"""A deal, and the moves to try under it."""

TOGETHER = 8
"""Moves that a thread tries at a time."""
LEADER_DRAWS = 2
"""Draws of the leader, at a time."""
LEADER_SHARE = 0.5
"""Nodes for the leader, as a part of those for all moves in turn."""
EPSILON = 1e-9


@frozen
class Batch:
    """What one thread does before it asks again."""

    tasks: list[Task]
    is_for_leader: bool = False


class Agenda:
    """What to do next, given what is known of the moves. Their numbers are their places among them.

    Several threads may ask one after the other before what they were told to do is done: no draw is told twice."""

    def __init__(self, arms: Sequence[Arm]) -> None:
        self._arms = arms
        self._floor = max((arm.won for arm in arms), default=0.0)
        self._in_turn = [(arm.urgency, arm.number) for arm in arms]
        self._leading = [(-arm.promise, arm.number) for arm in arms]
        heapify(self._in_turn)
        heapify(self._leading)
        self._spent_on_leader = self._spent_in_turn = 0

    def next_batch(self) -> Batch | None:
        """What to look at now. None if no move can win more often than one that does for certain, or if what is being
        looked at has to be done first."""
        leader = self._leader()
        if leader is None:
            return None
        is_its_turn = self._spent_on_leader < LEADER_SHARE * self._spent_in_turn
        for is_for_leader in (is_its_turn, not is_its_turn):
            if tasks := _tasks_of(leader) if is_for_leader else self._tasks_in_turn():
                return Batch(tasks, is_for_leader)
        return None

    def note(self, batch: Batch, changed: Iterable[Arm], nodes: int) -> None:
        """A batch is done: more is known of these moves now, and that took so many nodes."""
        if batch.is_for_leader:
            self._spent_on_leader += nodes
        else:
            self._spent_in_turn += nodes
        for arm in changed:
            self._floor = max(self._floor, arm.won)
            if not arm.is_settled:
                heappush(self._leading, (-arm.promise, arm.number))
                if not batch.is_for_leader:
                    heappush(self._in_turn, (arm.urgency, arm.number))

    def _leader(self) -> Arm | None:
        """The move that promises most of those that may be the best."""
        while self._leading:
            promise, number = self._leading[0]
            arm = self._arms[number]
            if self._is_open(arm) and -promise == arm.promise:
                return arm
            heappop(self._leading)
        return None

    def _tasks_in_turn(self) -> list[Task]:
        by_deal: dict[Deal, list[Asked]] = {}
        chosen = 0
        under_way = []
        while self._in_turn and chosen < TOGETHER:
            urgency, number = heappop(self._in_turn)
            arm = self._arms[number]
            if not self._is_open(arm):
                continue
            if urgency != arm.urgency:
                # It has led meanwhile.
                heappush(self._in_turn, (arm.urgency, number))
                continue
            if not arm.is_doubted and arm.promise < self._floor:
                arm.doubt()
            asked = arm.take_next()
            if asked is None:
                under_way.append(number)
                continue
            tries, number = asked
            by_deal.setdefault(arm.deals[number], []).append((arm, tries, number))
            chosen += 1
        for number in under_way:
            heappush(self._in_turn, (self._arms[number].urgency, number))
        return list(by_deal.items())

    def _is_open(self, arm: Arm) -> bool:
        """Is there more to find out about a move that may be the best?"""
        return not arm.is_settled and arm.most > self._floor + EPSILON


class Remainder:
    """What is left to decide of the moves that will be shown, once it is known which one is the best."""

    def __init__(self, arms: Sequence[Arm], shown: int, place: Callable[[Arm], Any]) -> None:
        self._arms, self._shown, self._place = arms, shown, place

    def next_batch(self) -> Batch | None:
        """Draws of the first moves that are not settled; what comes of them may bring others among the first."""
        first = nsmallest(self._shown, self._arms, key=self._place)
        tasks = [task for arm in first if not arm.is_settled for task in _tasks_of(arm)]
        return Batch(tasks) if tasks else None

    def note(self, batch: Batch, changed: Iterable[Arm], nodes: int) -> None:
        """Nothing has to be remembered: the moves know what has come of them."""


class SpreadAgenda:
    """Draws whose points are to be counted, of moves that win equally often, one move after the other."""

    def __init__(self, arms: Sequence[Arm], floor: float) -> None:
        self._arms, self._floor = deque(arms), floor
        self._left = {arm.number: list(reversed(range(len(arm.deals)))) for arm in arms}
        self._under_way: Counter[int] = Counter()

    def next_draw(self) -> tuple[Arm, int] | None:
        """A move and the number of a draw. Of two draws of one move both may be too hard, and one is enough to give it
        up: while others are at a move, the next one comes first."""
        while self._arms and not self._is_hopeful(self._arms[0]):
            self._arms.popleft()
        if not self._arms:
            return None
        hopeful = (arm for arm in self._arms if self._is_hopeful(arm) and not self._under_way[arm.number])
        arm = next(hopeful, self._arms[0])
        self._under_way[arm.number] += 1
        return arm, self._left[arm.number].pop()

    def note(self, arm: Arm, *, is_found: bool) -> None:
        """A draw is done. If its points were not found the move is given up: its spread would be of a part only."""
        self._under_way[arm.number] -= 1
        if not is_found:
            self._left[arm.number].clear()

    def _is_hopeful(self, arm: Arm) -> bool:
        return bool(self._left[arm.number]) and arm.most > self._floor - EPSILON


def _tasks_of(arm: Arm) -> list[Task]:
    """Draws of one move, as far as nobody is at them."""
    found: list[Task] = []
    while len(found) < LEADER_DRAWS and (asked := arm.take_next()):
        tries, number = asked
        found.append((arm.deals[number], [(arm, tries, number)]))
    return found
