"""A server's database, opened by an admin command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from quixotry.cli.options import database_of

if TYPE_CHECKING:
    from quixotry.store.sql import SqlGameLog


@contextmanager
def opened(data: Path | None, database: str | None) -> Iterator[SqlGameLog]:
    """The store of a server. A file that is not there is not made, and an older one left to the server to upgrade."""
    from quixotry.cli.front_door import CannotServe
    from quixotry.play.ports import CannotSave

    address = database_of(data, database)
    from sqlalchemy.exc import SQLAlchemyError

    from quixotry.store.database import database_file, open_engine
    from quixotry.store.migration import check_revision
    from quixotry.store.sql import SqlGameLog
    from quixotry.store.writer import reason_of

    file = database_file(address)
    if file is not None and not file.exists():
        raise CannotServe(f"There is no database {file}: no server has kept games there.")
    engine = open_engine(address)
    try:
        with engine.connect() as connection:
            check_revision(connection)
        log = SqlGameLog(address)
    except (CannotSave, SQLAlchemyError) as error:
        why = error.why if isinstance(error, CannotSave) else reason_of(error)
        raise CannotServe(f"The database cannot be opened or written ({why}).") from None
    finally:
        engine.dispose()
    try:
        yield log
    finally:
        log.close()
