"""Over the wire: who stayed ends a game when the player on turn has been away for days."""

from __future__ import annotations

from typing import Any

import pytest

from quixotry.play.absence import DAY_MS
from quixotry.play.patience import ABSENT_DAYS
from tests.aging import age
from tests.web.running import Browser, Server, Socket, deal


@pytest.fixture
def people(server: Server) -> tuple[Browser, Browser]:
    return server.client(), server.client()


def begin(ada: Browser, ben: Browser) -> Any:
    """A game that both have been at; Ada, who is on turn, has left."""
    game = ada.begin("friends", "person", "invited")
    ada.invite(game, ben)
    with ada.open(game["id"]) as first, ben.open(game["id"]) as second:
        deal(first, second)
    with ada.open(game["id"]) as first:
        assert first.hello()["view"]["turn"] == 0
    return game


def ask(table: Socket, seq: int, ending: str) -> None:
    table.send({"type": "absence", "seat": 1, "expected_seq": seq, "ending": ending})


def test_the_table_offers_it_after_days_and_who_comes_back_reads_why(
    server: Server, people: tuple[Browser, Browser]
) -> None:
    ada, ben = people
    game = begin(ada, ben)
    with ben.open(game["id"]) as table:
        seq = table.hello()["view"]["seq"]
        ask(table, seq, "claim")
        assert table.until("error")["code"] == "still_here"
        age(server.data, game["id"], DAY_MS, [1])
        ask(table, seq, "claim")
        error = table.until("error")
        assert error["code"] == "too_early"
        assert error["sentence"].startswith("Player 1 may still come back. If you stay ")
        age(server.data, game["id"], ABSENT_DAYS * DAY_MS, [1])
        table.hello()
        assert table.until("absence") == {"type": "absence", "seat": 0, "can_adjudicate": True}
        ask(table, seq, "claim")
        ended = table.until("events")
        assert [event["kind"] for event in ended["events"]] == ["Forfeited", "GameEnded"]
        assert ended["game"]["state"] == "finished"
        ask(table, seq, "claim")
        assert table.until("error")["code"] == "out_of_sync"
    with ada.open(game["id"]) as table:
        outcome = table.hello()["view"]["outcome"]
        assert (outcome["reason"], outcome["winners"]) == ("absence", [1])


def test_the_same_by_http(server: Server, people: tuple[Browser, Browser]) -> None:
    ada, ben = people
    game = begin(ada, ben)
    path = f"/api/games/{game['id']}/absence"
    with ben.open(game["id"]) as table:
        asked = {"seat": 1, "expected_seq": table.hello()["view"]["seq"], "ending": "adjudicate"}
        age(server.data, game["id"], DAY_MS, [1])
        answer = ben.request("POST", path, asked)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too_early")
        assert answer.json()["error"]["details"]["wait_s"] > DAY_MS / 1000
        assert server.client().request("POST", path, asked).status_code == 403
        assert ben.request("POST", path, asked | {"ending": "win"}).status_code == 400
        age(server.data, game["id"], ABSENT_DAYS * DAY_MS, [1])
        assert ben.post(path, asked)["state"] == "finished"
        assert table.until("events")["view"]["outcome"]["reason"] == "adjudicated"
        assert ben.request("POST", path, asked).status_code == 409
