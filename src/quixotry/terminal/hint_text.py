"""A hint in words, a grade at a time; the browser says the same."""

from __future__ import annotations

from typing import Any

from quixotry.analysis.advice import MoveAdvice
from quixotry.play.hints import WHERE, earns_bonus, place_of
from quixotry.rules.move import Exchange, Play
from quixotry.rules.view import View
from quixotry.wording.catalog import say


def hint_text(view: View, best: MoveAdvice, grade: int) -> str:
    """The first grades of a hint: how good the best move is, then where it goes."""
    parameters: dict[str, Any] = {"kind": "pass", "score": best.score, "is_bingo": False}
    if isinstance(best.move, Play):
        place = place_of(view, best.move)
        is_bingo = earns_bonus(view.ruleset, best.move)
        parameters |= {
            "kind": "play",
            "is_bingo": is_bingo,
            "place": {"down": place.down, "line": place.line},
        }
    elif isinstance(best.move, Exchange):
        parameters |= {"kind": "exchange", "tiles": len(best.move.tiles)}
    return say("hints.how_good" if grade < WHERE else "hints.where", parameters)
