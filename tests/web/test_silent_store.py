"""The store does not answer for a while: pages come again, and lose nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from quixotry.play.ports import CannotSave
from quixotry.web.socket import Sockets
from tests.play.support import House, house


class Line:
    """A socket with a page at its other end."""

    def __init__(self, *frames: dict[str, Any]) -> None:
        self.frames = [msgspec.json.encode(frame).decode() for frame in frames]
        self.told: list[dict[str, Any]] = []
        self.closed: tuple[object, ...] = ()

    async def accept(self) -> None:
        """At once."""

    async def receive(self) -> dict[str, Any]:
        if not self.frames:
            await asyncio.Event().wait()
        return {"type": "websocket.receive", "text": self.frames.pop(0)}

    async def send_data(self, message: bytes, *, mode: str) -> None:
        self.told.append(msgspec.json.decode(message))

    async def close(self, *how: object) -> None:
        self.closed = how


def silent(*_: object) -> NoReturn:
    raise CannotSave("the database does not answer")


async def visit(here: House, game_id: str, *frames: dict[str, Any], session: str = "s") -> Line:
    """Open a page, of the one who began the game unless told otherwise, until the server closes it."""
    line = Line(*frames)
    async with asyncio.timeout(30):
        await Sockets(here.tables).serve(line, game_id, session, "")  # type: ignore[arg-type]
    return line


def run(file: Path, story: Callable[[House], Awaitable[None]]) -> None:
    async def told() -> None:
        async with house(file) as here:
            await story(here)

    asyncio.run(told())


def test_a_page_that_comes_while_the_database_does_not_answer_is_to_come_again(tmp_path: Path) -> None:
    """It said that there is no such game, and never looked again."""

    async def story(here: House) -> None:
        table = await here.game("solo", ("person", "computer"))
        here.log.seats.held_by = silent  # type: ignore[assignment, method-assign]
        assert (await visit(here, table.id)).closed == (1013, "cannot_save")

    run(tmp_path / "games.sqlite3", story)


def test_a_visitor_whose_seat_the_database_does_not_answer_for_is_to_come_again(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game("solo", ("person", "computer"))
        here.log.seats.holders = silent  # type: ignore[assignment, method-assign]
        assert (await visit(here, table.id, session="")).closed == (1013, "cannot_save")

    run(tmp_path / "games.sqlite3", story)


def test_a_page_that_could_not_be_shown_the_table_is_to_come_again(tmp_path: Path) -> None:
    """It went on showing the table as it was before the line was lost, and waited for moves that had been made."""

    async def story(here: House) -> None:
        table = await here.game("solo", ("person", "computer"))
        here.log.find = silent  # type: ignore[assignment, method-assign]
        line = await visit(here, table.id, {"type": "hello"})
        assert line.closed == (1013, "cannot_save")
        assert line.told == []

    run(tmp_path / "games.sqlite3", story)


def test_a_page_whose_move_the_database_does_not_answer_for_is_to_come_again(tmp_path: Path) -> None:
    """Its page could not play any more: it waited for the answer."""

    async def story(here: House) -> None:
        table = await here.game("solo", ("person", "computer"))
        move = {"type": "move", "command_id": "mine", "seat": 0, "expected_seq": 0, "move": {"kind": "pass"}}
        here.log.answer = silent  # type: ignore[assignment, method-assign]
        line = await visit(here, table.id, move)
        assert line.closed == (1013, "cannot_save")
        assert line.told == []

    run(tmp_path / "games.sqlite3", story)
