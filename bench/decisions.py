"""What the champion's decisions cost, by phase of the game: each is judged with many times the effort.

    python -m bench.decisions [--decisions 300] [--budget-ms 1000] [--effort 50] [--seed 0] [--file FILE]

One decision a game of searching players, in each phase in turn: opening, middle, late (5 to 14 tiles in the bag),
pre-endgame (1 to 4) and endgame. The judge has `--effort` times the time of the decision and begins with every legal
move. With five tiles in the bag or more it keeps the best of a first round of short rollouts and compares them again;
with fewer it goes through every draw. Where its choice is another, both are played out to the end of the game on luck
that neither has seen, so that the difference is not flattered: by rollouts, and with less than five tiles in the bag by
players who see their own rack alone (bench/playing_on.py). An endgame is solved. Every decision is written to a file as
it is judged; started again, the run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

from bench.playing_on import Judge, share_won
from bench.positions import RULES, WORDS
from bench.search import simulator
from bench.words import machine
from quixotry.arena.game import can_play_by, play_turns
from quixotry.engine.moves import Candidate
from quixotry.engine.simulator import Simulator
from quixotry.players.champion import Champion, can_solve, perspective_of
from quixotry.players.levels import level_named
from quixotry.players.preendgame_choice import preferred
from quixotry.rules.game import Game
from quixotry.rules.move import Move
from quixotry.rules.view import View

FIRST_PLIES, SECOND_PLIES, TO_THE_END = 2, 4, 60
FIRST_SHARE, SECOND_SHARE, LAST_SHARE = 0.4, 0.2, 0.4
"""Of the judge's time: every legal move, the best of them, the two that remain."""
BATCH = 60
"""Moves compared at once in the first round."""
KEPT = 15
"""Moves of the first round that are compared again."""
LEAST = 16
DEALS_LEAST = 8
OTHER_LUCK = 777_777


@dataclass(frozen=True)
class Phase:
    name: str
    least: int
    most: int
    """Tiles in the bag."""


PHASES = (
    Phase("opening", 79, 100),
    Phase("middle", 15, 78),
    Phase("late", 5, 14),
    Phase("pre-endgame", 1, 4),
    Phase("endgame", 0, 0),
)


def turn_of(phase: Phase, seed: int) -> Game | None:
    """A turn of one game in this phase; which one follows from the seed."""
    players = [Champion(level_named("champion"), WORDS, seed=seed, rollouts_max=200, nodes_max=2000)] * 2
    found = []
    for game in play_turns(
        RULES, WORDS, players, seed=seed, budget_ms=10_000, can_play=can_play_by(RULES, WORDS)
    ):
        position = game.position
        if position.turn is None or position.pending is not None:
            continue
        view = game.view(position.turn)
        if view.bag_count < phase.least:
            break
        if view.bag_count <= phase.most and (view.bag_count or can_solve(view)):
            found.append(game)
    return found[seed % len(found)] if found else None


@dataclass(frozen=True)
class Judges:
    """Everybody it takes to say what a decision costs."""

    simulator: Simulator
    searching: Champion
    playing_on: Judge

    def judge(self, game: Game, chosen: Move, effort_ms: float) -> dict[str, Any]:
        """What the move chosen gives away of win chance and points against the best known."""
        view = game.view(game.position.turn)
        legal = self.searching.legal_moves(view)
        if view.bag_count > PHASES[3].most:
            decided = next(each for each in legal if each.move == chosen)
            return simulated(self.simulator, view, legal, decided, effort_ms)
        if view.bag_count:
            best_ms = (1 - LAST_SHARE) * effort_ms
            found = self.searching.search_draws(view, legal, best_ms, chooses=True)
            best = preferred(found, self.searching.search).candidate.move
            return self.played_on(game, best, chosen, LAST_SHARE * effort_ms)
        best = self.searching.solve(view, effort_ms / 2).move
        legal = [each for each in legal if each.move in (best, chosen)]
        one, *others = self.searching.search_draws(view, legal, effort_ms / 2)
        mine = next(each for each in (one, *others) if each.candidate.move == chosen)
        points = None if one.spread is None or mine.spread is None else one.spread - mine.spread
        lost = one.win_chance - mine.win_chance
        return {"same": best == chosen or (points == 0 and lost == 0), "lost": lost, "points": points}

    def played_on(self, game: Game, best: Move, chosen: Move, effort_ms: float) -> dict[str, Any]:
        """Two moves compared on the same deals, as many as there is time for."""
        if best == chosen:
            return {"same": True, "lost": 0.0, "points": 0.0}
        deadline = time.monotonic() + effort_ms / 1000
        spreads: list[list[int]] = []
        while len(spreads) < DEALS_LEAST or time.monotonic() < deadline:
            seed = OTHER_LUCK + len(spreads)
            spreads.append([self.playing_on.played_out(game, move, seed) for move in (best, chosen)])
        one, other = zip(*spreads, strict=True)
        return {
            "same": False,
            "lost": share_won(one) - share_won(other),
            "points": mean(one) - mean(other),
        }


