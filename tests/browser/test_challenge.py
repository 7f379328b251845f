"""Words that stand unless they are challenged: two people at two browsers, by the tournament's rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from quixotry.lexicon import catalogue
from tests.browser.conftest import NewPage
from tests.browser.driver import Eyes, Mouse, ask, begin_game, invite, person, phoney

CENTRE = 112
PHONEY_LETTERS = 4

Pages = tuple[Page, Page]


@pytest.fixture
def at_turn(new_page: NewPage, rulesets: dict[str, dict[str, Any]]) -> Pages:
    """Two browsers at one table: whose turn it is, and the other. The draw decides which is which."""
    return meet(new_page, rulesets["tournament"]["name"])


def meet(new_page: NewPage, ruleset: str) -> Pages:
    ada, ben = new_page(), new_page()
    game = begin_game(ada, ruleset, person("Ada"), person("Ben", invited=True))
    ask(ben, "/api/join", {"key": invite(ada, game)["key"], "name": "Ben"})
    for page in (ada, ben):
        page.goto(f"/table/{game}")
    for page in (ada, ben):
        page.locator('dialog [data-answer="begin"]').click()
        expect(page.locator(".rack [data-id]")).to_have_count(7)
    turns = [page.locator("main.my-turn").count() for page in (ada, ben)]
    assert sorted(turns) == [0, 1]
    return (ada, ben) if turns[0] else (ben, ada)


def rows(page: Page) -> Locator:
    return page.locator(".sheet tbody tr")


def challenge(page: Page) -> None:
    page.locator("main.my-turn").wait_for()
    page.get_by_role("button", name="Challenge").click()
    page.locator('dialog [data-answer="yes"]').click()


def test_a_phoney_comes_off_the_board_when_it_is_challenged(
    at_turn: Pages, rulesets: dict[str, dict[str, Any]]
) -> None:
    player, other = at_turn
    eyes = Eyes(player, rulesets["tournament"]["plain"])
    rack = sorted(eyes.rack())
    bad_word = phoney("".join(rack), PHONEY_LETTERS)
    player.locator(f'[data-square="{CENTRE}"]').click()
    player.keyboard.type(bad_word.lower())
    expect(player.locator(".badge")).to_be_visible()
    score = int(player.locator(".badge").text_content() or "")
    player.locator('[data-action="primary"]').click()

    expect(rows(other)).to_have_count(1)
    expect(other.locator(".tile.last")).to_have_count(PHONEY_LETTERS)
    challenge(other)
    for page in at_turn:
        expect(rows(page)).to_have_count(3)
        expect(rows(page).nth(0)).to_contain_text(f"+{score}")
        expect(rows(page).nth(1)).to_contain_text(f"challenged: {bad_word} is not valid")
        expect(rows(page).nth(2)).to_contain_text("play withdrawn")
        expect(rows(page).nth(2).locator("td.number")).to_have_text([f"−{score}", "0"])
        expect(page.locator('[data-square][data-state^="."]')).to_have_count(225)
        expect(page.locator(".status")).to_contain_text(f"{bad_word} is not in the word list")
    expect(player.locator(".rack [data-id]")).to_have_count(7)
    assert sorted(eyes.rack()) == rack
    expect(other.locator("main.my-turn")).to_be_visible()
    expect(other.get_by_role("button", name="Challenge")).to_be_hidden()


def test_an_unsuccessful_challenge_costs_the_turn(
    at_turn: Pages, rulesets: dict[str, dict[str, Any]]
) -> None:
    player, other = at_turn
    eyes = Eyes(player, rulesets["tournament"]["plain"])
    tiles = eyes.first_play()
    Mouse(player).lay(eyes, tiles)
    expect(player.locator(".badge")).to_be_visible()
    player.locator('[data-action="primary"]').click()

    challenge(other)
    for page in at_turn:
        expect(rows(page)).to_have_count(3)
        expect(rows(page).nth(1)).to_contain_text(re.compile(r"challenged: .* (is|are) valid"))
        expect(rows(page).nth(2)).to_contain_text("lost a turn")
        expect(page.locator('[data-square]:not([data-state^="."])')).to_have_count(len(tiles))
        expect(page.locator(".status")).to_contain_text("in the word list")
    expect(player.locator("main.my-turn")).to_be_visible()
    expect(player.get_by_role("button", name="Challenge")).to_be_hidden()
    expect(other.locator("main.my-turn")).to_have_count(0)
    assert len(eyes.rack()) == 7 - len(tiles) + min(3, len(tiles))


def lay_and_play(page: Page, square: int, letters: str) -> None:
    page.locator("main.my-turn").wait_for()
    page.locator(f'[data-square="{square}"]').click()
    page.keyboard.type(letters.lower())
    page.locator('[data-action="primary"]').click()


def two_letters(page: Page) -> str:
    tiles = page.locator(".rack [data-id]").evaluate_all("all => all.map(b => b.ariaLabel)")
    return "".join(name[0] for name in tiles if name != "Blank")[:2]


def test_a_pending_word_is_not_explained_and_one_that_stood_is_not_judged(at_turn: Pages) -> None:
    player, other = at_turn
    word = two_letters(player)
    lay_and_play(player, CENTRE, word)
    expect(rows(other)).to_have_count(1)
    for page in at_turn:
        for target in (page.locator(f'[data-square="{CENTRE}"]'), rows(page).nth(0).locator("button")):
            target.click()
            expect(page.locator(".word-content")).to_have_text(
                f"What {word} means can be looked up once a play with it has stood."
            )
        page.locator(".word-content").evaluate("element => element.replaceChildren()")
    other.locator('[data-action="primary"]', has_text="Accept").click()
    expect(other.get_by_role("button", name="Challenge")).to_be_hidden()
    for page in at_turn:
        rows(page).nth(0).locator("button").click()
        expect(page.locator(".word-entry h3")).to_have_text(re.compile(f"^{word}\\s*$"))
        expect(page.locator(".in-list, .not-in-list")).to_have_count(0)


def test_the_words_page_is_closed_to_who_plays_with_challenges(at_turn: Pages) -> None:
    for page in at_turn:
        page.goto("/words")
        expect(page.locator("main")).to_contain_text("closed while you play a game with challenges")
        expect(page.locator("#word, #letters")).to_have_count(0)
        page.get_by_role("link", name="Go to that game").click()
        expect(page.locator("svg.board")).to_be_visible()


def test_a_player_ticks_the_words_and_reads_what_a_wrong_challenge_costs(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    plain = {**rulesets["tournament"]["plain"], "name": "five-a-word", "title": "Five a word"}
    plain["words"] = {**plain["words"], "challenge": "points-per-word"}
    ask(new_page(), "/api/rulesets", {"plain": plain})
    pages = meet(new_page, "five-a-word")
    first, second = pages
    upper = two_letters(first)
    lay_and_play(first, CENTRE, upper)
    second.locator('[data-action="primary"]', has_text="Accept").click()
    lower = two_letters(second)
    lay_and_play(second, CENTRE + 15, lower)
    formed = [lower, upper[0] + lower[0], upper[1] + lower[1]]
    words = catalogue.load()

    first.locator("main.my-turn").wait_for()
    first.get_by_role("button", name="Challenge").click()
    dialog = first.locator("dialog")
    each = len(set(formed))
    expect(dialog.locator("input")).to_have_count(each)
    if each > 1:
        expect(dialog.locator(".cost")).to_contain_text(f"For {each} words that is {5 * each} points.")
    for box in dialog.locator("input").all()[1:]:
        box.uncheck()
    chosen = dialog.locator("input").first.input_value()
    expect(dialog.locator(".cost")).to_have_text(
        "An unsuccessful challenge gives the other player 5 points for each valid word."
    )
    dialog.locator('[data-answer="yes"]').click()
    name = rows(first).nth(1).locator("th").text_content()
    for page in pages:
        expect(page.locator(".status")).to_contain_text(f"challenged: {chosen} is")
        expect(page.locator(".status")).to_contain_text(
            f"{name} gains 5 points." if chosen in words else f"{name}'s play came off the board, with its"
        )
