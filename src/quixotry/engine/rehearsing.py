"""Comparing candidates by trying them out, until one is best with the confidence asked for.

All candidates still in the race get the same samples, so that two of them are compared sample by sample on the
same hidden tiles. One that falls behind the leader by more than chance explains leaves the race. With a budget
in samples the answer follows from the seed, whatever the number of threads; with one in time from the machine.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

from quixotry.engine.leaves import Leaves
from quixotry.engine.moves import Candidate
from quixotry.engine.simulation import CANDIDATES_MAX, FIGURES, Simulation
from quixotry.engine.win_chances import win_chances
from quixotry.lexicon.graph import Graph
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

ROUND = 8
"""Samples each candidate in the race gets before it is looked at again."""
LEAST = 24
"""Samples before any candidate may leave."""
SPREAD_WEIGHT = 0.0004
"""Chance to win comes first; where it is the same, a point of spread counts so much of it."""
PRIOR = 40
"""What is known at first sight (equity) counts like so many samples: a few rollouts alone are worse than it."""
SAMPLES_MAX = 20000
"""For each candidate: beyond this the difference is not worth the time."""
_M64 = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as the seat on turn knows it; seats in the order of their turns, its own first."""

    board: Board
    own: Tiles
    unseen: Tiles
    others: tuple[int, ...]
    """How many tiles each other seat holds."""
    bag: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A candidate and what came of it."""

    candidate: Candidate
    win_chance: float
    spread: float
    """Final points ahead of the best other seat, as the rollouts estimate them."""
    samples: int
    error: float
    """Standard error of the win chance."""
    reply_score: float
    """What the next seat scores on average."""
    reply_bingo: float
    """How often the next seat plays all its tiles."""
    next_score: float
    """What the own next turn scores on average."""
    next_bingo: float
    """How often the own next turn plays all tiles."""


class Rehearsal:
    """Simulates for one ruleset and lexicon, on as many threads as asked for."""

    def __init__(
        self,
        ruleset: Ruleset,
        graph: Graph,
        *,
        leaves: Leaves | None,
        worth: Sequence[float],
        vowels: Sequence[int] | frozenset[int],
        threads: int = 1,
    ) -> None:
        self._workers = [Simulation(ruleset, graph, leaves, worth, vowels) for _ in range(threads)]
        table = win_chances()
        for worker in self._workers:
            worker.set_win_table(table.scale, table.lead)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.rollouts = 0
        """How many have been made so far, of all candidates."""

    def cancel(self) -> None:
        for worker in self._workers:
            worker.cancelled = True

    def compare(
        self,
        scene: Scene,
        candidates: Sequence[Candidate],
        *,
        plies: int,
        seed: int = 0,
        budget_ms: float = 1e9,
        rollouts_max: int = 1 << 60,
        confidence_z: float = 2.3,
        prior: int = PRIOR,
    ) -> list[Rehearsed]:
        """The candidates, best first; those that left the race stand where they left it."""
        candidates = candidates[:CANDIDATES_MAX]
        deadline = time.monotonic() + budget_ms / 1000
        for worker in self._workers:
            worker.cancelled = False
            worker.set_position(
                scene.board.cells,
                tuple(scene.own),
                tuple(scene.unseen),
                scene.others,
                scene.bag,
                scene.scores,
                plies,
            )
            for candidate in candidates:
                _add(worker, candidate)
        sums = [_Sums() for _ in candidates]
        scale = win_chances().scale_at(max(0, len(scene.unseen) - len(scene.own)))

        def first_sight(sums: list[_Sums]) -> list[float]:
            """What equity alone says of each candidate, against the first, as a sum over `prior` samples."""
            chance = sums[0].totals[0] / max(1, len(sums[0].values))
            slope = max(0.02, chance * (1 - chance)) / scale
            return [prior * slope * (each.equity - candidates[0].equity) for each in candidates]

        racing = list(range(len(candidates)))
        self.rollouts = 0
        while len(racing) > 1 or not sums[racing[0]].values:
            done = len(sums[racing[0]].values)
            amount = min(ROUND, (rollouts_max - self.rollouts) // len(racing), SAMPLES_MAX - done)
            if amount <= 0 or not self._round(racing, range(done, done + amount), seed, sums, deadline):
                break
            if done + amount >= LEAST:
                racing = _still_racing(racing, sums, confidence_z, first_sight(sums))
        judged = [_judged(candidate, each) for candidate, each in zip(candidates, sums, strict=True)]
        if len({len(sums[arm].values) for arm in racing}) > 1:
            # Not even one round was finished: first sight is all there is.
            return judged
        standing, before = set(racing), first_sight(sums)
        order = sorted(
            range(len(candidates)),
            key=lambda arm: (
                (arm not in standing, -sum(sums[arm].values) - before[arm], arm)
                if arm in standing
                else (True, -_utility(judged[arm]), arm)
            ),
        )
        return [judged[arm] for arm in order]

    def _round(
        self, racing: list[int], samples: range, seed: int, sums: list[_Sums], deadline: float
    ) -> bool:
        """Give every candidate in the race these samples; False when the time did not suffice for all."""
        arms = array("i", (arm for _ in samples for arm in racing))
        luck = array("Q", (_luck(seed, sample) for sample in samples for _ in racing))
        share = -(-len(arms) // len(self._workers))
        parts = [slice(start, start + share) for start in range(0, len(arms), share)]
        seconds = deadline - time.monotonic()

        def work(number: int) -> array[float]:
            part = parts[number]
            out = array("d", bytes(8 * FIGURES * len(arms[part])))
            done = self._workers[number].run(arms[part], luck[part], out, seconds)
            return out[: FIGURES * done]

        spread_out = map if self._pool is None else self._pool.map
        results = list(spread_out(work, range(len(parts))))
        figures = [number for result in results for number in result]
        complete = len(figures) == FIGURES * len(arms)
        if not complete and sums[racing[0]].values:
            # A round cut short would compare candidates on different luck.
            return False
        for place in range(len(figures) // FIGURES):
            sums[arms[place]].add(figures[FIGURES * place : FIGURES * (place + 1)])
        self.rollouts += len(figures) // FIGURES
        return complete


class _Sums:
    """What has come of one candidate so far."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.totals = [0.0] * FIGURES
        self.squares = 0.0

    def add(self, figures: Sequence[float]) -> None:
        self.values.append(figures[0] + SPREAD_WEIGHT * figures[1])
        for place, figure in enumerate(figures):
            self.totals[place] += figure
        self.squares += figures[0] * figures[0]


