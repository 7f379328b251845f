"""What tiles that are not yet played would score, and where the next one may go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quixotry.notation import wire
from quixotry.rules.errors import IllegalMove
from quixotry.rules.guidance import open_squares
from quixotry.rules.legality import judge_play
from quixotry.rules.move import Placement, Play
from quixotry.rules.ports import Words
from quixotry.rules.view import View


def preview(view: View, laid: Sequence[Placement], words: Words | None) -> dict[str, Any]:
    """Made from a view alone. `words` is None where it must not be told whether a word is good."""
    found: dict[str, Any] = {"score": None, "bonus": 0, "words": [], "error": None, "open_squares": None}
    layout = view.ruleset.layout
    lie_free = all(square in layout.squares and not view.board.cells[square] for square, _ in laid)
    if view.ruleset.controls.placing == "reachable" and lie_free:
        found["open_squares"] = sorted(open_squares(view.board, laid))
    if not laid or view.rack is None:
        return found
    try:
        score = judge_play(view.board, view.rack, Play(tuple(laid)), view.ruleset)
    except IllegalMove as error:
        refusal = wire.refusal_plain(error)
        names = refusal["details"].get("squares", ())
        refusal["squares"] = [square for square in layout.squares if layout.square_name(square) in names]
        return found | {"error": refusal}
    shown = [
        wire.word_plain(word, view.ruleset) | {"is_word": None if words is None else word.text in words}
        for word in score.words
    ]
    return found | {"score": score.total, "bonus": score.bonus, "words": shown}
