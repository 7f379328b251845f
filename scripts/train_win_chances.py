"""How likely a spread is to win, by the number of tiles not seen: fitted to games of static self-play.

    python scripts/train_win_chances.py [--games 20000] [--rules tournament] [--seed 1]

For whoever is on turn with a lead of d points and u tiles not seen (bag and the other rack), the chance to win is
taken as 1 / (1 + exp(-(d + lead[u]) / scale[u])): `lead` is what being on turn is worth. Both are fitted for
each u to the turns with about as many tiles not seen, by Newton's method on the likelihood.
"""

import argparse
import json
import math
from pathlib import Path

from quixotry.engine.leaves_file import shipped_leaves
from quixotry.engine.selfplay import SelfPlay
from quixotry.lexicon import load
from quixotry.lexicon.graph_file import load_or_build
from quixotry.rules.ruleset_file import preset

TARGET = Path(__file__).parents[1] / "src" / "quixotry" / "engine" / "trained" / "win_chances.json"
UNSEEN_MAX = 88
"""More tiles than this are not seen only in the first turns, when nobody has a lead to learn from."""
NEIGHBOURS = 2


def fit(points: list[tuple[int, float]]) -> tuple[float, float]:
    """Slope and offset of the logistic curve through (spread, result) pairs."""
    slope, offset = 0.02, 0.0
    for _ in range(25):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for spread, result in points:
            x = max(-30.0, min(30.0, slope * spread + offset))
            chance = 1 / (1 + math.exp(-x))
            error, weight = result - chance, chance * (1 - chance)
            g0 += error * spread
            g1 += error
            h00 += weight * spread * spread
            h01 += weight * spread
            h11 += weight
        det = h00 * h11 - h01 * h01
        if det < 1e-9:
            break
        slope += (g0 * h11 - g1 * h01) / det
        offset += (g1 * h00 - g0 * h01) / det
    return slope, offset


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit win chances to games of static self-play.")
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--rules", default="tournament")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    ruleset = preset(args.rules)
    graph = load_or_build(load("default"), ruleset.tiles.alphabet.letters)
    games = SelfPlay(ruleset, graph, shipped_leaves(ruleset))
    seen: list[list[tuple[int, float]]] = [[] for _ in range(UNSEEN_MAX + 1)]
    tiles = len(ruleset.tiles.counts)
    for number in range(args.games):
        _, turns, final, _, _ = games.game(args.seed * 1_000_003 + number)
        scores, laid, held = [0, 0], 0, [ruleset.rack.size] * 2
        for kind, seat, score, placed, *_ in turns:
            unseen = tiles - laid - held[seat]
            result = (final[seat] > final[1 - seat]) + (final[0] == final[1]) / 2
            if unseen <= UNSEEN_MAX:
                seen[unseen].append((scores[seat] - scores[1 - seat], result))
            if kind == "play":
                laid += len(placed)
                scores[seat] += score
                held[seat] -= len(placed)
                bag = tiles - laid - sum(held)
                held[seat] += min(bag, ruleset.rack.size - held[seat])
    scale, lead = [], []
    for unseen in range(UNSEEN_MAX + 1):
        near = range(max(0, unseen - NEIGHBOURS), min(UNSEEN_MAX, unseen + NEIGHBOURS) + 1)
        points = [point for u in near for point in seen[u]]
        slope, offset = fit(points[:20000]) if len(points) > 200 else (1.0, 0.0)
        scale.append(round(1 / max(slope, 1e-3), 2))
        lead.append(round(offset / max(slope, 1e-3), 2))
    recipe = {"rules": args.rules, "games": args.games, "seed": args.seed}
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps({"recipe": recipe, "scale": scale, "lead": lead}) + "\n", encoding="utf-8")
    for unseen in (7, 14, 21, 35, 50, 70, 86):
        print(f"{unseen:>3} tiles not seen: scale {scale[unseen]:>6}, being on turn {lead[unseen]:>6}")


if __name__ == "__main__":
    main()
