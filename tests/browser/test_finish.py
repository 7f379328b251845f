"""The end of a game: who won by how much, what to tell about it, and the next one."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.driver import OVER, finish_game, heard
from tests.browser.test_pages import assert_accessible

PNG = b"\x89PNG\r\n"


def test_the_result_is_announced_tells_the_margin_and_the_figures_and_leads_on(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    finish_game(page, rulesets["solo"])
    result = page.locator(OVER)
    names = page.locator(".seat-name").all_inner_texts()
    scores = [int(text) for text in result.locator(".settlement td:last-child").all_inner_texts()]
    title = result.locator("h2").inner_text()
    assert title in heard(page)
    assert heard(page).endswith("The game is over.")
    if scores[0] != scores[1]:
        winner = names[scores[1] > scores[0]]
        verb = "win" if winner == "You" else "wins"
        assert title == f"{winner} {verb} by {abs(scores[0] - scores[1])}!"
    expect(result.locator(".figures tbody tr")).to_have_count(2)
    best = result.locator(".figures tbody td:nth-child(2)").all_inner_texts()
    top = max(best, key=lambda text: int(re.sub(r"\D", "", text) or "0"))
    assert "".join(result.locator(".best-word .letter").all_inner_texts()) == top.split()[0]
    assert_accessible(page, "result")

    with page.expect_download() as download:
        result.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename.endswith(".png")
    assert download.value.path().read_bytes().startswith(PNG)

    result.locator('[data-answer="again"]').click()
    page.locator("main.my-turn").wait_for()
    expect(page.locator(".seat-name")).to_have_text(names[::-1])
    expect(page.locator(".sheet tbody tr")).to_have_count(1)


def test_the_games_page_keeps_each_persons_record(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    finish_game(page, rulesets["friends"])
    page.goto("/games")
    page.locator("summary", has_text="Players").click()
    row = page.locator(".standings tbody tr", has_text="Player 1").first
    expect(row).to_be_visible()
    games, won, _, _, _, best_play = row.locator("td").all_inner_texts()
    assert int(games) >= 1
    assert int(won) <= int(games)
    assert int(best_play.split()[1]) > 0
