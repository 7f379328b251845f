"""A game laid open: every tile is known, those of the bag in the order they come out. What does a move come to?

Both sides know everything, so the endgame search answers, with tiles still to be drawn if there are any. It is asked
for as little as possible: who wins is found many times sooner than by how much.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from quixotry.engine.endings import Endings, endings_of
from quixotry.engine.moves import Candidate
from quixotry.engine.solver import DEPTH_MAX
from quixotry.lexicon.compiled import COMPILED, require_compiled
from quixotry.rules.board import Board
from quixotry.rules.exchange import pass_kind
from quixotry.rules.move import Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.runs import full_run
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

if COMPILED:
    from quixotry.engine.native.endgame import Endgame
    from quixotry.lexicon.gaddag import Gaddag

WINDOW_POINTS = 20
"""Around a guess at a value; what lies outside is asked for again with a window five times as wide."""
WINDOW_MAX = 200_000
WIDTH_MAX = 1 << 20
"""More moves than any position has."""
SIGHT_DEPTH = 2
SIGHT_WIDTH = 16
"""Second sight looks at so many plies after the move, and at so many moves of each position (decision 0033)."""


@frozen
class Budget:
    """How far one question may go."""

    nodes_max: int
    until: float
    """By `time.monotonic`."""


@frozen
class LaidMove:
    """A move as the search takes it: where its tiles lie, in their order, and what it scores."""

    first: int
    is_down: bool
    cells: bytes
    """None for a move that lays nothing."""
    score: int

    @classmethod
    def of(cls, candidate: Candidate, width: int) -> LaidMove:
        if not isinstance(candidate.move, Play):
            return cls(0, False, b"", 0)
        laid = sorted(candidate.move.placements, key=lambda placement: placement.square)
        first, last = laid[0].square, laid[-1].square
        cells = bytes(placement.cell for placement in laid)
        return cls(first, first // width != last // width, cells, candidate.score)


class OpenGame:
    """Positions of one ruleset and lexicon. One thread uses it at a time; another may `cancel`. Those `sharing` with
    another one have its transposition table, and may be used at the same time."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag, *, sharing: OpenGame | None = None) -> None:
        require_compiled("Going through the last draws")
        self._ruleset = ruleset
        self._endgame: Endgame = Endgame(ruleset, graph, sharing=sharing._endgame if sharing else None)
        self._asked: tuple[Board, Tiles, tuple[Turn, ...], tuple[int, ...], bool] | None = None
        self._endings: tuple[Endings, Endings | None]

    @property
    def nodes(self) -> int:
        """Looked at so far, in all questions."""
        return self._endgame.position.nodes

    def set_graph(self, graph: Gaddag) -> None:
        """Take words from another graph, in positions it has all plays of."""
        self._endgame.lines.set_graph(graph)

    def cancel(self) -> None:
        """Make a search that is under way give up."""
        self._endgame.position.cancelled = True

    def resume(self) -> None:
        """Answer questions again."""
        self._endgame.position.cancelled = False

    def set_position(
        self,
        board: Board,
        own: Tiles,
        other: Tiles,
        bag: Sequence[int],
        *,
        turns: Sequence[Turn],
        scores: Sequence[int],
    ) -> None:
        """A board, the rack on turn, the other one, and the bag: its first tile comes out first."""
        asked = (board, own.plus((*other, *bag)), tuple(turns), tuple(scores), bool(bag))
        if asked != self._asked:
            # The same for all deals of a position, and slower to find than all else here.
            self._endings, self._asked = self._endings_of(*asked), asked
        now, after_idle = self._endings
        self._endgame.set_position(
            board.cells,
            tuple(own),
            tuple(other),
            now,
            after_idle=after_idle,
            bag=tuple(bag),
            rack_size=self._ruleset.rack.size,
        )

    def _endings_of(
        self, board: Board, held: Tiles, turns: tuple[Turn, ...], scores: tuple[int, ...], has_bag: bool
    ) -> tuple[Endings, Endings | None]:
        """How the game may end now, and after an idle turn, if that does not end it."""
        rules = self._ruleset
        idled = (*turns, Turn(0, pass_kind(rules), 0, not has_bag))
        return (
            endings_of(rules, board, (held,), turns, scores),
            None if full_run(rules, idled, scores) else endings_of(rules, board, (held,), idled, scores),
        )

    def first_sight(self, move: LaidMove) -> int:
        """What a move brings if after it both sides play what looks best on the spot."""
        found = self._try(move, -WINDOW_MAX, WINDOW_MAX, 0, Budget(1 << 40, float("inf")))
        return found[0] if found else move.score

    def second_sight(self, move: LaidMove, target: int, budget: Budget) -> tuple[int, bool] | None:
        """Does a move seem to bring more than a target (1), less (-1), or just that (0), and is that proven? What looks
        best is tried: some replies to the move, and some answers to each. None if the budget ran out."""
        found = self._try(move, target - 1, target + 1, SIGHT_DEPTH, budget, width=SIGHT_WIDTH)
        return None if found is None else ((found[0] > target) - (found[0] < target), found[1])

    def compare(self, move: LaidMove, target: int, budget: Budget) -> int | None:
        """Does a move bring more than a target (1), less (-1), or just that (0)? None if that was not found out."""
        found = self._try(move, target - 1, target + 1, DEPTH_MAX, budget)
        if found is None or not found[1]:
            return None
        return (found[0] > target) - (found[0] < target)

    def value(self, move: LaidMove, guess: int, budget: Budget) -> int | None:
        """What a move brings with best play on both sides; None if that was not found out."""
        width = WINDOW_POINTS
        low, high = guess - width, guess + width
        while True:
            found = self._try(move, low, high, DEPTH_MAX, budget)
            if found is None or not found[1]:
                return None
            if low < found[0] < high:
                return found[0]
            width = min(5 * width, WINDOW_MAX)
            low, high = (found[0] - width, high) if found[0] <= low else (low, found[0] + width)

    def _try(
        self, move: LaidMove, low: int, high: int, depth: int, budget: Budget, width: int = WIDTH_MAX
    ) -> tuple[int, bool] | None:
        return self._endgame.try_move(
            move.first,
            move.is_down,
            move.cells,
            move.score,
            low=low,
            high=high,
            depth=depth,
            width=width,
            nodes_max=budget.nodes_max,
            seconds=budget.until - time.monotonic(),
        )
