"""A program as a player: what it chooses is played, and what it does wrong is known, in time, with nothing left."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.bot_errors import BotFailed, Reason
from quixotry.players.bot_player import BotPlayer
from quixotry.rules.move import Pass
from quixotry.rules.outcome import Outcome
from tests.players.bad_bots import DAEMON, FAILURES, PASS, bot
from tests.players.test_worker import WORDS, a_view

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "bot-protocol.md"
LEXICON = Lexicon.of(WORDS)
MEMORY = 100 << 20


def descendants(pid: int) -> list[int]:
    """Of a process, whatever session they hide in, as long as their parents live."""
    found = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, file.read_text().split()):
            found += [child, *descendants(child)]
    return found


def first_failure(player: BotPlayer, budget_ms: int) -> BotFailed:
    for _ in range(3):
        try:
            player.choose(a_view(), budget_ms)
        except BotFailed as failure:
            return failure
    raise AssertionError("it has done nothing wrong")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))


def test_a_program_is_started_once_for_many_turns_and_games() -> None:
    with BotPlayer(bot(), LEXICON) as player:
        view = a_view()
        for _ in range(2):
            player.new_game(view.ruleset, seat=view.seat or 0)
            assert [player.choose(view, 20_000) for _ in range(2)] == [Pass(), Pass()]
        assert player.starts == 1
        assert player.name == "Bad"


def test_the_smallest_program_of_the_page_plays() -> None:
    code = PAGE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    with BotPlayer((sys.executable, "-c", code), LEXICON) as player:
        assert player.choose(a_view(), 20_000) == Pass()
        player.tell_result(Outcome("out", (0,), (9, 8), (9, 8), "none"))
        assert player.choose(a_view(), 20_000) == Pass()
        assert player.starts == 1


def test_every_reason_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"| `{reason}` |" in page for reason in get_args(Reason))


def test_a_program_that_has_failed_is_started_again_and_told_of_its_game(tmp_path: Path) -> None:
    mark = tmp_path / "been here"
    once = f"os.path.exists({str(mark)!r}) or (open({str(mark)!r}, 'w').close(), sys.exit(3)); {PASS}"
    with BotPlayer(bot(once), LEXICON) as player:
        with pytest.raises(BotFailed, match="exit code 3"):
            player.choose(a_view(), 20_000)
        assert player.choose(a_view(), 20_000) == Pass()
        assert player.starts == 2


def test_a_program_gets_no_descriptor_of_ours(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    look = f"found = os.listdir('/proc/self/fd'); open({str(seen)!r}, 'w').write(' '.join(sorted(found)))"
    with open(tmp_path / "secret", "w") as secret, BotPlayer(bot(f"{look}; {PASS}"), LEXICON) as player:
        os.set_inheritable(secret.fileno(), True)
        player.choose(a_view(), 20_000)
    assert seen.read_text().split() == ["0", "1", "2", "3"]  # the last is the folder it looks into


def test_a_program_without_a_network_has_none(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    look = f"open({str(seen)!r}, 'w').write(open('/proc/self/net/dev').read())"
    with BotPlayer(bot(f"{look}; {PASS}"), LEXICON, network=False) as player:
        player.choose(a_view(), 20_000)
        if player.has_network_in_spite:
            pytest.skip("this system does not allow a program to be cut off")
    assert [line.split(":")[0].strip() for line in seen.read_text().splitlines()[2:]] == ["lo"]


def test_a_program_and_its_hidden_process_end_when_we_are_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    os.mkfifo(pids)
    hide = f"subprocess.Popen([sys.executable, '-S', '-c', {DAEMON!r}]).wait()"
    tell = f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{os.getppid()}}')"
    ours = (
        "import sys; from quixotry.lexicon.wordlist import Lexicon; "
        "from quixotry.players.bot_player import BotPlayer; from tests.players.test_worker import a_view\n"
        f"BotPlayer({bot(f'{hide}; {tell}; time.sleep(3600)')!r}, Lexicon.of(['AT'])).choose(a_view(), 60_000)"
    )
    with subprocess.Popen([sys.executable, "-c", ours], env={**os.environ, "PYTHONPATH": "."}) as owner:
        _program, warden = map(int, pids.read_text().split())
        found = [warden, *descendants(warden)]
        assert len(found) == 3
        handles = [os.pidfd_open(pid) for pid in found]
        owner.kill()
        for handle in handles:
            assert select.select([handle], [], [], 60)[0]
            os.close(handle)


@pytest.mark.parametrize("what", FAILURES)
def test_a_program_that(what: str) -> None:
    command, reasons = FAILURES[what]
    # Who hangs need not hang for long; who has something else to do may take its time on a busy machine.
    is_slow = reasons == "late"
    others = descendants(os.getpid())
    with BotPlayer(command, LEXICON, memory=MEMORY, start_ms=2000 if is_slow else 20_000) as player:
        failure = first_failure(player, 500 if is_slow else 20_000)
        assert failure.reason in reasons.split(), failure
        assert str(failure)
        assert set(descendants(os.getpid())) <= set(others)
