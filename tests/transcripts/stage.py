"""A server in this process, clients that speak ASGI to it, and the record of what they say to each other.

One JSON object a line. What goes in:

    {"clock": 1500}                                              milliseconds pass
    {"by": "Ada", "request": "POST /api/games", "body": {...}}   also "headers", and "text" for a body that is no JSON
    {"by": "Ada", "open": "/ws/games/ID"}                        also "headers"
    {"by": "Ada", "send": {...}}                                 a frame; "text" for one that is no JSON
    {"by": "Ada", "leave": true}

What comes out:

    {"to": "Ada", "status": 200, "headers": {...}, "body": {...}}
    {"to": "Ada", "frame": {...}}
    {"to": "Ada", "as": -3, "but": {"view.seat": 1, ...}}        the frame three lines up, but for these fields
    {"to": "Ada", "closed": [1008, "why"]}

Bodies and frames are the very bytes sent, but for times of day and the rulesets in frames, of which there is the
digest; headers are "as before" where those that every answer has are. After each line that goes in comes out all that
follows from it, one client after another in the order they came: between clients no order is promised, for each it is.

No computer may be the first to move in a game: what is answered while it thinks depends on the machine.
A client's session is its name up to a slash; `Watcher` has none.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.transcripts import wiring

HOST = "127.0.0.1:8000"
PATIENCE_S = 60
DRAINING = 50
"""Turns of the event loop in which every queue that is not empty is written out; each needs one or two."""

Flat = dict[str, bytes]

JSON = msgspec.json.Encoder()
AGAIN = "as before"
OWN = (
    "content-type",
    "set-cookie",
    "content-disposition",
    "cache-control",
    "etag",
    "retry-after",
    "allow",
    "location",
)
"""Headers that belong to one answer; the others are the same for all, or that is noted."""
REMEMBERED = 12
LIKENESS = 0.8
LONG = 400
"""So many frames of one form and of so many bytes are remembered; one of which less than that part is new refers to
the one most like it."""
UNSAID = ("content-length",)
"""Headers left out: lengths differ with the times that are written over."""


@dataclass(eq=False)
class Page:
    """An open socket of one client."""

    task: asyncio.Task[None]
    said: asyncio.Queue[dict[str, Any]]
    heard: list[bytes] = field(default_factory=list)
    pongs: int = 0
    is_closed: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Stage:
    def __init__(self, app: wiring.App, clock: Clock) -> None:
        self._app, self._clock = app, clock
        self._pages: dict[str, Page] = {}
        self._computers: frozenset[int] = frozenset()
        self._before: dict[tuple[str, ...], deque[tuple[int, Flat]]] = {}
        self._usual: list[tuple[str, str]] = []
        self.lines: list[bytes] = []

    async def perform(self, line: bytes) -> None:
        """Do what a line says, and note it and all that comes of it."""
        plain: dict[str, msgspec.Raw] = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        self.lines.append(line)
        by = msgspec.json.decode(plain["by"], type=str) if "by" in plain else ""
        headers = msgspec.json.decode(plain.get("headers", b"{}"), type=dict[str, str | None])
        if "clock" in plain:
            self._clock.at_ms += msgspec.json.decode(plain["clock"], type=int)
        elif "request" in plain:
            method, path = msgspec.json.decode(plain["request"], type=str).split(" ", 1)
            await self._request(by, method, path, _content(plain, "body"), headers)
        elif "open" in plain:
            await self._open(by, msgspec.json.decode(plain["open"], type=str), headers)
        elif "leave" in plain:
            page = self._pages.pop(by)
            page.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await page.task
        else:
            await self._say(by, _content(plain, "send"))
        await self._drain()

    # HTTP

    async def _request(
        self, by: str, method: str, path: str, body: bytes, headers: dict[str, str | None]
    ) -> None:
        given: dict[str, str | None] = {}
        if body:
            given = {"content-type": "application/json", "content-length": str(len(body))}
        status, answered, content = await self._ask(by, method, path, body, given | headers)
        self._note(by, status=str(status).encode(), headers=self._headers(answered), **_said(content))
        if (method, path, status) == ("POST", "/api/games", 201):
            # Else what the next answer says of the game would depend on how fast a computer is.
            await self._computers_moved(msgspec.json.decode(content)["id"])

    def _headers(self, answered: list[tuple[str, str]]) -> bytes:
        usual = [each for each in answered if each[0] not in (*OWN, *UNSAID)]
        own = {name: value for name, value in answered if name in OWN}
        if usual == self._usual:
            return JSON.encode(own | {"others": AGAIN})
        self._usual = usual
        return JSON.encode(own | dict(usual))

    async def _ask(
        self, by: str, method: str, path: str, body: bytes, headers: dict[str, str | None]
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        sent: list[dict[str, Any]] = []
        asked = [{"type": "http.request", "body": body, "more_body": False}]
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not asked:
                await gone.wait()
            return asked.pop() if asked else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(dict(message))

        scope = _scope(by, "http", path, headers) | {"method": method}
        async with asyncio.timeout(PATIENCE_S):
            await self._app(scope, receive, send)
        answered = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        return sent[0]["status"], answered, b"".join(part.get("body", b"") for part in sent[1:])

    # Sockets

    async def _open(self, by: str, path: str, headers: dict[str, str | None]) -> None:
        await self._computers_moved(path.rpartition("/")[2])
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        said.put_nowait({"type": "websocket.connect"})

        async def send(message: Any) -> None:
            self._hear(page, message)

        page = Page(
            asyncio.ensure_future(self._app(_scope(by, "websocket", path, headers), said.get, send)), said
        )
        assert by not in self._pages, f"{by} has a page already: give the second a name such as {by}/2"
        self._pages[by] = page
        await self._settle(page)

    def _hear(self, page: Page, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            frame = message.get("text")
            content: bytes = message["bytes"] if frame is None else frame.encode()
            if content == b'{"type":"pong"}' and page.pongs:
                page.pongs -= 1
            else:
                page.heard.append(content)
        elif message["type"] == "websocket.close":
            page.heard.append(JSON.encode([message.get("code", 1000), message.get("reason", "")]))
            page.is_closed = True
        page.news.set()

    async def _say(self, by: str, frame: bytes) -> None:
        page = self._pages[by]
        page.said.put_nowait({"type": "websocket.receive", "text": frame.decode()})
        await self._settle(page, is_ping=frame == b'{"type":"ping"}')
        await self._computers_done(page)

    async def _settle(self, page: Page, *, is_ping: bool = False) -> None:
        """Wait until the server has dealt with all this page sent: it answers in order, so a ping tells."""
        if is_ping:
            return await self._until(page, lambda: bool(page.heard))
        page.pongs += 1
        page.said.put_nowait({"type": "websocket.receive", "text": '{"type":"ping"}'})
        return await self._until(page, lambda: not page.pongs or page.is_closed)

    async def _until(self, page: Page, claim: Any) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not claim():
                page.news.clear()
                await page.news.wait()

    async def _computers_done(self, page: Page) -> None:
        """Wait until no computer is on turn at this page's table, as the last view it was sent has it."""
        while not page.is_closed:
            heard = [msgspec.json.decode(frame) for frame in page.heard]
            views = [each["view"] for each in heard if isinstance(each, dict) and "view" in each]
            if not views or views[-1]["turn"] not in self._computers:
                return
            before = len(page.heard)
            await self._until(page, lambda before=before: len(page.heard) > before or page.is_closed)

    async def _computers_moved(self, game_id: str) -> None:
        """Wait until no computer is on turn in a game nobody looks at yet."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                status, _, body = await self._ask("Watcher", "GET", f"/api/games/{game_id}", b"", {})
                if status != 200:
                    return
                game = msgspec.json.decode(body)
                kinds = [player["kind"] for player in game["players"]]
                self._computers = frozenset(seat for seat, kind in enumerate(kinds) if kind == "computer")
                if game["turn"] not in self._computers:
                    return
                await asyncio.sleep(0.01)

    async def _drain(self) -> None:
        """Write out what waits for the other pages, and note all that was heard."""
        for _ in range(DRAINING):
            await asyncio.sleep(0)
        for name, page in list(self._pages.items()):
            for content in page.heard:
                self._note(
                    name, **({"closed": content} if content.startswith(b"[") else self._frame(content))
                )
            page.heard.clear()
            if page.is_closed:
                await page.task
                del self._pages[name]

    async def leave(self) -> None:
        for name in list(self._pages):
            page = self._pages.pop(name)
            page.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await page.task

    # The record

    def _note(self, to: str, **fields: bytes) -> None:
        parts = [b'{"to":' + JSON.encode(to)]
        parts += [JSON.encode(name) + b":" + content for name, content in fields.items()]
        self.lines.append(wiring.hide_times(b",".join(parts) + b"}"))

    def _frame(self, content: bytes) -> dict[str, bytes]:
        """A frame, or how it differs from one before: most are sent to everybody, with another rack in each."""
        content = _with_short_ruleset(wiring.hide_times(content))
        flat, here = _flat(content), len(self.lines)
        alike = self._before.setdefault(tuple(flat), deque(maxlen=REMEMBERED))
        found, length = {"frame": content}, LIKENESS * len(content)
        for line, past in alike:
            other = b",".join(JSON.encode(key) + b":" + flat[key] for key in flat if flat[key] != past[key])
            if len(other) < length:
                found, length = {"as": str(line - here).encode(), "but": b"{" + other + b"}"}, len(other)
        if len(content) > LONG:
            alike.append((here, flat))
        return found


def _scope(by: str, kind: str, path: str, headers: dict[str, str | None]) -> dict[str, Any]:
    where, _, query = path.partition("?")
    session = by.partition("/")[0]
    cookie = None if session == "Watcher" else f"quixotry_session={session:-<43}"
    given = {"host": HOST, "origin": f"http://{HOST}", "cookie": cookie} | headers
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": where,
        "raw_path": where.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in given.items() if value is not None],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8000),
        "subprotocols": [],
        "state": {},
        "extensions": {},
    }


def _with_short_ruleset(frame: bytes) -> bytes:
    """A frame with the digest of the ruleset's bytes for the ruleset: in full they are in the answers over HTTP."""
    whole = bytes(msgspec.json.decode(frame, type=dict[str, msgspec.Raw]).get("ruleset", b""))
    short = JSON.encode(f"{len(whole)} bytes, SHA-256 {hashlib.sha256(whole).hexdigest()}")
    return frame.replace(whole, short, 1) if len(whole) > len(short) else frame


