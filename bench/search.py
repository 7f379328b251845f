"""How fast the search is: rollouts and moves a second, endgame nodes a second, time to a decision.

    python bench/search.py [--positions 10] [--seconds 2]

Positions come from seeded games of experts: turns 6 to 12 for simulation, the first turn with an empty bag for
endgames. Processor time is counted, so that other programs on the machine disturb little; time to a decision is
what passes on the clock.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time

from quixotry.arena.game import FixedOrder
from quixotry.engine.rehearsing import Rehearsal
from quixotry.engine.solving import Solver
from quixotry.lexicon import catalogue
from quixotry.lexicon.graph import COMPILED
from quixotry.lexicon.graph_file import load_or_build
from quixotry.players.appraisal import appraisal_for, trained_leaves
from quixotry.players.champion import Champion, can_solve, scene_of
from quixotry.players.levels import level_named, player_for
from quixotry.rules.position import evolve, replay
from quixotry.rules.referee import decide, start
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View, view_of

RULES = preset("match")
WORDS = catalogue.load("default")


def views(seed: int) -> list[View]:
    """Every turn of one game of experts."""
    tiles, found = FixedOrder.shuffled(RULES.tiles, seed), []
    position = replay(RULES, 2, start(RULES, 2, tiles=tiles, game=1))
    expert = player_for("expert", WORDS)
    while position.turn is not None:
        found.append(view_of(position, position.turn))
        move = expert.choose(found[-1], 0)
        for event in decide(
            position, position.turn, move, now_ms=0, tiles=tiles, words=WORDS, can_play=lambda *_: True
        ):
            position = evolve(position, event)
    return found


def simulate(middle: list[View], seconds: float, threads: int, plies: int) -> None:
    graph, appraisal = load_or_build(WORDS, RULES.tiles.alphabet.letters), appraisal_for(RULES.tiles)
    champion = Champion(level_named("champion"), WORDS)
    rates, decisions = [], []
    for view in middle:
        rehearsal = Rehearsal(
            RULES,
            graph,
            leaves=trained_leaves(RULES),
            worth=appraisal.worth,
            vowels=appraisal.vowels,
            threads=threads,
        )
        began, clock = time.process_time(), time.perf_counter()
        rehearsal.compare(
            scene_of(view),
            champion.candidates(view),
            plies=plies,
            budget_ms=1000 * seconds,
            confidence_z=1.96,
        )
        decisions.append(time.perf_counter() - clock)
        rates.append(rehearsal.rollouts / (time.process_time() - began))
    rate = statistics.median(rates)
    print(
        f"{plies} plies, {threads} thread(s): {rate:,.0f} rollouts and {rate * plies:,.0f} moves a second of "
        f"processor time; decided in {statistics.median(decisions):.2f} s (median, at most {seconds} s)"
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
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    assert COMPILED, "figures of the interpreted engine mean nothing"
    print(f"{platform.node()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    games = [views(seed) for seed in range(args.positions)]
    middle = [game[6 + number % 7] for number, game in enumerate(games)]
    ends = [view for game in games if (view := next((v for v in game if can_solve(v)), None))]
    for plies in (2, 4):
        for threads in (1, 2):
            simulate(middle, args.seconds, threads, plies)
    solve(ends, 5 * args.seconds)


if __name__ == "__main__":
    main()
