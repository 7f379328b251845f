"""Who stayed may end a game when the player on turn stays away; and only then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from quixotry.errors import QuixotryError
from quixotry.play import limits
from quixotry.play.absence import (
    DAY_MS,
    MINUTE_MS,
    LeftGame,
    NobodyAwaited,
    OthersPlayOn,
    StillHere,
    TooEarly,
)
from quixotry.play.errors import NotDealt, SeatOfAnother
from quixotry.play.patience import ABSENT_DAYS, ABSENT_MINUTES
from quixotry.play.ports import CannotSave, OutOfSync
from quixotry.play.presence import Attendance
from quixotry.play.table import Table
from quixotry.protocol.client import AbsenceEnding
from quixotry.rules.event import Forfeited, GameEnded
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.move import Pass, Resign
from quixotry.rules.ruleset import ClockRule
from quixotry.rules.ruleset_file import preset
from tests.aging import aging
from tests.play.support import House, Page, greedy, house, send

NEVER_MS = 24 * 3_600_000
TIMED = replace(preset("friends"), clock=ClockRule(minutes=25, overtime_minutes=10))
THREE = replace(
    preset("friends"), seats=replace(preset("classic").seats, first=preset("friends").seats.first)
)
SOON_MS, LATE_MS = ABSENT_MINUTES * MINUTE_MS, ABSENT_DAYS * DAY_MS
A_MOMENT_MS = 1_000


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is noted who is there when the test says so."""
    monkeypatch.setattr("quixotry.play.limits.ATTEND_MS", NEVER_MS)
    monkeypatch.setattr("quixotry.play.limits.SWEEP_MS", NEVER_MS)
    monkeypatch.setattr("quixotry.play.registry.BEAT_MS", NEVER_MS)


def run(file: Path | str, story: Callable[[House], Awaitable[None]]) -> None:
    async def told() -> None:
        async with house(file) as here:
            await story(here)

    asyncio.run(told())


async def pass_time(table: Table, time_ms: int, *others: Table) -> None:
    """Time goes by, with those who are at the table: everything that is known of the past is longer ago."""
    log = table.services.log
    here = {seat for each in (table, *others) for seat in each.absence.here}

    def write(connection: Connection) -> None:
        for statement, given in aging(table.id, time_ms, here):
            connection.execute(text(statement), given)

    log._database.write(write)  # type: ignore[attr-defined]
    await table.absence.attend()


async def left_alone(
    here: House, rules: str | object = "friends", seats: int = 2
) -> tuple[Table, list[Page]]:
    """Everybody is at the table; then who is on turn leaves. Those who stay, by seat."""
    table = await here.game(rules, ("person",) * seats)  # type: ignore[arg-type]
    pages = [here.sit(table, seat, session=f"player {seat}") for seat in range(seats)]
    await here.tables._stay_open()
    await table.absence.attend()
    turn = table.game.position.turn
    assert turn == 0
    table.detach(pages[0])
    return table, pages


async def end(table: Table, page: Page, ending: AbsenceEnding = "claim", seat: int | None = None) -> None:
    seat = page.seats[0] if seat is None else seat
    await table.absence.end(page.session, page.seats, seat, table.game.position.seq, ending)


def reason(table: Table) -> str:
    outcome = table.game.position.outcome
    return "" if outcome is None else outcome.reason


