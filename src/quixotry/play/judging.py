"""Judging a move in a thread, where whether a rack can play may be a long search for somebody else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from quixotry.fair.draws import draws_of
from quixotry.play import limits
from quixotry.play.ports import Wordbook
from quixotry.rules.board import Board
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Move
from quixotry.rules.tiles import Tiles
from quixotry.threads import REFEREE

Ask = Callable[[Board, Tiles], Awaitable[bool]]
"""Asks somebody else whether a rack can play, and waits for it without holding anybody up."""


class _Unanswered(Exception):
    """No error: the judge leaves its thread to ask, and comes back."""

    def __init__(self, board: Board, rack: Tiles) -> None:
        super().__init__()
        self.board, self.rack = board, rack


async def judged(game: Game, seat: int, move: Move, words: Wordbook, ask: Ask, *, now_ms: int) -> Game:
    """The game after a move, or why it is refused. Judging is a pure function, so it can begin again with an answer."""
    header = game.header
    quick, answers = words.can_play(header.ruleset), dict[tuple[bytes, Tiles], bool]()

    def can_play(board: Board, rack: Tiles) -> bool:
        key = (board.cells, rack)
        answer = answers[key] if key in answers else quick(board, rack)
        if answer is None:
            raise _Unanswered(board, rack)
        return answer

    arbiter = Arbiter(draws_of(header), words.words, can_play)

    def judge() -> Game:
        return game.move(seat, move, arbiter, now_ms=now_ms)

    while True:
        try:
            return await REFEREE.run(judge, limit_s=limits.JUDGE_S)
        except _Unanswered as question:
            board, rack = question.board, question.rack
        answers[board.cells, rack] = await ask(board, rack)
