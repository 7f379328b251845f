"""A world: processes over one database, people with pages, a network between them, and what goes wrong.

`live(seed)` lets it happen and returns the story; the same seed is the same story, to the letter.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import tempfile
import time
import traceback
from collections import defaultdict
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import Context
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from quixotry import machine
from quixotry.play import absence, limits
from quixotry.play.patience import ABANDONED_DAYS
from quixotry.play.ports import GameLogError
from quixotry.players import prepared_worker
from quixotry.protocol.bots import LexiconFile
from quixotry.rules.game import SeatedPlayer
from quixotry.store import sql
from quixotry.threads import TookTooLong
from quixotry.web import socket
from tests.simulation.disk import LATE_S, Disk
from tests.simulation.jobs import Jobs
from tests.simulation.loop import OWNER, Owner, SimulatedLoop, unwind
from tests.simulation.person import Person
from tests.simulation.plan import ROUGH_S, Plan, PlannedGame, plan_for, short_rules
from tests.simulation.process import Process, Unreachable
from tests.simulation.programs import Program
from tests.simulation.promises import Promises
from tests.simulation.story import Story

END_S = 300.0
"""By then every game is over: calm players need a minute."""

WALL_MS = 1_767_268_800_000
"""Noon of the first day of 2026."""

HOUR_MS = 3_600_000
AGES_MS = (ABANDONED_DAYS + 1) * 24 * HOUR_MS

ATTEND_MS, END_MS = 2_000, 5_000
"""How often processes look for those who stay away, and for games nobody plays any more: more often than usual."""


def live(seed: int, plan: Plan | None = None) -> Story:
    """What happens in the world of a seed; `story.broken` is the promise it broke, if it did."""
    loop = SimulatedLoop(random.Random(f"loop {seed}"))
    story = Story(loop)
    with (
        tempfile.TemporaryDirectory(prefix="qx-sim-", dir=_memory()) as folder,
        asyncio.Runner(loop_factory=lambda: loop) as runner,
    ):
        world = World(seed, plan or plan_for(seed), story, Path(folder))
        runner.run(world.happen())
    return story


def _memory() -> str | None:
    """Where files cost no disk; what a power cut takes is decided here."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