def test_who_stayed_wins_when_the_other_is_away_for_minutes_in_a_game_with_a_clock(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (_, ben) = await left_alone(here, TIMED)
        await pass_time(table, SOON_MS - A_MOMENT_MS)
        with pytest.raises(TooEarly):
            await end(table, ben)
        await pass_time(table, A_MOMENT_MS)
        await end(table, ben)
        outcome = table.game.position.outcome
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("absence", (1,))
        assert [event["kind"] for event in ben.of_type("events")[-1]["events"]] == ["Forfeited", "GameEnded"]
        assert here.log.read(table.id).game == table.game

    run(tmp_path / "games.sqlite3", story)


def test_a_game_without_a_clock_may_be_ended_as_it_stands_after_days(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game()
        ada, ben = here.sit(table, 0, session="ada"), here.sit(table, 1, session="ben")
        await send(table, ada, greedy(table.game.view(0)))
        await send(table, ben, Pass())
        await table.absence.attend()
        table.detach(ada)
        await pass_time(table, LATE_MS - MINUTE_MS)
        seq = table.game.position.seq
        with pytest.raises(
            TooEarly, match=r"^Player 1 may still come back\. If you stay and .* from 20\d\d-"
        ):
            await end(table, ben, "adjudicate")
        assert here.log.next_seq(table.id) == seq, "nothing has changed"
        await pass_time(table, MINUTE_MS)
        scores, racks = table.game.position.scores, table.game.position.racks
        await end(table, ben, "adjudicate")
        assert reason(table) == "adjudicated"
        outcome = table.game.position.outcome
        assert outcome is not None
        assert outcome.scores == tuple(
            score - sum(table.game.header.ruleset.tiles.values[tile] for tile in rack)
            for score, rack in zip(scores, racks, strict=True)
        )

    run(tmp_path / "games.sqlite3", story)


def test_what_is_refused_and_why(tmp_path: Path) -> None:
    async def refused(error: type[QuixotryError], table: Table, page: Page, seat: int | None = None) -> None:
        before = table.game
        with pytest.raises(error):
            await end(table, page, seat=seat)
        assert table.game == before

    async def story(here: House) -> None:
        table, (ada, ben) = await left_alone(here)
        await pass_time(table, LATE_MS)
        watching = here.sit(table)
        await refused(SeatOfAnother, table, watching, seat=1)
        await refused(SeatOfAnother, table, ben, seat=0)
        await refused(NobodyAwaited, table, ada)
        with pytest.raises(OutOfSync):
            await table.absence.end("player 1", (1,), 1, 0, "claim")
        table.attach(ada)
        await refused(StillHere, table, ben)
        alone = await here.game(kinds=("person", "computer"))
        assert alone.absence.here == ()
        await refused(NobodyAwaited, alone, here.sit(alone, 0, session="ada"))
        three, pages = await left_alone(here, THREE, 3)
        await send(three, pages[2], Resign(), seat=2)
        await pass_time(three, LATE_MS)
        await refused(LeftGame, three, pages[2])
        players = (SeatedPlayer("Ada"), SeatedPlayer("Ben"))
        waiting = await here.tables.new_game(preset("friends"), "tiny", players, "ada", {1})
        await refused(NotDealt, await here.tables.table(waiting), Page("ada", (0,)))

    run(tmp_path / "games.sqlite3", story)


def test_where_three_play_only_the_absent_one_is_out_and_the_others_go_on(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (_, ben, _) = await left_alone(here, THREE, 3)
        await pass_time(table, LATE_MS)
        with pytest.raises(OthersPlayOn):
            await end(table, ben, "adjudicate")
        assert ben.of_type("absence")[-1] == {"type": "absence", "seat": 0, "can_adjudicate": False}
        await end(table, ben)
        assert (table.game.position.turn, table.game.position.active) == (1, (1, 2))

    run(tmp_path / "games.sqlite3", story)


def test_who_waits_is_told_when_they_need_not_and_when_the_other_is_back(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (ada, ben) = await left_alone(here)
        await here.tables._attend()
        assert not ben.of_type("absence")
        await pass_time(table, LATE_MS)
        assert ben.last == {"type": "absence", "seat": 0, "can_adjudicate": True}
        told = len(ben.sent)
        await here.tables._attend()
        assert len(ben.sent) == told, "once is enough"
        await table.snapshot(ben)
        assert [message["type"] for message in ben.messages[-2:]] == ["snapshot", "absence"], "after a reload"
        table.attach(ada)
        await table.absence.attend()
        assert ben.last == {"type": "absence", "seat": None, "can_adjudicate": False}
        told = len(ben.sent)
        await here.tables._attend()
        assert len(ben.sent) == told, "once is enough"

    run(tmp_path / "games.sqlite3", story)


def test_after_an_outage_everybody_has_minutes_to_come_back(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (_, ben) = await left_alone(here, TIMED)
        table.detach(ben)
        await pass_time(table, LATE_MS)  # the server was down, and nobody could be there
        table.attach(ben)
        with pytest.raises(TooEarly):
            await end(table, ben)
        await table.absence.attend()
        with pytest.raises(TooEarly):
            await end(table, ben)
        await pass_time(table, SOON_MS)
        await end(table, ben)
        assert reason(table) == "absence"

    run(tmp_path / "games.sqlite3", story)


def test_after_an_outage_of_days_nobody_has_stayed_away_for_days(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (_, ben) = await left_alone(here)
        await pass_time(table, LATE_MS - MINUTE_MS)

        def close(connection: Connection) -> None:
            house = text("UPDATE presences SET seen_ms = seen_ms - :ms - 1 WHERE game_id = ''")
            connection.execute(house, {"ms": limits.OUTAGE_MS})

        here.log._database.write(close)
        await here.tables._stay_open()  # again
        await pass_time(table, LATE_MS - MINUTE_MS)
        with pytest.raises(TooEarly):
            await end(table, ben)
        await pass_time(table, MINUTE_MS)
        await end(table, ben)

    run(tmp_path / "games.sqlite3", story)


def test_who_comes_back_while_the_game_is_being_claimed_plays_on(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (_, ben) = await left_alone(here)
        await pass_time(table, LATE_MS)
        read = here.log.presences.read

        def read_too_soon(game_id: str) -> Attendance:
            found = read(game_id)
            here.log.presences.note({game_id: [0]}, limits.GONE_MS)
            return found

        here.log.presences.read = read_too_soon  # type: ignore[method-assign]
        with pytest.raises(StillHere):
            await end(table, ben)
        assert here.log.read(table.id).game.position.turn == 0

    run(tmp_path / "games.sqlite3", story)


def test_a_store_that_does_not_answer_sends_nobody_away(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, (ada, ben) = await left_alone(here)

        def broken(*_: object) -> None:
            raise CannotSave("disk full")

        here.log.presences.note = broken  # type: ignore[method-assign, assignment]
        here.log.presences.read = broken  # type: ignore[method-assign, assignment]
        table.attach(ada)
        await table.absence.attend()
        table.detach(ada)
        await table.snapshot(ben)
        assert ben.last["type"] == "snapshot"

    run(tmp_path / "games.sqlite3", story)


# Several processes


def test_who_is_at_another_process_is_not_away(uri: str) -> None:
    async def story() -> None:
        async with house(uri) as here, house(uri) as there:
            table, (_, ben) = await left_alone(here)
            far = await there.tables.table(table.id)
            ada = there.sit(far, 0, session="player 0")
            await pass_time(table, LATE_MS, far)
            await there.tables._attend()
            with pytest.raises(StillHere):
                await end(table, ben)
            far.detach(ada)
            await pass_time(table, LATE_MS)
            assert ben.last["type"] == "absence"
            await far.absence.attend()
            await end(table, ben)
            assert there.log.read(table.id).game.position.is_over

    asyncio.run(story())


def test_a_claim_and_the_move_of_who_came_back_are_never_both_kept(
    uri: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    async def story() -> None:
        async with house(uri) as here, house(uri) as there:
            for number in range(12):
                table, (_, ben) = await left_alone(here)
                await pass_time(table, LATE_MS)
                far = await there.tables.table(table.id)
                ada = Page("player 0", (0,))
                seq = table.game.position.seq

                async def come_back(far: Table = far, ada: Page = ada, number: int = number) -> None:
                    await asyncio.sleep(number / 2000)
                    far.attach(ada)
                    await far.absence.attend()
                    await send(far, ada, Pass(), seat=0)

                claims = (end(table, ben), end(table, ben, "adjudicate"))
                results = await asyncio.gather(*claims, come_back(), return_exceptions=True)
                assert all(
                    result is None or isinstance(result, StillHere | OutOfSync) for result in results
                ), results
                game = here.log.read(table.id).game
                endings = [event for event in game.events if isinstance(event, Forfeited | GameEnded)]
                assert sum(result is None for result in results[:2]) == game.position.is_over
                assert len(endings) == (2 if game.position.is_over else 0)
                has_moved = any(message["seq"] == seq + 1 for message in ada.of_type("ack"))
                assert has_moved != game.position.is_over

    asyncio.run(story())
