"""The composition root of the server: the browser's game put together. The terminal's is the package's own.

Two modules, because a command that asks one word must not wait for a web framework to load.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from quixotry import __version__, metrics
from quixotry.app.can_play import LexiconCanPlay
from quixotry.app.quick_can_play import QuickLexiconCanPlay
from quixotry.app.server_computers import Pools, ServerComputers
from quixotry.lexicon.catalogue import load_known
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.licences import licences
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.admission import Admission
from quixotry.play.catalogue import Catalogue
from quixotry.play.library import Library
from quixotry.play.lobby import Lobby
from quixotry.play.patience import USUAL, Patience
from quixotry.play.ports import QuickCanPlay
from quixotry.play.registry import TableRegistry
from quixotry.play.seating import PROGRAM, LevelTitle
from quixotry.play.word_tools import WordTools
from quixotry.players.levels import DEFAULT_LEVEL, describe_level, level_names, level_rating, level_title
from quixotry.protocol.catalogue import Level, Licence
from quixotry.rules.ports import THINKING_MS
from quixotry.rules.ruleset import Ruleset
from quixotry.store.sql import SqlGameLog
from quixotry.threads import stuck_jobs
from quixotry.values import frozen
from quixotry.web.guard import ASGIApp
from quixotry.web.limits import FRAME_BYTES_MAX
from quixotry.web.server import web_app
from quixotry.web.socket import Sockets
from quixotry.web.state import AppState

if TYPE_CHECKING:
    from quixotry.app.arena import ArenaHall
    from quixotry.players.bot_list import ListedBot

__all__ = ["FRAME_BYTES_MAX", "Options", "build"]

OUR_LICENCE = "Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0)"


@frozen
class Book:
    """A word list at the table: a `Wordbook`."""

    words: Lexicon

    @property
    def id(self) -> str:
        return self.words.id

    @property
    def digest(self) -> str:
        return self.words.digest

    def can_play(self, ruleset: Ruleset) -> QuickCanPlay:
        return can_play_by(ruleset, self.words)


@lru_cache(maxsize=32)
def can_play_by(ruleset: Ruleset, words: Lexicon) -> QuickLexiconCanPlay:
    """One engine for all games by these rules and words."""
    return QuickLexiconCanPlay(LexiconCanPlay(ruleset, words))


_loading = Lock()


def lexicon(name: str) -> Lexicon:
    """A list of the registry: what a stranger names is never opened as a file."""
    # One thread loads a list while the others wait for it: after a restart everybody comes back at once, and six
    # threads at the same list took each other's time.
    with _loading:
        return _load(name)


@lru_cache(maxsize=8)
def _load(name: str) -> Lexicon:
    found = load_known(name)
    "" in found  # noqa: B015 - makes the set of words now, on this thread, and not in somebody's turn
    return found


def book(name: str) -> Book:
    return Book(lexicon(name))


def levels() -> Sequence[Level]:
    return [
        Level(name, level_title(name), describe_level(name), level_rating(name)) for name in level_names()
    ]


def level_catalogue(listed: Mapping[str, ListedBot]) -> tuple[Callable[[], Sequence[Level]], LevelTitle]:
    """The computers one can play against, and the title of each: our levels, then the programs that are listed."""
    programs = {PROGRAM + name: bot for name, bot in listed.items()}

    def every_level() -> Sequence[Level]:
        told = (Level(name, bot.title, bot.summary, is_program=True) for name, bot in programs.items())
        return [*levels(), *told]

    def title(level: str) -> str:
        return programs[level].title if level in programs else level_title(level)

    return every_level, title


def terms() -> list[Licence]:
    """What comes with the game, and the text of its licence."""
    others = [Licence(licence.title, licence.text) for licence in licences()]
    return [Licence("Quixotry", OUR_LICENCE), *others]


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@frozen
class Options:
    """How a server is to be run."""

    database: str | Path
    """A file for SQLite, or the address of a PostgreSQL database."""
    is_at_home: bool = True
    lan: str = ""
    """At home: where other devices on the network find it; empty if it listens to this computer alone."""
    public: str = ""
    """Where strangers find it behind a proxy, as `https://name`."""
    names: frozenset[str] = frozenset()
    """Other names it goes by there."""
    thinking_ms: int = THINKING_MS
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    worker: tuple[str, ...] = ()
    """The command of a worker that is not ours; docs/reference/bot-protocol.md says what it is asked."""
    bots: Mapping[str, ListedBot] = field(default_factory=dict)
    """Programs that may sit at the tables, by name."""
    arena: Path | None = None
    """The folder of matches between computers; None for a server without."""
    arena_for_all: bool = False
    """May people elsewhere have matches played, too?"""
    patience: Patience = USUAL
    """How long it waits for people who do not come back."""
    seed: str = ""
    """For tests and demonstrations: the seed of every game, instead of a secret one each."""


def open_log(database: str | Path) -> SqlGameLog:
    return SqlGameLog.at(database) if isinstance(database, Path) else SqlGameLog(database)


def build(options: Options, *, now: Callable[[], int] = monotonic_ms) -> ASGIApp:
    """The server as an ASGI app."""

    # Imported late, like all that most servers are not asked for at once: each start would wait for it.
    def pools() -> Pools:
        from quixotry.app.computers import server_pools

        return server_pools(options.workers, lexicon, options.worker, options.bots)

    log = open_log(options.database)
    pool = ServerComputers(pools)
    every_level, title_of = level_catalogue(options.bots)
    admission = Admission(book, title_of, computers_alone=options.is_at_home)
    lobby = Lobby(log, admission, options.seed, is_public=not options.is_at_home)
    tables = TableRegistry(
        lobby=lobby,
        computers=pool,
        now=now,
        budget_ms=options.thinking_ms,
        patience=options.patience,
    )
    catalogue = Catalogue(
        log, lexicon, every_level, title_of, DEFAULT_LEVEL, computers_alone=options.is_at_home
    )

    @lru_cache(maxsize=1)
    def arena() -> ArenaHall:
        from quixotry.app.arena import ArenaHall

        assert options.arena is not None
        return ArenaHall(options.arena, every_level, options.bots, lexicon, catalogue.ruleset)

    state = AppState(
        tables=tables,
        lobby=lobby,
        library=Library(log, catalogue.ruleset, admission),
        catalogue=catalogue,
        word_tools=WordTools(log, catalogue),
        sockets=Sockets(tables),
        is_at_home=options.is_at_home,
        lan=options.lan,
        public=options.public,
        names=options.names,
        version=__version__,
        engine="compiled" if COMPILED else "plain",
        licences=terms(),
        arena=arena if options.arena is not None else None,
        arena_for_all=options.arena_for_all,
    )

    metrics.TABLES.reading = tables.count
    metrics.SOCKETS.reading = lambda of: state.sockets.count(players=of == "player")
    metrics.QUEUE.reading = lambda _: pool.waiting
    metrics.STUCK.reading = lambda _: stuck_jobs()

    async def close_arena() -> None:
        if arena.cache_info().currsize:
            await arena().close()

    async def close_log() -> None:
        log.close()

    return web_app(state, ending=(close_arena, pool.close, close_log))
