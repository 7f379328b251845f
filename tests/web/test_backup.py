"""A server that is played on is backed up, destroyed and restored; everybody plays on with the cookie they have."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import quixotry, said
from tests.postgres import empty_database, new_database
from tests.web.running import LONG_GAME, Browser, Server, deal

GAMES = 2


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, ...]:
    """Where a server keeps its games, as its options say it."""
    if request.param == "sqlite":
        return (f"--data={tmp_path / 'data'}",)
    return (f"--database={new_database()}",)


def destroy(place: tuple[str, ...], data: Path) -> None:
    shutil.rmtree(data)
    if place[0].startswith("--database"):
        empty_database(place[0].partition("=")[2])


class Pair:
    """One browser that exchanges tiles for two, as fast as it can."""

    def __init__(self, server: Server) -> None:
        self.browser = Browser(server)
        self.game = self.browser.begin("long", "person", "person")
        self.acknowledged = 0

    def play(self, stopped: threading.Event) -> None:
        while not stopped.is_set():
            self.move(15)  # a page that says more than it may is shut out

    def move(self, times: int) -> None:
        with self.browser.open(self.game["id"]) as table:
            view = deal(table)[0]["view"]
            for _ in range(times):
                seat, seq = view["turn"], view["seq"]
                table.send({"type": "continue", "seat": seat})
                while (shown := table.until("snapshot"))["view"]["rack"] is None:
                    pass
                answer = table.move(seat, seq, {"kind": "exchange", "tiles": shown["view"]["rack"][:1]})
                assert answer["type"] == "ack", answer
                self.acknowledged = answer["seq"]
                table.pass_over()
                view = table.hello()["view"]


def test_a_server_under_load_is_backed_up_destroyed_restored_and_played_on(
    place: tuple[str, ...], tmp_path: Path
) -> None:
    data, file = tmp_path / "data", tmp_path / "games.backup"
    words = tmp_path / "club.txt"
    words.write_text("CAT\nDOG\nQI\n")
    assert said(data, "lexicon", "import", str(words)).returncode == 0
    arguments = () if place[0].startswith("--data=") else place
    stopped = threading.Event()
    with Server(data, arguments) as server:
        ada = server.client()
        ada.post("/api/rulesets", {"plain": LONG_GAME})
        pairs = [Pair(server) for _ in range(GAMES)]
        playing = [threading.Thread(target=pair.play, args=(stopped,)) for pair in pairs]
        for each in playing:
            each.start()
        while not all(pair.acknowledged > 8 for pair in pairs):
            assert all(each.is_alive() for each in playing)
        before = [pair.acknowledged for pair in pairs]
        done = quixotry(data, "admin", "backup", str(file), "--json", *place)
        assert done.returncode == 0, done.stderr
        made = json.loads(done.stdout)
        assert (made["rows"]["games"], made["rows"]["draws"], made["lists"]) == (
            GAMES,
            GAMES,
            ["club.lexicon"],
        )
        stopped.set()
        for each in playing:
            each.join()
        open_still = quixotry(data, "admin", "restore", str(file), "--overwrite", *place)
        assert open_still.returncode == 2
        assert "A server has this database open" in open_still.stderr
        server.kill()
    destroy(place, data)
    back = quixotry(data, "admin", "restore", str(file), *place)
    assert back.returncode == 0, back
    assert f"Restored {GAMES} games" in back.stdout
    assert f"{GAMES} games replayed to their last move, {GAMES} draws followed." in back.stdout
    with Server(data, arguments) as again:
        names = [each["id"] for each in Browser(again).get("/api/lexicons")["lexicons"]]
        assert "club" in names
        assert "long" in [each["name"] for each in Browser(again).get("/api/rulesets")["rulesets"]]
        for pair, least in zip(pairs, before, strict=True):
            pair.browser.server = again
            assert pair.browser.get(f"/api/games/{pair.game['id']}")["seq"] >= least
            pair.acknowledged = 0
            pair.move(2)
            assert pair.acknowledged > least
        assert said(data, "admin", "check", *place).returncode == 0


def test_a_damaged_game_is_found_by_command(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada: Any = server.client()
        ids = []
        for _ in range(2):
            game = ada.begin("friends", "person", "person")
            with ExitStack() as opened:
                deal(opened.enter_context(ada.open(game["id"])))
            ids.append(game["id"])
    with closing(sqlite3.connect(tmp_path / "quixotry.sqlite3")) as database, database:
        database.execute("UPDATE decisions SET events = ? WHERE game_id = ?", (b"{", ids[0]))
    found = said(tmp_path, "admin", "check")
    assert found.returncode == 1
    assert f"Damaged: game {ids[0]} (decision 1: " in found.stdout
    plain = json.loads(said(tmp_path, "admin", "check", "--json").stdout)
    assert [each["game"] for each in plain["damages"]] == [ids[0]]
    assert plain["replayed"] == 1


def test_bad_input_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("dear aunt")
    for arguments, why in (
        (("backup", str(tmp_path / "x")), "no server has kept games there"),
        (("check",), "There is no database"),
        (("check", "--database", "mysql://a:secret@b/c"), "mysql is not a kind of database"),
        (("check", "--database", "postgresql://a:secret@127.0.0.1:1/c"), "cannot be opened or written"),
        (("restore", str(letter)), "letter cannot be restored: File is not a zip file"),
        (("restore", str(tmp_path / "nothing")), "does not exist"),
    ):
        done = said(tmp_path / "home", "admin", *arguments)
        assert done.returncode == 2, done
        assert why in done.stderr
        assert "secret" not in done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr
