"""How fast and how good the endgame search is, on the first bag-empty positions of seeded games.

    python -m bench.endgame [--positions 10] [--seconds 10] [--quick-ms 150]
    python -m bench.endgame --make 40 [--seed 1]    writes the positions anew, the same for the same seed

For each position, by a solver that has seen nothing before: seconds of processor time for every play of three
and of four plies with playouts below, and until it is proven; what it answers after a short while on the clock,
and how much worse that move is than the best one, judged by a search as long as `--seconds`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from bench.positions import WORDS, views
from bench.words import machine
from quixotry.engine.solver import Solution, Solver
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.notation.cgp import Cgp, format_cgp, parse_cgp
from quixotry.players.champion import can_solve
from quixotry.rules.move import Play
from quixotry.rules.ruleset_file import preset

RULES = preset("tournament")
POSITIONS = Path(__file__).parent / "positions" / "endgame.txt"


def first_empty_bag(seed: int) -> str | None:
    """The first position with an empty bag of one game of experts, if the seat on turn then holds seven tiles
    and the other three to seven."""
    view = next((view for view in views(RULES, seed) if can_solve(view)), None)
    if view is None:
        return None
    assert view.rack is not None
    assert view.seat is not None
    if len(view.rack) != 7 or not 3 <= len(view.unseen) <= 7:
        return None
    scores = (view.scores[view.seat], view.scores[1 - view.seat])
    cgp = Cgp(view.board, (view.rack, view.unseen), scores, zeros=0)
    return format_cgp(cgp, RULES.tiles.alphabet)


def make(count: int, seed: int) -> None:
    found: list[str] = []
    while len(found) < count:
        line = first_empty_bag(seed)
        if line is not None:
            found.append(line)
        seed += 1
    POSITIONS.parent.mkdir(exist_ok=True)
    POSITIONS.write_text("\n".join(found) + "\n")


def positions(count: int) -> list[Cgp]:
    lines = POSITIONS.read_text().splitlines()[:count]
    return [parse_cgp(line, RULES.layout, RULES.tiles.alphabet) for line in lines]


def ask(cgp: Cgp, *, solver: Solver | None = None, **limits: float) -> tuple[Solution, float]:
    """The answer of a fresh solver, and the processor time it took."""
    solver = solver or Solver(RULES, load_or_build(WORDS, RULES.tiles.alphabet.letters))
    began = time.process_time()
    solved = solver.solve(cgp.board, *cgp.racks, **limits)  # type: ignore[arg-type]
    return solved, time.process_time() - began


def worth_of(cgp: Cgp, answer: Solution, seconds: float) -> int:
    """What a move is worth in truth, as far as a long search of the position after it can tell."""
    if not isinstance(answer.move, Play):
        return answer.value
    board = cgp.board.with_cells(answer.move.placements)
    kept = cgp.racks[0].minus(0 if cell & 128 else cell for _, cell in answer.move.placements)
    score = answer.line[0][1]
    if not kept:
        return score + 2 * RULES.tiles.value(cgp.racks[1])
    after = Cgp(board, (cgp.racks[1], kept), cgp.scores, 0)
    return score - ask(after, budget_ms=1000 * seconds)[0].value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--quick-ms", type=float, default=150.0)
    parser.add_argument("--make", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    assert COMPILED, "without the compiled engine there is nothing to measure"
    if args.make:
        make(args.make, args.seed)
        return
    print(machine())
    three, four, proofs, rates, lost = [], [], [], [], []
    print("tiles  3 plies s  4 plies s  longest s  plies  proven   value  quick value  lost by quick move")
    for cgp in positions(args.positions):
        three.append(ask(cgp, depth_max=3)[1])
        four.append(ask(cgp, depth_max=4)[1])
        longest, taken = ask(cgp, budget_ms=1000 * args.seconds)
        rates.append(longest.nodes / max(taken, 1e-6))
        if longest.is_proven:
            proofs.append(taken)
        quick = ask(cgp, budget_ms=args.quick_ms)[0]
        same = quick.move == longest.move
        lost.append(0 if same else longest.value - worth_of(cgp, quick, args.seconds))
        sizes = f"{len(cgp.racks[0])}-{len(cgp.racks[1])}"
        print(
            f"{sizes:5}{three[-1]:11.3f}{four[-1]:11.3f}{taken:11.3f}{longest.depth:7}  {longest.is_proven!s:6}"
            f"{longest.value:8}{quick.value:13}{lost[-1]:20}",
            flush=True,
        )
    print(
        f"mean: {statistics.mean(three):.3f} s for three plies, {statistics.mean(four):.3f} s for four; "
        f"{len(proofs)} of {len(three)} proven within {args.seconds:g} s"
        + (f" (median of those {statistics.median(proofs):.3f} s)" if proofs else "")
        + f"; {statistics.median(rates):,.0f} nodes a second (median), playouts included; "
        f"the answer after {args.quick_ms:g} ms gives away {statistics.mean(lost):.2f} points on average, "
        f"nothing in {sum(each <= 0 for each in lost)} of {len(lost)}"
    )


if __name__ == "__main__":
    main()
