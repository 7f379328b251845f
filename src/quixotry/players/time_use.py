"""Where the time of a game goes: more to the turns that decide it, and what was not needed to those that follow."""

from __future__ import annotations

from quixotry.players.level import Level
from quixotry.rules.view import View

TILES_PER_TURN = 3.5
"""What a turn takes at least, on average of a game."""
WEIGHTS = ((15, 1.0), (5, 2.0), (1, 3.0), (0, 1.5))
"""How much more a turn is worth thinking over, with so many tiles in the bag or more: the last fifteen tiles decide
most games. With an empty bag everything is known and soon worked out."""
MOVE_MAX = 8
"""A level that has time for a game takes no more than so many usual moves' time for one."""


def share_of_time(bag: int, held: int, seats: int = 2) -> float:
    """What part of its time left a seat should spend on its turn, with so many tiles in the bag and on all racks."""
    now, later = _weight(bag), _weight(0)  # there may be one more turn than thought
    tiles = bag + held - TILES_PER_TURN * seats
    while tiles > 0:
        later += _weight(max(0, round(tiles - held)))
        tiles -= TILES_PER_TURN * seats
    return now / (now + later)


def thinking_ms(level: Level, view: View, usual_ms: int) -> int:
    """How long a computer of this level may think here, where `usual_ms` is what any has for a move."""
    if level.search is None or level.search.game_ms is None or view.seat is None:
        return usual_ms
    left_ms = max(0, level.search.game_ms - view.clock.used_ms[view.seat])
    seats = len(view.rack_sizes) - len(view.resigned)
    share = share_of_time(view.bag_count, sum(view.rack_sizes), seats)
    return min(max(usual_ms, round(share * left_ms)), MOVE_MAX * usual_ms)


def _weight(bag: int) -> float:
    return next(weight for least, weight in WEIGHTS if bag >= least)
