"""How the server bears load: many live games, two sockets each, moves at a steady rate, all on this machine.

    python bench/server.py [--games 1000] [--rate 100] [--seconds 20] [--clock] [--champions 10]

Prints p50 and p99 from a move sent to its acknowledgement (which comes after the commit), errors, memory a
socket, page weight, and the time to the first board (page, files, a new game, its first view); then what the server
says of itself (docs/reference/metrics.md): what held it up, and for how long. The generator has a processor of its own,
the server and its workers have the others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from quixotry.fair.agreement import link_of, new_secret, pledge_of

RULES = {
    "extends": "friends",
    "name": "bench",
    "end": {"runs": [{"reason": "stalemate", "of": "tileless", "rounds": 1000}]},
}
CLOCK = {"clock": {"minutes": 60}}
OPENING_AT_ONCE = 20
SETTLE_S = 5
"""For champions to begin."""
SHOWN_S = (0.005, 0.025, 0.1)


@dataclass
class Tally:
    latencies_ms: list[float] = field(default_factory=list)
    errors: int = 0
    skipped: int = 0
    """The game was still waiting for the answer to the move before."""


@dataclass
class Seat:
    """One socket. It reads all the time, keeps its seat's state and gives its part to the draw, as a page does."""

    socket: ClientConnection
    seat: int
    seq: int = 0
    turn: int | None = None
    rack: str = ""
    waiting: asyncio.Future[Any] | None = None
    on_turn: asyncio.Event = field(default_factory=asyncio.Event)
    _share: str = field(default_factory=new_secret)

    async def read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            if "view" in message:
                view = message["view"]
                self.seq, self.turn, self.rack = view["seq"], view["turn"], view["rack"] or ""
                if self.rack and self.turn == self.seat:
                    self.on_turn.set()
            if message["type"] == "snapshot" and message["game"].get("draw"):
                await self._give(message["game"])
            if message["type"] in ("ack", "refused", "out_of_sync", "error", "snapshot") and self.waiting:
                self.waiting.set_result(message)
                self.waiting = None

    async def _give(self, game: Any) -> None:
        """A pledge to the draw, and once all have pledged the share."""
        draw = game["draw"]
        people = [seat for seat, player in enumerate(game["players"]) if player["kind"] == "person"]
        given = {"seat": self.seat, "draw": draw["number"]}
        if not draw["pledges"][self.seat]:
            link = link_of(draw["number"], draw["previous"], draw["commitment"])
            pledge = pledge_of(link, self.seat, self._share)
            await self.socket.send(json.dumps({"type": "pledge", **given, "pledge": pledge}))
        elif all(draw["pledges"][seat] for seat in people) and self.seat not in draw["given"]:
            await self.socket.send(json.dumps({"type": "share", **given, "share": self._share}))

    async def ask(self, message: Any) -> Any:
        self.waiting = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps(message))
        return await asyncio.wait_for(self.waiting, 60)

    async def exchange(self, tally: Tally) -> None:
        self.on_turn.clear()
        command = {"type": "move", "command_id": f"c{self.seq}", "seat": self.seat, "expected_seq": self.seq}
        began = time.perf_counter()
        try:
            answer = await self.ask(command | {"move": {"kind": "exchange", "tiles": self.rack[:1]}})
        except (TimeoutError, OSError):
            tally.errors += 1
            return
        tally.latencies_ms.append((time.perf_counter() - began) * 1000)
        tally.errors += answer["type"] != "ack"


def resident_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


async def open_seat(origin: str, game_id: str, cookie: str, seat: int) -> Seat:
    address = f"{origin.replace('http', 'ws')}/ws/games/{game_id}"
    socket = await connect(
        address,
        origin=Origin(origin),
        additional_headers={"cookie": cookie},
        compression=None,
        open_timeout=60,
        ping_interval=None,
    ).__aenter__()
    return Seat(socket, seat)


