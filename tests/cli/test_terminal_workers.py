"""Computers at the terminal think in processes of their own, and none of those outlives the game."""

from __future__ import annotations

import os
import select
import shlex
import signal
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.players.bad_bots import bot


def a_worker(tmp_path: Path, turn: str) -> str:
    """A worker that does this when it is asked for a move."""
    note = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    return shlex.join(bot(f"{note}; {turn}"))


def play(home: Path, *args: str, level: str = "casual") -> Terminal:
    players = ("--player", f"computer:{level}", "--player", "You")
    return Terminal(
        home, "play", "--lexicon", "common", "--rules", "friends", "--seed", "2a", *players, *args
    )


def pid_of(terminal: Terminal) -> int:
    assert terminal.child.pid is not None
    return terminal.child.pid


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_for_end(pid: int) -> None:
    """Until the process is gone; the descriptor tells, nobody has to look again and again."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    assert select.select([handle], [], [], 60)[0], f"process {pid} is still there"
    os.close(handle)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("time.sleep(3600)", "Casual took too long; a quick move was made for it."),
        ("sys.exit(1)", "Casual's program gave no move; a quick one was made for it."),
        ("print('{}', flush=True)", "Casual's program gave no move; a quick one was made for it."),
    ],
)
def test_a_computer_that_hangs_or_dies_gets_a_quick_move_and_the_game_goes_on(
    tmp_path: Path, text: str, said: str
) -> None:
    terminal = play(tmp_path, "--worker", a_worker(tmp_path, text))
    terminal.wait_for("You> ")
    assert said in terminal.text
    assert "Traceback" not in terminal.text
    terminal.type("quit")
    assert terminal.end() == 0
    wait_for_end(int((tmp_path / "pid").read_text()))


def test_a_program_whose_moves_are_against_the_rules_passes(tmp_path: Path) -> None:
    move = 'say(type="move", move={"kind": "play", "placements": [{"square": 0, "sign": "Q"}]})'
    terminal = play(tmp_path, "--worker", a_worker(tmp_path, move))
    terminal.wait_for("You> ")
    assert "Casual: pass" in terminal.text or "Casual passes" in terminal.text
    terminal.type("quit")
    assert terminal.end() == 0


def test_the_worker_ends_with_the_game_that_was_left(tmp_path: Path) -> None:
    terminal = play(tmp_path)
    terminal.wait_for("You> ")
    (worker,) = children(pid_of(terminal))
    terminal.type("quit")
    assert terminal.end() == 0
    wait_for_end(worker)


def test_ctrl_c_while_the_computer_thinks_leaves_no_process_and_a_saved_game(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pid")
    terminal = play(tmp_path, "--worker", a_worker(tmp_path, "time.sleep(3600)"))
    worker = int((tmp_path / "pid").read_text())
    terminal.child.send("\x03")
    assert terminal.end() == 2
    assert "Interrupted. The game is saved as" in terminal.text
    wait_for_end(worker)


@pytest.mark.parametrize("level", ["casual", "champion"])
def test_a_killed_terminal_leaves_no_worker_behind(tmp_path: Path, level: str) -> None:
    terminal = play(tmp_path, level=level)
    terminal.child.expect("is (thinking|simulating)")
    found: list[int] = []
    while not found:
        found = children(pid_of(terminal))
    os.kill(pid_of(terminal), signal.SIGKILL)
    terminal.child.wait()
    for worker in found:
        wait_for_end(worker)


def test_the_thinking_bar_counts_the_rollouts_of_a_champion(tmp_path: Path) -> None:
    terminal = play(tmp_path, level="champion")
    terminal.wait_to_see(r"Champion is simulating, [\d,]+ rollouts so far")
    terminal.wait_for("You> ")
    assert "of 3.0 s" in terminal.text
    assert "Champion is getting ready" in terminal.text, "loading is no thinking"
    terminal.type("quit")
    assert terminal.end() == 0
