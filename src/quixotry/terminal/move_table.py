"""Moves and the facts about them, as a table and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quixotry.notation.moves import format_move
from quixotry.rules.move import Exchange, Play

if TYPE_CHECKING:
    from quixotry.analysis.advice import MoveAdvice
    from quixotry.analysis.lanes import Lane
    from quixotry.rules.view import View

NOTE = (
    "Worth: equity, the score plus the value of the leave. Win, hit back (the reply is a bingo) and next (your next "
    "turn is a bingo) are simulated. Opens: free word premiums; +/-: bingo lanes opened and closed."
)

LANES_NAMED_MAX = 4


def moves_table(view: View, moves: Sequence[MoveAdvice]) -> list[str]:
    """A header line, then one line per move; a dash stands for an unknown value."""
    alphabet, layout = view.ruleset.tiles.alphabet, view.ruleset.layout
    rows = [("move", "score", "keeps", "worth", "win", "hit back", "next", "opens")]
    for each in moves:
        opens = [layout.square_name(square) for square in each.opened]
        opens += [f"+{lane_sign(view, lane)}" for lane in each.lanes_opened]
        opens += [f"-{lane_sign(view, lane)}" for lane in each.lanes_closed]
        rows.append(
            (
                format_move(view.board, each.move, alphabet),
                str(each.score),
                alphabet.text(each.leave) or "-",
                "-" if each.equity is None else f"{each.equity:.1f}",
                _percent(each.win_chance, 1),
                _percent(each.reply_bingo),
                _percent(each.next_bingo),
                " ".join(opens) or "-",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    to_the_left = (0, 2, 7)
    return [
        "  ".join(
            cell.ljust(width) if column in to_the_left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def sentence(view: View, each: MoveAdvice) -> str:
    """The facts about a move as a sentence."""
    alphabet, layout = view.ruleset.tiles.alphabet, view.ruleset.layout
    kept = alphabet.text(each.leave)
    parts = [f"{_what_it_does(view, each)} and keeps {kept or 'nothing'}"]
    if each.equity is not None and kept:
        parts[0] += f" (worth {each.equity - each.score:+.1f})"
    if each.opened:
        names = ", ".join(layout.square_name(square) for square in each.opened)
        parts.append(f"it opens {names}")
    if each.lanes_opened:
        parts.append(f"it makes room for a bingo in {_lane_names(view, each.lanes_opened)}")
    if each.lanes_closed:
        parts.append(f"it closes {_lane_names(view, each.lanes_closed)} to bingos")
    if each.reply_score is not None and each.reply_bingo is not None:
        parts.append(
            f"the reply scores {each.reply_score:.0f} on average and is a bingo {each.reply_bingo:.0%} of the time"
        )
    if each.next_bingo:
        parts.append(f"you have a bingo next turn {each.next_bingo:.0%} of the time")
    if each.win_chance is not None:
        about = "about " if each.samples < each.draws else ""
        parts.append(f"it wins {about}{each.win_chance:.0%} of the time")
    if each.spread is not None:
        proven = ", which is proven" if each.is_proven else ""
        # No -0.
        parts.append(f"the expected lead at the end is {round(each.spread):+d}{proven}")
    return "; ".join(parts) + "."


def _what_it_does(view: View, each: MoveAdvice) -> str:
    if isinstance(each.move, Play):
        return f"Scores {each.score}"
    if isinstance(each.move, Exchange) and each.move.tiles:
        return f"Exchanges {view.ruleset.tiles.alphabet.text(each.move.tiles)}"
    return "Passes"


def lane_sign(view: View, lane: Lane) -> str:
    """`8` for a row, `H` for a column; `y+4` and `x-3` where squares are counted from the centre."""
    layout = view.ruleset.layout
    name = layout.column_name(lane.number) if lane.down else layout.row_name(lane.number)
    axis = "x" if lane.down else "y"
    return axis + name if layout.coordinates == "centre" else name


def _lane_names(view: View, lanes: Sequence[Lane]) -> str:
    if len(lanes) > LANES_NAMED_MAX:
        return f"{len(lanes)} lines"
    names = [f"{'column' if lane.down else 'row'} {lane_sign(view, lane)}" for lane in lanes]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _percent(number: float | None, digits: int = 0) -> str:
    return "-" if number is None else f"{number:.{digits}%}"
