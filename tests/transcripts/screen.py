"""Commands as people type them at a terminal, and all that comes up on the screen.

    $ FORCE_COLOR=1 quixotry play --rules party --player Ada --player Ben --seed 2a
    ... Ada, it is your turn. Continue: press Enter «»
    ... Ada> «8H QUIZ»
    ! a line on standard error
    = 0

A line that begins with `$` goes in, with settings of the environment before the command, and so does all that stands
between « and »: one line typed each. The rest comes out; `=` and the exit code end a command. Escapes are shown as ␛.
All commands of a file share one data folder, and run in the folder of the repository.
"""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.transcripts import wiring

ROOT = Path(__file__).parents[2]
SETTINGS = {
    "COLUMNS": "90",
    "LINES": "50",
    "TERM": "dumb",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "NO_COLOR": None,
    "FORCE_COLOR": None,
}
"""A dumb terminal shows no moving line while a computer thinks."""

_COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)
_TYPED = re.compile("«(.*?)»")
_CLOCK = re.compile(r"\b\d\d:\d\d\b")


class Keyboard(io.StringIO):
    """Standard input that shows on the screen what is typed."""

    def __init__(self, lines: Iterator[str], screen: io.TextIOWrapper) -> None:
        super().__init__()
        self._lines, self._screen = lines, screen

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        line = next(self._lines, None)
        if line is None:
            return ""
        self._screen.write(f"«{line}»\n")
        return line + "\n"


def replay(folder: Path, transcript: str) -> str:
    """Type what the transcript says was typed; the whole of it as it is now."""
    _, *parts = _COMMAND.split(transcript)
    shown = ""
    with pytest.MonkeyPatch.context() as patch:
        wiring.fix_chance(patch)
        wiring.fix_hints(patch)
        patch.chdir(ROOT)
        for command, record in zip(parts[::2], parts[1::2], strict=True):
            shown += f"$ {command}\n{run(folder, command, iter(_TYPED.findall(record)))}"
    return shown


def run(home: Path, command: str, typed: Iterator[str]) -> str:
    """One command and what came of it."""
    words = [wiring.saved_name(home, word) for word in shlex.split(command)]
    settings = dict(word.split("=", 1) for word in words[: words.index("quixotry")])
    screen, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ({"QUIXOTRY_HOME": str(home)} | SETTINGS | settings).items():
            if value is None:
                patch.delenv(name, raising=False)
            else:
                patch.setenv(name, value)
        patch.setattr("sys.stdin", Keyboard(typed, screen))
        patch.setattr("sys.stdout", screen)
        patch.setattr("sys.stderr", errors)
        code = wiring.run_command(words[words.index("quixotry") + 1 :])
    out = _text(screen, home)
    if out and not out.endswith("\n"):
        out += "\\\n"
    return out + "".join(f"! {line}\n" for line in _text(errors, home).splitlines()) + f"= {code}\n"


def _text(stream: io.TextIOWrapper, home: Path) -> str:
    assert isinstance(stream.buffer, io.BytesIO)
    text = wiring.hide_times(stream.buffer.getvalue()).decode()
    # How long a person took is no matter of the transcript; the sockets' clocks are compared to the millisecond.
    return _CLOCK.sub("mm:ss", text).replace(str(home), "HOME").replace("\x1b", "␛")
