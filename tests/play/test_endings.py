"""Every game ends (P4), and an outage costs nobody time (P7)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from quixotry.play.expiry import WAITING
from quixotry.play.patience import ABANDONED_DAYS, ABSENT_DAYS, ABSENT_MINUTES
from quixotry.play.ports import CannotSave, UnknownGame, saved, status_of
from quixotry.play.stopwatch import BEAT_MS
from quixotry.play.table import Table
from quixotry.rules.event import Adjudicated, GameEnded
from quixotry.rules.game import Game, SeatedPlayer
from quixotry.rules.match import next_game
from quixotry.rules.move import Exchange, Pass
from quixotry.rules.ruleset import ClockRule
from quixotry.rules.ruleset_file import preset
from tests.play.support import Clock, House, greedy, house, send
from tests.rules.build import PRESETS
from tests.soak import soak_count, soaked

HOUR, MINUTE = 3_600_000, 60_000
TIMED = replace(preset("friends"), clock=ClockRule(minutes=1, overtime_minutes=1))
NEVER_MS = 24 * HOUR
PEOPLE = (SeatedPlayer("Ada"), SeatedPlayer("Ben"))
AGES = timedelta(days=ABANDONED_DAYS, hours=1)
MONTHS = timedelta(days=60)


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks are looked at, and games swept, when the test says so."""
    monkeypatch.setattr("quixotry.play.registry.BEAT_MS", NEVER_MS)
    monkeypatch.setattr("quixotry.play.limits.END_MS", NEVER_MS)
    monkeypatch.setattr("quixotry.play.limits.EXPIRE_MS", NEVER_MS)


def run(file: Path | str, story: Callable[[House], Awaitable[None]], clock: Clock | None = None) -> None:
    async def told() -> None:
        async with house(file, clock=clock) as here:
            await story(here)

    asyncio.run(told())


async def pass_time(here: House, time_ms: int) -> None:
    """Time goes by, and the server is awake."""
    while time_ms > 0:
        here.clock.at_ms += min(BEAT_MS, time_ms)
        time_ms -= BEAT_MS
        await here.tables._keep_time()


def later(here: House, time: timedelta) -> None:
    here.tables.lobby = replace(here.tables.lobby, today=lambda: datetime.now(UTC) + time)


def forget_who_counts(here: House) -> None:
    """As if whoever counts the time had not been heard of for long: the database has a clock of its own."""
    forget = text("UPDATE played_times SET seen_ms = 0")
    here.log._database.write(lambda connection: connection.execute(forget))


def used_ms(table: Table) -> tuple[int, ...]:
    return table.state.clocks.used_ms


# Clocks


