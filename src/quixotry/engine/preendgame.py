"""The last tiles of the bag, two players: every legal move under every draw there can be, by the chance to win.

With one to four tiles in the bag there are few ways in which they and the other rack can lie (at most 330 with eleven
tiles not seen), so none is left to luck: each counts with its probability. Under each of them the game is laid open
(`open_game`): from then on both sides know every tile. If the move empties the bag that is how it is; if it does not,
it is an assumption, and one that flatters the other player most, who moves next.

What a move comes to under a draw is a win, a tie or a loss; by how many points matters only between moves that win
equally often. All moves enter by what both sides come to if they play what looks best on the spot. Then draw after draw
is decided for those that promise most, easy ones first, until no other move can win more often than the best. A move is
dropped only when the draws it is known to lose make that certain. So what is called proven is exact, and when time runs
out the figures say on how many draws they rest.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING

from quixotry.engine.crew import Crew
from quixotry.engine.deals import Deal, Question
from quixotry.engine.moves import Candidate
from quixotry.engine.open_game import Budget, LaidMove, OpenGame
from quixotry.engine.simulator import Perspective
from quixotry.engine.solver import NODES_MAX
from quixotry.rules.move import Exchange
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

if TYPE_CHECKING:
    from quixotry.lexicon.gaddag import Gaddag

BAG_MAX = 4
HELD_MAX = 11
"""Tiles of a rack and the bag that the search tells apart."""
EVEN_POINTS = 12.0
UNSURE_POINTS = 5.0
"""A game that both sides finish by what looks best on the spot: so many points ahead are worth an even chance, and so
many more change the odds by a factor of e (decision 0033)."""
FIRST_SHARE = 0.3
"""Of the budget, for first sight."""
LEVEL_NODES = 300
LEVEL_FACTOR = 6
"""The first try at a draw may take so many nodes, each further one so many times more."""
LEVEL_COST = 0.03
"""A move whose draws are hard waits as if it won so much less often for each further try."""
TOGETHER = 8
"""Draws decided at a time, for each thread."""
EQUALS_MAX = 12
"""Moves that win equally often are compared by points, the most promising ones."""
EQUAL_NODES = 200_000
"""For the points of one draw."""
EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """What a move comes to under one draw."""

    bag: tuple[int, ...]
    """The tiles in the bag, whoever gets them."""
    chance: float
    win_chance: float
    spread: float | None
    """Final points ahead, expected, where that was worked out."""
    is_proven: bool


@dataclass(frozen=True, slots=True)
class PreEndgameMove:
    """A candidate and what comes of it, over all draws."""

    candidate: Candidate
    win_chance: float
    """A tie counts half. Of draws that are not decided, what first sight says."""
    win_chance_min: float
    win_chance_max: float
    """What is certain: at least so much, and at most."""
    spread: float | None
    """Final points ahead, expected; None if that was not worked out."""
    outcomes: tuple[DrawOutcome, ...]
    """The draws decided, likeliest first."""
    draws: int
    """How many there are: more than ways to fill the bag where its order matters."""
    looked_at: int
    """Under how many of them the move was looked at, at first sight at least."""
    decided: int
    is_proven: bool
    """Is the win chance exact, given that both sides know every tile after the move?"""
    is_best: bool = False
    """Can none of the others win more often, for certain?"""


@dataclass(slots=True)
class _Arm:
    """What is known of one candidate. Lists go by the number of the deal."""

    candidate: Candidate
    move: LaidMove
    deals: Sequence[Deal]
    number: int
    seen: dict[int, int] = field(default_factory=dict)
    """Final points ahead at first sight."""
    signs: dict[int, int] = field(default_factory=dict)
    values: dict[int, int] = field(default_factory=dict)
    levels: list[int] = field(default_factory=list)
    """Tries at each deal so far."""
    won: float = 0.0
    lost: float = 0.0
    guess: float = 0.0
    """What first sight says of the draws that are not decided, weighed by their chances."""

    @property
    def most(self) -> float:
        return 1.0 - self.lost

    @property
    def promise(self) -> float:
        return self.won + self.guess

    @property
    def is_settled(self) -> bool:
        return len(self.signs) == len(self.deals)

    @property
    def mean_seen(self) -> float:
        total = sum(self.deals[n].chance for n in self.seen)
        return (
            sum(self.deals[n].chance * points for n, points in self.seen.items()) / total if total else -1e9
        )

    def chance_of(self, number: int) -> float:
        """To win under a draw, at first sight."""
        if number in self.seen:
            return _win_chance(self.seen[number])
        known = [_win_chance(points) for points in self.seen.values()]
        return sum(known) / len(known) if known else 0.0

    def look_back(self) -> None:
        """Sum up first sight."""
        self.guess = sum(
            self.deals[n].chance * self.chance_of(n) for n in range(len(self.deals)) if n not in self.signs
        )
        self.levels = [0] * len(self.deals)

    def settle(self, number: int, sign: int) -> None:
        chance = self.deals[number].chance
        self.guess = max(0.0, self.guess - chance * self.chance_of(number))
        self.signs[number] = sign
        self.won += chance * (sign + 1) / 2
        self.lost += chance * (1 - sign) / 2

    def next_deal(self) -> int:
        """The draw to decide next: the easiest, and of these one that is likely to be lost."""
        return min(
            (n for n in range(len(self.deals)) if n not in self.signs),
            key=lambda n: (self.levels[n], self.chance_of(n), n),
        )


class PreEndgame:
    """Weighs moves near the end of the bag. One caller uses it at a time; another thread may `cancel`."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag, *, threads: int = 1) -> None:
        self.ruleset, self._graph = ruleset, graph
        self._games = [OpenGame(ruleset, graph) for _ in range(threads)]
        self._cancelled = False

    @property
    def nodes(self) -> int:
        """Looked at so far, in all questions."""
        return sum(game.nodes for game in self._games)

    def cancel(self) -> None:
        """Make a search that is under way answer with what it has."""
        self._cancelled = True
        for game in self._games:
            game.cancel()

    def compare(
        self,
        perspective: Perspective,
        candidates: Sequence[Candidate],
        *,
        turns: Sequence[Turn] = (),
        scores: Sequence[int] = (1, 1),
        known: Tiles | None = None,
        seed: int = 0,
        budget_ms: float = 1e9,
        nodes_max: int = NODES_MAX,
    ) -> list[PreEndgameMove]:
        """The candidates, best first. On one thread, with a budget in nodes alone, the answer is always the same.

        `scores` are the points made in this game, of who is on turn first; the perspective's may be those of a
        match. `known` is the other rack, if it is. With an empty bag there is one draw, and points decide."""
        if not can_compare(self.ruleset, perspective):
            raise ValueError("a pre-endgame has two players and at most four tiles in the bag")
        self._cancelled = False
        for game in self._games:
            game.resume()
        if nodes_max < NODES_MAX:
            # A table filled by earlier questions would change how far the nodes go.
            self._games = [OpenGame(self.ruleset, self._graph) for _ in self._games]
        question = Question(perspective, tuple(turns), tuple(scores), known, seed)
        arms = _arms(question, candidates, self.ruleset)
        limit = _Limit(self, time.monotonic() + budget_ms / 1000, self.nodes + nodes_max)
        self._look(question, arms, limit.part(FIRST_SHARE))
        if perspective.bag:
            self._decide(question, arms, limit)
        self._count_points(question, arms, limit)
        return _result(arms)

    def _look(self, question: Question, arms: Sequence[_Arm], limit: _Limit) -> None:
        """First sight of every move, under as many draws as there is time for, the same ones for all."""
        game = self._games[0]
        kinds: dict[int, list[_Arm]] = {}
        for arm in arms:
            kinds.setdefault(id(arm.deals), []).append(arm)
        for number in range(max((len(arm.deals) for arm in arms), default=0)):
            for some in kinds.values():
                if limit.is_reached:
                    break
                if number < len(some[0].deals):
                    question.lay_open(game, some[0].deals[number])
                    for arm in some:
                        arm.seen[number] = question.lead + game.first_sight(arm.move)
        for arm in arms:
            arm.look_back()

    def _decide(self, question: Question, arms: Sequence[_Arm], limit: _Limit) -> None:
        """Win, tie or loss, draw after draw, until no move can win more often than one that does for certain."""
        with Crew(self._games) as crew:
            while not limit.is_reached:
                floor = max(arm.won for arm in arms)
                tasks = []
                for arm in arms:
                    if arm.most > floor + EPSILON and not arm.is_settled:
                        number = arm.next_deal()
                        level = arm.levels[number]
                        tasks.append((level * LEVEL_COST - arm.promise, arm.number, number, level, arm))
                if not tasks:
                    return
                tasks.sort(key=lambda task: task[:3])
                groups: dict[Deal, list[tuple[_Arm, int, int]]] = {}
                for _, _, number, level, arm in tasks[: TOGETHER * len(self._games)]:
                    groups.setdefault(arm.deals[number], []).append((arm, number, level))

                def work(game: OpenGame, group: tuple[Deal, list[tuple[_Arm, int, int]]]) -> None:
                    deal, some = group
                    question.lay_open(game, deal)
                    for arm, number, level in some:
                        if limit.is_reached:
                            return
                        budget = limit.budget(LEVEL_NODES * LEVEL_FACTOR**level)
                        sign = game.compare(arm.move, -question.lead, budget)
                        arm.levels[number] += 1
                        if sign is not None:
                            arm.settle(number, sign)

                crew.run(work, list(groups.items()))

    def _count_points(self, question: Question, arms: Sequence[_Arm], limit: _Limit) -> None:
        """The final spread of the moves that win as often as the best, the most promising first."""
        floor = max((arm.won for arm in arms), default=0.0)
        equals = [arm for arm in arms if arm.most > floor - EPSILON]
        equals.sort(key=lambda arm: (not arm.is_settled, -arm.mean_seen, arm.number))
        if question.is_hidden:
            del equals[EQUALS_MAX:]

        def work(game: OpenGame, arm: _Arm) -> None:
            for number, deal in enumerate(arm.deals):
                if limit.is_reached or arm.most < floor - EPSILON:
                    return
                question.lay_open(game, deal)
                guess = arm.seen.get(number, question.lead) - question.lead
                value = game.value(
                    arm.move, guess, limit.budget(EQUAL_NODES if question.is_hidden else 1 << 60)
                )
                if value is None:
                    return
                points = question.lead + value
                arm.values[number] = points
                if number not in arm.signs:
                    arm.settle(number, (points > 0) - (points < 0))

        with Crew(self._games) as crew:
            crew.run(work, equals)


