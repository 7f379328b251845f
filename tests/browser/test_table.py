"""At the table: what must survive, what must be said, what must not be shown."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driver import (
    Eyes,
    Mouse,
    await_tiles,
    computer,
    opening_play,
    person,
    phoney,
    sit_down,
    start_game,
)

CENTRE = 112


def square(page: Page, number: int) -> Locator:
    return page.locator(f'[data-square="{number}"]')


def laid(page: Page) -> Locator:
    return page.locator(".tile.laid")


def seat_two(page: Page) -> None:
    """Past a hand-over screen."""
    page.locator("main.handing-over").wait_for()
    page.locator('[data-action="primary"]').click()
    page.locator("main.my-turn").wait_for()


def at_table(page: Page, rulesets: dict[str, dict[str, Any]], preset: str) -> Eyes:
    """A new game with the players its rules are made for, and a rack in sight."""
    seats = rulesets[preset]["plain"]["seats"]
    if "computer" in seats["default"]:
        players = [person("You"), computer("casual")]
    else:
        players = [person(f"Player {number}") for number in range(1, seats["min"] + 1)]
    sit_down(page, rulesets[preset]["name"], *players)
    await_tiles(Mouse(page))
    page.locator("main.my-turn, main.handing-over").first.wait_for()
    if page.locator("main.handing-over").is_visible():
        seat_two(page)
    return Eyes(page, rulesets[preset]["plain"])


def type_rack(page: Page, eyes: Eyes, many: int) -> str:
    """Click the centre and type so many of the rack's letters."""
    return type_letters(page, eyes.rack().replace("?", "")[:many])


def type_letters(page: Page, letters: str) -> str:
    square(page, CENTRE).click()
    page.keyboard.type(letters.lower())
    expect(laid(page)).to_have_count(len(letters))
    return letters


def test_tiles_laid_survive_a_reload(new_page: NewPage, rulesets: dict[str, dict[str, Any]]) -> None:
    page = new_page()
    eyes = at_table(page, rulesets, "solo")
    type_rack(page, eyes, 3)
    page.reload()
    expect(laid(page)).to_have_count(3)
    expect(page.locator(".badge")).to_be_visible()


