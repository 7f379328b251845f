"""The right to think for a computer's turn, where several processes share a store: one of them has it at a time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from quixotry.play.ports import GameLogError
from quixotry.play.services import Services
from quixotry.threads import TookTooLong, in_thread
from quixotry.values import frozen

RENEWALS = 3
"""How often a lease is prolonged in the time it lasts: one renewal may fail, and a second."""


@frozen
class TurnLease:
    services: Services
    game_id: str

    @property
    def for_ms(self) -> int:
        """After a process was killed its computers wait so long at most."""
        return 2 * self.services.budget_ms

    async def take(self) -> bool:
        """False while another process thinks."""
        log = self.services.log
        if not log.is_shared:
            return True
        return await in_thread(log.leases.take, self.game_id, self.services.holder, self.for_ms)

    @contextlib.asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Hold a lease that was taken, however long the turn has to wait for a worker; a turn that is broken off gives
        it back at once."""
        if not self.services.log.is_shared:
            yield
            return
        renewing = asyncio.ensure_future(self._renew())
        try:
            yield
        except BaseException:
            with contextlib.suppress(GameLogError, TookTooLong):
                await in_thread(self.services.log.leases.release, self.game_id, self.services.holder)
            raise
        finally:
            renewing.cancel()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self.for_ms / 1000 / RENEWALS)
            with contextlib.suppress(GameLogError, TookTooLong):
                await self.take()
