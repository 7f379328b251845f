"""Computers in processes of their own: whatever happens to one, its game gets a legal move."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from quixotry.arena.game import header_for
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import Lexicon
from quixotry.players.turn_queue import NOBODY, Party
from quixotry.players.worker_pool import WorkerPool
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Accept, Exchange, Move, Pass, Play
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View
from quixotry.threads import TookTooLong
from tests.players.bad_bots import PASS, bot

WORDS = (
    "AE",
    "AN",
    "AT",
    "DO",
    "EN",
    "ET",
    "IN",
    "IT",
    "NA",
    "NE",
    "NO",
    "ON",
    "OR",
    "SO",
    "TA",
    "TE",
    "TI",
    "TO",
)


def a_game(rules: str = "friends") -> Game:
    return Game.begin(header_for(preset(rules), Lexicon.of(WORDS), 2, seed=0x5EED), SeededDraws("5eed"))


def a_view(rules: str = "friends") -> View:
    game = a_game(rules)
    return game.view(game.position.turn)


def is_legal(view: View, move: Move) -> bool:
    assert view.seat is not None
    arbiter = Arbiter(SeededDraws("5eed"), Lexicon.of(WORDS), lambda *_: True)
    before = a_game(view.ruleset.name)
    return bool(before.move(view.seat, move, arbiter).events_since(before))


def asked(command: Sequence[str], *, budget_ms: int = 300, times: int = 1) -> list[Move]:
    async def ask() -> list[Move]:
        pool = WorkerPool(1, lambda _: WORDS, command)
        try:
            return [await pool.choose("expert", "default", a_view(), budget_ms) for _ in range(times)]
        finally:
            await pool.close()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "turn",
    [
        "time.sleep(3600)",
        "sys.exit(1)",
        "print('this is no move', flush=True); time.sleep(3600)",
        'say(type="move", move={"kind": "fly"}); time.sleep(3600)',
        'say(type="error", message="no idea"); time.sleep(3600)',
        'say(type="ready"); time.sleep(3600)',
        "print('x' * 10_000_000, flush=True)",
        "bytearray(1 << 62)",
    ],
)
def test_a_worker_that_hangs_dies_babbles_or_bursts_costs_one_fallback_move(
    turn: str, caplog: pytest.LogCaptureFixture
) -> None:
    (move,) = asked(bot(turn))
    assert isinstance(move, Play)
    assert is_legal(a_view(), move)
    assert "a worker gave no move" in caplog.text


def test_a_program_that_never_starts_is_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    (move,) = asked(("/nowhere/at/all",))
    assert isinstance(move, Play)
    assert "a worker gave no move" in caplog.text


def test_the_next_question_gets_a_new_worker(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mark = tmp_path / "been here"
    turn = f"os.path.exists({str(mark)!r}) or (open({str(mark)!r}, 'w').close(), sys.exit()); {PASS}"
    first, second = asked(bot(turn), budget_ms=20_000, times=2)
    assert isinstance(first, Play)
    assert second == Pass()


def test_a_real_worker_answers_and_is_used_again() -> None:
    async def ask() -> None:
        pool = WorkerPool(1, lambda _: WORDS)
        try:
            for rules in ("friends", "solo"):
                move = await pool.choose("expert", "common", a_view(rules), 60_000)
                assert isinstance(move, Play | Exchange)
            assert len(pool._idle) == 1
            pid = pool._idle[0].process.pid
        finally:
            await pool.close()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    asyncio.run(ask())


def test_a_new_worker_is_told_what_to_load_before_its_clock_runs(tmp_path: Path) -> None:
    """It answers in 1 ms what it would need a second for with its words still to load."""
    heard = tmp_path / "heard"
    note = f"print(kind, asked.get('level'), asked['deadline_ms'], file=open({str(heard)!r}, 'a'))"
    command = bot(f"{note}; {PASS}", ready=f"{note}; say(type='ready')")
    assert asked(command, budget_ms=20_000, times=2) == [Pass(), Pass()]
    asked_for = ["new_game expert 15000", "turn None 19950", "turn None 19950"]
    assert heard.read_text().split("\n")[:-1] == asked_for


def test_a_worker_that_never_gets_ready_is_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    (move,) = asked((sys.executable, "-c", "print('what?', flush=True); import time; time.sleep(3600)"))
    assert isinstance(move, Play)
    assert "a worker gave no move" in caplog.text


def test_a_starved_worker_still_gives_a_legal_move(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("QUIXOTRY_WORKER_BYTES", str(40 << 20))
    command = (sys.executable, "-m", "quixotry.players.worker")
    (move,) = asked(command, budget_ms=20_000)
    assert isinstance(move, Play)
    assert is_legal(a_view(), move)
    assert caplog.text


def test_a_pending_play_is_accepted_when_there_is_no_time_to_judge_it() -> None:
    from dataclasses import replace

    from quixotry.players.fallback import fallback_move, without_tiles
    from quixotry.rules.position import Pending

    view = replace(a_view(), pending=Pending(1, (), (), 0))
    assert fallback_move(view, WORDS) == Accept()
    assert without_tiles(view) == Accept()
    assert isinstance(fallback_move(a_view(), ()), Exchange)
    assert fallback_move(a_view("classic"), ()) == Pass()


@pytest.mark.skipif(sys.platform == "win32", reason="numbers of files, and a warden, are of other systems")
def test_computers_play_on_a_server_with_more_than_a_thousand_open_pages() -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    opened = [os.open(os.devnull, os.O_RDONLY)]
    try:
        while opened[-1] < 1100:
            opened.append(os.dup(opened[0]))
        assert asked(bot(), budget_ms=20_000) == [Pass()]
    finally:
        for number in opened:
            os.close(number)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_advice_that_does_not_come_in_time_is_no_makeshift_move(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        pool = WorkerPool(1, lambda _: WORDS, bot("time.sleep(3600)"))
        try:
            with pytest.raises(TookTooLong):
                await pool.advise("expert", "default", a_view(), 300, NOBODY)
        finally:
            await pool.close()

    asyncio.run(ask())
    assert "a worker gave no move" in caplog.text


def test_whoever_asks_for_advice_waits_like_everybody_else() -> None:
    async def ask() -> None:
        pool = WorkerPool(1, lambda _: WORDS)
        async with pool._queue.place(NOBODY):
            asking = asyncio.ensure_future(
                pool.advise("expert", "common", a_view(), 60_000, Party("here", "me"))
            )
            await asyncio.sleep(0)
            assert pool.waiting == 1
        try:
            assert isinstance(await asking, Play)
        finally:
            await pool.close()

    asyncio.run(ask())