async def play_champion(client: httpx.AsyncClient, origin: str) -> None:
    """A person who exchanges a tile whenever the champion has moved, in game after game."""
    while True:
        players = [{"kind": "person", "name": "One"}, {"kind": "computer", "level": "champion"}]
        begun = await client.post("/api/games", json={"ruleset": "bench", "players": players})
        seat = await open_seat(origin, begun.json()["id"], begun.headers["set-cookie"].split(";")[0], 0)
        reading = asyncio.ensure_future(seat.read())
        await seat.ask({"type": "hello"})
        while not reading.done():
            waiting = asyncio.ensure_future(seat.on_turn.wait())
            await asyncio.wait((waiting, reading), timeout=60, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            unheard = Tally()
            await seat.exchange(unheard)
            if unheard.errors:
                break
        reading.cancel()
        await seat.socket.close()


async def asked(
    client: httpx.AsyncClient, path: str, body: dict[str, Any], *, cookie: str = ""
) -> httpx.Response:
    """The answer. One address may not do everything at once: who is told to wait asks again."""
    while True:
        answer = await client.post(path, json=body, headers={"cookie": cookie})
        if answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
            return answer.raise_for_status()
        await asyncio.sleep(float(answer.headers["retry-after"]))


async def begin(client: httpx.AsyncClient, places: asyncio.Semaphore) -> tuple[str, str, str]:
    """A game of two sessions: its id and their cookies."""
    players = [{"kind": "person", "name": "One"}, {"kind": "person", "name": "Two", "invited": True}]
    async with places:
        begun = await asked(client, "/api/games", {"ruleset": "bench", "players": players})
        game_id, first = begun.json()["id"], begun.headers["set-cookie"].split(";")[0]
        path = f"/api/games/{game_id}/invitations"
        key = (await asked(client, path, {"seat": 1}, cookie=first)).json()["key"]
        joined = await asked(client, "/api/join", {"key": key})
        return game_id, first, joined.headers["set-cookie"].split(";")[0]


async def first_board_ms(client: httpx.AsyncClient, origin: str) -> float:
    began = time.perf_counter()
    for path in ("/", "/api/rulesets", "/api/levels", "/api/lexicons", "/api/games"):
        await client.get(path)
    players = [{"kind": "person", "name": "One"}, {"kind": "computer"}]
    begun = await client.post("/api/games", json={"ruleset": "solo", "players": players})
    seat = await open_seat(origin, begun.json()["id"], begun.headers["set-cookie"].split(";")[0], 0)
    reading = asyncio.ensure_future(seat.read())
    await seat.ask({"type": "hello"})
    taken = (time.perf_counter() - began) * 1000
    reading.cancel()
    await seat.socket.close()
    return taken


@dataclass(frozen=True)
class Running:
    """A server, and where it tells its figures."""

    origin: str
    metrics: str
    pid: int


async def measure(server: Running, chosen: argparse.Namespace) -> None:
    origin, pid, games = server.origin, server.pid, chosen.games
    limits = httpx.Limits(max_connections=OPENING_AT_ONCE)
    async with httpx.AsyncClient(
        base_url=origin, headers={"origin": origin}, limits=limits, timeout=120
    ) as client:
        client.cookies.jar.set_policy(_NO_COOKIES)
        rules = RULES | (CLOCK if chosen.clock else {})
        (await client.post("/api/rulesets", json={"plain": rules})).raise_for_status()
        boards = sorted([await first_board_ms(client, origin) for _ in range(5)])
        print(f"time to first board: {boards[2]:.0f} ms (median of 5, without the browser's own work)")
        places = asyncio.Semaphore(OPENING_AT_ONCE)
        tables = await asyncio.gather(*(begin(client, places) for _ in range(games)))
        before = resident_kib(pid)
        seats: list[tuple[Seat, Seat]] = []
        readers = []
        for game_id, *cookies in tables:
            pair = [await open_seat(origin, game_id, cookie, seat) for seat, cookie in enumerate(cookies)]
            for seat in pair:
                readers.append(asyncio.ensure_future(seat.read()))
                await seat.ask({"type": "hello"})
            seats.append((pair[0], pair[1]))
            await asyncio.wait_for(pair[0].on_turn.wait(), 60)  # the tiles are dealt
        print(f"{games} games, {2 * games} sockets open")
        after = resident_kib(pid)
        print(f"memory a socket: {(after - before) / (2 * games):.1f} KiB (server {after / 1024:.0f} MiB)")
        sys.stdout.flush()
        readers += [asyncio.ensure_future(play_champion(client, origin)) for _ in range(chosen.champions)]
        if chosen.champions:
            await asyncio.sleep(SETTLE_S)
        first = await figures(server.metrics)
        tally = await move_about(seats, chosen.rate, chosen.seconds)
        report(first, await figures(server.metrics))
        print(f"memory after it: {resident_kib(pid) / 1024:.0f} MiB; moves not made: {tally.skipped}")
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)


