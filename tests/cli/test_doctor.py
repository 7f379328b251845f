"""`quixotry doctor` tells the truth about an installation."""

from __future__ import annotations

import json
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from quixotry import __version__
from quixotry.cli import doctor
from quixotry.lexicon.machine_code import machine_code, why_not_run
from tests.cli.command import quixotry
from tests.engine.without_compiler import run

WANTED = [
    "click>=8.2",
    "litestar>=2.18; extra == 'web'",
    "psycopg[binary]>=3.2; extra == 'postgres'",
]


def test_it_says_what_is_there_and_that_nothing_is_wrong(home: Path) -> None:
    done = quixotry(home, "doctor")
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines() if line)
    assert lines["version"].startswith(__version__)
    assert lines["engine"].startswith("compiled for ")
    assert "click " in lines["libraries"]
    assert "litestar " in lines["server"]
    assert "litestar" not in lines["libraries"]
    assert lines["data"] == f"{home}, not there yet"
    assert done.stdout.endswith("Nothing is wrong.\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_without_the_compiled_engine_it_says_how_to_get_it(tmp_path: Path) -> None:
    done = run("import sys; from quixotry.__main__ import run; sys.exit(run(['doctor']))", tmp_path)
    assert done.returncode == 1
    assert "engine     plain Python\n" in done.stdout
    assert "Wrong: The engine is not compiled here: " in done.stdout
    assert "Install a C compiler, then: pip install" in done.stdout


def test_machine_code_that_is_missing_or_stale_is_named(tmp_path: Path) -> None:
    package = tmp_path / "quixotry"
    (package / "lexicon").mkdir(parents=True)
    note = {"processor": "x86-64-v2", "modules": ["quixotry.lexicon.gaddag", "quixotry.engine.native.board"]}
    (package / "lexicon" / "compiled.build").write_text(json.dumps(note), "utf-8")
    for name in ("gaddag", "spelling"):
        (package / "lexicon" / f"{name}{EXTENSION_SUFFIXES[0]}").touch()
    code = machine_code(package)
    assert code.processor == "x86-64-v2"
    assert code.missing == ("quixotry.engine.native.board",)
    assert code.stale == ("quixotry.lexicon.spelling",)


def test_machine_code_that_ends_the_process_is_noticed_from_outside() -> None:
    assert why_not_run() == ""
    assert "signal 4" in why_not_run("os; os.kill(os.getpid(), 4)")
    assert "no_such_module" in why_not_run("no_such_module")


def test_a_library_that_is_missing_or_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*doctor.requirements(WANTED, "")] == [("click", "8.2")]
    assert [*doctor.requirements(WANTED, "postgres")] == [("psycopg", "3.2")]
    monkeypatch.setattr(doctor, "requires", lambda _: ["click>=999.1", "no-such-thing>=1"])
    finding = next(doctor.libraries())
    assert "is older than 999.1: pip install --upgrade click" in finding.problems[0]
    assert finding.problems[1] == "no-such-thing is missing: pip install no-such-thing"


def test_files_in_the_data_folder_are_counted(home: Path) -> None:
    (home / "graphs").mkdir(parents=True)
    (home / "graphs" / "a.graph").write_bytes(bytes(2_500_000))
    assert f"{home}: terminal games 0 files 0.0 MB" in doctor.data(home).text
    assert "word graphs 1 files 2.5 MB" in doctor.data(home).text
