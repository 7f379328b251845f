"""Two server processes on one PostgreSQL serve the two seats of one game; killing either loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import postgres
from tests.web.running import Browser, Server


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folder: Path = tmp_path_factory.mktemp("two")
    with postgres() as uri:
        arguments = (f"--database={uri}", "--thinking-ms=20000")
        with Server(folder / "one", arguments) as one, Server(folder / "two", arguments) as two:
            yield one, two


def test_each_seat_plays_at_its_own_process_and_neither_is_missed(servers: tuple[Server, Server]) -> None:
    one, two = servers
    ada, ben = one.client(), two.client()
    game = ada.begin("friends", "person", "person")
    key = ada.post(f"/api/games/{game['id']}/invitations", {"seat": 1})["key"]
    assert ben.post("/api/join", {"key": key})["seats"] == [1]
    with ada.open(game["id"]) as first, ben.open(game["id"]) as second:
        seq = first.hello()["view"]["seq"]
        rack = second.hello()["view"]["rack"]
        assert len(rack) == 7
        for _ in range(3):
            assert first.move(0, seq, {"kind": "pass"})["type"] == "ack"
            while second.until("events")["view"]["turn"] != 1:
                pass
            assert second.move(1, seq + 1, {"kind": "pass"})["type"] == "ack"
            while first.until("events")["view"]["turn"] != 0:
                pass
            seq += 2
        # The same command at the other process gets the same answer: it counted once.
        again = Browser(two, ada.cookie)
        with again.open(game["id"]) as elsewhere:
            assert elsewhere.move(0, 3, {"kind": "pass"}, command="c3")["seq"] == 4
        one.kill()
        with again.open(game["id"]) as elsewhere:
            snapshot = elsewhere.hello()
            assert snapshot["view"]["seq"] == seq
            assert elsewhere.move(0, seq, {"kind": "pass"})["type"] == "ack"
            while second.until("events")["view"]["turn"] != 1:
                pass
    one.process = None
    one.start()
    assert Browser(one, ada.cookie).get(f"/api/games/{game['id']}")["seq"] == seq + 1


def test_a_computer_thinks_once_and_its_turn_survives_its_process(servers: tuple[Server, Server]) -> None:
    one, two = servers
    ada = one.client()
    game = ada.begin("solo", "person", "computer", lexicon="common")
    elsewhere = Browser(two, ada.cookie)
    with ada.open(game["id"]) as first, elsewhere.open(game["id"]) as second:
        seq = first.hello()["view"]["seq"]
        second.hello()
        assert first.move(0, seq, {"kind": "pass"})["type"] == "ack"
        for table in (first, second):
            while table.until("events")["view"]["turn"] != 0:
                pass
    replayed = ada.get(f"/api/games/{game['id']}")
    assert replayed["turn"] == 0
