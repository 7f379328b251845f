"""Does a simulated win chance of 70 % win 70 times in a hundred?

    python -m bench.calibration [--games 5000] [--rollouts 400] [--plies 2] [--file build/calibration.jsonl]
    python -m bench.calibration --write       and put table and picture into docs/

One position from each of so many games of static self-play (seeds from --seed on): a turn drawn evenly from those
with tiles in the bag. The prediction is the simulated win chance of the play made there, the observation how the
game ended. Every game is written to the file as it ends; started again, the run goes on where it stopped, unless
engine tables or settings have changed: then those games are played anew.

Sorted by prediction, each tenth of the games must have been won as often as predicted, within 2 points and twice
the standard error of the observation.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from rich.progress import track

from quixotry.engine.leaves_file import shipped_leaves
from quixotry.engine.moves import Candidate
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.engine.simulator import Perspective, Simulator
from quixotry.lexicon import load
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.players.appraisal import appraisal_for, leave_value
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange, Move, Pass, Placement, Play
from quixotry.rules.ruleset_file import preset

RULES = preset("tournament")
DOCS = Path(__file__).parents[1] / "docs"
BEGIN, END = "<!-- calibration -->", "<!-- end of calibration -->"


@dataclass(frozen=True, slots=True)
class Tenth:
    games: int
    predicted: float
    observed: float

    @property
    def error(self) -> float:
        return math.sqrt(max(self.observed * (1 - self.observed), 1 / self.games) / self.games)

    @property
    def allowed(self) -> float:
        return 0.02 + 2 * self.error

    @property
    def agrees(self) -> bool:
        return abs(self.predicted - self.observed) <= self.allowed


def tenths(pairs: list[tuple[float, float]]) -> list[Tenth]:
    """Ten groups of games of equal size, by prediction."""
    pairs = sorted(pairs)
    found = []
    for number in range(10):
        group = pairs[len(pairs) * number // 10 : len(pairs) * (number + 1) // 10]
        predicted, observed = (sum(column) / len(group) for column in zip(*group, strict=True))
        found.append(Tenth(len(group), predicted, observed))
    return found


class Predictor:
    """Static games, and what simulation says about one position of each."""

    def __init__(self, plies: int, rollouts: int) -> None:
        graph, appraisal = (
            load_or_build(load("default"), RULES.tiles.alphabet.letters),
            appraisal_for(RULES.tiles),
        )
        self.games = SelfPlay(RULES, graph, shipped_leaves(RULES))
        self.simulator = Simulator(
            RULES, graph, leaves=shipped_leaves(RULES), worth=appraisal.worth, vowels=appraisal.vowels
        )
        self.plies, self.rollouts = plies, rollouts

    def predict(self, seed: int) -> tuple[float, float]:
        """The simulated win chance of a play made in this game, and what became of it."""
        _, turns, final, _, _ = self.games.game(seed)
        tiles = RULES.tiles
        perspectives: list[tuple[Perspective, Candidate, int]] = []
        board, scores, held = Board.empty(RULES.layout), [0, 0], [RULES.rack.size] * 2
        for kind, seat, score, what, rack in turns:
            own = tiles.tiles(rack)
            unseen = tiles.counts.minus(board.tiles()) - own
            bag = len(unseen) - held[1 - seat]
            move: Move = Pass()
            gone: tuple[int, ...] = ()
            if kind == "play":
                move = Play(tuple(Placement(*laid) for laid in what))  # type: ignore[misc]
                gone = tuple(tile_of(cell) for _, cell in move.placements)
            elif kind == "exchange":
                gone = tuple(what)  # type: ignore[arg-type]
                move = Exchange(gone)
            kept = tuple(own.minus(gone))
            if bag:
                perspective = Perspective(
                    board, own, unseen, (held[1 - seat],), bag, (scores[seat], scores[1 - seat])
                )
                equity = score + leave_value(RULES, kept)
                perspectives.append((perspective, Candidate(move, score, kept, equity), seat))
            if isinstance(move, Play):
                board = board.with_cells(move.placements)
                scores[seat] += score
                held[seat] = len(kept) + min(bag, RULES.rack.size - len(kept))
        perspective, candidate, seat = random.Random(seed).choice(perspectives)
        (tried,) = self.simulator.compare(
            perspective,
            [candidate],
            plies=self.plies,
            seed=seed,
            rollouts_max=self.rollouts,
            least=self.rollouts,
        )
        won = (final[seat] > final[1 - seat]) + (final[0] == final[1]) / 2
        return tried.win_chance, won


def tables() -> str:
    """What a prediction depends on besides the program: leaves and win chances."""
    folder = files("quixotry.engine").joinpath("trained")
    content = b"".join(folder.joinpath(name).read_bytes() for name in ("standard.qxl", "win_chances.json"))
    return hashlib.sha256(content).hexdigest()[:12]


def table_text(found: list[Tenth]) -> str:
    lines = [
        "| predicted | observed | standard error | allowed | agrees |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in found:
        lines.append(
            f"| {each.predicted:.1%} | {each.observed:.1%} | {each.error:.1%} | {each.allowed:.1%} "
            f"| {'yes' if each.agrees else 'no'} |"
        )
    return "\n".join(lines)


def picture(found: list[Tenth]) -> str:
    """Predicted against observed, with two standard errors; the diagonal is a perfect prediction."""

    def at(x: float, y: float) -> tuple[float, float]:
        return round(50 + 300 * x, 1), round(330 - 300 * y, 1)

    parts = []
    for step in range(0, 11, 2):
        (x, bottom), (left, y) = at(step / 10, 0), at(0, step / 10)
        parts.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{10 * step}%</text>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{10 * step}%</text>')
    for each in found:
        x, y = at(each.predicted, each.observed)
        _, low = at(0, max(0.0, each.observed - 2 * each.error))
        _, high = at(0, min(1.0, each.observed + 2 * each.error))
        parts.append(f'<path d="M{x} {low}V{high}" stroke="#1f5fa8"/>')
        parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="#1f5fa8"/>')
    body = "".join(parts)
    axes = (
        '<path d="M50 30V330H350" fill="none" stroke="#444"/>'
        '<path d="M50 330L350 30" stroke="#999" stroke-dasharray="4"/>'
    )
    names = (
        '<text x="200" y="366" text-anchor="middle">win chance predicted</text>'
        '<text x="56" y="24">games won, with two standard errors</text>'
    )
    style = 'font-family="sans-serif" font-size="12"'
    background = '<rect width="380" height="380" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 380" {style}>'
    return f"{head}{background}{axes}{body}{names}</svg>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--rollouts", type=int, default=400)
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--seed", type=int, default=10_000_000, help="of the first game; the next follow")
    parser.add_argument("--file", type=Path, default=Path("build/calibration.jsonl"))
    parser.add_argument("--write", action="store_true", help="table and picture into docs/")
    args = parser.parse_args()
    settings = {"plies": args.plies, "rollouts": args.rollouts, "tables": tables()}
    done: dict[int, tuple[float, float]] = {}
    for line in args.file.read_text(encoding="utf-8").splitlines() if args.file.exists() else ():
        row = json.loads(line)
        if all(row[name] == value for name, value in settings.items()):
            done[row["seed"]] = row["predicted"], row["won"]
    args.file.parent.mkdir(exist_ok=True)
    predictor = Predictor(args.plies, args.rollouts)
    seeds = range(args.seed, args.seed + args.games)
    left = [seed for seed in seeds if seed not in done]
    with args.file.open("a", encoding="utf-8") as file:
        for seed in track(left, description="games", disable=not sys.stderr.isatty()):
            done[seed] = predictor.predict(seed)
            row = {"seed": seed, **settings, "predicted": round(done[seed][0], 4), "won": done[seed][1]}
            file.write(json.dumps(row) + "\n")
            file.flush()
    found = tenths([done[seed] for seed in seeds])
    text = table_text(found)
    print(
        f"{args.games} games, {args.plies} plies, {args.rollouts} rollouts, tables {settings['tables']}\n\n{text}"
    )
    print(f"\n{sum(each.agrees for each in found)} of 10 agree")
    if args.write:
        (DOCS / "pictures" / "calibration.svg").write_text(picture(found), encoding="utf-8")
        page = DOCS / "reference" / "players.md"
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
