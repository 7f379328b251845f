"""How deep and how widely to look: what choices by rollouts gain over the best static play.

    python -m bench.choices [--ways 2:10/12 4:10/12 24:20/20] [--games 80] [--seed 92000] [--bag 4 45]
        [--rollouts 5000 | --budget-ms 900] [--file FILE]

A way to choose is plies:candidates/behind: how far rollouts go, how many moves are tried out at most, and how many
points they may look worse than the best. One position a game of experts, with a bag of the sizes given and neither side
as good as lost. Each way chooses within the same rollouts or time; then what was chosen is played out to the end of the
game by experts, 2,500 times on the same luck, which no way has seen. Every position is written to a file as it ends;
started again, the run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from random import Random

from bench.positions import RULES, WORDS, views
from bench.search import simulator
from bench.words import machine
from quixotry.engine.moves import Candidate
from quixotry.engine.simulator import PRIOR, Perspective, Simulator
from quixotry.players.champion import Champion, perspective_of
from quixotry.players.levels import level_named
from quixotry.rules.view import View

PLAYOUTS = 2500
TO_THE_END = 60
OTHER_LUCK = 777_777
CLOSE = 0.1
"""A win chance this near to 0 or 1 is as good as decided."""


@dataclass(frozen=True)
class Way:
    """A way to choose."""

    name: str
    plies: int
    player: Champion

    @classmethod
    def named(cls, name: str) -> Way:
        parts = re.fullmatch(r"(\d+):(\d+)/(\d+)", name)
        if parts is None:
            raise argparse.ArgumentTypeError(f"{name!r} is not plies:candidates/behind, such as 4:10/12")
        plies, amount, behind = map(int, parts.groups())
        level = level_named("champion")
        assert level.search is not None
        search = replace(level.search, candidates=amount, behind_points=float(behind), wide_bag=0)
        return cls(name, plies, Champion(replace(level, search=search), WORDS))


def position_of(made: Simulator, ways: Sequence[Way], seed: int, bag: Sequence[int]) -> View | None:
    """A turn of one game that is not as good as decided; which one follows from the seed."""
    fitting = [view for view in views(RULES, seed) if bag[0] <= view.bag_count <= bag[1]]
    Random(seed).shuffle(fitting)
    for view in fitting:
        candidates = ways[0].player.candidates(view)
        if len(candidates) > 1:
            first = made.compare(perspective_of(view), candidates, plies=4, seed=seed, rollouts_max=400)[0]
            if CLOSE < first.win_chance < 1 - CLOSE:
                return view
    return None


def play_out(
    made: Simulator, perspective: Perspective, moves: Sequence[Candidate], seed: int
) -> dict[object, float]:
    """The win chance of each move, if experts play on."""
    judged = made.compare(
        perspective,
        moves,
        plies=TO_THE_END,
        seed=seed + OTHER_LUCK,
        least=PLAYOUTS,
        rollouts_max=PLAYOUTS * len(moves),
    )
    return {each.candidate.move: each.win_chance for each in judged}


def gains(
    made: Simulator, ways: Sequence[Way], seed: int, bag: Sequence[int], rollouts: int, budget_ms: float
) -> list[float]:
    """The win chance each way gains over the static choice, in one position; nothing where there is none."""
    view = position_of(made, ways, seed, bag)
    if view is None:
        return []
    perspective, static = perspective_of(view), ways[0].player.candidates(view)[0]
    chosen = []
    for way in ways:
        is_late = view.bag_count <= way.player.search.late_bag
        tried = made.compare(
            perspective,
            way.player.candidates(view),
            plies=way.plies,
            seed=seed,
            budget_ms=budget_ms,
            rollouts_max=rollouts,
            prior=way.player.search.late_prior if is_late else PRIOR,
        )
        chosen.append(tried[0].candidate)
    different = list({each.move: each for each in (static, *chosen)}.values())
    if len(different) == 1:
        return [0.0] * len(ways)
    chance = play_out(made, perspective, different, seed)
    return [chance[each.move] - chance[static.move] for each in chosen]


def mean_and_error(values: Sequence[float]) -> str:
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
    return f"{mean:+.2%}, standard error {error:.2%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--ways", type=Way.named, nargs="+", default=[Way.named("2:10/12"), Way.named("4:10/12")]
    )
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--seed", type=int, default=92_000)
    parser.add_argument("--bag", type=int, nargs=2, default=[4, 45])
    parser.add_argument("--rollouts", type=int, default=1 << 60)
    parser.add_argument("--budget-ms", type=float, default=1e9)
    parser.add_argument("--file", type=Path, default=Path("build/choices.jsonl"))
    args = parser.parse_args()
    if args.rollouts == 1 << 60 and args.budget_ms == 1e9:
        args.rollouts = 5000
    print(machine())
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.touch()
    setting = [args.bag, [way.name for way in args.ways], args.rollouts, args.budget_ms]
    lines = [json.loads(line) for line in args.file.read_text(encoding="utf-8").splitlines()]
    done = {line["seed"]: line["gains"] for line in lines if line["setting"] == setting}
    made = simulator(threads=1)
    with args.file.open("a", encoding="utf-8") as file:
        for seed in range(args.seed, args.seed + args.games):
            if seed not in done:
                done[seed] = gains(made, args.ways, seed, args.bag, args.rollouts, args.budget_ms)
                file.write(json.dumps({"setting": setting, "seed": seed, "gains": done[seed]}) + "\n")
                file.flush()
            print(f"\r{seed - args.seed + 1} of {args.games} games", end="", flush=True)
    found = [done[seed] for seed in range(args.seed, args.seed + args.games) if done[seed]]
    print(f"\n{len(found)} positions; win chance gained over the best static play:")
    for place, way in enumerate(args.ways):
        print(f"{way.name}: {mean_and_error([row[place] for row in found])}")
        if place:
            print(f"  over {args.ways[0].name}: {mean_and_error([row[place] - row[0] for row in found])}")


if __name__ == "__main__":
    main()
