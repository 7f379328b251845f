"""Two server processes on one PostgreSQL are exact, whatever their word to each other meets.

Two houses in one test process stand for the two; their sweeps, which would mend a lost word in two seconds, are off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from quixotry.play import limits
from quixotry.play.errors import SeatOfAnother
from quixotry.play.ports import StoredGame
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.move import Move, Pass
from quixotry.rules.ruleset_file import preset
from tests.play.support import Greedy, House, house, send, until


@pytest.fixture
def uri(uri: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(limits, "SWEEP_MS", 3_600_000)
    return uri


def play(
    uri: str, story: Callable[[House, House], Awaitable[None]], computers: tuple[Greedy, Greedy] | None = None
) -> None:
    first, second = computers or (Greedy(), Greedy())

    async def told() -> None:
        async with house(uri, computers=first) as here, house(uri, computers=second) as there:
            await asyncio.gather(listening(here), listening(there))
            await story(here, there)

    asyncio.run(told())


async def listening(ours: House) -> None:
    """Until a house hears what is said."""
    heard = hears(ours)
    while not heard:
        ours.log._database.write(lambda connection: ours.log._database.tell(connection, "hello"))
        await asyncio.sleep(0.02)


def hears(ours: House) -> list[str]:
    """What a house hears from now on."""
    heard: list[str] = []
    tables: Any = ours.tables
    before = tables._heard

    def note(what: str) -> None:
        heard.append(what)
        before(what)

    tables._heard = note
    return heard


async def deaf(ours: House) -> None:
    """A house that hears nothing from now on, and has done with what it heard before."""
    ours.tables._heard = lambda game_id: None  # type: ignore[method-assign]
    await until(lambda: not ours.tables._errands)


def test_word_of_a_move_that_comes_while_a_table_opens_is_not_lost(uri: str) -> None:
    """Both players waited for each other for good: the game was read, then moved on, then listened for."""

    async def story(here: House, there: House) -> None:
        table = await here.game()
        ada = here.sit(table, 0, 1, session="ada")
        await table.carry_on(ada, 0)
        heard, reading = hears(there), there.log.read

        def read_slowly(game_id: str) -> StoredGame:
            found = reading(game_id)
            asyncio.run_coroutine_threadsafe(send(table, ada, Pass()), loop).result(30)
            asyncio.run_coroutine_threadsafe(until(lambda: game_id in heard), loop).result(30)
            there.log.read = reading  # type: ignore[method-assign]
            return found

        loop = asyncio.get_running_loop()
        there.log.read = read_slowly  # type: ignore[method-assign]
        opened = await there.tables.table(table.id)
        assert opened.game == table.game

    play(uri, story)


def test_a_last_seat_taken_while_a_table_opens_has_the_tiles_dealt(uri: str) -> None:
    async def story(here: House, there: House) -> None:
        players = (SeatedPlayer("Ada"), SeatedPlayer("Ben"))
        game_id = await here.tables.new_game(preset("friends"), "tiny", players, "ada", invited={1})
        # Only the other process has nobody at the table who could deal when the seat is taken.
        here.tables._tables.clear()
        heard, open_seats = hears(there), there.log.seats.holders

        def holders_slowly(table_id: str) -> Any:
            found = open_seats(table_id)
            there.log.seats.holders = open_seats  # type: ignore[method-assign]
            here.log.seats.grant("ben", game_id, [1])
            asyncio.run_coroutine_threadsafe(until(lambda: f"seats:{game_id}" in heard), loop).result(30)
            return found

        loop = asyncio.get_running_loop()
        there.log.seats.holders = holders_slowly  # type: ignore[method-assign]
        assert (await there.tables.table(game_id)).game.position.turn is not None

    play(uri, story)


def test_a_seat_given_away_at_one_process_is_gone_at_the_other_with_the_next_command(uri: str) -> None:
    """No word need arrive for that: who sits where is read from the store each time."""

    async def story(here: House, there: House) -> None:
        table = await here.game()
        ada = here.sit(table, 0, session="ada")
        await deaf(here)
        there.log.seats.grant("eve", table.id, [0])
        await table.look()
        assert ada.seats == ()
        await table.snapshot(ada)
        assert not ada.last["view"]["rack"]
        with pytest.raises(SeatOfAnother):
            await table.hint(ada, 0, 1)
        with pytest.raises(SeatOfAnother):
            await table.take_back(ada, 0, table.game.position.seq)

    play(uri, story)


def test_who_gave_a_seat_away_sees_none_of_the_tiles_drawn_there_since(uri: str) -> None:
    """Word of the move may be worked off before word of the seat."""

    async def story(here: House, there: House) -> None:
        table = await here.game()
        ada = here.sit(table, 0, session="ada")
        elsewhere = await there.tables.table(table.id)
        await deaf(here)
        eve = there.sit(elsewhere, 0, session="eve")
        await send(elsewhere, eve, Pass())
        ada.sent.clear()
        await table.catch_up()
        (news,) = ada.of_type("events")
        assert not news["view"]["rack"]

    play(uri, story)


class Waiting(Greedy):
    """A computer that thinks until it may stop."""

    async def choose(self, *_: object) -> Move:
        self.asked += 1
        await asyncio.Event().wait()
        raise AssertionError


def test_a_process_that_stops_hands_its_computers_turn_to_the_other_at_once(uri: str) -> None:
    """It is not waited for that the lease runs out, which takes ten seconds and more."""

    async def story(here: House, there: House) -> None:
        for each in (here, there):
            object.__setattr__(each.tables._services, "budget_ms", 3_600_000)
        table = await here.game(kinds=("person", "computer"))
        ada = here.sit(table, 0, session="ada")
        if table.game.position.turn == 0:
            await send(table, ada, Pass())
        await until(lambda: here.computers.asked == 1)
        elsewhere = await there.tables.table(table.id)
        there.sit(elsewhere, session="ben")
        heard, take, loop = hears(there), there.log.leases.take, asyncio.get_running_loop()

        def take_slowly(game_id: str, holder: str, for_ms: int) -> bool:
            """The lease is refused; before anybody hears of that, it is given back."""
            is_taken = take(game_id, holder, for_ms)
            there.log.leases.take = take  # type: ignore[method-assign]
            asyncio.run_coroutine_threadsafe(here.tables.end(), loop).result(30)
            asyncio.run_coroutine_threadsafe(until(lambda: game_id in heard), loop).result(30)
            return is_taken

        there.log.leases.take = take_slowly  # type: ignore[method-assign]
        elsewhere.wake()
        await until(lambda: there.computers.asked == 1 and elsewhere.game.position.turn == 0)

    play(uri, story, (Waiting(), Greedy()))


def test_a_lease_is_kept_for_as_long_as_the_thought_takes(uri: str) -> None:
    async def story(here: House, there: House) -> None:
        table = await here.game(kinds=("person", "computer"))
        ada = here.sit(table, 0, session="ada")
        if table.game.position.turn == 0:
            await send(table, ada, Pass())
        await until(lambda: here.computers.asked == 1)
        renewed: list[bool] = []
        take = here.log.leases.take

        def counted(game_id: str, holder: str, for_ms: int) -> bool:
            renewed.append(take(game_id, holder, for_ms))
            return renewed[-1]

        here.log.leases.take = counted  # type: ignore[method-assign]
        await until(lambda: len(renewed) >= 6)  # six thirds of a lease
        assert all(renewed)
        assert not there.log.leases.take(table.id, "there", 1)

    play(uri, story, (Waiting(), Greedy()))
