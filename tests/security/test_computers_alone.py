"""On a server for strangers computers play against people only."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quixotry.app.web import Options, build
from quixotry.rules.game import SeatedPlayer
from tests.security.saves import a_save
from tests.web.test_lan import HOME, LAN, Device

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

COMPUTERS = {"ruleset": "solo", "players": [{"kind": "computer"}, {"kind": "computer"}]}
PUBLIC = "https://games.example.org"


def answers(options: Options, address: str, origin: str) -> tuple[bool, dict[str, Any], dict[str, Any]]:
    """What the list of computers says, and what a game and a save without people are answered."""

    async def ask() -> tuple[bool, dict[str, Any], dict[str, Any]]:
        device = Device(build(options), address, origin)
        begun = await device.client.post("/api/games", json=COMPUTERS)
        players = (SeatedPlayer("One", "computer", "casual"), SeatedPlayer("Two", "computer", "casual"))
        save = await device.client.post("/api/import/save", content=a_save(players=players))
        return (await device.get("/api/levels"))["may_play_alone"], begun.json(), save.json()

    return asyncio.run(ask())


def test_strangers_cannot_keep_computers_busy_with_games_nobody_plays(tmp_path: Path) -> None:
    """A script began a thousand games between champions, and whoever played waited for all of them."""
    options = Options(tmp_path / "games.sqlite3", is_at_home=False, public=PUBLIC, workers=1)
    may, begun, save = answers(options, "192.0.2.7", PUBLIC)
    assert not may
    assert begun["error"]["code"] == save["error"]["code"] == "computers_alone"
    assert "start Quixotry on your own computer" in begun["error"]["sentence"]


@pytest.mark.parametrize(("address", "origin"), [("127.0.0.1", HOME), ("192.168.7.9", LAN)])
def test_at_home_everybody_can_watch_computers(tmp_path: Path, address: str, origin: str) -> None:
    may, begun, save = answers(Options(tmp_path / "games.sqlite3", lan=LAN, workers=1), address, origin)
    assert may
    assert begun["state"] == save["state"] == "unfinished"
