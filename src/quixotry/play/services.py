"""What every table needs from outside."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from quixotry.play.patience import USUAL, Patience
from quixotry.play.ports import ComputerPlayers, ServerLog
from quixotry.play.stopwatch import Now
from quixotry.protocol.games import GameSummary
from quixotry.rules.game import Game
from quixotry.values import frozen


@frozen
class Services:
    log: ServerLog
    computers: ComputerPlayers
    now: Now
    summary: Callable[[str, str], Awaitable[GameSummary]]
    """A game as lists show it, to a session."""
    finished: Callable[[Game], Awaitable[str | None]]
    """Told of each finished game; answers with the id of the match's next game, if there is one."""
    hides_words: Callable[[str], Awaitable[bool]]
    """Must a session not learn whether words are good, because it plays a game with challenges?"""
    seats_moved: Callable[[str], Awaitable[None]]
    """Told when seats have changed hands or given something to a draw: everybody is shown, and perhaps dealt."""
    saving: Callable[[str | None], None]
    """Told why a move could not be saved, or, with None, that one was."""
    budget_ms: int
    patience: Patience = USUAL
    holder: str = ""
    """This process, in leases."""
