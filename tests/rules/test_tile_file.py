"""Tile sets as text (B5)."""

from __future__ import annotations

import pytest

from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset_file import with_tiles
from quixotry.rules.tile_file import parse_tile_set, tile_set_from_plain, tile_set_to_plain
from tests.rules.build import RULES

ENGLISH = RULES["classic"].tiles
AS_LINES = "\n".join(
    f"{sign} {ENGLISH.values[tile]} {ENGLISH.counts.counts[tile]}"
    for tile, sign in enumerate("?ABCDEFGHIJKLMNOPQRSTUVWXYZ")
)


@pytest.mark.clause("A1", "B5", "C4")
def test_the_english_set_has_a_hundred_tiles_worth_187_points() -> None:
    assert len(ENGLISH.counts) == 100
    assert ENGLISH.counts.text(ENGLISH.alphabet) == (
        "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ??"
    )
    assert ENGLISH.value(ENGLISH.counts) == 187
    letters = "AEILNORSTUDGBCMPFHVWYKJXQZ"
    worth = [1] * 10 + [2] * 2 + [3] * 4 + [4] * 5 + [5] + [8] * 2 + [10] * 2
    for letter, value in zip(letters, worth, strict=True):
        assert ENGLISH.value([ENGLISH.alphabet.tile(letter) or 0]) == value
    assert ENGLISH.values[0] == 0


@pytest.mark.clause("B5")
@pytest.mark.parametrize("blank", ["?", "_", "*"])
def test_lines_of_letter_value_and_count_make_the_same_set_as_toml(blank: str) -> None:
    own = parse_tile_set("# mine\n\n" + AS_LINES.replace("?", blank).lower())
    assert (own.alphabet, own.counts, own.values) == (ENGLISH.alphabet, ENGLISH.counts, ENGLISH.values)
    assert with_tiles(RULES["solo"], own).tiles.name == "own"


@pytest.mark.clause("B5")
def test_a_toml_tile_file_may_have_letters_and_an_order_of_its_own() -> None:
    own = parse_tile_set(
        'name="Three word name"\nalphabet = "AÑB"\n[letters]\nB = { value = 3, count = 20 }\n'
        '"Ñ" = { value = 8, count = 5 }\n"?" = { value = 0, count = 3 }'
    )
    assert own.name == "Three word name"
    assert own.alphabet.letters == "AÑB"
    assert own.counts.counts == (3, 0, 5, 20)
    assert own.values == (0, 0, 8, 3)


def test_a_letter_beyond_the_english_ones_joins_the_alphabet() -> None:
    own = parse_tile_set("é 2 5\nA 1 20")
    assert own.alphabet.letters == "ABCDEFGHIJKLMNOPQRSTUVWXYZÉ"
    assert own.counts.counts[27] == 5


@pytest.mark.parametrize("name", ["classic"])
def test_a_tile_set_comes_back_from_plain_values_unchanged(name: str) -> None:
    assert tile_set_from_plain(tile_set_to_plain(RULES[name].tiles)) == RULES[name].tiles


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("A 1 9\nB 3", "line 2", "must be a letter, a value and a count, not 'B 3'"),
        ("A,1,9", "line 1", "must be a letter, a value and a count, not 'A,1,9'"),
        ("A 1 9\nB three 2", "line 2", "value and count must be whole numbers, not 'three 2'"),
        ("A 1 -9", "line 1", "value and count must be whole numbers"),
        ("A 1 9999999", "line 1", "value and count must be whole numbers"),
        ("A ١ 9", "line 1", "value and count must be whole numbers"),
        ("A 1 9\na 1 9", "line 2", "'A' is listed twice"),
        ("? 0 1\n_ 0 1", "line 2", "'?' is listed twice"),
        ("A 1 50\nQU 10 1", "line 2", "'QU' is not a single letter"),
        ("ß 1 50", "line 1", "'SS' is not a single letter"),
        ("A 100 9", "line 1, value", "must be a whole number from 0 to 99, not 100"),
        ("A 1 9\n\nB 1 1001", "line 3, count", "must be a whole number from 0 to 1000, not 1001"),
        ("A 1 999\nB 1 999", "tiles", "must have 1 to 1000 tiles, not 1998"),
        ("A 1 0", "tiles", "must have 1 to 1000 tiles, not 0"),
        ("% 1 9", "tiles.alphabet", "'%' is not an upper-case letter that has a lower case"),
        ("", "tiles.letters", "must be a table with entries such as A ="),
        ("[letters]", "tiles.letters", "must be a table with entries such as A ="),
        ("letters = 3", "tiles.letters", "must be a table with entries such as A ="),
        ("[letters]\nA = 3", "tiles.letters.A", "must look like { value = 1, count = 9 }"),
        ("[letters]\nA = { value = 1 }", "tiles.letters.A.count", "must be a whole number"),
        ("[letters]\nA = { worth = 1 }", "tiles.letters.A.worth", "is not a known key"),
        ("[letters]\nQU = { value = 1, count = 30 }", "tiles.letters.QU", "is not a letter of the alphabet"),
        ('alphabet = "AB"\n[letters]\nC = { value = 1, count = 30 }', "tiles.letters.C", "is not a letter"),
        ('[letters]\n"" = { value = 1, count = 30 }', "tiles.letters.''", "is not a letter"),
        (
            'alphabet = "AA"\n[letters]\nA = { value = 1, count = 30 }',
            "tiles.alphabet",
            "names a letter twice",
        ),
        (
            "alphabet = 3\n[letters]\nA = { value = 1, count = 30 }",
            "tiles.alphabet",
            "must be one line of text",
        ),
        ("name = 3\n[letters]\nA = { value = 1, count = 30 }", "tiles.name", "must be one line of text"),
        ("colour = 3\n[letters]\nA = { value = 1, count = 30 }", "tiles.colour", "is not a known key"),
        ("x = ", "file", "is not TOML"),
        ("A 1 1\n" * 20_000, "file", "the limit is 65536"),
    ],
)
def test_a_wrong_tile_file_is_refused_with_the_place_and_the_reason(text: str, key: str, reason: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_tile_set(text)
    assert refusal.value.key == key
    assert reason in refusal.value.reason


@pytest.mark.clause("B5")
def test_a_tile_file_too_small_for_the_seats_is_refused() -> None:
    with pytest.raises(
        RulesetError, match=r"tiles: 27 tiles are not enough for 4 seats with 7 on each rack \(28\)"
    ):
        with_tiles(RULES["classic"], parse_tile_set("A 1 27"))
    assert len(with_tiles(RULES["classic"], parse_tile_set("A 1 28")).tiles.counts) == 28
