"""First plays that are mirror images of others.

On most boards rows and columns are the same. Then every first play has an image down that is worth what it is worth
across, and whoever weighs the best ten would weigh five of them twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from quixotry.engine.moves import Candidate
from quixotry.rules.board import Layout
from quixotry.rules.move import Play
from quixotry.rules.view import View


def without_images(view: View, candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates; of first plays only those across, where those down come to the same."""
    layout = view.board.layout
    if not (view.board.is_empty and layout.is_mirrored):
        return list(candidates)
    return [each for each in candidates if not _runs_down(each, layout)]


def _runs_down(candidate: Candidate, layout: Layout) -> bool:
    if not isinstance(candidate.move, Play):
        return False
    return len({layout.row(placement.square) for placement in candidate.move.placements}) > 1
