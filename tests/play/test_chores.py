"""What a server does by itself goes on, whatever happens to it once."""

from __future__ import annotations

import asyncio
import logging

import pytest

from quixotry.play.chores import Chore, Chores
from quixotry.play.ports import CannotSave


def test_a_chore_that_failed_is_done_again_and_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        tried: list[str] = []
        again, hanging = asyncio.Event(), asyncio.Event()

        async def fails() -> None:
            tried.append("fails")
            if len(tried) > 2:
                again.set()
            raise CannotSave("disk full")

        async def hangs() -> None:
            await hanging.wait()

        chores = Chores()
        chores.begin((Chore("a", 0, hangs), Chore("b", 0, fails)))
        await again.wait()
        await chores.end()
        count = len(tried)
        await asyncio.sleep(0)
        assert len(tried) == count

    with caplog.at_level(logging.CRITICAL, "quixotry.play.chores"):
        asyncio.run(story())
