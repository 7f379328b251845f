"""A process between us and somebody's program: it ends the program, and everything that one has started.

It holds one end of a string (`machine.string_to_hold`) and we the other. When we let go, or are killed, it kills the
program and all of its descendants, also those that have hidden in sessions of their own: on Linux an orphan becomes the
warden's child. When the program ends by itself or uses too much memory, the warden does the same and says why over
the string. Requests and answers do not pass through it.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from quixotry import machine

WATCH_S = 0.1
"""How often memory is looked at."""

_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from quixotry.players.warden import main; main(sys.argv[1:])"


def warden_command(
    command: Sequence[str], *, string: socket.socket, memory_bytes: int, network: bool
) -> tuple[str, ...]:
    """What starts a program with a warden; `string` is the end the warden inherits."""
    # Isolated and without site: a program of the user's must not change it, and it starts in half the time.
    package = str(Path(__file__).parents[2])
    options = (str(string.fileno()), str(memory_bytes), "network" if network else "alone")
    return (sys.executable, "-I", "-S", "-c", _START, package, *options, *command)


def main(words: Sequence[str]) -> None:
    """Start a program and watch it to its end."""
    number, memory_bytes, network, *command = words
    with socket.socket(fileno=int(number)) as string, contextlib.suppress(OSError):
        string.set_inheritable(False)
        string.sendall(_watch(command, string, int(memory_bytes), network == "network").encode() + b"\n")


def _watch(command: Sequence[str], string: socket.socket, memory_bytes: int, network: bool) -> str:
    """How the program ended: a word and, where there is more to say, a detail."""
    woken = machine.woken_by_children()
    machine.on_request_to_stop(lambda *_: sys.exit(1))
    machine.ignore_interrupts()
    machine.adopt_orphans()
    try:
        pid, is_as_wanted = machine.start_watched(command, memory_bytes=memory_bytes, network=network)
    except OSError as error:
        return f"cannot_start {error.strerror}"
    if not is_as_wanted:
        string.sendall(b"network\n")
    # Only the program may hold the pipes, or nobody would notice when it has closed them.
    with open(os.devnull, "r+b", buffering=0) as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    try:
        # Not `select.select`: a busy server's string has a number above the thousand that one knows.
        watched = selectors.DefaultSelector()
        watched.register(string, selectors.EVENT_READ)
        watched.register(woken, selectors.EVENT_READ)
        while True:
            readable = [key.fileobj for key, _ in watched.select(WATCH_S)]
            if string in readable:
                return "let_go"
            if woken in readable:
                woken.recv(4096)
            ended = machine.ended_children()
            if pid in ended:
                # It may have grown, been refused more and given up between two looks.
                peak = machine.peak_bytes_of_ended()
                return f"memory {peak}" if peak > memory_bytes else f"exited {ended[pid]}"
            if (used := machine.resident_bytes(machine.descendants())) > memory_bytes:
                return f"memory {used}"
    finally:
        machine.end_watched(pid)
