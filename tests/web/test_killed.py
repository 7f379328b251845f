"""P1: an acknowledged move is never lost, whatever happens to the server.

Each run kills a few times under a small load; `make soak` a hundred times under 200 games, and cuts the
database's journal at a thousand places.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from quixotry.play.ports import status_of
from quixotry.rules.game import Game
from quixotry.store.sql import SqlGameLog
from tests.soak import is_soak, soaked
from tests.soak import soak_count as times
from tests.store.contract import a_header, first_events
from tests.web.running import LONG_GAME, Browser, Server, database

READY_AGAIN_S_MAX = 3
"""What P1 allows between the start of the process and its word that it is ready."""

BUSY_MOMENT = 3
"""How much longer a single restart may take: other programs use this machine's disk and memory too."""

MOVES_A_ROUND_MAX = 2
"""For each game, between two kills. Games are read again after each, so their length is what a hundred rounds cost."""


@dataclass
class Player:
    """Both people of one game, moving as fast as answers come, until the server is gone."""

    browser: Browser
    game_id: str
    acked_seq: int = 3
    acks: int = 0

    async def play(self) -> None:
        server = self.browser.server
        while server.process is not None and server.process.poll() is None:
            # A connection can also end because a busy machine answered no ping in time: then they come back.
            with suppress(ConnectionClosed, InvalidHandshake, OSError):
                await self._sit()
                return

    async def _sit(self) -> None:
        server = self.browser.server
        async with connect(
            f"ws://127.0.0.1:{server.port}/ws/games/{self.game_id}",
            additional_headers={"cookie": self.browser.cookie},
            origin=server.origin,  # type: ignore[arg-type]
            compression=None,
            open_timeout=60,
            max_size=None,
        ) as socket:
            await socket.send('{"type":"hello"}')
            snapshot = await self._until(socket, "snapshot")
            # Whatever was acknowledged before the server died is there now.
            seq = snapshot["view"]["seq"]
            assert seq >= self.acked_seq, f"{self.game_id}: acknowledged {self.acked_seq}, found {seq}"
            turn = snapshot["view"]["turn"]
            # Far below the limit on messages: a turn is two of them.
            for _ in range(40):
                await socket.send(json.dumps({"type": "continue", "seat": turn}))
                while (rack := (await self._until(socket, "snapshot"))["view"]["rack"]) is None:
                    continue
                move = {"kind": "exchange", "tiles": rack[:1]}
                command = {"type": "move", "command_id": f"c{seq}", "seat": turn, "expected_seq": seq}
                await socket.send(json.dumps(command | {"move": move}))
                seq = (await self._until(socket, "ack"))["seq"]
                self.acked_seq, turn = seq, 1 - turn
                self.acks += 1

    async def _until(self, socket: Any, kind: str) -> Any:
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == kind:
                return message


async def play_and_kill(server: Server, players: list[Player], after_acks: int) -> None:
    playing = [asyncio.ensure_future(player.play()) for player in players]
    enough = sum(player.acks for player in players) + after_acks
    while sum(player.acks for player in players) < enough:
        assert not all(task.done() for task in playing)
        await asyncio.sleep(0.01)
    await asyncio.to_thread(server.kill)
    for result in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


KILLS = times(2, 100)
P1_PARTS = times(1, 5)


@soaked
@pytest.mark.parametrize("part", range(P1_PARTS))
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_p1_a_killed_server_has_every_move_it_acknowledged(tmp_path: Path, kind: str, part: int) -> None:
    kill_and_restart(tmp_path, database(kind), random.Random(1 + part))


def kill_and_restart(tmp_path: Path, told: tuple[str, ...], chance: random.Random) -> None:
    # Tiles from one seed: these players do not wait for a draw.
    server = Server(tmp_path / "server", ("--seed=5eed", *told)).start()
    restarts_s: list[float] = []
    try:
        browser = server.client()
        browser.post("/api/rulesets", {"plain": LONG_GAME})
        players = [
            Player(browser, browser.begin("long", "person", "person")["id"]) for _ in range(times(8, 200))
        ]
        for _ in range(KILLS // P1_PARTS):
            asyncio.run(play_and_kill(server, players, chance.randint(1, MOVES_A_ROUND_MAX * len(players))))
            server.process = None
            server.start()
            restarts_s.append(server.ready_s)
        for player in players:
            with browser.open(player.game_id) as table:
                assert table.hello()["view"]["seq"] >= player.acked_seq
    finally:
        server.kill()
    acknowledged = sum(player.acks for player in players)
    slowest_s = max(restarts_s)
    usual_s = median(restarts_s)
    print(f"{acknowledged} moves acknowledged, restarts {usual_s:.2f} s, at most {slowest_s:.2f} s")  # noqa: T201
    # A wall clock, so only in soak, and the promise itself is asked of the usual restart.
    if is_soak():
        assert usual_s <= READY_AGAIN_S_MAX
        assert slowest_s <= READY_AGAIN_S_MAX * BUSY_MOMENT


@soaked
def test_p1_writes_that_never_reached_the_disk_take_no_acknowledged_move_with_them(tmp_path: Path) -> None:
    """The journal is cut where a power cut may cut it: anywhere after the last move that was acknowledged."""
    chance = random.Random(2)
    file = tmp_path / "games.sqlite3"
    log = SqlGameLog.at(file)
    journal = file.with_name(file.name + "-wal")
    header = a_header()
    game = Game.of(header, first_events(header))
    log.create(header, game.events)
    from tests.store.contract import next_events

    acknowledged = [(journal.stat().st_size, game.position.seq)]
    while not game.position.is_over:
        events = next_events(game)
        after = game.after(events)
        log.submit_append(header.id, game.position.seq, events, status_of(after), None).result()
        game = after
        acknowledged.append((journal.stat().st_size, game.position.seq))
    with log._database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2, (
            "commits must wait for the disk"
        )
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    content, base = journal.read_bytes(), file.read_bytes()
    for number in range(times(30, 1000)):
        size, seq = chance.choice(acknowledged)
        cut = chance.randint(size, len(content))
        torn = content[:cut] + bytes(chance.randrange(256) for _ in range(chance.choice((0, 100))))
        folder = tmp_path / f"cut-{number}"
        folder.mkdir()
        (folder / file.name).write_bytes(base)
        (folder / journal.name).write_bytes(torn)
        again = SqlGameLog.at(folder / file.name)
        found = again.read(header.id)
        assert found.game.position.seq >= seq
        assert found.game.events == game.events[: found.game.position.seq]
        assert found.damage == ""
        again.close()
        shutil.rmtree(folder)
    log.close()
