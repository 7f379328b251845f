"""Two devices on one network: where the others find the server, and what they may do there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

from quixotry.app.web import Options, build
from quixotry.cli import serve
from quixotry.cli.front_door import CannotServe
from quixotry.web.qr import qr_blocks

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

LAN = "http://192.168.7.7:8017"
HOME = "http://127.0.0.1:8017"
PLAYERS = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Guest", "invited": True}]


class Device:
    """A browser at some address of the network, that opens the server under some name."""

    def __init__(self, app: Any, address: str, origin: str) -> None:
        transport = httpx.ASGITransport(app, client=(address, 50_000))
        self.client = httpx.AsyncClient(transport=transport, base_url=origin, headers={"origin": origin})

    async def get(self, path: str) -> Any:
        answer = await self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any) -> Any:
        answer = await self.client.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()


def at_home(tmp_path: Path, story: Callable[[Device, Device], Awaitable[None]], *, lan: str = LAN) -> None:
    """Play with a server at home: somebody at its own computer, and somebody on the network."""
    app = build(Options(tmp_path / "games.sqlite3", lan=lan, workers=1))

    async def told() -> None:
        await story(Device(app, "127.0.0.1", HOME), Device(app, "192.168.7.9", LAN))

    asyncio.run(told())


def test_an_invitation_is_a_link_and_a_qr_code_with_the_address_on_the_network(tmp_path: Path) -> None:
    async def story(ada: Device, phone: Device) -> None:
        game = await ada.post("/api/games", {"ruleset": "friends", "players": PLAYERS})
        made = await ada.post(f"/api/games/{game['id']}/invitations", {"seat": 1})
        assert made["link"] == f"{LAN}/join/{made['key']}"
        assert unquote(made["picture"]).startswith("data:image/svg+xml;charset=utf-8,<svg")
        card = await phone.get(f"/api/invitations/{made['key']}")
        assert (card["host"], card["seat"], card["can_rename"]) == ("Ada", 1, True)
        assert card["ruleset"]["title"] == "Friends"
        assert "All seven tiles earn 35" in card["rules"]
        joined = await phone.post("/api/join", {"key": made["key"], "name": "Ben 👩‍🚀"})
        assert joined["seats"] == [1]
        assert [player["name"] for player in joined["players"]] == ["Ada", "Ben 👩‍🚀"]
        again = await phone.client.get(f"/api/invitations/{made['key']}")
        assert again.status_code == 404

    at_home(tmp_path, story)


def test_a_name_that_is_taken_is_refused_and_the_invitation_stays_good(tmp_path: Path) -> None:
    async def story(ada: Device, phone: Device) -> None:
        game = await ada.post("/api/games", {"ruleset": "friends", "players": PLAYERS})
        key = (await ada.post(f"/api/games/{game['id']}/invitations", {"seat": 1}))["key"]
        refused = await phone.client.post("/api/join", json={"key": key, "name": "ADA"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "player_name_twice")
        assert (await phone.post("/api/join", {"key": key, "name": "Ben"}))["seats"] == [1]

    at_home(tmp_path, story)


def test_a_server_that_listens_to_its_own_computer_alone_gives_no_link(tmp_path: Path) -> None:
    async def story(ada: Device, phone: Device) -> None:
        game = await ada.post("/api/games", {"ruleset": "friends", "players": PLAYERS})
        made = await ada.post(f"/api/games/{game['id']}/invitations", {"seat": 1})
        assert (made["link"], made["picture"]) == (None, None)
        refused = await phone.client.get("/api/about")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "wrong_host")

    at_home(tmp_path, story, lan="")


def test_devices_on_the_network_are_guests_and_do_not_see_or_take_the_houses_games(tmp_path: Path) -> None:
    async def story(ada: Device, phone: Device) -> None:
        players = [{"kind": "person", "name": "Ada"}, {"kind": "computer"}]
        game = await ada.post("/api/games", {"ruleset": "solo", "players": players})
        assert (await ada.get("/api/about"))["is_at_home"]
        assert not (await phone.get("/api/about"))["is_at_home"]
        assert (await phone.get("/api/games"))["games"] == []
        assert (await phone.get(f"/api/games/{game['id']}/claim"))["seats"] == []
        assert (await phone.client.post(f"/api/games/{game['id']}/claim", json={})).status_code == 403
        ours = {"plain": {"extends": "classic", "name": "ours"}}
        await ada.post("/api/rulesets", ours)
        assert (await phone.client.delete("/api/rulesets/ours")).status_code == 403

    at_home(tmp_path, story)


@pytest.mark.parametrize("name", ["evil.example", "192.168.7.8", "192.168.7.7.evil.example"])
def test_on_the_network_too_the_server_goes_by_its_own_names_alone(tmp_path: Path, name: str) -> None:
    async def story(ada: Device, phone: Device) -> None:
        assert (await phone.client.get("/api/about", headers={"host": f"{name}:8017"})).status_code == 403
        elsewhere = {"origin": f"http://{name}:8017"}
        assert (await phone.client.post("/api/join", json={"key": ""}, headers=elsewhere)).status_code == 403

    at_home(tmp_path, story)


def test_lan_and_another_host_do_not_go_together() -> None:
    with pytest.raises(CannotServe, match="either --lan or --host"):
        serve._lan_host("0.0.0.0")


def test_without_a_network_lan_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "ELSEWHERE", "127.0.0.1")
    with pytest.raises(CannotServe, match="not connected to a network"):
        serve._lan_host("127.0.0.1")


def test_a_terminal_shows_the_address_as_a_code_of_whole_lines() -> None:
    lines = qr_blocks(LAN).rstrip("\n").split("\n")
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 80
    assert len(lines) <= 22


def test_guests_delete_only_games_of_their_own(tmp_path: Path) -> None:
    async def story(ada: Device, phone: Device) -> None:
        people = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Ben"}]
        asked = {"ruleset": "friends", "players": people}
        home, own = (await ada.post("/api/games", asked))["id"], (await phone.post("/api/games", asked))["id"]
        refused = await phone.client.delete(f"/api/games/{home}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "others_play")
        assert (await phone.client.delete(f"/api/games/{own}")).status_code == 204
        assert (await ada.client.delete(f"/api/games/{home}")).status_code == 204

    at_home(tmp_path, story)


def test_only_who_sits_at_the_servers_computer_adds_word_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))

    async def story(ada: Device, phone: Device) -> None:
        refused = await phone.client.post("/api/lexicons?title=eve", content=b"cat")
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "operator_only")
        assert (await ada.client.post("/api/lexicons?title=ada", content=b"cat")).status_code == 201
        known = [each["id"] for each in (await phone.get("/api/lexicons"))["lexicons"]]
        assert "ada" in known
        assert "eve" not in known

    at_home(tmp_path, story)