async def move_about(seats: list[tuple[Seat, Seat]], rate: int, seconds: int) -> Tally:
    """A move in one game after the other, so many in a second."""
    tally = Tally()
    moving: set[asyncio.Task[None]] = set()
    began = time.perf_counter()
    for number in range(rate * seconds):
        await asyncio.sleep(max(0, began + number / rate - time.perf_counter()))
        pair_of = seats[number % len(seats)]
        mover = pair_of[pair_of[0].turn or 0]
        if mover.waiting is None:
            task = asyncio.ensure_future(mover.exchange(tally))
            moving.add(task)
            task.add_done_callback(moving.discard)
        else:
            tally.skipped += 1
    await asyncio.gather(*moving)
    taken = time.perf_counter() - began
    percentiles = statistics.quantiles(tally.latencies_ms, n=100)
    print(f"{len(tally.latencies_ms)} moves in {taken:.1f} s: {len(tally.latencies_ms) / taken:.0f} moves/s")
    print(
        f"p50 {percentiles[49]:.1f} ms, p99 {percentiles[98]:.1f} ms, "
        f"longest {max(tally.latencies_ms):.1f} ms, errors {tally.errors}"
    )
    return tally


Figures = dict[str, float]


async def figures(address: str) -> Figures:
    """What the server says of itself, by name and labels."""
    async with httpx.AsyncClient() as client:
        text = (await client.get(address)).text
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


def report(first: Figures, last: Figures) -> None:
    """How often the server was held up between two readings, and for how long."""
    passed = {name: value - first[name] for name, value in last.items()}
    for name in (name.removesuffix("_count") for name in passed if name.endswith("_count")):
        times, total = passed[f"{name}_count"], passed[f"{name}_sum"]
        quick = [passed[name + '_bucket{le="' + str(most) + '"}'] for most in SHOWN_S]
        over = (
            f"{times - count:.0f} over {1000 * most:g} ms" for most, count in zip(SHOWN_S, quick, strict=True)
        )
        print(f"{name}: {times:.0f}, {1000 * total / max(1, times):.1f} ms each; {', '.join(over)}")
    print(f"processor time of the server: {passed['process_cpu_seconds_total']:.1f} s")


class _Refusing:
    """A cookie policy for a client that plays a thousand people at once."""

    netscape = True
    rfc2965 = hide_cookie2 = False

    def set_ok(self, *_: object) -> bool:
        return False

    return_ok = domain_return_ok = path_return_ok = set_ok


_NO_COOKIES: Any = _Refusing()


def page_weight() -> int:
    return _weight(files("quixotry.web").joinpath("static"))


def _weight(folder: Any) -> int:
    return sum(_weight(each) if each.is_dir() else len(each.read_bytes()) for each in folder.iterdir())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--clock", action="store_true", help="all games by the clock")
    parser.add_argument("--champions", type=int, default=0, help="games against champions besides")
    parser.add_argument("--arguments", default="", help="more options for the server")
    chosen = parser.parse_args()
    own, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {own})
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "quixotry", "serve", "--no-browser", "--port=0", "--metrics-port=0"),
                *("--seed=5eed", f"--data={folder}", *shlex.split(chosen.arguments)),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        os.sched_setaffinity(server.pid, others or {own})
        assert server.stdout is not None
        try:
            origin, metrics = (address_in(server.stdout.readline()) for _ in range(2))
            print(f"ready in {time.perf_counter() - began:.2f} s")
            print(f"page weight: {page_weight() / 1000:.1f} kB in all, uncompressed")
            asyncio.run(measure(Running(origin.rstrip("/"), metrics, server.pid), chosen))
        finally:
            server.terminate()
            server.wait()


def address_in(line: str) -> str:
    return next(word for word in line.split() if word.startswith("http://"))


if __name__ == "__main__":
    main()
