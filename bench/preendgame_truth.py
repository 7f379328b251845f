"""Positions with one to four tiles in the bag, what is best in them, and how much of that a short search finds.

    python -m bench.preendgame_truth --write build/preendgames.jsonl --positions 200 --nodes 1000000
    python -m bench.preendgame_truth --read build/preendgames.jsonl --budget-ms 1000

Positions are those of seeded games between experts that are close (at most 40 points), the first of each game with the
number of tiles in the bag whose turn it is. `--write` compares every legal move under every draw with a budget counted
in nodes, so that anybody gets the same file; started again with the same file, it goes on where it stopped. A line has
the position, the best move, its win chance and spread, and whether it is proven that no legal move wins more often; if
not, the best known. `--read` searches each position with a budget in time, or in nodes, and says how often the move
found wins as often as the best known one, and how much win chance is lost when it does not; with `--rollouts` the same
for rollouts.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quixotry.analysis.advice import view_of_cgp
from quixotry.arena.game import can_play_by, play_turns
from quixotry.engine.preendgame import PreEndgameMove
from quixotry.engine.simulator import SimulatedMove
from quixotry.lexicon import catalogue
from quixotry.notation.cgp import Cgp, format_cgp, parse_cgp
from quixotry.notation.moves import format_move
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named, player_for
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View

RULES = preset("tournament")
WORDS = catalogue.load("default")
CLOSE_POINTS = 40
EPSILON = 1e-6


def positions(first_seed: int, bag: int) -> Iterator[tuple[int, str]]:
    """Seeds of close games, and the position with so many tiles in the bag; a bag each, in turn."""
    experts = [player_for("expert", WORDS)] * 2
    can_play = can_play_by(RULES, WORDS)
    seed = first_seed
    while True:
        for game in play_turns(RULES, WORDS, experts, seed=seed, budget_ms=0, can_play=can_play):
            position = game.position
            if position.is_over or position.pending is not None or len(position.bag) != bag:
                continue
            turn, scores = position.turn, position.scores
            assert turn is not None
            if abs(scores[0] - scores[1]) <= CLOSE_POINTS:
                racks = (position.racks[turn], RULES.tiles.none)
                cgp = Cgp(position.board, racks, (scores[turn], scores[1 - turn]), zeros=0)
                yield seed, format_cgp(cgp, RULES.tiles.alphabet)
                bag = bag % 4 + 1
                break
        seed += 1


def view_of(text: str) -> View:
    return view_of_cgp(parse_cgp(text, RULES.layout, RULES.tiles.alphabet), RULES)


def write(path: Path, amount: int, nodes: int) -> None:
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    seed, bag = (rows[-1]["seed"] + 1, rows[-1]["bag"] % 4 + 1) if rows else (1, 1)
    champion = Champion(level_named("champion"), WORDS, nodes_max=nodes)
    for found, text in positions(seed, bag):
        if len(rows) >= amount:
            return
        view = view_of(text)
        began = time.process_time()
        moves = champion.search_draws(view, champion.legal_moves(view), 1e9)
        best = moves[0]
        row = {
            "seed": found,
            "bag": view.bag_count,
            "cgp": text,
            "best": format_move(view.board, best.candidate.move, RULES.tiles.alphabet),
            "win_chance": round(best.win_chance, 6),
            "spread": None if best.spread is None else round(best.spread, 3),
            "proven": best.is_best,
            "draws": best.draws,
            "decided": best.decided,
            "compared": len(moves),
            "at_most": round(max(each.win_chance_max for each in moves), 6),
        }
        rows.append(row)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        seconds = time.process_time() - began
        print(
            f"{len(rows)}/{amount} bag {row['bag']} {row['best']} {row['win_chance']} {seconds:.1f} s",
            flush=True,
        )


def read(
    path: Path, budget_ms: float, nodes: int, bags: set[int], *, by_rollouts: bool = False
) -> Iterator[dict[str, Any]]:
    """Search the positions of a file again: for each, win chance lost against the best known move."""
    truth = Champion(level_named("champion"), WORDS, nodes_max=nodes * 50 if nodes < 1 << 50 else 6_000_000)
    champion = Champion(level_named("champion"), WORDS, nodes_max=nodes)
    champion.prepare(RULES)
    for line in path.read_text().splitlines():
        row = json.loads(line)
        if row["bag"] not in bags:
            continue
        view = view_of(row["cgp"])
        best: PreEndgameMove | SimulatedMove
        if by_rollouts:
            best = champion.simulate(view, champion.candidates(view), budget_ms)[0]
        else:
            best = champion.search_draws(view, champion.legal_moves(view), budget_ms)[0]
        is_best = isinstance(best, PreEndgameMove) and best.is_best
        text = format_move(view.board, best.candidate.move, RULES.tiles.alphabet)
        win = row["win_chance"] if text == row["best"] else best.win_chance
        if text != row["best"] and not (isinstance(best, PreEndgameMove) and best.is_proven):
            win = truth.search_draws(view, [best.candidate], 1e9)[0].win_chance
        yield {"bag": row["bag"], "lost": max(0.0, row["win_chance"] - win), "proven": is_best}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1 << 60)
    parser.add_argument("--budget-ms", type=float, default=1e9)
    parser.add_argument("--rollouts", action="store_true", help="read by rollouts")
    parser.add_argument("--bag", type=int, nargs="*", default=[1, 2, 3, 4])
    args = parser.parse_args()
    if args.write:
        write(args.write, args.positions, args.nodes)
    if args.read:
        found = list(read(args.read, args.budget_ms, args.nodes, set(args.bag), by_rollouts=args.rollouts))
        print("| bag | positions | best or equal | proven | win chance lost |")
        print("| --- | --- | --- | --- | --- |")
        for bag in sorted({row["bag"] for row in found}):
            some = [row for row in found if row["bag"] == bag]
            right = sum(row["lost"] < EPSILON for row in some) / len(some)
            proven = sum(row["proven"] for row in some) / len(some)
            lost = sum(row["lost"] for row in some) / len(some)
            print(f"| {bag} | {len(some)} | {right:.0%} | {proven:.0%} | {lost:.2%} |")


if __name__ == "__main__":
    main()