def _still_racing(racing: list[int], sums: list[_Sums], limit: float, before: list[float]) -> list[int]:
    """Those whose distance to the leader chance may explain, first sight counted in."""
    leader = max(racing, key=lambda arm: sum(sums[arm].values) + before[arm])
    lead = sums[leader].values
    count = len(lead)
    kept = []
    for arm in racing:
        behind = [a - b for a, b in zip(lead, sums[arm].values, strict=True)]
        mean = sum(behind) / count
        variance = max(1e-12, sum(x * x for x in behind) / count - mean * mean)
        if arm == leader or sum(behind) + before[leader] - before[arm] < limit * sqrt(variance * count):
            kept.append(arm)
    # Plays that came to the same in every sample are one play for this purpose.
    if len(kept) > 1 and count >= 200 and all(sums[arm].values == lead for arm in kept):
        return [leader]
    return kept


def _add(worker: Simulation, candidate: Candidate) -> None:
    laid = candidate.move.placements if isinstance(candidate.move, Play) else ()
    given = candidate.move.tiles if isinstance(candidate.move, Exchange) else ()
    leave = round(1000 * (candidate.equity - candidate.score))
    worker.add(laid, candidate.score, leave, candidate.leave, given)


def _judged(candidate: Candidate, sums: _Sums) -> Rehearsed:
    count = max(1, len(sums.values))
    win, spread, reply, reply_bingo, following, next_bingo = (total / count for total in sums.totals)
    error = sqrt(max(0.0, sums.squares / count - win * win) / count)
    return Rehearsed(
        candidate, win, spread, len(sums.values), error, reply, reply_bingo, following, next_bingo
    )


def _utility(judged: Rehearsed) -> float:
    return judged.win_chance + SPREAD_WEIGHT * judged.spread


def _luck(seed: int, sample: int) -> int:
    """Where the sequence of a sample begins: far apart for neighbouring numbers."""
    word = (seed * 0x9E3779B97F4A7C15 + sample * 0xD1B54A32D192ED03 + 1) & _M64
    word = ((word ^ (word >> 32)) * 0xD6E8FEB86659FD93) & _M64
    return word ^ (word >> 32)
