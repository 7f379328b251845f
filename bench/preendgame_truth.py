"""Positions with one to four tiles in the bag, what is best in them, and how much of that a short search finds.

    python -m bench.preendgame_truth --write tests/golden/preendgames.jsonl --positions 200 --nodes 2000000
    python -m bench.preendgame_truth --read tests/golden/preendgames.jsonl --budget-ms 1000

Positions are those of seeded games between experts that are close (at most 40 points), the first of each game with the
number of tiles in the bag whose turn it is. `--write` compares every legal move under every draw with a budget counted
in nodes, so that anybody with the same search gets the same file; started again, it goes on where it stopped. A line
has the position, the best move, its win chance and spread, whether it is proven that no legal move wins more often (if
not, it is the best known), and the win chances of the moves that were decided under every draw.

`--read` searches each position again with a budget in time or in nodes: as a computer chooses, with `--all-moves` among
all legal moves, with `--rollouts` by rollouts alone. It says how often the move found wins as often as the best known
one, and how much win chance is lost when it does not. A move whose win chance is not in the file is compared with the
best known one, under the same draws and with many times the nodes.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from quixotry.analysis.advice import view_of_cgp
from quixotry.arena.game import can_play_by, play_turns
from quixotry.engine.preendgame_result import PreEndgameMove
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
JUDGE_NODES = 200_000


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
    rows = rows_of(path) if path.exists() else []
    seed, bag = (rows[-1]["seed"] + 1, rows[-1]["bag"] % 4 + 1) if rows else (1, 1)
    champion = Champion(level_named("champion"), WORDS, nodes_max=nodes)
    for found, text in positions(seed, bag):
        if len(rows) >= amount:
            return
        began = time.process_time()
        row = {"seed": found, **truth_of(champion, text)}
        rows.append(row)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        seconds = time.process_time() - began
        print(
            f"{len(rows)}/{amount} bag {row['bag']} {row['best']} {row['win_chance']} {seconds:.1f} s",
            flush=True,
        )


def truth_of(champion: Champion, text: str) -> dict[str, Any]:
    """The best move of a position as far as this player's nodes go, and the evidence."""
    view = view_of(text)
    moves = champion.search_draws(view, champion.legal_moves(view), 1e9)
    best = moves[0]
    return {
        "bag": view.bag_count,
        "cgp": text,
        "best": name_of(view, best),
        "win_chance": round(best.win_chance, 6),
        "spread": None if best.spread is None else round(best.spread, 3),
        "proven": best.is_best,
        "draws": best.draws,
        "decided": best.decided,
        "compared": len(moves),
        "at_most": round(max(each.win_chance_max for each in moves), 6),
        "moves": {name_of(view, each): round(each.win_chance, 6) for each in moves if each.is_proven},
    }


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def name_of(view: View, move: PreEndgameMove | SimulatedMove) -> str:
    return format_move(view.board, move.candidate.move, RULES.tiles.alphabet)


def lost_by(judge: Champion, row: dict[str, Any], found: PreEndgameMove | SimulatedMove) -> float:
    """How much less often a move wins than the best one known."""
    view = view_of(row["cgp"])
    name = name_of(view, found)
    if name in row["moves"] and (row["proven"] or row["best"] in row["moves"]):
        return max(0.0, float(row["win_chance"]) - float(row["moves"][name]))
    if name == row["best"]:
        return 0.0
    if (
        isinstance(found, PreEndgameMove)
        and found.is_proven
        and (row["proven"] or row["best"] in row["moves"])
    ):
        return max(0.0, float(row["win_chance"]) - found.win_chance)
    both = [
        each
        for each in judge.legal_moves(view)
        if format_move(view.board, each.move, RULES.tiles.alphabet) in (name, row["best"])
    ]
    chances = {name_of(view, each): each.win_chance for each in judge.search_draws(view, both, 1e9)}
    return max(0.0, chances[row["best"]] - chances[name])


def read(
    rows: Iterable[dict[str, Any]],
    champion: Champion,
    budget_ms: float,
    *,
    how: str = "choice",
    as_if_ms: float | None = None,
) -> Iterator[dict[str, Any]]:
    """Search positions of a file again: for each, win chance lost against the best known move.

    `as_if_ms` has it choose its way as with so much time, where a budget in nodes is all there is."""
    judge = Champion(level_named("champion"), WORDS, nodes_max=JUDGE_NODES)
    champion.prepare(RULES)
    for row in rows:
        view = view_of(row["cgp"])
        found: PreEndgameMove | SimulatedMove
        if how == "rollouts":
            found = champion.simulate(view, champion.candidates(view), budget_ms)[0]
        else:
            candidates = (
                champion.legal_moves(view)
                if how == "all moves"
                else champion.draw_candidates(view, as_if_ms or budget_ms)
            )
            found = champion.search_draws(view, candidates, budget_ms)[0]
        is_best = isinstance(found, PreEndgameMove) and found.is_best
        yield {"bag": row["bag"], "lost": lost_by(judge, row, found), "proven": is_best}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1 << 60)
    parser.add_argument("--budget-ms", type=float, default=1e9)
    parser.add_argument("--as-if-ms", type=float, help="choose among as many moves as with so much time")
    parser.add_argument("--all-moves", dest="how", action="store_const", const="all moves", default="choice")
    parser.add_argument("--rollouts", dest="how", action="store_const", const="rollouts")
    parser.add_argument("--bag", type=int, nargs="*", default=[1, 2, 3, 4])
    args = parser.parse_args()
    if args.write:
        write(args.write, args.positions, args.nodes)
    if args.read:
        champion = Champion(level_named("champion"), WORDS, nodes_max=args.nodes)
        some = [row for row in rows_of(args.read) if row["bag"] in args.bag]
        found = list(read(some, champion, args.budget_ms, how=args.how, as_if_ms=args.as_if_ms))
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
