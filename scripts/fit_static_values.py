"""The figures of `engine/static_values.py`, fitted to games of static self-play.

    python -m scripts.fit_static_values [--games 100000] [--rules tournament] [--seed 1]

Every play of every game is held against what came of it: the final spread less the spread right after the play. Three
regressions explain that: by leave and points on the tiles kept, apart for each number of tiles left in the bag; with an
empty bag, by what both sides hold; and before, by how the tiles not seen differ from the usual. What a play leaves in
the bag counts against the plays that leave more than any row here. Printed with standard errors; copied by hand.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Sequence

from quixotry.engine.leaves_file import leaves_for
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.engine.static_values import vowels_of
from quixotry.lexicon import load
from quixotry.lexicon.gaddag_file import graph_for
from quixotry.rules.alphabet import tile_of
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset

LATE = 5
"""With more tiles in the bag plays count as those of the middle of a game."""
MIDDLE = range(LATE + 1, 18)
"""What a late play is compared with."""


class Regression:
    """Ordinary least squares, one row at a time."""

    def __init__(self, *names: str) -> None:
        self.names, size = names, len(names)
        self.products = [[0.0] * size for _ in names]
        self.targets = [0.0] * size
        self.rows, self.squares = 0, 0.0

    def add(self, values: Sequence[float], target: float) -> None:
        for place, value in enumerate(values):
            if value:
                self.targets[place] += value * target
                row = self.products[place]
                for other, more in enumerate(values):
                    row[other] += value * more
        self.rows += 1
        self.squares += target * target

    def solve(self) -> list[tuple[float, float]]:
        """Each coefficient with its standard error."""
        size = len(self.names)
        table = [
            [*row, target, *(float(place == other) for other in range(size))]
            for place, (row, target) in enumerate(zip(self.products, self.targets, strict=True))
        ]
        for place in range(size):
            pivot = table[place][place] or 1e-9
            table[place] = [value / pivot for value in table[place]]
            for other in range(size):
                if other != place:
                    factor = table[other][place]
                    table[other] = [
                        mine - factor * its for mine, its in zip(table[other], table[place], strict=True)
                    ]
        found = [row[size] for row in table]
        left = self.squares - sum(a * b for a, b in zip(found, self.targets, strict=True))
        variance = max(0.0, left) / max(1, self.rows - size)
        return [
            (value, math.sqrt(abs(variance * row[size + 1 + place])))
            for place, (value, row) in enumerate(zip(found, table, strict=True))
        ]

    def __str__(self) -> str:
        solved = zip(self.names, self.solve(), strict=True)
        return f"{self.rows} plays: " + ", ".join(
            f"{name} {value:.2f} ± {error:.2f}" for name, (value, error) in solved
        )


class Fit:
    """The three regressions of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        lexicon = load("default")
        leaves = leaves_for(ruleset, lexicon)
        assert leaves is not None
        self.tiles, self.rack, self.leaves = ruleset.tiles, ruleset.rack.size, leaves
        self.games = SelfPlay(ruleset, graph_for(ruleset, lexicon), leaves)
        self.vowels = vowels_of(ruleset.tiles)
        self.late: dict[int, Regression] = defaultdict(lambda: Regression("all", "leave", "points"))
        self.middle = Regression("all", "leave", "points")
        self.end = Regression("all", "own points", "other's points", "other's tiles")
        self.pool = Regression(
            *(
                "all",
                "leave",
                "vowels",
                "mixed",
                "mixed a tile",
                "again",
                "again a tile",
                "worth",
                "drawn",
                "draw",
            )
        )

    def add_game(self, seed: int) -> None:
        _, turns, final, _, _ = self.games.game(seed)
        scores, counts = [0, 0], list(self.tiles.counts.counts)
        bag = sum(counts) - 2 * self.rack
        for number, (kind, seat, score, what, rack) in enumerate(turns):
            scores[seat] += score
            if kind != "play":
                continue
            laid = tuple(tile_of(cell) for _, cell in what)  # type: ignore[misc]
            kept = tuple(self.tiles.tiles(rack).minus(laid))
            rest = (final[seat] - final[1 - seat]) - (scores[seat] - scores[1 - seat])
            unseen = [count - rack.count(tile) for tile, count in enumerate(counts)]
            for tile in laid:
                counts[tile] -= 1
            if bag:
                self.add_play(bag - len(laid), kept, unseen, rest)
            elif kept and number + 1 < len(turns):
                other = turns[number + 1][4]
                self.end.add((1, self.tiles.value(kept), self.tiles.value(other), len(other)), rest)
            bag = max(0, bag - len(laid))

    def add_play(self, left: int, kept: tuple[int, ...], unseen: list[int], rest: int) -> None:
        leave = self.leaves.value(kept) / 1000
        if left <= LATE:
            self.late[left].add((1, leave, self.tiles.value(kept)), rest)
            return
        if left in MIDDLE:
            self.middle.add((1, leave, self.tiles.value(kept)), rest)
        size, usual = sum(unseen), self.tiles.counts.counts
        more = [here / size - there / sum(usual) for here, there in zip(unseen, usual, strict=True)]
        vowels = sum(more[tile] for tile in self.vowels)
        side = sum(1 if tile in self.vowels else -1 for tile in kept if tile)
        again = sum(more[tile] for tile in kept)
        worth = sum(
            share * self.leaves.value((tile,)) / 1000 for tile, share in enumerate(more) if usual[tile]
        )
        drawn = self.rack - len(kept)
        mixed = vowels * side
        self.pool.add(
            (1, leave, vowels, mixed, mixed * drawn, again, again * drawn, worth, worth * drawn, drawn), rest
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=100000)
    parser.add_argument("--rules", default="tournament")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    fit = Fit(preset(args.rules))
    for number in range(args.games):
        fit.add_game(args.seed * 1_000_003 + number)
        if sys.stderr.isatty() and number % 100 == 99:
            print(f"\r{number + 1} of {args.games} games", end="", file=sys.stderr)
    print("\nthe middle of a game:", fit.middle)
    for left in sorted(fit.late):
        print(f"{left} left in the bag:", fit.late[left])
    print("staying in:", fit.end)
    print("the pool:", fit.pool)


if __name__ == "__main__":
    main()
