"""Words that stand unless they are challenged: two people at two browsers, by the tournament's rules."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from quixotry.lexicon import catalogue
from tests.browser.conftest import NewPage
from tests.browser.driver import Eyes, Mouse

CENTRE = 112
PHONEY_LETTERS = 4

Pages = tuple[Page, Page]


@pytest.fixture
def at_turn(new_page: NewPage, rulesets: dict[str, dict[str, Any]], server: str) -> Pages:
    """Two browsers at one table: whose turn it is, and the other. The draw decides which is which."""
    ada, ben = new_page(), new_page()
    origin = {"Origin": server}
    players = [{"kind": "person", "name": name} for name in ("Ada", "Ben")]
    asked = {"ruleset": rulesets["tournament"]["name"], "players": players}
    game = ada.request.post("/api/games", data=asked, headers=origin).json()
    invited = ada.request.post(f"/api/games/{game['id']}/invitations", data={"seat": 1}, headers=origin)
    ben.goto(invited.json()["path"])
    ben.get_by_role("button", name="Take your seat").click()
    ada.goto(f"/table/{game['id']}")
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
    words = catalogue.load()
    letters = permutations((sign for sign in rack if sign != "?"), PHONEY_LETTERS)
    phoney = next(text for text in map("".join, letters) if text not in words)
    player.locator(f'[data-square="{CENTRE}"]').click()
    player.keyboard.type(phoney.lower())
    expect(player.locator(".badge")).to_be_visible()
    score = int(player.locator(".badge").text_content() or "")
    player.locator('[data-action="primary"]').click()

    expect(rows(other)).to_have_count(1)
    expect(other.locator(".tile.last")).to_have_count(PHONEY_LETTERS)
    challenge(other)
    for page in at_turn:
        expect(rows(page)).to_have_count(3)
        expect(rows(page).nth(0)).to_contain_text(f"+{score}")
        expect(rows(page).nth(1)).to_contain_text(f"challenged: {phoney} is not valid")
        expect(rows(page).nth(2)).to_contain_text("play withdrawn")
        expect(rows(page).nth(2).locator("td.number")).to_have_text([f"−{score}", "0"])
        expect(page.locator('[data-square][data-state^="."]')).to_have_count(225)
        expect(page.locator(".status")).to_contain_text(f"{phoney} is not in the word list")
    expect(player.locator(".rack [data-id]")).to_have_count(7)
    assert sorted(eyes.rack()) == rack
    expect(other.locator("main.my-turn")).to_be_visible()
    expect(other.get_by_role("button", name="Challenge")).to_be_hidden()


def test_an_unsuccessful_challenge_costs_the_turn(
    at_turn: Pages, rulesets: dict[str, dict[str, Any]]
) -> None:
    player, other = at_turn
    eyes = Eyes(player, rulesets["tournament"]["plain"])
    tiles = eyes.play()
    assert tiles is not None
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
