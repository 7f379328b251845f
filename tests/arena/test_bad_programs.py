"""P9: a program that plays badly cannot hurt the house. Real programs, real games, the referee of matches."""

from __future__ import annotations

import os
import time
from itertools import cycle, islice
from pathlib import Path

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
MEMORY = 100 << 20
MARK = "QUIXOTRY_TEST_MARK"

PROGRAMS = {**CHEATS, **{what: command for what, (command, _) in FAILURES.items()}}


class TimedBot(BotPlayer):
    """Remembers by how much any of its calls went over what it was allowed."""

    over_s = -SLACK_S

    def new_game(self, ruleset: Ruleset, *, seat: int, players: object = ()) -> None:
        began, allowed_ms = time.monotonic(), START_MS * (1 if self._process else 2)
        try:
            super().new_game(ruleset, seat=seat, players=(("", ""), ("", "")))
        finally:
            self.over_s = max(self.over_s, time.monotonic() - began - allowed_ms / 1000)

    def choose(self, view: View, budget_ms: int, *, left_ms: int | None = None) -> Move:
        known = self._process is not None and self._game is not None
        began, allowed_ms = time.monotonic(), budget_ms + (0 if known else 2 * START_MS)
        try:
            return super().choose(view, budget_ms, left_ms=left_ms)
        finally:
            self.over_s = max(self.over_s, time.monotonic() - began - allowed_ms / 1000)


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


@soaked
def test_whatever_a_program_does_its_game_ends_by_rule_and_in_time_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    monkeypatch.setenv(MARK, mark := os.urandom(8).hex())
    words, ruleset = load("common"), preset("friends")
    can_play, opponent = can_play_by(ruleset, words), player_for("beginner", words)
    for seed, what in enumerate(islice(cycle(PROGRAMS), soak_count(6, 1000))):
        with TimedBot(PROGRAMS[what], words, memory=MEMORY, start_ms=START_MS) as bot:
            seat = seed % 2
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
            assert bot.over_s < SLACK_S, what
