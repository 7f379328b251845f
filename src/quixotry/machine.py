"""What differs between systems: locks on files, limits of a process, signals, syncing a folder.

The one module that asks which system this is. Where a system has no such thing the function does what is left to do,
and says so here; nobody else imports `fcntl`, `resource` or their like (tests/test_portability.py).
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

CLAIM_PATIENCE_S = 0.2
"""Long enough to outlast somebody who lets go of a file this very moment."""


class Claimed(Exception):
    """Another process holds the file."""


@contextlib.contextmanager
def claim(file: Path) -> Iterator[None]:
    """Hold a file's name for this process, or raise `Claimed`; the system lets go of it however the process ends.

    It is a lock file beside it that is held, because Windows would let nobody read a locked file itself.
    """
    import filelock  # late: it takes as long to import as a list of games to show

    path = file.with_name(f"{file.name}.lock")
    lock = filelock.FileLock(path, timeout=CLAIM_PATIENCE_S)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise Claimed from None
    try:
        yield
    finally:
        # Whoever waits for it notices that the file it has locked is no longer there, and tries again. Windows does
        # not delete what is open; there the library does so after letting go.
        with contextlib.suppress(OSError):
            path.unlink()
        lock.release()


def sync_folder(folder: Path) -> None:
    """Put a new file's name on the disk: without it a crash can lose the file, however well it was written.

    Windows has no way to sync a folder; its file systems keep names in a journal of their own.
    """
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def limit_memory(most_bytes: int) -> bool:
    """Limit the address space of this process; False where a system has no such limit (Windows)."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))
    except (ImportError, OSError, ValueError):
        return False
    return True


def allow_open_files(wanted: int) -> None:
    """Raise the limit on open files as far as `wanted`: programs start with a low one and may raise it themselves.

    Windows has no such limit for sockets.
    """
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one: a terminal sends it to both."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """End this process unless the block is left in time, whatever hangs: a thread of C's own does it."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def on_request_to_stop(stop: Callable[[int, None], object]) -> None:
    """Call `stop` when somebody presses Ctrl-C or asks the process to end, even if an event loop hangs."""
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda number, _: stop(number, None))
