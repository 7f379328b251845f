"""The app in the browser's own keeping: there at once, and honest when the server is not."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.serving import running_server

CONTROLLED = "() => navigator.serviceWorker.controller !== null"


def test_without_its_server_the_app_opens_and_says_so(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    with running_server(tmp_path, 100) as address:
        page.goto(f"{address}/about")
        page.wait_for_function(CONTROLLED)
    page.goto(f"{address}/games")
    expect(page.locator("main h1")).to_have_text("The server is away")
    page.get_by_role("link", name="Rules").click()
    expect(page.locator("main h1")).to_have_text("The server is away")
    expect(page.get_by_role("alert")).to_contain_text("goes on by itself")
    port = address.rsplit(":", 1)[1]
    with running_server(tmp_path, 100, port=port):
        expect(page.locator("main h1")).not_to_have_text("The server is away")
        expect(page.get_by_role("heading", name="Rules").first).to_be_visible()
    context.close()
