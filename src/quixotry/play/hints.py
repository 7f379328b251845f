"""Help for a person on turn, a little at a time: how good the best move is, where it goes, which it is; and what
would have been best in a turn that is over.

Nothing of the next grade is in the answer to one. Where words are for the players to judge there are no hints.
"""

from __future__ import annotations

from functools import partial

from quixotry.notation.moves import format_move
from quixotry.play.errors import PlayError
from quixotry.play.ports import Adviser, RankedMove
from quixotry.protocol.moves import show_move
from quixotry.protocol.server import BestMove, Hint, HintPlace
from quixotry.rules import event as happened
from quixotry.rules.exchange import pass_move
from quixotry.rules.game import Game
from quixotry.rules.move import Exchange, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

WHERE, WHICH = 2, 3
"""The grades of a hint after the first."""


class NoHintNow(PlayError):
    code = "no_hint_now"
    kind = "conflict"


class NoSuchTurn(PlayError):
    code = "no_such_turn"
    kind = "unknown"
    seq: int


def best_move(view: View, lexicon_id: str, adviser: Adviser) -> RankedMove:
    """The best move of a view, if only to pass."""
    found = adviser.best_moves(lexicon_id, view, 1)
    return found[0] if found else RankedMove(pass_move(view.ruleset), 0)


def hint_for(game: Game, seat: int, grade: int, adviser: Adviser) -> Hint:
    """What a seat on turn is told at this grade."""
    if game.position.turn != seat:
        raise NoHintNow
    view = game.view(seat)
    best = best_move(view, game.header.lexicon_id, adviser)
    move = best.move
    show = partial(Hint, seat=seat, seq=view.seq, grade=grade, score=best.score)
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


def best_at(game: Game, seq: int, adviser: Adviser) -> BestMove:
    """What would have been best in the turn that event `seq` made, beside what was done."""
    event = game.events[seq] if 0 <= seq < len(game.events) else None
    if not isinstance(event, TURNS):
        raise NoSuchTurn(seq)
    before = Game.of(game.header, game.events[:seq])
    view = before.view(event.seat)
    best = best_move(view, game.header.lexicon_id, adviser)
    alphabet = view.ruleset.tiles.alphabet
    score = event.score if isinstance(event, happened.TilesPlayed) else 0
    is_it = isinstance(event, happened.TilesPlayed) and best.move == Play(event.placements)
    return BestMove(
        seat=event.seat,
        seq=seq,
        text=format_move(view.board, best.move, alphabet),
        score=best.score,
        played_score=score,
        is_played=is_it or (not isinstance(event, happened.TilesPlayed) and best.score == score),
        move=show_move(best.move, alphabet),
    )


def best_moves(game: Game, adviser: Adviser) -> list[BestMove]:
    """The best move of every turn of a finished game."""
    assert game.position.is_over, "an unfinished game shows racks to nobody"
    return [best_at(game, event.seq, adviser) for event in game.events if isinstance(event, TURNS)]
