"""Monte Carlo simulation: candidates are compared by rollouts, until one is best with the confidence asked for.

A sample fixes the hidden tiles for every candidate. `race` says who is ahead, how surely, and which two candidates
the next samples go to (top-two sampling). With a budget in rollouts the answer follows from the seed, whatever the
number of threads; with one in time it depends on the machine.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from quixotry.engine.hashing import M64, mix64
from quixotry.engine.moves import Candidate
from quixotry.engine.win_chances import win_chances
from quixotry.lexicon.compiled import COMPILED, require_compiled
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

if COMPILED:
    from quixotry.engine.native.leaves import Leaves
    from quixotry.engine.native.race import Race
    from quixotry.engine.native.rollout import Rollout
    from quixotry.engine.native.simulation import CANDIDATES_MAX, FIGURES, Simulation
    from quixotry.lexicon.gaddag import Gaddag

LEAST = 32
"""Samples every candidate gets before any is left aside."""
ROUND = 16
"""Samples given to leader and challenger before they are looked at again, at first; then a share of what they have,
so that threads have something to do between two looks."""
ROUND_SHARE = 4
"""A quarter of it."""
TOGETHER = 16
"""Rollouts that a thread takes at a time: few, so that none waits long for another at the end of a round."""
CONFIDENCE = 0.99
"""How sure it must be that the leader is best, or as good, before a search ends ahead of its time."""
SPREAD_WEIGHT = 0.0004
"""Chance to win comes first; where it is the same, a point of spread counts so much of it."""
TIE = 0.002
"""A candidate that is better by less than this (a fifth of a percent of win chance, or five points) is as good."""
NOISE = 0.02
"""No difference of two candidates is taken to vary less than this: a few equal samples prove nothing."""
PRIOR = 40
"""What is known at first sight (equity) counts like so many samples: a few rollouts alone are worse than it."""
SAMPLES_MAX = 20000
"""For each candidate: beyond this the difference is not worth the time."""

Watch = Callable[[int, int], None]
"""Told the number of the leading candidate and how many rollouts were made."""


@frozen
class Perspective:
    """A position as the seat on turn knows it; seats in the order of their turns, its own first."""

    board: Board
    own: Tiles
    unseen: Tiles
    others: tuple[int, ...]
    """How many tiles each other seat holds."""
    bag: int
    scores: tuple[int, ...]


@frozen
class SimulatedMove:
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
    next_bingo: float
    """How often the own next turn plays all tiles."""


class Simulator:
    """Simulates for one ruleset and lexicon, on as many threads as asked for."""

    def __init__(
        self,
        ruleset: Ruleset,
        graph: Gaddag,
        *,
        leaves: Leaves | None,
        worth: Sequence[float],
        vowels: Sequence[int] | frozenset[int],
        threads: int = 1,
    ) -> None:
        require_compiled("Simulation")
        self._workers = [Simulation(Rollout(ruleset, graph, leaves, worth, vowels)) for _ in range(threads)]
        table = win_chances()
        for worker in self._workers:
            worker.set_win_table(table.scale, table.lead)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.rollouts = 0
        """How many have been made so far, of all candidates."""

    @property
    def chosen(self) -> int:
        """How many moves have been chosen in all rollouts so far."""
        return sum(worker.rollout.chosen for worker in self._workers)

    def cancel(self) -> None:
        """Make a comparison that is under way answer with what it has; from another thread."""
        for worker in self._workers:
            worker.cancelled = True

    def compare(
        self,
        perspective: Perspective,
        candidates: Sequence[Candidate],
        *,
        plies: int,
        seed: int = 0,
        budget_ms: float = 1e9,
        rollouts_max: int = 1 << 60,
        confidence: float = CONFIDENCE,
        prior: int = PRIOR,
        least: int = LEAST,
        watch: Watch | None = None,
    ) -> list[SimulatedMove]:
        """The candidates, best first. `watch` is told the leader's number and the rollouts made, now and then."""
        candidates = candidates[:CANDIDATES_MAX]
        deadline = time.monotonic() + budget_ms / 1000
        for worker in self._workers:
            worker.cancelled = False
            _set_perspective(worker, perspective, plies)
            for candidate in candidates:
                _add(worker, candidate)
        race = Race(len(candidates), SAMPLES_MAX, spread_weight=SPREAD_WEIGHT, tie=TIE, noise=NOISE)
        scale = win_chances().scale_at(max(0, len(perspective.unseen) - len(perspective.own)))
        everybody = range(len(candidates))
        self.rollouts = 0
        in_time = True
        for first in range(0, least, ROUND):
            wanted = [(arm, min(ROUND, least - first)) for arm in everybody]
            in_time = in_time and self._round(race, wanted, seed, deadline, rollouts_max)
        while True:
            race.set_prior(prior, _first_sight(candidates, race.mean(0, 0) if race.count(0) else 0.5, scale))
            leader = race.leader()
            if watch is not None:
                watch(leader, self.rollouts)
            if not in_time or len(candidates) == 1:
                break
            challenger, doubt = race.challenger(leader)
            fewer = min(race.count(leader), race.count(challenger))
            # Whoever looks again and again finds what he looks for: half the doubt allowed pays for that.
            if doubt < (1 - confidence) / 2 or fewer >= SAMPLES_MAX:
                break
            amount = min(max(ROUND, fewer // ROUND_SHARE), SAMPLES_MAX - fewer)
            wanted = [(arm, amount) for arm in sorted((leader, challenger)) if race.count(arm) == fewer]
            in_time = self._round(race, wanted, seed, deadline, rollouts_max)
        return [_simulated_move(candidates[arm], race, arm) for arm in race.order()]

    def _round(
        self,
        race: Race,
        wanted: list[tuple[int, int]],
        seed: int,
        deadline: float,
        rollouts_max: int,
    ) -> bool:
        """Give candidates their next samples, so many each; False when the budget did not suffice for all."""
        each = [(arm, race.count(arm) + n) for arm, amount in wanted for n in range(amount)]
        allowed = each[: max(0, rollouts_max - self.rollouts)]
        arms = array("i", (arm for arm, _ in allowed))
        luck = array("Q", (_luck(seed, sample) for _, sample in allowed))
        out = array("d", bytes(8 * FIGURES * len(arms)))
        figures = memoryview(out).cast("B").cast("d")
        parts = [slice(start, start + TOGETHER) for start in range(0, len(arms), TOGETHER)]
        done_of = [0] * len(parts)
        unclaimed = iter(range(len(parts)))

        def work(worker: Simulation) -> None:
            for number in unclaimed:
                part = parts[number]
                room = figures[FIGURES * part.start : FIGURES * part.stop]
                done_of[number] = worker.run(arms[part], luck[part], room, deadline - time.monotonic())

        # One is this thread itself, which would only wait else.
        others = [self._pool.submit(work, worker) for worker in self._workers[1:]] if self._pool else []
        work(self._workers[0])
        for other in others:
            other.result()
        done = 0
        for part, some in zip(parts, done_of, strict=True):
            # What comes after a gap does not count: a candidate's samples are without gaps.
            if done == part.start:
                done += some
        race.record(arms, out, done)
        self.rollouts += done
        return done == len(each)


def _first_sight(candidates: Sequence[Candidate], chance: float, scale: float) -> list[float]:
    """What equity alone says of each candidate, against the first, in win chance."""
    slope = max(0.02, chance * (1 - chance)) / scale
    return [slope * (each.equity - candidates[0].equity) for each in candidates]


def _set_perspective(worker: Simulation, perspective: Perspective, plies: int) -> None:
    worker.set_position(
        perspective.board.cells,
        tuple(perspective.unseen),
        perspective.others,
        perspective.bag,
        perspective.scores,
        plies,
    )


def _add(worker: Simulation, candidate: Candidate) -> None:
    laid = candidate.move.placements if isinstance(candidate.move, Play) else ()
    given = candidate.move.tiles if isinstance(candidate.move, Exchange) else ()
    leave = round(1000 * (candidate.equity - candidate.score))
    worker.add(laid, candidate.score, leave, candidate.leave, given)


def _simulated_move(candidate: Candidate, race: Race, arm: int) -> SimulatedMove:
    return SimulatedMove(
        candidate,
        win_chance=race.win_chance(arm),
        spread=race.mean(arm, 1),
        samples=race.count(arm),
        error=race.error(arm),
        reply_score=race.mean(arm, 2),
        reply_bingo=race.mean(arm, 3),
        next_bingo=race.mean(arm, 5),
    )


def _luck(seed: int, sample: int) -> int:
    """Where the sequence of a sample begins: far apart for neighbouring numbers."""
    return mix64((seed * 0x9E3779B97F4A7C15 + sample * 0xD1B54A32D192ED03 + 1) & M64)
