"""How strong the levels are: they play each other in game pairs, with the same tiles and swapped starts.

    python bench/ladder.py --pairs 100                             beginner to expert
    python bench/ladder.py --levels expert champion --pairs 50 --budget-ms 1000

Every pair is written to a file as it ends; started again with the same file, the run goes on where it stopped.
Results of several runs may share one file: the table at the end is made from all of it.
"""

from __future__ import annotations

import argparse
import json
import platform
from dataclasses import asdict
from pathlib import Path

from quixotry.arena.game import can_play_by, play_game
from quixotry.arena.ratings import PairResult, rate, win_share
from quixotry.lexicon import catalogue
from quixotry.players.levels import player_for
from quixotry.rules.ruleset_file import preset


def read(path: Path) -> dict[tuple[str, str, int, int, str], PairResult]:
    """What has been played: by players, seed, budget and rules."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        row = json.loads(line)
        key = (row["first"], row["second"], row.pop("seed"), row.pop("budget_ms"), row.pop("rules"))
        found[key] = PairResult(**row)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--levels", nargs="+", default=["beginner", "casual", "club", "expert"])
    parser.add_argument("--pairs", type=int, default=100, help="game pairs of each two neighbours")
    parser.add_argument("--budget-ms", type=int, default=1000)
    parser.add_argument("--rules", default="tournament")
    parser.add_argument("--lexicon", default="default")
    parser.add_argument("--seed", type=int, default=0, help="the first pair's; the next follow")
    parser.add_argument("--file", type=Path, default=Path("build/ladder.jsonl"))
    args = parser.parse_args()
    ruleset, lexicon = preset(args.rules), catalogue.load(args.lexicon)
    can_play = can_play_by(ruleset, lexicon)
    played = read(args.file)
    args.file.parent.mkdir(exist_ok=True)
    for second, first in zip(args.levels, args.levels[1:], strict=False):
        players = player_for(first, lexicon), player_for(second, lexicon)
        for seed in range(args.seed, args.seed + args.pairs):
            key = (first, second, seed, args.budget_ms, args.rules)
            if key in played:
                continue
            share, points = 0.0, [0, 0]
            for swapped in (False, True):
                seats = players[::-1] if swapped else players
                game = play_game(
                    ruleset, lexicon, seats, seed=seed, budget_ms=args.budget_ms, can_play=can_play
                )
                scores = game.position.scores[::-1] if swapped else game.position.scores
                share += (scores[0] > scores[1]) + (scores[0] == scores[1]) / 2
                points = [points[0] + scores[0], points[1] + scores[1]]
            played[key] = PairResult(first, second, share, points[0], points[1])
            row = {**asdict(played[key]), "seed": seed, "budget_ms": args.budget_ms, "rules": args.rules}
            with args.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    show(list(played.values()), platform.node())


def show(results: list[PairResult], machine: str) -> None:
    print(f"{len(results)} game pairs, {machine}\n")
    print("| level | rating | 95 % interval | games | points a game |\n| --- | --- | --- | --- | --- |")
    for each in rate(results, anchor="expert"):
        print(
            f"| `{each.name}` | {each.rating:.0f} | {each.low:.0f} to {each.high:.0f} "
            f"| {each.games} | {each.average:.0f} |"
        )
    print(
        "\n| pairing | games | won by the first | 95 % interval | points |\n| --- | --- | --- | --- | --- |"
    )
    for first, second in sorted({(result.first, result.second) for result in results}):
        some = [result for result in results if (result.first, result.second) == (first, second)]
        mean, low, high = win_share(some)
        points = [
            sum(p) / 2 / len(some)
            for p in zip(*((r.first_points, r.second_points) for r in some), strict=True)
        ]
        print(
            f"| `{first}` against `{second}` | {2 * len(some)} | {mean:.1%} | {low:.1%} to {high:.1%} "
            f"| {points[0]:.0f} to {points[1]:.0f} |"
        )


if __name__ == "__main__":
    main()
