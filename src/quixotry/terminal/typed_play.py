"""A play as people type it, when case has not been thought about: the rack says which tiles are meant.

    jaw, JAW    letters of the rack first; a blank only for a letter the rack does not have
    JaW         exact: a lower-case letter among capitals is a blank, if the rack has one
    J?W         a blank; its letter is asked for

Where one of several equal letters must be the blank, it is the one that leaves the play the highest score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, islice, product

from quixotry.notation.coordinates import Start
from quixotry.notation.errors import MoveUnreadable
from quixotry.notation.moves import new_tiles, split_play
from quixotry.rules.alphabet import BLANK, BLANK_BIT, BLANK_SIGN, Alphabet, letter_of, tile_of
from quixotry.rules.errors import IllegalMove
from quixotry.rules.legality import judge_play
from quixotry.rules.move import Placement, Play
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View
from quixotry.values import frozen
from quixotry.wording.phrases import listed

CHOICES_MAX = 500
"""So many ways to choose the blanks among equal letters are compared; with seven tiles there are never more than 35."""


@frozen
class UnnamedBlanks:
    """A play with `?` in it: nobody has said yet which letters the blanks stand for."""

    start: Start
    tiles: str

    @property
    def question(self) -> str:
        count = self.tiles.count(BLANK_SIGN)
        return "Which letter is the blank? " if count == 1 else f"Which {count} letters are the blanks? "

    def named(self, letters: str, view: View) -> Play:
        """The play with these letters for its blanks, in their order."""
        given = "".join(letters.split())
        count = self.tiles.count(BLANK_SIGN)
        if len(given) != count:
            wanted = "one letter" if count == 1 else f"{count} letters"
            raise MoveUnreadable(self.tiles, f"its {BLANK_SIGN} needs {wanted}")
        names = iter(given)
        spelled = "".join(next(names) if sign == BLANK_SIGN else sign for sign in self.tiles)
        asked = {at for at, sign in enumerate(self.tiles) if sign == BLANK_SIGN}
        return _play(self.start, spelled, asked, view)


def parse_typed_play(text: str, view: View) -> Play | UnnamedBlanks:
    """`8H WORD` or `WORD 8H` for the seat that looks, or a `NotationError`."""
    start, tiles = split_play(text, view.board.layout)
    return UnnamedBlanks(start, tiles) if BLANK_SIGN in tiles else _play(start, tiles, set(), view)


def blanks_text(play: Play, view: View) -> str:
    """Which tiles of a play are blanks, in a sentence; empty where none is."""
    alphabet, layout = view.ruleset.tiles.alphabet, view.board.layout
    named = [
        f"the {alphabet.word((cell,))} on {layout.square_name(square)}"
        for square, cell in play.placements
        if cell & BLANK_BIT
    ]
    if not named:
        return ""
    sentence = (
        f"{listed(named)} {'is a blank and scores' if len(named) == 1 else 'are blanks and score'} nothing."
    )
    return sentence[0].upper() + sentence[1:]


def _play(start: Start, spelled: str, asked: set[int], view: View) -> Play:
    """`asked` are the places in the text that are blanks whatever else the rack could do."""
    alphabet = view.ruleset.tiles.alphabet
    rack = view.rack or view.ruleset.tiles.none
    typed = [sign for at, sign in enumerate(spelled) if at not in asked and alphabet.cell(sign) is not None]
    is_exact = rack.counts[BLANK] > 0 and any(map(str.islower, typed)) and any(map(str.isupper, typed))
    exact = "".join(
        sign.lower() if at in asked else sign if is_exact else _upper(sign, alphabet)
        for at, sign in enumerate(spelled)
    )
    laid = new_tiles(exact, start, view.board, alphabet)
    blanks = sum(tile_of(cell) == BLANK for _, cell in laid)
    if is_exact:
        _check_blanks(spelled, blanks, rack)
        return Play(laid)
    return _with_blanks(laid, rack, rack.counts[BLANK] - blanks, view)


def _upper(sign: str, alphabet: Alphabet) -> str:
    cell = alphabet.cell(sign)
    return sign if cell is None else alphabet.word((cell,))


def _check_blanks(spelled: str, blanks: int, rack: Tiles) -> None:
    held = rack.counts[BLANK]
    if blanks > held:
        raise MoveUnreadable(
            spelled,
            f"a lower-case letter among capitals is a blank, and your rack has only {held}; "
            f"type {spelled.upper()} to use your letters first",
        )


def _with_blanks(laid: tuple[Placement, ...], rack: Tiles, spare: int, view: View) -> Play:
    """The play with spare blanks for the letters the rack does not have, where that is enough."""
    needed = Counter(cell for _, cell in laid if tile_of(cell) != BLANK)
    short = {cell: count - rack.counts[cell] for cell, count in needed.items() if count > rack.counts[cell]}
    if not 0 < sum(short.values()) <= spare:
        return Play(laid)
    plays = (_turned(laid, squares) for squares in _choices(laid, short))
    return max(islice(plays, CHOICES_MAX), key=lambda play: _score(play, rack, view))


def _choices(laid: tuple[Placement, ...], short: dict[int, int]) -> Iterator[frozenset[int]]:
    """Every choice of squares for the blanks, the last of equal letters first."""
    each = [
        combinations([square for square, there in reversed(laid) if there == cell], count)
        for cell, count in short.items()
    ]
    return (frozenset(chain(*chosen)) for chosen in product(*each))


def _turned(laid: tuple[Placement, ...], squares: frozenset[int]) -> Play:
    return Play(
        tuple(Placement(at, letter_of(cell) | BLANK_BIT if at in squares else cell) for at, cell in laid)
    )


def _score(play: Play, rack: Tiles, view: View) -> int:
    try:
        return judge_play(view.board, rack, play, view.ruleset).total
    except IllegalMove:
        return 0  # refused for where it lies, whichever letter is the blank
