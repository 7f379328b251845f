"""What the others' last plays tell about their racks, from nothing but what a seat may know."""

from __future__ import annotations

from quixotry.engine.inference import Made
from quixotry.rules.view import View


def last_plays(view: View) -> tuple[Made | None, ...]:
    """For each other seat still playing, in the order of turns: its last play, if its last turn was one."""
    seats = len(view.scores)
    assert view.seat is not None
    others = [(view.seat + n) % seats for n in range(1, seats)]
    return tuple(_last_play(view, seat) for seat in others if seat not in view.resigned)


def _last_play(view: View, seat: int) -> Made | None:
    board = view.board
    for turn in reversed(view.turns):
        board = board.with_cells((square, 0) for square, _ in turn.placements)
        if turn.seat == seat:
            # Only while the bag lasts was the rack full, so that what was kept can be counted.
            kept = view.ruleset.rack.size - len(turn.placements)
            if turn.kind != "play" or turn.bag_empty or not turn.placements or kept > view.rack_sizes[seat]:
                return None
            return Made(board, turn.placements, turn.score, kept)
    return None
