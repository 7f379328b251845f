"""Nothing of strangers is kept for good, and everything of one's own is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scripts.build_policy_tables import PAGE, with_tables

from quixotry.play import expiry
from quixotry.play.expiry import GAMES, IMPORTS, RULESETS, Expiry
from quixotry.play.ports import brief_of, status_of
from quixotry.play.quotas import Keeper
from tests.play.support import House, greedy, house, send

EVE = Keeper("eve", "192.0.2.9")


def play(tmp_path: Path, story: Callable[[House], Awaitable[None]]) -> None:
    async def told() -> None:
        async with house(tmp_path / "games.sqlite3") as ours:
            await story(ours)

    asyncio.run(told())


async def kept_after(ours: House, policy: Expiry, hours: int, *, is_public: bool = True) -> set[str]:
    """The games that are there when a server has looked after a time."""
    time = timedelta(days=policy.days, hours=hours)
    ours.tables.lobby = replace(
        ours.tables.lobby, is_public=is_public, today=lambda: datetime.now(UTC) + time
    )
    await ours.tables._expire()
    return set(ours.log.list())


async def a_game_with_points(ours: House) -> str:
    table = await ours.game(session="ada")
    page = ours.sit(table, 0, 1, session="ada")
    while not any(table.game.position.scores):
        seat = table.game.position.turn
        assert seat is not None
        table.audience.hand_over_to("ada", seat)
        await send(table, page, greedy(table.game.view(seat)))
    table.detach(page)
    return table.id


def test_a_public_server_deletes_a_game_400_days_after_it_was_played_and_a_server_at_home_never(
    tmp_path: Path,
) -> None:
    async def story(ours: House) -> None:
        game_id = await a_game_with_points(ours)
        assert await kept_after(ours, GAMES, -1) == {game_id}
        assert await kept_after(ours, GAMES, 24 * 4000, is_public=False) == {game_id}
        assert await kept_after(ours, GAMES, 1) == set()

    play(tmp_path, story)


def test_a_game_somebody_looks_at_stays(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        game_id = await a_game_with_points(ours)
        ours.sit(await ours.tables.table(game_id))
        assert await kept_after(ours, GAMES, 1) == {game_id}

    play(tmp_path, story)


def test_imported_records_go_after_90_days(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await ours.game(session="ada")
        brief, status = brief_of(table.game.header), status_of(table.game)
        ours.log.keep_gcg("record", brief, status, b"#", EVE)
        assert ours.log.find("record").gcg
        await kept_after(ours, IMPORTS, -1)
        assert ours.log.belongings.counts("import", EVE) == (1, 1)
        await kept_after(ours, IMPORTS, 1)
        assert ours.log.belongings.counts("import", EVE) == (0, 0)

    play(tmp_path, story)


def test_house_rules_of_visitors_go_when_no_game_is_begun_by_them_and_the_operators_stay(
    tmp_path: Path,
) -> None:
    async def story(ours: House) -> None:
        rules = ours.log.house_rules
        rules.save("theirs", {"name": "theirs"}, "eve", EVE.address)
        rules.save("ours", {"name": "ours"}, "")
        await kept_after(ours, RULESETS, -1)
        assert set(rules.owners()) == {"theirs", "ours"}
        await kept_after(ours, RULESETS, 1)
        assert set(rules.owners()) == {"ours"}

    play(tmp_path, story)


def test_the_docs_say_what_is_kept_how_long_and_how_much() -> None:
    page = PAGE.read_text("utf-8")
    assert page == with_tables(page), "make reference"
    assert all(each.things in page for each in expiry.POLICY)
