"""Whether going through every draw chooses better than rollouts, with one to four tiles in the bag.

    python bench/preendgame.py --bag 1 2 --positions 60 --file build/preendgame.jsonl

Positions are the first turns with so many tiles in the bag, of seeded games between experts that are close. In
each both ways choose with a budget counted in endgame nodes and in rollouts, so that the load of the machine
plays no part; the defaults take about a second of processor time each. Where they agree there is no difference.
Where not, both moves are played out from the same deals of the hidden tiles (`--deals`), by the same players on
both sides: rollouts while the bag holds tiles, then the endgame search. What is shown is how much more often, and
by how many points more, the move of the new way wins. Every position is written to the file as it is done;
started again with the same file, the run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

from quixotry.arena.game import FixedOrder, can_play_by
from quixotry.lexicon import catalogue
from quixotry.lexicon.graph import COMPILED
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named, player_for
from quixotry.rules.move import Move
from quixotry.rules.position import Position, evolve, replay
from quixotry.rules.referee import decide, start
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import view_of

CLOSE_POINTS = 60
UNHURRIED_MS = 10**9
WORDS = catalogue.load("default")


def after(position: Position, move: Move, tiles: FixedOrder, can_play: Any) -> Position:
    assert position.turn is not None
    for event in decide(position, position.turn, move, now_ms=0, tiles=tiles, words=WORDS, can_play=can_play):
        position = evolve(position, event)
    return position


def positions(rules: str, seed: int, bags: range, can_play: Any) -> Iterator[Position]:
    """The first turn of a game between experts with each number of tiles in the bag."""
    ruleset = preset(rules)
    tiles, expert = FixedOrder.shuffled(ruleset.tiles, seed), player_for("expert", WORDS)
    position = replay(ruleset, 2, start(ruleset, 2, tiles=tiles, game=1))
    while position.turn is not None:
        is_close = abs(position.scores[0] - position.scores[1]) <= CLOSE_POINTS
        if position.pending is None and len(position.bag) in bags and is_close:
            yield position
            return
        position = after(position, expert.choose(view_of(position, position.turn), 0), tiles, can_play)


def dealt(position: Position, seed: int) -> tuple[Position, FixedOrder]:
    """The position with the hidden tiles dealt anew, and the order of its bag."""
    assert position.turn is not None
    other = 1 - position.turn
    hidden = [*position.bag, *position.racks[other]]
    random.Random(seed).shuffle(hidden)
    kinds, size = len(position.bag.counts), len(position.racks[other])
    racks = list(position.racks)
    racks[other] = Tiles.of(hidden[:size], kinds)
    bag = hidden[size:]
    seen = list(position.ruleset.tiles.counts.minus(bag))
    return replace(position, racks=tuple(racks), bag=Tiles.of(bag, kinds)), FixedOrder((*seen, *bag))


def played_out(position: Position, move: Move, seed: int, players: list[Champion], can_play: Any) -> int:
    """The final spread of who is on turn after this move under this deal."""
    seat = position.turn
    assert seat is not None
    position, tiles = dealt(position, seed)
    position = after(position, move, tiles, can_play)
    while position.turn is not None:
        turn = position.turn
        position = after(
            position, players[turn].choose(view_of(position, turn), UNHURRIED_MS), tiles, can_play
        )
    return position.scores[seat] - position.scores[1 - seat]


def share(spread: int) -> float:
    return (spread > 0) + (spread == 0) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=20000, help="for the new way")
    parser.add_argument("--rollouts", type=int, default=3000, help="for the old way")
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--bag", type=int, nargs=2, default=(1, 4), metavar=("LEAST", "MOST"))
    parser.add_argument("--rules", default="match")
    parser.add_argument("--file", type=Path, default=Path("build/preendgame.jsonl"))
    args = parser.parse_args()
    assert COMPILED, "figures of the interpreted engine mean nothing"
    args.file.parent.mkdir(exist_ok=True)
    rows = [json.loads(line) for line in args.file.read_text().splitlines()] if args.file.exists() else []
    key = [args.nodes, args.rollouts, args.deals, args.rules, args.bag[0], args.bag[1]]
    rows = [row for row in rows if row["key"] == key]
    can_play = can_play_by(preset(args.rules), WORDS)
    level = level_named("champion")
    new = Champion(level, WORDS, nodes_max=args.nodes)
    old = Champion(level, WORDS, rollouts_max=args.rollouts)
    players = [Champion(level, WORDS, rollouts_max=200, nodes_max=2000, pre_endgame_bag=0) for _ in range(2)]
    for player in (new, old, *players):
        player.prepare(preset(args.rules))
    seed = max((row["seed"] for row in rows), default=-1)
    while len(rows) < args.positions:
        seed += 1
        for position in positions(args.rules, seed, range(args.bag[0], args.bag[1] + 1), can_play):
            assert position.turn is not None
            view = view_of(position, position.turn)
            mine = new.search_draws(view, new.late_candidates(view), UNHURRIED_MS)[0].candidate.move
            theirs = old.simulate(view, old.candidates(view), UNHURRIED_MS)[0].candidate.move
            gains = []
            if mine != theirs:
                for deal in range(args.deals):
                    spreads = [
                        played_out(position, move, seed * 1000 + deal, players, can_play)
                        for move in (mine, theirs)
                    ]
                    gains.append((share(spreads[0]) - share(spreads[1]), spreads[0] - spreads[1]))
            row = {
                "key": key,
                "seed": seed,
                "bag": len(position.bag),
                "differs": mine != theirs,
                "win": statistics.mean(win for win, _ in gains) if gains else 0.0,
                "spread": statistics.mean(spread for _, spread in gains) if gains else 0.0,
            }
            rows.append(row)
            with args.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
    print("| bag | positions | moves differ | wins more | standard error | points more | standard error |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for bag in (*sorted({row["bag"] for row in rows}), None):
        some = [row for row in rows if bag in (None, row["bag"])]
        figures = []
        for name, scale in (("win", 100), ("spread", 1)):
            values = [scale * row[name] for row in some]
            error = statistics.pstdev(values) / sqrt(len(values))
            figures += [f"{statistics.mean(values):+.2f}", f"{error:.2f}"]
        differ = sum(row["differs"] for row in some)
        print(f"| {bag or 'all'} | {len(some)} | {differ} | " + " | ".join(figures) + " |")


if __name__ == "__main__":
    main()
