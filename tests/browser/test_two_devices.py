"""A game between two devices: the invitation, its page, and who may sit where."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.driver import begin_game, invite, person
from tests.browser.test_pages import assert_accessible


def begin(page: Page, *, invited: bool) -> str:
    return begin_game(page, "friends", person("Ada"), person("Guest", invited=invited))


def test_who_is_invited_learns_by_whom_and_to_what_and_gives_a_name(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page(phone=True)
    ada.goto(f"/table/{begin(ada, invited=True)}")
    dialog = ada.get_by_role("dialog", name="Play on two devices")
    # This server listens to its own computer: the dialog says what to do, and has a link for a browser here.
    expect(dialog).to_contain_text("quixotry serve --lan")
    assert_accessible(ada, "invitation")
    ben.goto(dialog.get_by_label("For another browser on this computer").input_value())
    expect(ben.get_by_role("heading", level=1)).to_have_text("Ada invites you to a game")
    expect(ben.locator("main")).to_contain_text("All seven tiles earn 35, and three scoreless turns")
    assert_accessible(ben, "join")
    ben.get_by_role("button", name="Take your seat").click()
    expect(ben.get_by_role("alert")).to_have_text("Say what you want to be called.")
    expect(ben.locator("#join-name")).to_be_focused()
    ben.locator("#join-name").fill("ada")
    ben.get_by_role("button", name="Take your seat").click()
    expect(ben.get_by_role("alert")).to_contain_text("give each player a different name")
    ben.locator("#join-name").fill("Ben")
    ben.get_by_role("button", name="Take your seat").click()
    expect(ben.locator(".rack [data-id]")).to_have_count(7)
    expect(dialog).to_be_hidden()
    expect(ada.locator(".seat-name")).to_have_text(["Ada", "Ben"])


def test_a_game_opened_in_another_browser_asks_before_it_takes_seats(new_page: NewPage) -> None:
    """At home the address alone took every seat, and the browser that played was pushed out of its game."""
    ada, other = new_page(), new_page()
    game = begin(ada, invited=False)
    ada.goto(f"/table/{game}")
    ada.locator("main.handing-over").wait_for()
    other.goto(f"/table/{game}")
    asks = other.get_by_role("dialog", name="Play here?")
    expect(asks).to_contain_text("Ada and Guest play this game in another browser on this computer.")
    asks.get_by_role("button", name="Just watch").click()
    expect(other.locator(".cover")).to_have_text("You are watching this game.")
    expect(ada.locator("main.handing-over")).to_be_visible()
    other.reload()
    asks.get_by_role("button", name="Play here").click()
    other.locator("main.handing-over").wait_for()
    expect(ada.locator(".cover")).to_have_text("You are watching this game.")


def test_a_link_shown_when_sitting_down_brings_a_guest_back_in_another_browser(
    new_page: NewPage, server: str
) -> None:
    """Whoever lost the browser, or only its cookies, had lost the seat."""
    ada, ben, phone = new_page(), new_page(), new_page(phone=True)
    game = begin(ada, invited=True)
    ben.goto(invite(ada, game)["path"])
    ben.locator("#join-name").fill("Ben")
    ben.get_by_role("button", name="Take your seat").click()
    note = ben.get_by_role("region", name="Way back")
    label = "Lost this browser? This link brings you back to your seat. Keep it to yourself."
    first = note.get_by_label(label).input_value()
    assert_accessible(ben, "way-back")
    note.get_by_role("button", name="Hide the link").click()
    # A page that is opened again leaves the link as it is; the menu has a new one.
    ben.reload()
    ben.get_by_role("button", name="Way back").wait_for()
    expect(note).to_be_hidden()
    ben.get_by_role("button", name="Way back").click()
    link = ben.get_by_role("dialog", name="Way back").get_by_label(label).input_value()
    assert link.startswith(f"{server}/back#")
    assert link != first
    phone.goto(link)
    phone.get_by_role("button", name="Take your seat again").wait_for()
    assert_accessible(phone, "back")
    phone.get_by_role("button", name="Take your seat again").click()
    expect(phone.locator("main")).to_contain_text("Still missing: Ada and Ben.")
    assert phone.url == f"{server}/table/{game}"
    expect(phone.get_by_role("region", name="Way back").get_by_label(label)).not_to_have_value(link)
    expect(ben.locator("main.watching")).to_be_visible()
