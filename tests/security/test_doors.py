"""No door opens what a stranger names: word lists come from the registry, and a game brought along is judged."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from quixotry.app.web import lexicon
from quixotry.lexicon import load
from quixotry.lexicon.errors import UnknownLexicon
from quixotry.players.bot_server import BotServer
from quixotry.players.worker import Worker
from quixotry.protocol import bots
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.ruleset import ClockRule
from quixotry.rules.ruleset_file import preset
from quixotry.store.sql import SqlGameLog
from tests.security.saves import a_header, a_save
from tests.store.contract import first_events
from tests.web.running import Browser, Server


def uploaded(browser: Browser, **changes: object) -> tuple[int, str]:
    """The status and the code of what an upload is answered."""
    answer = browser.request("POST", "/api/import/save", a_save(**changes), **{"content-type": "text/plain"})
    return answer.status_code, answer.json().get("error", {}).get("code", "")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Whoever opens this waits for good: nobody ever writes to it."""
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_an_uploaded_save_that_names_a_device_opens_nothing(server: Server, pipe: Path) -> None:
    """Its `lexicon_id` was opened as a path: a device froze the threads of the server one by one."""
    eve = server.client()
    for name in (str(pipe), "/dev/zero", "../../../../../../dev/zero", "~/.profile"):
        assert uploaded(eve, lexicon_id=name) == (422, "unknown_lexicon"), name


def test_an_uploaded_save_that_names_a_file_of_words_does_not_read_it(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("AA\nAB\n")
    digest = load(str(file)).digest
    said = uploaded(server.client(), lexicon_id=str(file), lexicon_digest=digest)
    assert said == (422, "unknown_lexicon")


def test_a_game_in_the_database_that_names_a_device_stops_nobody_over_restarts(
    tmp_path: Path, pipe: Path
) -> None:
    """Games uploaded before the door was shut are still there: the computer on turn in one is woken at each start."""
    players = (SeatedPlayer("First", "computer", "casual"), SeatedPlayer("Second", "computer", "casual"))
    header = a_header(lexicon_id=str(pipe), players=players)
    log = SqlGameLog.at(tmp_path / "quixotry.sqlite3")
    log.create(header, first_events(header))
    log.close()
    with Server(tmp_path, ("--thinking-ms=200",)) as server:
        ada = server.client()
        with ada.open(header.id) as table:
            assert table.hello()["type"] == "snapshot"
        assert ada.begin("friends", "person", "person")["seats"] == [0, 1]
        assert server.stop() == 0


def test_workers_open_no_file_that_a_game_names(pipe: Path) -> None:
    lexicon = bots.LexiconFile(str(pipe), "")
    request = bots.new_game(preset("friends"), seat=0, players=[], lexicon=lexicon, deadline_ms=1000)
    assert isinstance(BotServer(Worker()).answer(bots.encode_line(request)), bots.Failure)


def test_the_server_itself_knows_no_list_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("AA\n")
    with pytest.raises(UnknownLexicon):
        lexicon(str(file))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"lexicon_digest": "0" * 64}, "lexicon_changed"),
        ({"players": (SeatedPlayer("First"), SeatedPlayer("Second", "computer", "oracle"))}, "unknown_level"),
        ({"players": (SeatedPlayer("First"), SeatedPlayer("First"))}, "player_name_twice"),
        ({"players": (SeatedPlayer("First", "person", "casual"), SeatedPlayer("B"))}, "record_unreadable"),
        ({"started_at": "yesterday" * 1000}, "record_unreadable"),
        ({"seed": "x" * 10_000}, "record_unreadable"),
        ({"match_game": -5}, "record_unreadable"),
        ({"retry_of": "x" * 100_000}, "record_unreadable"),
        ({"ruleset": replace(preset("friends"), title="x" * 100_000)}, "ruleset_too_large"),
        ({"ruleset": replace(preset("friends"), name="<b>Friends</b>")}, "bad_ruleset"),
    ],
)  # fmt: skip
def test_a_game_brought_along_is_judged_like_one_begun_here(
    server: Server, changes: dict[str, object], code: str
) -> None:
    status, said = uploaded(server.client(), **changes)
    assert 400 <= status < 500
    assert said == code


def test_a_save_in_which_aeons_have_passed_is_refused(server: Server) -> None:
    """Its time was larger than a database's numbers: the clocks of all games are kept in one go, and none was."""
    endless = replace(preset("friends"), clock=ClockRule(minutes=10, overtime_points=0))
    dealt = a_save(ruleset=endless)
    *_, starter = json.loads(dealt.splitlines()[1])
    passed = {"kind": "TurnPassed", "seq": starter["seq"] + 1, "seat": 0, "at_ms": 2**64}
    answer = server.client().request("POST", "/api/import/save", dealt + json.dumps([passed]).encode())
    assert answer.status_code == 422
    assert "no game takes so long" in answer.json()["error"]["sentence"]


SPOOFS = ("Ada\u202e", "A\u200bda", "\u0410da", "\u2066Ada\u2069")
"""Turned round, with a space nobody sees, with a Cyrillic A, set apart by direction."""


@pytest.mark.parametrize("name", SPOOFS)
def test_a_name_that_passes_for_another_is_refused_in_a_save_brought_along(server: Server, name: str) -> None:
    """Only new games were looked at: an upload could carry any name to the table."""
    players = (SeatedPlayer(name), SeatedPlayer("Second", "computer", "casual"))
    assert uploaded(server.client(), players=players) == (422, "bad_player_name")


@pytest.mark.parametrize("name", SPOOFS)
def test_a_name_that_passes_for_another_is_not_kept_from_a_gcg_file(server: Server, name: str) -> None:
    """The nick takes its place, which is plain."""
    text = f"#character-encoding UTF-8\n#player1 ada {name}\n#player2 ben Ben\n>ada: ABC -ABC +0 0\n"
    answer = server.client().request(
        "POST", "/api/import/gcg", text.encode(), **{"content-type": "text/plain"}
    )
    assert answer.status_code == 201, answer.text
    assert [each["name"] for each in answer.json()["game"]["players"]] == ["ada", "Ben"]
