"""A server that was told to stop is gone within five seconds, and `/health` says what is ill before that."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from quixotry.cli.serve import STOP_S
from tests.web.running import PATIENCE_S, Server


@pytest.fixture
def stuck_server(tmp_path: Path) -> Iterator[Server]:
    """A server that has a word list which is opened and never read: a pipe nobody writes to."""
    (tmp_path / "lexicons").mkdir()
    os.mkfifo(tmp_path / "lexicons" / "pipe.lexicon")
    with Server(tmp_path) as server:
        yield server


def test_a_server_whose_threads_hang_stops_all_the_same(stuck_server: Server) -> None:
    with ExitStack() as open_sockets:
        for _ in range(3):
            asking = socket.create_connection(("127.0.0.1", stuck_server.port), timeout=PATIENCE_S)
            open_sockets.enter_context(asking)
            asking.sendall(b"GET /api/words/CAT?lexicon=pipe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert stuck_server.client().get("/health") == {"status": "ok"}
        assert stuck_server.stop() == 0
    assert "stopped although 3 jobs had not ended" in stuck_server.log.read_text()


def test_a_server_whose_event_loop_hangs_is_ended_and_says_where_it_hung() -> None:
    assert STOP_S < 5
    program = (
        "import signal, sys; from functools import partial; from quixotry.cli import serve; import uvicorn\n"
        "serve.STOP_S = 0.2\n"
        "server = uvicorn.Server(uvicorn.Config(lambda: None))\n"
        "signal.signal(signal.SIGTERM, partial(serve._stop, server))\n"
        "print('ready', flush=True)\n"
        "while True: pass\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 1
        assert "Timeout" in said


def test_health_says_that_the_store_is_ill_and_when_it_is_well_again(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = server.client()
        with closing(sqlite3.connect(tmp_path / "quixotry.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            answer = ada.request("GET", "/health")
            assert answer.status_code == 503
            assert answer.json() == {"status": "ill", "ill": ["store"]}
            other.execute("ROLLBACK")
        while (answer := ada.request("GET", "/health")).status_code != 200:
            assert answer.json()["ill"] == ["store"]


def test_health_says_that_the_workers_are_ill(tmp_path: Path) -> None:
    """A computer's program that dies at once: the game goes on by moves made for it, and the operator is told."""
    with Server(tmp_path, ("--worker=false", "--thinking-ms=200")) as server:
        ada = server.client()
        for _ in range(3):
            game = ada.begin("solo", "person", "computer", lexicon="common")
            with ada.open(game["id"]) as table:
                view = table.hello()["view"]
                assert (
                    table.move(0, view["seq"], {"kind": "exchange", "tiles": view["rack"]})["type"] == "ack"
                )
                while table.until("events")["view"]["turn"] != 0:
                    pass
        answer = ada.request("GET", "/health")
        assert (answer.status_code, answer.json()["ill"]) == (503, ["workers"])
