"""Fallback moves from a process of their own, for a server.

House rules can make even the quickest search slow (a hundred blanks, racks of ten). In a thread of the server it would
take everybody's time; here it is ended like any other, and the game gets an exchange or a pass.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.fallback import FALLBACK, without_tiles
from quixotry.players.prepared_worker import Setting
from quixotry.players.side_worker import SideWorker
from quixotry.rules.move import Move
from quixotry.rules.view import View
from quixotry.threads import TookTooLong

FALLBACK_MS = 500
"""How long after its deadline a game waits for the fallback move."""


@dataclass(eq=False)
class FallbackWorker:
    """One process that is asked for nothing but fallback moves."""

    command: Sequence[str]
    lexicon_of: Callable[[str], Lexicon]
    limit_ms: int = FALLBACK_MS
    side: SideWorker = field(init=False)

    def __post_init__(self) -> None:
        self.side = SideWorker(FALLBACK, self.command, self.lexicon_of)
        self.close = self.side.close

    def prepare(self, setting: Setting) -> asyncio.Task[None]:
        """Have it load what a fallback move would otherwise wait for. If it cannot, that move is made without tiles."""
        return self.side.prepare(setting)

    async def move(self, setting: Setting, view: View, left_s: float) -> Move:
        """A legal move, soon: what a worker that failed has left of its time can be used up too."""
        try:
            return await self.side.choose(setting, view, max(0.0, left_s) + self.limit_ms / 1000)
        except TookTooLong:
            return without_tiles(view)
