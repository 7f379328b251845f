"""How fast the search is: rollouts and moves a second, endgame nodes a second, time to a decision.

    python -m bench.search [--seconds 1] [--decide-seconds 10] [--threads 1 2] [--check]

Positions are those of `bench/positions` (made by bench/positions.py). Rates are counted in processor time, so that
other programs on the machine disturb little; time to a decision is given in processor time and on the clock. A
decision is made when one candidate is best with 95 % confidence (see engine/simulator.py). `--check` makes every
decision with five seeds and compares it with a long run (2,000 rollouts of each candidate): how often was what was
decided on really best?
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time

from bench.positions import RULES, WORDS, read
from quixotry.engine.simulator import TIE, Simulator
from quixotry.engine.solver import Solver
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.players.appraisal import appraisal_for, trained_leaves
from quixotry.players.champion import Champion, perspective_of
from quixotry.players.levels import level_named
from quixotry.rules.view import View

CONFIDENCE = 0.95


def simulator(threads: int) -> Simulator:
    graph, appraisal = load_or_build(WORDS, RULES.tiles.alphabet.letters), appraisal_for(RULES.tiles)
    return Simulator(
        RULES,
        graph,
        leaves=trained_leaves(RULES),
        worth=appraisal.worth,
        vowels=appraisal.vowels,
        threads=threads,
    )


def simulate(middle: list[View], seconds: float, threads: int, plies: int) -> None:
    """Rates: rollouts go on until the time is up."""
    champion, made = Champion(level_named("champion"), WORDS), simulator(threads)
    rollouts, moves, clocked = [], [], []
    for view in middle:
        candidates = champion.candidates(view)
        before, began, clock = made.chosen, time.process_time(), time.perf_counter()
        made.compare(perspective_of(view), candidates, plies=plies, budget_ms=1000 * seconds, confidence=1)
        used, passed = time.process_time() - began, time.perf_counter() - clock
        rollouts.append(made.rollouts / used)
        moves.append((made.chosen - before) / used)
        clocked.append(made.rollouts / passed)
    print(
        f"{plies} plies, {threads} thread(s): {statistics.median(rollouts):,.0f} rollouts and "
        f"{statistics.median(moves):,.0f} moves chosen a second of processor time, "
        f"{statistics.median(clocked):,.0f} rollouts a second on the clock"
    )


def decide(middle: list[View], seconds: float, threads: int, plies: int) -> None:
    """Time until one candidate is best with the confidence stated."""
    champion, made = Champion(level_named("champion"), WORDS), simulator(threads)
    used, passed, rollouts, amounts = [], [], [], []
    for view in middle:
        candidates = champion.candidates(view)
        amounts.append(len(candidates))
        began, clock = time.process_time(), time.perf_counter()
        made.compare(
            perspective_of(view), candidates, plies=plies, budget_ms=1000 * seconds, confidence=CONFIDENCE
        )
        used.append(time.process_time() - began)
        passed.append(time.perf_counter() - clock)
        rollouts.append(made.rollouts)
    undecided = sum(each >= seconds for each in passed)
    print(
        f"{plies} plies, {threads} thread(s): decided at {CONFIDENCE:.0%} in {statistics.median(used):.2f} s of "
        f"processor time, {statistics.median(passed):.2f} s on the clock, {statistics.median(rollouts):,.0f} rollouts "
        f"of {statistics.median(amounts):.0f} candidates (medians); {undecided} of {len(middle)} not within {seconds} s"
    )


def check(middle: list[View], plies: int, *, seeds: int = 5, long: int = 2000) -> None:
    """How often a decision names a candidate that a long run finds best, or as good as best."""
    champion, made = Champion(level_named("champion"), WORDS), simulator(1)
    right = near = close = total = 0
    for view in middle:
        candidates = champion.candidates(view)
        truth = made.compare(
            perspective_of(view),
            candidates,
            plies=plies,
            seed=999,
            rollouts_max=long * len(candidates),
            least=long,
        )
        value = {each.candidate: each.win_chance + 0.0004 * each.spread for each in truth}
        best = max(value.values())
        for seed in range(seeds):
            tried = made.compare(
                perspective_of(view),
                candidates,
                plies=plies,
                seed=seed,
                confidence=CONFIDENCE,
                rollouts_max=50_000,
            )
            first = tried[0].candidate
            total += 1
            right += value[first] == best
            near += value[first] >= best - TIE
            close += value[first] >= best - 0.005
    print(
        f"{plies} plies: of {total} decisions {right / total:.0%} name the best of a long run, "
        f"{near / total:.0%} one that is behind it by {TIE} at most, {close / total:.0%} by half a percent at most"
    )


def solve(ends: list[View], seconds: float) -> None:
    solver = Solver(RULES, load_or_build(WORDS, RULES.tiles.alphabet.letters))
    proven, rates, depths = 0, [], []
    for view in ends:
        assert view.rack is not None
        began = time.process_time()
        solved = solver.solve(view.board, view.rack, view.unseen, turns=view.turns, budget_ms=1000 * seconds)
        rates.append(solved.nodes / max(1e-6, time.process_time() - began))
        proven += solved.is_proven
        depths.append(solved.depth)
    print(
        f"endgames: {statistics.median(rates):,.0f} nodes a second of processor time; {proven} of {len(ends)} "
        f"proven within {seconds} s; plies looked at in full: {depths}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--decide-seconds", type=float, default=10.0)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    assert COMPILED, "without the compiled engine there is nothing to measure"
    print(f"{platform.node()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    middle = read("midgame.txt")
    if args.check:
        for plies in (2, 4):
            check(middle, plies)
        return
    for plies in (2, 4):
        for threads in args.threads:
            simulate(middle, args.seconds, threads, plies)
    for plies in (2, 4):
        for threads in args.threads:
            decide(middle, args.decide_seconds, threads, plies)
    solve(read("endgame.txt"), 5 * args.seconds)


if __name__ == "__main__":
    main()
