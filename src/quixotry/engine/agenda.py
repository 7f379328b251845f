"""Which draws of which moves are looked at next in a pre-endgame.

Two aims take turns. Every move that can still be the best is gone through, those that promise most first, and easy
draws before hard ones. And the one that promises most of all, the leader, is decided, however hard its draws are:
either it holds, and all that cannot win more often is dropped, or it was overrated, and another one leads (decision
0033).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush, nsmallest
from typing import Any

from quixotry.engine.arm import Arm
from quixotry.engine.deals import Deal

Asked = tuple[Arm, int, int]
"""A move, how often the draw was tried before, and its number."""
Task = tuple[Deal, list[Asked]]
"""A deal, and the moves to try under it."""

TOGETHER = 8
"""Moves that are tried at a time, for each thread."""
LEADER_DRAWS = 2
"""Draws of the leader, for each thread."""
LEADER_SHARE = 0.5
"""Nodes for the leader, as a part of those for all moves in turn."""
EPSILON = 1e-9


class Agenda:
    """What to do next, given what is known of the moves. Their numbers are their places among them."""

    def __init__(self, arms: Sequence[Arm], threads: int) -> None:
        self._arms, self._threads = arms, threads
        self._floor = max((arm.won for arm in arms), default=0.0)
        self._in_turn = [(arm.urgency, arm.number) for arm in arms]
        self._leading = [(-arm.promise, arm.number) for arm in arms]
        heapify(self._in_turn)
        heapify(self._leading)
        self._for_leader = False
        self._spent_on_leader = self._spent_in_turn = 0

    def next_tasks(self) -> list[Task]:
        """What to look at now; nothing if no move can win more often than one that does for certain."""
        leader = self._leader()
        if leader is None:
            return []
        self._for_leader = self._spent_on_leader < LEADER_SHARE * self._spent_in_turn
        return _tasks_of(leader, self._threads) if self._for_leader else self._tasks_in_turn()

    def note(self, changed: Iterable[Arm], nodes: int) -> None:
        """More is known of these moves now, and that took so many nodes."""
        if self._for_leader:
            self._spent_on_leader += nodes
        else:
            self._spent_in_turn += nodes
        for arm in changed:
            self._floor = max(self._floor, arm.won)
            if not arm.is_settled:
                heappush(self._leading, (-arm.promise, arm.number))
                if not self._for_leader:
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
        while self._in_turn and chosen < TOGETHER * self._threads:
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
            tries, number = arm.take_next()
            by_deal.setdefault(arm.deals[number], []).append((arm, tries, number))
            chosen += 1
        return list(by_deal.items())

    def _is_open(self, arm: Arm) -> bool:
        """Is there more to find out about a move that may be the best?"""
        return not arm.is_settled and arm.most > self._floor + EPSILON


class Remainder:
    """What is left to decide of the moves that will be shown, once it is known which one is the best."""

    def __init__(self, arms: Sequence[Arm], threads: int, shown: int, place: Callable[[Arm], Any]) -> None:
        self._arms, self._threads, self._shown, self._place = arms, threads, shown, place

    def next_tasks(self) -> list[Task]:
        """Draws of the first moves that are not settled; what comes of them may bring others among the first."""
        first = nsmallest(self._shown, self._arms, key=self._place)
        return [task for arm in first if not arm.is_settled for task in _tasks_of(arm, self._threads)]

    def note(self, changed: Iterable[Arm], nodes: int) -> None:
        """Nothing has to be remembered: the moves know what has come of them."""


def _tasks_of(arm: Arm, threads: int) -> list[Task]:
    """Draws of one move."""
    draws = min(LEADER_DRAWS * threads, len(arm.deals) - len(arm.signs))
    asked = [arm.take_next() for _ in range(draws)]
    return [(arm.deals[number], [(arm, tries, number)]) for tries, number in asked]
