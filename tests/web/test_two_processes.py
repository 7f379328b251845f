"""Two server processes on one PostgreSQL serve the two seats of one game; killing either loses nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.postgres import new_database
from tests.web.running import PATIENCE_S, Browser, Server, Socket, deal

THINKING_MS = 2000
"""Short, because a lease lasts twice as long, and a test waits for one to run out."""


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folder: Path = tmp_path_factory.mktemp("two")
    arguments = (f"--database={new_database()}", f"--thinking-ms={THINKING_MS}")
    with Server(folder / "one", arguments) as one, Server(folder / "two", arguments) as two:
        yield one, two


def pass_round(tables: Sequence[Socket], seq: int) -> int:
    """Seat 0 passes at its table and seat 1 at the other, each when it has heard of the move before."""
    for seat, table in enumerate(tables):
        assert table.move(seat, seq + seat, {"kind": "pass"})["type"] == "ack"
        while tables[1 - seat].until("events")["view"]["turn"] != 1 - seat:
            pass
    return seq + 2


@pytest.mark.parametrize("killed", [0, 1], ids=["first", "second"])
def test_each_seat_plays_at_its_own_process_and_killing_either_loses_nothing(
    servers: tuple[Server, Server], killed: int
) -> None:
    people = [server.client() for server in servers]
    ada, ben = people
    game = ada.begin("friends", "person", "invited")
    assert ada.invite(game, ben)["seats"] == [1]
    survivor = servers[1 - killed]
    with ada.open(game["id"]) as first, ben.open(game["id"]) as second:
        tables = [first, second]
        here, there = deal(first, second)
        seq = here["view"]["seq"]
        assert len(there["view"]["rack"]) == 7
        for _ in range(2):
            seq = pass_round(tables, seq)
        # The same command at the other process gets the same answer: it counted once.
        with Browser(servers[1], ada.cookie).open(game["id"]) as elsewhere:
            assert elsewhere.move(0, 3, {"kind": "pass"}, command="c3")["seq"] == 4
        servers[killed].kill()
        with Browser(survivor, people[killed].cookie).open(game["id"]) as elsewhere:
            assert elsewhere.hello()["view"]["seq"] == seq
            tables[killed] = elsewhere
            seq = pass_round(tables, seq)
    restart(servers[killed])
    for server in servers:
        assert Browser(server, ada.cookie).get(f"/api/games/{game['id']}")["seq"] == seq


def restart(server: Server) -> None:
    server.process = None
    server.start()


def first_to_think(tables: Sequence[Socket]) -> int:
    """Whose process has taken the computer's turn: only that one says that it is thinking."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        for number, table in enumerate(tables):
            try:
                message = table.receive(0.02)
            except TimeoutError:
                continue
            if message["type"] == "thinking":
                return number
    raise AssertionError("no process thinks for the computer")


def test_a_computers_turn_is_taken_over_when_the_process_that_thinks_is_killed(
    servers: tuple[Server, Server],
) -> None:
    ada = servers[0].client()
    game = ada.begin("solo", "person", "computer", lexicon="common")
    elsewhere = Browser(servers[1], ada.cookie)
    with ada.open(game["id"]) as first, elsewhere.open(game["id"]) as second:
        tables = (first, second)
        seq = first.hello()["view"]["seq"]
        second.hello()
        # New processes have no worker yet, so the thought outlasts the way of a signal.
        first.send(
            {"type": "move", "command_id": "c", "seat": 0, "expected_seq": seq, "move": {"kind": "pass"}}
        )
        thinker = first_to_think(tables)
        servers[thinker].kill()
        survivor = Browser(servers[1 - thinker], ada.cookie)
        assert survivor.get(f"/api/games/{game['id']}")["turn"] == 1, "the computer moved before the kill"
        said = tables[1 - thinker].until("thinking")
        assert said["seat"] == 1
        while (heard := tables[1 - thinker].until("events"))["view"]["turn"] != 0:
            pass
    moved = [event for event in heard["events"] if event["seat"] == 1]
    assert moved, "the computer's move is not among what was heard"
    restart(servers[thinker])
    for server in servers:
        found = Browser(server, ada.cookie).get(f"/api/games/{game['id']}")
        assert (found["turn"], found["seq"]) == (0, heard["view"]["seq"])


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


def test_who_comes_back_at_one_process_has_the_seat_at_once_at_the_other(
    servers: tuple[Server, Server],
) -> None:
    one, two = servers
    ada, ben, phone = one.client(), one.client(), two.client()
    game = ada.begin("friends", "person", "invited")
    ada.invite(game, ben)
    key = ben.post(f"/api/games/{game['id']}/back", {})["path"].removeprefix("/back#")
    with ada.open(game["id"]) as host, ben.open(game["id"]) as old:
        view = deal(host, old)[1]["view"]
        assert phone.post("/api/back", {"key": key})["seats"] == [1]
        # Whether or not this process has heard of it: the store is asked with each command.
        assert old.move(1, view["seq"], {"kind": "resign"})["code"] == "not_your_seat"
        assert old.hello()["seats"] == []
        with phone.open(game["id"]) as new:
            assert new.hello()["view"]["rack"] == view["rack"]
