"""A server behind a proxy on the same machine: who comes by its public name is a stranger, and nobody else comes."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.web.running import PATIENCE_S, Server, listening

PUBLIC = "https://games.example.org"
EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
GAME = {
    "ruleset": "friends",
    "lexicon": "default",
    "players": [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}],
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    arguments = (f"--public-url={PUBLIC}", "--allowed-host=www.games.example.org", "--access-log")
    with Server(tmp_path_factory.mktemp("proxied"), arguments) as server:
        yield server


def begin(server: Server, **headers: str) -> httpx.Response:
    """As a proxy passes it on."""
    sent = {"host": "games.example.org", "origin": PUBLIC} | headers
    return httpx.post(f"{server.origin}/api/games", json=GAME, headers=sent, timeout=PATIENCE_S)


def test_who_comes_by_the_public_name_is_under_tls_whatever_the_proxy_says(server: Server) -> None:
    answer = begin(server)
    assert answer.status_code == 201, answer.text
    assert answer.headers["set-cookie"].startswith("__Host-quixotry_session=")
    assert "secure" in answer.headers["set-cookie"].lower()


def test_nobody_who_comes_through_the_proxy_is_the_operator(server: Server) -> None:
    """The proxy is on this computer, where whoever asks would otherwise be at home, and see every game."""
    game = begin(server).json()
    listed = httpx.get(f"{server.origin}/api/games", headers={"host": "games.example.org"}).json()
    assert listed["games"] == []
    taken = httpx.post(
        f"{server.origin}/api/games/{game['id']}/claim",
        headers={"host": "games.example.org", "origin": PUBLIC},
    )
    assert taken.status_code == 403


def test_a_proxy_that_passes_on_what_is_no_address_hurts_nobody(server: Server) -> None:
    """What a client had put into X-Forwarded-For was answered with 500."""
    for said in ("nobody", "unix:", "1.2.3.4.5", "%", "fe80::1%eth0", ","):
        assert begin(server, **{"x-forwarded-for": said}).status_code == 201, said


def test_other_names_and_origins_are_refused(server: Server) -> None:
    assert begin(server, host="evil.example").json()["error"]["code"] == "wrong_host"
    assert begin(server, origin="https://evil.example").json()["error"]["code"] == "wrong_origin"
    assert begin(server, origin="http://games.example.org").json()["error"]["code"] == "wrong_origin"
    www = {"host": "www.games.example.org", "origin": "https://www.games.example.org"}
    assert begin(server, **www, **{"x-forwarded-proto": "https"}).status_code == 201


def test_its_health_can_be_asked_on_the_machine_itself(server: Server) -> None:
    assert httpx.get(f"{server.origin}/health").json() == {"status": "ok"}


def test_the_access_log_has_where_people_come_from_and_no_invitation(server: Server) -> None:
    headers = {"host": "games.example.org", "x-forwarded-for": "192.0.2.44"}
    httpx.get(f"{server.origin}/join/an-invitation-s-key", headers=headers)
    httpx.get(f"{server.origin}/api/about", headers=headers)
    lines = server.log.read_text()
    assert re.search(r'192\.0\.2\.44:\d+ - "GET /api/about HTTP/1\.1" 200', lines)
    assert '"GET /join/... HTTP/1.1"' in lines
    assert "an-invitation-s-key" not in lines


# nginx, with the very file we give as an example


@contextmanager
def nginx(folder: Path, port: int, server: Server) -> Iterator[None]:
    """The example, with a certificate and ports of the test's own."""
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout games.key -out games.pem"
    subprocess.run(made.split(), cwd=folder, check=True, capture_output=True)
    example = EXAMPLE.read_text("utf-8")
    for old, new in {
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "server_name games.example.org": "server_name localhost",
        "/etc/ssl/": f"{folder}/",
        "server 127.0.0.1:8017;": f"server 127.0.0.1:{server.port};",
        # Soon used up, however slow this machine is.
        "rate=50r/s": "rate=1r/m",
        "burst=200": "burst=20",
    }.items():
        assert old in example
        example = example.replace(old, new)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}} http {{ access_log off; {places} "
    )
    (folder / "nginx.conf").write_text(f"{whole}{example}}}")
    process = subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"])
    with listening(process, port, folder / "error.log"):
        yield


@pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx is not installed")
def test_a_game_is_begun_and_opened_through_nginx_as_in_our_example(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    public = f"https://localhost:{port}"
    folder = tmp_path / "nginx"
    folder.mkdir()
    os.chmod(tmp_path, 0o755)
    with Server(tmp_path / "data", (f"--public-url={public}",)) as server, nginx(folder, port, server):
        trusting = ssl.create_default_context(cafile=str(folder / "games.pem"))
        trusting.check_hostname = False
        begun = httpx.post(
            f"{public}/api/games", json=GAME, headers={"origin": public}, verify=trusting, timeout=PATIENCE_S
        )
        assert begun.status_code == 201, begun.text
        cookie = begun.headers["set-cookie"].split(";")[0]
        assert cookie.startswith("__Host-")
        with connect(
            f"wss://localhost:{port}/ws/games/{begun.json()['id']}",
            ssl=trusting,
            additional_headers={"cookie": cookie},
            origin=Origin(public),
            open_timeout=PATIENCE_S,
        ) as table:
            table.send('{"type": "hello"}')
            assert json.loads(table.recv(PATIENCE_S))["seats"] == [0, 1]
        with httpx.Client(verify=trusting, timeout=PATIENCE_S) as client:
            asked = (client.get(f"{public}/api/about").status_code for _ in range(25))
            assert next(status for status in asked if status != 200) == 429
