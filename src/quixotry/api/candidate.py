"""Moves with what they are worth, as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from html import escape

from quixotry.notation.moves import format_move
from quixotry.rules.move import Move
from quixotry.rules.view import View
from quixotry.values import frozen


@frozen
class Candidate:
    """A move with what it is worth; `Game.push` takes it as it is.

    >>> import quixotry as qx
    >>> best = qx.Game("tournament", seed="3d3").best_moves(1)[0]
    >>> best
    Candidate('8D JIFFIES', score=106, leave='', equity=104.5)
    >>> best.text, best.score
    ('8D JIFFIES', 106)
    """

    view: View = field(compare=False)
    """The position the move belongs to."""
    move: Move
    score: int
    kept: tuple[int, ...]
    """The tiles kept, by number."""
    equity: float | None = None
    """Score plus the value of the leave, in points."""
    win_chance: float | None = None
    """Between 0 and 1; None without looking ahead."""
    spread: float | None = None
    """The expected lead at the end of the game."""
    is_proven: bool = False
    """Are win chance and spread exact?"""
    samples: int = 0
    """How many rollouts this rests on."""

    # Texts are made when asked for: a rack with a blank has thousands of plays, and a bot reads few of them.

    @property
    def text(self) -> str:
        """The move as people write it: `8D QUIXOTE`, `exchange QV`, `pass`."""
        return format_move(self.view.board, self.move, self.view.ruleset.tiles.alphabet)

    @property
    def leave(self) -> str:
        """The tiles kept, as text."""
        return self.view.ruleset.tiles.alphabet.text(self.kept)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        parts = [f"{self.text!r}, score={self.score}, leave={self.leave!r}"]
        if self.equity is not None:
            parts.append(f"equity={self.equity:.1f}")
        if self.win_chance is not None:
            parts.append(f"win_chance={self.win_chance:.3f}")
        if self.spread is not None:
            parts.append(f"spread={self.spread:+.1f}")
        parts += ["proven"] * self.is_proven
        return f"Candidate({', '.join(parts)})"


class MoveTable(tuple[Candidate, ...]):
    """Candidates, best first: a tuple that prints as a table.

    >>> import quixotry as qx
    >>> moves = qx.Game("tournament", seed="3d3").best_moves(3)
    >>> moves
    move        score  leave  equity
    8D JIFFIES    106          104.5
    H4 JIFFIES    106          104.5
    8B JIFFIES     98           95.0
    >>> moves[0].leave
    ''
    """

    __slots__ = ()

    def __new__(cls, moves: Iterable[Candidate] = ()) -> MoveTable:
        return super().__new__(cls, moves)

    def __repr__(self) -> str:
        if not self:
            return "no moves"
        rows = self._rows()
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if head in ("move", "leave") else cell.rjust(width)
                for head, cell, width in zip(rows[0], row, widths, strict=True)
            ).rstrip()
            for row in rows
        )

    def _repr_html_(self) -> str:
        head, *rows = self._rows()
        lines = [f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"]
        lines += [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
        return f"<table>{''.join(lines)}</table>"

    def _rows(self) -> list[list[str]]:
        """Head and lines; a column nobody can fill is left out."""
        columns = {
            "move": [each.text for each in self],
            "score": [str(each.score) for each in self],
            "leave": [each.leave for each in self],
            "equity": ["" if each.equity is None else f"{each.equity:.1f}" for each in self],
            "win": ["" if each.win_chance is None else f"{each.win_chance:.1%}" for each in self],
            "spread": ["" if each.spread is None else f"{each.spread:+.1f}" for each in self],
            "proven": ["yes" if each.is_proven else "" for each in self],
        }
        kept = {
            head: cells for head, cells in columns.items() if head in ("move", "score", "leave") or any(cells)
        }
        return [list(kept), *map(list, zip(*kept.values(), strict=True))]
