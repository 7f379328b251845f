"""Watching computers: pause, step, pace, and both games of a match at its end."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.driver import computer, sit_down


def test_a_watcher_pauses_steps_and_sees_both_games_of_the_match(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    game = sit_down(page, rulesets["match"]["name"], computer("beginner"), computer("casual"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    shown = page.locator(".sheet tbody tr").count()
    page.get_by_role("button", name="Step").click()
    rows = "rows => document.querySelectorAll('.sheet tbody tr').length === rows"
    page.wait_for_function(rows, arg=shown + 1)
    page.get_by_label("Pace").select_option("As fast as they can")
    page.get_by_role("button", name="Go on").click()

    page.locator("dialog.result").get_by_role("button", name="Watch game 2").click()
    page.wait_for_url(re.compile(f"{game}-2"))
    expect(page.get_by_label("Pace")).to_have_value("0")
    summary = page.locator("dialog.result .match-summary")
    summary.wait_for()
    expect(summary.locator("tbody tr")).to_have_count(2)
    for row in summary.locator("tbody tr").all():
        expect(row).to_contain_text(re.compile(r"(wins|share the win)"))
    totals = [int(text) for text in summary.locator("tfoot td.number").all_text_contents()]
    for seat, total in enumerate(totals):
        scores = summary.locator(f"tbody tr td:nth-child({seat + 2})").all_text_contents()
        assert sum(map(int, scores)) == total