def simulated(
    made: Simulator, view: View, legal: Sequence[Candidate], decided: Candidate, effort_ms: float
) -> dict[str, Any]:
    perspective, seed = perspective_of(view), view.seq
    batches = [legal[start : start + BATCH] for start in range(0, len(legal), BATCH)]
    first = [
        each
        for batch in batches
        for each in made.compare(
            perspective,
            batch,
            plies=FIRST_PLIES,
            seed=seed,
            budget_ms=FIRST_SHARE * effort_ms / len(batches),
            confidence=1.0,
            prior=0,
            least=LEAST,
        )
    ]
    first.sort(key=lambda each: (-each.win_chance, -each.spread))
    kept = [each.candidate for each in first[:KEPT]]
    if decided not in kept:
        kept.append(decided)
    second = made.compare(
        perspective,
        kept,
        plies=SECOND_PLIES,
        seed=seed + 1,
        budget_ms=SECOND_SHARE * effort_ms,
        confidence=1.0,
        prior=0,
    )
    best = second[0].candidate
    if best == decided:
        return {"same": True, "lost": 0.0, "points": 0.0}
    last = made.compare(
        perspective,
        [best, decided],
        plies=TO_THE_END,
        seed=seed + OTHER_LUCK,
        budget_ms=LAST_SHARE * effort_ms,
        confidence=1.0,
        prior=0,
    )
    by_move = {each.candidate.move: each for each in last}
    one, other = by_move[best.move], by_move[decided.move]
    return {
        "same": False,
        "lost": one.win_chance - other.win_chance,
        "points": one.spread - other.spread,
    }


def report(rows: Sequence[dict[str, Any]]) -> str:
    lines = [
        "| phase | decisions | as the judge | win chance lost | standard error | worst | points lost |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in (*(phase.name for phase in PHASES), "all"):
        some = [row for row in rows if name in (row["phase"], "all")]
        if not some:
            continue
        lost = [row["lost"] for row in some]
        mean = sum(lost) / len(lost)
        error = sqrt(sum((each - mean) ** 2 for each in lost)) / len(lost)
        points = [row["points"] for row in some if row["points"] is not None]
        shown = f"{sum(points) / len(points):.1f}" if points else ""
        same = sum(row["same"] for row in some) / len(some)
        lines.append(
            f"| {name} | {len(some)} | {same:.0%} | {mean:.2%} | {error:.2%} | {max(lost):.1%} | {shown} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--budget-ms", type=int, default=1000)
    parser.add_argument("--effort", type=float, default=50)
    parser.add_argument("--level", default="champion")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--file", type=Path, default=Path("build/decisions.jsonl"))
    args = parser.parse_args()
    print(machine())
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.touch()
    setting = [args.level, args.budget_ms, args.effort, args.seed]
    rows = [json.loads(line) for line in args.file.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["setting"] == setting]
    player, judging = Champion(level_named(args.level), WORDS), Champion(level_named("champion"), WORDS)
    for each in (player, judging):
        each.prepare(RULES)
    judges = Judges(simulator(threads=1), judging, Judge(RULES, WORDS))
    seed = max((row["seed"] for row in rows), default=args.seed)
    with args.file.open("a", encoding="utf-8") as file:
        while len(rows) < args.decisions:
            seed += 1
            phase = PHASES[len(rows) % len(PHASES)]
            game = turn_of(phase, seed)
            if game is None:
                continue
            chosen = player.choose(game.view(game.position.turn), args.budget_ms)
            row = judges.judge(game, chosen, args.effort * args.budget_ms)
            row |= {"setting": setting, "seed": seed, "phase": phase.name}
            rows.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()
            print(f"\r{len(rows)} of {args.decisions} decisions", end="", flush=True)
    print("\n" + report(rows))


if __name__ == "__main__":
    main()
