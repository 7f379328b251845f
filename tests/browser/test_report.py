"""The report of a match in a browser without a network: accessible, in light and dark, with games to replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser

from quixotry.arena.match import Match
from quixotry.arena.plan import Plan
from quixotry.arena.report.match import match_report
from quixotry.lexicon import load
from quixotry.rules.ruleset_file import preset


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("match")
    match = Match("casual", "beginner", Plan.of(preset("match"), load("default")), folder, pairs=2)
    match.play()
    file = folder / "report.html"
    file.write_text(match_report(match, made_by="a test"), "utf-8")
    return file


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_a_report(browser: Browser, report: Path, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, offline=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(report.as_uri())
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    context.close()


def test_any_game_of_a_report_can_be_replayed_move_by_move(browser: Browser, report: Path) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(report.as_uri())
    page.get_by_label("Game", exact=True).select_option("pair 2, game 2")
    page.get_by_role("button", name="To the beginning").click()
    tiles = page.locator("#board .tile")
    assert tiles.count() == 0
    page.get_by_role("button", name="One move on").click()
    first = page.locator("#said").inner_text()
    while "exchanges" in page.locator("#said").inner_text():
        page.get_by_role("button", name="One move on").click()
    assert tiles.count() >= 2, first
    page.get_by_role("button", name="To the end").click()
    record = (report.parent / "games" / "0000" / "pair-000002-game-2.gcg").read_text("utf-8")
    totals = [line.rsplit(" ", 1)[1] for line in record.splitlines() if line.startswith(">")]
    shown = page.locator("#sheet tbody tr td:last-child").all_inner_texts()
    assert [total for total in shown if total] == totals
    page.get_by_label("Pace").select_option("fast")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("document.querySelector('#said').textContent.includes('Ended')")
    page.get_by_role("button", name="Play").wait_for()
    assert errors == []
    context.close()


def test_a_report_fits_the_width_of_a_phone(browser: Browser, report: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 700}, offline=True)
    page = context.new_page()
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()
