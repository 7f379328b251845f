"""A backup: everything a server keeps, in one file.

It is a zip archive of `manifest.json`, the database as an SQLite file, and the operator's own word lists, whatever the
database is: so a backup of PostgreSQL needs no tools of its own version, and can be restored to a file. SQLite is
copied by its online backup, PostgreSQL row by row in one snapshot. A server that runs meanwhile is not held up, and the
backup holds every game as it stood at one moment.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import msgspec
from sqlalchemy import URL, Connection, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from quixotry.machine import sync_folder
from quixotry.play.ports import CannotSave, GameLogError
from quixotry.store.database import database_file, open_engine
from quixotry.store.migration import check_revision
from quixotry.store.schema import legacy_version, metadata, revisions
from quixotry.store.writer import reason_of
from quixotry.values import frozen

FORMAT = "quixotry-backup"
VERSION = 1
MANIFEST, DATABASE, LISTS = "manifest.json", "games.sqlite3", "lexicons/"
MANIFEST_BYTES_MAX = 1 << 20
ROWS_AT_ONCE = 500
_BLOCK = 1 << 20
_UNCOUNTED = {revisions.name, legacy_version.name}


class NothingToBackUp(GameLogError):
    code = "nothing_to_back_up"
    kind = "unknown"
    file: str


class WouldOverwrite(GameLogError):
    code = "would_overwrite"
    kind = "conflict"
    what: str


class BadBackup(GameLogError):
    code = "bad_backup"
    file: str
    why: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a backup says of itself."""

    format: str
    version: int
    made_at: str
    revision: str
    """Of the tables."""
    rows: dict[str, int]
    """How many there are, by table."""
    files: dict[str, str]
    """The SHA-256 of every other file in the archive."""

    @property
    def lists(self) -> list[str]:
        return sorted(name.removeprefix(LISTS) for name in self.files if name.startswith(LISTS))


def back_up(address: str | URL, target: Path, lists: Sequence[Path], *, overwrite: bool = False) -> Manifest:
    """Write everything at this address, and these word lists, to a file that only its owner may read."""
    if target.exists() and not overwrite:
        raise WouldOverwrite(str(target))
    # Beside its place, so that it can be moved there whole. Only the owner may look into such a folder.
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.resolve().parent) as folder:
        copy = Path(folder) / DATABASE
        file = database_file(address)
        if file is None:
            _copy_rows(address, copy)
        elif not file.exists():
            raise NothingToBackUp(str(file))
        else:
            _copy_file(file, copy)
        contents = {DATABASE: copy, **{LISTS + path.name: path for path in lists}}
        with closing(sqlite3.connect(copy)) as counted:
            revision, rows = _counted(counted)
        manifest = Manifest(
            format=FORMAT,
            version=VERSION,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            revision=revision,
            rows=rows,
            files={name: _digest(path) for name, path in contents.items()},
        )
        archive = Path(folder) / "archive"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=2))
            for name, path in contents.items():
                packed.write(path, name)
        archive.chmod(0o600)
        with archive.open("rb+") as written:
            os.fsync(written.fileno())
        archive.replace(target)
    sync_folder(target.resolve().parent)
    return manifest


def _copy_file(file: Path, copy: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise CannotSave(str(error)) from None
    _unlog(copy)


def _unlog(copy: Path) -> None:
    """A file by itself: what is in a log beside it would be left behind."""
    with closing(sqlite3.connect(copy)) as whole:
        whole.execute("PRAGMA journal_mode=DELETE")


def _copy_rows(address: str | URL, copy: Path) -> None:
    source, target = open_engine(address), open_engine(URL.create("sqlite", database=str(copy)))
    try:
        with source.connect() as reading, target.begin() as writing:
            snapshot = reading.execution_options(isolation_level="REPEATABLE READ")
            check_revision(snapshot)
            metadata.create_all(writing)
            copy_tables(snapshot, writing)
        target.dispose()
        _unlog(copy)
    except SQLAlchemyError as error:
        raise CannotSave(reason_of(error)) from None
    finally:
        source.dispose()
        target.dispose()


def copy_tables(reading: Connection, writing: Connection) -> None:
    """All rows of all tables, those first that others refer to."""
    for table in metadata.sorted_tables:
        found = reading.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions(ROWS_AT_ONCE):
            writing.execute(insert(table), [dict(row) for row in rows])


def count_rows(connection: Connection) -> dict[str, int]:
    """How many rows there are, by table."""
    return {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in metadata.sorted_tables
        if table.name not in _UNCOUNTED
    }


def _counted(copy: sqlite3.Connection) -> tuple[str, dict[str, int]]:
    """The version of a copy, which may be another than ours, and its rows."""
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    ours = [table.name for table in metadata.sorted_tables if table.name in names - _UNCOUNTED]
    rows = {name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in ours}
    if revisions.name not in names:
        return "", rows
    return copy.execute(f"SELECT version_num FROM {revisions.name}").fetchone()[0], rows


# Reading one


@frozen
class Backup:
    """A backup that has been unpacked, and found to be what was packed."""

    manifest: Manifest
    database: Path
    lists: Mapping[str, Path]
    """By file name."""


@contextmanager
def unpacked(file: Path, beside: Path) -> Iterator[Backup]:
    """Unpack a backup to a folder of its own; `BadBackup` if any of it is not as it was packed."""
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=beside) as folder:
        try:
            with zipfile.ZipFile(file) as packed:
                manifest = _manifest_of(file, packed)
                paths = {name: Path(folder) / str(number) for number, name in enumerate(manifest.files)}
                for name, path in paths.items():
                    with packed.open(name) as content, path.open("wb") as out:
                        shutil.copyfileobj(content, out, _BLOCK)
                    if _digest(path) != manifest.files[name]:
                        raise BadBackup(str(file), f"{name} is not what was packed")
        except (zipfile.BadZipFile, EOFError, KeyError, NotImplementedError) as error:
            raise BadBackup(str(file), str(error).strip("'\"")) from None
        _check_database(file, paths[DATABASE])
        lists = {name.removeprefix(LISTS): path for name, path in paths.items() if name != DATABASE}
        yield Backup(manifest, paths[DATABASE], lists)


def _manifest_of(file: Path, packed: zipfile.ZipFile) -> Manifest:
    with packed.open(MANIFEST) as content:
        text = content.read(MANIFEST_BYTES_MAX)
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except msgspec.MsgspecError as error:
        raise BadBackup(str(file), f"its manifest cannot be read ({error})") from None
    if manifest.format != FORMAT or manifest.version != VERSION:
        raise BadBackup(str(file), "it was made by a newer version of Quixotry")
    names = [name.removeprefix(LISTS) for name in manifest.files if name != DATABASE]
    # A list goes to one folder, whatever a manifest calls it.
    if DATABASE not in manifest.files or any(
        name != Path(name).name or name.startswith(".") for name in names
    ):
        raise BadBackup(str(file), "its manifest names files that no backup has")
    return manifest


def _check_database(file: Path, database: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as copy:
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        verdict = str(error)
    if verdict != "ok":
        raise BadBackup(str(file), f"its database is damaged: {verdict}")


def _digest(path: Path) -> str:
    with path.open("rb") as content:
        return _digest_of(content)


def _digest_of(content: IO[bytes]) -> str:
    return hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]
