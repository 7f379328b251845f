"""What holds the server up is measured, by the clock of the event loop."""

from __future__ import annotations

import asyncio
import gc

from quixotry.metrics import LOOP_LAG, RUBBISH, Histogram
from quixotry.web.stalls import measured_stalls


def reading(figure: Histogram) -> dict[str, float]:
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in figure.lines())}


def test_an_event_loop_that_was_held_up_for_a_second_shows() -> None:
    before = reading(LOOP_LAG)

    async def hold_up() -> None:
        loop, clock = asyncio.get_running_loop(), [100.0]
        loop.time = lambda: clock[0]  # type: ignore[method-assign]
        async with measured_stalls():
            await asyncio.sleep(0)
            clock[0] += 1.0
            while reading(LOOP_LAG) == before:
                await asyncio.sleep(0)

    asyncio.run(hold_up())
    after = reading(LOOP_LAG)
    assert after["quixotry_loop_lag_seconds_count"] == before["quixotry_loop_lag_seconds_count"] + 1
    assert after["quixotry_loop_lag_seconds_sum"] > before["quixotry_loop_lag_seconds_sum"] + 0.9


def test_a_search_for_unused_memory_is_counted_while_the_server_runs_and_no_longer() -> None:
    async def run() -> None:
        async with measured_stalls():
            gc.collect()

    before = reading(RUBBISH)["quixotry_gc_seconds_count"]
    asyncio.run(run())
    counted = reading(RUBBISH)["quixotry_gc_seconds_count"]
    assert counted > before
    gc.collect()
    assert reading(RUBBISH)["quixotry_gc_seconds_count"] == counted
