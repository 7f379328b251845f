"""Computers among themselves play at the pace of whoever watches."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from quixotry.play.pace import PACE_MS
from quixotry.play.table import Table
from tests.play.support import house, until

pytestmark = pytest.mark.anyio
ROUNDS = 50
"""Of the event loop: more than a computer of these tests needs for a whole turn."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def turns(table: Table) -> int:
    return len(table.game.position.turns)


async def settle(table: Table) -> None:
    """Let everything happen that does not wait for the clock or a watcher."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


async def test_nobody_plays_while_nobody_watches(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("match", ("computer", "computer"))
        table.wake()
        await settle(table)
        assert here.computers.asked == 0
        assert here.log.waiting_for_computers() == []
        page = here.watch(table)
        await until(lambda: turns(table) > 2)
        table.detach(page)
        await until(lambda: not table.computers.is_busy)
        seen = turns(table)
        table.wake()
        await settle(table)
        assert turns(table) == seen


async def test_a_move_comes_when_its_time_has_come_and_not_before(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("match", ("computer", "computer"))
        page = here.sit(table)
        await table.snapshot(page)
        assert page.last["pace"] == {"type": "pace", "pace_ms": PACE_MS, "is_paused": False}
        await until(lambda: here.computers.asked == 1 and table.computers.thinking is None)
        here.clock.at_ms += PACE_MS - 1
        assert table.pace is not None
        table.pace.nudge()
        await settle(table)
        assert turns(table) == 0
        here.clock.at_ms += 1
        table.pace.nudge()
        await until(lambda: turns(table) == 1)


async def test_a_paused_game_goes_on_by_one_move_for_each_step(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("match", ("computer", "computer"))
        page = here.sit(table)
        table.set_pace(0, is_paused=True)
        assert page.last == {"type": "pace", "pace_ms": 0, "is_paused": True}
        await settle(table)
        assert turns(table) == 0
        for number in (1, 2):
            table.step()
            await until(lambda number=number: turns(table) == number)  # type: ignore[misc]
            await settle(table)
            assert turns(table) == number
        table.set_pace(0, is_paused=False)
        await until(lambda: table.game.position.is_over)


async def test_the_second_game_of_a_match_waits_for_its_watcher(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("match", ("computer", "computer"))
        here.watch(table)
        await until(lambda: table.next_game is not None)
        second = await here.tables.table(f"{table.id}-2")
        await settle(second)
        assert turns(second) == 0
        here.watch(second)
        await until(lambda: second.game.position.is_over)


async def test_where_people_play_nobody_sets_the_pace(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("solo", ("person", "computer"))
        page = here.sit(table, 0)
        table.set_pace(60_000, is_paused=True)
        table.step()
        assert page.sent == []
        await table.snapshot(page)
        assert "pace" not in page.last
