"""Hints a grade at a time, best moves, and a game played on from a turn of another."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driver import Eyes, Mouse, computer, opening_play, person, sit_down

RACKS_MAX = 10


def begin(page: Page, ruleset: str) -> str:
    game = sit_down(page, ruleset, person("Ada"), computer("casual"))
    page.locator("main.my-turn").wait_for()
    return game


def test_a_hint_says_how_good_then_where_then_which_and_lays_the_tiles(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    hint, told = page.locator('[data-action="hint"]'), page.locator(".help-panel .told")
    for _ in range(RACKS_MAX):
        begin(page, rulesets["solo"]["name"])
        hint.click()
        expect(told).to_have_text(re.compile(r"\w \w"))
        if "play" in (told.text_content() or ""):
            break  # and not an exchange, which some racks are best for
    expect(told).to_have_text(re.compile(r"^(Your best play scores \d+ points?|There is a play for \d+)"))
    expect(page.locator(".hint")).to_have_count(0)
    expect(hint).to_have_text("Where?")
    hint.click()
    expect(told).to_have_text(re.compile(r"^It goes (across row|down column) \w+\.$"))
    squares = page.locator(".hint").count()
    assert squares >= 2
    hint.click()
    expect(told).to_have_text(re.compile(r"^\w+ \w+ for \d+ points?\.$"))
    score = re.findall(r"\d+", told.text_content() or "")[-1]
    hint.click()
    expect(page.locator(".tile.laid")).to_have_count(squares)
    expect(page.locator(".badge")).to_have_text(score)


def test_after_my_turn_the_page_says_what_was_best_if_i_wish_so(new_page: NewPage) -> None:
    page = new_page()
    begin(page, "solo")
    page.locator("#best-moves").check()
    page.locator('[data-action="give_up"]').click()
    page.locator('dialog [data-answer="yes"]').click()
    # Some racks are best for an exchange, which scores nothing.
    expect(page.locator(".last-best")).to_have_text(re.compile(r"^Best here was .+?( for \d+ points?)?\.$"))


def test_in_a_game_with_challenges_the_page_offers_no_hint(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    sit_down(page, rulesets["tournament"]["name"], person("Ada"), person("Ben"))
    expect(page.locator(".help-panel")).to_contain_text("No hints in a game with challenges.")
    expect(page.locator('[data-action="hint"], #best-moves').locator("visible=true")).to_have_count(0)


def test_a_finished_game_lists_its_best_moves_and_goes_on_from_any_turn(
    new_page: NewPage, presets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    game = begin(page, "solo")
    eyes = Eyes(page, presets["solo"]["plain"])
    rack = sorted(eyes.rack())
    page.locator('[data-action="give_up"]').click()
    page.locator('dialog [data-answer="yes"]').click()
    page.wait_for_function("() => document.querySelectorAll('.sheet tbody tr').length >= 2")
    page.locator("main.my-turn").wait_for()
    page.locator('[data-action="resign"]').click()
    page.locator('dialog [data-answer="yes"]').click()
    page.locator("dialog.result").get_by_role("link", name="Replay").click()
    page.locator("#best-moves").click()
    turns = page.locator(".best-list li")
    expect(turns).to_have_count(2)
    # With tiles that fit nowhere, and few of them are left in a short game, passing is itself the best.
    expect(turns.first).to_contain_text(re.compile(r"Ada: pass \+0\s*best(: .+ \+\d+)?$"))
    expect(page.locator("#retry")).to_be_disabled()
    turns.first.locator("button").click()
    page.locator("#retry").click()
    page.wait_for_url(re.compile(r"/table/"))
    assert game not in page.url
    page.locator("main.my-turn").wait_for()
    assert sorted(eyes.rack()) == rack
    expect(page.locator('[data-square][data-state^="."]')).to_have_count(225)


def test_my_last_turn_is_undone_with_the_computers_answer(
    new_page: NewPage, presets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()

    def begin_anew() -> Eyes:
        # With all tiles: in a short game the computer may go out with its first play.
        begin(page, "solo")
        return Eyes(page, presets["solo"]["plain"])

    eyes, tiles = opening_play(begin_anew)
    rack, undo = sorted(eyes.rack()), page.locator('[data-action="undo"]')
    expect(undo).to_be_disabled()
    hands = Mouse(page)
    hands.lay(eyes, tiles)
    expect(page.locator(".badge")).to_be_visible()
    hands.primary()
    page.wait_for_function("() => document.querySelectorAll('.sheet tbody tr').length === 2")
    undo.click()
    expect(page.locator(".sheet tbody tr")).to_have_count(3)
    expect(page.locator(".sheet tbody tr").nth(2)).to_contain_text("took back the last turn")
    expect(page.locator('[data-square][data-state^="."]')).to_have_count(225)
    expect(page.locator(".seat-score")).to_have_text(["0", "0"])
    assert sorted(eyes.rack()) == rack
    expect(undo).to_be_disabled()
    expect(page.locator("main.my-turn")).to_be_visible()
