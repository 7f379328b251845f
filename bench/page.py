"""What it takes to sit down at a table in the browser, and how soon a typed tile shows its score.

    python -m bench.page [--runs 7] [--delay-ms 0]

A server and Chromium on this machine, with a relay between them that counts every byte of the connection and may hold
each packet back by half of `--delay-ms`, as a network would. Printed are the medians over fresh browsers: bytes and
requests to the first board and the time until it is drawn, for a first and a second visit; then the time from a key to
the score of the tiles laid.
"""

from __future__ import annotations

import argparse
import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.serving import running_chromium, running_server

CENTRE = 112
PLAYERS = [{"kind": "person", "name": "You"}, {"kind": "computer", "level": "casual"}]

# When the board stands there with a rack under it, by the page's own clock, which begins with the navigation.
WATCH_BOARD = """
new MutationObserver((_, watch) => {
  if (!document.querySelector("main[data-seq] svg.board") || !document.querySelector(".rack [data-id]")) return;
  window.boardAt = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true, attributes: true });
"""

# From the key to the score on the button that plays the tiles.
TYPE_TILES = """
async (letters) => {
  const times = [];
  const shown = document.querySelector(".primary-detail");
  for (const key of letters) {
    const before = shown.textContent;
    const begin = performance.now();
    const scored = new Promise((done) => {
      const watch = new MutationObserver(() => {
        if (!shown.textContent || shown.textContent === before) return;
        watch.disconnect();
        done(performance.now() - begin);
      });
      watch.observe(shown, { childList: true, characterData: true, subtree: true });
    });
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    times.push(await scored);
  }
  return times;
}
"""


class Relay:
    """Passes connections on to the server, counts what comes back, and takes its time if asked to."""

    def __init__(self, port: int, delay_ms: float) -> None:
        self.port = 0
        self.received = 0
        self.answers = 0
        """Bytes and answers to the browser since the last reading."""
        self._target, self._delay_s = port, delay_ms / 2000
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()
        self._ready.wait()

    def _run(self) -> None:
        async def begin() -> None:
            server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()

        self._loop.run_until_complete(begin())
        self._loop.run_forever()

    async def _meet(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
        await asyncio.gather(
            self._pass_on(browser, to_server, is_counted=False),
            self._pass_on(server, to_browser, is_counted=True),
            return_exceptions=True,
        )

    async def _pass_on(
        self, source: asyncio.StreamReader, to: asyncio.StreamWriter, *, is_counted: bool
    ) -> None:
        while data := await source.read(65536):
            if is_counted:
                self.received += len(data)
                self.answers += data.count(b"HTTP/1.1 ")
            if self._delay_s:
                # Later, and in order; what comes meanwhile is read without waiting.
                self._loop.call_later(self._delay_s, to.write, data)
            else:
                to.write(data)
        self._loop.call_later(self._delay_s, to.close)

    def take(self) -> tuple[int, int]:
        taken = self.received, self.answers
        self.received = self.answers = 0
        return taken


@dataclass(frozen=True)
class Visit:
    kilobytes: float
    requests: int
    board_ms: float


def visit(page: Page, relay: Relay, address: str) -> Visit:
    """Open a table and wait for its board."""
    relay.take()
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.boardAt")
    received, answers = relay.take()
    return Visit(received / 1000, answers, page.evaluate("window.boardAt"))


def sit_down(browser: Browser, relay: Relay) -> tuple[Visit, Visit, list[float]]:
    """A first visit, a second one, and the times of typed tiles, in a browser that has seen nothing before."""
    base = f"http://127.0.0.1:{relay.port}"
    context = browser.new_context(base_url=base, reduced_motion="reduce")
    context.add_init_script(WATCH_BOARD)
    asked = {"ruleset": "solo", "players": PLAYERS}
    made: dict[str, Any] = context.request.post("/api/games", data=asked, headers={"Origin": base}).json()
    page = context.new_page()
    first = visit(page, relay, f"/table/{made['id']}")
    page.locator("main.my-turn").wait_for()
    names = page.locator(".rack [data-id]").evaluate_all("all => all.map(tile => tile.ariaLabel)")
    letters = [name[0].lower() for name in names if name != "Blank"]
    page.locator(f'[data-square="{CENTRE}"]').click()
    page.keyboard.press(letters[0])  # one tile alone forms no word and has no score
    times: list[float] = page.evaluate(TYPE_TILES, letters[1:])
    page.close()
    second = visit(context.new_page(), relay, f"/table/{made['id']}")
    context.close()
    return first, second, times


@contextmanager
def relayed_server(delay_ms: float) -> Iterator[Relay]:
    with TemporaryDirectory() as data, running_server(Path(data), 100) as address:
        yield Relay(int(address.rsplit(":", 1)[1]), delay_ms)


def report(what: str, visits: list[Visit]) -> None:
    print(
        f"{what:12} {median(each.kilobytes for each in visits):7.1f} kB"
        f" {median(each.requests for each in visits):4.0f} requests"
        f"   board after {median(each.board_ms for each in visits):5.0f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--delay-ms", type=float, default=0, help="round trip of the network between the two")
    asked = parser.parse_args()
    with running_chromium() as browser, relayed_server(asked.delay_ms) as relay:
        sit_down(browser, relay)  # the server's own first time is not the page's
        runs = [sit_down(browser, relay) for _ in range(asked.runs)]
    report("first visit", [first for first, _, _ in runs])
    report("second visit", [second for _, second, _ in runs])
    times = sorted(time for _, _, typed in runs for time in typed)
    print(
        f"typed tile   {median(times):7.1f} ms to its score, {times[int(len(times) * 0.95)]:.1f} ms at most in 95 %"
    )


if __name__ == "__main__":
    main()
