"""Every page: what it offers, and that nobody is kept out of it."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import ARTEFACTS, NewPage
from tests.browser.driver import Eyes, Mouse, finish_game, start_game
from tests.browser.screens import settle

PAGES = ("/", "/games", "/words", "/rules", "/rules/friends", "/house/party", "/about", "/nowhere")
GCG = "#player1 Ada Ada\n#player2 Ben Ben\n>Ada: CARTSEA 8H CART +12 12\n>Ben: DOGSEIT 7I DO +7 7\n"


# Experimental in axe, and part of WCAG all the same: who says what they see can press it (2.5.3).
AXE = {"rules": {"label-content-name-mismatch": {"enabled": True}}, "resultTypes": ["violations"]}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]}


def assert_accessible(page: Page, what: str, options: dict[str, Any] = AXE) -> None:
    found = Axe().run(page, options=options)
    assert found.violations_count == 0, f"{what}: {found.generate_report()}"


def assert_accessible_by_day_and_night(page: Page, what: str) -> None:
    """Only colours differ, and they change in a page that is open."""
    assert_accessible(page, what)
    page.emulate_media(color_scheme="dark")
    settle(page)
    assert_accessible(page, f"{what} in the dark", COLOURS)
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_axe_finds_no_violation_on_any_page(
    phone: bool, new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page(phone=phone)
    check = assert_accessible if phone else assert_accessible_by_day_and_night
    for path in PAGES:
        page.goto(path)
        page.locator("main h1").wait_for()
        check(page, path)
    start_game(Mouse(page), rulesets["tournament"]["title"])
    page.locator("main.my-turn").wait_for()
    check(page, "table")


def test_nothing_important_is_smaller_than_a_finger_on_a_phone(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page(phone=True)
    start_game(Mouse(page), rulesets["solo"]["title"])
    page.locator("main.my-turn").wait_for()
    small = page.locator("main button:visible, header a:visible").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().height < 44).map(e => e.textContent)"
    )
    assert small == []


def test_the_board_does_not_move_while_tiles_are_laid_and_refused(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page(phone=True)
    start_game(Mouse(page), rulesets["solo"]["title"])
    page.locator("main.my-turn").wait_for()
    board = page.locator("svg.board")
    before = board.bounding_box()
    page.locator('[data-square="112"]').tap()
    page.keyboard.type("zzz")
    expect(page.locator(".status.bad")).to_be_visible()
    assert board.bounding_box() == before


def test_play_now_is_one_click(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.locator("#play-now").click()
    page.locator("main.my-turn").wait_for()


def test_a_finished_game_is_listed_replayed_and_taken_home(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    finish_game(page, rulesets["solo"])
    page.locator("dialog").get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    expect(page.locator(".tile.last").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".graph-score")).to_have_count(2)
    assert_accessible(page, "replay")
    page.goto("/games")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download GCG").first.click()
    assert download.value.path().read_text().startswith("#")


def test_a_game_record_is_imported_and_replayed(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/games")
    page.locator("#gcg-text").fill(GCG)
    page.locator("#import").click()
    expect(page.locator(".import .verdict")).to_have_text(
        [
            "✗Scores wrong",
            "✓Legal: all of it could have happened",
            "?Draw unchecked: the file does not tell what its tiles were drawn from",
        ]
    )
    expect(page.locator(".import .findings li").first).to_have_text("Line 4: The score is 12, not 7.")
    assert_accessible(page, "import")
    page.get_by_role("link", name="Replay it").click()
    expect(page.locator(".side .verdict")).to_have_count(3)
    expect(page.get_by_role("slider", name="Move")).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-what")).to_contain_text("CART")


def test_house_rules_are_made_in_a_form_and_can_be_played(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    page.goto("/house/solo")
    page.locator("#house-title").fill("Sunday Rules")
    page.get_by_text("Bonus for many tiles").click()
    page.locator("#facet-bonus-points").fill("60")
    expect(page.locator(".house-preview")).to_contain_text("earns a bonus of 60 points")
    page.get_by_text("Exchanging tiles").click()
    page.locator("#facet-exchange-per_game").fill("")
    page.locator("#house-summary").fill("As we play on Sundays.")
    expect(page.locator(".house-preview .lead")).to_have_text("As we play on Sundays.")
    assert_accessible(page, "house rules")
    page.get_by_role("button", name="Save these rules").click()
    expect(page.get_by_role("heading", name="Sunday Rules")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Playing 7 tiles in one turn earns a bonus of 60 points")
    page.goto("/house/solo")
    page.locator("summary", has_text="Words").click()
    page.locator("#facet-words-longest").fill("1")
    expect(page.locator(".form-said.problem")).to_contain_text("Longest word: must be")
    page.get_by_role("button", name="Save these rules").click()
    expect(page.locator("#facet-words-longest")).to_be_focused()
    expect(page.locator("#facet-words-longest")).to_have_attribute("aria-invalid", "true")


def test_own_tiles_a_board_and_a_ruleset_file_are_brought_into_house_rules(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/house/friends")
    page.get_by_role("button", name="Own tiles").click()
    page.locator("#part-text").fill("A one 9")
    page.locator('[data-answer="use"]').click()
    expect(page.locator("#part-problem")).to_contain_text("line 1: value and count must be whole numbers")
    assert_accessible(page, "own tiles")
    page.locator("#part-text").fill("? 0 4\nA 1 40\nB 3 20\nE 1 26")
    page.locator('[data-answer="use"]').click()
    expect(page.locator(".house-preview")).to_contain_text("15 by 15 squares and 90 tiles")
    page.get_by_role("button", name="Own board").click()
    page.locator("#part-text").fill("\n".join(["TW " + ".. " * 7 + "TW"] * 9))
    page.locator('[data-answer="use"]').click()
    expect(page.locator(".house-preview")).to_contain_text("9 by 9 squares and 90 tiles")
    page.get_by_role("button", name="From a file").click()
    page.locator("#part-text").fill(
        'extends = "solo"\nname = "brought"\ntitle = "Brought"\n[bonus]\npoints = 77'
    )
    page.locator('[data-answer="use"]').click()
    expect(page.locator(".house-preview")).to_contain_text("77 points")
    page.get_by_role("button", name="Save these rules").click()
    expect(page.get_by_role("heading", name="Brought", exact=True)).to_be_visible()


def test_words_are_looked_up_hooked_and_unscrambled(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/words")
    page.locator("#word").fill("cat")
    page.keyboard.press("Enter")
    expect(page.locator(".word-entry")).to_contain_text("in Quixotry default")
    page.get_by_role("button", name="SCAT").click()
    expect(page.locator(".word-entry h3")).to_contain_text("SCAT")
    page.locator("#letters").fill("cat?")
    page.keyboard.press("Enter")
    expect(page.locator(".word-cloud")).to_contain_text("CHAT")


def test_a_word_list_of_ones_own_is_added_with_a_report_of_what_was_left_out(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/words")
    page.locator("summary", has_text="Add a word list").click()
    page.locator("#list-title").fill("Birds of ours")
    page.locator("#list-text").fill("emu\nrhea\tlike an ostrich\nemu\nbird's\n")
    page.locator("#add-list").click()
    said = page.locator(".import-said")
    expect(said).to_contain_text("Birds of ours has been added, with 2 words; 1 word came more than once.")
    expect(said).to_contain_text("Line 4, bird's: a word can contain only letters")
    assert_accessible(page, "own list")
    page.locator("#word").fill("rhea")
    page.keyboard.press("Enter")
    expect(page.locator(".word-entry")).to_contain_text("Birds of ours")
    page.goto("/")
    expect(page.locator("#lexicon")).to_contain_text("Birds of ours (2 words)")


def test_about_shows_whose_words_these_are_and_on_what_terms(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/about")
    shown = page.locator(".licences li")
    expect(shown).to_have_count(3)
    expect(shown.nth(0)).to_contain_text("Apache License")
    expect(shown.nth(1)).to_contain_text("SCOWL")
    expect(shown.nth(1).locator("pre")).to_contain_text("Copyright 2000-2011 by Kevin Atkinson")
    expect(shown.nth(2)).to_contain_text("WordNet")
    expect(shown.nth(2).locator("pre")).to_contain_text("Princeton University")
    assert_accessible(page, "about")


def test_a_picture_of_the_table_for_the_readme(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.locator("#play-now").click()
    eyes, hands = Eyes(page, page.request.get("/api/rulesets/solo").json()["plain"]), Mouse(page)
    for turn in range(3):
        page.locator("main.my-turn").wait_for()
        seq, tiles = eyes.seq(), eyes.play()
        if tiles is None:
            break
        hands.lay(eyes, tiles)
        expect(page.locator(".badge")).to_be_visible()
        if turn < 2:
            hands.press(hands.action("primary"))
            page.wait_for_function("seq => document.querySelector('main').dataset.seq !== seq", arg=seq)
    picture = ARTEFACTS / "table.png"
    page.screenshot(path=picture)
    assert picture.stat().st_size < 300_000
