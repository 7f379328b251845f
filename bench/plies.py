"""How deep to look: what choices by rollouts of so many plies gain over the best static play.

    python -m bench.plies [--games 80] [--seed 92000] [--bag 4 45] [--plies 2 4 6] [--budget-ms 900] [--file FILE]

One position a game of experts, with a bag of the sizes given. Each depth chooses within the same time; then what was
chosen is played out to the end of the game by experts, 1,500 times on the same luck, which no depth has seen. Every
position is written to a file as it ends; started again, the run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path

from bench.positions import RULES, WORDS, views
from bench.search import simulator
from bench.words import machine
from quixotry.engine.simulator import Simulator
from quixotry.players.champion import Champion, perspective_of
from quixotry.players.levels import level_named

PLAYOUTS = 1500
TO_THE_END = 60
OTHER_LUCK = 777_777


def gains(
    champion: Champion, made: Simulator, seed: int, bag: list[int], depths: list[int], budget_ms: int
) -> list[float]:
    """The win chance each depth gains over the static choice, in one position."""
    fitting = [view for view in views(RULES, seed) if bag[0] <= view.bag_count <= bag[1]]
    if not fitting:
        return []
    view = fitting[seed % len(fitting)]
    perspective, candidates = perspective_of(view), champion.candidates(view)

    chosen = [
        made.compare(perspective, candidates, plies=plies, seed=seed, budget_ms=budget_ms, confidence=1.0)[0]
        for plies in depths
    ]
    picks = [candidates.index(each.candidate) for each in chosen]
    needed = sorted({0, *picks})
    if needed == [0]:
        return [0.0] * len(depths)
    some = [candidates[pick] for pick in needed]
    judged = made.compare(
        perspective,
        some,
        plies=TO_THE_END,
        seed=seed + OTHER_LUCK,
        least=PLAYOUTS,
        rollouts_max=PLAYOUTS * len(some),
    )
    chance = {candidates.index(each.candidate): each.win_chance for each in judged}
    return [chance[pick] - chance[0] for pick in picks]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--seed", type=int, default=92_000)
    parser.add_argument("--bag", type=int, nargs=2, default=[4, 45])
    parser.add_argument("--plies", type=int, nargs="+", default=[2, 4, 6])
    parser.add_argument("--budget-ms", type=int, default=900)
    parser.add_argument("--file", type=Path, default=Path("build/plies.jsonl"))
    args = parser.parse_args()
    print(machine())
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.touch()
    setting = [args.bag, args.plies, args.budget_ms]
    lines = [json.loads(line) for line in args.file.read_text(encoding="utf-8").splitlines()]
    done = {line["seed"]: line["gains"] for line in lines if line["setting"] == setting}
    champion, made = Champion(level_named("champion"), WORDS), simulator(threads=1)
    with args.file.open("a", encoding="utf-8") as file:
        for seed in range(args.seed, args.seed + args.games):
            if seed not in done:
                done[seed] = gains(champion, made, seed, args.bag, args.plies, args.budget_ms)
                file.write(json.dumps({"setting": setting, "seed": seed, "gains": done[seed]}) + "\n")
                file.flush()
            print(f"\r{seed - args.seed + 1} of {args.games} games", end="", flush=True)
    found = [done[seed] for seed in range(args.seed, args.seed + args.games) if done[seed]]
    print(f"\n{len(found)} positions; win chance gained over the best static play:")
    for place, plies in enumerate(args.plies):
        each = [row[place] for row in found]
        mean = sum(each) / len(each)
        error = sqrt(sum((value - mean) ** 2 for value in each)) / len(each)
        print(f"{plies} plies: {mean:+.2%}, standard error {error:.2%}")


if __name__ == "__main__":
    main()
