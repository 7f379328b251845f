"""One place for each fact: what docs/architecture.md promises beyond who may import whom.

The files are parsed, never imported. A failure here means that a copy has come back, and copies disagree.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.sources import parsed

SOURCE = Path(__file__).parents[1] / "src" / "quixotry"

# Outside rules/ nobody reads these facets; the rules answer questions about them. The exceptions:
READS_FACETS = {
    "engine": "searches copy the facets into fields of their own once, before millions of turns",
    "protocol/rulesets.py": "tells the page a whole ruleset, as data",
}
FACETS = re.compile(r"\b(rules|ruleset)\.(exchange|passing)\b|\bend\.runs\b|\brack\.refill\b")

# Everything a user can cause is a QuixotryError. These are other things:
NOT_A_USERS_DOING = {
    "cli/__init__.py: ReaderGone": "the reader of a pipe has gone; the command ends well",
    "rules/alphabet.py: ForeignSign": "a sign no tile has; whoever asked says where it stood, by an error of their own",
    "terminal/session.py: GameLeft": "somebody leaves the table; no error at all",
    "machine.py: Claimed": "another process holds a file; store and server say so in their own words",
    "play/judging.py: _Unanswered": "the judge leaves its thread to ask, and comes back; no error at all",
    "play/gcg_draw_check.py: DoesNotFollow": "ends the walk through a file; the verdict says what it was",
    "wording/message_format.py: BadMessage": "a mistake in our own catalog",
    "protocol/bots.py: BadLine": "a program that does not keep to the protocol; its move is made by another",
}


@cache
def trees() -> dict[str, ast.Module]:
    return {file.relative_to(SOURCE).as_posix(): parsed(file) for file in sorted(SOURCE.glob("**/*.py"))}


def calls(name: str) -> list[str]:
    """The files that call a function by this name, once for each call."""
    return [
        file
        for file, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id == name)
            or (isinstance(node.func, ast.Attribute) and node.func.attr == name)
        )
    ]


def assigned(name: str) -> list[str]:
    """The files that give this name a value, at module level."""
    return [
        file
        for file, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and re.match(rf"{name}\b", ast.unparse(node))
    ]


def test_a_move_is_decided_in_one_place() -> None:
    assert calls("decide") == ["rules/game.py"]


def test_the_tables_pass_on_nothing_untyped() -> None:
    untyped = re.compile(r"\b(dict|Mapping|list|Sequence|tuple)\[(str, )?Any\b")
    found = [
        file
        for file, tree in trees().items()
        if file.startswith("play/") and untyped.search(ast.unparse(tree))
    ]
    assert found == []


@cache
def facet_readers() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file, tree in trees().items():
        if not file.startswith("rules/"):
            read = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
            if facets := sorted({text for text in read if FACETS.search(text)}):
                found[file] = facets
    return found


def test_what_a_facet_means_is_known_to_the_rules_alone() -> None:
    readers = {
        file: facets
        for file, facets in facet_readers().items()
        if file not in READS_FACETS and file.partition("/")[0] not in READS_FACETS
    }
    assert readers == {}, "ask rules/exchange.py, rules/runs.py, the ruleset or the view instead"


@pytest.mark.parametrize("place", READS_FACETS)
def test_an_exception_is_listed_only_as_long_as_it_is_one(place: str) -> None:
    assert any(file == place or file.startswith(f"{place}/") for file in facet_readers())


def error_classes() -> dict[str, list[str]]:
    """`file: Name` of every class of exceptions, with its bases."""
    classes = {
        f"{file}: {node.name}": [ast.unparse(base).rpartition(".")[2] for base in node.bases]
        for file, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    raised = {"BaseException", "Exception", "ValueError", "RuntimeError", "OSError", "KeyError", "TypeError"}
    while True:
        more = {key.partition(": ")[2] for key, bases in classes.items() if set(bases) & raised} - raised
        if not more:
            return {key: bases for key, bases in classes.items() if set(bases) & raised}
        raised |= more


def test_every_error_a_user_can_cause_has_one_root() -> None:
    family = {"QuixotryError"}
    classes = error_classes()
    for _ in range(4):
        family |= {key.partition(": ")[2] for key, bases in classes.items() if set(bases) & family}
    assert {key for key in classes if key.partition(": ")[2] not in family} == set(NOT_A_USERS_DOING)


def test_the_exit_code_and_the_http_status_of_errors_are_written_once() -> None:
    assert assigned("EXIT_BAD_INPUT") == assigned("HTTP_STATUS") == ["errors.py"]
    statuses = [
        f"{file}: {node.name}"
        for file, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and "http_status" in ast.unparse(node) and file != "errors.py"
    ]
    assert statuses == []


def test_computers_think_for_one_time_wherever_they_play() -> None:
    assert assigned("THINKING_MS") == ["rules/ports.py"]
    text = (SOURCE / "web" / "static" / "js").glob("**/*.js")
    assert not any("THINKING_MS" in file.read_text("utf-8") for file in text)


def test_the_names_of_premiums_are_written_once() -> None:
    table = [file for file, tree in trees().items() if re.search(r"\(\d, \d\): 'TW'", ast.unparse(tree))]
    assert table == ["rules/board.py"]


@pytest.mark.parametrize(
    "function", ["next_game", "game_ids", "seat_players", "exchange_sizes", "full_run", "quoted"]
)
def test_what_everybody_asks_is_answered_by_one_function(function: str) -> None:
    answers = [
        file
        for file, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name == function
    ]
    assert len(answers) == 1
