"""Hints come from a process of their own: however long one takes, the page plays on."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.web.running import Server

HANGS = f"{sys.executable} -c 'import time; time.sleep(3600)'"


def test_a_page_plays_on_while_a_hint_is_looked_for(tmp_path: Path) -> None:
    with Server(tmp_path, ("--worker", HANGS)) as server:
        ada = server.client()
        game = ada.begin("friends", "person", "person", lexicon="common")
        with ada.open(game["id"]) as table:
            table.hello()
            table.send({"type": "continue", "seat": 0})
            view = table.until("snapshot")["view"]
            for _ in range(9):
                table.send({"type": "hint", "seat": 0, "grade": 1})
            # The ninth is one too many; the others are not answered yet.
            assert table.until("error", "hint")["code"] == "took_too_long"
            exchange = {"kind": "exchange", "tiles": view["rack"][:1]}
            assert table.move(0, view["seq"], exchange)["type"] == "ack"


def test_hints_and_best_moves_come_from_the_workers(server: Server) -> None:
    ada = server.client()
    game = ada.begin("solo", "person", "computer", lexicon="common")
    with ada.open(game["id"]) as table:
        view = table.hello()["view"]
        table.send({"type": "hint", "seat": 0, "grade": 3})
        hint = table.until("hint", "error")
        assert hint["move"]["kind"] in ("play", "exchange")
        assert table.move(0, view["seq"], {"kind": "exchange", "tiles": view["rack"]})["type"] == "ack"
        table.send({"type": "best", "seat": 0, "seq": view["seq"]})
        assert table.until("best", "error")["text"] == hint["text"]
