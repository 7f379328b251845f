"""The author of a program is told in sentences what it does wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from quixotry.arena.bot_check import BotCheck, Finding
from quixotry.lexicon.catalogue import load
from tests.players.bad_bots import CHEATS, PASS, bot


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))


def wrong(command: Sequence[str], *rules: str) -> list[Finding]:
    check = BotCheck(command, load("common"), 60_000)
    return [finding for finding in check.findings(rules) if not finding.is_good]


def test_nothing_is_wrong_with_a_program_that_only_passes() -> None:
    assert wrong(bot(), "tournament", "friends") == []


def test_an_illegal_move_is_told_with_the_rule_that_refuses_it() -> None:
    (finding,) = wrong(CHEATS["challenges nothing"], "friends")[:1]
    assert finding.sentence.startswith("An illegal move in a game of friends: challenge with ")
    assert finding.sentence.endswith("There is no play to accept or challenge.")
    assert "loses the game" in finding.advice


@pytest.mark.parametrize(
    ("command", "told", "advice"),
    [
        (bot(hello="say(type='hello', protocol=2, name='Bad')"), "another version", "not newer"),
        (bot("print('thinking ...')\n        " + PASS), "cannot be read", "one line with one JSON object"),
        (bot(f"sys.exit(7)\n        {PASS}"), "exit code 7", "read on until its input ends"),
        (("/nowhere/at/all",), "cannot be started (No such file or directory)", "Try the command in a shell"),
    ],
)
def test_what_goes_wrong_is_told_with_advice(command: Sequence[str], told: str, advice: str) -> None:
    finding = wrong(command, "tournament")[0]
    assert told in finding.sentence
    assert advice in finding.advice


def test_a_program_that_goes_on_without_input_is_told_so() -> None:
    stays = (*bot()[:-1], bot()[-1] + "\ntime.sleep(3600)")
    (finding,) = wrong(stays)
    assert finding.sentence == "It did not end when its input ended, and was killed."


def test_a_program_that_only_says_it_is_deterministic_is_told_so() -> None:
    turn = "n = globals().get('n', 0) + 1; say(type='move', move={'kind': 'pass' if n % 2 else 'resign'})"
    hello = "say(type='hello', protocol=1, name='Bad', deterministic=True)"
    (finding,) = wrong(bot(turn, hello=hello))
    assert "two different moves in the same position" in finding.sentence
