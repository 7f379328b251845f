"""A terminal with our program in it, driven the way a person drives it."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pexpect

SHORT_TILES = """
? 0 1
A 1 4
B 3 1
D 2 2
E 1 5
G 2 1
I 1 3
L 1 2
N 1 3
O 1 3
P 3 1
R 1 3
S 1 2
T 1 3
U 1 1
Y 4 1
"""
"""36 tiles: enough for four racks, few enough for a game in seconds. In the plain form of B5."""

CONFIRM = r"type `undo` > "
WINNER = re.compile(r"^(You win|\w.* wins?|.* share the win)\.$", re.MULTILINE)
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\([A-Z]|\r")


def _hear_ctrl_c() -> None:
    """A test run started in the background ignores Ctrl-C, and would hand that down."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """`quixotry ...` in a pseudo terminal."""

    def __init__(self, home: Path, *args: str, columns: int = 100) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "quixotry", *args],
            env={
                "QUIXOTRY_HOME": str(home),
                "PATH": "/usr/bin:/bin",
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
            },
            dimensions=(50, columns),
            encoding="utf-8",
            timeout=60,
            preexec_fn=_hear_ctrl_c,
        )
        self.child.delaybeforesend = None
        self.transcript = ""
        self.shown = ""
        """What came up between the last two things waited for, colours and all."""

    def wait_for(self, *patterns: str) -> int:
        """Read on until one of the patterns shows; which one it was."""
        found = self.child.expect([*patterns, pexpect.EOF])
        self.shown = self.child.before or ""
        self.transcript += self.shown + (self.child.after if isinstance(self.child.after, str) else "")
        return found

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def stop_by(self, key: str) -> int:
        """Press a key until the program ends; its exit code. Readline loses a signal that comes between prompt
        and reading, and people press again."""
        for _ in range(10):
            self.child.send(key)
            ended = self.child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0
            if ended:
                self.transcript += self.child.before or ""
                break
        return self.end()

    @property
    def text(self) -> str:
        """All that was ever on the screen, without colours."""
        return ESCAPES.sub("", self.transcript)

    def end(self) -> int:
        """Wait for the program to end; its exit code."""
        self.wait_for()
        self.child.close()
        assert self.child.exitstatus is not None, f"ended by signal {self.child.signalstatus}"
        return self.child.exitstatus


def play_by_hints(terminal: Terminal, *, turns_max: int = 400) -> int:
    """Play like a newcomer who asks for a hint every turn and takes the first one; the exit code."""
    prompt, go_on = r"\n[^\n]*\w> ", r"[Pp]ress Enter[^\n]*"
    for _ in range(turns_max):
        match terminal.wait_for(CONFIRM, go_on, prompt):
            case 0 | 1:
                terminal.type("")
            case 2:
                terminal.type("accept" if "`accept` it" in _since_prompt(terminal) else _take_hint(terminal))
            case _:
                terminal.child.close()
                assert terminal.child.exitstatus is not None
                return terminal.child.exitstatus
    raise AssertionError("the game does not end")


def _since_prompt(terminal: Terminal) -> str:
    """What has been shown since something was last typed."""
    return ESCAPES.sub("", terminal.shown)


def _take_hint(terminal: Terminal) -> str:
    terminal.type("hint")
    terminal.wait_for(r"\n[^\n]*\w> ")
    shown = _since_prompt(terminal)
    found = re.search(r"^  (\S+(?: across| down)? \S+) +\d+ +\S+ +-?\d+\.\d", shown, re.MULTILINE)
    return found[1] if found else "pass"
