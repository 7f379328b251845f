"""The slow, obvious move generator everything faster is checked against.

Line by line, from every square a word could start on: lay a tile of the rack (or read the one that lies
there), keep the stretch of the sorted word list that still begins with what has been spelt, and stop when
that stretch is empty. Nothing is shared between lines and nothing is clever, so that it can be read and
believed. It needs no build step.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import prod

from quixotry.rules.alphabet import BLANK, BLANK_BIT, letter_of, tile_of
from quixotry.rules.board import Board
from quixotry.rules.move import Placement, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

_AFTER_ALL_LETTERS = "\U0010ffff"


def all_plays(board: Board, rack: Tiles, ruleset: Ruleset, words: Sequence[str]) -> list[tuple[Play, int]]:
    """Every legal play with its score, each once; `words` is sorted and upper case."""
    found: dict[Play, int] = {}
    search = _Search(board, ruleset, words)
    for down in (False, True):
        for line in _lines(board, down=down):
            for play in search.plays_in_line(line, rack, down=down):
                if play not in found:
                    found[play] = plain_score(board, play, ruleset)
    return list(found.items())


def has_play(board: Board, rack: Tiles, ruleset: Ruleset, words: Sequence[str]) -> bool:
    """Is there any legal play at all? Stops at the first."""
    search = _Search(board, ruleset, words)
    return any(
        True
        for down in (False, True)
        for line in _lines(board, down=down)
        for _ in search.plays_in_line(line, rack, down=down)
    )


def best_score(board: Board, rack: Tiles, ruleset: Ruleset, words: Sequence[str]) -> tuple[Play, int] | None:
    """The play that scores most (the first found of several), or None when there is none."""
    return max(all_plays(board, rack, ruleset, words), key=lambda scored: scored[1], default=None)


def plain_score(board: Board, play: Play, ruleset: Ruleset) -> int:
    """A play's score by the letter of A13, from nothing but the board after it."""
    layout, values = board.layout, ruleset.tiles.values
    laid = {placement.square for placement in play.placements}
    after = board.with_cells(play.placements)
    runs = {after.run(square, down=down) for square in laid for down in (False, True)}
    total = 0
    for run in runs:
        if len(run) > 1:
            letters = sum(
                values[tile_of(after.cells[square])]
                * (layout.letter_multipliers[square] if square in laid else 1)
                for square in run
            )
            total += letters * prod(layout.word_multipliers[square] for square in run if square in laid)
    return total + (ruleset.bonus.points if len(laid) >= ruleset.bonus.tiles else 0)


def _lines(board: Board, *, down: bool) -> Iterator[range]:
    layout = board.layout
    squares = layout.height * layout.width
    if down:
        return (range(column, squares, layout.width) for column in range(layout.width))
    return (range(row * layout.width, (row + 1) * layout.width) for row in range(layout.height))


class _Search:
    """One position: what may lie where, remembered while its lines are searched."""

    def __init__(self, board: Board, ruleset: Ruleset, words: Sequence[str]) -> None:
        self.board = board
        self.layout = board.layout
        self.alphabet = ruleset.tiles.alphabet
        self.shortest = ruleset.words.shortest
        self.longest = ruleset.words.longest
        self.words = words
        self._next: dict[str, list[tuple[int, str, bool]]] = {}
        self._fits: dict[tuple[int, bool, int], bool] = {}
        self._range: dict[str, tuple[int, int]] = {"": (0, len(words))}

    def plays_in_line(self, line: range, rack: Tiles, *, down: bool) -> Iterator[Play]:
        cells = self.board.cells
        joins = [self._joins(square) for square in line]
        for start in range(len(line)):
            if start and cells[line[start - 1]]:
                continue
            # Tiles are laid on every empty square from here to the first that joins; more than the rack
            # holds means that no play starts here.
            joined = next((place for place in range(start, len(line)) if joins[place]), None)
            if joined is None or sum(not cells[square] for square in line[start:joined]) >= len(rack):
                continue
            yield from self._extend(line, start, list(rack.counts), "", (), joined, down=down)

    def _joins(self, square: int) -> bool:
        if self.board.is_empty:
            return square == self.layout.start
        return bool(self.board.cells[square]) or self.board.touches_tile(square)

    def _extend(
        self,
        line: range,
        place: int,
        counts: list[int],
        spelt: str,
        laid: tuple[Placement, ...],
        joined: int,
        *,
        down: bool,
    ) -> Iterator[Play]:
        if place == len(line) or len(spelt) == self.longest:
            return
        square = line[place]
        cell = self.board.cells[square]
        ends_here = place + 1 == len(line) or not self.board.cells[line[place + 1]]
        for letter, longer, is_word in self._continuations(spelt):
            if cell:
                if letter_of(cell) != letter:
                    continue
                choices: tuple[tuple[int, int], ...] = ((-1, cell),)
            elif not (counts[letter] or counts[BLANK]):
                continue
            else:
                choices = tuple(
                    (tile, letter | BLANK_BIT if tile == BLANK else letter)
                    for tile in (letter, BLANK)
                    if counts[tile] and self._fits_across(square, letter, down=down)
                )
            for tile, new_cell in choices:
                now_laid = laid
                if tile >= 0:
                    counts[tile] -= 1
                    now_laid = (*laid, Placement(square, new_cell))
                if is_word and ends_here and now_laid and place >= joined and len(longer) >= self.shortest:
                    yield Play(now_laid)
                yield from self._extend(line, place + 1, counts, longer, now_laid, joined, down=down)
                if tile >= 0:
                    counts[tile] += 1

    def _continuations(self, spelt: str) -> list[tuple[int, str, bool]]:
        """The letters that may follow in some word: (number, what is then spelt, whether that is a word)."""
        known = self._next.get(spelt)
        if known is None:
            known = self._next[spelt] = []
            low, high = self._range[spelt]
            at = low + (low < high and self.words[low] == spelt)
            while at < high:
                longer = spelt + self.words[at][len(spelt)]
                end = bisect_left(self.words, longer + _AFTER_ALL_LETTERS, at, high)
                cell = self.alphabet.cell(longer[-1])
                if cell is not None:
                    known.append((cell, longer, self.words[at] == longer))
                    self._range[longer] = (at, end)
                at = end
        return known

    def _fits_across(self, square: int, letter: int, *, down: bool) -> bool:
        """Does the letter on this square form a word the other way, or none at all?"""
        key = (square, down, letter)
        fits = self._fits.get(key)
        if fits is None:
            run = self.board.run(square, down=not down)
            cells = self.board.with_cells([(square, letter)]).cells
            text = self.alphabet.word(cells[each] for each in run)
            fits = self._fits[key] = len(run) == 1 or (
                self.shortest <= len(run) <= self.longest and self._is_word(text)
            )
        return fits

    def _is_word(self, text: str) -> bool:
        at = bisect_left(self.words, text)
        return at < len(self.words) and self.words[at] == text
