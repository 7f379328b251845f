"""The files in deploy/ are tried by the programs they are for, where those are installed."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.web.running import PATIENCE_S, Server, listening

DEPLOY = Path(__file__).parents[2] / "deploy"
GAME = {
    "ruleset": "friends",
    "lexicon": "default",
    "players": [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}],
}


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def run(*command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def caddy(folder: Path, port: int, server: Server) -> Iterator[None]:
    """The example by another name, without TLS: no certificate is asked for from anybody."""
    example = (DEPLOY / "Caddyfile").read_text("utf-8")
    for old, new in {
        "games.example.org {": f"http://localhost:{port} {{\n\tbind 127.0.0.1",
        "reverse_proxy 127.0.0.1:8017": f"reverse_proxy 127.0.0.1:{server.port}",
    }.items():
        assert old in example
        example = example.replace(old, new)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{example}")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen(
            ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"],
            env=os.environ | home,
            stderr=log,
        )
    with listening(process, port, folder / "caddy.log"):
        yield


@needs("caddy")
def test_a_game_is_begun_and_opened_through_caddy_as_in_our_example(tmp_path: Path) -> None:
    port = free_port()
    public = f"http://localhost:{port}"
    with Server(tmp_path / "data", (f"--public-url={public}",)) as server, caddy(tmp_path, port, server):
        begun = httpx.post(f"{public}/api/games", json=GAME, headers={"origin": public}, timeout=PATIENCE_S)
        assert begun.status_code == 201, begun.text
        large = httpx.post(f"{public}/api/games", content=b"x" * 2_000_000, headers={"origin": public})
        assert large.status_code in (413, 502)  # the older Caddys say the latter of a body over their limit
        with connect(
            f"ws://localhost:{port}/ws/games/{begun.json()['id']}",
            additional_headers={"cookie": begun.headers["set-cookie"].split(";")[0]},
            origin=Origin(public),
            open_timeout=PATIENCE_S,
        ) as table:
            table.send('{"type": "hello"}')
            assert json.loads(table.recv(PATIENCE_S))["seats"] == [0, 1]


@needs("caddy")
def test_caddy_takes_the_example_as_it_is(tmp_path: Path) -> None:
    done = run(
        "caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"), folder=tmp_path
    )
    assert done.returncode == 0, done.stderr


@needs("systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "quixotry.service").read_text("utf-8")
    assert "/opt/quixotry/bin/quixotry serve " in unit
    # It looks for the program as well, which is not installed there.
    (tmp_path / "quixotry.service").write_text(unit.replace("/opt/quixotry/bin/quixotry", "/bin/true"))
    done = run("systemd-analyze", "verify", str(tmp_path / "quixotry.service"), folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@needs("docker-compose")
def test_compose_reads_the_file_and_asks_for_what_it_needs() -> None:
    config = ("docker-compose", "--file", str(DEPLOY / "compose.yaml"), "config")
    done = run(*config, folder=DEPLOY, QUIXOTRY_NAME="games.example.org", POSTGRES_PASSWORD="secret")
    assert done.returncode == 0, done.stderr
    assert "https://games.example.org" in done.stdout
    assert "postgresql://quixotry:secret@database/quixotry" in done.stdout
    refused = run(*config, folder=DEPLOY, QUIXOTRY_NAME="", POSTGRES_PASSWORD="secret")
    assert refused.returncode != 0
    assert "QUIXOTRY_NAME" in refused.stderr
