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
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

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


def give_to_owner_of(folder: Path, path: Path) -> None:
    """Where root has made a file in somebody's folder, have it be theirs; Windows does so by itself."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


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


def give_way() -> None:
    """Let every other process have the processor first; Windows has no such number."""
    if hasattr(os, "nice"):
        os.nice(15)


def end_group(leader: int, *, at_once: bool = False) -> None:
    """End a process that leads a group of its own, and the group; on Windows the process alone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(leader, signal.SIGKILL if at_once else signal.SIGTERM)
        else:
            os.kill(leader, signal.SIGTERM)


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


# Programs that are watched: what players/warden.py needs of the system

CAN_WATCH = os.name == "posix"
"""Can a program be started so that somebody watches over it and all it starts? Windows has no way for it here."""

FILES_MAX = 256
FILE_BYTES_MAX = 1 << 28
"""Of a program that is watched: how many files it may have open, and how large a file it may write."""

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000


def string_to_hold() -> tuple[socket.socket, socket.socket]:
    """Two ends of a string: who holds one notices when the other is let go, however that process ends."""
    import socket  # late: most commands have nobody to talk to

    return socket.socketpair()


def adopt_orphans() -> bool:
    """Become the parent of every descendant whose own parent ends; False where a system cannot (all but Linux)."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def start_watched(command: Sequence[str], *, memory_bytes: int, network: bool) -> tuple[int, bool]:
    """Start a program in a session of its own, with limits, and without any file but the three of every program.

    Its process id, and whether it got what it should of the network. It is killed when this process ends (Linux).
    An `OSError` says why it cannot be started. Only for a process without threads.
    """
    told, tell = os.pipe()
    pid = os.fork()
    if pid:
        os.close(tell)
        with os.fdopen(told, "rb") as pipe:
            number, cut = (pipe.read() + b"\n\n").split(b"\n")[:2]
        if number:
            os.waitpid(pid, 0)
            raise OSError(int(number), os.strerror(int(number)), command[0])
        return pid, network or cut == b"cut"
    try:
        _confine(memory_bytes)
        if not network and _leave_network():
            os.write(tell, b"\ncut")
        os.execvp(command[0], list(command))  # closes both pipes; noqa: S606
    except OSError as error:
        os.write(tell, b"%d\n" % (error.errno or 0))
    finally:
        os._exit(127)


def _confine(memory_bytes: int) -> None:
    import resource

    os.setsid()
    # Should the warden be killed itself. A race with its end is none: then this process has no reader either.
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    for sign in (signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(sign, signal.SIG_DFL)
    # Data and not address space: the engines of JavaScript, Java and Go reserve many times what they use. It is what
    # stops a single gulp; the warden counts what is really used, of all processes together.
    limits = {
        resource.RLIMIT_DATA: 2 * memory_bytes,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: FILES_MAX,
        resource.RLIMIT_FSIZE: FILE_BYTES_MAX,
    }
    for kind, most in limits.items():
        hard = resource.getrlimit(kind)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))


def _leave_network() -> bool:
    """Give this process a network without any connection; False where the system does not allow it."""
    if sys.platform != "linux":
        return False
    # Who is not root needs a world of users of their own first, which some systems forbid.
    return _libc("unshare", _CLONE_NEWNET) or _libc("unshare", _CLONE_NEWUSER | _CLONE_NEWNET)


def _prctl(option: int, value: int) -> bool:
    return sys.platform == "linux" and _libc("prctl", option, value, 0, 0, 0)


def _libc(function: str, *args: int) -> bool:
    import ctypes

    return bool(getattr(ctypes.CDLL(None), function)(*map(ctypes.c_ulong, args)) == 0)


def descendants() -> list[int]:
    """The processes this one has started, those they have started, and so on; empty where there is no /proc."""
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        for file in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            with contextlib.suppress(OSError):  # it has just ended
                children = [int(child) for child in file.read_bytes().split()]
                found += children
                waiting += children
    return found


def peak_bytes_of_ended() -> int:
    """The most memory that any process used which this one has started and seen the end of."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def resident_bytes(pids: Sequence[int]) -> int:
    """The memory these processes use; 0 where nobody can tell."""
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def end_watched(leader: int) -> None:
    """Kill a program started by `start_watched` and everything it has started; return once nothing is left."""
    seen: set[int] = set()
    # First nobody may move any more: somebody who forks faster than they are killed would get away.
    while new := set(descendants()) - seen:
        seen |= new
        _signal_each(new, signal.SIGSTOP)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    while True:
        left = descendants()
        _signal_each(left, signal.SIGKILL)
        ended_children()
        if not left:
            return
        time.sleep(0.002)


def _signal_each(pids: set[int] | list[int], sign: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, sign)


def ended_children() -> dict[int, int]:
    """The children that have ended since the last call, with their exit codes; -9 for signal 9."""
    found: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            found[ended[0]] = os.waitstatus_to_exitcode(ended[1])
    return found


def woken_by_children() -> socket.socket:
    """A socket that can be read from whenever a child has ended."""
    import socket

    reader, writer = socket.socketpair()
    for end in (reader, writer):
        end.setblocking(False)
    signal.set_wakeup_fd(writer.detach(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return reader
