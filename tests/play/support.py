"""A server's tables with a clock, computers and words of the tests' own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from quixotry.engine.moves import Engine
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.gaddag_file import encode_words
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.admission import Admission
from quixotry.play.lobby import Lobby
from quixotry.play.receipts import Command
from quixotry.play.registry import TableRegistry
from quixotry.play.table import Table
from quixotry.protocol.server import ServerMessage, encode
from quixotry.rules.board import Board
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.move import Accept, Exchange, Move, Pass, Resign
from quixotry.rules.ports import CanPlay
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View
from quixotry.store.sql import SqlGameLog

_TWO_LETTERS = (
    "AA AD AE AG AH AI AL AM AN AR AS AT AW AX AY BA BE BI BO BY DE DO ED EF EH EL EM EN ER ES ET EX FA FE GO "
    "HA HE HI HO ID IF IN IS IT JO KA KI LA LI LO MA ME MI MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW "
    "OX OY PA PE PI QI RE SH SI SO TA TI TO UH UM UN UP US UT WE WO XI XU YA YE YO ZA"
)
WORDS = Lexicon.of(_TWO_LETTERS.split(), id="tiny")


def engine_for(ruleset: Ruleset) -> Engine:
    """The compiled engine, because games are played by the ten thousand; its graph is kept nowhere."""
    return _engine(ruleset, threading.get_ident())  # one thread uses an engine at a time


@cache
def _engine(ruleset: Ruleset, _thread: int) -> Engine:
    letters = ruleset.tiles.alphabet.letters
    return Engine(ruleset, build_gaddag(encode_words(WORDS, letters), len(letters)))


@dataclass
class Clock:
    """Time that passes when told to."""

    at_ms: int = 1_000_000

    def __call__(self) -> int:
        return self.at_ms


@dataclass(frozen=True)
class TinyBook:
    words: Lexicon = WORDS

    @property
    def id(self) -> str:
        return self.words.id

    @property
    def digest(self) -> str:
        return self.words.digest

    def can_play(self, ruleset: Ruleset) -> CanPlay:
        return lambda board, rack: engine_for(ruleset).can_play(board, rack)


@dataclass
class Greedy:
    """Computers that think at once, or as the test says."""

    choose_move: Callable[[View], Move] | None = None
    asked: int = 0
    are_ill: bool = False
    finds_play: bool = True
    """What they say when they are asked whether a rack can play."""

    def thinking_ms(self, _level: str, _view: View, usual_ms: int) -> int:
        return usual_ms

    async def choose(
        self,
        level: str,
        lexicon_id: str,
        view: View,
        budget_ms: int,
        party: tuple[str, str],
        told: Callable[[int], None],
    ) -> Move:
        self.asked += 1
        return greedy(view) if self.choose_move is None else self.choose_move(view)

    async def advise(self, _lexicon_id: str, view: View, _party: tuple[str, str]) -> Move:
        return greedy(view)

    async def can_play(
        self, _lexicon_id: str, _ruleset: Ruleset, _board: Board, _rack: Tiles, _party: tuple[str, str]
    ) -> bool:
        self.asked += 1
        return self.finds_play

    def instead(self, _level: str) -> Sequence[Move]:
        return (Pass(), Resign())


def greedy(view: View) -> Move:
    if view.pending is not None:
        return Accept()
    assert view.rack is not None
    best = engine_for(view.ruleset).seen_plays(view.board, view.rack, 1, worth=lambda _: 0.0)
    if best:
        return best[0].move
    if view.can_exchange:
        return Exchange(tuple(view.rack)[: view.bag_count])
    return Pass()


@dataclass(eq=False)
class Page:
    """An open page: keeps what it is sent."""

    session: str
    seats: tuple[int, ...]
    address: str = ""
    sent: list[bytes] = field(default_factory=list)
    is_sent_away: bool = False

    def send(self, message: ServerMessage) -> None:
        self.sent.append(encode(message))

    def send_away(self) -> None:
        self.is_sent_away = True

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(message) for message in self.sent]

    @property
    def last(self) -> dict[str, Any]:
        return self.messages[-1]

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == kind]


@dataclass
class House:
    """One server process, as far as games are concerned."""

    log: SqlGameLog
    tables: TableRegistry
    clock: Clock
    computers: Greedy

    async def game(
        self,
        rules: str | Ruleset = "friends",
        kinds: Sequence[str] = ("person", "person"),
        session: str = "s",
    ) -> Table:
        ruleset = preset(rules) if isinstance(rules, str) else rules
        players = [
            SeatedPlayer(f"Player {number}", "computer", "casual")
            if kind == "computer"
            else SeatedPlayer(f"Player {number}")
            for number, kind in enumerate(kinds, 1)
        ]
        game_id = await self.tables.new_game(ruleset, "tiny", players, session)
        return await self.tables.table(game_id)

    def watch(self, table: Table) -> Page:
        """Somebody who watches computers, as fast as they can."""
        assert table.pace is not None
        table.pace.set(0, is_paused=False)
        return self.sit(table)

    def sit(self, table: Table, *seats: int, session: str = "") -> Page:
        page = Page(session or f"session {seats}", seats)
        if seats:
            self.log.seats.grant(page.session, table.game.header.table_id, seats)
        table.attach(page)
        return page


def opened(database: Path | str) -> SqlGameLog:
    return SqlGameLog.at(database) if isinstance(database, Path) else SqlGameLog(database)


@asynccontextmanager
async def house(
    file: Path | str,
    *,
    computers: Greedy | None = None,
    clock: Clock | None = None,
    seed: str = "5eed",
    digest_of: TinyBook | None = None,
) -> AsyncIterator[House]:
    log = opened(file)
    clock, computers = clock or Clock(), computers or Greedy()
    lobby = Lobby(log, Admission(lambda _: digest_of or TinyBook(), str), seed)
    tables = TableRegistry(lobby=lobby, computers=computers, now=clock, budget_ms=200)
    await tables.begin()
    try:
        yield House(log, tables, clock, computers)
    finally:
        await tables.end()
        log.close()


async def send(
    table: Table, page: Page, move: Move, *, seat: int | None = None, command: str = ""
) -> dict[str, Any]:
    """Send a move and get its answer."""
    position = table.game.position
    seat = position.turn if seat is None else seat
    assert seat is not None
    await table.handle(page, Command(command or f"c{position.seq}", seat, position.seq, move))
    return page.last


async def until(claim: Callable[[], bool]) -> None:
    """Wait for something that is bound to come."""
    async with asyncio.timeout(30):
        while not claim():
            await asyncio.sleep(0.005)
