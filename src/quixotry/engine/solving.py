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
from quixotry.lexicon.graph import Graph
from quixotry.lexicon.graph_file import load_or_build
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange, Move, Pass, Placement, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import EndingRun, Ruleset
from quixotry.rules.tiles import Tiles

DEPTH_MAX = 38
NODES_MAX = 1 << 60


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

    def __init__(self, ruleset: Ruleset, words: Lexicon | Graph, *, is_plain: bool = False) -> None:
        self.ruleset = ruleset
        letters = ruleset.tiles.alphabet.letters
        graph = words if isinstance(words, Graph) else load_or_build(words, letters)
        self._endgame = Endgame(ruleset, graph, is_plain)

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
        depth_max: int = DEPTH_MAX - 1,
    ) -> Solved:
        """The best line for `own`, on turn. With a budget in nodes alone the answer is always the same."""
        search, ruleset = self._endgame, self.ruleset
        search.cancelled = False
        deadline = time.monotonic() + budget_ms / 1000
        runs = idle_runs(ruleset)
        root = nearest(runs, [run.length(2) - _count(run, turns, scores) for run in runs])
        rest = nearest(runs, [run.length(2) for run in runs])
        has_scoreless = any(run.of == "scoreless" for run in ruleset.end.runs)
        position = (board.cells, tuple(own), tuple(other), root, rest, has_scoreless)
        used, answer = search.nodes, None
        for depth in range(1, depth_max + 1):
            search.set_position(*position)
            value, is_whole, is_finished = search.deepen(depth, used + nodes_max, deadline - time.monotonic())
            search.set_position(*position)
            if not is_finished:
                answer = answer or self._at_first_sight(search.nodes - used)
                break
            is_proven = is_whole and not (search.inexact or search.failed)
            answer = self._answer(value, depth, is_proven, search.nodes - used)
            if is_whole:
                break
        assert answer is not None
        return answer

    def _answer(self, value: int, depth: int, is_proven: bool, nodes: int) -> Solved:
        line = tuple((self._move(laid), score) for laid, score in self._endgame.line())
        move = line[0][0] if line else self._move(())
        return Solved(move, value, line, is_proven, depth, nodes)

    def _at_first_sight(self, nodes: int) -> Solved:
        """What looks best without any search; its value is only what it scores."""
        best = max(self._endgame.moves(), key=lambda each: each[2], default=((), 0, 0))
        move = self._move(best[0])
        return Solved(move, best[1], ((move, best[1]),), is_proven=False, depth=0, nodes=nodes)

    def _move(self, laid: Sequence[tuple[int, int]]) -> Move:
        if laid:
            return Play(tuple(Placement(square, cell) for square, cell in laid))
        return Exchange(()) if self.ruleset.passing.kind == "as-exchange" else Pass()


def idle_runs(ruleset: Ruleset) -> list[EndingRun]:
    """The runs a turn without tiles counts for, once nothing can be exchanged."""
    idle = "exchanges" if ruleset.passing.kind == "as-exchange" else "passes"
    return [run for run in ruleset.end.runs if run.of in (idle, "scoreless", "tileless")]


def nearest(runs: Sequence[EndingRun], left: Sequence[int]) -> tuple[int, bool]:
    """How many idle turns end the game, and whether tiles are then settled; of equals the first counts."""
    fewest = min(left)
    return max(1, fewest), runs[left.index(fewest)].settling == "each-loses-own"


def _count(run: EndingRun, turns: Sequence[Turn], scores: Sequence[int]) -> int:
    if run.unless_all_zero and not any(scores):
        return -1000
    count = 0
    for turn in reversed(turns):
        if not turn.counts_for(run):
            break
        count += 1
    return count
