"""What vowels beside premium squares cost in the first play of a game, by rollouts.

    python -m bench.first_plays [--racks 120] [--rollouts 600] [--seed 300000]

Of every rack the plays within six points of the best are tried out, two plies deep and on the same luck. The spread
they come to, less their equity, is explained by the number of vowels beside squares that multiply a letter. Then: how
much win chance is gained by choosing with that cost (`StaticValues.first_vowel`) instead of without it.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from statistics import fmean, stdev

from bench.positions import RULES, WORDS, views
from bench.search import simulator
from bench.words import machine
from quixotry.engine.moves import Candidate
from quixotry.engine.static_values import FITTED, premium_beside, vowels_of
from quixotry.players.champion import Champion, perspective_of
from quixotry.players.levels import level_named
from quixotry.rules.alphabet import letter_of
from quixotry.rules.move import Move, Play

BEHIND_POINTS = 6.0
PLAYS = 24
VOWELS = vowels_of(RULES.tiles)


def place(move: Move) -> tuple[bool, int]:
    """Whether a play runs down, and its first square."""
    assert isinstance(move, Play)
    squares = sorted(each.square for each in move.placements)
    return squares[-1] - squares[0] >= RULES.layout.width, squares[0]


def exposed(move: Move) -> int:
    """How many vowels a play lays beside premium squares."""
    assert isinstance(move, Play)
    down, _ = place(move)
    return sum(
        letter_of(each.cell) in VOWELS and premium_beside(RULES.layout, each.square, down=down)
        for each in move.placements
    )


def bare_equity(play: Candidate, vowels: int) -> float:
    """Without what its vowels cost."""
    return play.equity + vowels * FITTED.first_vowel / 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--racks", type=int, default=120)
    parser.add_argument("--rollouts", type=int, default=600)
    parser.add_argument("--seed", type=int, default=300_000)
    args = parser.parse_args()
    print(machine())
    champion, made = Champion(level_named("champion"), WORDS), simulator(threads=1)
    rows: list[tuple[float, float]] = []
    gains: list[float] = []
    for seed in range(args.seed, args.seed + args.racks):
        view = next(views(RULES, seed))
        plays = [each for each in champion.legal_moves(view) if isinstance(each.move, Play)]
        plays = [each for each in plays if each.equity > plays[0].equity - BEHIND_POINTS][:PLAYS]
        if len(plays) < 2:
            continue
        found = made.compare(
            perspective_of(view),
            plays,
            plies=2,
            seed=seed,
            least=args.rollouts,
            rollouts_max=args.rollouts * len(plays),
        )
        spread = {each.candidate.move: each.spread for each in found}
        chance = {each.candidate.move: each.win_chance for each in found}
        vowels = [exposed(each.move) for each in plays]
        bare = [bare_equity(each, count) for each, count in zip(plays, vowels, strict=True)]
        off = [spread[each.move] - equity for each, equity in zip(plays, bare, strict=True)]
        rows += [(count - fmean(vowels), miss - fmean(off)) for count, miss in zip(vowels, off, strict=True)]
        # Of plays worth the same the first place is taken, as the engine does.
        first = min(
            zip(bare, plays, strict=True), key=lambda each: (-each[0], -each[1].score, place(each[1].move))
        )[1]
        gains.append(chance[plays[0].move] - chance[first.move])
        if sys.stderr.isatty():
            print(f"\r{seed - args.seed + 1} of {args.racks} racks", end="", file=sys.stderr)
    squares = sum(x * x for x, _ in rows)
    slope = sum(x * y for x, y in rows) / squares
    error = sqrt(fmean((y - slope * x) ** 2 for x, y in rows) / squares)
    print(f"\n{len(rows)} plays of {len(gains)} racks: a vowel there costs {-slope:.2f} points ± {error:.2f}")
    print(
        f"win chance gained by counting it: {fmean(gains):+.2%}, standard error {stdev(gains) / sqrt(len(gains)):.2%}"
    )


if __name__ == "__main__":
    main()
