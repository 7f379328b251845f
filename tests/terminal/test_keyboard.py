"""Lines typed at a real terminal, and through a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import CONFIRM, Terminal

BACKSPACE, UP, LEFT, SEARCH, CUT_LINE, PASTE, UNDO_TYPING = (
    "\x7f",
    "\x1b[A",
    "\x1b[D",
    "\x12",
    "\x15",
    "\x19",
    "\x1f",
)
COLOUR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-9]|4[0-9]|9[0-7])(?:;[0-9;]*)?m")
TWO_PEOPLE = ("--rules", "party", "--player", "Left", "--player", "Right", "--seed", "00")


def start(home: Path, *args: str, **environment: str) -> Terminal:
    return Terminal(home, "play", "--lexicon", "common", *args, columns=80, rows=24, **environment)


def alone(home: Path, **environment: str) -> Terminal:
    terminal = start(home, "--rules", "solo", "--seed", "00", **environment)
    terminal.wait_for("You> ")
    return terminal


def test_a_typing_mistake_is_mended_with_the_arrow_keys(tmp_path: Path) -> None:
    terminal = alone(tmp_path)
    terminal.press("unsXeen" + 3 * LEFT + BACKSPACE + "\r")
    terminal.wait_for("You> ")
    assert "93 unseen:" in terminal.shown
    terminal.child.close()


def test_a_line_of_ones_own_turn_is_recalled(tmp_path: Path) -> None:
    terminal = alone(tmp_path)
    terminal.type("8H QQQQ")
    terminal.wait_for("You> ")
    terminal.press(UP)
    terminal.wait_to_see(r"You> 8H QQQQ$")
    terminal.child.close()


@pytest.mark.parametrize("keys", [UP, SEARCH + "Q\x07", PASTE, UNDO_TYPING])
def test_what_one_player_typed_does_not_come_back_to_the_next(tmp_path: Path, keys: str) -> None:
    terminal = start(tmp_path, *TWO_PEOPLE)
    terminal.wait_for("Left, it is your turn")
    terminal.type("")
    terminal.wait_for("Left> ")
    terminal.type("8H QQQQ")
    terminal.wait_for("Left> ")
    terminal.press("8H CHIN" + CUT_LINE + "pass\r")
    terminal.wait_for(CONFIRM)
    terminal.type("")
    terminal.wait_for("Right, it is your turn")
    terminal.press(UP)
    terminal.type("")
    terminal.wait_for("Right> ")
    terminal.press(keys)
    terminal.press("here")
    terminal.wait_to_see(r"here$")
    seen = terminal.transcript.rpartition("Right, it is your turn")[2]
    assert "QQQQ" not in seen
    assert "CHIN" not in seen
    terminal.child.close()


def test_tab_completes_a_command_and_lists_several(tmp_path: Path) -> None:
    terminal = alone(tmp_path)
    terminal.press("uns\t")
    terminal.wait_to_see(r"You> unseen$")
    terminal.press("\r")
    terminal.wait_for("You> ")
    terminal.press("s\t")
    terminal.wait_to_see(r"scores +show")
    terminal.child.close()


def test_ctrl_d_in_a_line_deletes_and_leaves_only_from_an_empty_one(tmp_path: Path) -> None:
    terminal = alone(tmp_path)
    terminal.press("unseenX" + LEFT + "\x04\r")
    terminal.wait_for("You> ")
    assert "93 unseen:" in terminal.shown
    assert terminal.stop_by("\x04") == 2
    assert "The input ended. The game is saved as" in terminal.text


def test_ctrl_c_in_a_line_leaves_a_saved_game(tmp_path: Path) -> None:
    terminal = alone(tmp_path)
    terminal.press("8H CH")
    terminal.wait_to_see(r"You> 8H CH$")
    assert terminal.stop_by("\x03") == 2
    assert "Interrupted. The game is saved as" in terminal.text


def test_after_a_resize_the_board_is_drawn_to_the_new_width(tmp_path: Path) -> None:
    terminal = alone(tmp_path)
    terminal.resize(40, 24)
    terminal.type("show")
    terminal.wait_to_see(r"^ 8 TW· · DL· · · ★ · · · DL· · TW$")
    terminal.resize(25, 24)
    terminal.type("show")
    terminal.wait_to_see(r"The board needs 33")
    terminal.child.close()


def test_no_colour_is_sent_where_none_is_wanted(tmp_path: Path) -> None:
    terminal = alone(tmp_path, NO_COLOR="1")
    terminal.press("8H CHIN\r")
    terminal.wait_for(CONFIRM)
    terminal.press("s\t")
    terminal.wait_to_see(r"scores +show")
    assert not COLOUR.search(terminal.transcript)
    terminal.child.close()


def test_a_dumb_terminal_is_sent_no_escapes(tmp_path: Path) -> None:
    terminal = start(tmp_path, "--rules", "solo", "--seed", "00", TERM="dumb")
    terminal.child.expect_exact("You> ")
    terminal.type("8H CHIN")
    terminal.child.expect_exact("type `undo` > ")
    assert "\x1b" not in (terminal.child.before or "")
    terminal.child.close()


def test_through_a_pipe_lines_are_read_plainly_and_no_editor_is_loaded(home: Path) -> None:
    script = "import sys, quixotry.__main__ as q; q.run(['play', '--rules', 'solo']); print(*sys.modules)"
    environment = {"QUIXOTRY_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        input="unseen\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "93 unseen:" in done.stdout
    assert "prompt_toolkit" not in done.stdout.splitlines()[-1].split()
    assert "\x1b" not in done.stdout
