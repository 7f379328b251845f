"""A row of the database that cannot be read costs one game, and its players are told; the others go on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from quixotry.play.errors import DamagedRecord
from quixotry.play.ports import DamagedGame
from quixotry.rules.move import Exchange, Move, Pass
from quixotry.store.schema import decisions, games
from quixotry.store.sql import SqlGameLog
from tests.play.support import Greedy, House, house, send


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "games.sqlite3"
    uri: str = request.getfixturevalue("uri")
    return uri


class Pondering(Greedy):
    """Computers that never come to an end."""

    async def choose(self, *_: Any, **__: Any) -> Move:
        await asyncio.Event().wait()
        raise AssertionError


async def exchange(ours: House, game_id: str) -> int:
    """Whoever is on turn exchanges a tile; the number of the next event."""
    table = await ours.tables.table(game_id)
    seat = table.game.position.turn
    assert seat is not None
    page = ours.sit(table, seat, session=f"seat {seat}")
    await send(table, page, Exchange(tuple(table.game.position.racks[seat])[:1]))
    assert page.of_type("ack"), page.last
    return table.game.position.seq


def damage(log: SqlGameLog, game_id: str, seq: int, content: bytes | None) -> None:
    """Spoil the decision at a number, or take it away."""
    row = (decisions.c.game_id == game_id) & (decisions.c.seq == seq)
    with log._database.engine.begin() as connection:
        statement = delete(decisions) if content is None else update(decisions).values(events=content)
        assert connection.execute(statement.where(row)).rowcount == 1


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b'[{"kind":"TurnPassed"}]', b"[]", None])
def test_a_damaged_decision_is_told_to_its_players_and_hurts_no_other_game(
    database: Path | str, content: bytes | None
) -> None:
    """Its moves were out of sync for good, and nobody was told why."""

    async def begun() -> tuple[str, str, int]:
        async with house(database) as ours:
            hurt, well = (await ours.game()).id, (await ours.game()).id
            seq = await exchange(ours, hurt)
            await exchange(ours, hurt)
            damage(ours.log, hurt, seq, content)
            return hurt, well, seq

    async def gone_on(hurt: str, well: str, seq: int) -> None:
        async with house(database) as ours:
            table = await ours.tables.table(hurt)
            assert table.game.position.seq == seq
            page = ours.sit(table, 0, session="ada")
            await table.snapshot(page)
            assert [each["type"] for each in page.messages[-2:]] == ["snapshot", "error"]
            assert page.last["sentence"] == str(DamagedRecord())
            assert "backup" in page.last["sentence"]
            for seat in (0, 1):
                here = ours.sit(table, seat, session=f"seat {seat}")
                refused = await send(table, here, Pass(), seat=seat)
                assert (refused["type"], refused["code"]) == ("refused", "damaged_record")
            await exchange(ours, well)
            listed = await ours.tables.lobby.page(
                is_over=None, session="", all_games=True, before="", limit=9
            )
            assert {game.id for game in listed.games} == {hurt, well}

    asyncio.run(gone_on(*asyncio.run(begun())))


def test_a_computer_is_not_asked_again_and_again_in_a_damaged_game(database: Path | str) -> None:
    """It thought, could not save its move, and thought anew without end."""

    async def begun() -> str:
        async with house(database, computers=Pondering()) as ours:
            table = await ours.game(kinds=("person", "computer"))
            if table.game.position.turn == 0:
                await exchange(ours, table.id)
            assert table.game.position.turn == 1
        log = SqlGameLog.at(database) if isinstance(database, Path) else SqlGameLog(database)
        log._database.write(lambda connection: connection.execute(update(games).values(next_seq=99)))
        log.close()
        return table.id

    async def gone_on(game_id: str) -> None:
        computers = Greedy(lambda _: Pass())
        async with house(database, computers=computers) as ours:
            table = await ours.tables.table(game_id)
            table.wake()
            await asyncio.sleep(0.05)
            assert not table.computers.is_busy
            assert computers.asked == 0

    asyncio.run(gone_on(asyncio.run(begun())))


def test_a_game_of_which_nothing_can_be_read_is_refused_and_the_others_are_listed(
    database: Path | str,
) -> None:
    async def story() -> None:
        async with house(database, seed="") as ours:
            ids = [(await ours.game()).id for _ in range(3)]
            spoiled = (
                (ids[0], {"header": b"spoiled"}),
                (ids[1], {"brief": "spoiled"}),
            )
            with ours.log._database.engine.begin() as connection:
                for game_id, values in spoiled:
                    connection.execute(update(games).where(games.c.id == game_id).values(values))
        async with house(database, seed="") as ours:
            with pytest.raises(DamagedGame):
                await ours.tables.table(ids[0])
            with pytest.raises(DamagedGame):
                await ours.tables.lobby.summary(ids[1], "")
            for limit in (1, 2, 9):
                listed = await ours.tables.lobby.page(
                    is_over=None, session="", all_games=True, before="", limit=limit
                )
                assert [game.id for game in listed.games] == [ids[2], ids[0]][:limit]

    asyncio.run(story())