def test_who_has_left_loses_by_the_clock_while_the_other_waits(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game(TIMED)
        away, waiting = here.sit(table, 0, session="ada"), here.sit(table, 1, session="ben")
        table.detach(away)
        await pass_time(here, 2 * MINUTE - BEAT_MS)
        assert not table.game.position.is_over
        await pass_time(here, BEAT_MS)
        outcome = table.game.position.outcome
        assert outcome is not None
        assert (outcome.reason, outcome.winners, outcome.scores) == ("time", (1,), (-10, 0))
        assert [event["kind"] for event in waiting.of_type("events")[-1]["events"]] == [
            "Forfeited",
            "PointsAdjusted",
            "GameEnded",
        ]

    run(tmp_path / "games.sqlite3", story)


def test_time_used_survives_a_crash_to_within_a_second(tmp_path: Path) -> None:
    clock = Clock()

    async def story(here: House) -> None:
        table = await here.game(TIMED)
        here.sit(table, 0)
        await pass_time(here, 20_000)
        clock.at_ms += BEAT_MS - 1  # then the server is killed

    async def afterwards(here: House) -> None:
        (game_id,) = here.log.list()
        table = await here.tables.table(game_id)
        assert used_ms(table) == (20_000, 0)

    run(tmp_path / "games.sqlite3", story, clock)
    run(tmp_path / "games.sqlite3", afterwards, clock)


@soaked
def test_an_outage_costs_no_player_a_millisecond(database: Path | str) -> None:
    """P7: restarts in mid-turn, and sleeps of the whole machine, by the hour."""
    random, clock = Random(7), Clock()
    rules = replace(TIMED, clock=ClockRule(minutes=600))
    played_ms = 0

    async def begin(here: House) -> None:
        await here.game(rules)

    run(database, begin, clock)
    for _ in range(soak_count(8, 300)):
        think_ms = random.randrange(1, 20) * BEAT_MS
        sleep_ms = random.choice((0, HOUR, 5 * HOUR))

        async def story(here: House, think_ms: int = think_ms, sleep_ms: int = sleep_ms) -> None:
            nonlocal played_ms
            (game_id,) = here.log.list()
            table = await here.tables.table(game_id)
            seat = table.game.position.turn
            assert seat is not None
            page = here.sit(table, seat)
            await pass_time(here, think_ms)
            here.clock.at_ms += sleep_ms  # nobody looked at the clock: the machine slept
            await pass_time(here, think_ms)
            # The first look after a sleep counts nothing, not even the moment since it awoke.
            played_ms += 2 * think_ms - (BEAT_MS if sleep_ms else 0)
            assert sum(used_ms(table)) == played_ms
            if random.random() < 0.3 and len(table.game.position.turns) < 8:  # twelve passes end it
                await send(table, page, Pass())
                assert sum(table.game.position.clock.used_ms) == played_ms
            # The outage is longer than another process would wait for this one, which has counted.
            forget_who_counts(here)

        run(database, story, clock)
        clock.at_ms += random.choice((1, HOUR, 9 * HOUR))


def test_while_the_store_does_not_answer_nobody_is_charged(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game(TIMED)
        here.sit(table, 0)
        await pass_time(here, 5_000)
        keep = here.log.played_times.keep

        def broken(*_: object) -> dict[str, int]:
            raise CannotSave("disk full")

        here.log.played_times.keep = broken  # type: ignore[method-assign, assignment]
        for _ in range(60):
            with pytest.raises(CannotSave):
                await pass_time(here, BEAT_MS)
        here.log.played_times.keep = keep  # type: ignore[method-assign]
        assert used_ms(table) == (5_000, 0)
        await pass_time(here, 2_000)
        assert used_ms(table) == (7_000, 0)

    run(tmp_path / "games.sqlite3", story)


def test_a_move_made_while_the_time_is_being_kept_is_not_charged_to_the_next_player(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game(TIMED)
        page = here.sit(table, 0)
        here.sit(table, 1)
        await pass_time(here, 5_000)
        sent = table.beat()
        assert sent is not None
        await send(table, page, greedy(table.game.view(0)))
        before = used_ms(table)
        table.keep_reading(sent, replace(sent, at_ms=sent.at_ms + 700))
        assert used_ms(table) == before

    run(tmp_path / "games.sqlite3", story)


# Games that nobody plays


def test_a_game_nobody_has_moved_in_for_weeks_is_ended_as_it_stands(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        table, other = await here.game(session="ada"), await here.game(session="ada")
        page = here.sit(table, 0)
        await send(table, page, greedy(table.game.view(0)))
        await here.tables._end_abandoned()
        assert not table.game.position.is_over
        later(here, AGES)
        await here.tables._end_abandoned()
        for each in (table, other):
            assert each.game.position.outcome is not None
            assert each.game.position.outcome.reason == "abandoned"
        assert page.of_type("events")[-1]["game"]["state"] == "finished"
        before = table.game.events
        await here.tables._end_abandoned()
        assert here.log.read(table.id).game.events == before

    run(tmp_path / "games.sqlite3", story)


def test_the_sweeper_finds_its_games_by_an_index(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        query = (
            "EXPLAIN QUERY PLAN SELECT id FROM games WHERE NOT is_over AND played_at < '2' ORDER BY played_at"
        )
        with here.log._database.reading() as connection:
            plan = " ".join(
                str(row) for row in connection.execute(text(query.replace("NOT is_over", "is_over = 0")))
            )
        assert "games_left_alone" in plan

    run(tmp_path / "games.sqlite3", story)


def test_a_damaged_game_does_not_keep_the_others_from_ending(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(here: House) -> None:
        bad, good = await here.game(), await here.game()
        ruin = text("UPDATE games SET header = 'x' WHERE id = :id")
        here.log._database.write(lambda connection: connection.execute(ruin, {"id": bad.id}))
        here.tables._tables.clear()
        later(here, AGES)
        await here.tables._end_abandoned()
        assert here.log.read(good.id).game.position.is_over

    with caplog.at_level(logging.CRITICAL, "quixotry.play.registry"):
        run(tmp_path / "games.sqlite3", story)


async def _played(here: House, table: Table, moves: int, random: Random) -> None:
    """So many moves, by whoever is on turn."""
    pages = [
        here.sit(table, seat, session=f"{table.id}-{seat}") for seat in range(len(table.game.header.players))
    ]
    for _ in range(moves):
        turn = table.game.position.turn
        if turn is None:
            break
        view = table.game.view(turn)
        move = greedy(view) if random.random() < 0.2 else Pass() if view.pending is None else greedy(view)
        if random.random() < 0.2 and view.can_exchange and view.pending is None and view.rack is not None:
            move = Exchange(tuple(view.rack)[: view.exchange_sizes[-1]])
        await send(table, pages[turn], move)
    for page in pages:
        table.detach(page)


P4_PARTS = soak_count(1, 10)


@soaked
@pytest.mark.parametrize("part", range(P4_PARTS))
def test_whenever_everybody_vanishes_every_game_reaches_a_final_state(
    database: Path | str, part: int
) -> None:
    """P4: in every phase from an empty table to a play nobody answers; 10,000 games in `make soak`."""
    random = Random(4 + part)

    async def story(here: House) -> None:
        begun: list[str] = []
        for number in range(soak_count(36, 10_000 // P4_PARTS)):
            rules = preset(PRESETS[number % len(PRESETS)])
            seats = random.randint(rules.seats.min, rules.seats.max)
            players = [SeatedPlayer(f"Player {seat}") for seat in range(seats)]
            invited = {1} if random.random() < 0.1 else set()
            game_id = await here.tables.new_game(rules, "tiny", players, "host", invited)
            begun.append(game_id)
            if not invited:
                await _played(
                    here, await here.tables.table(game_id), random.choice((0, 1, 2, 3, 5, 8, 30)), random
                )
            here.tables._tables.clear()
        later(here, AGES)
        for _ in range(len(begun) // 100 + 2):  # a match's second game begins as the first ends
            await here.tables._end_abandoned()
        later(here, MONTHS)
        for _ in range(len(begun) // 100 + 2):
            await here.tables._end_abandoned()
            await here.tables._expire()
        finals = 0
        for game_id in begun:
            try:
                finals += here.log.read(game_id).game.position.is_over
            except UnknownGame:
                finals += 1
        assert finals == len(begun)
        assert here.log.page(is_over=False, session=None, before="", limit=10) == []

    run(database, story)


def test_the_second_game_of_a_match_ends_though_it_was_never_dealt(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        first = await here.game("match")
        waiting = await here.tables.new_game(preset("match"), "tiny", PEOPLE, "ada", {1})
        header = next_game(first.game.header, started_at=first.game.header.started_at, seed="5e" * 32)
        assert header is not None
        bare = Game.of(header, ())
        await saved(here.log.submit_create(header, (), status_of(bare), (), is_drawn=True))
        later(here, AGES)
        await here.tables._end_abandoned()
        outcome = here.log.read(header.id).game.position.outcome
        assert outcome is not None
        assert outcome.reason == "abandoned"
        assert not here.log.read(waiting).game.events, (
            "a first game that waits for its players is no game yet"
        )

    run(tmp_path / "games.sqlite3", story)


# Several processes


def test_two_processes_that_sweep_at_once_end_each_game_once(uri: str) -> None:

    async def story() -> None:
        async with house(uri) as here, house(uri) as there:
            ids = [(await here.game(session="ada")).id for _ in range(12)]
            later(here, AGES)
            later(there, AGES)
            await asyncio.gather(here.tables._end_abandoned(), there.tables._end_abandoned())
            for game_id in ids:
                events = here.log.read(game_id).game.events
                assert [type(event) for event in events if isinstance(event, Adjudicated | GameEnded)] == [
                    Adjudicated,
                    GameEnded,
                ]

    asyncio.run(story())


def test_with_two_processes_one_counts_and_when_it_dies_nobody_is_charged(uri: str) -> None:

    async def story() -> None:
        async with house(uri) as there:
            async with house(uri) as here:
                table = await here.game(TIMED)
                here.sit(table, 0, session="ada")
                await pass_time(here, 10_000)
                far = await there.tables.table(table.id)
                there.sit(far, 1, session="ben")
                await pass_time(there, 3_000)
                assert used_ms(far) == (10_000, 0), "the other process counts, and has counted so much"
                await pass_time(here, 2_000)
                await pass_time(there, BEAT_MS)
                assert used_ms(far) == (12_000, 0)
            # The first is gone; until it is missed its word stands.
            forget_who_counts(there)
            await pass_time(there, 3_000)
            assert used_ms(far)[0] in (14_000, 15_000)

    asyncio.run(story())


def test_the_documentation_says_how_long_a_server_waits() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "host-a-server.md").read_text("utf-8")
    clock = preset("tournament").clock
    assert f"{ABANDONED_DAYS} days after the last move" in page
    assert f"(`tournament`: {clock.minutes} and {clock.overtime_minutes} minutes)" in page
    assert f"after {WAITING.days} days" in page
    assert f"an absence of {ABSENT_MINUTES} minutes, without one after {ABSENT_DAYS} days" in page