def _flat(frame: bytes) -> Flat:
    """The fields of a frame and of its view, in order and to the byte; one field where they do not make the frame."""
    flat: Flat = {}
    again: list[bytes] = []
    for key, value in msgspec.json.decode(frame, type=dict[str, msgspec.Raw]).items():
        inner = msgspec.json.decode(value, type=dict[str, msgspec.Raw]) if key == "view" else {}
        flat |= {f"{key}.{name}": bytes(raw) for name, raw in inner.items()} or {key: bytes(value)}
        parts = b",".join(JSON.encode(name) + b":" + raw for name, raw in inner.items())
        again.append(JSON.encode(key) + b":" + (b"{" + parts + b"}" if inner else value))
    return flat if b"{" + b",".join(again) + b"}" == frame else {"": frame}


def _content(plain: dict[str, msgspec.Raw], key: str) -> bytes:
    if "text" in plain:
        return msgspec.json.decode(plain["text"], type=str).encode()
    return bytes(plain.get(key, b""))


def _said(content: bytes) -> dict[str, bytes]:
    """An answer's body: as it is where it is JSON of one line, else as text."""
    try:
        msgspec.json.decode(content)
    except msgspec.DecodeError:
        return {"text": JSON.encode(content.decode())}
    return {"body": content} if b"\n" not in content else {"text": JSON.encode(content.decode())}


