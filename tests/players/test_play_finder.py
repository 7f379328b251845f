"""Whether a rack can play, asked of a process: an answer, or the benefit of the doubt."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from quixotry.lexicon import load
from quixotry.players.play_finder import PlayFinder
from quixotry.players.turn_queue import NOBODY
from quixotry.players.worker_pool import OUR_WORKER
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from tests.players.bad_bots import bot
from tests.players.test_fallback_worker import hostile_rules

COMMON = load("common")
BLANKS, VOWELS, NO_VOWELS = [0] * 10, [1, 5, 9, 15, 21], [22] * 7
HANGS = bot("time.sleep(3600)")


def answers(
    command: Sequence[str], rules: Ruleset, racks: Sequence[Sequence[int]], *, limit_s: float = 60
) -> list[bool]:
    async def run() -> list[bool]:
        finder = PlayFinder(command, lambda _: COMMON, limit_s)
        board = Board.empty(rules.layout)
        try:
            return [
                await finder.can_play("common", rules, board, rules.tiles.tiles(rack), NOBODY)
                for rack in racks
            ]
        finally:
            await finder.close()
            assert not finder.side.ending

    return asyncio.run(run())


def test_a_hundred_blanks_and_racks_of_ten_are_answered_for_by_a_process() -> None:
    assert answers(OUR_WORKER, hostile_rules(), [BLANKS, VOWELS, BLANKS]) == [True, True, True]


def test_a_rack_without_a_play_is_known_to_have_none() -> None:
    rules = hostile_rules()
    few = rules.tiles.tiles([22])
    assert few.counts[22] == 1
    assert answers(OUR_WORKER, rules, [[22], [22, 0]]) == [False, False]


def test_where_nobody_can_say_in_time_the_game_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    assert answers(HANGS, hostile_rules(), [BLANKS], limit_s=1) == [True]
    assert "finder moves gave none" in caplog.text
