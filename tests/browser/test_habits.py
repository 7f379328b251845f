"""Habits players bring from other programs: keys, clicks, drops, orders and links."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driver import Eyes
from tests.browser.test_pages import GCG
from tests.browser.test_table import CENTRE, at_table, laid, square, type_rack

Rulesets = dict[str, dict[str, Any]]

TAPS_MAX = 10


def sheet_rows(page: Page) -> Any:
    return page.locator(".sheet tbody tr")


def sign_at(page: Page, number: int) -> str:
    return square(page, number).locator(".letter").text_content() or ""


def test_two_pressed_twice_passes(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    at_table(page, rulesets, "solo")
    page.keyboard.press("2")
    expect(page.locator(".tip")).to_have_text("Press 2 again to pass.")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(sheet_rows(page)).to_have_count(0)
    page.keyboard.press("2")
    expect(sheet_rows(page).first).to_contain_text("passed")


def test_four_pressed_twice_and_the_dollar_sign_exchange(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    at_table(page, rulesets, "solo")
    page.keyboard.press("4")
    page.keyboard.press("4")
    expect(page.locator("dialog .rack-tile")).to_have_count(7)
    expect(page.locator("dialog .rack-tile.marked")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("$")
    expect(page.locator("dialog .rack-tile.marked")).to_have_count(7)


def test_three_says_that_there_is_nothing_to_challenge(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    at_table(page, rulesets, "solo")
    page.keyboard.press("3")
    expect(page.locator(".tip")).to_have_text("There is no play to challenge.")


def test_right_click_and_double_click_take_a_tile_back(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    type_rack(page, at_table(page, rulesets, "friends"), 3)
    square(page, CENTRE + 1).click(button="right")
    expect(laid(page)).to_have_count(2)
    square(page, CENTRE).dblclick()
    expect(laid(page)).to_have_count(1)


def test_two_taps_take_a_tile_back_on_a_phone(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page(phone=True)
    type_rack(page, at_table(page, rulesets, "friends"), 2)
    # On a busy machine the second tap may come so late that each counts for itself.
    for _ in range(TAPS_MAX):
        square(page, CENTRE).tap()
        square(page, CENTRE).tap()
        if laid(page).count() == 1:
            break
    expect(laid(page)).to_have_count(1)


def test_a_tile_dropped_on_ones_own_changes_places_with_it(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    word = type_rack(page, at_table(page, rulesets, "friends"), 3)
    square(page, CENTRE).drag_to(square(page, CENTRE + 2))
    expect(square(page, CENTRE + 2).locator(".letter")).to_have_text(word[0])
    assert [sign_at(page, CENTRE + n) for n in range(3)] == [word[2], word[1], word[0]]


def test_a_rack_tile_clicked_while_the_arrow_shows_goes_there(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    eyes = at_table(page, rulesets, "friends")
    sign = next(each for each in eyes.rack() if each != "?")
    square(page, CENTRE).click()
    page.locator(f'.rack [data-id][aria-label^="{sign},"]').first.click()
    expect(square(page, CENTRE).locator(".letter")).to_have_text(sign)
    expect(page.locator(".arrow")).to_have_attribute("transform", "translate(364 324) rotate(0)")


def test_sort_goes_through_the_orders_and_the_choice_is_kept(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    eyes = at_table(page, rulesets, "friends")
    held = sorted(eyes.rack().replace("?", ""))
    vowels = [sign for sign in held if sign in "AEIOU"]
    for name, wanted in (
        ("In the order of the alphabet.", held),
        ("Vowels first.", [*vowels, *(sign for sign in held if sign not in "AEIOU")]),
    ):
        page.locator('.tools [data-action="sort"]').click()
        expect(page.locator(".tip")).to_have_text(name)
        assert list(eyes.rack().replace("?", "")) == wanted
    page.reload()
    page.locator("main.my-turn").wait_for()
    assert list(eyes.rack().replace("?", "")) == wanted


def test_unseen_tiles_are_grouped_as_one_likes(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    at_table(page, rulesets, "friends")
    choose = page.get_by_label("Unseen tiles")
    choose.select_option("Vowels and consonants")
    expect(page.locator(".unseen-kind")).to_have_count(3)
    choose.select_option("Hidden")
    expect(page.locator(".unseen")).to_have_count(0)
    page.reload()
    page.locator("main.my-turn").wait_for()
    expect(page.locator(".unseen")).to_have_count(0)


def test_a_tile_in_the_hand_leaves_a_gap_and_lights_its_row_and_column(
    new_page: NewPage, rulesets: Rulesets
) -> None:
    page = new_page()
    at_table(page, rulesets, "friends")
    tile = page.locator(".rack [data-id]").first
    tile.hover()
    page.mouse.down()
    square(page, CENTRE).hover()
    expect(page.locator(".rack .lifted")).to_have_count(1)
    expect(page.locator(".light .line")).to_have_count(2)
    page.mouse.up()
    expect(page.locator(".light .line")).to_have_count(0)
    expect(laid(page)).to_have_count(1)


def test_the_first_game_points_at_the_rack_once(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    at_table(page, rulesets, "friends")
    tip = page.locator(".tip")
    expect(tip).to_contain_text("Drag a tile to the board")
    tip_box, rack_box = tip.bounding_box(), page.locator(".rack-box").bounding_box()
    assert tip_box is not None
    assert rack_box is not None
    assert tip_box["y"] + tip_box["height"] <= rack_box["y"]
    page.reload()
    page.locator("main.my-turn").wait_for()
    expect(tip).to_be_hidden()


def test_a_link_leads_to_a_turn_of_a_replay(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/games")
    page.locator("#gcg-text").fill(GCG)
    page.locator("#import").click()
    page.get_by_role("link", name="Replay it").click()
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/*?turn=2")
    page.goto(page.url)
    expect(slider).to_have_value("2")
    expect(page.locator(".replay-what")).to_contain_text("DO")
    page.goto(page.url.replace("turn=2", "turn=none"))
    expect(slider).to_have_value("0")


def test_the_badge_stands_on_an_empty_square(new_page: NewPage, rulesets: Rulesets) -> None:
    page = new_page()
    eyes: Eyes = at_table(page, rulesets, "friends")
    type_rack(page, eyes, 4)
    badge = page.locator(".badge")
    expect(badge).to_be_visible()
    place = badge.bounding_box()
    assert place is not None
    middle = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    under = page.evaluate(
        "({ x, y }) => document.elementsFromPoint(x, y).find(e => e.closest('[data-square]'))"
        "?.closest('[data-square]').dataset.state[0]",
        middle,
    )
    assert under == "."
