"""Nothing but `machine.py` knows that there are systems without POSIX. Tested here on Linux, as far as that goes."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.sources import parsed
from tests.test_imports import imported_names, modules

POSIX_MODULES = frozenset(
    [
        "crypt",
        "curses",
        "fcntl",
        "grp",
        "nis",
        "ossaudiodev",
        "posix",
        "pty",
        "pwd",
        "readline",
        "resource",
        "spwd",
        "syslog",
        "termios",
        "tty",
    ]
)
POSIX_NAMES = {
    "os": frozenset(
        [
            "chown",
            "chroot",
            "fchmod",
            "fork",
            "forkpty",
            "getegid",
            "geteuid",
            "getgid",
            "getloadavg",
            "getpgid",
            "getuid",
            "killpg",
            "mkfifo",
            "nice",
            "openpty",
            "pidfd_open",
            "posix_spawn",
            "register_at_fork",
            "sched_getaffinity",
            "setgid",
            "setpgid",
            "setsid",
            "setuid",
            "sync",
            "uname",
            "wait",
            "wait3",
            "wait4",
            "waitpid",
            "O_NOFOLLOW",
            "O_DIRECTORY",
        ]
    ),
    "signal": frozenset(
        [
            "SIGALRM",
            "SIGCHLD",
            "SIGHUP",
            "SIGKILL",
            "SIGPIPE",
            "SIGQUIT",
            "SIGUSR1",
            "SIGUSR2",
            "alarm",
            "pause",
            "pthread_sigmask",
            "setitimer",
            "sigwait",
        ]
    ),
    "socket": frozenset(["AF_UNIX", "socketpair"]),
    "loop": frozenset(["add_signal_handler", "add_reader"]),
}

WITHOUT_POSIX = """
import builtins, importlib, sys
blocked, names = set(sys.argv[1].split(",")), sys.argv[2:]
really = builtins.__import__
def refuse(name, globals=None, locals=None, fromlist=(), level=0):
    # Only we must do without: the libraries and Python itself know which system they are on.
    if name in blocked and str((globals or {}).get("__name__", "")).startswith("quixotry"):
        raise ImportError(f"No module named {name!r}")
    return really(name, globals, locals, fromlist, level)
builtins.__import__ = refuse
for name in names:
    importlib.import_module(name)
"""


def test_every_module_can_be_imported_where_there_are_no_posix_modules() -> None:
    scripts = ("__main__", "store.migrations.env")  # run, never imported
    names = [f"quixotry.{name}".rstrip(".") for name in modules() if name not in scripts]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, ",".join(sorted(POSIX_MODULES)), *names],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", [name for name in modules() if name != "machine"])
def test_only_one_module_asks_the_system_for_what_another_may_not_have(module: str) -> None:
    assert not {name for name, _ in imported_names(module)} & POSIX_MODULES
    for node in ast.walk(parsed(modules()[module])):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used = f"{node.value.id}.{node.attr}"
            assert node.attr not in POSIX_NAMES.get(node.value.id, ()), f"{module} uses {used}"
