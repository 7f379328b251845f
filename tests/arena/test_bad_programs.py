"""P9: a program that plays badly cannot hurt the house. Real programs, real games, the referee of matches."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from threading import Event, Thread

import pytest

from quixotry.arena.game import FixedOrder, can_play_by, header_for
from quixotry.arena.plan import TimeControl
from quixotry.arena.refereed_game import RefereedGame
from quixotry.lexicon.catalogue import load
from quixotry.players.bot_player import BotPlayer
from quixotry.players.levels import player_for
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View
from tests.players.bad_bots import CHEATS, FAILURES
from tests.soak import is_soak, soak_count, soaked

MOVE_MS = 400
START_MS = 3000
SLACK_S = 1.0
TICK_S = 0.02
MEMORY = 100 << 20
MARK = "QUIXOTRY_TEST_MARK"

PROGRAMS = {**CHEATS, **{what: command for what, (command, _) in FAILURES.items()}}


class Stalls(Thread):
    """How long the machine has kept this process waiting: a promise about time needs a machine that runs us."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.total_s = 0.0
        self._over = Event()

    def run(self) -> None:
        while True:
            began = time.monotonic()
            if self._over.wait(TICK_S):
                return
            self.total_s += max(0.0, time.monotonic() - began - 2 * TICK_S)

    def __enter__(self) -> Stalls:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()


class TimedBot(BotPlayer):
    """Remembers by how much any of its calls went over what it was allowed."""

    stalls: Stalls
    over_s = -SLACK_S

    @contextmanager
    def allowed(self, allowed_ms: int) -> Iterator[None]:
        began, stalled = time.monotonic(), self.stalls.total_s
        try:
            yield
        finally:
            took = time.monotonic() - began - (self.stalls.total_s - stalled)
            self.over_s = max(self.over_s, took - allowed_ms / 1000)

    def new_game(self, ruleset: Ruleset, *, seat: int, players: object = ()) -> None:
        with self.allowed(START_MS * (1 if self._process else 2)):
            super().new_game(ruleset, seat=seat, players=(("", ""), ("", "")))

    def choose(self, view: View, budget_ms: int, *, left_ms: int | None = None) -> Move:
        known = self._process is not None and self._game is not None
        with self.allowed(budget_ms + (0 if known else 2 * START_MS)):
            return super().choose(view, budget_ms, left_ms=left_ms)


def marked_processes(mark: str) -> list[int]:
    """Every process that has come of this test, wherever it may hide."""
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{MARK}={mark}".encode() in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
        except OSError:  # it has just ended, or is another user's
            continue
    return [pid for pid in found if pid != os.getpid()]


@pytest.fixture
def stalls() -> Iterator[Stalls]:
    with Stalls() as watching:
        yield watching


@soaked
def test_whatever_a_program_does_its_game_ends_by_rule_and_in_time_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stalls: Stalls
) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    monkeypatch.setenv(MARK, mark := os.urandom(8).hex())
    words, ruleset = load("common"), preset("friends")
    can_play, opponent = can_play_by(ruleset, words), player_for("beginner", words)
    for seed, what in enumerate(islice(cycle(PROGRAMS), soak_count(6, 1000))):
        with TimedBot(PROGRAMS[what], words, memory=MEMORY, start_ms=START_MS) as bot:
            bot.stalls, seat = stalls, seed % 2
            game, played = RefereedGame(
                header_for(ruleset, words, 2, seed=seed),
                words,
                can_play,
                (bot, opponent) if seat == 0 else (opponent, bot),
                (0, 1),
                TimeControl(move_ms=MOVE_MS),
                FixedOrder.shuffled(ruleset.tiles, seed),
            ).play()
        outcome = game.position.outcome
        assert outcome is not None
        assert outcome.reason == "resigned", what
        assert outcome.winners == (1 - seat,)
        assert [failed.player for failed in played.failures] == [seat], what
        assert played.failures[0].why
        assert marked_processes(mark) == [], what
        if is_soak():
            print(f"{seed + 1}: {what}, {bot.over_s:+.2f} s, {len(played.failures)} failure")  # noqa: T201
            assert bot.over_s < SLACK_S, what