def can_compare(ruleset: Ruleset, perspective: Perspective) -> bool:
    """Are there few enough draws to go through all? Where racks are filled up only at the start of a turn, they are
    not drawn as the search takes it."""
    return (
        len(perspective.others) == 1
        and 0 <= perspective.bag <= BAG_MAX
        and (not perspective.bag or ruleset.rack.refill != "start-of-turn")
        and max(len(perspective.own), *perspective.others) + perspective.bag <= HELD_MAX
    )


@dataclass(frozen=True, slots=True)
class _Limit:
    """The end of a budget in time and nodes."""

    owner: PreEndgame
    until: float
    nodes: int

    @property
    def is_reached(self) -> bool:
        return self.owner._cancelled or self.owner.nodes >= self.nodes or time.monotonic() >= self.until

    def part(self, share: float) -> _Limit:
        now, nodes = time.monotonic(), self.owner.nodes
        return _Limit(self.owner, now + (self.until - now) * share, nodes + int((self.nodes - nodes) * share))

    def budget(self, nodes: int) -> Budget:
        """For one question, of so many nodes at most."""
        return Budget(max(1, min(nodes, self.nodes - self.owner.nodes)), self.until)


def _arms(question: Question, candidates: Sequence[Candidate], ruleset: Ruleset) -> list[_Arm]:
    width, size = ruleset.layout.width, ruleset.rack.size
    return [
        _Arm(each, LaidMove.of(each, width), question.deals(each, size), number)
        for number, each in enumerate(candidates)
    ]


