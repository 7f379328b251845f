"""Games between strangers cannot be fixed: nobody gives away a seat whose tiles they have seen, or plays on at it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from quixotry.play.errors import SeatOfAnother, TilesSeen, UploadedGame
from quixotry.play.library import Library
from quixotry.play.receipts import Command
from quixotry.play.table import Table
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.move import Exchange, Pass
from quixotry.rules.ruleset_file import preset
from tests.play.support import WORDS, House, greedy, house, send
from tests.security.saves import a_save

PEOPLE = (SeatedPlayer("Ada"), SeatedPlayer("Ben"))


def play(tmp_path: Path, story: Callable[[House], Awaitable[None]]) -> None:
    async def told() -> None:
        async with house(tmp_path / "games.sqlite3") as ours:
            await story(ours)

    asyncio.run(told())


async def by_invitation(ours: House, rules: str = "friends") -> Table:
    """A game in which the second seat waits for whoever is invited."""
    game_id = await ours.tables.new_game(preset(rules), "tiny", PEOPLE, "ada", invited={1})
    return await ours.tables.table(game_id)


async def join(ours: House, table: Table, session: str, *, seat: int = 1, by: str = "ada") -> None:
    await ours.tables.lobby.check_invitation(table.id, seat, by)
    await ours.tables.lobby.invite("key", table.id, seat)
    assert await ours.tables.lobby.join("key", session) == table.id
    await ours.tables.seats_moved(table.id)


def test_tiles_are_dealt_when_all_seats_are_taken_and_not_before(tmp_path: Path) -> None:
    """Whoever began a game saw both racks, and could then invite somebody to the worse one."""

    async def story(ours: House) -> None:
        table = await by_invitation(ours)
        page = ours.sit(table, 0, session="ada")
        await table.snapshot(page)
        assert page.last["view"]["rack"] == ""
        assert page.last["view"]["turn"] is None
        assert page.last["game"]["open_seats"] == [1]
        assert (await send(table, page, Pass(), seat=0))["code"] == "not_dealt"
        await join(ours, table, "ben")
        assert "open_seats" not in page.last["game"]
        assert len(page.last["view"]["rack"]) == 7
        assert table.game.position.turn is not None

    play(tmp_path, story)


def test_a_deal_that_a_crash_prevented_is_made_when_the_table_is_opened(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await by_invitation(ours)
        await ours.tables.lobby.invite("key", table.id, 1)
        await ours.tables.lobby.join("key", "ben")
        del ours.tables._tables[table.id]
        assert (await ours.tables.table(table.id)).game.position.turn is not None

    play(tmp_path, story)


def test_two_processes_deal_the_same_tiles_once(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await by_invitation(ours)
        await ours.tables.lobby.invite("key", table.id, 1)
        await ours.tables.lobby.join("key", "ben")
        dealt = await asyncio.gather(*(ours.tables.lobby.deal(table.game) for _ in range(4)))
        assert len({game.events for game in dealt}) == 1
        assert ours.log.next_seq(table.id) == len(dealt[0].events)

    play(tmp_path, story)


def test_a_seat_whose_tiles_were_on_a_shared_screen_cannot_be_given_away(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await ours.game(session="ada")
        with pytest.raises(TilesSeen):
            await ours.tables.lobby.check_invitation(table.id, 1, "ada")

    play(tmp_path, story)


def test_only_who_began_the_game_invites_to_its_free_seats(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await by_invitation(ours)
        for session in ("eve", ""):
            with pytest.raises(SeatOfAnother):
                await ours.tables.lobby.check_invitation(table.id, 1, session)

    play(tmp_path, story)


def test_a_seat_given_away_is_gone_at_once_whatever_this_process_believes(tmp_path: Path) -> None:
    """Another process moved the seat; this one had not heard of it, and let the giver play on."""

    async def story(ours: House) -> None:
        table = await by_invitation(ours)
        page = ours.sit(table, 0, session="ada")
        await join(ours, table, "ben")
        seat = table.game.position.turn
        assert seat is not None
        giver = page if seat == 0 else ours.sit(table, 1, session="ben")
        seq = table.game.position.seq
        ours.log.seats.grant("eve", table.id, [seat])
        assert giver.seats == (seat,), "the test is about a page that has not heard of it"
        tile = next(iter(table.game.position.racks[seat]))
        assert (await send(table, giver, Exchange((tile,))))["code"] == "not_your_seat"
        assert ours.log.next_seq(table.id) == seq

    play(tmp_path, story)


def test_other_processes_take_a_seat_from_open_pages_when_they_hear_of_it(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await by_invitation(ours)
        page = ours.sit(table, 0, session="ada")
        await join(ours, table, "ben")
        ours.log.seats.grant("eve", table.id, [0])
        ours.tables._heard(f"seats:{table.id}")
        await asyncio.gather(*ours.tables._errands)
        assert page.seats == ()
        assert page.last["view"]["rack"] is None

    play(tmp_path, story)


def test_who_has_just_given_a_seat_away_is_not_shown_its_tiles_by_the_next_move(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await ours.game()
        ada, ben = ours.sit(table, 0, session="ada"), ours.sit(table, 1, session="ben")
        ours.log.seats.grant("cleo", table.id, [1])  # and nobody has told the table yet
        assert (await send(table, ada, greedy(table.game.view(0))))["type"] == "ack"
        news = ben.of_type("events")[-1]
        assert (news["view"]["seat"], news["view"]["rack"]) == (None, None)
        await ours.tables.seats_moved(table.id)
        assert ben.last["seats"] == []

    play(tmp_path, story)


def test_a_move_whose_answer_was_lost_is_acknowledged_to_who_has_given_the_seat_away_since(
    tmp_path: Path,
) -> None:
    async def story(ours: House) -> None:
        table = await ours.game()
        ada = ours.sit(table, 0, session="ada")
        refused = Command("first", 0, table.game.position.seq, Exchange(()))
        accepted = Command("second", 0, table.game.position.seq, greedy(table.game.view(0)))
        for command in (refused, accepted):
            await table.handle(ada, command)
        answer = ada.of_type("ack")[-1]
        ours.log.seats.grant("cleo", table.id, [0])
        await ours.tables.seats_moved(table.id)
        await table.handle(ada, accepted)
        assert ada.last == answer
        await table.handle(ada, refused)
        assert ada.last["code"] == "not_your_seat"

    play(tmp_path, story)


def test_a_page_that_lost_its_seat_in_a_move_is_told_so_although_word_of_it_was_lost(tmp_path: Path) -> None:
    async def story(ours: House) -> None:
        table = await ours.game()
        ada, ben = ours.sit(table, 0, session="ada"), ours.sit(table, 1, session="ben")
        ours.log.seats.grant("cleo", table.id, [1])
        await send(table, ada, greedy(table.game.view(0)))
        ours.log.is_shared = True
        await table.look()
        assert (ben.last["type"], ben.last["seats"]) == ("snapshot", [])
        told = len(ben.sent)
        await table.look()
        assert len(ben.sent) == told, "once is enough"

    play(tmp_path, story)


def test_an_uploaded_game_is_marked_and_nobody_can_be_invited_to_it(tmp_path: Path) -> None:
    """Its tiles may be of the uploader's choosing."""

    async def story(ours: House) -> None:
        library = Library(ours.log, preset, ours.tables.lobby.admission)
        game_id = library.import_save(a_save(lexicon_id="tiny", lexicon_digest=WORDS.digest), "eve")
        assert (await ours.tables.lobby.summary(game_id, "eve")).uploaded
        with pytest.raises(UploadedGame):
            await ours.tables.lobby.check_invitation(game_id, 0, "eve")

    play(tmp_path, story)
