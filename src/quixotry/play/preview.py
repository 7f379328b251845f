"""What tiles that are not yet played would score, and where the next one may go."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.errors import QuixotryError
from quixotry.protocol.errors import PreviewError
from quixotry.protocol.server import Preview, PreviewedWord
from quixotry.protocol.views import start_name
from quixotry.rules.errors import IllegalMove
from quixotry.rules.guidance import open_squares
from quixotry.rules.legality import judge_play
from quixotry.rules.move import Placement, Play
from quixotry.rules.ports import Words
from quixotry.rules.view import View


def preview_play(
    number: int, seat: int, view: View, laid: Sequence[Placement], words: Words | None
) -> Preview:
    """Made from a view alone. `words` is None where it must not be told whether a word is good."""
    layout, opened = view.ruleset.layout, None
    lie_free = all(square in layout.squares and not view.board.cells[square] for square, _ in laid)
    if view.ruleset.controls.placing == "reachable" and lie_free:
        opened = sorted(open_squares(view.board, laid))
    if not laid or view.rack is None:
        return Preview(id=number, seat=seat, open_squares=opened)
    try:
        score = judge_play(view.board, view.rack, Play(tuple(laid)), view.ruleset)
    except IllegalMove as error:
        return Preview(id=number, seat=seat, error=_error(error, view), open_squares=opened)
    shown = [
        PreviewedWord(
            word.text,
            word.square,
            word.down,
            start_name(word, layout),
            word.points,
            None if words is None else word.text in words,
        )
        for word in score.words
    ]
    return Preview(
        id=number, seat=seat, score=score.total, bonus=score.bonus, words=shown, open_squares=opened
    )


def refused_preview(number: int, seat: int, error: QuixotryError) -> Preview:
    """The answer to a page that may not see this seat's rack."""
    told = PreviewError(code=error.code, sentence=str(error), details={}, squares=[])
    return Preview(id=number, seat=seat, error=told)


def _error(error: IllegalMove, view: View) -> PreviewError:
    layout, details = view.ruleset.layout, error.parameters
    names = details.get("squares", ())
    return PreviewError(
        code=error.code,
        sentence=str(error),
        clause=error.clause,
        details=details,
        squares=[square for square in layout.squares if layout.square_name(square) in names],
    )
