"""Patterns."""

import random
import re

import pytest
from hypothesis import given

from quixotry.lexicon import Lexicon
from quixotry.lexicon.errors import BadPattern
from quixotry.lexicon.patterns import Pattern, matching
from tests.lexicon.strategies import lexicons, patterns


def as_regex(pattern: str) -> re.Pattern[str]:
    """The same pattern as a regular expression; fine for a dozen letters, no good for users' input."""
    return re.compile(re.sub(r"[.?](?![^\[]*\])", ".", pattern).replace("*", ".*"))


@given(lexicons, patterns)
def test_patterns_match_what_a_regular_expression_matches(lexicon: Lexicon, pattern: str) -> None:
    expression = as_regex(pattern)
    assert list(matching(lexicon, pattern)) == [word for word in lexicon if expression.fullmatch(word)]


def test_each_sign_means_what_the_help_says() -> None:
    lexicon = Lexicon.of(["CAT", "COT", "CUT", "CART", "CAST", "AT"])
    assert list(matching(lexicon, "c.t")) == ["CAT", "COT", "CUT"]
    assert list(matching(lexicon, "C?T")) == ["CAT", "COT", "CUT"]
    assert list(matching(lexicon, "C[AO]T")) == ["CAT", "COT"]
    assert list(matching(lexicon, "C[^AO]T")) == ["CUT"]
    assert list(matching(lexicon, "CA*T")) == ["CART", "CAST", "CAT"]
    assert list(matching(lexicon, "*AT")) == ["AT", "CAT"]
    assert list(matching(lexicon, "**")) == list(lexicon)


def test_a_pattern_made_to_hang_a_backtracking_matcher_is_answered() -> None:
    assert not Pattern("*A" * 90 + "*B").matches("A" * 20_000)
    assert Pattern("*A" * 90 + "*B").matches("A" * 20_000 + "B")


def test_q_without_u_finds_the_words_players_ask_for(default: Lexicon) -> None:
    assert {"QI", "QAID", "QOPH", "QWERTY"} <= set(matching(default, "Q[^U]*"))


@pytest.mark.parametrize(
    ("pattern", "at"),
    [("", 0), ("  ", 0), ("A1", 1), ("A[BC", 1), ("A[]", 1), ("A[^]", 1), ("A[B.]", 3), ("A]", 1)],
)
def test_a_pattern_that_cannot_be_read_is_refused_with_the_place(pattern: str, at: int) -> None:
    with pytest.raises(BadPattern) as caught:
        Pattern(pattern)
    assert caught.value.at == at


def test_a_pattern_of_absurd_length_is_refused() -> None:
    with pytest.raises(BadPattern):
        Pattern("A" * 201)


def test_ten_thousand_random_patterns_raise_nothing_but_bad_pattern() -> None:
    dice = random.Random(20240501)
    refused = 0
    for _ in range(10_000):
        text = "".join(dice.choices("AZ.?*[]^ \t1é\0ßŉ", k=dice.randrange(12)))
        try:
            Pattern(text).matches("AZAZ")
        except BadPattern:
            refused += 1
    assert 0 < refused < 10_000
