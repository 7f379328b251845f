"""What a strong player would say about a position: the best moves, how sure that is, and the facts about each."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from quixotry.analysis.lanes import Lane, bingo_lanes
from quixotry.engine.moves import Candidate
from quixotry.engine.preendgame_result import DrawOutcome, PreEndgameMove
from quixotry.errors import QuixotryError
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation.cgp import Cgp
from quixotry.notation.moves import format_move
from quixotry.players.champion import Champion, Opponent, can_solve, counting, is_pre_endgame
from quixotry.players.levels import level_named
from quixotry.rules.clock import Clock
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Move, Pass, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View
from quixotry.values import frozen

if TYPE_CHECKING:
    from quixotry.engine.native.leaves import Leaves

EXPLAINED_SAMPLES = 100
"""Rollouts of each candidate before the best are looked at more closely: how often it is answered with a bingo
must mean something for the others too."""
OTHERS_SHARE = 0.25
"""Of the time for an endgame: for what other moves than the best come to."""
OTHERS_MAX = 20
LISTED_MAX = 50
"""Moves told about, when all legal ones were compared."""
SHOWN = 8
"""Moves of a pre-endgame that are worked out in full, if there is time, unless somebody wants to see more or fewer."""
WIN_DIGITS = 3
"""Win chances are shown in tenths of a percent."""
LINE_MS = 100
"""For how the game goes on after the best move, with the likeliest tiles in the bag."""

Method = Literal["endgame", "pre-endgame", "simulation", "static"]


class NotLegalHere(QuixotryError):
    """A move to be compared that is not legal in the position."""

    code = "not_legal_here"
    text: str


@frozen
class MoveAdvice:
    """One move and what is known about it; None where the method does not tell."""

    move: Move
    score: int
    leave: tuple[int, ...]
    equity: float | None = None
    """Score and worth of the kept tiles, in points."""
    spread: float | None = None
    """Expected lead at the end; points brought along from the first game of a match count."""
    win_chance: float | None = None
    is_proven: bool = False
    """Are spread and win chance exact?"""
    samples: int = 0
    """Rollouts, or draws decided."""
    draws: int = 0
    """How many draws there are to decide."""
    reply_score: float | None = None
    reply_bingo: float | None = None
    next_bingo: float | None = None
    opened: tuple[int, ...] = ()
    """Free squares that multiply words and can be reached only since this move."""
    lanes_opened: tuple[Lane, ...] = ()
    """Lines in which a bingo has room only since this move."""
    lanes_closed: tuple[Lane, ...] = ()


@frozen
class Advice:
    """The best moves of a position, and by which search they were found."""

    method: Method
    moves: tuple[MoveAdvice, ...]
    """Best first."""
    is_proven: bool = False
    """Is the best move's value exact, or its win chance while there are tiles in the bag, and no legal move better?"""
    line: tuple[tuple[Move, int], ...] = ()
    """How the game goes on from here, with scores, where it was worked out."""
    draws: tuple[DrawOutcome, ...] = ()
    """What the best move comes to under each draw decided, likeliest first; the line is that of the first."""
    is_every_draw: bool = False
    """Was every draw decided, for the best move?"""
    compared: int = 0
    """How many moves were: with tiles in the bag all legal ones, unless only some were asked about."""


def advise(
    view: View,
    lexicon: Lexicon,
    *,
    budget_ms: float,
    threads: int = 1,
    rollouts_max: int = 1 << 60,
    nodes_max: int = 1 << 60,
    seed: int = 0,
    only: Collection[Move] = (),
    known: Tiles | None = None,
    opponent: Opponent = "open",
    leaves: Leaves | None = None,
    shown: int = SHOWN,
) -> Advice:
    """The best moves of the seat on turn: worked out when nothing is hidden, tried under every draw when the bag
    is nearly empty, else tried out. `only` these moves are compared, if there are any; `known` is what the other player
    holds, for one whose rack has been seen, and counts while there are few tiles in the bag; so does whether the
    `opponent` knows our rack once we have moved, and how many moves will be `shown`: when the best is found there, the
    rest of the time goes to them."""
    champion = Champion(
        level_named("champion"),
        lexicon,
        seed=seed,
        threads=threads,
        rollouts_max=rollouts_max,
        least=EXPLAINED_SAMPLES,
        nodes_max=nodes_max,
        leaves=leaves,
    )
    if can_solve(view):
        return _endgame_advice(view, champion, budget_ms, only)
    if is_pre_endgame(view):
        return _pre_endgame_advice(view, champion, budget_ms, only, known, opponent, shown)
    candidates = _asked_for(view, champion.legal_moves(view), only) if only else champion.candidates(view)
    if not candidates or not view.unseen:
        idle = MoveAdvice(champion.choose(view, 0), 0, tuple(view.rack or ()))
        return Advice("static", (idle,))
    moves = _simulated(champion, view, candidates, budget_ms)
    return Advice("simulation" if moves[0].samples else "static", moves)


