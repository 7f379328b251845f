"""The store does not answer for a while: what it has kept all the same reaches everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NoReturn

import pytest

from quixotry.play import limits
from quixotry.play.ports import CannotSave
from quixotry.rules.event import Event
from quixotry.rules.move import Pass, Resign
from tests.play.support import Greedy, House, house, send, until


@pytest.fixture(autouse=True)
def swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are looked after all the time."""
    monkeypatch.setattr(limits, "SWEEP_MS", 10)


def silent(_: str) -> NoReturn:
    raise CannotSave("the database does not answer")


def run(file: Path, story: Callable[[House], Awaitable[None]], computers: Greedy | None = None) -> None:
    async def told() -> None:
        async with house(file, computers=computers) as here:
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
        # By the store it is not the computer's turn any more, whenever it is asked.
        here.log.waiting_for_computers = lambda: ()  # type: ignore[method-assign]
        await send(table, page, Pass())
        await until(lambda: page.last["type"] == "events" and page.last["view"]["turn"] == 0)
        assert here.log.next_seq(table.id) == table.game.position.seq

    run(tmp_path / "games.sqlite3", story)


@pytest.mark.parametrize("leaver", [0, 1])
def test_the_end_of_a_game_is_told_although_the_store_does_not_answer_right_after_it(
    tmp_path: Path, leaver: int
) -> None:
    async def story(here: House) -> None:
        table = await here.game("solo", ("person", "computer"))
        page = here.sit(table, 0)

        here.log.find = silent  # type: ignore[assignment, method-assign]
        await send(table, page, Resign() if leaver == 0 else Pass())
        await until(lambda: table.game.position.is_over and not table.lock.locked())
        assert len(page.of_type("ack")) == 1
        told = page.of_type("events")[-1]
        assert told["view"]["outcome"]["reason"] == "resigned"
        assert "game" not in told

    run(tmp_path / "games.sqlite3", story, Greedy(lambda _: Resign()))


def test_the_next_game_of_a_match_is_told_when_the_store_answers_again(tmp_path: Path) -> None:
    """The page offered a rematch, in the middle of the match."""

    async def story(here: House) -> None:
        table = await here.game("match")
        page, find = here.sit(table, 0), here.log.find

        here.log.find = silent  # type: ignore[assignment, method-assign]
        await send(table, page, Resign())
        assert page.of_type("events")[-1]["view"]["outcome"]["reason"] == "resigned"
        assert not page.of_type("snapshot")
        here.log.find = find  # type: ignore[method-assign]
        await until(lambda: bool(page.of_type("snapshot")))
        told = page.of_type("snapshot")[-1]
        assert here.log.next_seq(told["next_game"]) > 0
        assert table.is_concluded

    run(tmp_path / "games.sqlite3", story)
