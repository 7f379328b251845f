"""What a strong player would say about a position: the best moves, how sure that is, and the facts about each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from quixotry.engine.moves import COMPILED, Candidate
from quixotry.engine.win_chances import win_chances
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation.cgp import Cgp
from quixotry.players.champion import Champion, can_solve
from quixotry.players.lanes import Lane, bingo_lanes
from quixotry.players.levels import level_named
from quixotry.rules.clock import Clock
from quixotry.rules.move import Move, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View

EXPLAINED_SAMPLES = 100
"""Rollouts of each candidate before the best are looked at more closely: how often it is answered with a bingo
must mean something for the others too."""

Method = Literal["endgame", "simulation", "static"]


@dataclass(frozen=True, slots=True)
class Advised:
    """One move and what is known about it; None where the method does not tell."""

    move: Move
    score: int
    leave: tuple[int, ...]
    equity: float | None = None
    """Score and worth of the kept tiles, in points."""
    spread: float | None = None
    """Expected lead at the end."""
    win_chance: float | None = None
    samples: int = 0
    reply_score: float | None = None
    reply_bingo: float | None = None
    next_bingo: float | None = None
    opened: tuple[int, ...] = ()
    """Free squares that multiply words and can be reached only since this move."""
    lanes_opened: tuple[Lane, ...] = ()
    """Lines in which a bingo has room only since this move."""
    lanes_closed: tuple[Lane, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    method: Method
    moves: tuple[Advised, ...]
    """Best first."""
    is_proven: bool = False
    line: tuple[tuple[Move, int], ...] = ()
    """How the game goes on from here, with scores, where it was worked out."""


def advise(
    view: View,
    lexicon: Lexicon,
    *,
    budget_ms: float,
    threads: int = 1,
    rollouts_max: int = 1 << 60,
    seed: int = 0,
) -> Advice:
    """The best moves of the seat on turn: worked out when nothing is hidden, else tried out."""
    champion = Champion(
        level_named("champion"),
        lexicon,
        seed=seed,
        threads=threads,
        rollouts_max=rollouts_max,
        least=EXPLAINED_SAMPLES,
    )
    if can_solve(view):
        solved = champion.solve(view, budget_ms)
        assert view.rack is not None
        assert view.seat is not None
        lead = view.scores[view.seat] - max(s for seat, s in enumerate(view.scores) if seat != view.seat)
        final = lead + solved.value
        best = Advised(
            move=solved.move,
            score=solved.line[0][1] if solved.line else 0,
            leave=tuple(_kept(view.rack, solved.move)),
            spread=float(final),
            win_chance=1.0 if final > 0 else 0.5 if final == 0 else 0.0,
            opened=opened(view, solved.move),
        )
        return Advice("endgame", (best,), solved.is_proven, solved.line)
    candidates = champion.candidates(view)
    if not candidates or not view.unseen:
        moves = (Advised(champion.choose(view, 0), 0, tuple(view.rack or ())),)
        return Advice("static", moves)
    return Advice("simulation", _tried_out(champion, view, candidates, budget_ms))


def appraise(
    view: View, lexicon: Lexicon, candidates: Sequence[Candidate], *, budget_ms: float, seed: int = 0
) -> tuple[Advised, ...]:
    """The facts about these candidates, best first: tried out where something is hidden and the engine is
    compiled, else at first sight."""
    if candidates and view.unseen and COMPILED:
        return _tried_out(_appraiser(lexicon, seed), view, candidates, budget_ms)
    before = bingo_lanes(view.board, view.ruleset, lexicon)
    return tuple(_facts(view, lexicon, each, before) for each in candidates)


@lru_cache(maxsize=2)
def _appraiser(lexicon: Lexicon, seed: int) -> Champion:
    return Champion(level_named("champion"), lexicon, seed=seed, least=EXPLAINED_SAMPLES)


def _tried_out(
    champion: Champion, view: View, candidates: Sequence[Candidate], budget_ms: float
) -> tuple[Advised, ...]:
    before = bingo_lanes(view.board, view.ruleset, champion.lexicon)
    return tuple(
        replace(
            _facts(view, champion.lexicon, each.candidate, before),
            spread=each.spread,
            win_chance=each.win_chance,
            samples=each.samples,
            reply_score=each.reply_score,
            reply_bingo=each.reply_bingo,
            next_bingo=each.next_bingo,
        )
        for each in champion.rehearse(view, list(candidates), budget_ms)
    )


def _facts(view: View, lexicon: Lexicon, candidate: Candidate, before: frozenset[Lane]) -> Advised:
    """What can be said of a candidate without trying it out."""
    after = before
    if isinstance(candidate.move, Play):
        after = bingo_lanes(view.board.with_cells(candidate.move.placements), view.ruleset, lexicon)
    return Advised(
        move=candidate.move,
        score=candidate.score,
        leave=candidate.leave,
        equity=candidate.equity,
        opened=opened(view, candidate.move),
        lanes_opened=tuple(sorted(after - before)),
        lanes_closed=tuple(sorted(before - after)),
    )


def opened(view: View, move: Move) -> tuple[int, ...]:
    """The free word premiums a play makes reachable: beside a tile now, and beside none before."""
    if not isinstance(move, Play):
        return ()
    board, after = view.board, view.board.with_cells(move.placements)
    return tuple(
        square
        for square in board.layout.squares
        if board.layout.word_times[square] > 1
        and not after.cells[square]
        and after.touches_tile(square)
        and not board.touches_tile(square)
    )


def view_of_cgp(cgp: Cgp, ruleset: Ruleset) -> View:
    """A position written down, as the player on turn sees it; unknown racks are taken to be full."""
    unseen = ruleset.tiles.counts.minus(cgp.board.tiles()) - cgp.racks[0]
    sizes, left = [len(cgp.racks[0])], len(unseen)
    for rack in cgp.racks[1:]:
        sizes.append(min(left, len(rack) or ruleset.rack.size))
        left -= sizes[-1]
    rule = ruleset.exchange
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
        can_exchange=rule.allowed and left >= max(1, rule.bag_least),
        pending=None,
        resigned=frozenset(),
        clock=Clock((0,) * len(sizes)),
        outcome=None,
    )


def static_win_chance(view: View, equity: float) -> float:
    """The chance to win at first sight, from the spread after a move of this equity."""
    assert view.seat is not None
    lead = view.scores[view.seat] - max(s for seat, s in enumerate(view.scores) if seat != view.seat)
    return win_chances().chance(lead + equity, len(view.unseen), on_turn=False)


def _kept(rack: Tiles, move: Move) -> Tiles:
    if not isinstance(move, Play):
        return rack
    return rack.minus(0 if cell & 128 else cell for _, cell in move.placements)
