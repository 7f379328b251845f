"""A computer that looks ahead: candidates tried out against what the others may hold, endgames worked out."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from math import inf
from operator import add
from typing import TYPE_CHECKING, Literal

from quixotry.engine.blind_replies import BlindReplies
from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.moves import Search as LegalMoves
from quixotry.engine.preendgame import HINTED_BAG, PreEndgame, can_compare
from quixotry.engine.preendgame_result import PreEndgameMove
from quixotry.engine.simulator import (
    LEAST,
    PRIOR,
    Perspective,
    SimulatedMove,
    Simulator,
    Watch,
)
from quixotry.engine.solver import Solution, Solver
from quixotry.lexicon.compiled import require_compiled
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.appraisal import appraisal_for, trained_leaves
from quixotry.players.computer import Computer
from quixotry.players.level import Level, Search
from quixotry.players.mirror import without_images
from quixotry.players.preendgame_choice import preferred
from quixotry.rules.move import Exchange, Move, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View

if TYPE_CHECKING:
    from quixotry.engine.native.leaves import Leaves

RESERVE_MS = 8
"""Left of the budget for what comes before and after the search."""
OPEN_SHARE = 0.3
"""Of the time for an opponent who does not see our rack: for what moves come to if he did."""
ROLLOUT_SHARE = 0.25
"""Of the time for going through draws: rollouts say what is worth looking at, and what brings points."""
ROLLED_LEAST = 4
"""So many moves are rolled out at least: one that is far ahead of all others needs something to be compared with."""
ROLLOUT_NODES = 16
"""A rollout takes about as long as so many nodes of the endgame search."""
EXCHANGES_PASSED_OVER = 30
"""So many more moves are ranked, for the exchanges among them that are not tried out."""

Opponent = Literal["open", "blind"]
"""Does the other player know our rack once we have moved, or not (`engine/blind_replies`)?"""


@dataclass
class Champion:
    """A `Player`. Given `rollouts_max` and no clock to fear, the same seed and position give the same move."""

    level: Level
    lexicon: Lexicon
    seed: int = 0
    threads: int | None = None
    """None for as many as the level has."""
    rollouts_max: int = 1 << 60
    nodes_max: int = 1 << 60
    least: int = LEAST
    """Rollouts every candidate gets."""
    watch: Watch | None = None
    """Told now and then how far a simulation has come."""
    leaves: Leaves | None = None
    """The table it values leaves by; None for the one that is found for ruleset and words."""
    _ruleset: Ruleset | None = field(default=None, init=False, repr=False, compare=False)
    _is_cancelled: bool = field(default=False, init=False, repr=False, compare=False)
    _static: Computer = field(init=False, repr=False, compare=False)
    _engine: Engine | None = field(default=None, init=False, repr=False, compare=False)
    _simulator: Simulator | None = field(default=None, init=False, repr=False, compare=False)
    _solver: Solver | None = field(default=None, init=False, repr=False, compare=False)
    _pre_endgame: PreEndgame | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._static = Computer(self.level, self.lexicon, seed=self.seed, leaves=self.leaves)

    def prepare(self, ruleset: Ruleset) -> None:
        """Load what the first move would otherwise wait for."""
        self._static.prepare(ruleset)
        self._prepare(ruleset)

    def choose(self, view: View, budget_ms: int) -> Move:
        """The best move it finds in time: endgames are solved, late draws gone through, the rest simulated."""
        deadline = time.monotonic() + (budget_ms - RESERVE_MS) / 1000
        if view.pending is not None:
            return self._static.choose(view, budget_ms)
        if can_solve(view):
            left_ms = 1000 * (deadline - time.monotonic())
            if left_ms > 0:
                return self.solve(view, left_ms).move
        goes_through_draws = is_pre_endgame(view) and budget_ms >= self.search.draws_ms
        candidates = (
            self.draw_candidates(view, budget_ms) if goes_through_draws else self.candidates(view, budget_ms)
        )
        left_ms = 1000 * (deadline - time.monotonic())
        if len(candidates) < 2 or left_ms <= 0:
            return self._static.choose(view, budget_ms)
        if goes_through_draws:
            found = self.search_draws(view, candidates, left_ms, chooses=True)
            return preferred(found, self.search).candidate.move
        return self.simulate(view, candidates, left_ms)[0].candidate.move

    @property
    def search(self) -> Search:
        """How this level looks ahead."""
        assert self.level.search is not None
        return self.level.search

    def candidates(self, view: View, budget_ms: float = inf) -> list[Candidate]:
        """What is worth trying out in that time, best at first sight first: plays and exchanges alike."""
        search, amount, behind = self.search, self.search.candidates, self.search.behind_points
        if view.bag_count <= search.wide_bag and budget_ms >= search.hurried_ms and not is_pre_endgame(view):
            amount, behind = search.wide_candidates, search.wide_behind_points
        ranked = without_images(view, self._static.ranked(view, 2 * amount + EXCHANGES_PASSED_OVER))
        worthy = [each for each in ranked if each.equity >= ranked[0].equity - behind]
        surplus = [each for each in worthy if isinstance(each.move, Exchange)][search.exchanges :]
        return [each for each in worthy if each not in surplus][:amount]

    def draw_candidates(self, view: View, budget_ms: float) -> list[Candidate]:
        """What it goes through the draws of in that time: all legal moves, as far as there is time for them."""
        if budget_ms < self.search.all_moves_ms[view.bag_count - 1]:
            return self.candidates(view, budget_ms)
        return self.legal_moves(view, most=int(budget_ms * self.search.moves_a_second / 1000))

    def simulate(
        self, view: View, candidates: list[Candidate], budget_ms: float, *, rollouts_max: int | None = None
    ) -> list[SimulatedMove]:
        """The candidates compared by rollouts, best first."""
        self._prepare(view.ruleset)
        assert self._simulator is not None
        search = self.search
        is_late = view.bag_count <= search.late_bag
        return self._simulator.compare(
            perspective_of(view),
            candidates,
            plies=search.plies_for(view.bag_count, budget_ms),
            seed=self._key(view),
            budget_ms=budget_ms,
            rollouts_max=self.rollouts_max if rollouts_max is None else min(self.rollouts_max, rollouts_max),
            prior=search.late_prior if is_late else PRIOR,
            least=self.least,
            watch=self.watch,
        )

    def legal_moves(self, view: View, *, most: int | None = None) -> list[Candidate]:
        """Every move there is, best at first sight first; doing nothing is one. Or so many at most, those that look
        best."""
        found = self._legal(view)
        return list(found if most is None else found.top(most))

    def count_legal_moves(self, view: View) -> int:
        """How many there are, without making them."""
        return len(self._legal(view))

    def _legal(self, view: View) -> LegalMoves:
        self._prepare(view.ruleset)
        assert self._engine is not None
        assert view.rack is not None
        assert view.seat is not None
        made = view.exchanges[view.seat]
        return self._engine.search(view.board, view.rack, bag=view.bag_count, exchanges_made=made)

    def search_draws(
        self,
        view: View,
        candidates: list[Candidate],
        budget_ms: float,
        *,
        known: Tiles | None = None,
        opponent: Opponent = "open",
        chooses: bool = False,
        shown: int = 0,
    ) -> list[PreEndgameMove]:
        """The candidates compared under every draw there can be, best first; `known` is the other rack, if it is.
        When the best is found, the rest of the time goes to the draws of the first ones, as many as are `shown`.

        Rollouts are made where they help the search, and always for whoever `chooses` by them too
        (`preendgame_choice`)."""
        self._prepare(view.ruleset)
        assert self._pre_endgame is not None
        assert self._engine is not None
        began, self._is_cancelled = time.monotonic(), False
        perspective, turns = perspective_of(view), _counted_turns(view)
        scores = tuple(view.scores[seat] for seat in _still_playing(view))
        open_ms = budget_ms if opponent == "open" else OPEN_SHARE * budget_ms
        rolls_out = (perspective.bag >= HINTED_BAG or chooses) and not known
        rolled = self._rolled(view, candidates, open_ms) if rolls_out else {}
        found = self._pre_endgame.compare(
            perspective,
            candidates,
            turns=turns,
            scores=scores,
            known=known,
            rolled=rolled,
            seed=self._key(view),
            budget_ms=0 if self._is_cancelled else open_ms - 1000 * (time.monotonic() - began),
            nodes_max=self.nodes_max,
            shown=shown if opponent == "open" else 0,
        )
        if opponent == "open" or not perspective.bag:
            return found
        replies = BlindReplies(
            self._engine,
            self._pre_endgame,
            perspective,
            turns,
            scores,
            known,
            self._key(view),
            self.nodes_max,
            is_cancelled=lambda: self._is_cancelled,
        )
        return replies.weigh(found, began + budget_ms / 1000)

    def _rolled(self, view: View, candidates: list[Candidate], budget_ms: float) -> dict[Move, SimulatedMove]:
        """What rollouts say of those candidates that are worth trying out: a start for going through the draws."""
        worthy = [each for each in self.candidates(view) if each in candidates]
        if len(worthy) < ROLLED_LEAST:
            ranked = self._static.ranked(view, ROLLED_LEAST)
            worthy += [each for each in ranked if each in candidates and each not in worthy]
        if len(worthy) < 2:
            return {}
        found = self.simulate(
            view,
            worthy,
            ROLLOUT_SHARE * budget_ms,
            rollouts_max=int(ROLLOUT_SHARE * self.nodes_max) // ROLLOUT_NODES,
        )
        return {each.candidate.move: each for each in found if each.samples}

    def line_after(
        self, view: View, candidate: Candidate, bag: tuple[int, ...], budget_ms: float
    ) -> tuple[tuple[Move, int], ...]:
        """A move and how the game goes on after it with these tiles in the bag, if the move takes them all."""
        assert self._solver is not None
        first = ((candidate.move, candidate.score),)
        own = view.ruleset.tiles.tiles((*candidate.leave, *bag))
        if not isinstance(candidate.move, Play) or not own or len(own) > view.ruleset.rack.size:
            return first
        board = view.board.with_cells(candidate.move.placements)
        solved = self._solver.solve(
            board, view.unseen.minus(bag), own, budget_ms=budget_ms, nodes_max=self.nodes_max
        )
        return (*first, *solved.line)

    def solve(self, view: View, budget_ms: float) -> Solution:
        """The best line of an endgame."""
        self._prepare(view.ruleset)
        assert self._solver is not None
        assert view.rack is not None
        return self._solver.solve(
            view.board,
            view.rack,
            view.unseen,
            turns=_counted_turns(view),
            scores=view.scores,
            budget_ms=budget_ms,
            nodes_max=self.nodes_max,
        )

    def cancel(self) -> None:
        """Make a search that is under way answer with what it has; from another thread."""
        self._is_cancelled = True
        if self._simulator is not None:
            self._simulator.cancel()
        if self._solver is not None:
            self._solver.cancel()
        if self._pre_endgame is not None:
            self._pre_endgame.cancel()

    def _prepare(self, ruleset: Ruleset) -> None:
        if self._ruleset == ruleset:
            return
        require_compiled("Looking ahead")
        from quixotry.lexicon.gaddag_file import graph_for

        graph = graph_for(ruleset, self.lexicon)
        appraisal, threads = appraisal_for(ruleset.tiles), self.threads or self.search.threads
        leaves = self.leaves or trained_leaves(ruleset, self.lexicon)
        self._simulator = Simulator(
            ruleset,
            graph,
            leaves=leaves,
            worth=appraisal.worth,
            vowels=appraisal.vowels,
            threads=threads,
        )
        self._solver = Solver(ruleset, graph, threads=threads)
        self._engine = Engine(ruleset, graph, leaves=leaves)
        self._pre_endgame = PreEndgame(ruleset, graph, threads=threads)
        self._ruleset = ruleset

    def _key(self, view: View) -> int:
        text = b"%d %d %s" % (self.seed, view.seq, view.board.cells)
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def can_solve(view: View) -> bool:
    """Is everything known: an empty bag, and one other player?"""
    others = [seat for seat in range(len(view.rack_sizes)) if seat != view.seat and seat not in view.resigned]
    return (
        view.bag_count == 0
        and len(others) == 1
        and bool(view.rack)
        and view.rack_sizes[others[0]] == len(view.unseen) > 0
    )


def is_pre_endgame(view: View) -> bool:
    """Are there few enough draws to go through all: a nearly empty bag, and one other player?"""
    return bool(view.bag_count and view.rack) and can_compare(view.ruleset, perspective_of(view))


def counting(view: View) -> tuple[int, ...]:
    """The points that decide: in the second game of a match those brought along count too (E-S11)."""
    carried = view.carried or (0,) * len(view.scores)
    return tuple(map(add, view.scores, carried))


def _still_playing(view: View) -> list[int]:
    """The seats in the order of their turns, the own first; those who left are not among them."""
    assert view.seat is not None
    seats = len(view.scores)
    return [seat for n in range(seats) if (seat := (view.seat + n) % seats) not in view.resigned or n == 0]


def _counted_turns(view: View) -> tuple[Turn, ...]:
    """The turns that count for runs: those of seats that left are skipped."""
    return tuple(turn for turn in view.turns if turn.seat not in view.resigned)


def perspective_of(view: View) -> Perspective:
    """The position with the seat on turn first; who has left the game holds tiles nobody can draw."""
    assert view.rack is not None
    own, *others = _still_playing(view)
    # The tiles a seat left with are among the unseen ones; which ones nobody knows, so they stay in the bag.
    held = tuple(view.rack_sizes[seat] for seat in others)
    points = counting(view)
    return Perspective(
        board=view.board,
        own=view.rack,
        unseen=view.unseen,
        others=held,
        bag=len(view.unseen) - sum(held),
        scores=(points[own], *(points[seat] for seat in others)),
    )
