"""One world again: `python -m tests.simulation --seed 7` prints its story; with `--until 500` every seed up to there is
tried, and the first that breaks a promise is told."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext

from tests.simulation.planted import PLANTED
from tests.simulation.world import live


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--until",
        type=int,
        help="try all seeds from --seed up to this one, and tell only the first that fails",
    )
    parser.add_argument("--plant", choices=sorted(PLANTED), help="with this bug planted in the product")
    chosen = parser.parse_args()
    planted = PLANTED[chosen.plant] if chosen.plant else None
    for seed in range(chosen.seed, chosen.until or chosen.seed + 1):
        with planted.plant() if planted else nullcontext():
            story = live(seed, planted.plan if planted else None)
        if story.broken is not None or chosen.until is None:
            sys.stdout.write(f"Seed {seed}:\n" + "".join(f"{line}\n" for line in story.lines))
            return 0 if story.broken is None else 1
    sys.stdout.write(f"Seeds {chosen.seed} to {chosen.until - 1}: every promise was kept.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
