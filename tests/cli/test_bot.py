"""`quixotry bot`: our players for other programs, and what it says of programs of others."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from quixotry.arena.game import play_game
from quixotry.lexicon.catalogue import load
from quixotry.players.bot_player import BotPlayer
from quixotry.players.levels import player_for
from quixotry.rules.ruleset_file import preset
from tests.cli.command import quixotry
from tests.players.bad_bots import bot
from tests.players.test_worker import a_view

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON_BOT = (sys.executable, str(EXAMPLES / "thrifty_bot.py"))
JAVASCRIPT_BOT = ("node", str(EXAMPLES / "one_tile_bot.mjs"))


def test_a_level_plays_for_others_as_it_does_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    words, view = load("common"), a_view("tournament")
    with BotPlayer((sys.executable, "-m", "quixotry", "bot", "--level", "expert"), words) as player:
        assert player.choose(view, 60_000) == player_for("expert", words).choose(view, 60_000)
        assert player.introduction is not None
        assert player.introduction.name == "Quixotry Expert"
        assert player.introduction.deterministic


def test_the_examples_play_each_other_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    words = load("common")
    for rules in ("tournament", "classic"):
        with BotPlayer(PYTHON_BOT, words) as thrifty, BotPlayer(JAVASCRIPT_BOT, words) as one_tile:
            done = play_game(preset(rules), words, [thrifty, one_tile], seed=3, budget_ms=60_000)
            assert (thrifty.name, one_tile.name) == ("Thrifty", "One Tile")
            assert (thrifty.starts, one_tile.starts) == (1, 1)
        assert done.position.outcome is not None
        assert min(done.position.outcome.scores) > 50


def test_a_good_program_is_told_so(tmp_path: Path) -> None:
    patient = ("--lexicon", "common", "--thinking-ms", "60000")
    said = quixotry(tmp_path, "bot", "--check", shlex.join(PYTHON_BOT), *patient)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "It says hello as Thrifty 1.0" in said.stdout
    assert said.stdout.endswith("Nothing is wrong with it.\n")


def test_a_bad_program_is_told_what_is_wrong_and_how_its_errors_end(tmp_path: Path) -> None:
    crashes = bot(hello="sys.exit('my own last words\\x1b[2J')")
    said = quixotry(tmp_path, "bot", "--check", shlex.join(crashes), "--lexicon", "common")
    assert said.returncode == 1
    assert "BAD  The program ended in the middle of a game (exit code 1)." in said.stdout
    assert "my own last words?[2J" in said.stdout


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ((), "Give one of --level and --check."),
        (("--level", "expert", "--check", "x"), "Give one of --level and --check."),
        (("--level", "wizard"), "There is no computer level"),
        (("--check", "no-such-program"), "there is no program 'no-such-program'"),
        (("--check", "'half a"), "cannot be run as a program that plays"),
    ],
)
def test_bad_options_end_with_a_sentence(tmp_path: Path, args: tuple[str, ...], told: str) -> None:
    said = quixotry(tmp_path, "bot", *args)
    assert said.returncode == 2
    assert told in said.stderr
    assert "Traceback" not in said.stderr
