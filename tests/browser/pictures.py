"""A sheet of pictures: every page and state at every size, light and dark. Run by `make pictures`.

A state is set up once and then looked at through windows of all sizes, so that the sheet shows the same game
everywhere. `python -m tests.browser.pictures NAME ...` makes only the states whose names begin so.
"""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.driver import DEALT, Eyes, Mouse, play_to_the_end
from tests.browser.screens import LONG_NAMES, SIZES, settle
from tests.browser.serving import running_chromium, running_server
from tests.browser.short_rules import short_ruleset

PICTURES = Path(__file__).parents[2] / "test-artefacts" / "pictures"
KEPT = Path(__file__).parents[2] / "docs" / "pictures"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CENTRE = 112


@dataclass
class Studio:
    """A browser at a server, and the games that the pictures show."""

    context: BrowserContext
    server: str

    def page(self) -> Page:
        page = self.context.new_page()
        page.set_viewport_size({"width": 1366, "height": 900})
        return page

    def post(self, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        answer = self.context.request.post(path, data=asked, headers={"Origin": self.server})
        assert answer.ok, answer.text()
        made: dict[str, Any] = answer.json()
        return made

    def plain(self, ruleset: str) -> dict[str, Any]:
        told: dict[str, Any] = self.context.request.get(f"/api/rulesets/{ruleset}").json()
        return told["plain"]  # type: ignore[no-any-return]

    def table(self, ruleset: str, *players: str) -> Page:
        """A new game, with people of these names and computers where a name is a level with `@` before it."""
        seats = [
            {"kind": "computer", "level": name[1:]}
            if name.startswith("@")
            else {"kind": "person", "name": name}
            for name in players
        ]
        game = self.post("/api/games", {"ruleset": ruleset, "players": seats})
        page = self.page()
        page.goto(f"/table/{game['id']}")
        page.wait_for_selector(DEALT)
        begin = page.locator('dialog [data-answer="begin"]')
        if begin.is_visible():
            begin.click()
        return page

    def play_turns(self, page: Page, ruleset: str, turns: int, *, is_last_laid: bool = True) -> None:
        """Play so many turns, and lay the tiles of one more."""
        eyes, hands = Eyes(page, self.plain(ruleset)), Mouse(page)
        for turn in range(turns + 1):
            page.locator("main.my-turn, main.handing-over").first.wait_for()
            if page.locator("main.handing-over").is_visible():
                hands.primary()
                page.locator("main.my-turn").wait_for()
            tiles = eyes.play()
            if tiles is None or (turn == turns and not is_last_laid):
                return
            hands.lay(eyes, tiles)
            expect(page.locator(".badge")).to_be_visible()
            if turn < turns:
                seq = eyes.seq()
                hands.primary()
                page.wait_for_function("seq => document.querySelector('main').dataset.seq !== seq", arg=seq)


def opened(path: str) -> Callable[[Studio], Page]:
    def open_it(studio: Studio) -> Page:
        page = studio.page()
        page.goto(path)
        page.locator("main h1").wait_for()
        return page

    return open_it


def words(studio: Studio) -> Page:
    page = opened("/words")(studio)
    page.locator("#word").fill("quixotry")
    page.keyboard.press("Enter")
    page.locator(".word-entry").wait_for()
    page.locator("#letters").fill("cart?")
    page.keyboard.press("Enter")
    page.locator(".word-cloud").wait_for()
    return page


def first_turn(studio: Studio) -> Page:
    page = studio.table("solo", "You", "@club")
    page.locator("main.my-turn").wait_for()
    return page


def laid(studio: Studio) -> Page:
    page = studio.table("friends", "You", "@club")
    studio.play_turns(page, "friends", 4)
    return page


def direction(studio: Studio) -> Page:
    page = studio.table("solo", "You", "@club")
    studio.play_turns(page, "solo", 2)
    return page


def refused(studio: Studio) -> Page:
    page = studio.table("friends", "You", "@club")
    page.locator("main.my-turn").wait_for()
    letters = Eyes(page, studio.plain("friends")).rack().replace("?", "")[:6]
    page.locator(f'[data-square="{CENTRE}"]').click()
    page.keyboard.type(letters.lower())
    page.keyboard.press("Enter")
    page.locator(".status.bad").wait_for()
    return page


def picked(studio: Studio) -> Page:
    page = studio.table("party", "Ada", "Ben", "Cleo", "Dan")
    studio.play_turns(page, "party", 4, is_last_laid=False)
    page.locator(".rack [data-id]").first.click()
    page.locator(".hint").first.wait_for()
    return page


def handing_over(studio: Studio) -> Page:
    page = studio.table("party", "Ada", "Ben", "Cleo", "Dan")
    studio.play_turns(page, "party", 3)
    page.locator('[data-action="primary"]').click()
    page.locator("main.handing-over").wait_for()
    return page


def long_names(studio: Studio) -> Page:
    page = studio.table("classic", *LONG_NAMES)
    studio.play_turns(page, "classic", 3)
    return page


def challenge(studio: Studio) -> Page:
    page = studio.table("tournament", "Ada", "Ben")
    studio.play_turns(page, "tournament", 2, is_last_laid=False)
    return page


def dialog(action: str) -> Callable[[Studio], Page]:
    def ask(studio: Studio) -> Page:
        page = studio.table("friends", "You", "@club")
        page.locator("main.my-turn").wait_for()
        page.locator(f'[data-action="{action}"]').first.click()
        page.locator("dialog[open]").wait_for()
        return page

    return ask


def exchanging(studio: Studio) -> Page:
    page = dialog("exchange")(studio)
    for tile in page.locator("dialog .rack-tile").all()[:3]:
        tile.click()
    return page


def more(studio: Studio) -> Page:
    page = laid(studio)
    page.evaluate("document.querySelector('div.side').classList.add('open')")
    return page


def watching(studio: Studio) -> Page:
    page = studio.table("match", "@expert", "@club")
    expect(page.locator(".sheet tbody tr").nth(5)).to_be_visible(timeout=60_000)
    return page


def result(studio: Studio) -> Page:
    rules = studio.post("/api/rulesets", {"plain": short_ruleset(studio.plain("solo"))})
    page = studio.table(rules["name"], "You", "@club")
    play_to_the_end(Mouse(page), rules["plain"])
    return page


def over(studio: Studio) -> Page:
    page = studio.table("friends", "@club", "@club")
    page.locator("dialog.result").wait_for(timeout=120_000)
    page.keyboard.press("Escape")
    return page


def replay(studio: Studio) -> Page:
    page = over(studio)
    page.goto(page.url.replace("/table/", "/replay/"))
    page.locator(".graph").wait_for()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    return page


def lost(studio: Studio) -> Page:
    page = studio.page()
    sockets: list[Any] = []
    page.route_web_socket("**/ws/games/*", lambda ws: sockets.append((ws, ws.connect_to_server())))
    game = studio.post(
        "/api/games",
        {"ruleset": "friends", "players": [{"kind": "person", "name": each} for each in ("Ada", "Ben")]},
    )
    page.goto(f"/table/{game['id']}")
    page.wait_for_selector(DEALT)
    page.route_web_socket("**/ws/games/*", lambda ws: ws.close(code=1012))
    sockets[-1][0].close(code=1012, reason="restart")
    page.locator(".alarm").wait_for()
    return page


STATES: dict[str, Callable[[Studio], Page]] = {
    "start-empty": opened("/"),
    "words": words,
    "rules": opened("/rules/friends"),
    "house": opened("/house/party"),
    "about": opened("/about"),
    "error": opened("/nowhere"),
    "table-first-turn": first_turn,
    "table-laid": laid,
    "table-direction": direction,
    "table-refused": refused,
    "table-picked": picked,
    "table-handing-over": handing_over,
    "table-long-names": long_names,
    "table-challenge": challenge,
    "table-lost": lost,
    "table-more": more,
    "table-watching": watching,
    "dialog-exchange": exchanging,
    "dialog-pass": dialog("give_up"),
    "dialog-keys": dialog("keys"),
    "dialog-result": result,
    "table-over": over,
    "replay": replay,
    "start": opened("/"),
    "games": opened("/games"),
}


# The twelve that show the game best, kept in docs/pictures by `python -m tests.browser.pictures --best`.
BEST = (
    "start-empty-1366x625-light",
    "table-laid-1920x1080-light",
    "table-laid-1920x1080-dark",
    "table-direction-1366x625-light",
    "table-challenge-1366x625-dark",
    "table-laid-820x1180-light",
    "table-laid-844x390-light",
    "table-long-names-390x844-light",
    "table-picked-390x844-dark",
    "table-first-turn-640x400-light",
    "dialog-result-1366x625-light",
    "replay-1366x625-light",
)


def keep_best() -> None:
    """As WebP, a third of the bytes; the browser is the only program here that writes it."""
    with running_chromium() as browser:
        page = browser.new_page()
        for name in BEST:
            png = b64encode((PICTURES / f"{name}.png").read_bytes()).decode()
            webp = page.evaluate(
                """async (png) => {
                  const image = new Image();
                  image.src = `data:image/png;base64,${png}`;
                  await image.decode();
                  const canvas = document.createElement("canvas");
                  [canvas.width, canvas.height] = [image.width, image.height];
                  canvas.getContext("2d").drawImage(image, 0, 0);
                  return canvas.toDataURL("image/webp", 0.82).split(",")[1];
                }""",
                png,
            )
            (KEPT / f"{name}.webp").write_bytes(b64decode(webp))


def photograph(page: Page, name: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            settle(page)
            page.screenshot(path=PICTURES / f"{name}-{width}x{height}-{scheme}.png")


def sheet(names: list[str], scheme: str, scale: float) -> str:
    """A page that shows the pictures of these states side by side."""
    rows = "".join(
        f"<h2>{escape(name)}</h2><div>"
        + "".join(
            f'<img src="{name}-{width}x{height}-{scheme}.png" width="{width * scale:.0f}" alt="{width}x{height}">'
            for width, height in SIZES
        )
        + "</div>"
        for name in names
    )
    style = (
        "body{font:14px sans-serif;background:#777}div{display:flex;gap:8px;align-items:start;flex-wrap:wrap}"
    )
    return f"<!doctype html><meta charset=utf-8><title>Pictures, {scheme}</title><style>{style}</style>{rows}"


@contextmanager
def studio(browser: Browser) -> Iterator[Studio]:
    with TemporaryDirectory() as data, running_server(Path(data), 100) as server:
        context = browser.new_context(base_url=server, reduced_motion="reduce", service_workers="block")
        context.set_default_timeout(30_000)
        yield Studio(context, server)
        context.close()


def main(wanted: list[str]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    names = [name for name in STATES if not wanted or any(name.startswith(each) for each in wanted)]
    with running_chromium() as browser, studio(browser) as place:
        for name in names:
            page = STATES[name](place)
            photograph(page, name)
            page.close()
    for scheme in SCHEMES:
        (PICTURES / f"sheet-{scheme}.html").write_text(sheet(list(STATES), scheme, 0.5))


if __name__ == "__main__":
    if sys.argv[1:] == ["--best"]:
        keep_best()
    else:
        main(sys.argv[1:])