class World:
    def __init__(self, seed: int, plan: Plan, story: Story, folder: Path) -> None:
        self.seed, self.plan, self.story, self._folder = seed, plan, story, folder
        self._loop = story.loop
        self._chance = random.Random(f"world {seed}")
        self._programs = random.Random(f"programs {seed}")
        self.is_rough = True
        self._jumped_ms = 0
        self._are_ages_past = False
        self._troubled_s = 0.0
        """Until when nobody can expect anything to be quick."""
        self._next_commit = ""
        self._numbers: dict[str, int] = defaultdict(int)
        self.slots: list[Process | None] = [None] * plan.processes
        self.persons: list[Person] = []
        self._pages: dict[str, int] = defaultdict(int)
        self._attended: dict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
        """Of each game: how long it was attended, up to when."""
        self._planned: dict[str, PlannedGame] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def happen(self) -> None:
        with ExitStack() as held:
            self.jobs = Jobs(self._loop, random.Random(f"jobs {self.seed}"))
            self.disk = Disk(
                self._folder / "games.sqlite3",
                self.jobs,
                random.Random(f"disk {self.seed}"),
                self.wall_ms,
                is_shared=self.plan.processes > 1,
                committed=lambda: self.promises.look(),
                at_commit=self._at_commit,
                strike=self._strike,
            )
            held.callback(lambda: self.disk.reader.close())
            self.promises = Promises(
                self.story,
                self.disk,
                self._attended_ms,
                lambda: self._troubled_s,
                lambda: [process for process in self.slots if process is not None and process.is_ready],
                lambda: list(self._planned),
                self.persons,
            )
            held.enter_context(self._in_place())
            try:
                await self._tell_story()
            finally:
                await self._end()

    async def _tell_story(self) -> None:
        for slot in range(len(self.slots)):
            await self._start(slot)
        for number, game in enumerate(self.plan.games, 1):
            await self._begin(number, game)
        self._spawn(self._go_wrong())
        while self._loop.time() < END_S and self.story.broken is None:
            await asyncio.sleep(0.5)
            if self.is_rough:
                continue
            if all(person.is_content for person in self.persons) and self.promises.are_over(self._planned):
                break
            if all(person.is_content or person.only_watches for person in self.persons):
                self._let_ages_pass()
        else:
            waiting = [person.name for person in self.persons if not person.is_content]
            who = ", ".join(waiting) or "nobody, and a game is not over"
            self.story.breaks("P4", f"still at it after {END_S:.0f} s: {who}")
        if self.story.broken is None:
            self.promises.check_end()

    async def _end(self) -> None:
        owners: list[Owner] = [*self.persons, *(each for each in self.slots if each is not None)]
        for owner in owners:
            owner.is_dead = True
            self.jobs.kill(owner)
        for owner in owners:
            await unwind(owner)
            if isinstance(owner, Process):
                owner.log._database.engine.dispose()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that belongs to nobody, whoever it was who set it off."""
        self._tasks.add(self._loop.create_task(work, context=Context()))

    # Time

    def wall_ms(self) -> int:
        return WALL_MS + self._jumped_ms + int(self._loop.time() * 1000)

    def _trouble(self, for_s: float) -> None:
        self._troubled_s = max(self._troubled_s, self._loop.time() + for_s)

    def attend(self, game_id: str, change: int) -> None:
        """A page has been opened or closed at a game's table."""
        self._attended_ms(game_id)
        self._pages[game_id] += change

    def _attended_ms(self, game_id: str) -> float:
        total_ms, until_s = self._attended[game_id]
        now_s = self._loop.time()
        if self._pages[game_id]:
            total_ms += (now_s - until_s) * 1000
        self._attended[game_id] = (total_ms, now_s)
        # A computer may think while nobody looks.
        return now_s * 1000 if self._planned[game_id].has_computer else total_ms

    # Processes

    async def _start(self, slot: int) -> None:
        self._numbers["process"] += 1
        name, since_ms = f"server {self._numbers['process']}", self._chance.randrange(10 * HOUR_MS)
        process = self.slots[slot] = Process(
            name,
            disk=self.disk,
            jobs=self.jobs,
            wall_ms=self.wall_ms,
            monotonic_ms=lambda: since_ms + int(self._loop.time() * 1000),
            attend=self.attend,
        )
        self.story.tell(name, "starts")
        await process.start()

    def some_process(self, chance: random.Random) -> Process | None:
        ready = [process for process in self.slots if process is not None and process.is_ready]
        return chance.choice(ready) if ready else None

    def _kill(self, process: Process, *, is_power_cut: bool = False) -> None:
        self.story.tell(process.name, "is killed" if not is_power_cut else "has no power")
        slot = self.slots.index(process)
        process.kill(is_power_cut=is_power_cut)
        self.slots[slot] = None
        self._spawn(self._start_again(slot))

    async def _start_again(self, slot: int) -> None:
        await asyncio.sleep(self._chance.uniform(0.2, 8) if self.is_rough else 0.5)
        await self._start(slot)

    def _at_commit(self, owner: Owner) -> str:
        what, self._next_commit = self._next_commit, ""
        if what == "late":
            self._trouble(max(LATE_S) + 1)
        return what

    def _strike(self, owner: Owner, what: str) -> None:
        assert isinstance(owner, Process)
        if what.startswith("kill"):
            self._kill(owner)
            return
        for process in list(self.slots):
            if process is not None:
                self._kill(process, is_power_cut=True)
        self._trouble(0)
        self.disk.power_cut()
        self.promises.check_kept()

    # Games

    async def _begin(self, number: int, planned: PlannedGame) -> None:
        ruleset, process = short_rules(planned.rules), self.slots[0]
        assert process is not None
        computer = SeatedPlayer("Casual", "computer", "casual")
        players = [SeatedPlayer("Ada"), computer if planned.has_computer else SeatedPlayer("Ben")]
        invited = set() if planned.has_computer else {1}
        sessions = [f"ada-{number}", f"ben-{number}"]
        game_id = await process.run(
            lambda: process.tables.new_game(ruleset, "tiny", players, sessions[0], invited)
        )
        self._planned[game_id] = planned
        for tab in range(planned.tabs):
            self._sit(f"ada {number}.{tab + 1}", game_id, sessions[0], planned)
        if not planned.has_computer:
            await self._give(game_id, 1, sessions[1])
            self._sit(f"ben {number}", game_id, sessions[1], planned)
        if planned.has_watcher:
            self._sit(f"eve {number}", game_id, f"eve-{number}", planned)

    def _sit(self, name: str, game_id: str, session: str, planned: PlannedGame) -> None:
        person = Person(self, name, game_id=game_id, session=session, ruleset=short_rules(planned.rules))
        self.persons.append(person)
        person.begin()

    async def _give(self, game_id: str, seat: int, session: str) -> None:
        """As the route does it: a key, and whoever brings it has the seat."""
        process = self.some_process(self._chance)
        if process is None:
            return
        lobby, tables = process.tables.lobby, process.tables
        key = f"key-{game_id}-{session}"

        async def join() -> None:
            await lobby.invite(key, game_id, seat)
            await lobby.join(key, session)
            await tables.table(game_id)
            await tables.seats_moved(game_id)

        await process.run(join)

    # What goes wrong

    async def _go_wrong(self) -> None:
        for at_s, what in self.plan.mishaps:
            await asyncio.sleep(max(0, at_s - self._loop.time()))
            self.story.tell("mishap", what)
            await self._mishap(what)
        await asyncio.sleep(max(0, ROUGH_S - self._loop.time()))
        self.is_rough, self._next_commit = False, ""
        self.story.tell("world", "is calm from now on")

    async def _mishap(self, what: str) -> None:
        chance = self._chance
        match what.split():
            case ["kill", when, *_]:
                self._next_commit = f"kill {when}"
            case ["cut", "the", "power", when, *_]:
                self._next_commit = f"cut {when}"
            case ["full" | "late"]:
                self._next_commit = what
                self._trouble(1)
            case ["stop"]:
                process = self.some_process(chance)
                if process is not None:
                    self._spawn(self._restart(process))
            case ["cut" | "silence" as how, "lines"]:
                for person in self.persons:
                    if person.wire is not None and chance.random() < 0.5:
                        person.wire.cut() if how == "cut" else person.wire.fall_silent()
            case ["deafen"]:
                for_s = chance.uniform(0.1, 5)
                self._trouble(for_s + 1)
                self.disk.deafen(for_s)
            case ["slow"]:
                self._spawn(self._slow_down())
            case ["jump"]:
                self._trouble(3)
                self._jumped_ms += chance.choice((-HOUR_MS, HOUR_MS))
            case ["give", *_]:
                await self._give_away()
            case ["vanish"]:
                self._vanish()
            case _:
                raise AssertionError(what)

    async def _restart(self, process: Process) -> None:
        slot = self.slots.index(process)
        self.story.tell(process.name, "is told to stop")
        await process.stop()
        if self.slots[slot] is process:
            self.slots[slot] = None
            await self._start_again(slot)

    async def _slow_down(self) -> None:
        self.jobs.slow = self._chance.choice((20.0, 100.0))
        self._trouble(8)
        await asyncio.sleep(self._chance.uniform(0.5, 5))
        self.jobs.slow = 1.0

    async def _give_away(self) -> None:
        """Somebody hands the seat to a friend, and goes on looking."""
        person = self._chance.choice(self.persons)
        if len(person.seats) != 1 or person.is_gone:
            return
        (seat,), self._numbers["friend"] = person.seats, self._numbers["friend"] + 1
        session = f"friend-{self._numbers['friend']}"
        # If nobody answers, it may have come to pass all the same: the friend will see.
        with suppress(Unreachable, GameLogError, TookTooLong):
            await self._give(person.game_id, seat, session)
        self._sit(f"{session} of {person.name}", person.game_id, session, self._planned[person.game_id])

    def _vanish(self) -> None:
        """Somebody closes all pages at a game and never comes back."""
        playing = [each for each in self.persons if each.seats and each.has_moved_on and not each.is_gone]
        if not playing:
            return
        chosen = self._chance.choice(playing)
        for person in self.persons:
            if (person.game_id, person.session) == (chosen.game_id, chosen.session) and not person.is_gone:
                person.vanish()

    def _let_ages_pass(self) -> None:
        """Where everybody who played has gone, a game ends weeks later."""
        if not self._are_ages_past and not self.promises.are_over(self._planned):
            self._are_ages_past = True
            self.story.tell("world", "is left alone for weeks")
            self._jumped_ms += AGES_MS

    # In place of what is not simulated

    @contextmanager
    def _in_place(self) -> Iterator[None]:
        chance = random.Random(f"secrets {self.seed}")
        pages = iter(range(1_000_000))

        class Page(socket.Page):
            """Its place in a set does not depend on where it lies in memory."""

            def __init__(self, *given: Any, **named: Any) -> None:
                super().__init__(*given, **named)
                self._number = next(pages)

            def __hash__(self) -> int:
                return self._number

        class Now(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                return datetime.fromtimestamp(world.wall_ms() / 1000, tz or UTC)

        clocks = dict.fromkeys(("monotonic", "perf_counter"), self._loop.time)

        world = self
        assert isinstance(self._loop, SimulatedLoop)
        self._loop.start_program = self._start_program
        self._loop.set_exception_handler(self._failed)
        with ExitStack() as patched:
            for where, name, value in (
                (secrets, "token_hex", lambda size: chance.randbytes(size).hex()),
                (socket, "Page", Page),
                (socket, "time", SimpleNamespace(**vars(time) | clocks)),
                (sql, "datetime", Now),
                (absence, "DAY_MS", absence.MINUTE_MS),
                (limits, "ATTEND_MS", ATTEND_MS),
                (limits, "GONE_MS", 3 * ATTEND_MS),
                (limits, "END_MS", END_MS),
                (machine, "CAN_WATCH", False),
                (prepared_worker, "lexicon_sent", lambda words, _: LexiconFile(words.id, words.digest)),
            ):
                patched.enter_context(patch.object(where, name, value))
            patched.enter_context(self.jobs.instead_of_threads())
            patched.enter_context(self.disk.in_place())
            patched.enter_context(_heard_log(self.story))
            yield

    def _start_program(self, protocol_factory: Any) -> tuple[Program, Any]:
        pipes = protocol_factory()
        return Program(pipes, self._programs, self._program_fault, self.promises.check_thinkers), pipes

    def _program_fault(self) -> str:
        if not self.is_rough or self._programs.random() >= self.plan.program_faults:
            return ""
        return self._programs.choice(self.plan.program_faults_of)

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error: BaseException | None = context.get("exception")
        frames = [] if error is None else traceback.extract_tb(error.__traceback__)[-3:]
        where = ", ".join(f"{frame.name} at {Path(frame.filename).name}:{frame.lineno}" for frame in frames)
        self.story.breaks("house", f"{context['message']}: {error!r} ({where})")


@contextmanager
def _heard_log(story: Story) -> Iterator[None]:
    """What the product logs is part of the story; an error is a broken promise."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            owner = OWNER.get()
            if owner is not None and owner.is_dead:
                return
            story.tell(owner.name if owner else "log", record.getMessage())
            if record.levelno >= logging.ERROR:
                story.breaks("house", f"an error was logged: {record.getMessage()}")

    logger, handler = logging.getLogger("quixotry"), Handler()
    with patch.object(logger, "propagate", False), patch.object(logger, "handlers", [handler]):
        yield
