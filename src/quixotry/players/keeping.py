"""What kept tiles are worth to the seat on turn: by table, by what can be drawn, by what is left in the bag."""

from __future__ import annotations

from collections.abc import Callable

from quixotry.engine.plain_leaves import LeaveTable
from quixotry.engine.static_values import StaticValues
from quixotry.players.appraisal import leave_value
from quixotry.rules.view import View


class Keeping:
    """One position's answers, in points."""

    def __init__(self, view: View, values: StaticValues, leaves: LeaveTable | None) -> None:
        assert view.rack is not None
        self._view, self.values, self._leaves = view, values, leaves
        self._held, tiles = len(view.rack), view.ruleset.tiles
        self._worth: Callable[..., int] = tiles.value
        self._others, self._others_tiles = tiles.value(view.unseen), sum(view.rack_sizes) - self._held
        self._pool = None if leaves is None else values.pool(tiles, leaves, view.unseen)

    def after_play(self, kept: tuple[int, ...]) -> float:
        """With an empty bag what settling up will move, and what the turn given away costs."""
        worth, bag = self._worth(kept), self._view.bag_count
        if not bag:
            at_end = self.values.at_end
            return at_end(worth, self._others, self._others_tiles, is_out=not kept) / 1000
        return self.values.after(bag - self._held + len(kept), self._leave(kept), worth) / 1000

    def after_exchange(self, kept: tuple[int, ...]) -> float:
        """The bag is as full as before then."""
        return self._leave(kept) / 1000

    def _leave(self, kept: tuple[int, ...]) -> int:
        leave = round(1000 * leave_value(self._view.ruleset, kept, self._leaves))
        return leave if self._pool is None else leave + self._pool.change(kept, self._held - len(kept))
