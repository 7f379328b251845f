"""The arena in the browser: a match is started, watched at a pace, stopped, gone on with, and reported."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import NewPage
from tests.web.running import Server


def start(page: Page, **chosen: str) -> None:
    """Fill in the form by the names of its fields, and send it."""
    page.goto("/arena")
    page.locator("#start-match").wait_for()
    for name, value in chosen.items():
        field = page.locator(f"#arena-{name}")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Start the match").click()


@pytest.fixture
def short(rulesets: dict[str, dict[str, Any]]) -> str:
    """Rules of seventeen tiles, by which a game takes a moment."""
    return str(rulesets["match"]["name"])


def test_a_match_is_started_watched_live_stopped_and_gone_on_with(new_page: NewPage, short: str) -> None:
    page = new_page()
    page.goto("/")
    page.locator("input[name=mode][value=watch]").check()
    page.get_by_role("link", name="in the arena").click()
    page.wait_for_url("**/arena")
    start(page, first="beginner", second="static", ruleset=short, pairs="900", seed="5")
    page.wait_for_url(re.compile("/arena/.+"))
    page.locator(".board").wait_for()
    page.get_by_label("Pace").select_option("As fast as they can")
    follow = page.get_by_role("button", name="Follow live")
    expect(follow).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".arena-panel")).to_contain_text(["% of the wins (95 %", ""])

    page.get_by_role("button", name="First", exact=True).click()
    expect(follow).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".replay-what")).to_have_text("Start")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".move-list [aria-current=step]")).to_contain_text(re.compile("Beginner|Static"))

    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status").filter(has_text="stopped")).to_be_visible()
    page.get_by_label("Pair", exact=True).fill("1")
    page.get_by_label("Pair", exact=True).press("Enter")
    page.get_by_label("game", exact=True).select_option("2")
    expect(page.locator(".replay-what")).to_have_text("Start")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("button", name="Follow live")).to_have_attribute("aria-pressed", "true")

    page.get_by_role("link", name="All matches").click()
    row = page.locator("#matches > li").first
    expect(row).to_contain_text("of 900 pairs played so far")
    row.get_by_role("button", name="Delete").click()
    page.locator("dialog [data-answer=yes]").click()
    expect(page.locator("#matches > li").filter(has_text="900 pairs")).to_have_count(0)


def test_what_is_wrong_is_said_at_its_field(new_page: NewPage, short: str) -> None:
    page = new_page()
    start(page, first="beginner", second="casual", ruleset=short, pairs="0")
    field = page.locator("#arena-pairs")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#arena-pairs-problem")).to_have_text("The number of pairs must be from 1 to 1,000.")
    field.fill("1")
    expect(page.locator("#arena-pairs-problem")).to_be_hidden()
    page.locator("#arena-seed").fill("")
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator("#arena-seed-problem")).to_have_text("Enter a whole number.")


def test_arena_and_report_are_accessible_and_fit_a_phone(new_page: NewPage, short: str) -> None:
    page = new_page()
    start(page, first="beginner", second="static", ruleset=short, pairs="2", seconds="30")
    page.wait_for_url(re.compile("/arena/.+"))
    expect(page.get_by_role("status").filter(has_text="2 of 2 pairs played.")).to_be_visible()
    page.locator(".board").wait_for()
    paths = (page.url, "/arena", f"/api/arena/matches/{page.url.rsplit('/', 1)[1]}/report")
    for window in (page, new_page(scheme="dark", phone=True)):
        for path in paths:
            window.goto(path)
            window.locator("#start-match, .board, #board").first.wait_for()
            found = Axe().run(window)
            assert found.violations_count == 0, found.generate_report()
            assert window.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_public_server_with_an_arena_leads_there_and_one_without_does_not(
    browser: Browser, tmp_path: Path
) -> None:
    for options, links in ((("--arena",), 1), ((), 0)):
        with (
            Server(tmp_path / str(links), ("--host=0.0.0.0", *options)) as server,
            browser.new_context(base_url=server.origin, reduced_motion="reduce") as context,
        ):
            page = context.new_page()
            page.goto("/")
            page.locator("#play-now").wait_for()
            link = page.get_by_role("link", name="in the arena")
            expect(link).to_have_count(links)
            if links:
                link.click()
                page.locator("#start-match").wait_for()
