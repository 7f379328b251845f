"""Playouts: what comes of a move when it is known where the hidden tiles lie, between two players.

While the bag holds tiles the other player answers with that of a few plays (best by score and what is kept)
which hurts most, and after that both sides play what looks best on the spot; once it is empty nothing is hidden,
and the endgame search takes over as deep as it is told. So a move that empties the bag gets an exact value as
soon as its endgame is proven; for one that does not, how the game goes until then is an assumption.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from quixotry.engine.endings import idle_runs, nearest
from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.solver import NODES_MAX, Solver
from quixotry.rules.board import Board
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Exchange, Move, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.runs import applies, full_run
from quixotry.rules.tiles import Tiles

IDLE_MAX = 2
"""Turns without tiles in a row after which, both choosing as before, nothing would ever change."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game went on from a move, and how sure that is."""

    spread: int
    """Final points ahead, of who made the move."""
    line: tuple[tuple[Move, int], ...]
    """The moves that followed, with their scores."""
    is_settled: bool
    """Was the endgame proven?"""
    is_exact: bool
    """Is the spread what best play on both sides gives? Only if the bag was empty all the way."""
    is_assumed: bool
    """Did somebody move while the bag held tiles?"""
    nodes: int
    is_finished: bool = True
    """False when time ran out before the depth asked for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to look, and until when."""

    depth: int
    """Plies of endgames."""
    replies: int = 1
    """Answers tried for the other player while the bag holds tiles."""
    until: float = float("inf")
    """By `time.monotonic`."""
    nodes_max: int = NODES_MAX

    def without_replies(self) -> Limits:
        """The same limits, with one answer tried per turn."""
        return replace(self, replies=1)


@dataclass
class _State:
    board: Board
    racks: list[Tiles]
    bag: list[int]
    """The next tile to come out stands last."""
    lead: int
    scores: list[int]
    """Of this game alone: a run may not count while nobody has a point."""
    turns: tuple[Turn, ...]
    line: list[tuple[Move, int]] = field(default_factory=list)
    is_exact: bool = True
    nodes: int = 0

    def copy(self) -> _State:
        return replace(
            self,
            racks=list(self.racks),
            bag=list(self.bag),
            scores=list(self.scores),
            line=list(self.line),
            nodes=0,
        )

    def draw(self, side: int, size: int) -> None:
        amount = min(len(self.bag), size - len(self.racks[side]))
        if amount > 0:
            self.racks[side] = self.racks[side].plus(self.bag[-amount:])
            del self.bag[-amount:]


def _final(state: _State, settled: int) -> Ending:
    return Ending(
        spread=state.lead + settled,
        line=tuple(state.line),
        is_settled=True,
        is_exact=state.is_exact,
        is_assumed=not state.is_exact,
        nodes=state.nodes,
    )


