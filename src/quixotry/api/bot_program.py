"""A bot as a program of its own, for `quixotry play`, matches, tournaments and servers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quixotry.api.candidate import Candidate
from quixotry.api.computer import Bot, Choice, bot_name, bot_of
from quixotry.api.lexicon import Lexicon, load_lexicon
from quixotry.api.view import View
from quixotry.lexicon.errors import LexiconError
from quixotry.players.bot_server import BotServer, Tell, serve_standard_streams
from quixotry.protocol import bots as messages
from quixotry.rules import view as rules_view
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset


def run_bot(
    player: Bot | Callable[[View], Choice],
    *,
    name: str = "",
    version: str = "",
    deterministic: bool = False,
    prepare: Callable[[Ruleset, Lexicon], None] | None = None,
) -> None:
    """Play on standard input and output by the bot protocol, until the input ends.

    `player` is a function of a view, or a `Bot`. `prepare` is called with the ruleset and the lexicon of each game
    before any clock runs; a method of that name of the bot will do. What the bot prints goes to standard error.

    >>> import quixotry as qx
    >>> def passes(view):
    ...     return "accept" if view.pending else "pass"
    >>> qx.run_bot(passes)  # doctest: +SKIP

    `quixotry bot --check "python mybot.py"` says what is wrong with such a program, and
    `quixotry play --player You --player bot:"python mybot.py"` plays against it.
    """
    hook = prepare or getattr(player, "prepare", None)
    introduction = messages.Introduction(
        messages.PROTOCOL, (name or bot_name(player))[: messages.NAME_MAX], version, deterministic
    )
    serve_standard_streams(BotServer(_Sitter(player, introduction, hook)))


class _Sitter:
    """A bot of the library as the protocol needs it."""

    def __init__(
        self,
        player: Bot | Callable[[View], Choice],
        introduction: messages.Introduction,
        prepare: Callable[[Ruleset, Lexicon], None] | None,
    ) -> None:
        self._bot = bot_of(player, Lexicon.of(()))
        self._introduction, self._prepare = introduction, prepare

    def introduction(self) -> messages.Introduction:
        return self._introduction

    def new_game(self, request: messages.NewGame, ruleset: Ruleset) -> None:
        if self._prepare is not None:
            self._prepare(ruleset, _lexicon(request.lexicon))

    def choose(self, view: rules_view.View, request: messages.YourTurn, _tell: Tell) -> Move:
        seen = View.of(view)
        choice = self._bot.choose(seen, request.deadline_ms)
        if isinstance(choice, Candidate):
            return choice.move
        return seen.parse_move(choice) if isinstance(choice, str) else choice


def _lexicon(told: messages.LexiconFile) -> Lexicon:
    """The list with this id, if it is the same one here; else the file the host has written."""
    try:
        known = load_lexicon(told.id)
        if told.file is None or known.digest == told.digest:
            return known
    except LexiconError:
        if told.file is None:
            raise
    return Lexicon.of(Path(told.file).read_text("utf-8").split(), id=told.id)
