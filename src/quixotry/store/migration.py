"""Bringing a database up to date when a server opens it.

An empty database gets today's tables at once; an older one goes up step by step (`migrations/`), all steps in one
transaction. Alembic is imported only for that: it takes as long as everything else at a start.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, insert, inspect, select, text

from quixotry.play.ports import NewerDatabase, OtherVersion
from quixotry.store.schema import BEFORE_ALEMBIC, REVISION, legacy_version, metadata, revisions


def migrate(engine: Engine) -> None:
    """Make the tables or upgrade them, all or nothing; `NewerDatabase` for one from the future."""
    with engine.connect() as connection:
        is_file = connection.dialect.name == "sqlite"
        if is_file:
            # SQLite alters a table by making it anew, and must not take the old one's end for a loss of what refers
            # to it. Neither line has an effect in a transaction, and its driver begins none before a CREATE TABLE.
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            # Two processes that start at once must not both do it.
            connection.execute(text("SELECT pg_advisory_xact_lock(7119)"))
        found = _revision(connection)
        if found > REVISION:
            raise NewerDatabase(found, REVISION)
        if not found:
            _make_tables(connection)
        elif found != REVISION:
            _upgrade(connection, found)
        connection.commit()
        if is_file:
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")


def check_revision(connection: Connection) -> None:
    """`OtherVersion` unless the tables are today's: what only looks at a database changes nothing in it."""
    found = _revision(connection)
    if found != REVISION:
        raise OtherVersion(found or "none", REVISION)


def _revision(connection: Connection) -> str:
    """The version of a database; empty for one without tables. Versions compare like their texts."""
    tables = inspect(connection).get_table_names()
    if revisions.name in tables:
        return connection.scalar(select(revisions.c.version_num)) or ""
    if legacy_version.name in tables:
        number = connection.scalar(select(legacy_version.c.version))
        return f"{number:04}" if number else ""
    return ""


def _make_tables(connection: Connection) -> None:
    metadata.create_all(connection)
    connection.execute(insert(revisions).values(version_num=REVISION))
    connection.execute(insert(legacy_version).values(version=BEFORE_ALEMBIC + 1))


def _upgrade(connection: Connection, found: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "quixotry.store:migrations")
    config.attributes["connection"] = connection
    if not inspect(connection).has_table(revisions.name):
        command.stamp(config, found)
    command.upgrade(config, REVISION)
