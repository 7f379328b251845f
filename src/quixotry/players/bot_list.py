"""The programs an operator lets sit down at a server's tables, as a file names them.

[thrifty]
command = "python examples/thrifty_bot.py"
title = "Thrifty"
summary = "Plays for points, but keeps its S."
network = false
memory_mb = 512
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from quixotry.players.bot_errors import bot_command
from quixotry.players.levels import PlayersError
from quixotry.protocol.bots import Name

BOTS_MAX = 32
_NAME = re.compile(r"[a-z0-9-]{1,32}")


class BadBotList(PlayersError):
    """The file that names the programs cannot be used."""

    code = "bad_bot_list"
    file: str
    why: str


class ListedBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A program people can play against."""

    command: str
    title: Name
    summary: Annotated[str, Meta(max_length=200)] = ""
    network: bool = False
    """May it use the network?"""
    on_failure: Literal["lose", "pass"] = "lose"
    """What a mistake costs it: the game, or the turn."""
    memory_mb: Annotated[int, Meta(ge=16, le=1 << 20)] = 1024

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its command."""
        return bot_command(self.command)


def load_bots(file: Path) -> dict[str, ListedBot]:
    """The programs of a file by their names, or an error that says what is wrong with it."""
    try:
        text = file.read_text("utf-8")
        found = msgspec.convert(tomllib.loads(text), type=dict[str, ListedBot])
    except OSError as error:
        raise BadBotList(str(file), error.strerror or "it cannot be read") from None
    except (ValueError, msgspec.ValidationError) as error:
        raise BadBotList(str(file), f"{error}") from None
    if len(found) > BOTS_MAX:
        raise BadBotList(str(file), f"it names {len(found)} programs; {BOTS_MAX} is the limit")
    for name, bot in found.items():
        if not _NAME.fullmatch(name):
            raise BadBotList(str(file), f"[{name}] must have 1 to 32 of the characters a-z, 0-9 and -")
        bot_command(bot.command)  # says what is wrong
    return found
