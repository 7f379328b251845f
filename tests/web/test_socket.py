"""Over the WebSocket: a table as a page knows it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quixotry.protocol.server import Pong
from quixotry.web.limits import FRAME_BYTES_MAX, MESSAGES_MAX, QUEUE_MAX
from quixotry.web.socket import Page
from tests.web.running import Browser, Server, deal


@pytest.fixture
def browser(server: Server) -> Browser:
    return server.client()


def test_a_person_plays_against_the_computer(browser: Browser) -> None:
    game = browser.begin("solo", "person", "computer", lexicon="common")
    with browser.open(game["id"]) as table:
        view = table.hello()["view"]
        assert view["turn"] == 0
        assert len(view["rack"]) == 7
        assert table.move(0, view["seq"], {"kind": "exchange", "tiles": view["rack"]})["type"] == "ack"
        assert table.until("thinking")["seat"] == 1
        events = table.until("events")
        assert events["events"][0]["seat"] == 1
        assert events["view"]["turn"] == 0


def test_two_browsers_play_one_game_and_each_sees_its_own_rack(server: Server) -> None:
    ada, ben = server.client(), server.client()
    game = ada.begin("friends", "person", "invited")
    ada.invite(game, ben)
    with (
        ada.open(game["id"]) as first,
        ben.open(game["id"]) as second,
        server.client().open(game["id"]) as third,
    ):
        deal(first, second)
        third.pass_over()
        views = [table.hello()["view"] for table in (first, second, third)]
        assert [view["seat"] for view in views] == [0, 1, None]
        assert views[2]["rack"] is None
        tiles = views[0]["rack"][:3]
        assert first.move(0, 3, {"kind": "exchange", "tiles": tiles})["type"] == "ack"
        for table in (second, third):
            (event,) = table.until("events")["events"]
            assert event["count"] == 3
            assert set(event) == {"kind", "seq", "seat", "at_ms", "count"}
        assert second.move(0, 4, {"kind": "pass"})["code"] == "not_your_seat"


def test_the_draw_for_first_play_is_told_tile_by_tile(browser: Browser) -> None:
    game = browser.begin("classic", "person", "person", "person")
    with browser.open(game["id"]) as table:
        kinds = [event["kind"] for event in table.hello()["events"]]
        assert kinds[:3] == ["FirstTileDrawn"] * 3
        assert "StarterChosen" in kinds


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "[]",
        "{}",
        '{"type":"move"}',
        '{"type":"preview","id":"x","seat":0,"placements":[]}',
        '{"type":"preview","id":1,"seat":0,"placements":[{"square":true,"sign":"A"}]}',
        '{"type":"preview","id":1,"seat":0,"placements":[{"square":1,"sign":"AB"}]}',
        '{"type":"move","command_id":"","seat":0,"expected_seq":3,"move":{"kind":"pass"}}',
        '{"type":"move","command_id":"a","seat":0,"expected_seq":3,"move":{"kind":"fly"}}',
        '{"type":"move","command_id":"a","seat":0,"expected_seq":-3,"move":{"kind":"pass"}}',
        b"\xff\xfe",
        "[" * 4000,
    ],
)
def test_a_frame_that_cannot_be_read_is_answered_and_the_connection_stays(
    browser: Browser, frame: Any
) -> None:
    game = browser.begin("friends", "person", "computer")
    with browser.open(game["id"]) as table:
        table.send(frame)
        assert table.receive()["type"] == "error"
        assert table.hello()["type"] == "snapshot"


def test_a_frame_over_the_limit_closes_the_connection(browser: Browser) -> None:
    game = browser.begin("friends", "person", "person")
    with browser.open(game["id"]) as table:
        table.send("x" * (FRAME_BYTES_MAX + 1))
        with pytest.raises(ConnectionClosed) as closed:
            table.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_flood_of_messages_closes_the_connection(browser: Browser) -> None:
    game = browser.begin("friends", "person", "person")
    with browser.open(game["id"]) as table:
        for _ in range(MESSAGES_MAX + 1):
            table.send({"type": "ping"})
        with pytest.raises(ConnectionClosed) as closed:
            table.until("never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_other_sites_get_no_socket(browser: Browser) -> None:
    game = browser.begin("friends", "person", "person")
    with pytest.raises(InvalidStatus):
        browser.open(game["id"], origin="https://evil.example")


def test_a_table_that_is_not_there_is_closed_with_its_own_code(browser: Browser) -> None:
    with browser.open("nobody") as table, pytest.raises(ConnectionClosed) as closed:
        table.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_a_stopped_server_tells_its_pages_to_come_back_and_exits_well(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Server(tmp_path_factory.mktemp("stopped")) as server:
        browser = server.client()
        game = browser.begin("friends", "person", "person")
        with browser.open(game["id"]) as table:
            table.hello()
            assert server.stop() == 0
            with pytest.raises(ConnectionClosed) as closed:
                table.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert server.log.read_text() == ""


def test_a_client_that_does_not_read_is_cut_off_and_may_come_back() -> None:
    class Line:
        """A socket whose other end takes nothing until told to."""

        def __init__(self) -> None:
            self.sent: list[bytes] = []
            self.closed: tuple[object, ...] = ()

        async def send_data(self, message: bytes, *, mode: str) -> None:
            self.sent.append(message)

        async def close(self, *how: object) -> None:
            self.closed = how

    async def story() -> None:
        page, line = Page("s", (0,)), Line()
        for _ in range(QUEUE_MAX + 10):
            page.send(Pong())
        await page.write_to(line)  # type: ignore[arg-type]
        assert line.sent == []
        assert line.closed == (1013, "too slow")

    asyncio.run(story())
