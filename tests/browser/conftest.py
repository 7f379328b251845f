"""One server and one browser a test session; every page is watched for errors and foreign requests."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.browser.serving import running_chromium, running_server
from tests.browser.short_rules import short_ruleset
from tests.rules.build import PRESETS

ARTEFACTS = Path(__file__).parents[2] / "test-artefacts" / "browser"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 120_000
"""What a page will show it shows in a second, but not on a machine with other things to do: there a computer may need
half a minute to start."""

FAILED = pytest.StashKey[bool]()

expect.set_options(timeout=PATIENCE_MS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note that a test failed, for who is asked for its pictures."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server with short versions of every ruleset."""
    thinking_ms = int(os.environ.get("THINKING_MS", "200"))
    with running_server(tmp_path_factory.mktemp("data"), thinking_ms) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running_chromium() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def presets(server: str, browser: Browser) -> dict[str, dict[str, Any]]:
    """The rulesets that come with the game, as the server tells them."""
    context = browser.new_context(base_url=server)
    told = {preset: context.request.get(f"/api/rulesets/{preset}").json() for preset in PRESETS}
    context.close()
    return told


@pytest.fixture(scope="session")
def rulesets(server: str, browser: Browser, presets: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The short version of each preset, saved on the server as house rules."""
    context = browser.new_context(base_url=server, extra_http_headers={"Origin": server})
    made = {}
    for preset, full in presets.items():
        answer = context.request.post("/api/rulesets", data={"plain": short_ruleset(full["plain"])})
        assert answer.status == 201, answer.text()
        made[preset] = answer.json()
    context.close()
    return made


NewPage = Callable[..., Page]


EXPECTED = ("status of 422", "Service Worker registration blocked")
"""What the browser notes by itself: a form the server refused, and the service worker that these tests do without."""


def is_wrong(said: ConsoleMessage) -> bool:
    return said.type in ("error", "warning") and not any(text in said.text for text in EXPECTED)


@pytest.fixture
def new_page(server: str, browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Make pages in a context of their own. Errors on any of them, or a request elsewhere, fail the test; then there
    are pictures of them."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []
    pages: list[Page] = []

    def make(*, phone: bool = False, scheme: str = "light", **more: Any) -> Page:
        context = browser.new_context(
            base_url=server,
            viewport=PHONE if phone else WIDE,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            **{"service_workers": "block", **more},
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        pages.append(page)
        page.on("console", lambda said: wrong.append(said.text) if is_wrong(said) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(server) else wrong.append(asked.url))
        return page

    yield make
    if wrong or FAILED in request.node.stash:
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        for number, page in enumerate(pages):
            page.screenshot(path=ARTEFACTS / f"{name}-{number}.png")
    for context in contexts:
        context.close()
    assert not wrong
