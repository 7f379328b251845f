"""Words from a rack."""

from collections import Counter

import pytest
from hypothesis import given

from quixotry.lexicon import Lexicon
from quixotry.lexicon.anagrams import Anagram, anagrams, parse_rack
from quixotry.lexicon.errors import BadRack
from tests.lexicon.strategies import lexicons, racks


def slowly(lexicon: Lexicon, rack: str, length_min: int) -> set[tuple[str, str]]:
    """What the fast search must find, by counting letters."""
    have = Counter(rack.replace("?", ""))
    found = set()
    for word in lexicon:
        missing = Counter(word) - have
        if length_min <= len(word) <= len(rack) and missing.total() <= rack.count("?"):
            found.add((word, "".join(sorted(missing.elements()))))
    return found


@given(lexicons, racks)
def test_whole_racks_give_what_counting_letters_gives(lexicon: Lexicon, rack: str) -> None:
    found = {(each.word, "".join(sorted(each.blanks))) for each in anagrams(lexicon, rack)}
    assert found == slowly(lexicon, rack, len(rack))


@given(lexicons, racks)
def test_parts_of_racks_give_what_counting_letters_gives(lexicon: Lexicon, rack: str) -> None:
    found = anagrams(lexicon, rack, length_min=2)
    assert {(each.word, "".join(sorted(each.blanks))) for each in found} == slowly(lexicon, rack, 2)
    assert [each.word for each in found] == sorted(
        (each.word for each in found), key=lambda word: (-len(word), word)
    )


def test_a_famous_rack_has_its_famous_answers(default: Lexicon) -> None:
    found = {each.word for each in anagrams(default, "aeinrst")}
    assert {"NASTIER", "RETAINS", "RETINAS", "STAINER", "ANTSIER"} <= found


def test_a_blank_is_shown_in_lower_case() -> None:
    assert str(Anagram("QUIXOTRY", "RY")) == "QUIXOTry"
    assert str(Anagram("DADA", "D")) == "DAdA"
    assert str(Anagram("DADA", "DD")) == "dAdA"


def test_spaces_and_commas_in_a_rack_are_ignored() -> None:
    assert parse_rack("a, b ?") == "AB?"


@pytest.mark.parametrize("rack", ["", "  ", "A1", "A*", "A" * 51])
def test_what_is_no_rack_is_refused(rack: str) -> None:
    with pytest.raises(BadRack):
        parse_rack(rack)


def test_a_rack_in_another_alphabet_works() -> None:
    assert [each.word for each in anagrams(Lexicon.of(["ŻÓŁW"]), "włóż")] == ["ŻÓŁW"]
