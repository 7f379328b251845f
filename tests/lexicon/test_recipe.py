"""The recipes' rules, on word files made up here: the Debian packages need not be installed.

`python scripts/build_lexicon.py --check` and `build_definitions.py --check` compare the committed results
with the real packages.
"""

from pathlib import Path

import pytest
from scripts.build_definitions import base_forms, blocks, looser_forms, shorten
from scripts.build_lexicon import Bundled, build, canonical, fold, read_scowl
from scripts.word_forms import explain_rest

SENSES = {
    "dog": {"n": "a pet", "v": "follow"},
    "run": {"v": "move fast"},
    "see": {"v": "use the eyes"},
    "seed": {"n": "part of a plant"},
    "abet": {"v": "help"},
    "happy": {"a": "glad"},
    "colour": {"n": "hue"},
    "color": {"n": "hue"},
    "organize": {"v": "put in order"},
    "colorize": {"v": "give a hue"},
}
EXCEPTIONS = {"ran": {("v", "run")}}


@pytest.fixture
def scowl(tmp_path: Path) -> Path:
    """A folder such as Debian's, with a trap for each rule."""
    files = {
        "english-words.10": "cat\ncats\ncat's\nOK\nkHz\na\nkb\n",
        "british_variant_1-words.80": "café\napps\ndumbfoundednesses\nhors\n",
        "american-words.95": "junkword\n",
        "english-upper.10": "London\n",
        "english-proper-names.10": "alice\n",
        "english-contractions.10": "dont\n",
        "english-abbreviations.35": "app\nasst\nhor\nKGB\n",
        "special-hacker.50": "grep\n",
        "special-roman-numerals.35": "xvi\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def build_default(folder: Path) -> set[str]:
    return set(build(folder, Bundled("default", "", 80)))


def test_words_of_the_right_classes_and_sizes_are_taken(scowl: Path) -> None:
    assert {"CAT", "CATS", "CAFE", "APPS"} <= build_default(scowl)
    assert "CAFE" not in build(scowl, Bundled("common", "", 60))


def test_other_classes_and_larger_sizes_are_left_out(scowl: Path) -> None:
    assert not {"JUNKWORD", "LONDON", "ALICE", "DONT", "GREP", "XVI"} & build_default(scowl)


def test_capitals_possessives_and_wrong_lengths_are_left_out(scowl: Path) -> None:
    assert not {"KHZ", "CAT'S", "A", "DUMBFOUNDEDNESSES"} & build_default(scowl)


def test_an_abbreviation_is_a_word_when_its_plural_is_one(scowl: Path) -> None:
    words = build_default(scowl)
    assert "APP" in words
    assert not {"ASST", "KGB"} & words


def test_the_review_has_the_last_word(scowl: Path) -> None:
    words = build_default(scowl)
    assert {"OK", "HMM"} <= words  # admitted by hand
    assert "HOR" not in words  # HORS is another word
    assert "KB" not in words  # no vowel, and nobody spoke for it


def test_each_class_is_read_apart(scowl: Path) -> None:
    assert read_scowl(scowl, "abbreviations", 80) == {"APP", "ASST", "HOR"}


@pytest.mark.parametrize(
    ("accented", "plain"), [("café", "cafe"), ("smørrebrød", "smorrebrod"), ("façade", "facade")]
)
def test_accents_come_off(accented: str, plain: str) -> None:
    assert fold(accented) == plain


def test_the_canonical_text_ends_every_line() -> None:
    assert canonical(["AB", "CD"]) == b"AB\nCD\n"


def test_irregular_and_regular_forms_are_traced_to_their_base() -> None:
    assert base_forms("ran", SENSES, EXCEPTIONS) == [("v", "run")]
    assert base_forms("dogs", SENSES, EXCEPTIONS) == [("n", "dog"), ("v", "dog")]
    assert base_forms("abetting", SENSES, EXCEPTIONS) == [("v", "abet")]
    assert base_forms("happiest", SENSES, EXCEPTIONS) == [("a", "happy")]


def test_a_word_of_its_own_is_not_taken_for_a_form() -> None:
    assert base_forms("seed", SENSES, EXCEPTIONS) == []


def test_derived_words_and_british_spellings_are_traced_when_nothing_else_fits() -> None:
    assert looser_forms("happily", SENSES, EXCEPTIONS) == [("a", "happy")]
    assert looser_forms("organise", SENSES, EXCEPTIONS) == [("v", "organize")]
    assert looser_forms("organised", SENSES, EXCEPTIONS) == [("v", "organize")]
    assert looser_forms("cat", SENSES, EXCEPTIONS) == []


def test_a_gloss_loses_its_examples_and_its_length() -> None:
    assert shorten('a pet; "the dog barked"') == "a pet"
    assert len(shorten("word " * 100)) <= 200
    assert shorten("word " * 100).endswith("word…")


def test_blocks_hold_every_line_once() -> None:
    lines = [f"W{n:05}\tn gloss {n}" for n in range(10_000)]
    cut = list(blocks(lines))
    assert len(cut) > 1
    assert "".join(text for _, text in cut).splitlines() == lines
    assert all(text.startswith(first + "\t") for first, text in cut)


def test_qualities_get_their_plural_and_common_words_are_fit_for_families(scowl: Path) -> None:
    (scowl / "english-words.50").write_text("baldness\narse\n", encoding="utf-8")
    assert {"BALDNESSES", "ARSE"} <= build_default(scowl)
    common = build(scowl, Bundled("common", "", 60, is_for_families=True))
    assert "BALDNESS" in common
    assert "ARSE" not in common


def test_words_are_traced_to_what_they_are_made_of() -> None:
    words = ["GLUE", "REGLUE", "REGLUES", "ZIT", "ZITTY", "ZITTIER", "TEN", "TENNY", "JURAT", "JURATS"]
    made = explain_rest(words, {"GLUE": ["n", "v"], "ZIT": ["n"], "TEN": ["n"]})
    assert made == {
        "REGLUE": [("v", "GLUE", "again")],
        "REGLUES": [("", "REGLUE", "")],
        "ZITTY": [("n", "ZIT", "like this, or full of it")],
        "ZITTIER": [("", "ZITTY", "")],
        "JURATS": [("", "JURAT", "")],
    }
