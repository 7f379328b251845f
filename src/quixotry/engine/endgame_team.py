"""An endgame searched by several threads at once, each with a board of its own, over one transposition table.

All search the whole tree; which parts of it others are at they learn from `native/claims.py`. The first to come to the
end has the answer, and one whose budget is spent stops all.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from quixotry.engine.endings import Endings
from quixotry.engine.native.endgame import Endgame
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen


@frozen
class SearchResult:
    """What one search to a depth came to."""

    value: int
    is_proven: bool
    is_finished: bool


class EndgameTeam:
    """Searches of one position, one thread each. With a single one nothing is left to chance."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag, threads: int) -> None:
        self.first = Endgame(ruleset, graph)
        self._all = [self.first, *(Endgame(ruleset, graph, beside=self.first) for _ in range(threads - 1))]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.is_out_of_nodes = self.is_stopped = False

    @property
    def nodes(self) -> int:
        """Looked at so far by all, in all questions."""
        return sum(each.position.nodes for each in self._all)

    def cancel(self) -> None:
        """Make a search that is under way answer with what it has; from any thread."""
        for each in self._all:
            each.position.cancelled = True

    def set_position(self, board: Board, own: Tiles, other: Tiles, endings: Endings) -> None:
        """A board, the rack on turn and the other one, and how the game may end."""
        for each in self._all:
            each.position.cancelled = False
            each.set_position(board.cells, tuple(own), tuple(other), endings)

    def deepen(self, depth: int, nodes_max: int, seconds: float, guess: int | None) -> SearchResult | None:
        """One search of so many nodes, in equal shares; None if nothing came of it."""
        share = max(1, nodes_max // len(self._all))
        limits = [each.position.nodes + share for each in self._all]
        self.first.claims.is_over = False

        def search(number: int) -> tuple[int, bool, bool] | None:
            return self._all[number].deepen(depth, limits[number], seconds, guess)

        # The first works in this thread, which would only wait otherwise.
        others = (
            [self._pool.submit(search, number) for number in range(1, len(self._all))] if self._pool else []
        )
        found = [search(0), *(other.result() for other in others)]
        self.is_stopped = all(each.position.stopped for each in self._all)
        self.is_out_of_nodes = any(
            each.position.nodes >= limit for each, limit in zip(self._all, limits, strict=True)
        )
        answers = [(*answer, each) for answer, each in zip(found, self._all, strict=True) if answer]
        if not answers:
            return None
        # Who is finished knows best, and of those who are not whoever found most.
        value, is_whole, is_finished, best = max(answers, key=lambda answer: (answer[2], answer[0]))
        for each in self._all:
            each.take_best(best)
        # Plays that found no room may be missing from what any of them left in the table.
        is_whole = is_whole and not any(each.lines.plays.failed for each in self._all)
        return SearchResult(value, is_whole, is_finished)
