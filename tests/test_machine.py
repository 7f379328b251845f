"""What differs between systems, as it is on this one and as it would be on another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quixotry import machine


def test_a_file_is_held_by_one_process_at_a_time_and_the_lock_is_gone_afterwards(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    for _ in range(2):
        with machine.claim(file):
            with pytest.raises(machine.Claimed), machine.claim(file):
                pass
            assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl.lock"]
        assert not list(tmp_path.iterdir())


def test_a_file_held_by_a_process_that_was_killed_is_free(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    program = (
        "import sys; from pathlib import Path; from quixotry.machine import claim\n"
        "with claim(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(machine.Claimed), machine.claim(file):
            pass
        other.kill()
        other.wait()
        with machine.claim(file):
            pass


def test_a_process_that_hangs_is_ended_and_one_that_does_not_goes_on() -> None:
    program = (
        "import time; from quixotry.machine import ended_after\n"
        "with ended_after(60): pass\n"
        "print('in time', flush=True)\n"
        "with ended_after(0.1): time.sleep(3600)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.stdout == b"in time\n"
    assert done.returncode == 1


def test_a_request_to_stop_is_heard_while_no_event_loop_turns() -> None:
    signs: list[int] = []
    before = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        machine.on_request_to_stop(lambda sign, _: signs.append(sign))
        for sign in before:
            os.kill(os.getpid(), sign)
        assert signs == list(before)
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


def test_without_such_limits_nothing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert not machine.limit_memory(1 << 30)
    machine.allow_open_files(10)


def test_a_folder_is_synced_where_that_can_be_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.sync_folder(tmp_path)
    monkeypatch.setattr(sys, "platform", "win32")
    machine.sync_folder(tmp_path / "nowhere")
