"""The positions `bench/search.py` searches, written down once so that figures can be compared.

    python -m bench.positions [--games 10] [--seed 0]

`midgame.txt` holds one turn, the 6th to the 12th, of each of so many seeded games of experts; `endgame.txt` is made by
bench/endgame.py. One CGP per line, the player on turn first; a rack that player cannot see is left empty.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from quixotry.analysis.advice import view_of_cgp
from quixotry.arena.game import play_turns
from quixotry.lexicon import catalogue
from quixotry.notation.cgp import Cgp, format_cgp, parse_cgp
from quixotry.players.champion import can_solve
from quixotry.players.levels import player_for
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View

FOLDER = Path(__file__).parent / "positions"
RULES = preset("match")
WORDS = catalogue.load("default")


def views(ruleset: Ruleset, seed: int) -> Iterator[View]:
    """Every turn of one game of experts."""
    experts = [player_for("expert", WORDS)] * 2
    games = play_turns(ruleset, WORDS, experts, seed=seed, budget_ms=0, can_play=lambda *_: True)
    return (game.view(seat) for game in games if (seat := game.position.turn) is not None)


def written(view: View) -> str:
    assert view.rack is not None
    assert view.seat is not None
    scores = view.scores[view.seat], view.scores[1 - view.seat]
    known = view.unseen if can_solve(view) else RULES.tiles.none
    cgp = Cgp(view.board, (view.rack, known), scores, view.scoreless_turns)
    return format_cgp(cgp, RULES.tiles.alphabet)


def read(name: str) -> list[View]:
    """The positions of a file, as the player on turn sees them."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [view_of_cgp(parse_cgp(line, RULES.layout, RULES.tiles.alphabet), RULES) for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    games = [list(views(RULES, args.seed + number)) for number in range(args.games)]
    middle = [written(game[6 + number % 7]) for number, game in enumerate(games)]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "midgame.txt").write_text("\n".join(middle) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
