"""Letters and the numbers that stand for them.

A letter is a number from 1 up. On a rack the blank is tile 0; on the board it is the letter it was named,
with `BLANK_BIT` set, because it keeps both its letter and its being worth nothing for the rest of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from quixotry.rules.errors import RulesetError
from quixotry.values import frozen
from quixotry.wording.phrases import quoted

BLANK = 0
"""The blank as a tile on a rack or in the bag."""

BLANK_BIT = 128
"""Set in a board cell when the tile that lies there is a blank."""

LETTERS_MAX = 50
BLANK_SIGN = "?"


class ForeignSign(ValueError):
    """A sign that stands for no tile. Whoever read the text says so in a sentence of their own."""

    def __init__(self, sign: str) -> None:
        super().__init__(f"{sign!r} is no tile of this game")
        self.sign = sign


def letter_of(cell: int) -> int:
    """The letter number a board cell shows, whether by a blank or not."""
    return cell & ~BLANK_BIT


def tile_of(cell: int) -> int:
    """The tile that lies in a board cell, as it was on the rack."""
    return BLANK if cell & BLANK_BIT else cell


@frozen
class Alphabet:
    """An ordered set of letters; the order decides the draw for first play (nearest to the first letter)."""

    letters: str
    """Upper case; letter number n is `letters[n - 1]`."""

    _numbers: dict[str, int] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.letters) <= LETTERS_MAX:
            raise RulesetError("tiles.alphabet", f"needs 1 to {LETTERS_MAX} letters, not {len(self.letters)}")
        for letter in self.letters:
            if len(letter.lower()) != 1 or letter.lower() == letter or letter.lower().upper() != letter:
                raise RulesetError(
                    "tiles.alphabet", f"{quoted(letter)} is not an upper-case letter that has a lower case"
                )
        if len(set(self.letters)) != len(self.letters):
            raise RulesetError("tiles.alphabet", "names a letter twice")
        numbers = {letter: number for number, letter in enumerate(self.letters, 1)}
        numbers |= {letter.lower(): number | BLANK_BIT for letter, number in numbers.items()}
        object.__setattr__(self, "_numbers", numbers)

    def __len__(self) -> int:
        return len(self.letters)

    def cell(self, sign: str) -> int | None:
        """The board cell a letter stands for (lower case is a blank), or None for a foreign sign."""
        return self._numbers.get(sign)

    def tile(self, sign: str) -> int | None:
        """The rack tile a sign stands for (`?` is the blank, case means nothing), or None."""
        if sign == BLANK_SIGN:
            return BLANK
        cell = self._numbers.get(sign)
        return None if cell is None else letter_of(cell)

    def tiles(self, text: str) -> tuple[int, ...]:
        """The rack tiles a text names, in its order: `ABC?`."""
        found = []
        for sign in text:
            tile = self.tile(sign)
            if tile is None:
                raise ForeignSign(sign)
            found.append(tile)
        return tuple(found)

    def text(self, tiles: Iterable[int]) -> str:
        """Rack tiles as text, in the order given: what `tiles` reads."""
        return "".join(map(self.tile_sign, tiles))

    def cell_sign(self, cell: int) -> str:
        """A board cell as text: upper case for a letter tile, lower case for a blank."""
        letter = self.letters[letter_of(cell) - 1]
        return letter.lower() if cell & BLANK_BIT else letter

    def tile_sign(self, tile: int) -> str:
        """A rack tile as text: its letter, or `?` for a blank."""
        return BLANK_SIGN if tile == BLANK else self.letters[tile - 1]

    def word(self, cells: Iterable[int]) -> str:
        """The upper-case word that board cells spell."""
        return "".join(self.letters[letter_of(cell) - 1] for cell in cells)
