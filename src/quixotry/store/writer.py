"""One thread that writes: whatever waits when it looks is committed together.

A commit costs a sync of the disk whether it holds one decision or fifty, so under load the decisions of many
games share one. A write is told that it is done only when its commit is.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from quixotry.metrics import COMMITS, STORE_ERRORS
from quixotry.play.ports import CannotSave, GameLogError, waited

GROUP_MAX = 256
"""How many writes share one commit at most."""

CLOSE_S = 1.0
"""How long the end of a server waits for what is being written: less than the time it has to end."""

T = TypeVar("T")
Write = Callable[[Connection], Any]


class GroupWriter:
    """Runs writes one after the other on its own thread and connection.

    A write that raises a `GameLogError` must not have changed anything: the rest of its group goes on. Whatever else
    it raises undoes it, and the others are written without it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Write, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="quixotry-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Callable[[Connection], T]) -> Future[T]:
        done: Future[T] = Future()
        self._waiting.put((write, done))
        return done

    def write(self, write: Callable[[Connection], T]) -> T:
        """Submit a write and wait for it."""
        return waited(self.submit(write))

    def close(self) -> None:
        """Finish what waits, then stop; a disk that hangs is not waited for."""
        self._waiting.put(None)
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            group, is_last = [first], False
            while len(group) < GROUP_MAX:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    is_last = True
                    break
                group.append(more)
            # From here on a write can no longer be taken back: whoever stops waiting only misses the answer.
            self._commit([each for each in group if each[1].set_running_or_notify_cancel()])
            if is_last:
                return

    def _commit(self, group: list[tuple[Write, Future[Any]]]) -> None:
        if not group:
            return
        results: list[tuple[Future[Any], Any, GameLogError | None]] = []
        began = time.perf_counter()
        try:
            with self._engine.begin() as connection:
                for write, done in group:
                    try:
                        results.append((done, write(connection), None))
                    except GameLogError as error:
                        results.append((done, None, error))
        except BaseException as error:  # noqa: BLE001 - whoever waits must hear of it, whatever it was
            if len(group) > 1:
                # One of them may be at fault; alone, each gets its own answer.
                for each in group:
                    self._commit([each])
            else:
                why = CannotSave(reason_of(error)) if isinstance(error, SQLAlchemyError) else error
                STORE_ERRORS.count()
                group[0][1].set_exception(why)
            return
        COMMITS.took(time.perf_counter() - began)
        for done, result, refusal in results:
            if refusal is None:
                done.set_result(result)
            else:
                done.set_exception(refusal)


def reason_of(error: SQLAlchemyError) -> str:
    """What the database said, without the statement and its values: those may hold tiles."""
    said = str(error.orig) if isinstance(error, DBAPIError) and error.orig else type(error).__name__
    return said.splitlines()[0][:200] if said else type(error).__name__
