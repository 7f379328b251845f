"""CGP: a position in one line, `rows racks scores zeros [operations]`.

Rows are joined by `/`, digits stand for runs of empty squares, lower case for blanks. Racks and scores are
joined by `/` with the player on turn first; an unknown rack is empty. `zeros` counts scoreless turns
in a row. Operations end with `;`, such as `lex NAME;`.
"""

from __future__ import annotations

from itertools import groupby

from quixotry.notation.errors import CgpError
from quixotry.notation.figures import parse_figure
from quixotry.rules.alphabet import BLANK_SIGN, Alphabet, ForeignSign
from quixotry.rules.board import Board, Layout
from quixotry.rules.ruleset import SEATS_MAX
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen
from quixotry.wording.phrases import quoted

CGP_CHARACTERS_MAX = 4096
RACK_TILES_MAX = 10
FIGURES_MAX = 6


@frozen
class Operation:
    """`lex NAME;` and the like."""

    name: str
    value: str = ""


@frozen
class Cgp:
    board: Board
    racks: tuple[Tiles, ...]
    """The player on turn first; empty if unknown."""
    scores: tuple[int, ...]
    """In the order of the racks."""
    zeros: int
    """Scoreless turns in a row, up to now."""
    operations: tuple[Operation, ...] = ()


def parse_cgp(text: str, layout: Layout, alphabet: Alphabet) -> Cgp:
    """A position on this board with these letters; a short or long row is named in the error."""
    if len(text) > CGP_CHARACTERS_MAX:
        raise CgpError("text", f"has {len(text)} characters; the limit is {CGP_CHARACTERS_MAX}")
    parts = text.split(maxsplit=4)
    if len(parts) < 4:
        raise CgpError("text", f"has {len(parts)} of four parts: rows, racks, scores and zeros")
    rows, racks, scores, zeros = parts[:4]
    points = tuple(_figure(score, "scores") for score in scores.split("/"))
    if not 1 <= len(points) <= SEATS_MAX:
        raise CgpError("scores", f"name {len(points)} players; the limit is {SEATS_MAX}")
    return Cgp(
        board=Board(layout, _cells(rows, layout, alphabet)),
        racks=_racks(racks, len(points), alphabet),
        scores=points,
        zeros=_figure(zeros, "zeros", signed=False),
        operations=_operations(parts[4]) if len(parts) > 4 else (),
    )


def format_cgp(cgp: Cgp, alphabet: Alphabet) -> str:
    layout = cgp.board.layout
    rows = (cgp.board.cells[row * layout.width :][: layout.width] for row in range(layout.height))
    parts = [
        "/".join(_row_text(row, alphabet) for row in rows),
        "/".join(rack.text(alphabet) for rack in cgp.racks),
        "/".join(map(str, cgp.scores)),
        str(cgp.zeros),
    ]
    parts += [f"{operation.name} {operation.value}".rstrip() + ";" for operation in cgp.operations]
    # A single player with an unknown rack would leave nothing between two spaces.
    parts[1] = parts[1] or "/"
    return " ".join(parts)


def _row_text(row: bytes, alphabet: Alphabet) -> str:
    runs = ((is_empty, tuple(cells)) for is_empty, cells in groupby(row, key=lambda cell: not cell))
    return "".join(
        str(len(cells)) if is_empty else "".join(map(alphabet.cell_sign, cells)) for is_empty, cells in runs
    )


def _cells(text: str, layout: Layout, alphabet: Alphabet) -> bytes:
    rows = text.split("/")
    if len(rows) != layout.height:
        raise CgpError("text", f"has {len(rows)} rows; this board has {layout.height}")
    cells = bytearray()
    for number, row in enumerate(rows, 1):
        cells += _row_cells(row, number, layout.width, alphabet)
    return bytes(cells)


def _row_cells(row: str, number: int, width: int, alphabet: Alphabet) -> bytearray:
    where = f"row {number}"
    cells, empty = bytearray(), 0
    for sign in row:
        if sign in "0123456789":
            empty = 10 * empty + int(sign)
        else:
            cell = alphabet.cell(sign)
            if cell is None:
                blank = "; a blank is the lower-case letter it stands for" if sign == BLANK_SIGN else ""
                raise CgpError(where, f"contains {quoted(sign)}, which is not a letter of this game{blank}")
            cells += bytes(empty)
            cells.append(cell)
            empty = 0
        # Checked at every sign, so a run of 999999999 squares is never built.
        if len(cells) + empty > width:
            raise CgpError(where, f"has more than {width} squares")
    cells += bytes(empty)
    if len(cells) < width:
        raise CgpError(where, f"has only {len(cells)} of {width} squares")
    return cells


def _racks(text: str, players: int, alphabet: Alphabet) -> tuple[Tiles, ...]:
    racks = ["", ""][:players] if text == "/" else text.split("/")
    if len(racks) > players:
        raise CgpError("racks", f"are for {len(racks)} players, but scores for {players}")
    racks += [""] * (players - len(racks))
    return tuple(_rack(rack, alphabet) for rack in racks)


def _rack(text: str, alphabet: Alphabet) -> Tiles:
    if len(text) > RACK_TILES_MAX:
        raise CgpError("racks", f"include one of {len(text)} tiles; the limit is {RACK_TILES_MAX}")
    try:
        return Tiles.of(alphabet.tiles(text), len(alphabet) + 1)
    except ForeignSign as error:
        raise CgpError("racks", f"contain {quoted(error.sign)}, which is not a tile of this game") from None


def _figure(text: str, part: str, *, signed: bool = True) -> int:
    figure = parse_figure(text, digits_max=FIGURES_MAX, signed=signed)
    if figure is None:
        raise CgpError(part, f"must be whole numbers of at most {FIGURES_MAX} digits, not {quoted(text)}")
    return figure


def _operations(text: str) -> tuple[Operation, ...]:
    *parts, rest = text.split(";")
    if rest.strip():
        raise CgpError("operations", f"must each end with a semicolon; {quoted(rest.strip())} does not")
    operations = []
    for part in parts:
        name, _, value = part.strip().partition(" ")
        if not name:
            raise CgpError("operations", "must each have a name")
        operations.append(Operation(name, " ".join(value.split())))
    return tuple(operations)
