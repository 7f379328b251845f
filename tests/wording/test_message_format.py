"""Messages are formatted alike in Python and in the browser."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from quixotry.wording.catalog import catalog
from quixotry.wording.message_format import BadMessage, parameter_names, parse
from tests.wording.node import run_module

CASES = json.loads((Path(__file__).parent / "message_cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["message"])
def test_python_formats_the_shared_cases(case: dict[str, object]) -> None:
    assert catalog().language.format(str(case["message"]), case["parameters"]) == case["text"]  # type: ignore[arg-type]


def test_the_browser_formats_the_shared_cases() -> None:
    lists = dict(catalog().language.conjunctions)
    assert run_module("format.mjs", {"cases": CASES, "lists": lists}) == [case["text"] for case in CASES]


def test_text_from_outside_is_quoted_cut_and_harmless() -> None:
    def quote(value: object) -> str:
        return catalog().language.format("{value, quoted}", {"value": value})

    assert quote("8Z") == "'8Z'"
    assert quote("\x1b[2J\n") == "'\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}'"
    assert quote("A" * 1000) == f"'{'A' * 39}…'"
    assert quote(Path("words.txt")) == "'words.txt'"
    assert quote(7) == "7"
    assert quote(10**60) == f"1{'0' * 38}…"
    assert quote(16**20000) == "a number with thousands of digits"


def test_values_of_a_file_are_written_as_in_a_file_and_never_as_in_python() -> None:
    def quote(value: object) -> str:
        return catalog().language.format("{value, quoted}", {"value": value})

    assert [quote(value) for value in (True, False, None, 7.5)] == ["true", "false", "nothing", "7.5"]
    assert quote({"deep": [[["A" * 1000] * 1000] * 1000]}) == "a table"
    assert quote([{}]) == "a list"
    assert quote(date(2020, 12, 5)) == "2020-12-05"


def test_the_parameters_of_a_message_are_known() -> None:
    assert parameter_names("{a} {b, plural, one{{c.d}} other{{e, select, x{{f}} other{}}}}") == {
        "a", "b", "c.d", "e", "f"
    }  # fmt: skip


@pytest.mark.parametrize("message", ["{", "{a", "{a, plural, one{x}}", "a}", "{a, select, other{x}", "{a b}"])
def test_a_broken_message_is_a_mistake_of_ours(message: str) -> None:
    with pytest.raises(BadMessage):
        parse(message)
