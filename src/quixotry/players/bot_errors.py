"""What a program that plays can do wrong."""

from __future__ import annotations

import shlex
import shutil
from typing import Literal

from quixotry.errors import Parameters
from quixotry.players.levels import PlayersError
from quixotry.wording.phrases import quoted

Reason = Literal[
    "cannot_start",
    "wrong_version",
    "bad_answer",
    "out_of_turn",
    "late",
    "exited",
    "flood",
    "memory",
    "gave_up",
]

DETAIL_MAX = 300


class BotFailed(PlayersError):
    """A program has lost its game, or its turn where that is the rule; `reason` says by what."""

    code = "bot_failed"
    reason: Reason
    detail: str = ""
    """More about it, for people: the rule that refuses a move, an exit code, the line that cannot be read."""
    name: str = ""
    """The program's own, once it has said so."""

    @property
    def wording_parameters(self) -> Parameters:
        return {**self.parameters, "name": self.name or "The program", "has_detail": bool(self.detail)}


class BadBotCommand(PlayersError):
    """What should start a program that plays cannot be run."""

    code = "bad_bot_command"
    command: str
    why: str


def bot_command(text: str) -> tuple[str, ...]:
    """The words of a command, as a shell would read it; a program that is not there is noticed at once.

    >>> bot_command("python 'my bot.py'")
    ('python', 'my bot.py')
    """
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise BadBotCommand(text, f"{error}") from None
    if not command:
        raise BadBotCommand(text, "it is empty")
    if shutil.which(command[0]) is None:
        raise BadBotCommand(text, f"there is no program {quoted(command[0])}")
    return command


def shown_line(line: bytes) -> str:
    """A line somebody else's program wrote, fit to be shown."""
    return quoted(line.decode("utf-8", "replace").rstrip("\n"))