def appraise(
    view: View,
    lexicon: Lexicon,
    candidates: Sequence[Candidate],
    *,
    budget_ms: float,
    seed: int = 0,
    leaves: Leaves | None = None,
) -> tuple[MoveAdvice, ...]:
    """The facts about these candidates, best first: tried out where something is hidden and the engine is
    compiled, else at first sight."""
    if candidates and view.unseen and COMPILED:
        return _simulated(_appraiser(lexicon, seed, leaves), view, candidates, budget_ms)
    before = bingo_lanes(view.board, view.ruleset, lexicon)
    return tuple(_facts(view, lexicon, each, before) for each in candidates)


@lru_cache(maxsize=2)
def _appraiser(lexicon: Lexicon, seed: int, leaves: Leaves | None) -> Champion:
    return Champion(level_named("champion"), lexicon, seed=seed, least=EXPLAINED_SAMPLES, leaves=leaves)


def _simulated(
    champion: Champion, view: View, candidates: Sequence[Candidate], budget_ms: float
) -> tuple[MoveAdvice, ...]:
    """The candidates by their win chances, as they are shown; those that show the same in the order of the race."""
    before = bingo_lanes(view.board, view.ruleset, champion.lexicon)
    moves = []
    found = champion.simulate(view, list(candidates), budget_ms)
    for each in sorted(found, key=lambda each: -round(each.win_chance, WIN_DIGITS) if each.samples else 1.0):
        facts = _facts(view, champion.lexicon, each.candidate, before)
        if each.samples:
            facts = replace(
                facts,
                spread=each.spread,
                win_chance=each.win_chance,
                samples=each.samples,
                reply_score=each.reply_score,
                reply_bingo=each.reply_bingo,
                next_bingo=each.next_bingo,
            )
        moves.append(facts)
    return tuple(moves)


def _facts(view: View, lexicon: Lexicon, candidate: Candidate, before: frozenset[Lane]) -> MoveAdvice:
    """What can be said of a candidate without trying it out."""
    after = before
    if isinstance(candidate.move, Play):
        after = bingo_lanes(view.board.with_cells(candidate.move.placements), view.ruleset, lexicon)
    return MoveAdvice(
        move=candidate.move,
        score=candidate.score,
        leave=candidate.leave,
        equity=candidate.equity,
        opened=opened(view, candidate.move),
        lanes_opened=tuple(sorted(after - before)),
        lanes_closed=tuple(sorted(before - after)),
    )


def _endgame_advice(view: View, champion: Champion, budget_ms: float, only: Collection[Move] = ()) -> Advice:
    """The best move by the endgame search, and what others come to, in the time left or a part of it; or what `only`
    these moves come to."""
    if only:
        candidates = _asked_for(view, champion.legal_moves(view), only)
        found = champion.search_draws(view, candidates, budget_ms)
        return Advice("endgame", tuple(_move_advice(view, each) for each in found))
    deadline = time.monotonic() + budget_ms / 1000
    solved = champion.solve(view, (1 - OTHERS_SHARE) * budget_ms)
    assert view.rack is not None
    final = lead_of(view) + solved.value
    best = MoveAdvice(
        move=solved.move,
        score=solved.line[0][1] if solved.line else 0,
        leave=tuple(_kept(view.rack, solved.move)),
        spread=float(final),
        win_chance=1.0 if final > 0 else 0.5 if final == 0 else 0.0,
        is_proven=solved.is_proven,
        samples=1,
        opened=opened(view, solved.move),
    )
    others = [each for each in champion.legal_moves(view) if each.move != solved.move][:OTHERS_MAX]
    found = champion.search_draws(view, others, 1000 * (deadline - time.monotonic()))
    moves = (best, *(_move_advice(view, each) for each in found if each.decided))
    return Advice("endgame", moves, solved.is_proven, solved.line)


