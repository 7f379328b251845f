"""The key of a way back is its owner's alone: in no log line, with no other seat or watcher, not in the store."""

from __future__ import annotations

from pathlib import Path

from tests.web.running import Server, Socket, deal


def everything_said(socket: Socket) -> str:
    """All that has come to a page since it was last read, as it came."""
    said: list[str] = []
    socket.send({"type": "ping"})
    while True:
        frame = str(socket.connection.recv())
        if '"pong"' in frame:
            return "\n".join(said)
        said.append(frame)


def test_a_key_is_told_to_who_asked_for_it_alone(tmp_path: Path) -> None:
    with Server(tmp_path / "abroad", ("--host=0.0.0.0", "--access-log")) as server:
        ada, ben, eve, phone = (server.client() for _ in range(4))
        game = ada.begin("friends", "person", "invited")
        ada.invite(game, ben)
        address = f"/api/games/{game['id']}"
        with ada.open(game["id"]) as host, ben.open(game["id"]) as guest, eve.open(game["id"]) as watcher:
            deal(host, guest)
            watcher.hello()
            made = ben.post(f"{address}/back", {})
            key = made["path"].removeprefix("/back#")
            assert made["link"] == server.origin + made["path"]
            assert len(key) >= 32
            # The page is asked for without what stands after the #.
            assert phone.request("GET", "/back").status_code == 200
            back = phone.request("POST", "/api/back", {"key": key})
            assert back.status_code == 200
            heard = [everything_said(each) for each in (host, guest, watcher)]
        assert all('"snapshot"' in each for each in heard), "the seat moved and nobody was told"
        shown = [each.request("GET", path).text for each in (ada, eve) for path in (address, "/api/games")]
        assert not any(key in each for each in (*heard, *shown, back.text))
        renewed = phone.post(f"{address}/back", {})["path"].removeprefix("/back#")
        assert phone.request("POST", "/api/back", {"key": renewed, "more": 1}).status_code == 400
        lines = server.log.read_text()
        assert f'"POST {address}/back HTTP/1.1" 201' in lines
        assert '"POST /api/back HTTP/1.1" 200' in lines
        kept = b"".join(file.read_bytes() for file in server.data.glob("quixotry.sqlite3*"))
        assert kept
        for each in (key, renewed):
            assert each not in lines
            assert each.encode() not in kept
