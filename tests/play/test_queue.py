"""A game whose computer waits for the computers of others: what its players see, and what it costs them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from quixotry.play.table import Table
from quixotry.rules.move import Exchange, Move
from quixotry.rules.view import View
from tests.play.support import Greedy, House, Page, greedy, house, send, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@dataclass
class Busy(Greedy):
    """Computers that others have taken."""

    told: Callable[[int], None] | None = None
    parties: list[tuple[str, str]] = field(default_factory=list)
    may_move: asyncio.Event = field(default_factory=asyncio.Event)

    async def choose(
        self,
        level: str,
        lexicon_id: str,
        view: View,
        budget_ms: int,
        party: tuple[str, str],
        told: Callable[[int], None],
    ) -> Move:
        self.parties.append(party)
        self.told = told
        await self.may_move.wait()
        return greedy(view)


async def computers_turn(here: House) -> tuple[Table, Page]:
    table = await here.game(kinds=("person", "computer"))
    ada = here.sit(table, 0, session="ada")
    ada.address = "192.0.2.1"
    if table.game.position.turn == 0:
        rack = table.game.view(0).rack
        assert rack is not None
        await send(table, ada, Exchange(tuple(rack)[:1]))
    return table, ada


async def test_who_waits_for_a_computer_sees_its_place_in_the_queue(tmp_path: Path) -> None:
    """The page said that the computer was thinking, for minutes, while it thought about others' games."""
    computers = Busy()
    async with house(tmp_path / "games", computers=computers) as here:
        table, ada = await computers_turn(here)
        await until(lambda: computers.told is not None)
        assert computers.told is not None
        computers.told(3)
        assert (ada.last["type"], ada.last["seat"], ada.last["place"]) == ("thinking", 1, 3)
        late = here.sit(table)
        await table.snapshot(late)
        assert late.last["thinking"]["place"] == 3
        computers.told(0)
        assert ada.last["place"] == 0
        computers.may_move.set()
        await until(lambda: table.game.position.turn == 0)
        assert ada.last["thinking"] is None


async def test_a_place_in_the_queue_costs_nobody_time_on_the_clock(tmp_path: Path) -> None:
    computers = Busy()
    async with house(tmp_path / "games", computers=computers) as here:
        table, ada = await computers_turn(here)
        await until(lambda: computers.told is not None)
        assert computers.told is not None
        computers.told(2)
        here.clock.at_ms += 3_600_000
        computers.told(0)
        here.clock.at_ms += 700
        await table.snapshot(ada)
        assert ada.last["clock"]["used_ms"][1] == 700
        computers.may_move.set()
        await until(lambda: table.game.position.turn == 0)
        assert ada.last["clock"]["used_ms"][1] == 700


async def test_a_computer_thinks_for_the_player_who_is_there(tmp_path: Path) -> None:
    computers = Busy()
    async with house(tmp_path / "games", computers=computers) as here:
        table, _ = await computers_turn(here)
        here.sit(table, session="a stranger who watches").address = "198.51.100.1"
        assert table.audience.party == ("192.0.2.1", "ada")
        table.audience.watchers.clear()
        assert table.audience.party == ("", "")
