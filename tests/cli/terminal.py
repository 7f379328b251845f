"""A terminal with our program in it, driven the way a person drives it."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte

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
PROMPT = r"\x1b\[\?2004h.*?\x1b\[\?25h"
"""A prompt as the line editor draws it: pasting is switched on, the cursor hidden, and at the end shown again."""


def _hear_ctrl_c() -> None:
    """A test run started in the background ignores Ctrl-C, and would hand that down."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """`quixotry ...` in a pseudo terminal."""

    def __init__(
        self, home: Path, *args: str, columns: int = 100, rows: int = 50, **environment: str
    ) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "quixotry", *args],
            env={
                "QUIXOTRY_HOME": str(home),
                "PATH": "/usr/bin:/bin",
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                **environment,
            },
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=40,
            preexec_fn=_hear_ctrl_c,
        )
        self.child.delaybeforesend = None
        self.transcript = ""
        self.shown = ""
        """What came up between the last two things waited for, colours and all."""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def wait_for(self, *prompts: str) -> int:
        """Read on until one of the prompts asks for a line; which one it was, or their number at the end."""
        self.shown = ""
        while self._read(PROMPT) == 0:
            asked = ESCAPES.sub("", str(self.child.after)) + " "
            for at, prompt in enumerate(prompts):
                if re.search(prompt, asked):
                    return at
        return len(prompts)

    def wait_to_see(self, pattern: str) -> None:
        """Read on until something shows, whether or not a line is asked for."""
        self.shown = ""
        while not re.search(pattern, self.screen, re.MULTILINE):
            assert self._read(r".+") == 0, f"it ended before it showed {pattern}:\n{self.screen}"

    def _read(self, pattern: str) -> int:
        found = self.child.expect([pattern, pexpect.EOF])
        new = (self.child.before or "") + (self.child.after if isinstance(self.child.after, str) else "")
        self.shown += new
        self.transcript += new
        self._stream.feed(new)
        return found

    @property
    def screen(self) -> str:
        """What a person sees now, without colours."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def line(self) -> str:
        """The line the cursor is in."""
        return str(self._screen.display[self._screen.cursor.y]).rstrip()

    def resize(self, columns: int, rows: int) -> None:
        self.child.setwinsize(rows, columns)
        self._screen.resize(rows, columns)

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def stop_by(self, key: str) -> int:
        """Press a key that ends the program; its exit code."""
        self.press(key)
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


def play_by_hints(
    terminal: Terminal,
    *,
    turns_max: int = 400,
    look: Callable[[], None] = lambda: None,
    think: Callable[[], str] = lambda: "pass",
) -> int:
    """Play like a newcomer who looks, asks for a hint every turn and takes the first one; the exit code.

    Where hints are closed they `think` for themselves."""
    prompt, go_on = r"\w> ", r"[Pp]ress Enter"
    for _ in range(turns_max):
        match terminal.wait_for(CONFIRM, go_on, prompt):
            case 0:
                look()
                terminal.type("")
            case 1:
                terminal.type("")
            case 2:
                look()
                ends = "`accept` it" in _since_prompt(terminal)
                terminal.type("accept" if ends else _take_hint(terminal, think))
            case _:
                terminal.child.close()
                assert terminal.child.exitstatus is not None
                return terminal.child.exitstatus
    raise AssertionError("the game does not end")


def _since_prompt(terminal: Terminal) -> str:
    """What has been shown since something was last typed."""
    return ESCAPES.sub("", terminal.shown)


def _take_hint(terminal: Terminal, think: Callable[[], str]) -> str:
    terminal.type("hint all")
    terminal.wait_for(r"\w> ")
    shown = _since_prompt(terminal)
    if "closed while you play" in " ".join(shown.split()):
        terminal.type("show")
        terminal.wait_for(r"\w> ")
        return think()
    found = re.search(r"^  (\S+(?: across| down)? \S+) +\d+ +\S+ +-?\d+\.\d", shown, re.MULTILINE)
    return found[1] if found else "pass"
