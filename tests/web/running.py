"""A real server in a process of its own, and clients for it."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from quixotry.fair.agreement import link_of, pledge_of
from tests.postgres import new_database

PATIENCE_S = 60


@dataclass(eq=False)
class Server:
    """`quixotry serve` on a free port, ended by its process id."""

    data: Path
    arguments: tuple[str, ...] = ()
    port: int = 0
    ready_s: float = 0
    """From the start of the process to its word that it is ready, without the time it waited for a processor that
    other programs used."""
    process: subprocess.Popen[str] | None = None
    log: Path = field(init=False)

    def __post_init__(self) -> None:
        self.log = self.data / "server.log"

    def start(self) -> Server:
        self.data.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "quixotry",
                    "serve",
                    "--no-browser",
                    f"--port={self.port}",
                    f"--data={self.data}",
                    *self.arguments,
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"QUIXOTRY_HOME": str(self.data)},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.ready_s = time.monotonic() - began - waited_s(self.process.pid)
        assert "Quixotry is running at http://" in line, (line, self.log.read_text())
        self.port = int(line.split("//")[1].split("/")[0].rsplit(":", 1)[1])
        return self

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        return self._end(signal.SIGKILL)

    def _end(self, sign: signal.Signals) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(sign)
        code = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def __enter__(self) -> Server:
        return self.start() if self.process is None else self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def client(self) -> Browser:
        return Browser(self)


@dataclass(eq=False)
class Browser:
    """One browser session: keeps its cookie, sends the right Origin."""

    server: Server
    cookie: str = ""

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        sent = {
            "origin": self.server.origin,
            "content-type": "application/json",
            "cookie": self.cookie,
        } | headers
        # There is nothing to verify without TLS, and reading all certificates takes longer than the request.
        answer = httpx.request(
            method, self.server.origin + path, content=content, headers=sent, timeout=PATIENCE_S, verify=False
        )
        given = answer.headers.get("set-cookie", "")
        self.cookie = given.split(";")[0] or self.cookie
        return answer

    def get(self, path: str) -> Any:
        answer = self.request("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any) -> Any:
        answer = self.request("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def begin(self, ruleset: str, *kinds: str, lexicon: str = "default") -> Any:
        """A game of `person`s at this screen, `invited` ones and `computer`s."""
        players = [
            {"kind": "computer"}
            if kind == "computer"
            else {"kind": "person", "name": f"Player {number}", "invited": kind == "invited"}
            for number, kind in enumerate(kinds, 1)
        ]
        return self.post("/api/games", {"ruleset": ruleset, "players": players, "lexicon": lexicon})

    def invite(self, game: Any, guest: Browser, seat: int = 1) -> Any:
        """Have somebody else take a seat; the game as they see it."""
        key = self.post(f"/api/games/{game['id']}/invitations", {"seat": seat})["key"]
        return guest.post("/api/join", {"key": key})

    def open(self, game_id: str, *, origin: str | None = None) -> Socket:
        opened = ExitStack()
        opening = connect(
            f"ws://127.0.0.1:{self.server.port}/ws/games/{game_id}",
            additional_headers={"cookie": self.cookie},
            origin=Origin(origin or self.server.origin),
            compression=None,
            open_timeout=PATIENCE_S,
            max_size=None,
            max_queue=None,
        )
        return Socket(opened.enter_context(opening), opened)


@dataclass(eq=False)
class Socket:
    connection: ClientConnection
    opened: ExitStack

    def send(self, message: Any) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, patience_s: float = PATIENCE_S) -> Any:
        return json.loads(self.connection.recv(patience_s))

    def until(self, *kinds: str) -> Any:
        while True:
            message = self.receive()
            if message["type"] in kinds:
                return message

    def pass_over(self) -> None:
        """Read what has come so far, and forget it."""
        self.send({"type": "ping"})
        self.until("pong")

    def hello(self) -> Any:
        """The table as this page sees it, after it has given its part to the draw. If nothing else is awaited, the
        tiles are dealt."""
        self.send({"type": "hello"})
        snapshot = self.until("snapshot")
        while (answers := answers_to_draw(snapshot)) or is_about_to_deal(snapshot):
            for answer in answers:
                self.send(answer)
            for _ in range(max(1, len(answers))):
                snapshot = self.until("snapshot")
        return snapshot

    def move(self, seat: int, seq: int, move: Any, command: str = "") -> Any:
        self.send(
            {
                "type": "move",
                "command_id": command or f"c{seq}",
                "seat": seat,
                "expected_seq": seq,
                "move": move,
            }
        )
        return self.until("ack", "refused", "out_of_sync", "error")

    def close(self) -> None:
        self.opened.close()

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def deal(*sockets: Socket) -> list[Any]:
    """Have all pages give their part to the draw; the table as each sees it then, with nothing else left to read."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        shown = []
        for each in sockets:
            each.pass_over()
            shown.append(each.hello())
        if not any(each["game"].get("draw") for each in shown):
            for each in sockets:
                each.pass_over()
            return shown
    raise AssertionError("the tiles were not dealt")


def share_of(game_id: str, seat: int) -> str:
    """The bytes a page gives to a draw: the same each time, so that nothing has to be kept."""
    return hashlib.sha256(f"{game_id} {seat}".encode()).hexdigest()


def answers_to_draw(snapshot: Any) -> list[dict[str, Any]]:
    """What a page says to a draw that waits: its pledges, and its shares once all have pledged."""
    game, draw = snapshot["game"], snapshot["game"].get("draw")
    if draw is None:
        return []
    own = link_of(draw["number"], draw["previous"], draw["commitment"])
    answers: list[dict[str, Any]] = []
    people = people_in(game)
    for seat in snapshot["seats"]:
        share = share_of(game["id"], seat)
        given = {"seat": seat, "draw": draw["number"]}
        if not draw["pledges"][seat]:
            answers.append({"type": "pledge", **given, "pledge": pledge_of(own, seat, share)})
        elif all(draw["pledges"][each] for each in people) and seat not in draw["given"]:
            answers.append({"type": "share", **given, "share": share})
    return answers


def is_about_to_deal(snapshot: Any) -> bool:
    """Has everybody given their share? Pages may be shown that before the tiles are there."""
    draw = snapshot["game"].get("draw")
    return draw is not None and set(people_in(snapshot["game"])) <= set(draw["given"])


def people_in(game: Any) -> list[int]:
    return [seat for seat, player in enumerate(game["players"]) if player["kind"] == "person"]


def waited_s(pid: int) -> float:
    """How long a process was ready to run and had no processor; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except FileNotFoundError:
        return 0


LONG_GAME = {
    "extends": "friends",
    "name": "long",
    "end": {"runs": [{"reason": "stalemate", "of": "tileless", "rounds": 1000}]},
}
"""House rules under which two people can exchange tiles for as long as a test likes."""


def database(kind: str) -> tuple[str, ...]:
    """What a server is told of its database, `sqlite` or `postgresql`."""
    return () if kind == "sqlite" else (f"--database={new_database()}",)


@contextmanager
def listening(process: subprocess.Popen[bytes], port: int, log: Path) -> Iterator[None]:
    """A proxy that has been started: once it listens, and until it has ended."""
    try:
        until = time.monotonic() + PATIENCE_S
        while True:
            assert process.poll() is None, log.read_text()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert time.monotonic() < until
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