def test_a_reload_stays_on_the_hand_over_screen_and_shows_no_rack(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    start_game(Mouse(page), rulesets["party"]["title"])
    name, board = page.locator(".hand-over-name"), page.locator(".board-box")
    expect(name).to_have_text("Player 1")
    at, below = name.bounding_box(), board.bounding_box()
    assert at is not None
    assert below is not None
    assert abs(at["y"] - below["y"]) < 1, "the next player's name is not at the top"
    for _ in range(2):
        page.locator("main.handing-over").wait_for()
        expect(page.locator(".cover")).to_contain_text("is next")
        expect(page.locator('[data-action="primary"]')).to_have_text("Continue")
        assert page.locator(".rack [data-id]").count() == 0
        page.reload()


def test_a_bad_word_is_named_and_resets_board_and_tray_where_the_rules_say_so(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    eyes = at_table(page, rulesets, "classic")
    before = sorted(eyes.rack())
    word = type_letters(page, phoney(eyes.rack(), 6))
    page.keyboard.press("Enter")
    expect(page.locator(".status.bad")).to_contain_text(word)
    expect(laid(page)).to_have_count(0)
    assert sorted(eyes.rack()) == before


def test_a_bad_word_keeps_the_tiles_elsewhere(new_page: NewPage, rulesets: dict[str, dict[str, Any]]) -> None:
    page = new_page()
    word = type_letters(page, phoney(at_table(page, rulesets, "friends").rack(), 6))
    page.locator('[data-action="primary"]').click()
    expect(page.locator(".status.bad")).to_contain_text(word)
    expect(laid(page)).to_have_count(6)


def test_the_keys_of_the_board(new_page: NewPage, rulesets: dict[str, dict[str, Any]]) -> None:
    page = new_page()
    eyes = at_table(page, rulesets, "friends")
    square(page, CENTRE).click()
    arrow = page.locator(".arrow")
    expect(arrow).to_have_attribute("transform", "translate(324 324) rotate(0)")
    square(page, CENTRE).click()
    expect(arrow).to_have_attribute("transform", "translate(324 324) rotate(90)")
    square(page, CENTRE).click()
    expect(arrow).to_have_count(0)
    type_rack(page, eyes, 2)
    page.keyboard.press("Backspace")
    expect(laid(page)).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(arrow).to_have_attribute("transform", "translate(364 324) rotate(90)")
    page.keyboard.press("Space")
    expect(arrow).to_have_attribute("transform", "translate(364 364) rotate(90)")
    page.keyboard.press("ArrowDown")
    expect(laid(page)).to_have_count(0)
    order = eyes.rack()
    page.keyboard.press("ArrowUp")
    assert sorted(eyes.rack()) == sorted(order)


def test_a_tile_goes_from_rack_to_board_to_board_to_rack_by_dragging(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    eyes = at_table(page, rulesets, "friends")
    page.locator(".rack [data-id]").first.drag_to(square(page, CENTRE))
    expect(square(page, CENTRE).locator(".laid")).to_be_visible()
    square(page, CENTRE).drag_to(square(page, CENTRE + 1))
    expect(square(page, CENTRE + 1).locator(".laid")).to_be_visible()
    square(page, CENTRE + 1).drag_to(page.locator(".rack"))
    expect(laid(page)).to_have_count(0)
    assert len(eyes.rack()) == 7


def test_a_drop_out_of_reach_is_refused_with_the_reason(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    at_table(page, rulesets, "party")
    page.locator(".rack [data-id]").first.click()
    expect(page.locator(".hint")).to_have_count(1)
    square(page, 0).click()
    expect(page.locator(".status.bad")).to_contain_text("goes on the star")


def test_a_swap_is_marked_and_can_be_restarted_before_the_turn_ends(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    at_table(page, rulesets, "party")
    page.get_by_role("button", name="Swap").click()
    page.locator("dialog .rack-tile").first.click()
    page.locator('dialog [data-answer="yes"]').click()
    primary = page.locator('[data-action="primary"]')
    expect(primary).to_contain_text("End Turn")
    expect(primary).to_contain_text("Swap 1")
    page.get_by_role("button", name="Restart Turn").click()
    expect(page.locator(".rack-tile.marked")).to_have_count(0)
    expect(primary).not_to_contain_text("Swap 1")


def test_exchange_says_how_many_uses_are_left(new_page: NewPage, rulesets: dict[str, dict[str, Any]]) -> None:
    page = new_page()
    at_table(page, rulesets, "solo")
    button = page.locator('[data-action="exchange"]')
    expect(button).to_have_text("Exchange (2 left)")
    button.click()
    for tile in page.locator("dialog .rack-tile").all()[:3]:
        tile.click()
    page.locator('dialog [data-answer="yes"]').click()
    expect(button).to_have_text("Exchange (1 left)")


def test_each_version_has_its_own_names_for_things(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    at_table(page, rulesets, "classic")
    for name in ("Make Move", "Discard Last Move", "Give Up Turn"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    expect(page.get_by_role("group", name="Select Move")).to_be_visible()
    expect(page.locator('[data-action="exchange"]')).to_be_hidden()


def test_a_click_on_a_word_shows_its_meaning_and_its_list(
    new_page: NewPage, presets: dict[str, dict[str, Any]]
) -> None:
    """With all tiles: a short game may be over at once, with its result in front of the board."""
    page = new_page()
    eyes, tiles = opening_play(lambda: at_table(page, presets, "solo"))
    Mouse(page).lay(eyes, tiles)
    seq = eyes.seq()
    page.locator('[data-action="primary"]').click()
    page.wait_for_function("seq => document.querySelector('main').dataset.seq !== seq", arg=seq)
    square(page, tiles[0][0]).click()
    expect(page.locator(".word-entry h3").first).to_contain_text("in Quixotry default")


def test_the_title_says_that_it_is_your_turn(new_page: NewPage, rulesets: dict[str, dict[str, Any]]) -> None:
    page = new_page()
    at_table(page, rulesets, "solo")
    expect(page).to_have_title("● Your turn – Quixotry")


def test_a_lost_connection_is_said_and_mended_and_the_tiles_stay(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    sockets: list[Any] = []
    page.route_web_socket("**/ws/games/*", lambda ws: sockets.append((ws, ws.connect_to_server())))
    type_rack(page, at_table(page, rulesets, "solo"), 2)
    sockets[-1][0].close(code=1012, reason="restart")
    expect(page.locator(".alarm")).to_be_visible()
    expect(page.locator(".alarm")).to_be_hidden()
    expect(laid(page)).to_have_count(2)
    assert len(sockets) == 2


def test_two_browsers_play_one_game_and_neither_is_sent_the_others_rack(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    first, second = new_page(), new_page()
    first.goto("/")
    Mouse(first).choose("mode", "Someone elsewhere")
    Mouse(first).choose("ruleset", rulesets["friends"]["title"])
    first.locator("#my-name").fill("Ada")
    first.locator("#start-game").click()
    second.goto(first.get_by_label("For another browser on this computer").input_value())
    second.locator("#join-name").fill("Ben")
    second.get_by_role("button", name="Take your seat").click()
    expect(second.locator("svg.board")).to_be_visible()
    first.locator("main.my-turn").wait_for()
    eyes = Eyes(first, rulesets["friends"]["plain"])
    tiles = eyes.first_play()
    Mouse(first).lay(eyes, tiles)
    first.locator('[data-action="primary"]').click()
    second.locator("main.my-turn").wait_for()
    expect(second.locator(".tile.last")).to_have_count(len(tiles))
