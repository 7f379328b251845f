"""A worker, and the game it has loaded everything for."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quixotry.lexicon.errors import LexiconError
from quixotry.lexicon.wordlist import Lexicon
from quixotry.metrics import WORKERS
from quixotry.players.bot_player import HOST, lexicon_sent
from quixotry.players.bot_process import HEAD_START_MS, START_MS, BotProcess, Confinement, ToldProgress
from quixotry.protocol import bots as messages
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View
from quixotry.threads import in_thread
from quixotry.values import frozen

logger = logging.getLogger(__name__)

LATE_MS = 1_000
"""A worker that was given little time is not ended before so long: starting another takes longer."""


@frozen
class Setting:
    """A game as a worker is told of it."""

    level: str
    lexicon_id: str
    ruleset: Ruleset
    seat: int
    seats: int


@frozen
class Budget:
    """What a worker is told, and when it is ended."""

    told_ms: int
    limit_ms: int

    @classmethod
    def of(cls, shared_ms: int, wanted_ms: int) -> Budget:
        """Of a time that others who wait have made shorter than wanted."""
        return cls(max(1, shared_ms - HEAD_START_MS), max(shared_ms, min(wanted_ms, LATE_MS)))


@dataclass(eq=False)
class PreparedWorker:
    process: BotProcess
    setting: Setting | None = None

    @classmethod
    async def start(cls, command: Sequence[str], confinement: Confinement) -> PreparedWorker:
        WORKERS.count()
        return cls(await BotProcess.start(command, confinement))

    async def prepare(self, setting: Setting, lexicon_of: Callable[[str], Lexicon] | None) -> None:
        """Tell it of a game, and have it load what that needs."""
        if self.process.introduction is None:
            await self.process.greet(HOST)
            if self.process.has_network_in_spite:
                logger.warning("%s has a network: this system cannot take it away", self.process.name)
        request = messages.new_game(
            setting.ruleset,
            seat=setting.seat,
            players=[messages.BotPlace("", "")] * setting.seats,
            lexicon=await in_thread(_lexicon_for, setting, lexicon_of),
            deadline_ms=START_MS,
            level=setting.level,
        )
        await self.process.ask(request, messages.Ready, limit_ms=START_MS)
        self.setting = setting

    async def choose(self, view: View, budget: Budget, progress: ToldProgress | None = None) -> Move:
        """Its move, if that comes in time."""
        request = messages.YourTurn(
            deadline_ms=budget.told_ms,
            view=messages.send_view(view),
            progress=progress is not None,
        )
        answer = await self.process.ask(request, messages.Chosen, limit_ms=budget.limit_ms, progress=progress)
        try:
            return messages.read_move(answer, view.ruleset)
        except messages.BadLine as error:
            raise self.process.failed("bad_answer", str(error)) from None

    async def end(self) -> None:
        """End it at once, whatever it is doing."""
        self.process.kill()
        await self.process.stop(at_once=True)


def _lexicon_for(setting: Setting, lexicon_of: Callable[[str], Lexicon] | None) -> messages.LexiconFile:
    if lexicon_of is not None:
        with contextlib.suppress(LexiconError):  # the worker will say so
            return lexicon_sent(lexicon_of(setting.lexicon_id), setting.ruleset)
    return messages.LexiconFile(setting.lexicon_id, "")
