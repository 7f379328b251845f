"""Our own computers as a program that plays: reads requests from stdin, answers on stdout, until there are no more.

    python -m quixotry.players.worker

It speaks the protocol for programs of all kinds (`protocol/bots.py`); `worker_pool` starts and ends it, and
`quixotry bot` is the same for others.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from quixotry.lexicon.catalogue import load_known
from quixotry.lexicon.errors import LexiconError
from quixotry.lexicon.wordlist import Lexicon
from quixotry.machine import ended_after, ignore_interrupts, limit_memory
from quixotry.players.bot_server import BotServer, Tell, serve_standard_streams
from quixotry.players.champion import Champion
from quixotry.players.fallback import FALLBACK, FallbackPlayer
from quixotry.players.levels import DEFAULT_LEVEL, level_named, level_title, player_for
from quixotry.players.play_finder import FINDER, FindingPlayer
from quixotry.protocol import bots as messages
from quixotry.rules.move import Move
from quixotry.rules.ports import Player, Prepares
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

MEMORY_BYTES_MAX = 1 << 30
"""Address space of one worker."""

PROGRESS_S = 0.1
"""How often a worker says how far it has come."""


@dataclass
class Worker:
    """A `Sitter` who plays at every level. What was loaded for one game is kept for the next."""

    lexicon_of: Callable[[str], Lexicon] = load_known
    level: str = ""
    """Plays at this level, whatever a game asks for."""
    version: str = ""
    _lexicon: Lexicon | None = None
    _told: messages.LexiconFile | None = None
    _players: dict[str, Player] = field(default_factory=dict)
    """By level: making one anew costs a champion's whole second."""
    _player: Player | None = None
    """Whose game it is."""

    def introduction(self) -> messages.Introduction:
        name = f"Quixotry {level_title(self.level)}" if self.level else "Quixotry"
        is_quick = bool(self.level) and level_named(self.level).search is None
        return messages.Introduction(messages.PROTOCOL, name, self.version, is_quick)

    def new_game(self, request: messages.NewGame, ruleset: Ruleset) -> None:
        player = self._player_for(request)
        if isinstance(player, Prepares):
            player.prepare(ruleset)
        self._player = player

    def choose(self, view: View, request: messages.YourTurn, tell: Tell) -> Move:
        assert self._player is not None, "the server asks for no move before a game"
        if isinstance(self._player, Champion):
            self._player.watch = _reporter(tell) if request.progress else None
        return self._player.choose(view, request.deadline_ms)

    def _player_for(self, request: messages.NewGame) -> Player:
        if self._lexicon is None or request.lexicon != self._told:
            self._players.clear()
            self._lexicon, self._told = self._words(request.lexicon), request.lexicon
        level = self.level or request.level or DEFAULT_LEVEL
        if level not in self._players:
            aside: dict[str, Callable[[Lexicon], Player]] = {FALLBACK: FallbackPlayer, FINDER: FindingPlayer}
            made = aside.get(level, partial(player_for, level))
            self._players[level] = made(self._lexicon)
        return self._players[level]

    def _words(self, told: messages.LexiconFile) -> Lexicon:
        """The list with this id if it has the same words, else what the host has written down for us."""
        with suppress(LexiconError):
            known = self.lexicon_of(told.id)
            if told.file is None or told.digest == known.digest:
                return known
        if told.file is None:
            return self.lexicon_of(told.id)  # says what is wrong
        try:
            return Lexicon.of(Path(told.file).read_text("utf-8").split(), id=told.id)
        except (OSError, ValueError) as error:
            raise messages.BadLine(f"the words cannot be read: {error}") from None


def _reporter(tell: Tell) -> Callable[[int, int], None]:
    told_at = time.monotonic()

    def report(_leader: int, rollouts: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at >= PROGRESS_S:
            told_at = time.monotonic()
            tell(messages.Progress(rollouts))

    return report


def main() -> None:
    """Serve stdin and stdout, within a limit of memory."""
    ignore_interrupts()
    limit_memory(int(os.environ.get("QUIXOTRY_WORKER_BYTES", MEMORY_BYTES_MAX)))
    serve_standard_streams(BotServer(Worker(), ended_after))


if __name__ == "__main__":
    main()