def _pre_endgame_advice(
    view: View,
    champion: Champion,
    budget_ms: float,
    only: Collection[Move],
    known: Tiles | None,
    opponent: Opponent,
    shown: int,
) -> Advice:
    """Every legal move under every draw, as far as the time goes: with little of it those worth trying out."""
    candidates = (
        _asked_for(view, champion.legal_moves(view), only)
        if only
        else champion.draw_candidates(view, budget_ms)
    )
    found = champion.search_draws(
        view, candidates, budget_ms, known=known, opponent=opponent, shown=min(shown, LISTED_MAX)
    )
    best = found[0]
    if not best.looked_at:
        # There was not even time for one draw.
        first = (each.candidate for each in found[:LISTED_MAX])
        return Advice(
            "static",
            tuple(MoveAdvice(each.move, each.score, each.leave, equity=each.equity) for each in first),
        )
    moves = tuple(_move_advice(view, each) for each in found[:LISTED_MAX])
    line = champion.line_after(view, best.candidate, best.outcomes[0].bag, LINE_MS) if best.outcomes else ()
    return Advice(
        "pre-endgame",
        moves,
        is_proven=best.is_best and len(candidates) == champion.count_legal_moves(view),
        line=line,
        draws=best.outcomes,
        is_every_draw=best.decided == best.draws,
        compared=len(candidates),
    )


def _asked_for(view: View, candidates: list[Candidate], only: Collection[Move]) -> list[Candidate]:
    legal = {each.move: each for each in candidates}
    # Where a pass is an exchange of nothing, people still say that they pass.
    asked = dict.fromkeys(pass_move(view.ruleset) if isinstance(move, Pass) else move for move in only)
    for move in asked:
        if move not in legal:
            raise NotLegalHere(format_move(view.board, move, view.ruleset.tiles.alphabet))
    return [legal[move] for move in asked]


def _move_advice(view: View, each: PreEndgameMove) -> MoveAdvice:
    return MoveAdvice(
        move=each.candidate.move,
        score=each.candidate.score,
        leave=each.candidate.leave,
        spread=each.spread,
        win_chance=each.win_chance,
        is_proven=each.is_proven,
        samples=each.decided,
        draws=each.draws,
        opened=opened(view, each.candidate.move),
    )


def lead_of(view: View) -> int:
    """Points ahead of the best other seat, those brought along from the first game of a match counted."""
    assert view.seat is not None
    points = counting(view)
    return points[view.seat] - max(s for seat, s in enumerate(points) if seat != view.seat)


def opened(view: View, move: Move) -> tuple[int, ...]:
    """The free word premiums a play makes reachable: beside a tile now, and beside none before."""
    if not isinstance(move, Play):
        return ()
    board, after = view.board, view.board.with_cells(move.placements)
    return tuple(
        square
        for square in board.layout.squares
        if board.layout.word_multipliers[square] > 1
        and not after.cells[square]
        and after.touches_tile(square)
        and not board.touches_tile(square)
    )


def view_of_cgp(cgp: Cgp, ruleset: Ruleset) -> View:
    """A position written down, as the player on turn sees it; unknown racks are taken to be full."""
    unseen = ruleset.tiles.counts.minus(cgp.board.tiles()) - cgp.racks[0]
    if sum(cgp.racks[1:], Tiles((0,) * len(unseen.counts))) not in unseen:
        raise ValueError("the racks hold tiles that are not there")
    sizes, left = [len(cgp.racks[0])], len(unseen)
    for rack in cgp.racks[1:]:
        sizes.append(min(left, len(rack) or ruleset.rack.size))
        left -= sizes[-1]
    return View(
        ruleset=ruleset,
        seat=0,
        seq=0,
        board=cgp.board,
        rack=cgp.racks[0],
        rack_sizes=tuple(sizes),
        scores=cgp.scores,
        bag_count=left,
        unseen=unseen,
        turn=0,
        turns=tuple(Turn(n % 2, "pass", 0, left == 0) for n in range(cgp.zeros)),
        exchanges=(0,) * len(sizes),
        pending=None,
        resigned=frozenset(),
        clock=Clock((0,) * len(sizes)),
        outcome=None,
    )


def _kept(rack: Tiles, move: Move) -> Tiles:
    if not isinstance(move, Play):
        return rack
    return rack.minus(0 if cell & 128 else cell for _, cell in move.placements)
