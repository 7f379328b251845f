"""Bad input gets one sentence, exit code 2, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quixotry.store.files import FileGameLog
from tests.cli.command import quixotry, said
from tests.rules.build import PRESETS


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--rules", "friends", "--player", "A"], "Friends is for 2 players, not 1"),
        (["--rules", "classic", *["--player", "computer"] * 5], "Classic is for 2 to 4 players, not 5"),
        (["--rules", "solo", "--player", "Same", "--player", "same"], "Two players are called"),
        (["--rules", "nosuch"], "There are no rules 'nosuch'"),
        (["--rules", "solo", "--lexicon", "nosuch"], "nosuch"),
        (["--rules", "solo", "--tiles", "nosuch.txt"], "nosuch.txt cannot be read"),
        (["--rules", "solo", "--player", "You", "--player", "computer:god"], "no computer level 'god'"),
        (["--rules", "solo", "--player", " ", "--player", "B"], "A player's name must have 1 to 40"),
        (["--rules", "solo", "--seed", "xyz"], "--seed needs"),
        (["--resume"], "There is no unfinished game"),
        (["--resume", "nosuch"], "There is no saved game 'nosuch'"),
        (["--resume", "--seed", "00"], "--resume"),
        (["--rules", "classic", "--player", "A", "--player", "B"], "need a terminal"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    tmp_path: Path, args: list[str], sentence: str
) -> None:
    done = said(tmp_path, "play", *args)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_input_that_ends_saves_the_game(tmp_path: Path) -> None:
    done = quixotry(tmp_path, "play", "--rules", "solo", "--lexicon", "common", stdin="hint\n")
    assert done.returncode == 2
    assert "The input ended. The game is saved as" in done.stderr
    assert len(list(FileGameLog(tmp_path / "games").list())) == 1


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "not-a-folder"
    file.write_text("")
    done = quixotry(file, "play", "--rules", "solo", "--lexicon", "common")
    assert done.returncode == 2
    assert "not-a-folder" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("toml", "key"),
    [
        ('extends = "classic"\nname = "x"\n[bonus]\npiont = 3\n', "bonus.piont"),
        ('extends = "classic"\nname = "x"\n[board]\nrows = [".. ..", ".."]\n', "board.rows"),
        ('extends = "classic"\nname = "x"\n[tiles.letters]\nA = { value = 1, count = 20 }\n', "tiles"),
        ("= nonsense", "is not TOML"),
    ],
)
def test_a_wrong_ruleset_is_refused_with_its_key(tmp_path: Path, toml: str, key: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(toml)
    for args in (["rules", "validate", str(file)], ["play", "--rules", str(file)]):
        done = said(tmp_path, *args)
        assert done.returncode == 2
        assert "mine.toml" in done.stderr
        assert key in done.stderr


def test_a_half_written_save_goes_on_from_its_last_whole_move(tmp_path: Path, unfinished: Path) -> None:
    unfinished.write_bytes(unfinished.read_bytes() + b'[{"kind":"TurnPas')
    done = quixotry(tmp_path, "play", "--resume", stdin="pass\n\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "The saved game is damaged" in done.stdout
    stored = FileGameLog(tmp_path / "games").read(unfinished.stem)
    assert stored.damage == ""
    assert stored.game.position.turns[0].kind == "pass"


@pytest.mark.parametrize("torn", [b"", b'[{"kind":"Ga'])
def test_a_save_torn_after_its_header_deals_the_same_tiles_again(
    tmp_path: Path, unfinished: Path, torn: bytes
) -> None:
    header, dealt, *_ = unfinished.read_bytes().splitlines(keepends=True)
    unfinished.write_bytes(header + torn)
    done = quixotry(tmp_path, "play", "--resume", stdin="quit\n")
    assert done.returncode == 0, done.stderr
    assert "The same ones are dealt again." in done.stdout
    assert unfinished.read_bytes().startswith(header + dealt)
    assert said(tmp_path, "games", "list").returncode == 0


def test_a_save_without_a_header_is_named(tmp_path: Path, unfinished: Path) -> None:
    unfinished.write_bytes(b"garbage")
    done = quixotry(tmp_path, "play", "--resume", unfinished.stem)
    assert done.returncode == 2
    assert unfinished.stem in done.stderr


def test_a_changed_word_list_is_not_played_on_with(tmp_path: Path, unfinished: Path) -> None:
    done = quixotry(tmp_path, "play", "--resume", "--lexicon", "default")
    assert done.returncode == 2
    assert "another version of the word list" in done.stderr


def test_changed_rules_are_not_played_on_with(tmp_path: Path, unfinished: Path) -> None:
    done = quixotry(tmp_path, "play", "--resume", "--rules", "classic")
    assert done.returncode == 2
    assert "started with other rules" in done.stderr
    doctored = unfinished.read_bytes().replace(b'"points":50', b'"points":51')
    unfinished.write_bytes(doctored)
    done = quixotry(tmp_path, "play", "--resume", unfinished.stem)
    assert done.returncode == 2
    assert "digest" in done.stderr


def test_saved_games_are_listed(tmp_path: Path, unfinished: Path) -> None:
    assert "unfinished" in said(tmp_path, "games", "list").stdout
    (listed,) = json.loads(said(tmp_path, "games", "list", "--json").stdout)
    assert listed["id"] == unfinished.stem
    assert listed["players"] == ["You", "Casual"]


def test_no_saved_games_is_no_error(tmp_path: Path) -> None:
    done = said(tmp_path, "games", "list")
    assert done.returncode == 0
    assert "quixotry play" in done.stdout


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_explains_itself(tmp_path: Path, name: str) -> None:
    done = said(tmp_path, "rules", "show", name)
    assert done.returncode == 0
    assert "The game ends when" in done.stdout
    assert name in said(tmp_path, "rules", "list").stdout


def test_a_preset_as_toml_is_a_good_ruleset_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(said(tmp_path, "rules", "show", "party", "--toml").stdout)
    done = said(tmp_path, "rules", "validate", str(file))
    assert done.returncode == 0
    assert "valid ruleset" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_their_completion(tmp_path: Path, shell: str) -> None:
    assert "_QUIXOTRY_COMPLETE" in said(tmp_path, "completion", shell).stdout


def test_every_command_has_help_with_an_example(tmp_path: Path) -> None:
    import click

    from quixotry.cli import cli

    def walk(command: click.Command, path: tuple[str, ...]) -> None:
        with click.Context(command) as context:
            assert "quixotry " in (command.help or ""), path
            if isinstance(command, click.Group):
                for name in command.list_commands(context):
                    below = command.get_command(context, name)
                    assert below is not None
                    walk(below, (*path, name))

    walk(cli, ())
