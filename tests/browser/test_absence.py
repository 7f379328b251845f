"""A player who stays away: the page of who stayed offers to end the game."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from quixotry.play.absence import DAY_MS
from quixotry.play.patience import ABSENT_DAYS
from tests.aging import age
from tests.browser.driver import ask, invite
from tests.browser.serving import running_server
from tests.browser.test_pages import assert_accessible
from tests.browser.test_two_devices import begin


def meet(ada: Page, ben: Page) -> str:
    """Two devices at one game, with Ada on turn."""
    game_id = begin(ada, invited=True)
    ask(ben, "/api/join", {"key": invite(ada, game_id)["key"], "name": "Ben"})
    for page in (ada, ben):
        page.goto(f"/table/{game_id}")
    for page in (ada, ben):
        expect(page.locator(".rack [data-id]")).to_have_count(7)
        page.reload()  # who comes to a table is noted at once
        expect(page.locator(".rack [data-id]")).to_have_count(7)
    return game_id


def test_who_stayed_claims_the_game_and_both_read_why_it_ended(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path, 200) as address:
        ada, ben = (
            browser.new_context(base_url=address, reduced_motion="reduce").new_page() for _ in range(2)
        )
        game_id = meet(ada, ben)
        ada.goto("/")
        banner = ben.get_by_role("group", name="Somebody is away")
        expect(banner).to_be_hidden()
        age(tmp_path, game_id, ABSENT_DAYS * DAY_MS, [1])
        ben.evaluate("localStorage.clear()")  # as a browser somebody has come back with
        ben.reload()
        expect(banner).to_contain_text("Ada has been away for a long time.")
        assert_accessible(ben, "absence")
        way_back = ben.locator(".way-back")
        expect(way_back).not_to_have_attribute("hidden", "")
        expect(way_back).to_be_hidden()
        banner.get_by_role("button", name="Wait").click()
        expect(banner).to_be_hidden()
        expect(way_back).to_be_visible()
        ben.reload()
        banner.get_by_role("button", name="Claim the game").click()
        ben.get_by_role("dialog", name="Claim the game?").get_by_role("button", name="Yes, claim it").click()
        why = "the game was claimed after somebody stayed away"
        expect(ben.locator("dialog.result")).to_contain_text(why)
        ada.goto(f"/table/{game_id}")
        ada.get_by_role("button", name="Result").click()
        expect(ada.locator("dialog.result")).to_contain_text(why)
        for page in (ada, ben):
            page.context.close()
