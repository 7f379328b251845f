"""Does it help to guess what the other holds from its last play? Champions with and without, in game pairs.

    python -m bench.guessing [--pairs 60] [--rollouts 500] [--file build/guessing.jsonl]
    python -m bench.guessing --budget-ms 1000

Counted in rollouts the result does not depend on how busy the machine is; what guessing costs is then given to the
other side in rollouts, and the last turns (nine tiles or fewer in the bag) are both played by equity and solved
with few nodes, for they cost most and tell least. Every pair (the same tiles, starts swapped) is written to the
file as it ends; started again, the run goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from rich.progress import track

from quixotry.arena.game import can_play_by, play_game
from quixotry.arena.ratings import PairResult, win_share
from quixotry.engine.inference import TRIES
from quixotry.lexicon import catalogue
from quixotry.players.champion import TO_THE_END_BAG, Champion, can_solve
from quixotry.players.levels import level_named
from quixotry.rules.move import Move
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View

FOREVER_MS = 10**7


class Counted(Champion):
    """A champion that counts rollouts, not time, and plays the last turns by equity."""

    def choose(self, view: View, _budget_ms: int) -> Move:
        if view.pending is None and view.bag_count <= TO_THE_END_BAG and not can_solve(view):
            return self._static.choose(view, 0)
        return super().choose(view, FOREVER_MS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--rollouts", type=int, default=500)
    parser.add_argument("--budget-ms", type=int, help="time instead of rollouts")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--file", type=Path, default=Path("build/guessing.jsonl"))
    args = parser.parse_args()
    ruleset, lexicon = preset("tournament"), catalogue.load("default")
    can_play = can_play_by(ruleset, lexicon)
    level = level_named("champion")
    players: list[Champion]
    if args.budget_ms is None:
        # A guess costs a move chosen; a rollout of two plies is two of them.
        limits = (args.rollouts, True), (args.rollouts + TRIES // 2, False)
        players = [
            Counted(level, lexicon, guesses=guesses, rollouts_max=limit, nodes_max=2000)
            for limit, guesses in limits
        ]
    else:
        players = [Champion(level, lexicon, guesses=guesses) for guesses in (True, False)]
    budget = f"{args.rollouts} rollouts" if args.budget_ms is None else f"{args.budget_ms} ms"
    played: dict[tuple[int, str], PairResult] = {}
    for line in args.file.read_text(encoding="utf-8").splitlines() if args.file.exists() else ():
        row = json.loads(line)
        key = row.pop("seed"), row.pop("budget")
        played[key] = PairResult(**row)
    args.file.parent.mkdir(exist_ok=True)
    keys = [(seed, budget) for seed in range(args.seed, args.seed + args.pairs)]
    left = [key for key in keys if key not in played]
    for key in track(left, description="pairs", disable=not sys.stderr.isatty()):
        share, points = 0.0, [0, 0]
        for swapped in (False, True):
            seats = players[::-1] if swapped else players
            game = play_game(
                ruleset,
                lexicon,
                seats,
                seed=key[0],
                budget_ms=args.budget_ms or FOREVER_MS,
                can_play=can_play,
            )
            scores = game.position.scores[::-1] if swapped else game.position.scores
            share += (scores[0] > scores[1]) + (scores[0] == scores[1]) / 2
            points = [points[0] + scores[0], points[1] + scores[1]]
        played[key] = PairResult("guessing", "plain", share, points[0], points[1])
        with args.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**asdict(played[key]), "seed": key[0], "budget": key[1]}) + "\n")
    results = [played[key] for key in keys]
    mean, low, high = win_share(results)
    ahead = sum(each.first_points - each.second_points for each in results) / 2 / len(results)
    print(
        f"{platform.node()}, load {os.getloadavg()[0]:.1f}: {2 * len(results)} games at {budget} a move, "
        f"guessing won "
        f"{mean:.1%} ({low:.1%} to {high:.1%}), {ahead:+.1f} points a game"
    )


if __name__ == "__main__":
    main()
