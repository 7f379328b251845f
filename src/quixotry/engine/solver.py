"""Endgames: a board and both racks in, the best line out. The bag is empty and two play.

CAT lies in the middle; an S against a Q. CATS scores 6, and the Q moves twice its 10 points in settling up.

>>> from quixotry.engine.solver import Solver
>>> from quixotry.lexicon import load
>>> from quixotry.rules.board import Board
>>> from quixotry.rules.ruleset_file import preset
>>> rules = preset("classic")
>>> cell = rules.tiles.alphabet.cell
>>> board = Board.empty(rules.layout).with_cells((112 + n, cell(letter)) for n, letter in enumerate("CAT"))
>>> own, other = rules.tiles.tiles([cell("S")]), rules.tiles.tiles([cell("Q")])
>>> solution = Solver(rules, load("common")).solve(board, own, other)
>>> solution.value, solution.is_proven
(26, True)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from quixotry.engine.endings import endings_of
from quixotry.lexicon.compiled import COMPILED, require_compiled
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.board import Board
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Move, Placement, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

if COMPILED:
    from quixotry.engine.endgame_team import EndgameTeam, SearchResult
    from quixotry.lexicon.gaddag import Gaddag
    from quixotry.lexicon.gaddag_file import graph_for

DEPTH_MAX = 38
NODES_MAX = 1 << 60
LINE_SECONDS = 0.05
"""For a move of the best line that the search no longer knows."""


@frozen
class Solution:
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
    """Solves endgames of one ruleset and lexicon, on so many threads. One thread uses it at a time; another may
    `cancel`."""

    def __init__(self, ruleset: Ruleset, words: Lexicon | Gaddag, *, threads: int = 1) -> None:
        require_compiled("Solving an endgame")
        self.ruleset = ruleset
        self._team = EndgameTeam(ruleset, graph_for(ruleset, words), threads)

    def cancel(self) -> None:
        """Make a search that is under way answer with what it has."""
        self._team.cancel()

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
    ) -> Solution:
        """The best line for `own`, on turn. With a budget in nodes alone the answer of one thread is always the same;
        several find the same value where it is proven."""
        team = self._team
        deadline = time.monotonic() + budget_ms / 1000
        team.set_position(board, own, other, endings_of(self.ruleset, board, (own, other), turns, scores))
        used = team.nodes
        left = _Budget(team, used + nodes_max, deadline)
        answer: tuple[int, int, bool] | None = None
        for depth in range(1, depth_max + 1):
            found = left.deepen(depth, guess=answer[0] if answer and depth > 2 else None)
            if found is not None:
                answer = (found.value, depth - (not found.is_finished), found.is_proven)
            if answer is not None and depth >= 2 and depth_max == DEPTH_MAX and not left.is_used_up:
                # To the very end at once, for as long as all before took: often that is sooner there.
                whole = left.deepen(DEPTH_MAX, guess=answer[0], share=team.nodes - used)
                if whole is not None:
                    answer = (whole.value, depth, whole.is_proven)
            if answer is None or answer[2] or left.is_used_up:
                break
        return self._answer(answer, team.nodes - used, deadline) if answer else self._static_answer()

    def _answer(self, answer: tuple[int, int, bool], nodes: int, deadline: float) -> Solution:
        value, depth, is_proven = answer
        seconds = min(LINE_SECONDS, deadline - time.monotonic())
        plies = DEPTH_MAX if is_proven else max(1, depth)
        line = tuple((self._move(laid), score) for laid, score in self._team.first.line(plies, seconds))
        return Solution(line[0][0], value, line, is_proven, depth, nodes)

    def _static_answer(self) -> Solution:
        """What looks best without any search; its value is only what it scores."""
        best = max(self._team.first.lines.all_plays(0), key=lambda each: each[2], default=((), 0, 0))
        move = self._move(best[0])
        return Solution(move, best[1], ((move, best[1]),), is_proven=False, depth=0, nodes=0)

    def _move(self, laid: Sequence[tuple[int, int]]) -> Move:
        if laid:
            return Play(tuple(Placement(square, cell) for square, cell in laid))
        return pass_move(self.ruleset)


@dataclass
class _Budget:
    """What is left of nodes and time for one question."""

    team: EndgameTeam
    nodes_max: int
    deadline: float
    is_used_up: bool = False

    def deepen(self, depth: int, *, guess: int | None, share: int | None = None) -> SearchResult | None:
        """One search, of at most `share` nodes; None if it came to nothing."""
        left = self.nodes_max - self.team.nodes
        allowed = left if share is None else min(left, share)
        found = self.team.deepen(depth, allowed, self.deadline - time.monotonic(), guess)
        if self.team.is_stopped and (allowed == left or not self.team.is_out_of_nodes):
            self.is_used_up = True
        return found
