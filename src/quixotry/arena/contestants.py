"""Who can be sent into the arena, by name.

A level (`expert`); `static`, the player of `quixotry selfplay`, which makes the candidate of highest equity and needs
no more than a millisecond for a whole game against itself; `bot:COMMAND`, any program that speaks the bot protocol; or
`listed:NAME`, one of those a server's operator has listed, of which results tell the name and not the command.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from quixotry.arena.errors import UnknownContestant
from quixotry.engine.leaves_file import leaves_for
from quixotry.engine.moves import Engine
from quixotry.lexicon.compiled import require_compiled
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.bot_errors import BotFailed, bot_command
from quixotry.players.bot_player import BotPlayer
from quixotry.players.bot_process import MEMORY_BYTES
from quixotry.players.levels import level_named, level_names, player_for
from quixotry.rules.exchange import begins_with_a_play
from quixotry.rules.move import Accept, Move, Play
from quixotry.rules.ports import Player
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View

STATIC = "static"
BOT = "bot:"
LISTED = "listed:"


class Program(msgspec.Struct, frozen=True):
    """A listed program: what is started for `listed:NAME`, and what it may have."""

    name: str
    command: tuple[str, ...]
    memory_bytes: int = MEMORY_BYTES
    network: bool = True
    """May it use the network?"""


def contestant_names() -> tuple[str, ...]:
    """What needs no program of its own."""
    return (*level_names(), STATIC)


def check_contestant(name: str, programs: Sequence[Program] = ()) -> None:
    """Raise UnknownContestant unless somebody plays under that name, or BadBotCommand."""
    if is_bot(name):
        program_of(name, programs)
    elif name not in contestant_names():
        raise UnknownContestant(name, contestant_names())
    elif name == STATIC:
        require_compiled("The static player")


def is_bot(name: str) -> bool:
    """Is it a program of its own?"""
    return name.startswith((BOT, LISTED))


def program_of(name: str, programs: Sequence[Program] = ()) -> Program:
    """What is started for `bot:COMMAND`, which must be on this machine, or for one of those that are listed."""
    if name.startswith(BOT):
        return Program(name, bot_command(name.removeprefix(BOT)))
    for program in programs:
        if name == LISTED + program.name:
            return program
    raise UnknownContestant(name, contestant_names())


def files_of(*names: str) -> tuple[str, ...]:
    """The words of these players' commands that name a file, seen from here."""
    words = (word for name in names if name.startswith(BOT) for word in program_of(name).command)
    # Not by a Path: a whole program in one word is too long for one.
    return tuple(dict.fromkeys(word for word in words if os.path.isfile(word)))


def open_bot(name: str, lexicon: Lexicon, programs: Sequence[Program] = ()) -> BotPlayer:
    """A player whose moves a program chooses; whoever leaves its block ends the program."""
    program = program_of(name, programs)
    return BotPlayer(program.command, lexicon, memory=program.memory_bytes, network=program.network)


def is_deterministic(name: str, lexicon: Lexicon, programs: Sequence[Program] = ()) -> bool:
    """Does it make the same move in the same position, however fast the machine is? A program says so itself."""
    if not is_bot(name):
        return name == STATIC or level_named(name).search is None
    with open_bot(name, lexicon, programs) as player:
        try:
            player.prepare(preset("match"))
        except BotFailed:
            return False
        return player.introduction is not None and player.introduction.deterministic


def shown_names(first: str, second: str) -> tuple[str, str]:
    """Two players as people read them: a program by its file, and no name twice."""
    one, two = shown_name(first), shown_name(second)
    return (one, two) if one != two else (one, f"{two} 2")


def shown_name(name: str) -> str:
    """`greedy.py` for `bot:python examples/greedy.py`, else the name itself."""
    if not name.startswith(BOT):
        return name.removeprefix(LISTED)
    words = [word for word in name.removeprefix(BOT).split() if not word.startswith("-")]
    files = [word for word in words if "/" in word or "." in word] or words
    return files[-1].rsplit("/", 1)[-1] if files else name


def open_contestant(name: str, lexicon: Lexicon) -> Player:
    """A player of that name that runs in this process."""
    check_contestant(name)
    return StaticPlayer(lexicon) if name == STATIC else player_for(name, lexicon)


@dataclass
class StaticPlayer:
    """A `Player`: always the first candidate. In compiled games its moves are the same (`static_pairs.py`)."""

    lexicon: Lexicon
    _engine: Engine | None = field(default=None, init=False, repr=False, compare=False)

    def prepare(self, ruleset: Ruleset) -> None:
        """Load what the first move would otherwise wait for."""
        if self._engine is None or self._engine.ruleset != ruleset:
            self._engine = Engine(ruleset, self.lexicon, leaves=leaves_for(ruleset, self.lexicon))

    def choose(self, view: View, _budget_ms: int) -> Move:
        """The candidate of highest equity; it never challenges."""
        if view.pending is not None:
            return Accept()
        self.prepare(view.ruleset)
        assert self._engine is not None
        assert view.rack is not None
        assert view.seat is not None
        made = view.exchanges[view.seat]
        found = self._engine.search(view.board, view.rack, bag=view.bag_count, exchanges_made=made)
        if view.board.is_empty and begins_with_a_play(view.ruleset):
            plays = (each.move for each in found if isinstance(each.move, Play))
            return next(plays, found.best.move)
        return found.best.move
