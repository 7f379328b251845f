"""Playing without seeing the board, without a mouse, with colours of one's own; and sounds that hurt nobody."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driver import Eyes, heard
from tests.browser.sound_figures import sound_figures
from tests.browser.test_layout import seat
from tests.browser.test_table import CENTRE, at_table, square, type_rack

Rulesets = dict[str, dict[str, Any]]


def ask(page: Page, key: str) -> str:
    page.keyboard.press(key)
    return heard(page)


def test_keys_tell_rack_scores_last_move_bag_row_and_column(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    eyes = at_table(page, rulesets, "friends")
    rack = eyes.rack()
    said = ask(page, "5")
    assert said.startswith("Your rack: ")
    assert said.count("blank") == rack.count("?")
    assert all(f"{sign} " in said for sign in rack if sign != "?")
    expect(page.locator(".tip")).to_have_text(said)
    assert re.fullmatch(r".* 0, .* 0\. .*your turn\.", ask(page, "6"))
    assert ask(page, "7") == "Nobody has moved yet."
    assert "in the bag. Unseen: " in ask(page, "8")
    letters = type_rack(page, eyes, 3)
    page.keyboard.press("Escape")
    page.locator('[data-square][tabindex="0"]').focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert f"{letters} from 0 to +2." in ask(page, "9")
    assert "Free: " in heard(page)
    assert ask(page, "0").startswith("Column 0: ")


def test_a_tile_says_where_it_lies_and_what_the_tiles_score(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    letters = type_rack(page, at_table(page, rulesets, "solo"), 3)
    badge = page.locator(".badge text").text_content()
    assert heard(page) == f"{letters[2]} on 8J. {letters}: {badge} point{'' if badge == '1' else 's'}."
    page.keyboard.press("Backspace")
    assert heard(page).startswith("1 tile back. ")


def test_the_words_on_the_board_are_a_list(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    seat(page, rulesets["tournament"]["name"], ("Ada", "Ben"))
    page.keyboard.press("1")
    expect(page.locator("dialog")).to_contain_text("There are none yet.")
    page.keyboard.press("Escape")
    word = type_rack(page, Eyes(page, rulesets["tournament"]["plain"]), 3)
    page.keyboard.press("Enter")
    page.locator("main.handing-over").wait_for()
    page.keyboard.press("1")
    listed = page.locator("dialog .word-list button")
    expect(listed).to_have_text(f"{word} across from 8H")
    listed.click()
    expect(page.locator(".words-panel")).to_contain_text(f"What {word} means")


def test_the_board_is_one_tab_stop(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    at_table(page, rulesets, "solo")
    stops = page.locator('.board [tabindex="0"]')
    expect(stops).to_have_count(1)
    stops.focus()
    for key in ("ArrowDown", "ArrowRight", "Home", "End"):
        page.keyboard.press(key)
        expect(stops).to_have_count(1)
        assert page.evaluate("document.activeElement.closest('.board') !== null")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.board') === null")


def test_with_colours_of_ones_own_the_turn_is_a_word_and_a_mark(
    new_page: NewPage, rulesets: Rulesets
) -> None:
    page = new_page(forced_colors="active")
    at_table(page, rulesets, "solo")
    on_turn = page.locator(".seat.on-turn")
    expect(on_turn.locator(".seat-doing")).to_have_text("your turn")
    mark = on_turn.locator(".seat-name").evaluate("name => getComputedStyle(name, '::before').content")
    assert "▶" in mark
    square(page, CENTRE).click()
    expect(page.locator(".arrow")).to_be_visible()


def test_sounds_are_short_and_soft_and_neither_clip_nor_click(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/about")
    figures = sound_figures(page)
    assert set(figures) == {"tile", "back", "played", "theirs", "refused", "over"}
    for name, found in figures.items():
        assert 0.05 <= found.length_s <= 1, name
        assert 0.05 <= found.peak <= 0.25, f"{name}: {found}"
        assert found.edge < 0.002, f"{name}: {found}"
