"""P8: no input makes a 5xx, a leak or unbounded work.

Each run tries some thousand malformed requests and frames, `make soak` 30,000, against a real server, and looks
at its memory.
"""

from __future__ import annotations

import random
import socket
import string
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.soak import soak_count as times
from tests.soak import soaked
from tests.web.running import Browser, Server, database

GROWTH_BYTES_MAX = 20 * 1024 * 1024

PATHS = (
    "/", "/api/about", "/api/rulesets", "/api/rulesets/classic", "/api/rulesets/check", "/api/ruleset-form",
    "/api/levels", "/api/lexicons", "/api/words/CAT", "/api/anagrams", "/api/games", "/api/games/{game}",
    "/api/games/{game}/claim", "/api/games/{game}/invitations", "/api/games/{game}/gcg",
    "/api/games/{game}/replay", "/api/join", "/api/import/gcg", "/api/import/save", "/health", "/api",
    "/api/openapi.json", "/static/js/app.js", "/ws/games/{game}",
)  # fmt: skip
METHODS = ("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS")

BODIES = (
    b"", b"{}", b"[]", b"null", b"{", b'{"plain":{}}', b'{"plain":{"extends":7}}', b'{"plain":{"name":"x","board":[]}}',
    b'{"plain":{"extends":"classic","name":"y","board":{"rows":["x"]}}}', b'{"key":""}', b'{"key":"\\u0000"}',
    b'{"ruleset":"classic","players":[{"kind":"person","name":"A"},{"kind":"person","name":"\\ud800"}]}',
    b'{"ruleset":"\\u0000","players":[]}', b'{"seat":99999999999999999999}', b'{"seat":-1}', b'{"seat":0.5}',
    b"#player1 a a\n>a: ABC 8H CAB +10 10\n", b'{"format":"quixotry-game","version":1}', b"\xff\xfe\x00",
)  # fmt: skip


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("attacked"), database(request.param)) as server:
        yield server


def resident_bytes(server: Server) -> int:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def noise(chance: random.Random, most: int) -> str:
    signs = string.printable + "äß☃\u202e\U0001f600%%%/?&="
    return "".join(chance.choice(signs) for _ in range(chance.randrange(most)))


def some_body(chance: random.Random) -> bytes:
    body = bytearray(chance.choice(BODIES))
    for _ in range(chance.randrange(4)):
        if body:
            body[chance.randrange(len(body))] = chance.randrange(256)
    if chance.random() < 0.05:
        body += b"[" * chance.randrange(60_000)
    return bytes(body)


def some_request(chance: random.Random, game: str) -> tuple[str, str, dict[str, str], bytes]:
    path = chance.choice(PATHS).format(game=chance.choice((game, "x", "%00", "-2", game + "-2")))
    if chance.random() < 0.3:
        path += "/" + httpx.URL(path="/" + noise(chance, 20).replace("\x00", "")).raw_path.decode()[1:]
    if chance.random() < 0.5:
        names = ("lexicon", "letters", "least", "limit", "before", "state", "rules", "x")
        query = {chance.choice(names): noise(chance, 30) for _ in range(3)}
        path += "?" + str(httpx.QueryParams(query))
    headers = {}
    if chance.random() < 0.7:
        headers["content-type"] = chance.choice(
            (
                "application/json",
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data",
                "x/y",
                "",
            )
        )
    if chance.random() < 0.3:
        headers["cookie"] = chance.choice(
            ("quixotry_session=", "quixotry_session=x; a", 'quixotry_session="', "=;=;")
        )
    return chance.choice(METHODS), path, headers, some_body(chance)


@soaked
def test_p8_malformed_requests_are_answered_below_500_and_cost_no_memory(server: Server) -> None:
    chance = random.Random(8)
    browser = server.client()
    game = browser.begin("friends", "person", "person")["id"]
    before = 0
    count = times(600, 20_000)
    with httpx.Client(base_url=server.origin, headers={"origin": server.origin}, timeout=60) as client:
        for number in range(count):
            if number == count // 10:
                before = resident_bytes(server)
            try:
                method, path, headers, body = some_request(chance, game)
                answer = client.request(method, path, content=body, headers=headers)
            except (httpx.InvalidURL, UnicodeEncodeError):
                continue
            assert answer.status_code < 500, (method, path, headers, body, answer.text)
            if answer.status_code >= 400 and method != "HEAD":
                assert answer.json()["error"]["sentence"], (method, path)
    assert resident_bytes(server) - before < GROWTH_BYTES_MAX
    assert browser.get("/health") == {"status": "ok"}


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/%00", "/api/games/a%00b/gcg", "/api/games/%00/replay", "/api/games?before=%00", "/api/rulesets/%00",
        f"/api/draws?after={2**31}",
    ],
)  # fmt: skip
def test_p8_what_postgresql_cannot_be_asked_is_no_illness(server: Server, path: str) -> None:
    """The answer was 503, in the database's own words: a name with a NUL, a number beyond its integers."""
    assert server.client().request("GET", path).status_code in (400, 404)
    assert server.client().request("DELETE", path).status_code in (400, 404, 405)


