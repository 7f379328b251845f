"""A game whose record is damaged: its page says so, over everything else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.serving import running_server
from tests.browser.test_two_devices import begin


def test_the_page_of_a_damaged_game_says_what_happened(browser: Browser, tmp_path: Path) -> None:
    with running_server(tmp_path, 200) as address:
        page = browser.new_context(base_url=address, reduced_motion="reduce").new_page()
        game_id = begin(page, invited=False)
        page.goto(f"/table/{game_id}")
        page.locator("main.handing-over").wait_for()  # the tiles are dealt
        kept = page.context.storage_state()  # its cookie holds for another port too
        page.close()
    with closing(sqlite3.connect(tmp_path / "quixotry.sqlite3")) as database, database:
        spoil = "UPDATE decisions SET events = '[]' WHERE game_id = ?"
        assert database.execute(spoil, [game_id]).rowcount
    with running_server(tmp_path, 200) as address:
        page = browser.new_context(base_url=address, reduced_motion="reduce", storage_state=kept).new_page()
        page.goto(f"/table/{game_id}")
        alarm = page.locator(".alarm")
        expect(alarm).to_contain_text("The record of this game is damaged")
        expect(alarm).to_contain_text("there may be a backup")
        expect(page.locator(".tip")).to_be_hidden()
        page.close()
