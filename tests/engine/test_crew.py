"""Searches at work side by side: everything is done once, and nobody waits for good."""

from __future__ import annotations

from threading import Barrier

import pytest

from quixotry.engine.crew import Crew
from quixotry.engine.open_game import OpenGame
from tests.engine.games import graph_of, small_lexicon
from tests.engine.test_reachable_words import RULES

THREADS = 3


def crew_of(threads: int) -> Crew:
    graph = graph_of(small_lexicon())
    return Crew([OpenGame(RULES, graph) for _ in range(threads)])


@pytest.mark.parametrize("threads", [1, THREADS])
def test_what_is_found_out_brings_more_to_do_until_nothing_is_left(threads: int) -> None:
    """Each of the first numbers brings two more; whoever finds nothing to take waits for who is still at work."""
    waiting, done = [1], []

    def give(taken: int, result: list[int]) -> None:
        done.append(taken)
        waiting.extend(result)

    with crew_of(threads) as crew:
        crew.share(
            lambda: waiting.pop() if waiting else None,
            lambda _, number: [2 * number, 2 * number + 1] if number < 64 else [],
            give,
        )
    assert sorted(done) == list(range(1, 128))


def test_work_is_done_side_by_side() -> None:
    """Each waits in its work until all are there."""
    waiting, together = list(range(THREADS)), Barrier(THREADS)
    with crew_of(THREADS) as crew:
        crew.share(
            lambda: waiting.pop() if waiting else None,
            lambda *_: together.wait(timeout=60),
            lambda *_: None,
        )
    assert not together.broken


@pytest.mark.parametrize("threads", [1, THREADS])
@pytest.mark.parametrize("failing", [0, -1], ids=["in the thread that asked", "in another"])
def test_an_error_reaches_whoever_asked_and_ends_the_work_of_all(threads: int, failing: int) -> None:
    """There is no end of things to do, so that whoever went on would never come back."""
    games: list[OpenGame] = []

    def work(game: OpenGame, number: int) -> None:
        if game is games[failing]:
            raise ValueError("no more of that")

    with crew_of(threads) as crew:
        games += crew.games
        with pytest.raises(ValueError, match="no more of that"):
            crew.share(lambda: 1, work, lambda *_: None)
