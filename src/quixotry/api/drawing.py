"""Boards, racks and games as SVG: pictures that carry their own colours and can stand on any page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape

from quixotry.api.palette import style
from quixotry.rules.alphabet import BLANK_SIGN
from quixotry.rules.board import Board, Layout
from quixotry.rules.tiles import TileSet
from quixotry.values import frozen

UNIT = 40
EDGE = 24
MARGIN = 8
SHOWN_AT = 0.75
"""Pictures are drawn at the size of the app's board and shown a little smaller, as a notebook has other content."""
_STAR = "M0 -12L2.9 -4L11.4 -3.7L4.8 1.5L7.1 9.7L0 5L-7.1 9.7L-4.8 1.5L-11.4 -3.7L-2.9 -4Z"
_NAME_SIGNS = 16


@frozen
class PlayerLine:
    """What a game's picture says of a player."""

    name: str
    score: int
    is_on_turn: bool = False


def board_svg(board: Board, tiles: TileSet, *, last: Collection[int] = ()) -> str:
    """The board; the tiles on the squares `last` are outlined."""
    width, height = _board_size(board.layout)
    return _picture(width, height, _board_parts(board, tiles, last), label="Board")


def rack_svg(signs: str, tiles: TileSet) -> str:
    """A rack, `?` for a blank."""
    width = max(1, len(signs)) * UNIT + 2 * MARGIN
    return _picture(width, UNIT + 2 * MARGIN, _rack_parts(signs, tiles, 0, 0, width), label=f"Rack {signs}")


def game_svg(
    board: Board,
    tiles: TileSet,
    *,
    last: Collection[int],
    players: Sequence[PlayerLine],
    rack: str,
    notes: Sequence[str],
) -> str:
    """The board, and below it the players with their scores, the rack on turn and a line or two of text."""
    width, height = _board_size(board.layout)

    def parts() -> Iterator[str]:
        yield from _board_parts(board, tiles, last)
        top = height + MARGIN
        yield f'<rect class="qx-surface" x="0.5" y="{top}" width="{width - 1}" height="134" rx="10"/>'
        yield from _player_parts(players, top, width)
        if rack:
            tray = len(rack) * UNIT + 2 * MARGIN
            yield from _rack_parts(rack, tiles, 14, top + 66, tray)
        left = 14 if not rack else len(rack) * UNIT + 2 * MARGIN + 30
        room = int((width - left) / 8)
        for number, note in enumerate(notes[:2]):
            yield _text("qx-note", left, top + 89 + 22 * number, _cut(note, room))

    return _picture(width, height + MARGIN + 135, parts(), label="Game")


def _picture(width: float, height: float, parts: Iterator[str], *, label: str) -> str:
    size = f'width="{width * SHOWN_AT:g}" height="{height * SHOWN_AT:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="qx-picture" role="img" {size}>'
    return "".join((head, f"<title>{escape(label)}</title>", style(), *parts, "</svg>"))


def _board_size(layout: Layout) -> tuple[int, int]:
    return layout.width * UNIT + EDGE + MARGIN, layout.height * UNIT + EDGE + MARGIN


def _board_parts(board: Board, tiles: TileSet, last: Collection[int]) -> Iterator[str]:
    layout = board.layout
    width, height = _board_size(layout)
    yield f'<rect class="qx-frame" width="{width}" height="{height}" rx="10"/>'
    for column, name in enumerate(column_names(layout)):
        yield _text("qx-coordinate", EDGE + column * UNIT + UNIT / 2, 16, name)
    for row, name in enumerate(row_names(layout)):
        yield _text("qx-coordinate", 12, EDGE + row * UNIT + UNIT / 2 + 4.5, name)
    for square in layout.squares:
        x, y = EDGE + layout.column(square) * UNIT, EDGE + layout.row(square) * UNIT
        premium = layout.premium_name(square).lower()
        kinds = f"qx-square qx-{premium}" if premium else "qx-square"
        yield f'<rect class="{kinds}" x="{x + 1}" y="{y + 1}" width="{UNIT - 2}" height="{UNIT - 2}" rx="4"/>'
        cell = board.cells[square]
        if cell:
            sign = tiles.alphabet.cell_sign(cell)
            yield _tile(sign, tiles, x, y, is_last=square in last)
        elif square == layout.start:
            yield f'<path class="qx-star" d="{_STAR}" transform="translate({x + 20} {y + 20.5})"/>'
        elif premium:
            yield _text(f"qx-label qx-{premium}-ink", x + 20, y + 24.5, premium.upper())


def _rack_parts(signs: str, tiles: TileSet, x: float, y: float, width: float) -> Iterator[str]:
    yield f'<rect class="qx-frame" x="{x:g}" y="{y:g}" width="{width:g}" height="{UNIT + 2 * MARGIN}" rx="10"/>'
    for place, sign in enumerate(signs):
        yield _tile(sign, tiles, x + MARGIN + place * UNIT, y + MARGIN)


def _player_parts(players: Sequence[PlayerLine], top: float, width: float) -> Iterator[str]:
    room = (width - 28) / max(2, len(players))
    for number, player in enumerate(players):
        x = 14 + number * room
        kinds = "qx-name qx-on-turn" if player.is_on_turn else "qx-name"
        if player.is_on_turn:
            yield f'<circle class="qx-turn" cx="{x + 5:g}" cy="{top + 21:g}" r="5"/>'
        yield _text(kinds, x + 18, top + 26, _cut(player.name, _NAME_SIGNS))
        yield _text("qx-score", x + 18, top + 52, str(player.score))


def _tile(sign: str, tiles: TileSet, x: float, y: float, *, is_last: bool = False) -> str:
    is_blank = sign == BLANK_SIGN or sign != sign.upper()
    kinds = ["qx-blank"] * is_blank + ["qx-last"] * is_last
    letter = "" if sign == BLANK_SIGN else sign.upper()
    value = "" if is_blank else str(tiles.values[_number(sign, tiles)])
    # A value of two digits would touch the letter: it makes room.
    across, up = (20.0, 27.5) if is_blank else (18.5, 27.5) if len(value) < 2 else (15.5, 25.5)
    parts = [
        f'<g class="{" ".join(kinds)}" transform="translate({x:g} {y:g})">' if kinds
        else f'<g transform="translate({x:g} {y:g})">',
        '<rect class="qx-side" x="2" y="3.5" width="36" height="35.5" rx="5"/>',
        '<rect class="qx-face" x="2" y="1.5" width="36" height="35" rx="5"/>',
        _text("qx-letter", across, up, letter) if letter else "",
        _text("qx-value", 35, 33.5, value) if value else "",
    ]  # fmt: skip
    return "".join((*parts, "</g>"))


def _number(sign: str, tiles: TileSet) -> int:
    number = tiles.alphabet.tile(sign)
    assert number is not None, f"{sign} is no tile of this set"
    return number


def _text(kinds: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kinds}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _cut(text: str, signs: int) -> str:
    return text if len(text) <= signs else text[: max(1, signs - 1)] + "…"


def row_names(layout: Layout) -> list[str]:
    """What the rows are called at the board's edge, top to bottom."""
    if layout.coordinates == "centre":
        return [f"{layout.row(layout.start) - row:+d}" for row in range(layout.height)]
    return [str(row + 1) for row in range(layout.height)]


def column_names(layout: Layout) -> list[str]:
    """What the columns are called, left to right."""
    if layout.coordinates == "centre":
        return [f"{column - layout.column(layout.start):+d}" for column in range(layout.width)]
    return [chr(ord("A") + column) for column in range(layout.width)]
