"""Plain values into dataclasses: every mistake is a RulesetError with its key."""

from __future__ import annotations

import pytest

from quixotry.rules.errors import RulesetError
from quixotry.rules.plain import FILE_CHARACTERS_MAX, parse_toml
from quixotry.rules.ruleset_file import parse_ruleset

OWN = 'extends = "classic"\n'


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("sheep = 3", "sheep", "is not a known key; use name, title,"),
        ("[seats]\nchairs = 3", "seats.chairs", "is not a known key; use min, max, default or first"),
        ("layout = 3", "layout", "is not a known key"),
        ("[seats]\nmin = 'two'", "seats.min", "must be a whole number from 2 to 4, not 'two'"),
        ("[seats]\nmin = true", "seats.min", "must be a whole number from 2 to 4, not true"),
        ("[seats]\nmax = 5", "seats.max", "must be a whole number from 2 to 4, not 5"),
        ("[rack]\nsize = 7.0", "rack.size", "must be a whole number from 1 to 10, not 7.0"),
        ("[rack]\nsize = nan", "rack.size", "must be a whole number from 1 to 10, not nan"),
        (
            "[rack]\nrefill = 'never'",
            "rack.refill",
            "must be end-of-turn or start-of-turn, not 'never'",
        ),
        ("[rack]\nrefill = [1]", "rack.refill", "must be end-of-turn or start-of-turn, not a list"),
        ("[exchange]\nallowed = 1", "exchange.allowed", "must be true or false, not 1"),
        ("[exchange]\nper_game = 0", "exchange.per_game", "must be a whole number from 1 to 1000, not 0"),
        ("name = 3", "name", "must be one line of text in quotes, not 3"),
        ("title = '''two\nlines'''", "title", "must be one line of text in quotes, not 'two�lines'"),
        (
            "summary = 2020-12-05",
            "summary",
            "must be one line of text in quotes, not 2020-12-05",
        ),
        ("seats = [2]", "seats", "must be a table"),
        ("[seats]\ndefault = 'person'", "seats.default", "must be a list"),
        ("[seats]\ndefault = ['dog', 'cat']", "seats.default[0]", "must be person or computer, not 'dog'"),
        ("[end]\nruns = [1]", "end.runs[0]", "must be a table"),
        ("[[end.runs]]\nof = 'passes'", "end.runs[0].reason", "is missing"),
    ],
)
def test_a_mistake_is_refused_with_its_key_and_the_reason(text: str, key: str, reason: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_ruleset(OWN + text)
    assert refusal.value.key == key
    assert reason in refusal.value.reason
    assert str(refusal.value).startswith(f"{key}: ")


def test_text_that_is_not_toml_is_refused() -> None:
    with pytest.raises(RulesetError, match="file: is not TOML: "):
        parse_toml("= 3")


def test_a_number_with_thousands_of_digits_is_refused_without_a_word_about_python() -> None:
    with pytest.raises(RulesetError, match="file: has a number with thousands of digits"):
        parse_toml("a = " + "9" * 5000)


def test_a_file_is_read_only_up_to_a_size() -> None:
    assert parse_toml("#" * FILE_CHARACTERS_MAX) == {}
    with pytest.raises(RulesetError, match="file: has 65537 characters; the limit is 65536"):
        parse_toml("#" * (FILE_CHARACTERS_MAX + 1))


def test_a_file_nested_too_deeply_is_refused() -> None:
    with pytest.raises(RulesetError, match="file: is nested too deeply"):
        parse_toml("a = " + "[" * 20_000)


@pytest.mark.parametrize(
    "text",
    [
        "[rack]\nsize = " + "9" * 5_000,
        "[rack]\nsize = 0x" + "f" * 5_000,
        "rack.size" + ".a" * 80 + " = 1",
        "name" + ".a" * 80 + " = 1",
        "name = [0x" + "f" * 5_000 + "]",
        "rack.refill" + ".a" * 80 + " = 1",
        "name" + ".a" * 20_000 + " = 1",
        "[rack" + " . a" * 15_000 + "]",
    ],
)
def test_an_absurd_number_or_a_deep_table_is_refused_like_any_other_mistake(text: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_ruleset(OWN + text)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("key", [r'"\u001b[2J"', '""', '"' + "k" * 500 + '"'])
def test_a_key_nobody_could_read_is_quoted_and_cut(key: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_ruleset(OWN + f"{key} = 1")
    assert refusal.value.key.isprintable()
    assert refusal.value.key.startswith(("'", '"'))
    assert len(refusal.value.key) <= 42
