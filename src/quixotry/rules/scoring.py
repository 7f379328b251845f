"""What a play forms and what it scores (A13).

The letters count first, with the premiums under tiles laid this turn; then the word premiums multiply; the
bonus for many tiles comes last and is multiplied by nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.move import Placement
from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen


@frozen
class WordScore:
    """One word a play formed or changed."""

    text: str
    square: int
    """Where its first letter lies."""
    down: bool
    points: int


@frozen
class PlayScore:
    words: tuple[WordScore, ...]
    """The word along the line of the play first, then those across it in board order."""
    bonus: int

    @property
    def total(self) -> int:
        return sum(word.points for word in self.words) + self.bonus


def is_down(board: Board, placements: Sequence[Placement]) -> bool:
    """Does the main word of a play run down? A single tile runs across unless it forms only a word down."""
    if len(placements) > 1:
        return board.layout.column(placements[0].square) == board.layout.column(placements[1].square)
    square = placements[0].square
    across, down = (len(board.run(square, down=each)) for each in (False, True))
    return across == 1 and down > 1


def score_play(board: Board, placements: Sequence[Placement], ruleset: Ruleset) -> PlayScore:
    """Score a play of legal shape; whether its words exist is not asked here."""
    laid = {placement.square for placement in placements}
    after = board.with_cells(placements)
    words = tuple(
        WordScore(
            text=ruleset.tiles.alphabet.word(after.cells[square] for square in run),
            square=run[0],
            down=down,
            points=_word_points(after, run, laid, ruleset),
        )
        for run, down in _runs(after, placements)
    )
    # The bingo counts tiles *played*, not tiles left: going out with five earns no bonus.
    bonus = ruleset.bonus.points if len(placements) >= ruleset.bonus.tiles else 0
    return PlayScore(words, bonus)


def _runs(after: Board, placements: Sequence[Placement]) -> Iterator[tuple[range, bool]]:
    """The lines of two or more tiles that the play made or changed, the main one first."""
    down = is_down(after, placements)
    lines = [(after.run(placements[0].square, down=down), down)]
    lines += [(after.run(placement.square, down=not down), not down) for placement in placements]
    return ((run, line_down) for run, line_down in lines if len(run) > 1)


def _word_points(after: Board, run: range, laid: set[int], ruleset: Ruleset) -> int:
    values, layout = ruleset.tiles.values, after.layout
    letters = sum(
        values[tile_of(after.cells[square])] * (layout.letter_multipliers[square] if square in laid else 1)
        for square in run
    )
    return letters * prod(layout.word_multipliers[square] for square in run if square in laid)
