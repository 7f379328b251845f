"""Every clause of the reference is proved by a test that names it, and no test names another."""

from __future__ import annotations

import ast
import re
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from quixotry.rules.challenge import challenge_presets
from quixotry.rules.move import Pass
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import parse_ruleset
from quixotry.rules.shipped import shipped_names
from quixotry.rules.tile_file import parse_tile_set
from tests.rules.build import started
from tests.rules.random_games import RandomGame

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference" / "rules.md"


def clauses() -> list[str]:
    """The ids the reference gives, each at the head of its paragraph."""
    return re.findall(r"^\*\*([A-Z](?:-S)?\d+)\*\* ", REFERENCE.read_text("utf-8"), re.MULTILINE)


@cache
def named_by_tests() -> dict[str, list[str]]:
    """Every id in a `@pytest.mark.clause(...)`, with the tests that name it; the files are read, not run."""
    named: dict[str, list[str]] = {}
    for file in sorted(ROOT.glob("tests/**/*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                        for each in mark.args:
                            named.setdefault(ast.literal_eval(each), []).append(f"{file.name}: {node.name}")
    return named


def code_blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", REFERENCE.read_text("utf-8"), re.DOTALL)


def test_no_clause_has_two_meanings() -> None:
    ids = clauses()
    assert len(ids) == len(set(ids))


def test_the_reference_has_every_clause_of_the_specification() -> None:
    expected = [f"A{n}" for n in range(1, 16)] + [f"B{n}" for n in range(1, 8)]
    expected += [f"C{n}" for n in range(1, 18)] + [f"D{n}" for n in range(1, 10)]
    expected += ["E1", "E2", "E3", "E4", "E5", "E10", "E11", "E12", *(f"E-S{n}" for n in range(1, 12))]
    expected += [f"T{n}" for n in range(1, 8)]
    assert [each for each in clauses() if each[0] != "O"] == expected


@pytest.mark.parametrize("clause", clauses())
def test_a_test_proves_the_clause(clause: str) -> None:
    assert named_by_tests().get(clause), f"no test names {clause}"


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    assert {id_: tests for id_, tests in named_by_tests().items() if id_ not in clauses()} == {}


def keys(kind: type, prefix: str = "") -> list[str]:
    """Every key a ruleset file can have, from the dataclasses it is read into."""
    found: list[str] = []
    for item in fields(kind):
        hint = get_type_hints(kind)[item.name]
        name = f"{prefix}{item.name}"
        inner = next((each for each in (hint, *get_args(hint)) if is_dataclass(each)), None)
        if item.name in ("layout", "tiles"):
            found.append({"layout": "board"}.get(item.name, item.name))
        elif isinstance(inner, type):
            found += keys(inner, f"{name}.")
        else:
            found.append(name)
    return found


@pytest.mark.parametrize("key", keys(Ruleset))
def test_every_key_of_a_ruleset_is_in_the_reference(key: str) -> None:
    rows = [line for line in REFERENCE.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert any(f"`{key}`" in row.split("|")[1] for row in rows), f"`{key}` has no row in the table of keys"


def test_every_preset_is_in_the_reference() -> None:
    for name in shipped_names("presets"):
        assert f"| `{name}` |" in REFERENCE.read_text("utf-8")


def test_every_challenge_rule_is_in_the_reference() -> None:
    for name in challenge_presets():
        assert f"| `{name}` |" in REFERENCE.read_text("utf-8"), f"`{name}` has no row in the table of T1"


def test_the_worked_example_can_be_played() -> None:
    rules = parse_ruleset(code_blocks("toml")[0])
    assert (rules.name, rules.layout.height, rules.rack.size, rules.bonus.points) == ("teatime", 7, 5, 20)
    for seed in range(20):
        assert RandomGame(rules, 2, seed).play_out().outcome.winners
    table = started(rules)
    for _ in range(4):
        table.does(Pass())
    assert table.outcome.reason == "passes"


@pytest.mark.clause("B5")
def test_the_tile_files_in_the_reference_can_be_read() -> None:
    lines, toml = parse_tile_set(code_blocks("text")[0]), parse_tile_set(code_blocks("toml")[1])
    assert (len(lines.counts), len(toml.counts)) == (13, 31)
