"""What each term of a static player's equity is worth in games: variants against each other, on the same tiles.

    python -m bench.static_duel [--pairs 10000] [--rules tournament] [--seed 1]

Every pair is one shuffle of the bag played twice, with the two variants in each other's seats. The first table holds
the figures in use against those by rule of thumb; then each term is taken away by itself.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import replace

from quixotry.engine.leaves_file import leaves_for
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.engine.static_values import FITTED, UNFITTED, StaticValues
from quixotry.lexicon import load
from quixotry.lexicon.gaddag_file import graph_for
from quixotry.rules.ruleset_file import preset


def variants() -> dict[str, StaticValues]:
    """What the figures in use are held against."""
    tempo = {left: replace(late, share=1024, held=0) for left, late in FITTED.late.items()}
    return {
        "by rule of thumb": UNFITTED,
        "without late values": replace(FITTED, late={}),
        "late values the same for every leave": replace(FITTED, late=tempo),
        "without what the pool says": replace(FITTED, mixed=0, mixed_draw=0, again=0, again_draw=0, drawn=0),
        "vowels of a first play anywhere": replace(FITTED, first_vowel=0),
        "staying in by rule of thumb": replace(
            FITTED, stay=UNFITTED.stay, stay_own=UNFITTED.stay_own, stay_others=0, stay_tile=0
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10000)
    parser.add_argument("--rules", default="tournament")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    ruleset, lexicon = preset(args.rules), load("default")
    graph, leaves = graph_for(ruleset, lexicon), leaves_for(ruleset, lexicon)
    for name, other in variants().items():
        seats = (
            SelfPlay(ruleset, graph, leaves, FITTED, other),
            SelfPlay(ruleset, graph, leaves, other, FITTED),
        )
        won = won_squared = spread = spread_squared = 0.0
        for pair in range(args.pairs):
            share = ahead = 0.0
            for place, games in enumerate(seats):
                _, _, scores, _, _ = games.game(args.seed * 1_000_003 + pair)
                lead = scores[place] - scores[1 - place]
                share += ((lead > 0) + (lead >= 0)) / 4
                ahead += lead / 2
            won, won_squared = won + share, won_squared + share * share
            spread, spread_squared = spread + ahead, spread_squared + ahead * ahead
            if sys.stderr.isatty() and pair % 100 == 99:
                print(f"\r{name}: {pair + 1} of {args.pairs} pairs", end="", file=sys.stderr)
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr)
        mean, lead = won / args.pairs, spread / args.pairs
        error = math.sqrt((won_squared / args.pairs - mean * mean) / args.pairs)
        lead_error = math.sqrt((spread_squared / args.pairs - lead * lead) / args.pairs)
        print(
            f"{name:<40} {100 * mean:5.2f}% ± {196 * error:.2f}  {lead:+.2f} points a game ± {1.96 * lead_error:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
