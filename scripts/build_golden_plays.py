"""Make tests/golden/plays.json anew: positions of static games with the count and sum of their plays.

Only after a change of the default word list; a count that changes otherwise is a bug.
"""

from __future__ import annotations

import json
from pathlib import Path

from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.lexicon import load
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.notation.cgp import Cgp, format_cgp
from quixotry.rules.board import Board
from quixotry.rules.ruleset_file import preset


def main() -> None:
    lexicon = load("default")
    positions = []
    for rules in ("tournament", "friends", "party"):
        ruleset = preset(rules)
        graph = load_or_build(lexicon, ruleset.tiles.alphabet.letters)
        search, player = CompiledGenerator(ruleset, graph), SelfPlay(ruleset, graph)
        for seed in range(2):
            board = Board.empty(ruleset.layout)
            for turn, (kind, _, _, what, rack) in enumerate(player.game(seed)[1]):
                # Blanks are rare in games and most of the work: some turns are counted with two as well.
                for held in (rack, (*rack[:-2], 0, 0)) if turn % 5 == 2 else (rack,):
                    search.set_cells(board.cells)
                    search.set_rack(held)
                    scores = [search.found(index)[3] for index in range(search.find())]
                    racks = (ruleset.tiles.tiles(held), ruleset.tiles.none)
                    cgp = format_cgp(Cgp(board, racks, (0, 0), 0), ruleset.tiles.alphabet)
                    best = max(scores, default=0)
                    found = {"plays": len(scores), "sum": sum(scores), "best": best}
                    positions.append({"rules": rules, "cgp": cgp, **found})
                if kind == "play":
                    board = board.with_cells(what)  # type: ignore[arg-type]
    path = Path(__file__).parents[1] / "tests" / "golden" / "plays.json"
    lines = ",\n".join("  " + json.dumps(position) for position in positions)
    text = f'{{"lexicon_digest": "{lexicon.digest}",\n "positions": [\n{lines}\n]}}\n'
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
