"""What people bring along as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.lexicon import catalogue
from quixotry.lexicon.errors import NotUtf8, NoWords
from quixotry.play.uploads import LINES_SHOWN_MAX, import_lexicon, read_part
from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset_file import preset, ruleset_from_plain
from quixotry.rules.shipped import shipped_text


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    return tmp_path


def test_tiles_are_read_from_lines_and_from_toml() -> None:
    lines = read_part("tiles", "# ours\n? 0 2\nA 1 50\nB 3 50\n")
    assert lines["letters"]["B"] == {"value": 3, "count": 50}
    assert read_part("tiles", shipped_text("tilesets", "english", key="tiles"))["name"] == "english"
    with pytest.raises(RulesetError, match="line 2"):
        read_part("tiles", "A 1 9\nB one 2\n")


def test_a_board_is_read_from_rows_and_from_toml() -> None:
    rows = read_part("board", "TW .. ..\n.. DW ..\n.. .. TL\n")
    assert rows["rows"] == ["TW .. ..", ".. DW ..", ".. .. TL"]
    assert rows["start"] == "2B"
    assert read_part("board", shipped_text("boards", "friends", key="board"))["coordinates"] == "centre"
    with pytest.raises(RulesetError, match="row 2"):
        read_part("board", "TW .. ..\n.. XX ..\n.. .. TL\n")


def test_a_ruleset_file_becomes_tables_that_give_the_same_rules() -> None:
    text = 'extends = "classic"\nname = "ours"\n[bonus]\npoints = 60\n'
    read = ruleset_from_plain(read_part("ruleset", text))
    assert (read.name, read.bonus.points, read.tiles) == ("ours", 60, preset("classic").tiles)
    for wrong in ("name = ", "x" * 70_000, 'extends = "../../secret"\nname = "x"'):
        with pytest.raises(RulesetError):
            read_part("ruleset", wrong)


def test_a_word_list_is_added_and_the_lines_left_out_are_reported(home: Path) -> None:
    made = import_lexicon(b"cat\nDOG\tan animal\ncat\nit's\nx\n", "Our  words / 1")
    assert (made.lexicon.id, made.lexicon.title, made.lexicon.words) == ("our-words-1", "Our words / 1", 2)
    assert (made.duplicates, made.left_out) == (1, 2)
    assert [(each.line, each.text) for each in made.lines] == [(4, "it's"), (5, "x")]
    assert "CAT" in catalogue.load_known("our-words-1")
    assert import_lexicon(b"emu\n", "our words 1").lexicon.id == "our-words-1-2"
    assert import_lexicon(b"emu\n", "default").lexicon.id == "default-2"
    assert import_lexicon(b"emu\n", "\u0416").lexicon.id == "own"


def test_a_list_that_is_none_says_why(home: Path) -> None:
    with pytest.raises(NoWords):
        import_lexicon(b"1\n2\n", "numbers")
    with pytest.raises(NotUtf8):
        import_lexicon(b"\xff\xfe", "../../etc")
    assert list(home.rglob("*.lexicon")) == []


def test_the_report_of_a_long_list_has_an_end(home: Path) -> None:
    made = import_lexicon(b"cat\n" + b"4\n" * 5000, "long")
    assert made.left_out == 5000
    assert len(made.lines) == LINES_SHOWN_MAX