def _result(arms: Sequence[_Arm]) -> list[PreEndgameMove]:
    """All candidates, best first: those that more than half the draws are decided for, then the others."""
    floor = max((arm.won for arm in arms), default=0.0)
    # What an exchange comes to rests on one order of the bag: of it nothing is certain.
    is_certain = floor > 1 - EPSILON or not any(_is_mixed(arm.candidate) for arm in arms)
    is_closed = is_certain and all(arm.most <= floor + EPSILON for arm in arms)

    def place(arm: _Arm) -> tuple[bool, float, float, float, int]:
        spread = _spread(arm)
        return (
            arm.won + arm.lost < 0.5,
            -round(arm.promise, 9),
            float("inf") if spread is None else -spread,
            -arm.mean_seen,
            arm.number,
        )

    return [
        PreEndgameMove(
            candidate=arm.candidate,
            win_chance=arm.promise,
            win_chance_min=arm.won,
            win_chance_max=arm.most,
            spread=_spread(arm),
            outcomes=tuple(_outcomes(arm)),
            draws=len(arm.deals),
            looked_at=len(arm.seen | arm.signs),
            decided=len(arm.signs),
            is_proven=arm.is_settled and not _is_mixed(arm.candidate),
            is_best=is_closed
            and arm.is_settled
            and not _is_mixed(arm.candidate)
            and arm.won >= floor - EPSILON,
        )
        for arm in sorted(arms, key=place)
    ]


def _is_mixed(candidate: Candidate) -> bool:
    return isinstance(candidate.move, Exchange) and bool(candidate.move.tiles)


def _spread(arm: _Arm) -> float | None:
    if len(arm.values) < len(arm.deals):
        return None
    return sum(arm.deals[number].chance * points for number, points in arm.values.items())


def _outcomes(arm: _Arm) -> list[DrawOutcome]:
    by_draw: dict[tuple[int, ...], list[int]] = {}
    for number in arm.signs:
        by_draw.setdefault(arm.deals[number].draw, []).append(number)
    wanted = Counter(deal.draw for deal in arm.deals)
    found = []
    for draw, numbers in by_draw.items():
        chance = sum(arm.deals[n].chance for n in numbers)
        is_valued = all(n in arm.values for n in numbers)
        found.append(
            DrawOutcome(
                bag=draw,
                chance=chance,
                win_chance=sum(arm.deals[n].chance * (arm.signs[n] + 1) / 2 for n in numbers) / chance,
                spread=sum(arm.deals[n].chance * arm.values[n] for n in numbers) / chance
                if is_valued
                else None,
                is_proven=len(numbers) == wanted[draw] and not _is_mixed(arm.candidate),
            )
        )
    return sorted(found, key=lambda each: (-round(each.chance, 12), each.bag))


def _win_chance(points: int) -> float:
    return 1 / (1 + exp(-max(-700.0, min(700.0, (points - EVEN_POINTS) / UNSURE_POINTS))))
