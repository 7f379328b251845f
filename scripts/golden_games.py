"""Make the golden game records: one game of each preset, played by computers, as GCG.

    python scripts/golden_games.py tests/golden/gcg

The same package gives the same bytes. A golden file changes only when the rules, the common word list or the
form of our export changed, and then the change is the thing to look at.
"""

from __future__ import annotations

import sys
from pathlib import Path

from quixotry.engine import reference
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon.catalogue import load
from quixotry.notation.gcg import export_gcg
from quixotry.players.fallback import without_tiles
from quixotry.rules.board import Board
from quixotry.rules.game import Arbiter, Game, GameHeader, SeatedPlayer
from quixotry.rules.ruleset_file import preset
from quixotry.rules.shipped import shipped_names
from quixotry.rules.tiles import Tiles

NAMES = ("First", "Second", "Third", "Fourth")
SEATS = {"classic": 4, "party": 3}


def golden_game(name: str) -> Game:
    lexicon, ruleset = load("common"), preset(name)
    draws = SeededDraws(name)
    players = tuple(SeatedPlayer(each, "computer", "greedy") for each in NAMES[: SEATS.get(name, 2)])
    header = GameHeader(
        id=f"golden-{name}",
        ruleset=ruleset,
        lexicon_id=lexicon.id,
        lexicon_digest=lexicon.digest,
        players=players,
        seed=draws.seed,
        started_at="2026-01-01T12:00:00+00:00",
    )

    def can_play(board: Board, rack: Tiles) -> bool:
        return reference.has_play(board, rack, ruleset, lexicon.words)

    arbiter = Arbiter(draws, lexicon, can_play)
    game = Game.begin(header, draws)
    while (seat := game.position.turn) is not None:
        best = reference.best_score(game.position.board, game.position.racks[seat], ruleset, lexicon.words)
        move = without_tiles(game.view(seat)) if best is None else best[0]
        game = game.move(seat, move, arbiter, now_ms=game.position.at_ms + 30_000)
    return game


if __name__ == "__main__":
    for name in shipped_names("presets"):
        path = Path(sys.argv[1], f"{name}.gcg")
        path.write_bytes(export_gcg(golden_game(name)))
        print(path)
