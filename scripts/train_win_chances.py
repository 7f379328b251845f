"""How likely a lead is to win, by the number of tiles not seen: fitted to games of static self-play.

    python scripts/train_win_chances.py [--games 40000] [--rules tournament] [--seed 1] [--jobs 2]

A lead is counted as rollouts count it where they stop (engine/simulation.py): points, and for each side what it
kept in its last turn is worth. For whoever is on turn with a lead of d and u tiles not seen (bag and the other
rack), the chance to win is taken as 1 / (1 + exp(-(d + lead[u]) / scale[u])): `lead` is what being on turn is
worth. Both are fitted for each u to the turns with about as many tiles not seen, by Newton's method on the
likelihood.
"""

import argparse
import json
import math
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quixotry.arena.batches import LocalProcesses
from quixotry.engine.leaves_file import shipped_leaves
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.lexicon import load
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.players.appraisal import leave_value
from quixotry.rules.alphabet import tile_of
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset

TARGET = Path(__file__).parents[1] / "src" / "quixotry" / "engine" / "trained" / "win_chances.json"
UNSEEN_MAX = 88
"""More tiles than this are not seen only in the first turns, when nobody has a lead to learn from."""
NEIGHBOURS = 2
CHUNK_GAMES = 1000

Results = Counter[tuple[int, float]]
"""How often a lead, in whole points, came to a result."""


def fit(results: Results) -> tuple[float, float]:
    """Slope and offset of the logistic curve through leads and results."""
    slope, offset = 0.02, 0.0
    for _ in range(25):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for (lead, result), times in results.items():
            x = max(-30.0, min(30.0, slope * lead + offset))
            chance = 1 / (1 + math.exp(-x))
            error, weight = times * (result - chance), times * chance * (1 - chance)
            g0 += error * lead
            g1 += error
            h00 += weight * lead * lead
            h01 += weight * lead
            h11 += weight
        det = h00 * h11 - h01 * h01
        if det < 1e-9:
            break
        slope += (g0 * h11 - g1 * h01) / det
        offset += (g1 * h00 - g0 * h01) / det
    return slope, offset


def leave_of(ruleset: Ruleset, rack: tuple[int, ...], gone: tuple[int, ...], *, bag_empty: bool) -> float:
    """What a turn kept, as the engine values it: with an empty bag, by what settling up is likely to cost."""
    kept = tuple(ruleset.tiles.tiles(rack).minus(gone))
    if not bag_empty:
        return leave_value(ruleset, kept)
    return -2 * ruleset.tiles.value(kept) - 8 if kept else 0


@dataclass(frozen=True)
class Chunk:
    """Some games, by their seeds."""

    rules: str
    seed: int
    games: int


@cache
def _player(rules: str) -> SelfPlay:
    ruleset = preset(rules)
    graph = load_or_build(load("default"), ruleset.tiles.alphabet.letters)
    return SelfPlay(ruleset, graph, shipped_leaves(ruleset))


def leads(chunk: Chunk) -> list[Results]:
    """By tiles not seen: how often a lead came to a result in the games of a chunk."""
    ruleset, player = preset(chunk.rules), _player(chunk.rules)
    seen: list[Results] = [Counter() for _ in range(UNSEEN_MAX + 1)]
    tiles = len(ruleset.tiles.counts)
    for seed in range(chunk.seed, chunk.seed + chunk.games):
        _, turns, final, _, _ = player.game(seed)
        scores, leaves, laid, held = [0, 0], [0.0, 0.0], 0, [ruleset.rack.size] * 2
        for kind, seat, score, what, rack in turns:
            unseen, other = tiles - laid - held[seat], 1 - seat
            result = (final[seat] > final[other]) + (final[0] == final[1]) / 2
            if unseen <= UNSEEN_MAX:
                seen[unseen][round(scores[seat] + leaves[seat] - scores[other] - leaves[other]), result] += 1
            gone = tuple(tile_of(cell) for _, cell in what) if kind == "play" else what  # type: ignore[misc]
            leaves[seat] = leave_of(ruleset, rack, gone, bag_empty=unseen == held[other])  # type: ignore[arg-type]
            if kind == "play":
                laid += len(what)
                scores[seat] += score
                held[seat] -= len(what)
                bag = tiles - laid - sum(held)
                held[seat] += min(bag, ruleset.rack.size - held[seat])
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit win chances to games of static self-play.")
    parser.add_argument("--games", type=int, default=40000)
    parser.add_argument("--rules", default="tournament")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--target", type=Path, default=TARGET)
    args = parser.parse_args()
    first = args.seed * 1_000_003
    chunks = [
        Chunk(args.rules, first + at, min(CHUNK_GAMES, args.games - at))
        for at in range(0, args.games, CHUNK_GAMES)
    ]
    seen: list[Results] = [Counter() for _ in range(UNSEEN_MAX + 1)]
    for _, counted in LocalProcesses(args.jobs).run(leads, chunks):
        for place, results in enumerate(counted):
            seen[place].update(results)
    scale, lead = [], []
    for unseen in range(UNSEEN_MAX + 1):
        results = Counter()
        for near in range(max(0, unseen - NEIGHBOURS), min(UNSEEN_MAX, unseen + NEIGHBOURS) + 1):
            results.update(seen[near])
        slope, offset = fit(results) if results.total() > 200 else (1.0, 0.0)
        scale.append(round(1 / max(slope, 1e-3), 2))
        lead.append(round(offset / max(slope, 1e-3), 2))
    recipe = {"rules": args.rules, "games": args.games, "seed": args.seed}
    args.target.parent.mkdir(exist_ok=True)
    args.target.write_text(
        json.dumps({"recipe": recipe, "scale": scale, "lead": lead}) + "\n", encoding="utf-8"
    )
    for unseen in (3, 7, 9, 14, 21, 35, 50, 70, 86):
        print(f"{unseen:>3} tiles not seen: scale {scale[unseen]:>6}, being on turn {lead[unseen]:>6}")


if __name__ == "__main__":
    main()
