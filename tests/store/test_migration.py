"""A database made by a version before this one is brought up to date, and nothing in it is lost.

`databases/version_2.*.sql` are dumps of what the last server before Alembic kept.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from quixotry.play.ports import CannotSave, NewerDatabase
from quixotry.store.database import open_engine
from quixotry.store.schema import BEFORE_ALEMBIC, REVISION, metadata
from quixotry.store.sql import SqlGameLog
from tests.postgres import empty_database
from tests.store.contract import next_events

DUMPS = Path(__file__).parent / "databases"
ADA = "a" * 64


def restored(file: Path) -> Path:
    """The SQLite database of version 2 in a file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((DUMPS / "version_2.sqlite.sql").read_text("utf-8"))
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of version 2."""
    if request.param == "sqlite":
        return f"sqlite:///{restored(tmp_path / 'games.sqlite3')}"
    uri: str = request.getfixturevalue("postgres_uri")
    empty_database(uri)
    with psycopg.connect(uri) as connection:
        connection.execute((DUMPS / "version_2.postgresql.sql").read_bytes())
    return uri


@pytest.fixture
def log(old: str) -> Iterator[SqlGameLog]:
    log = SqlGameLog(old)
    yield log
    log.close()


def scalar(url: str, query: str) -> object:
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            return connection.scalar(text(query))
    finally:
        engine.dispose()


def test_everything_of_the_version_before_is_still_there(log: SqlGameLog) -> None:
    assert set(log.list()) == {"running", "finished"}
    running, finished = (log.read(game_id) for game_id in ("running", "finished"))
    assert (running.damage, finished.damage) == ("", "")
    assert finished.game.position.is_over
    assert log.answer("running", "0:c2") == b'{"ok":true}'
    assert log.find("imported").gcg.startswith(b"#character-encoding")
    assert log.seats.held_by(ADA, "running") == (0,)
    assert log.house_rules.owners() == {"ours": ADA, "club": ""}
    assert log.seats.join("k" * 32, "b" * 64) == ("running", 1)


def test_a_game_of_the_version_before_goes_on(log: SqlGameLog) -> None:
    game = log.read("running").game
    events = next_events(game)
    log.append("running", game.position.seq, events)
    assert log.read("running").game == game.after(events)


def test_the_steps_lead_to_the_tables_a_new_database_gets(old: str) -> None:
    SqlGameLog(old).close()
    engine = open_engine(old)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        if engine.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    engine.dispose()


def test_a_server_from_before_alembic_refuses_the_database_as_newer(old: str) -> None:
    SqlGameLog(old).close()
    assert scalar(old, "SELECT version FROM schema_version") == BEFORE_ALEMBIC + 1
    assert scalar(old, "SELECT version_num FROM alembic_version") == REVISION


def test_so_it_does_with_a_new_one(tmp_path: Path) -> None:
    SqlGameLog.at(tmp_path / "games.sqlite3").close()
    assert (
        scalar(f"sqlite:///{tmp_path / 'games.sqlite3'}", "SELECT version FROM schema_version")
        == BEFORE_ALEMBIC + 1
    )


def test_house_rules_of_a_database_from_before_owners_are_the_operators(tmp_path: Path) -> None:
    file = restored(tmp_path / "games.sqlite3")
    with closing(sqlite3.connect(file)) as older, older:
        older.execute("ALTER TABLE rulesets DROP COLUMN owner")
        older.execute("UPDATE schema_version SET version = 1")
    log = SqlGameLog.at(file)
    try:
        assert log.house_rules.owners() == {"ours": "", "club": ""}
        assert not log.house_rules.delete("ours", "eve")
        assert log.house_rules.delete("ours", "")
    finally:
        log.close()


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    file = restored(tmp_path / "games.sqlite3")
    with closing(sqlite3.connect(file)) as connection, connection:
        # It says it is older than it is: the step finds a column that is there already.
        connection.execute("UPDATE schema_version SET version = 1")
        before = list(connection.iterdump())
    with pytest.raises(CannotSave, match="duplicate column name: owner"):
        SqlGameLog.at(file)
    with closing(sqlite3.connect(file)) as connection:
        assert list(connection.iterdump()) == before


def test_a_database_from_a_newer_version_is_left_alone(old: str) -> None:
    SqlGameLog(old).close()
    engine = open_engine(old)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    engine.dispose()
    with pytest.raises(NewerDatabase, match=r"newer version of Quixotry .* 0099"):
        SqlGameLog(old)


def test_the_newest_step_is_the_version_of_the_tables() -> None:
    """Two steps after the same one: give the later of them the next number."""
    config = Config()
    config.set_main_option("script_location", "quixotry.store:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


@pytest.mark.parametrize("has_database", [False, True])
def test_alembic_is_loaded_only_when_there_is_something_to_upgrade(
    tmp_path: Path, has_database: bool
) -> None:
    file = tmp_path / "games.sqlite3"
    if has_database:
        SqlGameLog.at(file).close()
    opening = "import sys; from pathlib import Path; from quixotry.store.sql import SqlGameLog; "
    opening += "SqlGameLog.at(Path(sys.argv[1])).close(); print('alembic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", opening, str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
