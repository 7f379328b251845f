"""The last tiles of the bag, two players: every draw there can be is gone through, and the chance to win decides.

With one to four tiles in the bag there are few ways in which they and the other rack can lie (at most 330 with
eleven tiles not seen), so none is left to luck: each counts with its probability. What a move comes to under
one of them is played on to the end of the game (`playout`), with endgames searched to a depth.

The budget goes where it matters (successive halving): all candidates are tried under some draws with shallow
endgames, then the better half under more of them, and so on; the last ones deeper and deeper. Candidates are
always compared on the same draws. With time to spare those left behind are finished too, so that in the end
everything that can be proven is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING

from quixotry.engine.draws import Split, in_fair_order, orders, splits
from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.playout import Ending, Limits, Playout
from quixotry.engine.simulator import Perspective
from quixotry.engine.solver import DEPTH_MAX, NODES_MAX, Solver
from quixotry.rules.move import Move
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from quixotry.engine.native.leaves import Leaves
    from quixotry.lexicon.gaddag import Gaddag

BAG_MAX = 4
UNSURE_POINTS = 4.0
"""A spread that is not proven counts by a curve: so many points more change the odds by a factor of e."""
REPLIES = 4
"""Answers tried for the other player while the bag holds tiles, once the first cut is made."""
SPREAD_WEIGHT = 0.0004
"""Who stays in the race: chance to win, and for a point of spread so much of it."""


@dataclass(frozen=True, slots=True)
class DrawOutcome:
    """What a move comes to under one draw."""

    bag: tuple[int, ...]
    """The tiles in the bag, whoever gets them."""
    chance: float
    win_chance: float
    spread: float
    is_proven: bool
    line: tuple[tuple[Move, int], ...]
    """How the game then goes on, in the order of the bag looked at first."""


@dataclass(frozen=True, slots=True)
class PreEndgameMove:
    """A candidate and what comes of it, over all draws looked at."""

    candidate: Candidate
    win_chance: float
    """A draw counts half."""
    spread: float
    """Final points ahead, expected."""
    outcomes: tuple[DrawOutcome, ...]
    """The draws looked at, likeliest first."""
    endings: int
    """Games played on: more than draws where the order of the bag matters."""
    is_every_draw: bool
    """Was every draw looked at, in every order that matters?"""
    is_proven: bool
    """Are both figures exact? Every draw, the bag emptied by this move, and all endgames proven."""


class PreEndgame:
    """Weighs moves near the end of the bag. One thread uses it at a time; another may `cancel`."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag, *, leaves: Leaves | None = None) -> None:
        self.ruleset, self._graph = ruleset, graph
        self._engine = Engine(ruleset, graph, leaves=leaves)
        self._solver = Solver(ruleset, graph)
        self._cancelled = False
        self.nodes = 0
        """Of endgames, and moves chosen before them, in the last question."""

    def cancel(self) -> None:
        """Make a search that is under way answer with what it has."""
        self._cancelled = True
        self._solver.cancel()

    def compare(
        self,
        perspective: Perspective,
        candidates: Sequence[Candidate],
        *,
        turns: Sequence[Turn] = (),
        scores: Sequence[int] = (1, 1),
        seed: int = 0,
        budget_ms: float = 1e9,
        nodes_max: int = NODES_MAX,
    ) -> list[PreEndgameMove]:
        """The candidates, best first. With a budget in nodes alone the answer is always the same.

        `scores` are the points made in this game, of who is on turn first; the perspective's may be those of a
        match. With an empty bag there is one draw, and each candidate's endgame is searched."""
        if len(perspective.others) != 1 or not 0 <= perspective.bag <= BAG_MAX:
            raise ValueError("a pre-endgame has two players and at most four tiles in the bag")
        self._cancelled, self.nodes = False, 0
        if nodes_max < NODES_MAX:
            # A table filled by earlier questions would change how far the nodes go.
            self._solver = Solver(self.ruleset, self._graph)
        playout = Playout(self.ruleset, self._engine, self._solver)
        race = _Race(perspective, tuple(turns), scores, candidates, seed, playout)
        deadline = time.monotonic() + budget_ms / 1000
        standing = list(range(len(candidates)))
        for number, rung in enumerate(_rungs(len(candidates))):
            standing = race.ranked(standing)[: rung.size]
            if rung.is_last:
                standing = race.ranked(range(len(candidates)))
            left_s, left = deadline - time.monotonic(), nodes_max - self.nodes
            limit_s = time.monotonic() + left_s * rung.share
            limit = self.nodes + int(left * rung.share)
            for row in race.rows():
                if not self._try(race, row, standing, rung, (limit_s, limit)):
                    break
            if not rung.is_last:
                race.reached(standing, number)
            if self._cancelled or self.nodes >= nodes_max or time.monotonic() >= deadline:
                break
        return race.result()

    def _try(
        self,
        race: _Race,
        row: tuple[int, int],
        standing: Sequence[int],
        rung: _Rung,
        budget: tuple[float, int],
    ) -> bool:
        """Every candidate of a rung under one draw; False, and nothing is kept, when the budget is used up."""
        until, nodes_max = budget
        found: dict[int, Ending] = {}
        for arm in standing:
            if not race.wants(arm, row, rung):
                continue
            if self._cancelled or time.monotonic() >= until or self.nodes >= nodes_max:
                return False
            limits = Limits(rung.depth, rung.replies, until, nodes_max - self.nodes)
            ending = race.play(arm, row, limits)
            self.nodes += ending.nodes
            if not ending.is_finished:
                return False
            found[arm] = ending
            if rung.is_last or race.is_one_draw:
                # There is nothing left that must be compared on the same draws.
                race.keep(row, found, rung)
        race.keep(row, found, rung)
        return True


