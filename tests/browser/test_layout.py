"""Where things stand on every screen: board, rack and actions together, nothing cut off, nothing that jumps."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driver import Eyes, Mouse, await_tiles, await_turn, computer, person, phoney, sit_down
from tests.browser.screens import LONG_NAMES, SIZES, Box, Screen, look, settle

BOARD_SHARE_LEAST = 0.7
FINGER = 44
PAGES = ("/", "/games", "/words", "/rules/friends", "/house/party", "/about")

# Each ruleset has its own tools, and names of its own length for them.
TABLES = {
    "classic": LONG_NAMES,
    "solo": ("You", "Ben"),
    "party": ("Ada", "Ben"),
    "tournament": ("Ada", "Ben"),
}


def seat(page: Page, ruleset: str, names: tuple[str, ...]) -> None:
    """A new game of people at this screen, with a rack in sight."""
    sit_down(page, ruleset, *map(person, names))
    await_tiles(Mouse(page))
    await_turn(Mouse(page))


def assert_fits(screen: Screen, what: str) -> None:
    """Board, status, rack, primary action and tools are all there, whole, and none is over another."""
    assert not screen.scrolls_sideways, what
    assert not screen.scrolls_down, what
    assert set(screen.parts) == {"board", "status", "rack", "primary", "seats"}, what
    for name, box in screen.parts.items():
        assert screen.holds(box), f"{what}: {name} is cut off at the edge: {box}"
    for (name, box), (other, second) in combinations(screen.parts.items(), 2):
        assert box.is_apart_from(second), f"{what}: {name} {box} and {other} {second} overlap"
    for tool in screen.tools:
        assert screen.holds(tool.box), f"{what}: {tool.name} is cut off at the edge: {tool.box}"
        assert tool.lines <= 1, f"{what}: {tool.name} takes two lines"
        assert not tool.is_cut, f"{what}: {tool.name} is wider than its button"
        for name, box in screen.parts.items():
            assert tool.box.is_apart_from(box), f"{what}: {tool.name} {tool.box} and {name} {box} overlap"
    for tool, next_tool in combinations(screen.tools, 2):
        assert tool.box.is_apart_from(next_tool.box), f"{what}: {tool.name} and {next_tool.name} overlap"
    for tile in screen.tiles:
        assert tile.is_apart_from(screen.parts["status"]), f"{what}: the rack is over the status line"
        assert abs(tile.width - tile.height) < 2, f"{what}: a tile is not square: {tile}"
    for name_label in screen.names:
        assert not name_label.is_cut, f"{what}: the name {name_label.name} is cut"


@pytest.mark.parametrize("preset", TABLES)
def test_board_rack_and_actions_are_on_every_screen(preset: str, new_page: NewPage) -> None:
    page = new_page()
    seat(page, preset, TABLES[preset])
    for size in SIZES:
        screen = look(page, size)
        what = f"{preset} at {size[0]}x{size[1]}"
        assert_fits(screen, what)
        board, rack = screen.parts["board"], screen.parts["rack"]
        if screen.is_wide:
            assert board.height >= BOARD_SHARE_LEAST * screen.height, (
                f"{what}: the board is {board.height} high"
            )
        else:
            assert rack.y >= board.bottom, f"{what}: the rack is not under the board"
        assert screen.parts["primary"].height >= FINGER, what


def test_with_a_challenge_open_the_tools_still_fit(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    seat(page, rulesets["tournament"]["name"], ("Ada", "Ben"))
    eyes, hands = Eyes(page, rulesets["tournament"]["plain"]), Mouse(page)
    hands.lay(eyes, eyes.first_play())
    hands.primary()
    page.locator("main.handing-over").wait_for()
    hands.primary()
    expect(page.locator('[data-action="challenge"]')).to_be_visible()
    for size in SIZES:
        assert_fits(look(page, size), f"a challenge at {size[0]}x{size[1]}")


def test_help_stands_whole_beside_the_other_panels(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "solo", person("Ada"), computer("casual"))
    hint = page.locator('[data-action="hint"]')
    for grade in ("Where?", "Which move?"):
        hint.click()
        expect(hint).to_have_text(grade)
    for size in SIZES:
        screen = look(page, size)
        assert_fits(screen, f"help at {size[0]}x{size[1]}")
        for panel in screen.panels:
            what = f"{panel.name[:12]} at {size[0]}x{size[1]}"
            assert screen.holds(panel.box), f"{what} is cut off at the edge: {panel.box}"
            assert not panel.is_cut, f"{what} is larger than its panel"
        more = page.locator('[data-action="side"]')
        if more.is_visible():
            more.click()
            expect(hint).to_be_in_viewport(ratio=1)
            page.locator(".side-close").click()


def test_who_watches_finds_pause_step_and_pace_in_every_window(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "solo", computer("beginner"), computer("beginner"))
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").wait_for()
    for size in SIZES:
        screen = look(page, size)
        assert_fits(screen, f"watching at {size[0]}x{size[1]}")
        assert [tool.name for tool in screen.tools[:2]] == ["Go on", "Step"]
        for panel in screen.panels:
            assert screen.holds(panel.box), f"{panel.name[:12]} is cut off at {size}: {panel.box}"


def test_at_a_table_that_waits_for_somebody_the_big_button_invites_them(new_page: NewPage) -> None:
    page = new_page()
    sit_down(page, "friends", person("Ada"), person("Bartholomew", invited=True))
    primary = page.locator('[data-action="primary"]')
    expect(primary).to_have_text("Invite")
    expect(page.locator(".status")).to_have_text("Waiting for Bartholomew.")
    page.get_by_role("button", name="Close").click()
    for size in SIZES:
        assert_fits(look(page, size), f"waiting at {size[0]}x{size[1]}")
    primary.click()
    expect(page.get_by_role("dialog", name="Play on two devices")).to_contain_text("quixotry serve --lan")


def test_low_windows_have_everything_beside_the_board(new_page: NewPage) -> None:
    page = new_page()
    seat(page, "solo", ("You", "Ben"))
    for size in ((1366, 625), (844, 390), (640, 400)):
        screen = look(page, size)
        board = screen.parts["board"]
        for name in ("status", "rack", "primary", "seats"):
            assert screen.parts[name].x >= board.right, f"{name} is not beside the board at {size}"


def test_four_players_on_a_phone_sit_two_by_two_with_their_names(new_page: NewPage) -> None:
    page = new_page(phone=True)
    seat(page, "party", ("Josephine", "Bartholomew", "Christabel", "Maximilian"))
    for size in ((390, 844), (360, 640)):
        screen = look(page, size)
        first, second, third, fourth = screen.seats
        assert (first.y, first.x) == (second.y, third.x)
        assert (fourth.y, fourth.x) == (third.y, second.x)
        assert third.y >= first.bottom
        assert [name.lines for name in screen.names] == [1, 1, 1, 1]


def test_on_a_big_screen_the_rack_grows_with_the_board(new_page: NewPage) -> None:
    page = new_page()
    seat(page, "friends", ("Ada", "Ben"))
    small, big = look(page, (1280, 800)), look(page, (1920, 1080))
    ratio = big.parts["board"].width / small.parts["board"].width
    assert ratio > 1.2
    assert big.tiles[0].width / small.tiles[0].width == pytest.approx(ratio, rel=0.1)
    assert big.tiles[0].width > big.parts["board"].width / 15


def test_a_tablet_held_upright_shows_the_scoresheet(new_page: NewPage) -> None:
    page = new_page()
    seat(page, "friends", ("Ada", "Ben"))
    screen = look(page, (820, 1180))
    assert screen.sheet is not None
    assert screen.holds(screen.sheet)
    assert screen.sheet.height > 150


def test_a_long_scoresheet_scrolls_in_its_own_panel(new_page: NewPage) -> None:
    page = new_page()
    seat(page, "friends", ("Ada", "Ben"))
    row = "<tr><th>Ada</th><td>8H CAT</td><td>+10</td><td>10</td></tr>"
    page.evaluate(
        """(rows) => {
          document.querySelector(".sheet tbody").innerHTML = rows;
          document.querySelector(".sheet-scroll").hidden = false;
        }""",
        row * 60,
    )
    for size in ((1920, 1080), (1366, 625), (820, 1180)):
        screen = look(page, size)
        assert screen.sheet is not None
        assert screen.holds(screen.sheet), f"the scoresheet is cut off at {size}: {screen.sheet}"
        for name in ("rack", "primary", "status"):
            assert screen.sheet.is_apart_from(screen.parts[name]), (
                f"the scoresheet is over the {name} at {size}"
            )


def boards(page: Page) -> list[Box]:
    return [look(page, size).parts["board"] for size in SIZES]


def test_the_board_never_jumps_from_the_first_turn_to_after_the_end(
    new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    page = new_page()
    seat(page, rulesets["solo"]["name"], ("Ada", "Ben"))
    start = boards(page)
    page.set_viewport_size({"width": 1366, "height": 900})
    page.locator('[data-square="112"]').click()
    page.keyboard.type(phoney(Eyes(page, rulesets["solo"]["plain"]).rack(), 5).lower())
    assert boards(page) == start, "while tiles are laid"
    page.keyboard.press("Enter")
    expect(page.locator(".status.bad")).to_be_visible()
    assert boards(page) == start, "after a refusal"
    page.set_viewport_size({"width": 1366, "height": 900})
    page.locator('[data-action="resign"]').click()
    page.locator('dialog [data-answer="yes"]').click()
    page.locator("dialog.result").wait_for()
    page.keyboard.press("Escape")
    assert boards(page) == start, "after the end"


def test_whoever_watches_sees_the_board_where_the_players_see_it(new_page: NewPage) -> None:
    player, watcher = new_page(), new_page()
    seat(player, "friends", ("Ada", "Ben"))
    sit_down(watcher, "friends", computer("club"), computer("club"))
    watcher.locator("main.watching").wait_for()
    assert boards(watcher) == boards(player)


def test_no_page_scrolls_sideways(new_page: NewPage) -> None:
    page = new_page()
    for path in PAGES:
        page.goto(path)
        page.locator("main h1").wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{path} at {width}x{height} is {wide} wide"
            nav = page.locator(".nav").evaluate("nav => nav.scrollWidth - nav.clientWidth")
            assert nav <= 0, f"the links at the top of {path} are cut at {width}x{height}"
