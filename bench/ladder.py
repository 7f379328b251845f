"""How strong the levels are: neighbours play each other in game pairs, with the same tiles and swapped starts.

    python bench/ladder.py --pairs 100                             beginner to expert
    python bench/ladder.py --levels expert champion --pairs 50 --budget-ms 1000

Every pair is written down as it ends; started again with the same folder, the run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import platform
from pathlib import Path

from quixotry.arena.batches import LocalProcesses
from quixotry.arena.match import Match
from quixotry.arena.plan import Plan, TimeControl
from quixotry.arena.ratings import Meeting, rate
from quixotry.lexicon import catalogue
from quixotry.rules.ruleset_file import preset

ANCHOR = "expert"
"""Its rating is set; where it does not play, that of the strongest who does."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--levels", nargs="+", default=["beginner", "casual", "club", "expert"])
    parser.add_argument("--pairs", type=int, default=100, help="game pairs of each two neighbours")
    parser.add_argument("--budget-ms", type=int, default=1000)
    parser.add_argument("--rules", default="tournament")
    parser.add_argument("--lexicon", default="default")
    parser.add_argument("--seed", type=int, default=0, help="the first pair's; the next follow")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/ladder"))
    args = parser.parse_args()
    plan = Plan.of(
        preset(args.rules),
        catalogue.load(args.lexicon),
        seed=args.seed,
        time=TimeControl(move_ms=args.budget_ms),
    )
    matches = []
    for second, first in zip(args.levels, args.levels[1:], strict=False):
        folder = args.folder / f"{first}-{second}-{args.rules}-{args.budget_ms}-{args.seed}"
        match = Match(first, second, plan, folder, pairs=args.pairs)
        match.play(LocalProcesses(args.jobs))
        matches.append(match)
    show(matches, platform.node())


def show(matches: list[Match], machine: str) -> None:
    pairings = [match.pairing for match in matches]
    print(f"{sum(each.pairs for each in pairings)} game pairs, {machine}\n")
    print("| level | rating | 95 % interval | games |\n| --- | --- | --- | --- |")
    meetings = [Meeting(each.first, each.second, tuple(each.halves)) for each in pairings]
    names = {name for each in pairings for name in (each.first, each.second)}
    anchor = ANCHOR if ANCHOR in names else pairings[-1].first
    for rating in reversed(rate(meetings, anchor=anchor)):
        print(
            f"| `{rating.name}` | {rating.rating:.0f} | {rating.low:.0f} to {rating.high:.0f} | {rating.games} |"
        )
    print(
        "\n| pairing | games | won by the first | 95 % interval | points |\n| --- | --- | --- | --- | --- |"
    )
    for each in pairings:
        low, high = each.share_interval
        points = [player.points / each.games for player in each.players]
        print(
            f"| `{each.first}` against `{each.second}` | {each.games} | {each.share:.1%} | {low:.1%} to {high:.1%} "
            f"| {points[0]:.0f} to {points[1]:.0f} |"
        )


if __name__ == "__main__":
    main()
