"""The database store: the contract of every store, and what only a server's store can do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, update

from quixotry.play.ports import (
    CannotSave,
    GameLog,
    KeptRuleset,
    OutOfSync,
    Reading,
    Receipt,
    UnknownGame,
    brief_of,
    status_of,
)
from quixotry.protocol.games import RulesetName
from quixotry.protocol.views import Outcome
from quixotry.rules.game import Game, SeatedPlayer
from quixotry.rules.ruleset_file import preset, ruleset_to_plain
from quixotry.store.schema import games, rulesets
from quixotry.store.sql import SqlGameLog
from tests.postgres import empty_database
from tests.store.contract import GameLogContract, a_header, first_events, next_events

OLD_BRIEF = (
    '{"ruleset":{"name":"classic","title":"Classic"},"lexicon":"default","players":[{"name":"Ada","kind":"person",'
    '"level":""},{"name":"Club","kind":"computer","level":"club"}],"started_at":"2026-01-31T12:00:00+00:00",'
    '"match_id":"","match_game":1}'
)
OLD_STATUS = (
    '{"turn":null,"scores":[310,287],"outcome":{"reason":"out","winners":[0],"scores":[310,287],'
    '"scores_before":[302,295],"tie":"none","out_seat":0,"tie_name":"Tie"},"waits_for_computer":false}'
)


class ServerLogContract(GameLogContract):
    """What the two databases must do on top."""

    @pytest.fixture
    def sql(self, log: GameLog) -> SqlGameLog:
        assert isinstance(log, SqlGameLog)
        return log

    def begun(self, log: SqlGameLog, game_id: str = "game-1") -> Game:
        header = a_header(game_id)
        game = Game.of(header, first_events(header))
        log.submit_create(header, game.events, status_of(game), [("s" * 64, 0)]).result()
        return game

    def test_the_answer_to_a_command_is_kept_with_its_events(self, sql: SqlGameLog) -> None:
        game = self.begun(sql)
        events = next_events(game)
        command = Receipt("0:c1", b"the answer")
        sql.submit_append(
            "game-1", game.position.seq, events, status_of(game.after(events)), command
        ).result()
        assert sql.answer("game-1", "0:c1") == b"the answer"
        assert sql.answer("game-1", "0:c2") is None
        assert sql.answer("game-2", "0:c1") is None

    def test_a_refused_append_keeps_no_answer(self, sql: SqlGameLog) -> None:
        game = self.begun(sql)
        events = next_events(game)
        done = sql.submit_append("game-1", 99, events, status_of(game), Receipt("0:c1", b"x"))
        with pytest.raises(OutOfSync):
            done.result()
        assert sql.answer("game-1", "0:c1") is None
        assert sql.read("game-1").game == game

    def test_of_many_writers_at_one_number_exactly_one_succeeds(self, sql: SqlGameLog) -> None:
        game = self.begun(sql)
        events = next_events(game)
        after = status_of(game.after(events))
        tries = [
            sql.submit_append("game-1", game.position.seq, events, after, Receipt(f"0:{number}", b""))
            for number in range(50)
        ]
        failures = [done.exception() for done in tries]
        assert failures.count(None) == 1
        assert all(isinstance(failure, OutOfSync) for failure in failures if failure is not None)
        assert sql.read("game-1").game == game.after(events)

    def test_a_list_shows_scores_and_state_without_reading_the_game(self, sql: SqlGameLog) -> None:
        game = self.begun(sql)
        listed = sql.find("game-1")
        assert listed.brief.ruleset == RulesetName("match", "Match")
        assert listed.status.scores == (0, 0)
        assert listed.next_seq == game.position.seq
        with pytest.raises(UnknownGame):
            sql.find("nobody")

    def test_lines_written_before_they_had_types_are_still_read(self, sql: SqlGameLog) -> None:
        self.begun(sql)
        values = {"brief": OLD_BRIEF, "status": OLD_STATUS}
        with sql._database.engine.begin() as connection:
            connection.execute(update(games).values(values))
        summary = sql.find("game-1")
        assert summary.brief.players == (SeatedPlayer("Ada"), SeatedPlayer("Club", "computer", "club"))
        assert (summary.brief.match_id, summary.brief.rules) == ("", "")
        assert summary.status.outcome == Outcome("out", (0,), (310, 287), (302, 295), "none", 0, "Tie")

    def test_a_page_of_games_is_cut_by_state_session_and_time(self, sql: SqlGameLog) -> None:
        for number in range(3):
            self.begun(sql, f"game-{number}")
        every = sql.page(is_over=None, session=None, before="", limit=2)
        assert [each.id for each in every] == ["game-2", "game-1"]
        rest = sql.page(is_over=False, session="s" * 64, before=every[-1].played_at, limit=2)
        assert [each.id for each in rest] == ["game-0"]
        assert sql.page(is_over=True, session=None, before="", limit=2) == []
        assert sql.page(is_over=None, session="stranger", before="", limit=2) == []

    def test_seats_change_hands_and_an_invitation_works_once(self, sql: SqlGameLog) -> None:
        self.begun(sql)
        assert sql.seats.held_by("s" * 64, "game-1") == (0,)
        sql.seats.invite("key", "game-1", 0)
        assert sql.seats.join("key", "friend") == ("game-1", 0)
        assert sql.seats.join("key", "stranger") is None
        assert sql.seats.held_by("s" * 64, "game-1") == ()
        assert sql.seats.held_by("friend", "game-1") == (0,)

    def test_a_lease_is_held_by_one_process_until_it_runs_out(self, sql: SqlGameLog) -> None:
        assert sql.leases.take("game-1", "one", 60_000)
        assert sql.leases.take("game-1", "one", 60_000)
        assert not sql.leases.take("game-1", "two", 60_000)
        assert sql.leases.take("game-1", "one", -1)
        assert sql.leases.take("game-1", "two", 60_000)

    def test_games_that_wait_for_a_computer_are_found(self, sql: SqlGameLog) -> None:
        game = self.begun(sql)
        assert list(sql.waiting_for_computers()) == []
        events = next_events(game)
        sql.append("game-1", game.position.seq, events)
        assert list(sql.waiting_for_computers()) == ["game-1"]

    def test_house_rules_are_kept_by_name(self, sql: SqlGameLog) -> None:
        first, second = (replace(preset("friends"), name="ours", title=title) for title in ("Ours", "Mine"))
        for ruleset in (first, second):
            sql.house_rules.save("ours", ruleset_to_plain(ruleset), "ada")
        assert sql.house_rules.all() == [KeptRuleset("ours", second)]
        assert sql.house_rules.delete("ours", "ada")
        assert not sql.house_rules.delete("ours", "ada")

    @pytest.mark.parametrize(
        ("kept", "why"),
        [
            ("{", "Input data was truncated"),
            ("[]", "Expected `object`, got `array`"),
            ('{"name": "ours"}', "board: is missing"),
            ('{"name": "theirs", "extends": "friends"}', "they are called 'theirs' inside"),
        ],
    )
    def test_a_damaged_row_of_house_rules_costs_only_itself(
        self, sql: SqlGameLog, kept: str, why: str
    ) -> None:
        well = replace(preset("friends"), name="well")
        for name in ("ours", "well"):
            sql.house_rules.save(name, ruleset_to_plain(well), "ada")
        damaged = update(rulesets).where(rulesets.c.name == "ours").values(plain=kept)
        sql.database.write(lambda connection: connection.execute(damaged))
        bad, good = sql.house_rules.all()
        assert good == KeptRuleset("well", well)
        assert (bad.name, bad.ruleset) == ("ours", None)
        assert why in bad.damage
        assert sql.house_rules.save("ours", ruleset_to_plain(replace(well, name="ours")), "ada")
        assert sql.house_rules.all()[0].ruleset is not None, "saved anew they are well again"

    def test_an_imported_file_is_kept_to_the_byte_and_is_no_game_to_play(self, sql: SqlGameLog) -> None:
        content = b"#player1 A A\n\x00\xff\r\n"
        brief = brief_of(a_header())
        sql.keep_gcg("g", brief, status_of(self.begun(sql)), content)
        assert sql.find("g").gcg == content
        with pytest.raises(UnknownGame):
            sql.read("g")
        with pytest.raises(OutOfSync):
            sql.submit_append("g", 0, (), status_of(Game.of(a_header(), ())), None).result()

    def test_the_clocks_of_many_games_keep_no_move_waiting(self, sql: SqlGameLog) -> None:
        statements: list[str] = []

        def count(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            statements.append(statement)

        event.listen(sql.database.engine, "before_cursor_execute", count)
        sql.played_times.keep("here", {"game-0": Reading(3, 5)}, 5_000)
        few = len(statements)
        readings = {f"game-{number}": Reading(3, number) for number in range(300)}
        counts = sql.played_times.keep("here", readings, 5_000)
        assert len(statements) == 2 * few
        assert counts == {**readings, "game-0": Reading(3, 5)}, "what was kept before is not taken back"

    def test_a_clock_that_another_process_keeps_is_left_to_it(self, sql: SqlGameLog) -> None:
        sql.played_times.keep("there", {"game-1": Reading(3, 1_000)}, 5_000)
        ours = {"game-1": Reading(3, 3_000), "game-2": Reading(3, 4_000)}
        # One server alone has no other: whoever counted is gone.
        theirs = {"game-1": Reading(3, 1_000)} if sql.is_shared else {}
        assert sql.played_times.keep("here", ours, 5_000) == ours | theirs


class TestSqlite(ServerLogContract):
    @pytest.fixture
    def log(self, tmp_path: Path) -> Iterator[GameLog]:
        log = SqlGameLog.at(tmp_path / "games.sqlite3")
        yield log
        log.close()


class TestPostgres(ServerLogContract):
    @pytest.fixture
    def log(self, postgres_uri: str) -> Iterator[GameLog]:
        empty_database(postgres_uri)
        log = SqlGameLog(postgres_uri)
        yield log
        log.close()

    def test_another_process_is_told_of_a_game_that_went_on(self, sql: SqlGameLog, postgres_uri: str) -> None:
        other = SqlGameLog(postgres_uri)
        heard: list[str] = []
        told = threading.Event()

        def hear(game_id: str) -> None:
            heard.append(game_id)
            if game_id:
                told.set()
            else:
                listening.set()

        listening = threading.Event()
        other.listen(hear)
        assert listening.wait(10)
        game = self.begun(sql)
        events = next_events(game)
        sql.append("game-1", game.position.seq, events)
        assert told.wait(10)
        assert heard == ["", "game-1"]
        other.close()

    def test_two_processes_race_one_turn_and_one_wins(self, sql: SqlGameLog, postgres_uri: str) -> None:
        other = SqlGameLog(postgres_uri)
        game = self.begun(sql)
        for _ in range(5):
            events = next_events(game)
            after = game.after(events)
            if after.position.is_over:
                break
            tries = [
                log.submit_append("game-1", game.position.seq, events, status_of(after), None)
                for log in (sql, other)
            ]
            assert [done.exception() for done in tries].count(None) == 1
            game = after
            assert sql.read("game-1").game == other.read("game-1").game == game
        other.close()


def test_a_file_that_is_no_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(b"this is a letter to my aunt, and no database at all" * 100)
    with pytest.raises(CannotSave, match="not a database"):
        SqlGameLog.at(file)


def test_a_full_disk_refuses_the_move_and_loses_nothing(tmp_path: Path) -> None:
    log = SqlGameLog.at(tmp_path / "games.sqlite3")
    header = a_header()
    game = Game.of(header, first_events(header))
    log.create(header, game.events)
    events = next_events(game)

    def fill(connection: Connection) -> None:
        # SQLite says the same of a database at its page limit as of a full disk.
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    log._database.submit(fill).result()
    big = Receipt("0:c", b"x" * 100_000)
    done = log.submit_append(header.id, game.position.seq, events, status_of(game.after(events)), big)
    with pytest.raises(CannotSave, match="full"):
        done.result()
    assert log.read(header.id).game == game
    log._database.submit(
        lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    ).result()
    log.append(header.id, game.position.seq, events)
    assert log.read(header.id).game == game.after(events)
    log.close()


def test_a_write_that_fails_takes_none_of_its_group_along(tmp_path: Path) -> None:
    """A name refused on joining one game failed the moves of others that were saved at the same moment."""
    log, begun = SqlGameLog.at(tmp_path / "games.sqlite3"), threading.Event()

    def fail(_: Connection) -> None:
        raise ValueError("a bad name")

    log._database.submit(lambda _: begun.wait(10))
    failing = log._database.submit(fail)
    header = a_header()
    events = first_events(header)
    created = log.submit_create(header, events, status_of(Game.of(header, events)), ())
    begun.set()
    assert isinstance(failing.exception(10), ValueError)
    assert created.exception(10) is None
    assert log.read(header.id).game.events == events
    log.close()
