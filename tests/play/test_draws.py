"""The draw at a table: nobody can choose after learning what another gave, and whatever was begun anew shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from quixotry.fair.agreement import commitment_of, link, link_of, pledge_of
from quixotry.fair.ledger import ledger_faults
from quixotry.notation.gcg import export_gcg, parse_gcg
from quixotry.play.errors import SeatOfAnother
from quixotry.play.gcg_draw_check import check_gcg_draw
from quixotry.play.ports import BadShare, SeatGone
from quixotry.play.table import Table
from quixotry.protocol.games import DrawStage
from quixotry.rules.game import Game, SeatedPlayer
from quixotry.rules.move import Resign
from quixotry.rules.ruleset_file import preset
from tests.fair.games import secret
from tests.play.support import House, Page, house, send
from tests.postgres import new_database

Story = Callable[[House], Awaitable[None]]


def run(file: Path, story: Story) -> None:
    async def told() -> None:
        async with house(file, seed="") as at:
            await story(at)

    asyncio.run(told())


async def begun(at: House, *kinds: str, rules: str = "friends") -> tuple[Table, list[Page]]:
    """A table whose people sit at pages of their own."""
    players = [
        SeatedPlayer(f"Player {number}", "computer", "casual")
        if kind == "computer"
        else SeatedPlayer(f"Player {number}")
        for number, kind in enumerate(kinds, 1)
    ]
    people = [seat for seat, kind in enumerate(kinds) if kind == "person"]
    game_id = await at.tables.new_game(preset(rules), "tiny", players, "session 0", people[1:])
    table = await at.tables.table(game_id)
    pages = []
    for seat in people:
        page = Page(f"session {seat}", (seat,))
        at.log.seats.grant(page.session, game_id, (seat,))
        table.attach(page)
        pages.append(page)
    await at.tables.seats_moved(game_id)
    return table, pages


async def stage(at: House, table: Table) -> DrawStage:
    draw = (await at.tables.lobby.summary(table.id, "")).draw
    assert draw is not None
    return draw


async def pledge(at: House, table: Table, page: Page, share: str = "") -> str:
    (seat,) = page.seats
    draw = await stage(at, table)
    share = share or secret(f"{draw.number} {seat}")
    own = link_of(draw.number, draw.previous, draw.commitment)
    await table.pledge(page, seat, draw.number, pledge_of(own, seat, share))
    return share


async def give(at: House, table: Table, page: Page, share: str) -> None:
    await table.share(page, page.seats[0], (await stage(at, table)).number, share)


async def drawn(at: House, table: Table, pages: list[Page]) -> None:
    shares = [await pledge(at, table, page) for page in pages]
    for page, share in zip(pages, shares, strict=True):
        await give(at, table, page, share)


def kept(at: House, table: Table) -> Game:
    return at.log.read(table.id).game


def test_tiles_are_dealt_when_every_seat_has_given_its_share_and_all_of_it_is_in_the_record(
    tmp_path: Path,
) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person")
        shown = await stage(at, table)
        assert (shown.number, shown.attempt, shown.pledges, shown.given) == (1, 1, ["", ""], [])
        shares = [await pledge(at, table, page) for page in pages]
        await give(at, table, pages[0], shares[0])
        assert not table.game.events
        assert (await stage(at, table)).given == [0]
        assert pages[1].last["game"]["draw"]["given"] == [0], "everybody is shown how far it is"
        assert shares[0].encode() not in pages[1].sent[-1], "and no share"
        await give(at, table, pages[1], shares[1])
        assert table.game.events
        header = kept(at, table).header
        assert header.draw is not None
        assert header.draw.shares == tuple(shares)
        assert header.draw.commitment == shown.commitment == commitment_of(header.seed)
        assert all(header.seed.encode() not in frame for page in pages for frame in page.sent)
        await send(table, pages[0], Resign(), seat=0)
        assert check_gcg_draw(parse_gcg(export_gcg(kept(at, table)))).standing == "checked"

    run(tmp_path / "games", story)


def test_against_computers_one_share_is_enough_and_among_computers_none(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "computer", rules="solo")
        assert not table.game.events
        await drawn(at, table, pages)
        assert table.game.events
        among, _ = await begun(at, "computer", "computer")
        header = kept(at, among).header
        assert among.game.events
        assert header.draw is not None
        assert header.draw.shares == ("", "")

    run(tmp_path / "games", story)


def test_no_share_is_taken_before_all_have_pledged(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person")
        share = await pledge(at, table, pages[0])
        with pytest.raises(BadShare):
            await give(at, table, pages[0], share)
        assert (await stage(at, table)).given == []

    run(tmp_path / "games", story)


def test_a_share_that_was_not_pledged_is_refused(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person")
        for page in pages:
            await pledge(at, table, page)
        with pytest.raises(BadShare):
            await give(at, table, pages[0], secret("a better one"))

    run(tmp_path / "games", story)


def test_who_pledges_again_after_a_share_was_shown_makes_the_draw_begin_anew_and_it_shows(
    tmp_path: Path,
) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person")
        shares = [await pledge(at, table, page) for page in pages]
        await give(at, table, pages[0], shares[0])
        first = kept(at, table).header
        await pledge(at, table, pages[1], secret("chosen after the other's share was seen"))
        shown = await stage(at, table)
        assert (shown.number, shown.attempt, shown.pledges, shown.given) == (2, 2, ["", ""], [])
        assert kept(at, table).header.seed != first.seed
        await drawn(at, table, pages)
        header = kept(at, table).header
        assert header.draw is not None
        assert header.draw.attempt == 2
        entries = at.log.draws.entries(0, 10)
        assert [(entry.number, entry.state) for entry in entries] == [(1, "thrown-away"), (2, "playing")]
        assert entries[0].seed == first.seed, "nothing is drawn from it any more"
        assert entries[1].seed == ""
        assert ledger_faults(entries) == []

    run(tmp_path / "games", story)


def test_before_any_share_was_shown_a_pledge_may_be_changed(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person")
        await pledge(at, table, pages[0], secret("lost with the browser"))
        await drawn(at, table, pages)
        header = kept(at, table).header
        assert header.draw is not None
        assert header.draw.attempt == 1

    run(tmp_path / "games", story)


def test_a_seat_that_changes_hands_gives_a_share_of_its_new_holder(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person")
        shares = [await pledge(at, table, page) for page in pages]
        await give(at, table, pages[1], shares[1])
        taker = Page("taker", (1,))
        table.attach(taker)
        at.log.seats.grant("taker", table.id, (1,))
        await at.tables.seats_moved(table.id)
        assert (await stage(at, table)).pledges[1] == "", "it was the giver's"
        with pytest.raises(BadShare):
            await give(at, table, pages[0], shares[0])
        with pytest.raises(SeatOfAnother):
            await table.pledge(pages[1], 1, 1, secret("x"))
        with pytest.raises(SeatGone):
            at.log.draws.pledge(table.id, 1, 1, "session 1", secret("x"))
        await pledge(at, table, taker)
        assert (await stage(at, table)).attempt == 2, "a share had been shown"
        await drawn(at, table, [pages[0], taker])
        assert table.game.events

    run(tmp_path / "games", story)


def test_words_about_another_draw_or_a_dealt_game_change_nothing(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person")
        await table.pledge(pages[0], 0, 77, secret("x"))
        await table.share(pages[0], 0, 77, secret("x"))
        assert (await stage(at, table)).pledges == ["", ""]
        await drawn(at, table, pages)
        before = kept(at, table)
        await table.pledge(pages[0], 0, 1, secret("x"))
        at.log.draws.share(table.id, 1, 0, "session 0", secret("x"))
        assert kept(at, table) == before

    run(tmp_path / "games", story)


def test_the_second_game_of_a_match_has_a_seed_and_a_draw_of_its_own(tmp_path: Path) -> None:
    async def story(at: House) -> None:
        table, pages = await begun(at, "person", "person", rules="match")
        await drawn(at, table, pages)
        await send(table, pages[0], Resign(), seat=0)
        assert table.next_game is not None
        second = await at.tables.table(table.next_game)
        assert not second.game.events
        for page in pages:
            second.attach(page)
        await drawn(at, second, pages)
        first, other = kept(at, table).header, kept(at, second).header
        assert first.draw is not None
        assert other.draw is not None
        assert (other.draw.number, other.draw.previous) == (2, link(first.draw))
        assert other.seed != first.seed

    run(tmp_path / "games", story)


@pytest.fixture(scope="module")
def postgres_uri() -> str:
    return new_database()


def test_two_servers_on_one_database_number_their_draws_without_a_gap(postgres_uri: str) -> None:
    async def story() -> None:
        async with house(postgres_uri, seed="") as one, house(postgres_uri, seed="") as other:
            tables = await asyncio.gather(
                *(begun(at, "person", "person") for at in (one, other) for _ in range(10))
            )
            table, pages = tables[0]
            elsewhere = await other.tables.table(table.id)
            page = Page("session 1", (1,))
            elsewhere.attach(page)
            share = await pledge(one, table, pages[0])
            theirs = await pledge(other, elsewhere, page)
            await asyncio.gather(give(one, table, pages[0], share), give(other, elsewhere, page, theirs))
            await table.catch_up()
            assert table.game.events
            assert kept(one, table).header == table.game.header
            entries = one.log.draws.entries(0, 100)
            assert [entry.number for entry in entries] == list(range(1, 21))
            assert ledger_faults(entries) == []

    asyncio.run(story())
