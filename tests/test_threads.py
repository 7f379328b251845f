"""Jobs in threads: nobody waits for one for good, and those that never end take nobody else's place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from threading import Event

import pytest

from quixotry import threads
from quixotry.threads import Lines, Threads, TookTooLong


@pytest.fixture
def never() -> Iterator[Event]:
    """What a job without an end waits for."""
    event = Event()
    yield event
    event.set()


def test_a_job_returns_what_it_returns_and_raises_what_it_raises() -> None:
    async def story() -> None:
        few = Threads("test", 1)
        assert await few.run(divmod, 7, 2) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            await few.run(divmod, 7, 0)
        with pytest.raises(TimeoutError):
            await few.run(raise_timeout)

    def raise_timeout() -> None:
        raise TimeoutError

    asyncio.run(story())


def test_nobody_waits_for_a_job_that_does_not_end(never: Event) -> None:
    async def story() -> None:
        few = Threads("test", 2)
        with pytest.raises(TookTooLong):
            await few.run(never.wait, limit_s=0.01)
        assert few.stuck == 1
        never.set()
        while few.stuck:
            await asyncio.sleep(0.001)

    asyncio.run(story())


def test_a_job_that_ends_as_its_time_does_took_too_long_like_any_other(never: Event) -> None:
    """The chore that wakes computers could end for good by this: it goes on after a `TookTooLong` and nothing else."""

    async def story() -> None:
        few = Threads("test", 1)
        asked = asyncio.create_task(few.run(never.wait, limit_s=0.01))
        await asyncio.sleep(0)
        ended = few._pool.submit(never.is_set)

        def end_too_late() -> None:
            never.set()
            ended.result()

        # Both are due when the loop goes on: first the limit, then the end, and only then whoever waits.
        asyncio.get_running_loop().call_later(0.02, end_too_late)
        time.sleep(0.05)
        with pytest.raises(TookTooLong):
            await asked
        assert few.stuck == 0

    asyncio.run(story())


def test_jobs_that_never_end_take_nobody_elses_place(never: Event) -> None:
    """A device file froze every thread of the server, and with them every page."""

    async def story() -> None:
        few = Threads("test", 2)
        for _ in range(5):
            with pytest.raises(TookTooLong):
                await few.run(never.wait, limit_s=0.01)
        assert await few.run(divmod, 7, 2) == (3, 1)
        assert few.stuck == 5

    asyncio.run(story())


def test_threads_that_can_be_lost_are_counted(never: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "STUCK_MAX", 3)

    async def story() -> None:
        few = Threads("test", 1)
        for _ in range(5):
            with pytest.raises(TookTooLong):
                await few.run(never.wait, limit_s=0.01)
        assert few.stuck == 3
        assert few.are_lost

    asyncio.run(story())


def test_a_job_whose_asker_has_left_is_remembered_until_it_ends(never: Event) -> None:
    async def story() -> None:
        few = Threads("test", 1)
        asking = asyncio.ensure_future(few.run(never.wait))
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert few.stuck == 1

    asyncio.run(story())


def test_who_asks_for_much_waits_for_themselves_and_others_come_in_between(never: Event) -> None:
    """One address had a long game replayed sixty times, and everybody else's imports waited for all of it."""
    done: list[str] = []

    async def story() -> None:
        lines = Lines(Threads("test", 1))
        first = asyncio.ensure_future(lines.run("eve", never.wait))
        much = [asyncio.ensure_future(lines.run("eve", done.append, f"eve {number}")) for number in range(3)]
        await asyncio.sleep(0)
        little = asyncio.ensure_future(lines.run("ada", done.append, "ada"))
        await asyncio.sleep(0)
        never.set()
        await asyncio.gather(first, *much, little)
        assert done == ["ada", "eve 0", "eve 1", "eve 2"]
        assert not lines._lines

    asyncio.run(story())


def test_nobody_waits_in_a_line_that_does_not_move(never: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        lines = Lines(Threads("test", 1))
        first = asyncio.ensure_future(lines.run("eve", never.wait))
        await asyncio.sleep(0)
        monkeypatch.setattr(threads, "JOB_S", 0.01)
        with pytest.raises(TookTooLong):
            await lines.run("eve", divmod, 7, 2)
        never.set()
        await first

    asyncio.run(story())
