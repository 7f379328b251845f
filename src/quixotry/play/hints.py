"""Help for a person on turn, a little at a time: how good the best move is, where it goes, which it is; and what
would have been best in a turn that is over.

Nothing of the next grade is in the answer to one. Where words are for the players to judge there are no hints.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from quixotry.notation.moves import format_move
from quixotry.play import limits
from quixotry.play.errors import PlayError
from quixotry.play.ports import ComputerPlayers
from quixotry.protocol.moves import show_move
from quixotry.protocol.server import BestMove, Hint, HintPlace
from quixotry.rules import event as happened
from quixotry.rules.game import Game
from quixotry.rules.move import Exchange, Move, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.scoring import score_play
from quixotry.rules.view import View
from quixotry.threads import TookTooLong
from quixotry.values import frozen

WHERE, WHICH = 2, 3
"""The grades of a hint after the first."""


class NoHintNow(PlayError):
    code = "no_hint_now"
    kind = "conflict"


class NoSuchTurn(PlayError):
    code = "no_such_turn"
    kind = "unknown"
    seq: int


@frozen
class Advice:
    """Where somebody's questions go."""

    computers: ComputerPlayers
    party: tuple[str, str]
    """Who asks: an address and a session."""

    async def best_move(self, game: Game, view: View) -> tuple[Move, int]:
        """The best move of a view, if only to pass, and its score."""
        # A move of one's own lets the last play stand; whether it is challenged is not what is asked.
        view = replace(view, pending=None)
        async with _within(limits.ADVICE_S):
            move = await self.computers.advise(game.header.lexicon_id, view, self.party)
        if not isinstance(move, Play):
            return move, 0
        return move, score_play(view.board, move.placements, view.ruleset).total


@asynccontextmanager
async def _within(seconds: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise TookTooLong from None


async def hint_for(game: Game, seat: int, grade: int, advice: Advice) -> Hint:
    """What a seat on turn is told at this grade."""
    if game.position.turn != seat:
        raise NoHintNow
    view = game.view(seat)
    move, score = await advice.best_move(game, view)
    show = partial(Hint, seat=seat, seq=view.seq, grade=grade, score=score)
    if isinstance(move, Play):
        is_bingo = earns_bonus(view.ruleset, move)
        place = place_of(view, move) if grade >= WHERE else None
        hint = partial(show, kind="play", is_bingo=is_bingo, place=place)
    elif isinstance(move, Exchange) and move.tiles:
        hint = partial(show, kind="exchange", tiles=len(move.tiles) if grade >= WHERE else None)
    else:
        return show(kind="pass")
    if grade < WHICH:
        return hint()
    alphabet = view.ruleset.tiles.alphabet
    return hint(text=format_move(view.board, move, alphabet), move=show_move(move, alphabet))


def earns_bonus(ruleset: Ruleset, play: Play) -> bool:
    """Does a play earn the bonus for many tiles?"""
    return bool(ruleset.bonus.points) and len(play.placements) >= ruleset.bonus.tiles


def place_of(view: View, play: Play) -> HintPlace:
    """Where a play goes: its row or column, and its squares."""
    layout, squares = view.ruleset.layout, [square for square, _ in play.placements]
    first = squares[0]
    down = layout.column(first) == layout.column(squares[-1])
    if len(squares) == 1:
        # One tile lies both ways: name the line of the longer word.
        board = view.board.with_cells(play.placements)
        down = len(board.run(first, down=True)) > len(board.run(first, down=False))
    line = layout.column_name(layout.column(first)) if down else layout.row_name(layout.row(first))
    return HintPlace(down=down, line=line, squares=squares)


TURNS = (happened.TilesPlayed, happened.TilesExchanged, happened.TurnPassed)


async def best_at(game: Game, seq: int, advice: Advice) -> BestMove:
    """What would have been best in the turn that event `seq` made, beside what was done."""
    event = game.events[seq] if 0 <= seq < len(game.events) else None
    if not isinstance(event, TURNS):
        raise NoSuchTurn(seq)
    before = Game.of(game.header, game.events[:seq])
    view = before.view(event.seat)
    move, best_score = await advice.best_move(before, view)
    alphabet = view.ruleset.tiles.alphabet
    score = event.score if isinstance(event, happened.TilesPlayed) else 0
    is_it = isinstance(event, happened.TilesPlayed) and move == Play(event.placements)
    return BestMove(
        seat=event.seat,
        seq=seq,
        text=format_move(view.board, move, alphabet),
        score=best_score,
        played_score=score,
        is_played=is_it or (not isinstance(event, happened.TilesPlayed) and best_score == score),
        move=show_move(move, alphabet),
    )


async def best_moves(game: Game, advice: Advice) -> list[BestMove]:
    """The best move of every turn of a finished game."""
    assert game.position.is_over, "an unfinished game shows racks to nobody"
    async with _within(limits.REVIEW_S):
        return [await best_at(game, event.seq, advice) for event in game.events if isinstance(event, TURNS)]
