"""The store does not answer for a while: what it has kept all the same reaches everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from quixotry.play import limits
from quixotry.play.ports import CannotSave
from quixotry.rules.event import Event
from quixotry.rules.move import Pass
from tests.play.support import House, house, send, until


@pytest.fixture(autouse=True)
def swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are looked after all the time."""
    monkeypatch.setattr(limits, "SWEEP_MS", 10)


def run(file: Path, story: Callable[[House], Awaitable[None]]) -> None:
    async def told() -> None:
        async with house(file) as here:
            await story(here)

    asyncio.run(told())


def test_a_computers_move_saved_too_late_for_its_answer_reaches_the_page(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game("solo", ("person", "computer"))
        page, saved = here.sit(table, 0), here.log.submit_append

        def late(game_id: str, seq: int, events: Sequence[Event], *given: Any) -> Future[Any]:
            written = saved(game_id, seq, events, *given)
            if events[0].seat == 1:
                here.log.submit_append = saved  # type: ignore[method-assign]
                written.result()
                raise CannotSave("the database does not answer")
            return written

        here.log.submit_append = late  # type: ignore[assignment, method-assign]
        await send(table, page, Pass())
        await until(lambda: page.last["type"] == "events" and page.last["view"]["turn"] == 0)
        assert here.log.next_seq(table.id) == table.game.position.seq

    run(tmp_path / "games.sqlite3", story)
