"""Checking a draw in the browser: as Python does, at the end of a game, and from a disk without a server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

from playwright.sync_api import expect
from scripts.build_check_page import TARGET, check_page

from quixotry.notation.gcg import export_gcg, parse_gcg
from quixotry.play.gcg_draw_check import check_gcg_draw
from tests.browser.conftest import NewPage
from tests.browser.test_modules import node
from tests.browser.test_pages import assert_accessible
from tests.fair.games import drawn_game
from tests.play.test_draw_check import gcg_id, gcg_line, gcg_moved, gcg_name, gcg_note, gcg_rack
from tests.rules.build import PRESETS, RULES

MODULE = TARGET.parent / "js" / "draw-check.js"
SCRIPT = """
const { checkDraw } = await import(process.argv[1]);
let text = "";
for await (const chunk of process.stdin) text += chunk;
console.log(JSON.stringify(JSON.parse(text).map((gcg) => checkDraw(gcg).standing)));
"""


def in_browser(files: list[str]) -> list[str]:
    """The verdicts of the page's own module."""
    done = node("--input-type=module", "--eval", SCRIPT, MODULE.as_uri(), text=json.dumps(files))
    assert done.returncode == 0, done.stderr
    verdicts: list[str] = json.loads(done.stdout)
    return verdicts


def test_the_browser_comes_to_the_same_verdicts_as_python() -> None:
    random = Random("both")
    texts = [
        export_gcg(drawn_game(rules, RULES[rules].seats.max, seed, computers=seed == 1).game).decode()
        for rules in PRESETS
        for seed in range(2)
    ]
    texts = [text for text in texts if len(re.findall(r"^>\S+ [A-Z?]{2,} \d*[A-O]", text, re.MULTILINE)) > 3]
    assert len(texts) > 4
    tampers = (gcg_id, gcg_line, gcg_moved, gcg_name, gcg_note, gcg_rack)
    changed = [tamper(text, random) for tamper in tampers for text in texts]
    untold = re.sub(r"^#note Draw.*\n", "", texts[0], flags=re.MULTILINE)
    files = [*texts, *changed, untold]
    expected = [check_gcg_draw(parse_gcg(text.encode())).standing for text in files]
    assert expected == ["checked"] * len(texts) + ["wrong"] * len(changed) + ["untold"]
    assert in_browser(files) == expected


def test_the_page_for_the_disk_is_made_of_the_modules_of_today() -> None:
    assert TARGET.read_text("utf-8") == check_page(), "run: make reference"


def test_a_game_ends_with_a_way_to_check_its_draw_and_its_file_is_checked_without_a_server(
    new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page()
    page.goto("/")
    page.locator("#play-now").click()
    page.locator("main.my-turn").wait_for()
    game_id = page.url.rsplit("/", 1)[1]
    page.evaluate(
        """async (id) => {
          const socket = new WebSocket(`ws://${location.host}/ws/games/${id}`);
          await new Promise((done) => socket.addEventListener("open", done));
          const move = { kind: "resign" };
          socket.send(JSON.stringify({ type: "move", command_id: "r", seat: 0, expected_seq: 3, move }));
          await new Promise((done) => socket.addEventListener("message", (said) => {
            if (JSON.parse(said.data).type === "ack") done();
          }));
          socket.close();
        }""",
        game_id,
    )
    page.get_by_role("link", name="Check this draw").click()
    verdict = page.locator(".draw-verdict")
    expect(verdict).to_contain_text("every tile follows from what the house fixed before the game as draw")
    expect(verdict).to_contain_text("its own bytes are in the draw")
    assert_accessible(page, "check")
    gcg = tmp_path / "game.gcg"
    gcg.write_bytes(page.request.get(f"/api/games/{game_id}/gcg").body())
    kept = page.evaluate("(id) => localStorage.getItem(`quixotry.share.${id}`)", game_id)

    page.evaluate(
        "([id, kept]) => localStorage.setItem(`quixotry.share.${id}`, kept)",
        [game_id, json.dumps(json.loads(kept) | {"link": "0" * 64})],
    )
    page.reload()
    expect(verdict).to_contain_text("this browser was shown another fingerprint before the game")

    browser = page.context.browser
    assert browser is not None
    alone = browser.new_context(offline=True).new_page()
    alone.goto(TARGET.as_uri())
    alone.locator("#file").set_input_files(gcg)
    expect(alone.locator("#verdict")).to_contain_text("The draw was checked: every tile follows")
    changed = tmp_path / "changed.gcg"
    changed.write_text(gcg.read_text("utf-8").replace('"draw","1","', '"draw","1","Q', 1), "utf-8")
    alone.locator("#file").set_input_files(changed)
    expect(alone.locator("#verdict")).to_contain_text("The draw does not follow")
    alone.context.close()
