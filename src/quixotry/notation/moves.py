"""Moves as a person types and reads them: `8H QUI(XO)TRY`, `exchange ABC`, `pass`.

A lower-case letter is a blank. Tiles already on the board may be typed as they are, as `.`, or in
parentheses; they are shown in parentheses.
"""

from __future__ import annotations

from collections.abc import Iterator

from quixotry.notation.coordinates import Start, format_start, looks_like_place, parse_start
from quixotry.notation.errors import (
    LetterDiffers,
    MoveUnreadable,
    NoNewTile,
    NoTileThere,
    RunsOffBoard,
    UnknownLetter,
)
from quixotry.rules.alphabet import Alphabet, ForeignSign, letter_of
from quixotry.rules.board import Board, Layout
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.scoring import is_down
from quixotry.values import frozen

MOVE_CHARACTERS_MAX = 200
THROUGH = "."


@frozen
class LaidTiles:
    """The tiles of a written play, laid along the board."""

    placements: tuple[Placement, ...]
    spelled_out: bool
    """Were tiles already on the board written as plain letters?"""


def parse_move(text: str, board: Board, alphabet: Alphabet) -> Move:
    """Any move: a play, `exchange ABC` (`swap` too), `pass`, `challenge [WORD ...]`, `accept`, `resign`."""
    _check_length(text)
    words = text.split()
    match [words[0].lower(), *words[1:]] if words else []:
        case ["pass"]:
            return Pass()
        case ["accept"]:
            return Accept()
        case ["resign"]:
            return Resign()
        case ["challenge", *disputed]:
            return Challenge(tuple(word.upper() for word in disputed))
        case ["exchange" | "swap", *tiles]:
            return Exchange(parse_tiles("".join(tiles), alphabet))
        case _:
            return parse_play(text, board, alphabet)


def parse_play(text: str, board: Board, alphabet: Alphabet) -> Play:
    """`8H WORD` as tiles on squares; the referee decides whether the play is legal."""
    start, tiles = split_play(text, board.layout)
    return Play(new_tiles(tiles, start, board, alphabet))


def split_play(text: str, layout: Layout) -> tuple[Start, str]:
    """Where a written play starts, and its tiles: `8H WORD` and `WORD 8H` are the same."""
    _check_length(text)
    words = text.split()
    if len(words) < 2:
        raise MoveUnreadable(text.strip(), 'type a square and a word, such as "8H WORD"')
    if looks_like_place(words[1]) and not looks_like_place(words[0]):
        words = [*words[1:], words[0]]
    return parse_start(" ".join(words[:-1]), layout), words[-1]


def new_tiles(tiles: str, start: Start, board: Board, alphabet: Alphabet) -> tuple[Placement, ...]:
    """The tiles a written play lays: one at least."""
    laid = lay_tiles(tiles, start, board, alphabet)
    if not laid.placements:
        raise NoNewTile(tiles)
    return laid.placements


def parse_tiles(text: str, alphabet: Alphabet) -> tuple[int, ...]:
    """Rack tiles, such as `ABC?`; case means nothing."""
    try:
        return alphabet.tiles(text)
    except ForeignSign as error:
        raise UnknownLetter(text, error.sign) from None


def lay_tiles(tiles: str, start: Start, board: Board, alphabet: Alphabet) -> LaidTiles:
    """Lay a written play along its line, square by square; every sign takes one square."""
    layout = board.layout
    line = (start.square, *layout.ahead(start.square, down=start.down))
    placements, spelled_out = [], False
    for at, (sign, in_parentheses) in enumerate(_signs(tiles)):
        if at == len(line):
            raise RunsOffBoard(tiles, layout.square_name(line[-1]))
        square = line[at]
        there = board.cells[square]
        cell = None if sign == THROUGH else _cell(sign, tiles, alphabet)
        if there:
            if cell is not None and letter_of(cell) != letter_of(there):
                raise LetterDiffers(layout.square_name(square), sign, alphabet.cell_sign(there))
            spelled_out |= cell is not None and not in_parentheses
        elif cell is None or in_parentheses:
            raise NoTileThere(layout.square_name(square), sign)
        else:
            placements.append(Placement(square, cell))
    return LaidTiles(tuple(placements), spelled_out)


def _signs(tiles: str) -> Iterator[tuple[str, bool]]:
    """Every sign that takes a square, and whether it stands in parentheses."""
    inside = False
    for sign in tiles:
        if sign in "()":
            if (sign == "(") == inside:
                raise MoveUnreadable(tiles, "its parentheses do not match")
            inside = not inside
        else:
            yield sign, inside
    if inside:
        raise MoveUnreadable(tiles, "its parentheses do not match")


def _cell(sign: str, tiles: str, alphabet: Alphabet) -> int:
    cell = alphabet.cell(sign)
    if cell is None:
        raise UnknownLetter(tiles, sign)
    return cell


def _check_length(text: str) -> None:
    if len(text) > MOVE_CHARACTERS_MAX:
        raise MoveUnreadable(text, f"it has {len(text)} characters; the limit is {MOVE_CHARACTERS_MAX}")


def play_start(board: Board, play: Play) -> Start:
    """Where the main word of a play starts, and its direction; `board` is the one it was laid on."""
    down = is_down(board, play.placements)
    after = board.with_cells(play.placements)
    return Start(after.run(play.placements[0].square, down=down)[0], down)


def format_play(board: Board, play: Play, alphabet: Alphabet) -> str:
    """`8H QUI(XO)TRY`, given the board before the play."""
    start = play_start(board, play)
    signs: list[str] = []
    inside = False
    for sign, is_new in play_signs(board, play, alphabet):
        if is_new == inside:
            signs.append(")" if inside else "(")
            inside = not inside
        signs.append(sign)
    if inside:
        signs.append(")")
    return f"{format_start(start, board.layout)} {''.join(signs)}"


def play_signs(board: Board, play: Play, alphabet: Alphabet) -> Iterator[tuple[str, bool]]:
    """The letters of the main word, each with whether this play laid it."""
    start = play_start(board, play)
    after = board.with_cells(play.placements)
    for square in after.run(start.square, down=start.down):
        yield alphabet.cell_sign(after.cells[square]), not board.cells[square]


def format_move(board: Board, move: Move, alphabet: Alphabet) -> str:
    """Any move, as `parse_move` reads it; `board` is the one before the move."""
    match move:
        case Play():
            return format_play(board, move, alphabet)
        case Exchange(tiles=tiles):
            return f"exchange {alphabet.text(tiles)}".rstrip()
        case Challenge(words=words):
            return " ".join(("challenge", *words))
        case _:
            return type(move).__name__.lower()
