"""`quixotry admin` beside a running server: what it orders is followed, and holds after a restart."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quixotry.web.sessions import session_of
from tests.cli.command import said
from tests.web.running import PATIENCE_S, Browser, Server, deal


def ordered(home: Path, *arguments: str) -> str:
    done = said(home, "admin", *arguments)
    assert done.returncode == 0, done
    return done.stdout


def session(browser: Browser) -> str:
    return session_of(browser.cookie.partition("=")[2])


def until_closed(table: Any) -> ConnectionClosed:
    while True:
        try:
            table.receive()
        except ConnectionClosed as closed:
            return closed


def until_answered(status: int, browser: Browser, **headers: str) -> None:
    """Ask until the server has heard of what the operator did."""
    deadline = time.monotonic() + PATIENCE_S
    while browser.request("GET", "/api/about", **headers).status_code != status:
        assert time.monotonic() < deadline, f"no answer {status}"
        time.sleep(0.05)


def test_a_ban_closes_open_pages_and_holds_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        eve, ada = server.client(), server.client()
        hers, his = eve.begin("friends", "person", "person"), ada.begin("friends", "person", "person")
        with eve.open(hers["id"]) as at_hers, ada.open(his["id"]) as at_his:
            at_hers.hello()
            at_his.hello()
            banned = ordered(tmp_path, "ban", session(eve)[:12], "--reason", "insults")
            assert banned == f"Banned {session(eve)}.\n"
            closed = until_closed(at_hers)
            assert closed.rcvd is not None
            assert (closed.rcvd.code, closed.rcvd.reason) == (1008, "banned")
            at_his.pass_over()
        refused = eve.request("GET", "/api/about")
        assert refused.status_code == 403
        assert refused.json()["error"]["code"] == "banned"
        with pytest.raises(InvalidStatus):
            eve.open(hers["id"])
        server.kill()
    with Server(tmp_path) as again:
        eve.server = ada.server = again
        assert eve.request("GET", "/").status_code == 403
        ada.get("/api/about")
        assert "insults" in ordered(tmp_path, "bans")
        ordered(tmp_path, "unban", session(eve)[:12])
        until_answered(200, eve)
    told = json.loads(ordered(tmp_path, "log", "--json"))
    assert [(each["number"], each["what"], each["subject"]) for each in told] == [
        (1, "ban", session(eve)),
        (2, "unban", session(eve)),
    ]


def test_an_address_is_banned_behind_a_proxy_too(tmp_path: Path) -> None:
    with Server(tmp_path, ("--public-url=https://games.example.org",)) as server:
        ordered(tmp_path, "ban", "192.0.2.0/24")
        headers = {"host": "games.example.org", "x-forwarded-for": "192.0.2.44"}
        ada = server.client()
        until_answered(403, ada, **headers)
        headers["x-forwarded-for"] = "198.51.100.9"
        assert ada.request("GET", "/api/about", **headers).status_code == 200


def test_a_game_deleted_by_the_operator_is_gone_for_whoever_is_at_its_table(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = server.client()
        game, other = (ada.begin("friends", "person", "person")["id"] for _ in range(2))
        with ada.open(game) as table:
            table.hello()
            assert ordered(tmp_path, "delete", "--yes", game) == f"Deleted the game {game}.\n"
            closed = until_closed(table)
            assert closed.rcvd is not None
            assert closed.rcvd.code == 4404
        assert [each["id"] for each in json.loads(ordered(tmp_path, "games", "--json"))] == [other]
        assert other in ordered(tmp_path, "games")
        (seated,) = json.loads(ordered(tmp_path, "sessions", "--json"))
        assert (seated["session"], seated["games"]) == (session(ada), 1)
        assert ordered(tmp_path, "load").startswith("1 games, 1 of them unfinished; 1 sessions hold seats.")
        with ada.open(other) as table:
            deal(table)
        with ada.open(other) as table:
            table.hello()
            assert "who are at the table: 2." in ordered(tmp_path, "load")
        assert f"delete   {game}" in ordered(tmp_path, "log")


def test_house_rules_of_a_visitor_are_listed_and_deleted_by_the_operator(tmp_path: Path) -> None:
    """Everybody is shown what a stranger calls their rules, and nobody but that stranger could delete them."""
    with Server(tmp_path, ("--public-url=https://games.example.org",)) as server:
        eve = server.client()
        sent = {"host": "games.example.org", "origin": "https://games.example.org"}
        plain = {"extends": "classic", "name": "rude", "title": "Something rude"}
        assert eve.request("POST", "/api/rulesets", {"plain": plain}, **sent).status_code == 201
        (found,) = json.loads(ordered(tmp_path, "rules", "--json"))
        assert (found["name"], found["title"], found["session"]) == ("rude", "Something rude", session(eve))
        assert session(eve)[:12] in ordered(tmp_path, "rules")
        assert ordered(tmp_path, "delete-rules", "--yes", "rude") == "Deleted the house rules rude.\n"
        assert eve.request("GET", "/api/rulesets/rude", **sent).status_code == 404
        assert ordered(tmp_path, "rules") == "There are no house rules.\n"
        assert "rules    rude" in ordered(tmp_path, "log")


def test_bad_input_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    with Server(tmp_path):
        pass
    for arguments, why in (
        (("ban", "127.0.0.1"), "cannot be banned"),
        (("ban", "0.0.0.0/0"), "cannot be banned"),
        (("ban", "eve"), "neither an address, nor a network, nor 8 or more digits"),
        (("ban", "0123456789"), "No session begins with 0123456789"),
        (("unban", "192.0.2.1"), "192.0.2.1 is not banned"),
        (("delete", "--yes", "nobody"), "There is no saved game"),
        (("delete", "nobody"), "There is no saved game"),
        (("delete-rules", "rude"), "There are no house rules rude"),
        (("games", "--limit", "0"), "--limit"),
    ):
        done = said(tmp_path, "admin", *arguments)
        assert done.returncode == 2, done
        assert why in done.stderr, done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr
    assert ordered(tmp_path, "log") == "Nothing was done yet.\n"