@dataclass(frozen=True, slots=True)
class _Rung:
    size: int
    depth: int
    replies: int
    share: float
    """Of what is left of the budget."""
    is_last: bool = False


def _rungs(candidates: int) -> Iterator[_Rung]:
    """Half as many each time with shallow endgames; then the best few deeper; at last all to the end."""
    sizes = [candidates]
    while sizes[-1] > 3:
        sizes.append(-(-sizes[-1] // 2))
    for place, size in enumerate(sizes):
        yield _Rung(size, 1, REPLIES if place else 1, 1 / (len(sizes) - place + 1))
    for depth in range(2, DEPTH_MAX):
        yield _Rung(4 if depth == 2 else 2, depth, REPLIES, 0.5 if depth < 5 else 1.0)
    yield _Rung(candidates, DEPTH_MAX - 1, REPLIES, 1.0, is_last=True)


@dataclass
class _Trial:
    """What is known of one candidate: endings by draw and by order of the bag, with how they were searched."""

    candidate: Candidate
    needs_order: bool
    endings: dict[tuple[int, int], tuple[Ending, _Rung]] = field(default_factory=dict)
    rung: int = 0


class _Race:
    """Candidates and draws of one question, and what has been found out."""

    def __init__(
        self,
        perspective: Perspective,
        turns: tuple[Turn, ...],
        scores: Sequence[int],
        candidates: Sequence[Candidate],
        seed: int,
        playout: Playout,
    ) -> None:
        self._perspective, self._playout, self._seed = perspective, playout, seed
        self._turns, self._scores = turns, scores
        self._splits = in_fair_order(splits(perspective.unseen, perspective.bag), seed)
        self._orders: dict[int, list[tuple[int, ...]]] = {}
        self._trials = [
            _Trial(each, playout.needs_order(each, perspective.others[0], perspective.bag))
            for each in candidates
        ]

    @property
    def is_one_draw(self) -> bool:
        return len(self._splits) == 1

    def rows(self) -> Iterator[tuple[int, int]]:
        """A draw and an order each: all draws in one order first, then the other orders."""
        yield from ((place, 0) for place in range(len(self._splits)))
        if any(each.needs_order for each in self._trials):
            most = max(len(self._orders_of(place)) for place in range(len(self._splits)))
            for order in range(1, most):
                for place in range(len(self._splits)):
                    if order < len(self._orders_of(place)):
                        yield place, order

    def wants(self, arm: int, row: tuple[int, int], rung: _Rung) -> bool:
        """Is there anything to learn about a candidate from this draw?"""
        trial = self._trials[arm]
        if row[1] and not trial.needs_order:
            return False
        known = trial.endings.get(row)
        if known is None:
            return True
        ending, by = known
        if ending.is_assumed and by.replies < rung.replies:
            return True
        return not ending.is_settled and by.depth < rung.depth

    def play(self, arm: int, row: tuple[int, int], limits: Limits) -> Ending:
        split, perspective = self._splits[row[0]], self._perspective
        return self._playout.play_out(
            self._trials[arm].candidate,
            perspective.board,
            split.other,
            self._orders_of(row[0])[row[1]] if self._trials[arm].needs_order else split.bag,
            lead=perspective.scores[0] - perspective.scores[1],
            scores=self._scores,
            turns=self._turns,
            limits=limits,
        )

    def keep(self, row: tuple[int, int], found: dict[int, Ending], rung: _Rung) -> None:
        for arm, ending in found.items():
            self._trials[arm].endings[row] = ending, rung

    def reached(self, standing: Sequence[int], rung: int) -> None:
        for arm in standing:
            self._trials[arm].rung = rung

    def ranked(self, arms: Sequence[int]) -> list[int]:
        """Best first, by what is known so far; of equals those that looked better at first sight."""

        def merit(arm: int) -> tuple[bool, float, int]:
            outcomes = self._outcomes(arm)
            win, spread = self._figures(outcomes)
            return not outcomes, -win - SPREAD_WEIGHT * spread, arm

        return sorted(arms, key=merit)

    def result(self) -> list[PreEndgameMove]:
        """All candidates: those that came furthest first, and in the same rung by win chance, then spread.

        One left behind and finished in the end counts as having come as far as the best."""
        furthest = max((each.rung for each in self._trials), default=0)
        found = [self._pre_endgame_move(arm) for arm in range(len(self._trials))]

        def place(arm: int) -> tuple[bool, int, float, float, int]:
            is_done = found[arm].is_every_draw and self._is_settled(arm)
            rung = furthest if is_done else self._trials[arm].rung
            win, spread = round(found[arm].win_chance, 9), round(found[arm].spread, 9)
            return not found[arm].endings, -rung, -win, -spread, arm

        return [found[arm] for arm in sorted(range(len(found)), key=place)]

    def _pre_endgame_move(self, arm: int) -> PreEndgameMove:
        trial, outcomes = self._trials[arm], self._outcomes(arm)
        win, spread = self._figures(outcomes)
        wanted = (
            sum(len(self._orders_of(place)) for place in range(len(self._splits)))
            if trial.needs_order
            else len(self._splits)
        )
        is_every_draw = len(trial.endings) == wanted
        return PreEndgameMove(
            candidate=trial.candidate,
            win_chance=win,
            spread=spread,
            outcomes=tuple(sorted(outcomes, key=lambda each: (-each.chance, each.bag))),
            endings=len(trial.endings),
            is_every_draw=is_every_draw,
            is_proven=is_every_draw and all(ending.is_exact for ending, _ in trial.endings.values()),
        )

    def _is_settled(self, arm: int) -> bool:
        return all(ending.is_settled for ending, _ in self._trials[arm].endings.values())

    def _outcomes(self, arm: int) -> list[DrawOutcome]:
        by_split: dict[int, list[Ending]] = {}
        for (place, _), (ending, _) in self._trials[arm].endings.items():
            by_split.setdefault(place, []).append(ending)
        return [_outcome(self._splits[place], endings) for place, endings in by_split.items()]

    @staticmethod
    def _figures(outcomes: Sequence[DrawOutcome]) -> tuple[float, float]:
        """Win chance and spread, each draw by its probability among those looked at."""
        total = sum(each.chance for each in outcomes)
        if not total:
            return 0.0, 0.0
        win = sum(each.chance * each.win_chance for each in outcomes) / total
        return win, sum(each.chance * each.spread for each in outcomes) / total

    def _orders_of(self, place: int) -> list[tuple[int, ...]]:
        if place not in self._orders:
            self._orders[place] = orders(self._splits[place].bag, self._seed + place)
        return self._orders[place]


def _outcome(split: Split, endings: Sequence[Ending]) -> DrawOutcome:
    return DrawOutcome(
        bag=split.bag,
        chance=split.chance,
        win_chance=sum(map(_win_chance, endings)) / len(endings),
        spread=sum(ending.spread for ending in endings) / len(endings),
        is_proven=all(ending.is_exact for ending in endings),
        line=endings[0].line,
    )


def _win_chance(ending: Ending) -> float:
    if ending.is_settled:
        return 1.0 if ending.spread > 0 else 0.0 if ending.spread < 0 else 0.5
    return 1 / (1 + exp(-max(-700.0, min(700.0, ending.spread / UNSURE_POINTS))))
