"""Bingo lanes: the rows and columns in which a play of all tiles has room.

A lane is a line with as many free squares in a row as the bonus asks for, counting through at most two tiles that
lie there and hooking at most two words across; every hook takes some letter. More than that and hardly any
word fits, so that nobody would call it open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.alphabet import letter_of
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset

THROUGH_MAX = 2
HOOKS_MAX = 2


@dataclass(frozen=True, slots=True, order=True)
class Lane:
    """A row or a column in which a bingo has room."""

    down: bool
    number: int
    """Counted from 0: the row of a lane across, the column of one down."""


def bingo_lanes(board: Board, ruleset: Ruleset, words: Lexicon) -> frozenset[Lane]:
    """Every lane that is open on this board."""
    if not ruleset.bonus.points:
        return frozenset()
    layout = board.layout
    lines = {
        Lane(False, row): [row * layout.width + n for n in range(layout.width)]
        for row in range(layout.height)
    }
    lines |= {
        Lane(True, column): list(layout.squares)[column :: layout.width] for column in range(layout.width)
    }
    return frozenset(lane for lane, line in lines.items() if _is_open(board, ruleset, words, line, lane.down))


def _is_open(board: Board, ruleset: Ruleset, words: Lexicon, line: Sequence[int], down: bool) -> bool:
    return any(
        _has_room(board, ruleset, words, stretch, down) for stretch in _stretches(board, ruleset, line)
    )


def _stretches(board: Board, ruleset: Ruleset, line: Sequence[int]) -> Iterator[Sequence[int]]:
    """Where a play of all tiles could lie in a line: from a free end to a free end."""
    cells = [board.cells[square] for square in line]
    for first in range(len(line)):
        if first and cells[first - 1]:
            continue
        free, last = 0, first
        while last < len(line) and (cells[last] or free < ruleset.bonus.tiles):
            free += not cells[last]
            last += 1
        if free == ruleset.bonus.tiles and last - first <= ruleset.words.longest:
            yield line[first:last]


def _has_room(board: Board, ruleset: Ruleset, words: Lexicon, stretch: Sequence[int], down: bool) -> bool:
    free = [square for square in stretch if not board.cells[square]]
    hooks = [square for square in free if len(board.run(square, down=not down)) > 1]
    through = len(stretch) - len(free)
    if not (through or hooks or (board.is_empty and board.layout.start in free)):
        return False
    return (
        through <= THROUGH_MAX
        and len(hooks) <= HOOKS_MAX
        and all(_takes_a_letter(board, ruleset, words, square, not down) for square in hooks)
    )


def _takes_a_letter(board: Board, ruleset: Ruleset, words: Lexicon, square: int, down: bool) -> bool:
    """Does any letter on this free square make a word of what lies beside it along this line?"""
    letters = ruleset.tiles.alphabet.letters
    run = board.run(square, down=down)
    before = "".join(letters[letter_of(board.cells[at]) - 1] for at in run if at < square)
    after = "".join(letters[letter_of(board.cells[at]) - 1] for at in run if at > square)
    return any(before + letter + after in words for letter in letters)