class Playout:
    """Plays games of one ruleset and lexicon to their end."""

    def __init__(self, ruleset: Ruleset, engine: Engine, solver: Solver) -> None:
        self.ruleset, self._engine, self._solver = ruleset, engine, solver
        self._is_late = ruleset.rack.refill == "start-of-turn"

    def needs_order(self, candidate: Candidate, others: int, bag: int) -> bool:
        """Does it matter in which order tiles come out of the bag, and not only which are in it?"""
        size = self.ruleset.rack.size
        if self._is_late:
            return not isinstance(candidate.move, Play) or size - others < bag
        return not isinstance(candidate.move, Play) or size - len(candidate.leave) < bag

    def play_out(
        self,
        candidate: Candidate,
        board: Board,
        other: Tiles,
        bag: Sequence[int],
        *,
        lead: int,
        scores: Sequence[int],
        turns: tuple[Turn, ...],
        limits: Limits,
    ) -> Ending:
        """Make a move with these tiles in the bag (the first comes out first) and go on to the end."""
        state = _State(
            board=board,
            racks=[self.ruleset.tiles.tiles(candidate.leave), other],
            bag=list(bag)[::-1],
            lead=lead,
            scores=list(scores),
            turns=turns,
        )
        return self._after(state, 0, candidate, limits)

    def _after(self, state: _State, mover: int, chosen: Candidate, limits: Limits) -> Ending:
        """Make a move and go on."""
        over = self._make(state, mover, chosen)
        return self._go_on(state, 1 - mover, limits) if over is None else _final(state, over)

    def _go_on(self, state: _State, mover: int, limits: Limits) -> Ending:
        sign = 1 if mover == 0 else -1
        if self._is_late:
            state.draw(mover, self.ruleset.rack.size)
        own, across = state.racks[mover], state.racks[1 - mover]
        if not state.bag and not own:
            return _final(state, sign * self._out(across))
        if not state.bag and not across:
            return _final(state, sign * self._last_turn(state, own))
        if not state.bag:
            return self._solved(state, mover, limits)
        state.is_exact = False
        state.nodes += 1
        amount = limits.replies if mover else 1
        replies = self._likely(state.board, own, len(state.bag), amount)
        if len(replies) == 1:
            return self._after(state, mover, replies[0], limits)
        # What lies where is nearly known by now, so the answer is the one that hurts most.
        after = limits.without_replies()
        endings = []
        for reply in replies:
            endings.append(self._after(state.copy(), mover, reply, after))
            if not endings[-1].is_finished:
                return endings[-1]
        worst = min(endings, key=lambda ending: ending.spread)
        is_settled = all(ending.is_settled for ending in endings)
        return replace(worst, nodes=sum(ending.nodes for ending in endings), is_settled=is_settled)

    def _likely(self, board: Board, own: Tiles, bag: int, amount: int) -> list[Candidate]:
        """What somebody may do who does not look ahead: the best plays at first sight, or nothing."""
        if amount > 1:
            found = self._engine.best_plays(board, own, amount, bag=bag)
        else:
            best = self._engine.best_play(board, own, bag=bag)
            found = [best] if best else []
        return found or [Candidate(pass_move(self.ruleset), 0, tuple(own), 0.0)]

    def _solved(self, state: _State, mover: int, limits: Limits) -> Ending:
        solved = self._solver.solve(
            state.board,
            state.racks[mover],
            state.racks[1 - mover],
            turns=state.turns,
            scores=state.scores,
            budget_ms=1000 * (limits.until - time.monotonic()),
            nodes_max=max(1, limits.nodes_max - state.nodes),
            depth_max=limits.depth,
        )
        return Ending(
            spread=state.lead + (solved.value if mover == 0 else -solved.value),
            line=(*state.line, *solved.line),
            is_settled=solved.is_proven,
            is_exact=state.is_exact and solved.is_proven,
            is_assumed=not state.is_exact,
            nodes=state.nodes + solved.nodes,
            is_finished=solved.is_proven or solved.depth >= limits.depth,
        )

    def _make(self, state: _State, mover: int, chosen: Candidate) -> int | None:
        """Make a move; what settling up brings seat 0 if the game is over then, else None."""
        move, was_empty = chosen.move, not state.bag
        sign = 1 if mover == 0 else -1
        state.racks[mover] = self.ruleset.tiles.tiles(chosen.leave)
        state.lead += sign * chosen.score
        state.scores[mover] += chosen.score
        if mover or state.line:
            state.line.append((move, chosen.score))
        if isinstance(move, Play):
            state.board = state.board.with_cells(move.placements)
            state.turns = (*state.turns, Turn(mover, "play", chosen.score, was_empty))
        else:
            is_exchange = isinstance(move, Exchange)
            state.turns = (*state.turns, Turn(mover, "exchange" if is_exchange else "pass", 0, was_empty))
        if not self._is_late:
            state.draw(mover, self.ruleset.rack.size)
        if isinstance(move, Exchange) and move.tiles:
            # Where the tiles given back end up follows from which they are: the same in every try.
            state.is_exact = False
            mixed = [*state.bag, *move.tiles]
            random.Random(bytes(mixed)).shuffle(mixed)
            state.bag = mixed
        if not (state.racks[mover] or state.bag):
            return sign * self._out(state.racks[1 - mover])
        return self._run_over(state)

    def _run_over(self, state: _State) -> int | None:
        """Has a run of turns ended the game? Two idle turns of players who choose as before end it too."""
        rules, value = self.ruleset, self.ruleset.tiles.value
        settled = value(state.racks[1]) - value(state.racks[0])
        full = full_run(rules, state.turns, state.scores)
        if full is not None:
            return settled if full.settling == "each-loses-own" else 0
        last = state.line[-IDLE_MAX:]
        if state.bag and len(last) == IDLE_MAX and not any(isinstance(move, Play) for move, _ in last):
            runs = [run for run in idle_runs(rules) if applies(run, state.scores)]
            _, settles = nearest(runs, [run.length(2) for run in runs])
            return settled if settles or rules.end.no_play else 0
        return None

    def _out(self, left: Tiles) -> int:
        """What going out brings in spread: the tiles left count twice, however they are settled."""
        return 2 * self.ruleset.tiles.value(left)

    def _last_turn(self, state: _State, own: Tiles) -> int:
        """The other player has placed everything: one turn is left before that ends the game (O5)."""
        value = self.ruleset.tiles.value
        best = max(
            self._engine.search(state.board, own, bag=0),
            key=lambda each: each.score - 2 * value(each.leave),
        )
        state.line.append((best.move, best.score))
        return best.score - 2 * value(best.leave)
