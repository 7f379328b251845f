"""Two servers on one PostgreSQL are restarted in turns while people play: no game stands still, no move is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.postgres import new_database
from tests.web.running import LONG_GAME, Browser, Server, Socket

GAMES = 4
FROZEN_S = 30
FROZEN_ROUNDS = 4
"""A game in which nobody hears of a move for so long, and over so many restarts, stands still: on a busy machine a
single restart may take half of that time."""
PAUSE_S = 0.25
"""Between moves: who sends more than a hundred messages in twenty seconds is cut off."""


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    # Tiles from one seed: these pages do not answer a draw.
    arguments = (f"--database={new_database()}", "--seed=5eed")
    with Server(tmp_path / "one", arguments) as one, Server(tmp_path / "two", arguments) as two:
        yield one, two


@dataclass(eq=False)
class Rounds:
    """How many restarts there have been, and whether they are over."""

    done: int = 0
    are_over: threading.Event = field(default_factory=threading.Event)

    def may_wait(self, since_s: float, since_round: int) -> bool:
        passed_s = time.monotonic() - since_s
        if self.are_over.is_set():
            return passed_s < FROZEN_ROUNDS * FROZEN_S
        return passed_s < FROZEN_S or self.done < since_round + FROZEN_ROUNDS


@dataclass(eq=False)
class Player:
    """One person's page: comes back, at either server, whenever it is cut off."""

    servers: tuple[Server, Server]
    at: int
    cookie: str
    game_id: str
    rounds: Rounds
    socket: Socket | None = None
    seq: int = 0
    """How far this page has heard."""

    def hear(self) -> None:
        """Take in the next message if one comes soon, or come back."""
        try:
            if self.socket is None:
                self.socket = Browser(self.servers[self.at], self.cookie).open(self.game_id)
                self.socket.send({"type": "hello"})
            message = self.socket.receive(1)
        except TimeoutError:
            return
        except (ConnectionClosed, WebSocketException, OSError):
            self.leave()
            self.at = 1 - self.at
            time.sleep(0.05)  # not for luck: one server is down, and the other is asked next
            return
        self.seq = max(self.seq, message.get("view", {}).get("seq", 0), _acknowledged(message))

    def leave(self) -> None:
        if self.socket is not None:
            with suppress(WebSocketException, OSError):
                self.socket.close()
            self.socket = None

    def wait_for(self, seq: int, *, sending: Any = None) -> None:
        """Until this page knows the game to have come so far; a command is sent again wherever the page comes back."""
        since_s, since_round, sent_by = time.monotonic(), self.rounds.done, None
        while self.seq < seq:
            if sending is not None and self.socket is not None and sent_by is not self.socket:
                with suppress(WebSocketException, OSError):
                    self.socket.send(sending)
                    sent_by = self.socket
            is_slow = self.rounds.may_wait(since_s, since_round)
            assert is_slow, f"game {self.game_id} stands still at {self.seq}, not {seq}"
            self.hear()


def _acknowledged(message: Any) -> int:
    assert message["type"] not in ("refused", "error"), message
    return int(message["seq"]) if message["type"] == "ack" else 0


@dataclass(eq=False)
class Pair:
    """Two people at two servers who pass for as long as they are let."""

    players: tuple[Player, Player]
    seq: int
    rounds: Rounds
    moves: int = 0

    def play(self) -> int:
        try:
            while not self.rounds.are_over.is_set():
                self.move()
                self.rounds.are_over.wait(PAUSE_S)
            for _ in self.players:  # and each once more after the last restart
                self.move()
        finally:
            for player in self.players:
                player.leave()
        return self.moves

    def move(self) -> None:
        seat = self.moves % 2
        command = {
            "type": "move",
            "command_id": f"c{self.seq}",
            "seat": seat,
            "expected_seq": self.seq,
            "move": {"kind": "pass"},
        }
        self.players[seat].wait_for(self.seq + 1, sending=command)
        self.players[1 - seat].wait_for(self.seq + 1)
        self.seq, self.moves = self.seq + 1, self.moves + 1


def begin(servers: tuple[Server, Server], rounds: Rounds) -> Pair:
    ada, ben = (server.client() for server in servers)
    game = ada.begin("long", "person", "invited")
    ada.invite(game, ben)
    players = tuple(Player(servers, at, who.cookie, game["id"], rounds) for at, who in enumerate((ada, ben)))
    for player in players:
        player.wait_for(1)
    first, second = players
    return Pair((first, second), first.seq, rounds)


def roll(servers: tuple[Server, Server], count: int) -> None:
    servers[0].client().post("/api/rulesets", {"plain": LONG_GAME})
    rounds = Rounds()
    pairs = [begin(servers, rounds) for _ in range(GAMES)]
    with ThreadPoolExecutor(GAMES) as threads:
        playing = [threads.submit(pair.play) for pair in pairs]
        try:
            for number in range(count):
                server = servers[number % 2]
                assert server.stop() == 0, (number, server.log.read_text())
                server.process = None
                server.start()
                rounds.done += 1
                for done in playing:
                    assert not done.done(), done.exception()
        finally:
            rounds.are_over.set()
        moves = [done.result(2 * FROZEN_ROUNDS * FROZEN_S) for done in playing]
    assert min(moves) > 2, moves
    for pair in pairs:
        found = Browser(servers[0], pair.players[0].cookie).get(f"/api/games/{pair.players[0].game_id}")
        assert found["seq"] == pair.seq, "a move was lost, or counted twice"


def test_no_game_stands_still_while_servers_are_restarted_in_turns(servers: tuple[Server, Server]) -> None:
    roll(servers, 2)


@pytest.mark.soak
def test_nor_in_a_hundred_rounds(servers: tuple[Server, Server]) -> None:
    roll(servers, 100)
