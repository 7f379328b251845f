"""Every error a user can cause has a message, and every message of an error has its error."""

from __future__ import annotations

import importlib
import pkgutil
import string
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import quixotry
from quixotry.__main__ import run
from quixotry.errors import HTTP_STATUS, QuixotryError
from quixotry.players import bot_errors
from quixotry.rules.errors import RulesetError
from quixotry.web.exception_handlers import answer_known
from quixotry.wording.catalog import catalog
from quixotry.wording.message_format import parameter_names

MESSAGES = catalog().tables["errors"]
VALUES: dict[Any, Any] = {
    str: "TEXT",
    int: 3,
    tuple[str, ...]: ("FIRST", "SECOND"),
    tuple[int, ...]: (1, 2),
    Path: Path("words.txt"),
    bot_errors.Reason: "late",
}


def every_error() -> list[type[QuixotryError]]:
    for module in pkgutil.walk_packages(quixotry.__path__, "quixotry."):
        if not module.name.endswith(("__main__", "migrations.env")):  # which run, rather than define
            importlib.import_module(module.name)
    found, left = [], [QuixotryError]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__match_args__ or not kind.__subclasses__():
            found.append(kind)
    return sorted(found, key=lambda kind: kind.__name__)


ERRORS = every_error()


def example(kind: type[QuixotryError]) -> QuixotryError:
    hints = get_type_hints(kind)
    return kind(*(VALUES[hints[name]] for name in kind.__match_args__ if not hasattr(kind, name)))


def test_every_error_has_a_message_and_every_message_an_error() -> None:
    assert {kind.message or kind.code for kind in ERRORS} == set(MESSAGES)


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_a_message_names_only_parameters_its_error_has(kind: type[QuixotryError]) -> None:
    named = parameter_names(MESSAGES[kind.message or kind.code])
    assert named <= set(example(kind).wording_parameters)


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_an_error_is_a_sentence_without_placeholders(kind: type[QuixotryError]) -> None:
    sentence = str(example(kind))
    assert sentence
    assert not set(sentence) & set("{}")
    assert sentence.isprintable()


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_a_command_that_meets_an_error_says_its_sentence_and_ends_with_2(
    kind: type[QuixotryError], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = example(kind)

    def raising(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("quixotry.cli.cli.main", raising)
    assert run(["rules", "list"]) == 2
    assert capsys.readouterr().err == f"quixotry: {error}\n"


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_a_request_that_meets_an_error_is_answered_with_its_status_code_and_sentence(
    kind: type[QuixotryError],
) -> None:
    error = example(kind)
    answer = answer_known(None, error)  # type: ignore[arg-type]
    assert 400 <= HTTP_STATUS[kind.kind] == answer.status_code
    assert (answer.content.error.code, answer.content.error.sentence) == (kind.code, str(error))


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (("8H",), {}),
        (("8H", 3, "more"), {}),
        (("8H",), {"key": "tiles", "reason": "none"}),
        (("8H",), {"no": 1}),
    ],
)
def test_an_error_with_too_few_too_many_or_other_fields_is_a_bug(
    values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError, match=r"RulesetError takes \(key, reason\)"):
        RulesetError(*values, **named)


def test_fields_are_given_by_place_or_by_name_and_told_to_programmers() -> None:
    error = RulesetError("tiles", reason="none")
    assert repr(error) == "RulesetError(key='tiles', reason='none')"
    assert error.parameters == {"key": "tiles", "reason": "none"}


def test_codes_are_plain_names() -> None:
    letters = set(string.ascii_lowercase + string.digits + "_")
    assert all(set(kind.code) <= letters for kind in ERRORS)
