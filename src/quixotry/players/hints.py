"""The best plays for somebody who asks for help."""

from __future__ import annotations

from quixotry.engine.reference import all_plays
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.move import Play
from quixotry.rules.view import View


def best_by_score(view: View, lexicon: Lexicon, amount: int) -> list[tuple[Play, int]]:
    """The plays that score most, best first; equal scores in board order, so that it is always the same."""
    assert view.rack is not None, "a spectator has no rack to play from"
    plays = all_plays(view.board, view.rack, view.ruleset, lexicon.words)
    return sorted(plays, key=lambda found: (-found[1], found[0].placements))[:amount]
