"""`quixotry serve`: what keeps it from starting is one sentence and exit code 2."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from quixotry.cli import front_door, serve
from quixotry.cli.front_door import CannotServe
from quixotry.cli.serve import _listen
from quixotry.store.sql import SqlGameLog
from tests.web.running import Server


def refused(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "quixotry", "serve", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def test_without_its_libraries_it_says_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_door, "find_spec", lambda name: None if name == "litestar" else object())
    with pytest.raises(CannotServe, match=r"pip install 'quixotry\[web\]'.*quixotry play"):
        serve.serve.main(["--no-browser"], standalone_mode=False)


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} is in use" in refused(f"--port={port}", f"--data={tmp_path}")


def test_a_server_that_runs_already(tmp_path: Path) -> None:
    with Server(tmp_path) as running:
        said = refused("--port=0", f"--data={tmp_path}")
        assert f"already running with these games, at {running.origin}/" in said


def test_a_database_file_that_another_server_has_open(tmp_path: Path) -> None:
    """Each of two servers took the games for its own, and pages at one never heard of moves at the other."""
    with Server(tmp_path) as running:
        database = f"--database=sqlite:///{tmp_path / 'quixotry.sqlite3'}"
        said = refused("--port=0", f"--data={tmp_path / 'other'}", database)
        assert f"already running with these games, at {running.origin}/" in said


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("games", "it is not an address"),
        ("mysql://ada:secret@host/games", "mysql is not a kind of database"),
        ("sqlite://", "it names no file"),
        ("sqlite:///file:games.sqlite3?uri=true", "it has another address in it"),
        ("postgresql://ada:secret@host:port/games", "it is not an address"),
        ("postgresql://ada:secret@127.0.0.1:1/games", "cannot be opened or written"),
        ("postgresql://ada:secret@127.0.0.1:1/games?colour=red", "cannot be opened or written"),
    ],
)
def test_a_wrong_database_is_one_sentence_without_its_password(
    tmp_path: Path, address: str, why: str
) -> None:
    said = refused("--port=0", f"--data={tmp_path}", f"--database={address}")
    assert why in said
    assert "secret" not in said


def test_a_database_file_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = refused("--port=0", f"--data={tmp_path}", f"--database=sqlite:///{tmp_path}/file/games.sqlite3")
    assert f"{tmp_path}/file cannot be written" in said


def test_a_worker_that_is_not_there(tmp_path: Path) -> None:
    said = refused("--port=0", f"--data={tmp_path}", "--worker=no-such-program --fast")
    assert "there is no program 'no-such-program'" in said
    half = refused("--port=0", f"--data={tmp_path}", "--worker='open")
    assert "cannot be run as a program that plays: No closing quotation." in half


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    said = refused("--port=0", f"--data={file / 'below'}")
    assert "cannot be written" in said


def test_a_database_from_a_newer_version(tmp_path: Path) -> None:
    file = tmp_path / "quixotry.sqlite3"
    SqlGameLog.at(file).close()
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '0099'")
    connection.commit()
    connection.close()
    assert "newer version of Quixotry" in refused("--port=0", f"--data={tmp_path}")


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "quixotry.sqlite3").write_bytes(b"dear aunt, " * 1000)
    assert "not a database" in refused("--port=0", f"--data={tmp_path}")


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert "Cannot listen on" in refused("--host=192.0.2.1", f"--data={tmp_path}")


def test_no_answer_waits_for_the_receipt_of_the_one_before() -> None:
    """Every request took 44 ms: the body of an answer was held back until its head had been acknowledged."""
    with _listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
