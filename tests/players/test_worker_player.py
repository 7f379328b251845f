"""A terminal's computers: the workers of a server, asked one at a time by a program that waits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from quixotry.players.worker_player import WorkerPlayer, Workers
from quixotry.players.worker_pool import OUR_WORKER, WorkerPool
from quixotry.protocol import bots as messages
from quixotry.rules.move import Play
from tests.engine.games import small_lexicon
from tests.players.bad_bots import PASS, bot
from tests.players.expert_games import views
from tests.players.test_worker import WORDS, a_view, is_legal


def workers(command: Sequence[str] = OUR_WORKER, words: Sequence[str] = WORDS) -> Workers:
    return Workers(WorkerPool(1, lambda _: words, command))


@pytest.mark.parametrize(
    ("text", "failure"), [("time.sleep(3600)", "late"), ("sys.exit(1)", "failed"), ("print('?')", "failed")]
)
def test_a_worker_that_hangs_or_exits_costs_one_quick_move_and_it_is_known_why(
    text: str, failure: str, caplog: pytest.LogCaptureFixture
) -> None:
    with workers(bot(text)) as running:
        player = WorkerPlayer("expert", "default", running)
        move = player.choose(a_view(), 300)
    assert isinstance(move, Play)
    assert is_legal(a_view(), move)
    assert player.failure == failure
    assert "a worker gave no move" in caplog.text


def test_a_good_move_after_a_bad_one_is_no_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mark = tmp_path / "been here"
    text = f"os.path.exists({str(mark)!r}) or (open({str(mark)!r}, 'w').close(), sys.exit()); {PASS}"
    with workers(bot(text)) as running:
        player = WorkerPlayer("expert", "default", running)
        player.choose(a_view(), 20_000)
        assert player.failure == "failed"
        player.choose(a_view(), 20_000)
        assert player.failure is None


def a_new_game(*, deadline_ms: int) -> messages.NewGame:
    return messages.new_game(
        a_view().ruleset,
        seat=0,
        players=[],
        lexicon=messages.LexiconFile("common", ""),
        deadline_ms=deadline_ms,
        level="expert",
    )


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_worker_is_left_when_the_block_is_left_by_an_error() -> None:
    def play_a_little() -> None:
        with workers() as running:
            WorkerPlayer("expert", "common", running).choose(a_view(), 60_000)
            pids.append(running.pool._idle[0].process.pid)
            assert is_running(pids[0])
            raise EOFError

    pids: list[int] = []
    with pytest.raises(EOFError):
        play_a_little()
    assert not is_running(pids[0])


def test_ctrl_c_while_a_computer_thinks_ends_its_worker(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    os.mkfifo(note)
    text = f"import os; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(3600)"
    pids: list[int] = []

    def press() -> None:
        pids.append(int(note.read_text()))
        os.kill(os.getpid(), signal.SIGINT)

    def think() -> None:
        with workers(bot(text)) as running:
            WorkerPlayer("expert", "default", running).choose(a_view(), 60_000)

    finger = threading.Thread(target=press)
    finger.start()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            think()
    finally:
        signal.signal(signal.SIGINT, before)
    finger.join()
    assert not is_running(pids[0])


def test_the_thinking_of_a_champion_is_heard_of() -> None:
    """Of a close decision: what is decided within a tenth of a second is not worth a word."""
    heard: list[int] = []
    with workers(words=tuple(small_lexicon().words)) as running:
        player = WorkerPlayer("champion", "common", running)
        player.watch = lambda leader, rollouts: heard.append(rollouts if leader == 0 else -1)
        player.choose(views("tournament")[0], 1500)
    assert heard
    assert heard == sorted(heard)
    assert heard[0] > 0


def test_a_worker_that_got_ready_before_its_first_question_is_the_one_that_answers(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    first = f"open({str(starts)!r}, 'a').write('x')\n"
    with workers(bot(first=first)) as running:
        player = WorkerPlayer("expert", "default", running)
        player.prepare(a_view().ruleset)
        player.choose(a_view(), 20_000)
        assert player.failure is None
    assert starts.read_text() == "x"


def test_a_worker_that_does_not_get_ready_is_no_error_before_it_is_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with workers((sys.executable, "-c", "")) as running:
        player = WorkerPlayer("expert", "default", running)
        player.prepare(a_view().ruleset)
        assert "a worker did not get ready" in caplog.text
        assert isinstance(player.choose(a_view(), 300), Play)
        assert player.failure == "failed"


def test_a_worker_whose_owner_is_gone_ends_itself_when_its_answer_is_long_late() -> None:
    """Killed with its worker in a search that never ends, a terminal leaves nothing behind."""
    hung = (
        "from quixotry.players import bot_server, worker; "
        "bot_server.GRACE_S = 0.2; "
        "worker.player_for = lambda *_: type('Hung', (), {'choose': lambda *_: __import__('time').sleep(3600)})(); "
        "worker.main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hung], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        process.stdin.write(messages.encode_line(a_new_game(deadline_ms=60_000)))
        turn = messages.YourTurn(deadline_ms=100, view=messages.send_view(a_view()))
        process.stdin.write(messages.encode_line(turn))
        process.stdin.flush()
        assert process.wait(60) == 1


def test_a_worker_leaves_ctrl_c_to_its_owner_and_ends_with_its_input() -> None:
    with subprocess.Popen([*OUR_WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(messages.encode_line(a_new_game(deadline_ms=60_000)))
            process.stdin.flush()
            assert process.stdout.readline() == messages.encode_line(messages.Ready())
            process.send_signal(signal.SIGINT)
        process.stdin.close()
        assert process.wait(60) == 0
