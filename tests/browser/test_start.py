"""The start page: four ways to play, in people's words."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from quixotry.players.level import LEVELS
from tests.browser.conftest import NewPage
from tests.browser.driver import Mouse
from tests.browser.screens import SIZES
from tests.browser.test_pages import assert_accessible


def choose(page: Page, mode: str) -> None:
    page.goto("/")
    Mouse(page).choose("mode", mode)


def players(page: Page) -> Any:
    """Who sits at the table that has just been opened."""
    page.wait_for_url("**/table/*")
    return page.request.get(f"/api/games/{page.url.rsplit('/', 1)[1]}").json()


def test_computers_are_cards_with_a_sentence_and_their_measured_rating(new_page: NewPage) -> None:
    page = new_page()
    choose(page, "Just me")
    cards = page.locator(".level-card")
    expect(cards).to_have_count(len(LEVELS))
    for card, level in zip(cards.all(), LEVELS, strict=True):
        expect(card).to_contain_text(level.description)
        expect(card.locator(".chip")).to_have_text([] if level.rating is None else [f"rating {level.rating}"])
    Mouse(page).choose("level", "Club")
    page.locator("#my-name").fill("Zoë 👩‍🚀")
    page.locator("#start-game").click()
    game = players(page)
    assert [(each["name"], each["level"]) for each in game["players"]] == [("Zoë 👩‍🚀", ""), ("Club", "club")]


def test_the_last_choice_is_remembered(new_page: NewPage) -> None:
    page = new_page()
    choose(page, "Us at this screen")
    Mouse(page).choose("ruleset", "The family rules for two to four")
    page.get_by_role("button", name="Add a computer").click()
    page.get_by_label("Name of player 1").fill("Ada")
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_label("Player 3: which computer").select_option("expert")
    page.locator("#lexicon").select_option("common")
    page.locator("#start-game").click()
    first = players(page)
    assert [each["name"] for each in first["players"]] == ["Ada", "Ben", "Expert"]
    page.goto("/")
    page.locator("#start-game").click()
    again = players(page)
    for part in ("players", "ruleset", "lexicon"):
        assert again[part] == first[part]


def test_what_is_wrong_is_said_at_its_field_and_the_field_has_the_focus(new_page: NewPage) -> None:
    page = new_page()
    choose(page, "Us at this screen")
    second = page.get_by_label("Name of player 2")
    for name, why in (
        ("", "Give this player a name."),
        ("player 1", "Two players are called player 1"),
        ("\u3164", "characters that can be seen"),
    ):
        second.fill(name)
        page.locator("#start-game").click()
        expect(page.locator(".seat-choice:nth-of-type(2) + .problem")).to_contain_text(why)
        expect(second).to_be_focused()
        expect(second).to_have_attribute("aria-invalid", "true")
    second.fill("Ben")
    expect(second).not_to_have_attribute("aria-invalid", "true")
    page.locator("#start-game").click()
    assert players(page)["players"][1]["name"] == "Ben"


def test_computers_play_each_other_for_who_wants_to_watch(new_page: NewPage) -> None:
    page = new_page()
    choose(page, "Watch computers")
    page.get_by_label("First computer").select_option("beginner")
    page.locator("#start-game").click()
    game = players(page)
    assert {each["kind"] for each in game["players"]} == {"computer"}
    expect(page.locator(".cover")).to_have_text("You are watching this game.")


def test_the_start_page_fits_every_window_in_every_way_to_play(new_page: NewPage) -> None:
    page = new_page()
    for mode in ("Just me", "Us at this screen", "Someone elsewhere", "Watch computers"):
        choose(page, mode)
        assert_accessible(page, mode)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            sideways = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
            assert not page.evaluate(sideways), f"{mode} scrolls sideways at {width}x{height}"
