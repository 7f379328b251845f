"""Games are deleted by whom they belong to, and vanish by themselves when nothing ever happened in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quixotry.play.errors import OthersPlay
from quixotry.play.expiry import POINTLESS, WAITING
from quixotry.play.lobby import Lobby
from quixotry.play.ports import UnknownGame
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.ruleset_file import preset
from tests.play.support import House, greedy, house, send

PEOPLE = (SeatedPlayer("Ada"), SeatedPlayer("Ben"))
DAY, MONTH = timedelta(days=POINTLESS.days, hours=1), timedelta(days=WAITING.days, hours=1)


def play(tmp_path: Path, story: Callable[[House], Awaitable[None]]) -> None:
    async def told() -> None:
        async with house(tmp_path / "games.sqlite3") as ours:
            await story(ours)

    asyncio.run(told())


def after(lobby: Lobby, time: timedelta) -> Lobby:
    return replace(lobby, today=lambda: datetime.now(UTC) + time)


def test_a_deleted_game_is_gone_with_its_seats_and_whoever_is_there_learns_it(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await ours.game("match", session="ada")
        page = ours.sit(table, 0, 1, session="ada")
        await ours.tables.delete(table.id)
        assert page.is_sent_away
        with pytest.raises(UnknownGame):
            await ours.tables.table(table.id)
        assert ours.log.seats.holders(table.id) == {}
        assert ours.log.page(is_over=None, session=None, before="", limit=10) == []

    play(tmp_path, story)


def test_a_game_somebody_else_plays_in_is_not_theirs_to_delete(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        lobby = ours.tables.lobby
        table = await ours.game(session="ada")
        await lobby.check_deletion(table.id, "ada")
        with pytest.raises(OthersPlay):
            await lobby.check_deletion(table.id, "eve")
        ours.log.seats.grant("ben", table.id, [1])
        for session in ("ada", "ben"):
            with pytest.raises(OthersPlay):
                await lobby.check_deletion(table.id, session)

    play(tmp_path, story)


def test_games_without_a_point_vanish_after_a_day_and_others_stay(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        lobby = ours.tables.lobby
        left, played = await ours.game(session="ada"), await ours.game(session="ada")
        page = ours.sit(played, 0, session="ada")
        seat = played.game.position.turn
        assert seat == 0
        await send(played, page, greedy(played.game.view(0)))
        assert sum(played.game.position.scores) > 0
        assert await lobby.pointless() == []
        assert await after(lobby, DAY).pointless() == [left.id]
        assert await after(lobby, MONTH).pointless() == [left.id]

    play(tmp_path, story)


def test_a_game_that_waits_for_somebody_invited_is_kept_for_a_month(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        lobby = ours.tables.lobby
        waiting = await ours.tables.new_game(preset("friends"), "tiny", PEOPLE, "ada", invited={1})
        joined = await ours.tables.new_game(preset("friends"), "tiny", PEOPLE, "ada", invited={1})
        ours.log.seats.grant("ben", joined, [1])
        assert await after(lobby, DAY).pointless() == []
        assert sorted(await after(lobby, MONTH).pointless()) == sorted([waiting, joined])

    play(tmp_path, story)


def test_a_game_somebody_is_looking_at_does_not_vanish(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        seen, left = await ours.game(session="ada"), await ours.game(session="ben")
        ours.sit(seen, 0, session="ada")
        ours.tables.lobby = after(ours.tables.lobby, DAY)
        await ours.tables._expire()
        assert [each.id for each in ours.log.page(is_over=None, session=None, before="", limit=10)] == [
            seen.id
        ]
        assert left.id not in ours.tables._tables

    play(tmp_path, story)