def test_p8_bytes_that_are_no_http_at_all_hurt_nobody(server: Server) -> None:
    chance = random.Random(9)
    for _ in range(times(30, 1000)):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
            raw.sendall(bytes(chance.randrange(256) for _ in range(chance.randrange(1, 2000))))
            raw.shutdown(socket.SHUT_WR)
            try:
                answer = raw.recv(64)
            except ConnectionResetError:
                answer = b""
            assert not answer.startswith(b"HTTP/1.1 5")
    assert server.client().get("/health") == {"status": "ok"}


FRAMES = (
    '{"type":"hello"}', '{"type":"move","command_id":"a","seat":0,"expected_seq":3,"move":{"kind":"pass"}}',
    '{"type":"move","command_id":"b","seat":0,"expected_seq":3,"move":{"kind":"play","placements":[{"square":112,"sign":"A"}]}}',
    '{"type":"move","command_id":"c","seat":0,"expected_seq":3,"move":{"kind":"exchange","tiles":"ABC"}}',
    '{"type":"move","command_id":"d","seat":0,"expected_seq":3,"move":{"kind":"challenge","words":["A"]}}',
    '{"type":"preview","id":1,"seat":0,"placements":[{"square":112,"sign":"A"},{"square":113,"sign":"b"}]}',
    '{"type":"continue","seat":1}', '{"type":"cover"}', '{"type":"ping"}',
)  # fmt: skip


def some_frame(chance: random.Random) -> str | bytes:
    frame = list(chance.choice(FRAMES))
    for _ in range(chance.randrange(5)):
        at = chance.randrange(len(frame))
        match chance.randrange(4):
            case 0:
                frame[at] = chance.choice(string.printable)
            case 1:
                frame[at : at + chance.randrange(8)] = []
            case 2:
                frame[at:at] = list(
                    chance.choice(("null", "-1", "1e999", "true", '"', "[", "{", "9" * 40, "\\u0000"))
                )
            case _:
                frame[at:at] = frame[: chance.randrange(20)]
        frame = frame or ["x"]
    text = "".join(frame)
    return text.encode() if chance.random() < 0.1 else text


@soaked
def test_p8_malformed_frames_are_answered_and_nothing_breaks(server: Server) -> None:
    chance = random.Random(10)
    browser = server.client()
    games = [browser.begin(rules, "person", "person")["id"] for rules in ("party", "tournament", "match")]
    strangers = [browser, server.client()]
    before, count = 0, times(1500, 10_000)
    sent = 0
    while sent < count:
        with chance.choice(strangers).open(chance.choice(games)) as table:
            for _ in range(90):
                table.send(some_frame(chance))
                sent += 1
            # Everything before this question has been answered when its answer is here.
            table.send('{"type":"ping"}')
            with suppress(ConnectionClosed):
                table.until("pong")
        before = before or resident_bytes(server)
    assert resident_bytes(server) - before < GROWTH_BYTES_MAX
    text = server.log.read_text()
    assert "failed" not in text, text
    assert Browser(server).get("/health") == {"status": "ok"}


def test_logs_never_hold_a_rack(server: Server) -> None:
    browser = server.client()
    game = browser.begin("friends", "person", "computer")
    with browser.open(game["id"]) as table:
        view = table.hello()["view"]
        table.move(0, view["seq"], {"kind": "exchange", "tiles": view["rack"] + "QQQ"})
    text = server.log.read_text()
    assert view["rack"] not in text
    assert "placements" not in text


def test_the_game_list_is_ours_alone_when_the_server_is_not_at_home(tmp_path: Path) -> None:
    with Server(tmp_path / "abroad", ("--host=0.0.0.0",)) as server:
        ada, eve = server.client(), server.client()
        game = ada.begin("friends", "person", "person")["id"]
        assert [each["id"] for each in ada.get("/api/games")["games"]] == [game]
        assert eve.get("/api/games")["games"] == []
        assert eve.request("POST", f"/api/games/{game}/claim", {}).json()["error"]["code"] == "not_at_home"
