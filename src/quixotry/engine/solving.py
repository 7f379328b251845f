"""Asking for the end of a game: a view with an empty bag and two players in, the best line out.

>>> from quixotry.engine.solving import Solver
>>> from quixotry.lexicon import load
>>> from quixotry.rules.board import Board
>>> from quixotry.rules.ruleset_file import preset
>>> rules = preset("classic")
>>> solver = Solver(rules, load("common"))
>>> board = Board.empty(rules.layout).with_cells((112 + n, cell) for n, cell in enumerate(b"\\x03\\x01\\x14"))
>>> solved = solver.solve(board, rules.tiles.tiles([19]), rules.tiles.tiles([17]))
>>> solved.value, solved.is_proven
(24, True)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from quixotry.engine.endgame import Endgame
from quixotry.engine.endings import endings_of
from quixotry.lexicon.graph import Graph
from quixotry.lexicon.graph_file import load_or_build
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange, Move, Pass, Placement, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

DEPTH_MAX = 38
NODES_MAX = 1 << 60
LINE_SECONDS = 0.05
"""For a move of the best line that the search no longer knows."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The best move of an endgame, and how sure that is."""

    move: Move
    value: int
    """Points of final spread still to come for who is on turn, settling up included."""
    line: tuple[tuple[Move, int], ...]
    """The moves from here on with their scores, as far as they were worked out."""
    is_proven: bool
    depth: int
    """Plies looked at in full."""
    nodes: int


class Solver:
    """Solves endgames of one ruleset and lexicon. One thread uses it at a time; another may `cancel`."""

    def __init__(self, ruleset: Ruleset, words: Lexicon | Graph) -> None:
        self.ruleset = ruleset
        letters = ruleset.tiles.alphabet.letters
        graph = words if isinstance(words, Graph) else load_or_build(words, letters)
        self._endgame = Endgame(ruleset, graph)

    def cancel(self) -> None:
        """Make a search that is under way answer with what it has."""
        self._endgame.cancelled = True

    def solve(
        self,
        board: Board,
        own: Tiles,
        other: Tiles,
        *,
        turns: Sequence[Turn] = (),
        scores: Sequence[int] = (1, 1),
        budget_ms: float = 1e9,
        nodes_max: int = NODES_MAX,
        depth_max: int = DEPTH_MAX,
    ) -> Solved:
        """The best line for `own`, on turn. With a budget in nodes alone the answer is always the same."""
        search = self._endgame
        search.cancelled = False
        deadline = time.monotonic() + budget_ms / 1000
        endings = endings_of(self.ruleset, board, (own, other), turns, scores)
        search.set_position(board.cells, tuple(own), tuple(other), endings)
        used, answer = search.nodes, None
        for depth in range(1, depth_max + 1):
            found = search.deepen(depth, used + nodes_max, deadline - time.monotonic())
            if found is not None:
                value, is_whole, is_finished = found
                is_proven = is_whole and not search.failed
                answer = (value, depth - (not is_finished), is_proven)
            if found is None or is_whole or not is_finished:
                break
        return self._answer(answer, search.nodes - used, deadline) if answer else self._at_first_sight()

    def _answer(self, answer: tuple[int, int, bool], nodes: int, deadline: float) -> Solved:
        value, depth, is_proven = answer
        seconds = min(LINE_SECONDS, deadline - time.monotonic())
        line = tuple((self._move(laid), score) for laid, score in self._endgame.line(depth, seconds))
        return Solved(line[0][0], value, line, is_proven, depth, nodes)

    def _at_first_sight(self) -> Solved:
        """What looks best without any search; its value is only what it scores."""
        best = max(self._endgame.plays(0), key=lambda each: each[2], default=((), 0, 0))
        move = self._move(best[0])
        return Solved(move, best[1], ((move, best[1]),), is_proven=False, depth=0, nodes=0)

    def _move(self, laid: Sequence[tuple[int, int]]) -> Move:
        if laid:
            return Play(tuple(Placement(square, cell) for square, cell in laid))
        return Exchange(()) if self.ruleset.passing.kind == "as-exchange" else Pass()

