"""Which squares may take the next tile of a turn (C7).

Guidance for hands, not a rule for plays: a finished play is judged by where its tiles lie. Every legal play
can be laid in some order that never leaves these squares.
"""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.rules.board import Board
from quixotry.rules.move import Placement


def open_squares(board: Board, laid: Sequence[Placement]) -> frozenset[int]:
    """The free squares that can take the next tile, given those laid so far this turn, in that order.

    The first tile goes on the start square of an empty board, else beside a tile. The next one goes beside
    it, or beyond the unbroken run of tiles on that side. From then on the row or column is settled.
    """
    layout = board.layout
    if not laid:
        if board.is_empty:
            return frozenset((layout.start,))
        free = (square for square in layout.squares if not board.cells[square])
        return frozenset(square for square in free if board.touches_tile(square))
    after = board.with_cells(laid)
    first = laid[0].square
    both_ways = len(laid) == 1
    directions = (False, True) if both_ways else (layout.column(first) == layout.column(laid[1].square),)
    ends: set[int] = set()
    for down in directions:
        run = after.run(first, down=down)
        ends.update(layout.behind(run[0], down=down)[:1])
        ends.update(layout.ahead(run[-1], down=down)[:1])
    return frozenset(ends)
