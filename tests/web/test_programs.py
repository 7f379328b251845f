"""Programs that an operator has listed: people play against them, and see what they are."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from quixotry.players.bot_errors import BadBotCommand
from quixotry.players.bot_list import BadBotList, load_bots
from tests.players.bad_bots import CHEATS, bot
from tests.web.running import Browser, Server

EXAMPLE = (sys.executable, str(Path(__file__).parents[2] / "examples" / "thrifty_bot.py"))
COMMANDS = {
    "thrifty": EXAMPLE,
    "cheat": CHEATS["challenges nothing"],
    "quitter": bot("sys.exit(3)"),
    "forgiven": bot("sys.exit(4)"),
}


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    file = tmp_path / "bots.toml"
    file.write_text(
        "".join(
            f'[{name}]\ncommand = {json.dumps(shlex.join(command))}\ntitle = "{name.capitalize()}"\n'
            for name, command in COMMANDS.items()
        )
        + 'on_failure = "pass"\n'
    )
    return file


def begun(browser: Browser, level: str) -> Any:
    """A game that a computer of this level begins, or not, by the draw."""
    players = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "level": level}]
    return browser.post("/api/games", {"ruleset": "friends", "lexicon": "common", "players": players})


def after_a_pass(browser: Browser, game: Any) -> Any:
    """The snapshot once it is Ada's turn again, or the game is over, after she has passed once."""
    with browser.open(game["id"]) as table:
        now = table.hello()
        has_passed = False
        while now["view"]["outcome"] is None and not (has_passed and now["view"]["turn"] == 0):
            if now["view"]["turn"] == 0:
                assert table.move(0, now["view"]["seq"], {"kind": "pass"})["type"] == "ack"
                has_passed = True
            table.until("events")
            now = table.hello()
        return now


def test_listed_programs_sit_beside_people_and_lose_by_what_they_do_wrong(
    tmp_path: Path, listing: Path
) -> None:
    with Server(tmp_path / "data", (f"--bots={listing}", "--thinking-ms=20000")) as server:
        ada = server.client()
        levels = ada.get("/api/levels")["levels"]
        told = {level["name"]: level["title"] for level in levels if level["is_program"]}
        assert told == {f"bot:{name}": name.capitalize() for name in COMMANDS}
        # Of a hundred first racks one or two have no play it would make.
        games = (after_a_pass(ada, begun(ada, "bot:thrifty")) for _ in range(5))
        now = next(now for now in games if now["view"]["scores"][1] > 0)
        seated = now["game"]["players"][1]
        assert (seated["name"], seated["kind"], seated["level"]) == ("Thrifty", "computer", "bot:thrifty")
        for name in ("cheat", "quitter"):
            now = after_a_pass(ada, begun(ada, f"bot:{name}"))
            assert now["view"]["outcome"]["reason"] == "resigned", name
            assert now["view"]["outcome"]["winners"] == [0]
        now = after_a_pass(ada, begun(ada, "bot:forgiven"))
        assert now["view"]["outcome"] is None
        assert now["view"]["scores"] == [0, 0]
        players = [{"kind": "person", "name": "Ada"}, {"kind": "computer", "level": "bot:other"}]
        refused = ada.request("POST", "/api/games", {"ruleset": "friends", "players": players})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unknown_level")
        assert server.stop() == 0
    log = server.log.read_text()
    assert "nothing_to_challenge" in log
    assert "Bad ended in the middle of a game (exit code 3)." in log


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[a]\ntitle = 'A'\n", "missing required field `command`"),
        ("[a]\ncommand = 'cat'\ntitle = 'A'\ncolour = 1\n", "unknown field `colour`"),
        ("[A B]\n", "Expected"),
        ("['A B']\ncommand = 'cat'\ntitle = 'A'\n", "must have 1 to 32 of the characters"),
        ("[a]\ncommand = 'cat'\ntitle = 'A'\nmemory_mb = 1\n", "memory_mb"),
    ],
)
def test_a_list_that_cannot_be_used_says_why(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "bots.toml"
    file.write_text(text)
    with pytest.raises(BadBotList, match="cannot be used") as error:
        load_bots(file)
    assert told in str(error.value)


def test_a_list_that_is_not_there_or_names_no_program_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadBotList, match="No such file"):
        load_bots(tmp_path / "none.toml")
    file = tmp_path / "bots.toml"
    file.write_text("[a]\ncommand = 'no-such-program'\ntitle = 'A'\n")
    with pytest.raises(BadBotCommand, match="there is no program"):
        load_bots(file)
