"""What differs between systems, as it is on this one and as it would be on another."""

from __future__ import annotations

import asyncio
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


def test_a_request_to_stop_is_heard_with_and_without_the_help_of_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def stopped() -> int:
        loop, heard = asyncio.get_running_loop(), asyncio.Event()
        signs: list[int] = []

        def stop(sign: int, _: None) -> None:
            signs.append(sign)
            heard.set()

        machine.on_request_to_stop(loop, stop)
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(60):
            await heard.wait()
        return signs[0]

    before = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}

    def refuse(*_: object) -> None:
        raise NotImplementedError

    try:
        assert asyncio.run(stopped()) == signal.SIGTERM
        monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", refuse)
        assert asyncio.run(stopped()) == signal.SIGTERM
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
