"""Whether going through every draw chooses better than rollouts, with one to four tiles in the bag.

    python -m bench.preendgame --bag 1 2 --positions 60 --file build/preendgame.jsonl

Positions are the first turns with so many tiles in the bag, of seeded games between experts that are close (`--lead`:
by how many points one side may be ahead). Three ways choose: rollouts; the search that goes through the draws, by its
own figures; and a computer's choice (`players/preendgame_choice.py`), which allows for nobody seeing the other rack.
Budgets are counted in endgame nodes and in rollouts, so that the load of the machine plays no part; the defaults take
about a second of processor time each. Where all agree there is no difference. Where not, games are played on after the
moves, from the same deals of the hidden tiles (`--deals`), by players who see their own rack alone
(bench/playing_on.py). What is shown is how much more often, and by how many points more, a way wins than rollouts, and
the choice than the search. Every position is written to the file as it is done; started again with the same file, the
run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

from bench.playing_on import UNHURRIED_MS, Judge, share_won
from quixotry.arena.game import can_play_by, play_turns
from quixotry.lexicon import catalogue
from quixotry.lexicon.compiled import COMPILED
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named, player_for
from quixotry.players.preendgame_choice import preferred
from quixotry.rules.game import Game
from quixotry.rules.ports import CanPlay
from quixotry.rules.ruleset_file import preset

WORDS = catalogue.load("default")


def first_late_turn(rules: str, seed: int, bags: range, leads: range, can_play: CanPlay) -> Game | None:
    """The first turn of a game between experts with so many tiles in the bag, and so many points between them."""
    experts = [player_for("expert", WORDS)] * 2
    for game in play_turns(preset(rules), WORDS, experts, seed=seed, budget_ms=0, can_play=can_play):
        position = game.position
        lead = abs(position.scores[0] - position.scores[1])
        if not position.is_over and position.pending is None and len(position.bag) in bags and lead in leads:
            return game
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=20000, help="for the search")
    parser.add_argument("--rollouts", type=int, default=3000, help="for rollouts alone")
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--bag", type=int, nargs=2, default=(1, 4), metavar=("LEAST", "MOST"))
    parser.add_argument("--lead", type=int, nargs=2, default=(0, 60), metavar=("LEAST", "MOST"))
    parser.add_argument("--rules", default="match")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--file", type=Path, default=Path("build/preendgame.jsonl"))
    args = parser.parse_args()
    assert COMPILED, "without the compiled engine there is nothing to measure"
    args.file.parent.mkdir(exist_ok=True)
    rows = [json.loads(line) for line in args.file.read_text().splitlines()] if args.file.exists() else []
    key = [args.nodes, args.rollouts, args.deals, args.rules, *args.bag, *args.lead, args.seed]
    rows = [row for row in rows if row["key"] == key]
    can_play = can_play_by(preset(args.rules), WORDS)
    bags, leads = (range(least, most + 1) for least, most in (args.bag, args.lead))
    level = level_named("champion")
    new = Champion(level, WORDS, nodes_max=args.nodes)
    old = Champion(level, WORDS, rollouts_max=args.rollouts)
    for player in (new, old):
        player.prepare(preset(args.rules))
    judge = Judge(preset(args.rules), WORDS)
    seed = max((row["seed"] for row in rows), default=args.seed - 1)
    while len(rows) < args.positions:
        seed += 1
        game = first_late_turn(args.rules, seed, bags, leads, can_play)
        if game is None:
            continue
        view = game.view(game.position.turn)
        found = new.search_draws(view, new.legal_moves(view), UNHURRIED_MS, chooses=True)
        chosen = {
            "rollouts": old.simulate(view, old.candidates(view), UNHURRIED_MS)[0].candidate.move,
            "search": found[0].candidate.move,
            "choice": preferred(found, new.search).candidate.move,
        }
        row = {"key": key, "seed": seed, "bag": view.bag_count}
        if len(set(chosen.values())) > 1:
            spreads = {
                move: [judge.played_out(game, move, seed * 1000 + deal) for deal in range(args.deals)]
                for move in set(chosen.values())
            }
            row["spreads"] = {way: spreads[move] for way, move in chosen.items()}
            row["moves"] = {way: str(move) for way, move in chosen.items()}
        rows.append(row)
        with args.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(f"\r{len(rows)} of {args.positions} positions", end="", flush=True)
    print("\n" + report(rows))


def report(rows: Sequence[dict[str, Any]]) -> str:
    lines = [
        "| bag | positions | way | against | moves differ | wins more | error | points more | error |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for bag in (*sorted({row["bag"] for row in rows}), "all"):
        here = [row for row in rows if bag in ("all", row["bag"])]
        some = [row.get("spreads") for row in here]
        for way, other in (("search", "rollouts"), ("choice", "rollouts"), ("choice", "search")):
            differ = sum("moves" in row and row["moves"][way] != row["moves"][other] for row in here)
            wins = [played and 100 * (share_won(played[way]) - share_won(played[other])) for played in some]
            points = [played and mean(played[way]) - mean(played[other]) for played in some]
            figures = " | ".join(
                mean_and_error([value or 0.0 for value in values]) for values in (wins, points)
            )
            lines.append(f"| {bag} | {len(some)} | {way} | {other} | {differ} | {figures} |")
    return "\n".join(lines)


def mean_and_error(values: Sequence[float]) -> str:
    return f"{mean(values):+.2f} | {pstdev(values) / sqrt(len(values)):.2f}"


if __name__ == "__main__":
    main()
