"""Programs of others in a match: refereed, and never the end of it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from quixotry.arena.contestants import is_deterministic, shown_name, shown_names
from quixotry.arena.errors import OnlyWallClock
from quixotry.arena.match import Match
from quixotry.arena.plan import Plan, TimeControl
from quixotry.lexicon import load
from quixotry.players.bot_errors import BadBotCommand
from quixotry.rules.ruleset_file import preset
from tests.players.bad_bots import bot

PASSES = f"bot:{shlex.join(bot())}"
EXITS = f"bot:{shlex.join(bot('sys.exit(3)'))}"


def plan(time: TimeControl | None = None) -> Plan:
    return Plan.of(preset("match"), load("default"), time=time)


def test_a_program_that_exits_loses_its_games_and_the_match_goes_on(tmp_path: Path) -> None:
    match = Match(EXITS, "beginner", plan(), tmp_path, pairs=2)
    match.play()
    result = match.plain()
    assert result["wins"] == [0, 4]
    assert result["ended"] == {"resigned": 4}
    (why,) = result["figures"][0]["failures"]
    assert "ended in the middle of a game" in why
    assert "failed in turn 1" in str(match.record(0, 1))


def test_two_programs_that_pass_play_to_the_end_by_rule(tmp_path: Path) -> None:
    match = Match(PASSES, PASSES, plan(TimeControl(move_ms=5000)), tmp_path, pairs=1)
    match.play()
    assert match.plain()["ended"] == {"exchanges": 2}
    assert not match.plain()["figures"][0]["failures"]


def test_a_program_says_itself_whether_it_is_deterministic() -> None:
    says = bot(hello='say(type="hello", protocol=1, name="Sure", deterministic=True)')
    assert is_deterministic(f"bot:{shlex.join(says)}", load("default"))
    assert not is_deterministic(PASSES, load("default"))
    assert is_deterministic("expert", load("default"))
    assert not is_deterministic("champion", load("default"))


def test_a_program_that_is_not_there_is_refused_before_the_match(tmp_path: Path) -> None:
    for name in ("bot:no-such-program --fast", "bot:", "bot:'"):
        with pytest.raises(BadBotCommand, match="cannot be run as a program that plays"):
            Match(name, "expert", plan(), tmp_path)
    with pytest.raises(OnlyWallClock, match="plays by the wall clock"):
        Match(PASSES, "expert", plan(TimeControl(clock="processor")), tmp_path)


def test_programs_are_shown_by_their_file() -> None:
    assert shown_name("bot:python examples/greedy.py --fast") == "greedy.py"
    assert shown_name("bot:greedy") == "greedy"
    assert shown_names("expert", "expert") == ("expert", "expert 2")
