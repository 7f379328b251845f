"""Programs of others at the terminal's table: `quixotry play --player bot:"COMMAND"`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.command import quixotry
from tests.cli.terminal import Terminal
from tests.players.bad_bots import CHEATS, bot

EXAMPLE = shlex.join([sys.executable, str(Path(__file__).parents[2] / "examples" / "thrifty_bot.py")])
GAME = ("play", "--lexicon", "common", "--rules", "friends", "--seed", "2a")


def test_two_programs_play_a_game_and_are_called_what_they_call_themselves(tmp_path: Path) -> None:
    said = quixotry(tmp_path, *GAME, "--player", f"bot:{EXAMPLE}", "--player", f"bot:{EXAMPLE}")
    assert said.returncode == 0, said.stderr
    assert "Thrifty plays first." in said.stdout or "Thrifty 2 plays first." in said.stdout
    assert said.stdout.splitlines()[-1] in ("Thrifty wins.", "Thrifty 2 wins.")
    (record,) = (tmp_path / "games").glob("*.jsonl")
    assert EXAMPLE not in record.read_text(), "a file must not be able to run anything"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (bot("sys.exit(3)"), "Bad ended in the middle of a game (exit code 3). Bad loses."),
        (
            CHEATS["challenges nothing"],
            "Bad chose challenge. There is no play to accept or challenge. Bad loses.",
        ),
    ],
)
def test_a_program_that_fails_or_cheats_loses_and_it_is_told_why(
    tmp_path: Path, command: tuple[str, ...], told: str
) -> None:
    players = ("--player", f"bot:{shlex.join(command)}", "--player", "computer:beginner")
    said = quixotry(tmp_path, *GAME, *players, columns=200)
    assert said.returncode == 0, said.stderr
    assert told in said.stdout
    assert said.stdout.splitlines()[-1] == "Beginner wins."


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("bot:", "it is empty"),
        ("bot:no-such-program", "there is no program"),
        (
            f"bot:{shlex.join(bot(hello='sys.exit(3)'))}",
            "The program ended in the middle of a game (exit code 3).",
        ),
    ],
)
def test_a_program_that_cannot_be_started_is_told_before_the_game(
    tmp_path: Path, seat: str, told: str
) -> None:
    said = quixotry(tmp_path, *GAME, "--player", seat, "--player", "computer")
    assert said.returncode == 2
    assert told in said.stderr
    assert not list(tmp_path.glob("games/*.jsonl"))


def test_a_saved_game_goes_on_once_it_is_said_how_its_program_is_started(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *GAME, "--player", f"bot:{EXAMPLE}", "--player", "You")
    terminal.wait_for("You> ")
    terminal.type("quit")
    assert terminal.end() == 0
    assert '--player bot:"COMMAND"' in terminal.text
    said = quixotry(tmp_path, "play", "--resume")
    assert said.returncode == 2
    assert 'Thrifty is a program: say how to start it, with --player bot:"COMMAND".' in said.stderr
    again = Terminal(tmp_path, "play", "--resume", "--player", f"bot:{EXAMPLE}")
    again.wait_for("You> ")
    again.type("pass")
    again.type("")
    again.wait_for("You> ")
    again.type("quit")
    assert again.end() == 0
    assert "Thrifty loses" not in again.text


def test_a_saved_game_without_programs_takes_none(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *GAME, "--player", "You", "--player", "computer:beginner")
    terminal.wait_for("You> ")
    terminal.type("quit")
    terminal.end()
    said = quixotry(tmp_path, "play", "--resume", "--player", f"bot:{EXAMPLE}")
    assert said.returncode == 2
    assert "No program plays in this game" in said.stderr
