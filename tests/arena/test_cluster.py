"""A match on a Dask cluster of this machine: workers and scheduler may die, and no finished game is lost."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from quixotry.arena.cluster import DaskCluster
from quixotry.arena.errors import ClusterGone, MissingFile
from quixotry.arena.match import Match
from quixotry.arena.plan import Plan
from quixotry.lexicon import load
from quixotry.rules.ruleset_file import preset
from tests.arena.test_match import records, without_times

PAIRS = 6
EXAMPLE = Path(__file__).parents[2] / "examples" / "thrifty_bot.py"


def end(process: subprocess.Popen[bytes]) -> None:
    """At once, with everything it has started."""
    with process:
        children = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        for each in children:
            each.kill()
        process.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler on a free port of the loopback, and its address."""
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard"]
    with (folder / "scheduler.log").open("wb+") as log:
        process = subprocess.Popen([*command, "--host", "127.0.0.1"], stderr=log, cwd=folder)
        try:
            while b"Scheduler at:" not in (folder / "scheduler.log").read_bytes():
                assert process.poll() is None, (folder / "scheduler.log").read_text()
                time.sleep(0.05)  # not for luck: it is asked again
            line = next(
                x for x in (folder / "scheduler.log").read_text().splitlines() if "Scheduler at:" in x
            )
            yield process, line.rpartition(" ")[2]
        finally:
            end(process)


@contextmanager
def worker(address: str, folder: Path, name: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "quixotry", "worker", address, "--name", name]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=folder, env=os.environ)
    try:
        yield process
    finally:
        end(process)


def plan() -> Plan:
    return Plan.of(preset("match"), load("default"))


def test_one_of_two_workers_killed_in_mid_run_changes_nothing(tmp_path: Path) -> None:
    undisturbed = Match("casual", "beginner", plan(), tmp_path / "undisturbed", pairs=PAIRS)
    undisturbed.play()
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduler(tmp_path))
        workers = [stack.enter_context(worker(address, tmp_path, name)) for name in ("one", "two")]
        disturbed = Match("casual", "beginner", plan(), tmp_path / "disturbed", pairs=PAIRS)
        killed: list[int] = []

        def kill(match: Match) -> None:
            if match.pairing.pairs >= 1 and not killed:
                for child in psutil.Process(workers[0].pid).children(recursive=True):
                    child.send_signal(signal.SIGKILL)
                workers[0].kill()
                killed.append(match.pairing.pairs)

        disturbed.play(DaskCluster(address), kill)
    assert killed
    assert killed[0] < PAIRS
    assert without_times(disturbed.plain()) == without_times(undisturbed.plain())
    assert records(tmp_path / "disturbed") == records(tmp_path / "undisturbed")


@pytest.mark.soak
def test_a_killed_scheduler_ends_the_run_in_a_sentence_and_finished_games_are_kept(tmp_path: Path) -> None:
    match = Match("casual", "beginner", plan(), tmp_path / "match", pairs=40)
    with ExitStack() as stack:
        process, address = stack.enter_context(scheduler(tmp_path))
        stack.enter_context(worker(address, tmp_path, "one"))

        def kill(now: Match) -> None:
            if now.pairing.pairs == 2:
                process.kill()

        with pytest.raises(ClusterGone, match="Finished games are kept"):
            match.play(DaskCluster(address), kill)
    again = Match("casual", "beginner", plan(), tmp_path / "match", pairs=3)
    assert again.games_found >= 4
    again.play()
    undisturbed = Match("casual", "beginner", plan(), tmp_path / "undisturbed", pairs=3)
    undisturbed.play()
    assert without_times(again.plain()) == without_times(undisturbed.plain())


def test_where_there_is_no_cluster_a_match_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quixotry.arena.cluster.CONNECT_S", 0.5)
    match = Match("casual", "beginner", plan(), tmp_path, pairs=1)
    with pytest.raises(ClusterGone, match=r"no cluster at 'tcp://127\.0\.0\.1:9'"):
        match.play(DaskCluster("tcp://127.0.0.1:9"))


def test_a_program_plays_on_a_cluster_unless_its_file_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "my_bot.py").write_bytes(EXAMPLE.read_bytes())
    monkeypatch.chdir(tmp_path)
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduler(tmp_path))
        for name in ("one", "two"):
            stack.enter_context(worker(address, tmp_path / "elsewhere", name))
        there = f"bot:{shlex.join([sys.executable, str(EXAMPLE)])}"
        match = Match(there, "beginner", plan(), tmp_path / "there", pairs=2)
        match.play(DaskCluster(address))
        assert match.plain()["games"] == 4
        assert match.plain()["figures"][0]["failures"] == {}
        here = f"bot:{shlex.join([sys.executable, 'my_bot.py'])}"
        with pytest.raises(MissingFile, match=r"my_bot\.py.*full path"):
            Match(here, "beginner", plan(), tmp_path / "here", pairs=1).play(DaskCluster(address))
