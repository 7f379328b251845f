"""The lists of games: what can be done with one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.driver import begin_game, person


def test_a_game_is_deleted_after_a_while_to_think_better_of_it(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    game = begin_game(page, "friends", person("Wilhelmina"), person("Ben"))
    page.goto("/games")
    row = page.locator(".game-row", has_text="Wilhelmina").first
    row.get_by_role("button", name="Delete").click()
    expect(row.get_by_role("status")).to_contain_text("Deleted: Wilhelmina 0")
    expect(row.get_by_role("button", name="Undo")).to_be_focused()
    row.get_by_role("button", name="Undo").click()
    expect(row.get_by_role("link", name="Continue")).to_be_focused()
    page.clock.fast_forward(20_000)
    assert page.request.get(f"/api/games/{game}").status == 200
    row.get_by_role("button", name="Delete").click()
    with page.expect_response(f"**/api/games/{game}") as told:
        page.clock.fast_forward(20_000)
    assert told.value.status == 204
    expect(page.locator(".game-row", has_text="Wilhelmina")).to_have_count(0)


def test_a_deleted_game_is_not_there_on_the_next_page_and_is_gone_when_the_page_is_closed(
    new_page: NewPage,
) -> None:
    page = new_page()
    game = begin_game(page, "friends", person("Bartholomew"), person("Ben"))
    page.goto("/games")
    page.locator(".game-row", has_text="Bartholomew").first.get_by_role("button", name="Delete").click()
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator("#start-game").wait_for()
    expect(page.locator(".game-row", has_text="Bartholomew")).to_have_count(0)
    page.reload()
    page.locator("#start-game").wait_for()
    page.wait_for_function(
        "async id => (await (await fetch('/api/games')).json()).games.every(game => game.id !== id)",
        arg=game,
    )
