"""Does it help to guess what the other holds from its last play? Champions with and without, in game pairs.

    python -m bench.guessing [--pairs 60] [--budget-ms 200] [--file build/guessing.jsonl]

Every pair (the same tiles, starts swapped) is written to the file as it ends; started again, the run goes on.
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
from quixotry.lexicon import catalogue
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named
from quixotry.rules.ruleset_file import preset


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--budget-ms", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--file", type=Path, default=Path("build/guessing.jsonl"))
    args = parser.parse_args()
    ruleset, lexicon = preset("tournament"), catalogue.load("default")
    can_play = can_play_by(ruleset, lexicon)
    players = [Champion(level_named("champion"), lexicon, guesses=guesses) for guesses in (True, False)]
    played: dict[tuple[int, int], PairResult] = {}
    for line in args.file.read_text(encoding="utf-8").splitlines() if args.file.exists() else ():
        row = json.loads(line)
        played[row.pop("seed"), row.pop("budget_ms")] = PairResult(**row)
    args.file.parent.mkdir(exist_ok=True)
    keys = [(seed, args.budget_ms) for seed in range(args.seed, args.seed + args.pairs)]
    left = [key for key in keys if key not in played]
    for key in track(left, description="pairs", disable=not sys.stderr.isatty()):
        share, points = 0.0, [0, 0]
        for swapped in (False, True):
            seats = players[::-1] if swapped else players
            game = play_game(ruleset, lexicon, seats, seed=key[0], budget_ms=key[1], can_play=can_play)
            scores = game.position.scores[::-1] if swapped else game.position.scores
            share += (scores[0] > scores[1]) + (scores[0] == scores[1]) / 2
            points = [points[0] + scores[0], points[1] + scores[1]]
        played[key] = PairResult("guessing", "plain", share, points[0], points[1])
        with args.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**asdict(played[key]), "seed": key[0], "budget_ms": key[1]}) + "\n")
    results = [played[key] for key in keys]
    mean, low, high = win_share(results)
    ahead = sum(each.first_points - each.second_points for each in results) / 2 / len(results)
    print(
        f"{platform.node()}, load {os.getloadavg()[0]:.1f}: {2 * len(results)} games at {args.budget_ms} ms, "
        f"guessing won "
        f"{mean:.1%} ({low:.1%} to {high:.1%}), {ahead:+.1f} points a game"
    )


if __name__ == "__main__":
    main()
