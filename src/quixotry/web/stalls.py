"""What holds the server up: how late the event loop comes, and how long rubbish is looked for."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from quixotry.metrics import LOOP_LAG, RUBBISH

LOOK_S = 0.05
"""How often the event loop is looked at: a stall longer than that is not missed."""


@asynccontextmanager
async def measured_stalls() -> AsyncIterator[None]:
    """Measure them as long as the block lasts."""
    rubbish = _Rubbish()
    gc.callbacks.append(rubbish)
    looking = asyncio.ensure_future(_look())
    try:
        yield
    finally:
        looking.cancel()
        gc.callbacks.remove(rubbish)


async def _look() -> None:
    now = asyncio.get_running_loop().time
    while True:
        due = now() + LOOK_S
        await asyncio.sleep(LOOK_S)
        LOOP_LAG.took(max(0.0, now() - due))


class _Rubbish:
    """Called by the collector before it looks and after."""

    def __init__(self) -> None:
        self._began = 0.0

    def __call__(self, phase: str, _: Mapping[str, Any]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            RUBBISH.took(time.perf_counter() - self._began)