@dataclass
class Clock:
    """Time that passes when a line says so."""

    at_ms: int = 1_000_000

    def __call__(self) -> int:
        return self.at_ms


@asynccontextmanager
async def stage(folder: Path, *, seed: str, is_at_home: bool) -> AsyncIterator[Stage]:
    """A server that has begun, and ends with this."""
    with pytest.MonkeyPatch.context() as patch:
        wiring.fix_chance(patch)
        patch.setenv("QUIXOTRY_HOME", str(folder))
        clock = Clock()
        app = wiring.server(folder, now=clock, seed=seed, is_at_home=is_at_home)
        orders: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        told: asyncio.Queue[Any] = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": {}}
        living = asyncio.ensure_future(app(scope, orders.get, told.put))
        orders.put_nowait({"type": "lifespan.startup"})
        begun = await told.get()
        assert begun["type"] == "lifespan.startup.complete", begun
        played = Stage(app, clock)
        try:
            yield played
        finally:
            await played.leave()
            orders.put_nowait({"type": "lifespan.shutdown"})
            assert (await told.get())["type"] == "lifespan.shutdown.complete"
            await living


async def replay(folder: Path, transcript: Iterable[bytes]) -> list[bytes]:
    """Play the lines that go in; all lines, as they are now. The first says what the server is like."""
    head, *rest = transcript
    about = msgspec.json.decode(head)
    async with stage(folder, seed=about["seed"], is_at_home=about["is_at_home"]) as played:
        for line in rest:
            if not line.startswith(b'{"to":'):
                await played.perform(line)
        return [head, *played.lines]
