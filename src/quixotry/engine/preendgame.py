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
from heapq import heapify, heappop, heappush
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
from quixotry.values import frozen

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
RUNG_SHARE = 4
"""Of moves looked at under some draws a quarter is looked at under three times as many more, and so on."""
FINALISTS = 12
"""So many moves, at least, are looked at under every draw."""
DOUBT = 2.0
"""What is not known of a move is taken to be like what is known of it and, as if seen under so many draws, like the
mean of all moves: else whoever was lucky under one draw would seem best."""
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


@frozen
class DrawOutcome:
    """What a move comes to under one draw."""

    bag: tuple[int, ...]
    """The tiles in the bag, whoever gets them."""
    chance: float
    win_chance: float
    spread: float | None
    """Final points ahead, expected, where that was worked out."""
    is_proven: bool


@frozen
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
    chances: dict[int, float] = field(default_factory=dict)
    """To win the deals it was looked at under, at first sight."""
    mean_chance: float = 0.0
    """That of the other deals."""
    waiting: list[tuple[int, float, int]] = field(default_factory=list)
    """A heap of deals to decide, with the tries so far and the chance: easy ones first, then those likely lost. It is
    made when the first of them is wanted: most moves never come to that."""
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

    @property
    def seen_chance(self) -> float:
        """To win, on average of the draws it was looked at under."""
        return sum(map(_win_chance, self.seen.values())) / len(self.seen) if self.seen else 0.0

    @property
    def urgency(self) -> float:
        """Of its next deal, the lower the sooner."""
        return (self.waiting[0][0] if self.waiting else 0) * LEVEL_COST - self.promise

    def look_back(self, mean: float) -> None:
        """Sum up first sight. What was not looked at is taken to be like what was, and like the mean of all moves."""
        self.chances = {number: _win_chance(points) for number, points in self.seen.items()}
        self.mean_chance = (sum(self.chances.values()) + DOUBT * mean) / (len(self.chances) + DOUBT)
        self.guess = self.mean_chance + sum(
            self.deals[number].chance * (chance - self.mean_chance) for number, chance in self.chances.items()
        )

    def next_deal(self) -> Deal:
        """The one to decide next."""
        if not self.waiting:
            self.waiting = [
                (0, self.chances.get(number, self.mean_chance), number) for number in range(len(self.deals))
            ]
            heapify(self.waiting)
        return self.deals[self.waiting[0][2]]

    def settle(self, number: int, sign: int) -> None:
        chance = self.deals[number].chance
        self.guess = max(0.0, self.guess - chance * self.chances.get(number, self.mean_chance))
        self.signs[number] = sign
        self.won += chance * (sign + 1) / 2
        self.lost += chance * (1 - sign) / 2


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
        with Crew(self._games) as crew:
            self._look(question, arms, limit.part(FIRST_SHARE), crew)
            if perspective.bag:
                self._decide(question, arms, limit, crew)
            self._count_points(question, arms, limit, crew)
        return _result(arms)

    def _look(self, question: Question, arms: Sequence[_Arm], limit: _Limit, crew: Crew) -> None:
        """First sight: every move under a draw or two, the better ones under more, the best of them under all."""

        def work(game: OpenGame, task: tuple[int, list[_Arm]]) -> None:
            number, some = task
            question.lay_open(game, some[0].deals[number])
            for arm in some:
                arm.seen[number] = question.lead + game.first_sight(arm.move)

        rung, first, amount = list(arms), 0, 1
        most = max((len(arm.deals) for arm in arms), default=0)
        while first < most and not limit.is_reached:
            kinds: dict[int, list[_Arm]] = {}
            for arm in rung:
                kinds.setdefault(id(arm.deals), []).append(arm)
            crew.run(
                work,
                [
                    (number, some)
                    for number in range(first, min(first + amount, most))
                    for some in kinds.values()
                    if number < len(some[0].deals)
                ],
                lambda: limit.is_reached,
            )
            rung.sort(key=lambda arm: (-arm.seen_chance, -arm.mean_seen, arm.number))
            del rung[max(FINALISTS, len(rung) // RUNG_SHARE) :]
            first, amount = first + amount, 3 * amount
        mean = sum(arm.seen_chance for arm in arms) / max(1, len(arms))
        for arm in arms:
            arm.look_back(mean)

    def _decide(self, question: Question, arms: Sequence[_Arm], limit: _Limit, crew: Crew) -> None:
        """Win, tie or loss, draw after draw, until no move can win more often than one that does for certain."""

        def work(game: OpenGame, task: tuple[Deal, list[_Arm]]) -> None:
            deal, some = task
            question.lay_open(game, deal)
            for arm in some:
                tries, chance, number = heappop(arm.waiting)
                sign = game.compare(arm.move, -question.lead, limit.budget(LEVEL_NODES * LEVEL_FACTOR**tries))
                if sign is None:
                    heappush(arm.waiting, (tries + 1, chance, number))
                else:
                    arm.settle(number, sign)

        queue = [(arm.urgency, arm.number) for arm in arms]
        heapify(queue)
        while not limit.is_reached:
            floor = max(arm.won for arm in arms)
            chosen: list[_Arm] = []
            while queue and len(chosen) < TOGETHER * len(self._games):
                arm = arms[heappop(queue)[1]]
                if arm.most > floor + EPSILON:
                    chosen.append(arm)
            if not chosen:
                return
            by_deal: dict[Deal, list[_Arm]] = {}
            for arm in chosen:
                by_deal.setdefault(arm.next_deal(), []).append(arm)
            crew.run(work, by_deal.items(), lambda: limit.is_reached)
            for arm in chosen:
                if not arm.is_settled:
                    heappush(queue, (arm.urgency, arm.number))

    def _count_points(self, question: Question, arms: Sequence[_Arm], limit: _Limit, crew: Crew) -> None:
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

        crew.run(work, equals, lambda: limit.is_reached)


def can_compare(ruleset: Ruleset, perspective: Perspective) -> bool:
    """Are there few enough draws to go through all? Where racks are filled up only at the start of a turn, they are
    not drawn as the search takes it."""
    return (
        len(perspective.others) == 1
        and 0 <= perspective.bag <= BAG_MAX
        and (not perspective.bag or ruleset.rack.refill != "start-of-turn")
        and max(len(perspective.own), *perspective.others) + perspective.bag <= HELD_MAX
    )


@frozen
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
            len(arm.seen | arm.signs) < len(arm.deals) and arm.won + arm.lost < 0.5,
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
    if not arm.signs:
        return []
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
