"""Do the search and the search without table and order of moves agree on the positions of bench/endgame.py?

    python -m bench.endgame_agreement [--positions 40] [--seconds 60] [--plain-seconds 60] [--progress FILE]

An interrupted run goes on where it stopped: every position done is a line of the progress file
(build/endgame-agreement.txt): its number, the value if it was proven in time, the value of the plain search if
that came to its end.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.endgame import RULES, ask, positions
from bench.positions import WORDS
from quixotry.engine.endings import endings_of
from quixotry.engine.native.plain_endgame import PlainEndgame
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.notation.cgp import Cgp

NONE = "-"


def plain_value(cgp: Cgp, seconds: float) -> int | None:
    graph = load_or_build(WORDS, RULES.tiles.alphabet.letters)
    plain = PlainEndgame(RULES, graph)
    endings = endings_of(RULES, cgp.board, cgp.racks, (), (1, 1))
    plain.set_position(cgp.board.cells, tuple(cgp.racks[0]), tuple(cgp.racks[1]), endings)
    return plain.value(1 << 60, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--plain-seconds", type=float, default=60.0)
    parser.add_argument("--progress", type=Path, default=Path("build/endgame-agreement.txt"))
    args = parser.parse_args()
    args.progress.parent.mkdir(parents=True, exist_ok=True)
    done = args.progress.read_text().splitlines() if args.progress.exists() else []
    for number, cgp in enumerate(positions(args.positions)):
        if number < len(done):
            continue
        solved, _ = ask(cgp, budget_ms=1000 * args.seconds)
        plain = plain_value(cgp, args.plain_seconds)
        done.append(
            f"{number} {solved.value if solved.is_proven else NONE} {NONE if plain is None else plain}"
        )
        args.progress.write_text("\n".join(done) + "\n")
    rows = [line.split()[1:] for line in done]
    both = [(quick, plain) for quick, plain in rows if NONE not in (quick, plain)]
    print(
        f"{len(rows)} positions: {sum(quick != NONE for quick, _ in rows)} proven within {args.seconds:g} s; "
        f"the plain search finished {sum(plain != NONE for _, plain in rows)} within {args.plain_seconds:g} s; "
        f"of the {len(both)} that both finished {sum(quick == plain for quick, plain in both)} agree"
    )


if __name__ == "__main__":
    main()
