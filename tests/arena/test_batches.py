from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from quixotry.arena.batches import LocalProcesses
from quixotry.arena.errors import ChunkKills


def square(number: int) -> int:
    return number * number


def die_once(chunk: tuple[int, str]) -> int:
    number, mark = chunk
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(_number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.parametrize("processes", [1, 2])
def test_every_chunk_is_answered_once(processes: int) -> None:
    answers = dict(LocalProcesses(processes).run(square, range(9)))
    assert answers == {number: number * number for number in range(9)}


def test_a_killed_process_loses_no_chunk(tmp_path: Path) -> None:
    chunks = [(number, str(tmp_path / "mark")) for number in range(8)]
    answers = list(LocalProcesses(2).run(die_once, chunks))
    assert sorted(answer for _, answer in answers) == list(range(8))


def test_a_chunk_that_always_kills_its_process_is_given_up() -> None:
    with pytest.raises(ChunkKills, match="ended their process 4 times"):
        list(LocalProcesses(2).run(die, [1]))


def test_chunks_are_taken_as_they_are_needed() -> None:
    taken = []

    def chunks() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    running = LocalProcesses(2).run(square, chunks())
    next(iter(running))
    running.close()  # type: ignore[attr-defined]
    assert len(taken) <= 4
