"""A board for the plain generator: cross-sets, and the slots that a play could fill."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import NamedTuple

from quixotry.engine.static_values import premium_beside
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.alphabet import BLANK, BLANK_BIT
from quixotry.rules.ruleset import Ruleset


class Cross(NamedTuple):
    """What a free square means for the word across it."""

    letters: int
    """The cross-set: a mask of the letters that make a word there."""
    base: int
    """What the tiles of that word score."""
    times: int
    """What the new letter is multiplied by in it."""


class Slot(NamedTuple):
    """A stretch of a line between free squares or edges; a play fills all the free squares in it."""

    squares: range
    place: tuple[bool, int, int]
    """Down or across, the line, and the first square in it: plays of equal worth come in this order."""
    free: tuple[int, ...]
    """The places of its free squares."""
    through: tuple[tuple[int, int], ...]
    """The places and cells of the tiles that lie there."""
    crossed: tuple[tuple[int, int], ...]
    """The places with cross-sets, and those."""
    weights: tuple[int, ...]
    """What the value of a letter on each free square is multiplied by, in all words together."""
    base: int
    """Points that are certain: of the tiles that lie there, and the bonus."""


class PlainBoard:
    """The cells of a board, and what may be laid where."""

    def __init__(self, ruleset: Ruleset, lexicon: Lexicon) -> None:
        self._ruleset, self._lexicon, self._layout = ruleset, lexicon, ruleset.layout
        values = ruleset.tiles.values
        self.face = [*values, *[0] * (BLANK_BIT - len(values)), *[values[BLANK]] * len(values)]
        """What a cell counts."""
        self._beside = {
            down: [premium_beside(self._layout, square, down=down) for square in self._layout.squares]
            for down in (False, True)
        }
        self.set_cells(bytes(len(self._layout.squares)))

    def set_cells(self, cells: bytes) -> None:
        """Take a board's cells, and work out its cross-sets."""
        if len(cells) != len(self._layout.squares):
            raise ValueError("a board of another size")
        self._cells = cells
        self._start = None if any(cells) else self._layout.start
        self._crosses = self._cross_sets(down=False), self._cross_sets(down=True)

    @property
    def is_empty(self) -> bool:
        """Is the first play still to come?"""
        return self._start is not None

    def beside_premium(self, slot: Slot) -> Iterator[bool]:
        """Of each free square of a slot: does one next to it, across the slot, multiply a letter?"""
        beside = self._beside[slot.place[0]]
        return (beside[slot.squares[at]] for at in slot.free)

    def slots(self, size: int, letters: int) -> Iterator[Slot]:
        """Every slot for a rack of this size, with these letters (a mask) to be laid."""
        layout = self._layout
        for number in range(layout.height):
            line = range(number * layout.width, (number + 1) * layout.width)
            yield from self._slots_in(line, (False, number), size, letters)
        for number in range(layout.width):
            line = range(number, len(layout.squares), layout.width)
            yield from self._slots_in(line, (True, number), size, letters)

    def _cross_sets(self, *, down: bool) -> dict[int, Cross]:
        """For plays of an orientation: the free squares beside which tiles lie across it."""
        layout, cells, rules = self._layout, self._cells, self._ruleset.words
        alphabet = self._ruleset.tiles.alphabet
        found = {}
        for square in layout.squares:
            before = () if cells[square] else _run(cells, layout.behind(square, down=not down))
            after = () if cells[square] else _run(cells, layout.ahead(square, down=not down))
            if not before and not after:
                continue
            letters = 0
            if rules.shortest <= len(before) + 1 + len(after) <= rules.longest:
                head, tail = alphabet.word(reversed(before)), alphabet.word(after)
                for number, letter in enumerate(alphabet.letters, 1):
                    if head + letter + tail in self._lexicon:
                        letters |= 1 << number
            face = sum(self.face[cell] for cell in (*before, *after))
            times = layout.word_multipliers[square]
            found[square] = Cross(letters, face * times, layout.letter_multipliers[square] * times)
        return found

    def _slots_in(self, line: range, name: tuple[bool, int], size: int, letters: int) -> Iterator[Slot]:
        cells, crosses, rules = self._cells, self._crosses[name[0]], self._ruleset.words
        for first in range(len(line)):
            if first and cells[line[first - 1]]:
                continue
            free, touches = 0, False
            for last in range(first, min(len(line), first + rules.longest)):
                square = line[last]
                if not cells[square]:
                    cross = crosses.get(square)
                    free += 1
                    if free > size or (cross is not None and not cross.letters & letters):
                        break
                    touches = touches or cross is not None or square == self._start
                else:
                    touches = True
                if last + 1 < len(line) and cells[line[last + 1]]:
                    continue
                if touches and free and last - first + 1 >= max(2, rules.shortest):
                    slot = self._slot(line[first : last + 1], (*name, first))
                    # One tile that makes words both ways is one play, found across.
                    if not (name[0] and free == 1 and slot.crossed):
                        yield slot

    def _slot(self, squares: range, place: tuple[bool, int, int]) -> Slot:
        layout, cells, crosses = self._layout, self._cells, self._crosses[place[0]]
        free = tuple(at for at, square in enumerate(squares) if not cells[square])
        through = tuple((at, cells[square]) for at, square in enumerate(squares) if cells[square])
        times = prod(layout.word_multipliers[squares[at]] for at in free)
        bonus = self._ruleset.bonus
        base = bonus.points if len(free) >= bonus.tiles else 0
        base += times * sum(self.face[cell] for _, cell in through)
        weights, crossed = [], []
        for at in free:
            weight = layout.letter_multipliers[squares[at]] * times
            cross = crosses.get(squares[at])
            if cross is not None:
                weight += cross.times
                base += cross.base
                crossed.append((at, cross.letters))
            weights.append(weight)
        return Slot(squares, place, free, through, tuple(crossed), tuple(weights), base)


def _run(cells: bytes, squares: Iterable[int]) -> tuple[int, ...]:
    """The tiles on these squares up to the first free one."""
    found = []
    for square in squares:
        if not cells[square]:
            break
        found.append(cells[square])
    return tuple(found)
