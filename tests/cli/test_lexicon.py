"""`quixotry lexicon`, run as a person or a script would."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from quixotry.__main__ import run
from quixotry.cli.lexicon import lexicon

Captured = pytest.CaptureFixture[str]


def test_a_word_in_the_list_exits_with_0(capsys: Captured) -> None:
    assert run(["lexicon", "check", "quixotry"]) == 0
    assert capsys.readouterr().out == "yes  QUIXOTRY is in the list default\n"


def test_a_word_not_in_the_list_exits_with_1(capsys: Captured) -> None:
    assert run(["lexicon", "check", "qi", "xx"]) == 1
    assert "no   XX is not in the list default" in capsys.readouterr().out


def test_check_answers_programs_in_json(capsys: Captured) -> None:
    assert run(["lexicon", "check", "--json", "--lexicon", "common", "dog", "xx"]) == 1
    assert json.loads(capsys.readouterr().out) == {"lexicon": "common", "words": {"DOG": True, "XX": False}}


def test_define_traces_forms_to_their_base(capsys: Captured) -> None:
    assert run(["lexicon", "define", "ran"]) == 0
    assert "from RUN, verb: move fast" in capsys.readouterr().out


def test_a_form_without_a_part_of_speech_had_a_stray_comma(capsys: Captured) -> None:
    assert run(["lexicon", "define", "reglues", "jurats"]) == 0
    told = capsys.readouterr().out
    assert "from REGLUE: again: join" in told
    assert "  a form of JURAT\n" in told


def test_define_says_when_there_is_nothing_to_say(capsys: Captured) -> None:
    assert run(["lexicon", "define", "qwxz"]) == 1
    out = capsys.readouterr().out
    assert "not in the list" in out
    assert "no definition available" in out


def test_define_in_json_keeps_part_gloss_and_base(capsys: Captured) -> None:
    assert run(["lexicon", "define", "--json", "geese"]) == 0
    answer = json.loads(capsys.readouterr().out)["words"]["GEESE"]
    assert answer["in_lexicon"] is True
    assert answer["definitions"][0]["base"] == "GOOSE"


def test_anagrams_show_blanks_in_lower_case(capsys: Captured) -> None:
    assert run(["lexicon", "anagram", "QUIXOT??"]) == 0
    assert "QUIXOTry" in capsys.readouterr().out.split()


def test_anagrams_of_part_of_a_rack_can_be_limited(capsys: Captured) -> None:
    assert run(["lexicon", "anagram", "--min", "2", "--limit", "3", "--json", "retinas"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3


def test_a_rack_without_words_exits_with_1(capsys: Captured) -> None:
    assert run(["lexicon", "anagram", "VVV"]) == 1
    assert capsys.readouterr().out == ""


def test_hooks_are_shown_on_both_sides(capsys: Captured) -> None:
    assert run(["lexicon", "hooks", "ox"]) == 0
    assert "bcfghlpsv OX oy" in " ".join(capsys.readouterr().out.split())


def test_hooks_of_what_is_no_word_say_so(capsys: Captured) -> None:
    assert run(["lexicon", "hooks", "--json", "qui"]) == 1
    [answer] = json.loads(capsys.readouterr().out)
    assert answer["in_lexicon"] is False
    assert "T" in answer["back"]
    assert run(["lexicon", "hooks", "qui"]) == 1
    assert "* not in the list default" in capsys.readouterr().out


def test_a_pattern_lists_its_words(capsys: Captured) -> None:
    assert run(["lexicon", "pattern", "QUIX*RY"]) == 0
    assert capsys.readouterr().out == "QUIXOTRY\n"


def test_a_pattern_that_cannot_be_read_exits_with_2_and_one_line(capsys: Captured) -> None:
    assert run(["lexicon", "pattern", "[A"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("quixotry: The pattern '[A' cannot be read at character 1")
    assert captured.err.count("\n") == 1


def test_words_are_listed_by_length_beginning_and_contents(capsys: Captured) -> None:
    assert run(["lexicon", "list", "--starts", "qu", "--ends", "otry", "--contains", "x"]) == 0
    assert capsys.readouterr().out == "QUIXOTRY\n"
    assert run(["lexicon", "list", "--length", "2", "--count"]) == 0
    assert capsys.readouterr().out == "126\n"


@pytest.mark.parametrize(
    "args", [["--length", "3", "--min", "2"], ["--min", "5", "--max", "4"], ["--length", "0"]]
)
def test_lengths_that_contradict_each_other_exit_with_2(args: list[str], capsys: Captured) -> None:
    assert run(["lexicon", "list", *args]) == 2
    assert "--" in capsys.readouterr().err


def test_an_import_reports_what_it_left_out_and_can_be_used(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "My Words.txt"
    file.write_text("frobnicate\tto fiddle with\nc3po\nFROBNICATE\n")
    assert run(["lexicon", "import", str(file)]) == 0
    captured = capsys.readouterr()
    assert "Imported 1 word as my-words" in captured.out
    assert "line 2: 'c3po': a word can contain only letters" in captured.err
    assert run(["lexicon", "check", "--lexicon", "my-words", "frobnicate"]) == 0
    assert run(["lexicon", "define", "--lexicon", "my-words", "frobnicate"]) == 0
    assert "to fiddle with" in capsys.readouterr().out


def test_a_strict_import_imports_nothing_when_a_line_is_wrong(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("cat\nc3po\n")
    assert run(["lexicon", "import", "--strict", str(file)]) == 2
    assert "line 2, 'c3po'" in capsys.readouterr().err
    assert run(["lexicon", "check", "--lexicon", "mine", "cat"]) == 2


def test_an_import_reports_to_programs_in_json(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("cat\nc3po\ncat\n")
    assert run(["lexicon", "import", "--json", "--id", "club", "--title", "Club", str(file)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["id"], report["title"], report["words"], report["duplicates"]) == ("club", "Club", 1, 1)
    assert report["rejected_lines"] == [
        {"line": 2, "text": "c3po", "reason": "a word can contain only letters"}
    ]


def test_importing_twice_needs_replace(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("cat\n")
    assert run(["lexicon", "import", str(file)]) == 0
    assert run(["lexicon", "import", str(file)]) == 2
    assert "--replace" in capsys.readouterr().err
    assert run(["lexicon", "import", "--replace", str(file)]) == 0


def test_only_the_first_rejected_lines_are_printed(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("cat\n" + "1\n" * 50)
    assert run(["lexicon", "import", str(file)]) == 0
    err = capsys.readouterr().err
    assert err.startswith("50 lines were skipped:")
    assert "and 30 more" in err


@pytest.mark.parametrize(
    "args",
    [
        ["check", "don't"],
        ["check", "--lexicon", "nope", "cat"],
        ["check", "--lexicon", "/", "cat"],
        ["check"],
        ["anagram", "A1"],
        ["anagram", "--min", "x", "ABC"],
        ["hooks", "4"],
        ["import", "no-such-file.txt"],
        ["info", "nope"],
        ["frobnicate"],
    ],
)
def test_bad_input_exits_with_2_and_says_why(args: list[str], capsys: Captured) -> None:
    assert run(["lexicon", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err) > 20
    assert "Traceback" not in captured.err


def test_info_lists_what_there_is(capsys: Captured) -> None:
    assert run(["lexicon", "info"]) == 0
    out = capsys.readouterr().out
    assert "default" in out
    assert "common" in out
    assert run(["lexicon", "info", "--json"]) == 0
    assert [entry["id"] for entry in json.loads(capsys.readouterr().out)] == ["default", "common"]


def test_info_tells_everything_about_one_list(capsys: Captured) -> None:
    assert run(["lexicon", "info", "common"]) == 0
    assert "scowl.LICENCE" in capsys.readouterr().out
    assert run(["lexicon", "info", "common", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert sum(facts["lengths"].values()) == facts["words"]
    assert facts["letters"] == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize("name", sorted(lexicon.commands))
def test_every_command_has_help_with_examples(name: str, capsys: Captured) -> None:
    assert run(["lexicon", name, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"quixotry lexicon {name}" in out
    assert "Examples:" in out


@pytest.mark.parametrize("name", sorted(lexicon.commands))
def test_every_command_and_option_is_in_the_reference(name: str) -> None:
    reference = (Path(__file__).parents[2] / "docs" / "reference" / "lexicon.md").read_text(encoding="utf-8")
    assert f"`lexicon {name}" in reference
    options = {opt for param in lexicon.commands[name].params for opt in param.opts if opt.startswith("--")}
    assert {option for option in options if option not in reference} == set()


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m quixotry lexicon list | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "AA\n", "")


def test_ctrl_c_exits_with_130(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("quixotry.lexicon.catalogue.load", interrupted)
    assert run(["lexicon", "check", "cat"]) == 130
    assert capsys.readouterr().err.strip() == "Interrupted."


def test_a_mistake_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("quixotry.lexicon.catalogue.load", broken)
    with pytest.raises(ZeroDivisionError):
        run(["lexicon", "check", "cat"])


def test_help_imports_neither_rich_nor_the_lexicon() -> None:
    program = (
        "import sys; from quixotry.__main__ import run; run(['--help']);"
        "sys.exit(any(name.startswith(('rich', 'quixotry.lexicon')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


def test_the_lazy_group_lists_what_it_can_load() -> None:
    from quixotry.cli import COMMANDS, cli

    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command
        assert name in COMMANDS
