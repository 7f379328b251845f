"""The arena of a server: matches between computers, each played by a process of its own that gives way to people.

The process is `arena/hosted_match.py`, which does what `quixotry match` does. Here it is started, stopped and asked
about; what there is to know of a match is in its folder, so a server that comes back finds all of it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE

from quixotry import __version__, machine
from quixotry.app.match_folders import MatchFolders
from quixotry.arena.contestants import LISTED, STATIC, Program
from quixotry.arena.hosted_match import Ending, Order, write_part
from quixotry.arena.plan import Plan, TimeControl
from quixotry.engine.moves import COMPILED
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.lobby import new_id
from quixotry.play.matches import (
    ArenaBusy,
    ArenaFull,
    MatchIsOver,
    MatchOfAnother,
    NotInTheArena,
    ProgramChanged,
    RulesNotForTwo,
    WrongMatchNumber,
)
from quixotry.play.seating import PROGRAM, is_program
from quixotry.players.bot_list import ListedBot
from quixotry.protocol.arena import Arena, ArenaGame, ArenaMatch, MatchRequest
from quixotry.protocol.catalogue import Level
from quixotry.rules.ruleset import Ruleset
from quixotry.threads import in_thread

RUNNING_MAX = 1
"""Matches at a time."""
KEPT_MAX = 100
PAIRS_MAX = 1000
SECONDS_MAX = 3600
PAIRS_OF_STRANGERS_MAX = 50
SECONDS_OF_STRANGERS_MAX = 60
"""What a match may ask for: of the operator, and of anybody else."""
SEED_MAX = 10**9
JOBS = max(1, (os.cpu_count() or 2) // 2)
"""Games of a match at a time: half of the machine stays for people in any case."""
LEAVE_S = 1.0
"""A process that was asked to end and has not is killed after so long."""

STATIC_LEVEL = Level(STATIC, "Static", "The move of highest equity, at once; whole games take a millisecond.")


@dataclass(eq=False)
class ArenaHall:
    """A `MatchHall`: matches in the folders below one, at most `RUNNING_MAX` of them being played."""

    folder: Path
    levels: Callable[[], Sequence[Level]]
    """Ours and the programs that are listed."""
    bots: Mapping[str, ListedBot]
    lexicon: Callable[[str], Lexicon]
    """A word list by its id, never by a path."""
    ruleset: Callable[[str], Ruleset]
    _running: dict[str, asyncio.subprocess.Process] = field(default_factory=dict)
    _watching: set[asyncio.Task[None]] = field(default_factory=set)
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self._folders = MatchFolders(self.folder)

    async def overview(self, owner: str) -> Arena:
        """Everything the page begins with."""
        ids = await in_thread(self._folders.ids)
        return Arena(
            players=self._players(),
            pairs_max=PAIRS_OF_STRANGERS_MAX if owner else PAIRS_MAX,
            seconds_max=SECONDS_OF_STRANGERS_MAX if owner else SECONDS_MAX,
            running_max=RUNNING_MAX,
            matches=[await self.match(each, owner) for each in ids],
        )

    async def match(self, match_id: str, owner: str) -> ArenaMatch:
        show = partial(self._folders.shown, owner=owner, is_running=match_id in self._running)
        return await in_thread(show, match_id)

    async def begin(self, request: MatchRequest, owner: str) -> ArenaMatch:
        """Begin a match, or say what is wrong with it and where."""
        order = await in_thread(self._order, request, owner)
        async with self._starting:
            self._check_free()
            await in_thread(self._make_room)
            match_id = new_id()
            await in_thread(self._write_order, match_id, order)
            await self._start(match_id)
        return await self.match(match_id, owner)

    async def stop(self, match_id: str, owner: str) -> ArenaMatch:
        """Stop a match; finished pairs are kept. One that is not being played stays as it is."""
        folder, _ = await self._own(match_id, owner)
        process = self._running.get(match_id)
        if process is not None:
            await _end(process)
            self._running.pop(match_id, None)
            # It may have finished by itself just now.
            if not (folder / "ending.json").exists():
                await in_thread(write_part, folder, Ending("stopped"))
        return await self.match(match_id, owner)

    async def resume(self, match_id: str, owner: str) -> ArenaMatch:
        """Go on with a match that was stopped, interrupted, or has failed."""
        folder, order = await self._own(match_id, owner)
        for program in order.programs:
            if self._program(program.name) != program:
                raise ProgramChanged(program.name)
        async with self._starting:
            shown = await self.match(match_id, owner)
            if shown.state == "finished":
                raise MatchIsOver
            if shown.state != "running":
                self._check_free()
                (folder / "ending.json").unlink(missing_ok=True)
                await self._start(match_id)
        return await self.match(match_id, owner)

    async def delete(self, match_id: str, owner: str) -> None:
        await self.stop(match_id, owner)
        await in_thread(self._folders.delete, match_id)

    async def game(self, match_id: str, pair: int, game: int) -> ArenaGame:
        return await in_thread(self._folders.game, match_id, pair, game)

    async def report(self, match_id: str) -> bytes:
        return await in_thread(self._folders.file, match_id, "report.html")

    async def results(self, match_id: str) -> bytes:
        return await in_thread(self._folders.file, match_id, "results.json")

    async def records(self, match_id: str) -> bytes:
        return await in_thread(self._folders.records, match_id)

    async def close(self) -> None:
        """End every process. What they played is interrupted, and can go on with the next server."""
        await asyncio.gather(*(_end(process) for process in self._running.values()))
        for task in self._watching:
            task.cancel()

    # Orders

    def _players(self) -> list[Level]:
        levels = list(self.levels())
        at = sum(not level.is_program for level in levels)
        return [*levels[:at], *([STATIC_LEVEL] if COMPILED else []), *levels[at:]]

    def _order(self, request: MatchRequest, owner: str) -> Order:
        players = {level.name: level.title for level in self._players()}
        for name in ("first", "second"):
            if getattr(request, name) not in players:
                raise NotInTheArena(name, getattr(request, name)[:80])
        _check("pairs", request.pairs, 1, PAIRS_OF_STRANGERS_MAX if owner else PAIRS_MAX)
        _check("seconds", request.seconds, 0.1, SECONDS_OF_STRANGERS_MAX if owner else SECONDS_MAX)
        _check("seed", request.seed, 0, SEED_MAX)
        ruleset = self.ruleset(request.ruleset)
        if not ruleset.seats.min <= 2 <= ruleset.seats.max:
            raise RulesNotForTwo("ruleset", ruleset.title or ruleset.name)
        words = self.lexicon(request.lexicon)
        asked = (request.first, request.second)
        listed = dict.fromkeys(name.removeprefix(PROGRAM) for name in asked if is_program(name))
        first, second = (LISTED + name.removeprefix(PROGRAM) if is_program(name) else name for name in asked)
        titles = players[request.first], players[request.second]
        return Order(
            first=first,
            second=second,
            plan=Plan.of(
                ruleset,
                words,
                seed=request.seed,
                time=TimeControl(game_ms=round(1000 * request.seconds)),
            ),
            pairs=request.pairs,
            made_by=f"Quixotry {__version__}",
            begun_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            programs=tuple(program for name in listed if (program := self._program(name)) is not None),
            jobs=JOBS,
            titles=titles if titles[0] != titles[1] else (titles[0], f"{titles[1]} 2"),
            owner=owner,
        )

    def _program(self, name: str) -> Program | None:
        bot = self.bots.get(name)
        return None if bot is None else Program(name, bot.words, bot.memory_mb << 20, bot.network)

    def _make_room(self) -> None:
        """Nothing of visitors is kept for good: where there is no room, the oldest of their matches goes."""
        ids = self._folders.ids()
        if len(ids) < KEPT_MAX:
            return
        for match_id in reversed(ids):
            _, order = self._folders.find(match_id)
            if order.owner and match_id not in self._running:
                self._folders.delete(match_id)
                return
        raise ArenaFull(KEPT_MAX)

    def _write_order(self, match_id: str, order: Order) -> None:
        folder = self.folder / match_id
        folder.mkdir(parents=True)
        write_part(folder, order)

    async def _own(self, match_id: str, owner: str) -> tuple[Path, Order]:
        folder, order = await in_thread(self._folders.find, match_id)
        if owner and owner != order.owner:
            raise MatchOfAnother
        return folder, order

    # Processes

    def _check_free(self) -> None:
        if len(self._running) >= RUNNING_MAX:
            raise ArenaBusy(RUNNING_MAX)

    async def _start(self, match_id: str) -> None:
        # Its standard input is the string it hangs by: it ends when this process does, however that ends.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "quixotry.arena.hosted_match",
            str(self.folder / match_id),
            stdin=PIPE,
            stdout=DEVNULL,
            start_new_session=True,
        )
        self._running[match_id] = process
        task = asyncio.create_task(self._watch(match_id, process))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)

    async def _watch(self, match_id: str, process: asyncio.subprocess.Process) -> None:
        await process.wait()
        if self._running.get(match_id) is process:
            del self._running[match_id]


async def _end(process: asyncio.subprocess.Process) -> None:
    """End a process and everything it has started."""
    if process.returncode is not None:
        return
    machine.end_group(process.pid)
    try:
        async with asyncio.timeout(LEAVE_S):
            await process.wait()
    except TimeoutError:
        machine.end_group(process.pid, at_once=True)
        await process.wait()


def _check(name: str, number: float, least: float, most: float) -> None:
    if not least <= number <= most:
        raise WrongMatchNumber(name, f"{least:,g}", f"{most:,.0f}")
