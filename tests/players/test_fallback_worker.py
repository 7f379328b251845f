"""Fallback moves of a server: from a process of their own, whatever the house rules are like."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence

import pytest

from quixotry.app.computers import server_pool
from quixotry.arena.game import header_for
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import Lexicon, load
from quixotry.players.fallback_worker import FallbackWorker
from quixotry.players.prepared_worker import Setting
from quixotry.players.worker_pool import OUR_WORKER, WorkerPool
from quixotry.rules.game import Game
from quixotry.rules.move import Exchange, Move, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset, ruleset_from_plain, ruleset_to_plain
from quixotry.rules.view import View
from tests.players.bad_bots import PASS, bot

HANGS = bot("time.sleep(3600)")


def hostile_rules() -> Ruleset:
    """A hundred blanks and racks of ten: a search finds every word everywhere."""
    plain = ruleset_to_plain(preset("friends"))
    for letter in plain["tiles"]["letters"].values():
        letter["count"] = 1
    plain["tiles"]["letters"]["?"] = {"value": 0, "count": 100}
    plain["rack"]["size"] = 10
    return ruleset_from_plain(plain | {"name": "hostile"})


def first_view(ruleset: Ruleset, lexicon: Lexicon) -> View:
    game = Game.begin(header_for(ruleset, lexicon, 2, seed=0x5EED), SeededDraws("5eed"))
    return game.view(game.position.turn)


def used(pool: WorkerPool, use: Callable[[WorkerPool], Awaitable[Sequence[Move]]]) -> Sequence[Move]:
    async def run() -> Sequence[Move]:
        try:
            return await use(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def test_a_hundred_blanks_and_racks_of_ten_are_played_by_a_worker_when_a_worker_hangs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lexicon = load("common")
    view = first_view(hostile_rules(), lexicon)
    pool = server_pool(1, lambda _: lexicon, HANGS)
    assert pool.engines is None  # nothing is searched for in the server's own process
    assert not pool.words_of("common")

    async def ask(pool: WorkerPool) -> Sequence[Move]:
        assert pool.fallbacks is not None
        pool.fallbacks.limit_ms = 30_000
        return [await pool.choose("expert", "common", view, 300) for _ in range(2)]

    assert all(isinstance(move, Play) for move in used(pool, ask))
    assert "a worker gave no move" in caplog.text
    assert "fallback moves gave none" not in caplog.text


def test_when_the_search_for_a_fallback_move_hangs_too_the_game_goes_on_without_tiles(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lexicon = load("common")
    view = first_view(preset("friends"), lexicon)
    pool = WorkerPool(1, lambda _: (), HANGS, fallbacks=FallbackWorker(HANGS, lambda _: lexicon))

    async def ask(pool: WorkerPool) -> Sequence[Move]:
        return [await pool.choose("expert", "common", view, 300)]

    (move,) = used(pool, ask)
    assert isinstance(move, Exchange)
    assert "the worker for fallback moves gave none" in caplog.text


def test_after_a_fallback_that_hung_the_next_one_gets_a_new_process(
    tmp_path: os.PathLike[str], caplog: pytest.LogCaptureFixture
) -> None:
    lexicon, mark = load("common"), os.path.join(tmp_path, "been here")
    once = f"os.path.exists({mark!r}) or (open({mark!r}, 'w').close(), time.sleep(3600)); {PASS}"
    view, setting = first_view(preset("classic"), lexicon), Setting("x", "common", preset("classic"), 1, 2)

    async def run() -> None:
        worker = FallbackWorker(bot(once), lambda _: lexicon, limit_ms=20_000)
        try:
            await worker.prepare(setting)
            first = worker.side.worker
            worker.limit_ms = 200
            await worker.move(setting, view, 0)
            worker.limit_ms = 20_000
            await worker.move(setting, view, 0)
            assert worker.side.worker is not None
            assert worker.side.worker is not first
        finally:
            await worker.close()

    asyncio.run(run())
    assert caplog.text.count("the worker for fallback moves gave none") == 1


def test_no_process_is_left_when_a_server_stops_while_its_fallback_gets_ready() -> None:
    lexicon = load("common")

    async def run() -> None:
        worker = FallbackWorker(OUR_WORKER, lambda _: lexicon)
        preparing = worker.prepare(Setting("x", "common", preset("friends"), 0, 2))
        await asyncio.sleep(0)
        await worker.close()
        assert preparing.done()
        assert worker.side.worker is None
        assert not worker.side.ending

    asyncio.run(run())
