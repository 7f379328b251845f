"""Putting a backup back: nothing is overwritten unasked, and what was restored is gone through afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, delete, select, text
from sqlalchemy.exc import SQLAlchemyError

from quixotry.machine import Claimed, claim, give_to_owner_of, sync_folder
from quixotry.paths import write_synced
from quixotry.play.operator import RESTORE
from quixotry.play.ports import CannotSave, GameLogError
from quixotry.store.backup import Backup, BadBackup, WouldOverwrite, copy_tables, count_rows, unpacked
from quixotry.store.database import APPLICATION, database_file, server_note
from quixotry.store.inspection import Inspection, inspect_games
from quixotry.store.schema import games, metadata
from quixotry.store.sql import SqlGameLog
from quixotry.store.writer import reason_of
from quixotry.values import frozen


class ServerRuns(GameLogError):
    """A server has this database open."""

    code = "server_runs"
    kind = "conflict"


@frozen
class Restored:
    """What is there now, counted and replayed."""

    made_at: str
    rows: dict[str, int]
    lists: tuple[str, ...]
    inspection: Inspection


def restore(file: Path, address: str | URL, lists: Path, *, overwrite: bool = False) -> Restored:
    """Put a backup in the place of a database, and its word lists into their folder."""
    target = database_file(address)
    beside = file.resolve().parent if target is None else target.parent
    beside.mkdir(parents=True, exist_ok=True)
    with unpacked(file, beside) as backup:
        written = _lists_to_write(backup, lists, overwrite=overwrite)
        upgraded = _upgraded(backup, file)
        if target is None:
            _fill(address, upgraded, overwrite=overwrite)
        else:
            _put_in_place(upgraded, target, overwrite=overwrite)
        for path, content in written.items():
            _write(path, content)
    return _proved(address, backup)


def _lists_to_write(backup: Backup, folder: Path, *, overwrite: bool) -> dict[Path, bytes]:
    wanted = {folder / name: path.read_bytes() for name, path in backup.lists.items()}
    different = [path for path, content in wanted.items() if path.exists() and path.read_bytes() != content]
    if different and not overwrite:
        raise WouldOverwrite(str(different[0]))
    return wanted


def _upgraded(backup: Backup, file: Path) -> Path:
    """The unpacked database, brought up to date, with as many rows as its manifest says."""
    log = SqlGameLog.at(backup.database)
    try:
        with log.database.reading() as connection:
            found = count_rows(connection)
    finally:
        log.close()
    if any(found[name] != count for name, count in backup.manifest.rows.items()):
        raise BadBackup(str(file), "its database has not as many rows as its manifest says")
    return backup.database


# SQLite


def _put_in_place(copy: Path, target: Path, *, overwrite: bool) -> None:
    with _held(target):
        if target.exists() and not overwrite:
            raise WouldOverwrite(str(target))
        _sync(copy)
        # The old database's log must not be taken for the new one's.
        for suffix in ("-wal", "-shm"):
            target.with_name(target.name + suffix).unlink(missing_ok=True)
        give_to_owner_of(target.parent, copy)  # a server that is not root must be able to write it
        copy.replace(target)
        sync_folder(target.parent)


@contextmanager
def _held(target: Path) -> Iterator[None]:
    try:
        with claim(server_note(target)):
            yield
    except Claimed:
        raise ServerRuns from None


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        write_synced(file, b"")


def _write(path: Path, content: bytes) -> None:
    if not path.parent.exists():
        path.parent.mkdir(parents=True)
        give_to_owner_of(path.parent.parent, path.parent)
    beside = path.with_name(f".{path.name}.restored")
    with beside.open("wb") as file:
        write_synced(file, content)
    give_to_owner_of(path.parent, beside)
    beside.replace(path)
    sync_folder(path.parent)


# PostgreSQL


def _fill(address: str | URL, copy: Path, *, overwrite: bool) -> None:
    """All or nothing, in one transaction."""
    target, source = SqlGameLog(address), SqlGameLog.at(copy)
    try:
        with target.database.engine.begin() as writing, source.database.reading() as reading:
            if _is_served(writing):
                raise ServerRuns
            if writing.scalar(select(games.c.id).limit(1)) is not None and not overwrite:
                raise WouldOverwrite(f"the database {target.database.engine.url.database}")
            for table in reversed(metadata.sorted_tables):
                writing.execute(delete(table))
            copy_tables(reading, writing)
    except SQLAlchemyError as error:
        raise CannotSave(reason_of(error)) from None
    finally:
        source.close()
        target.close()


def _is_served(connection: Connection) -> bool:
    """Has anybody else a connection to this database that is called as ours are? This one is renamed first."""
    connection.execute(text(f"SET LOCAL application_name = '{APPLICATION}-restore'"))
    query = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name"
    )
    return bool(connection.scalar(query, {"name": APPLICATION}))


def _proved(address: str | URL, backup: Backup) -> Restored:
    log = SqlGameLog(address)
    try:
        with log.database.reading() as connection:
            rows = count_rows(connection)
        log.orders.note(RESTORE, "database", f"as of {backup.manifest.made_at}")
        return Restored(backup.manifest.made_at, rows, tuple(backup.manifest.lists), inspect_games(log))
    finally:
        log.close()
