"""The room's errors: codes stay, sentences are fit to print."""

from pathlib import Path

from quixotry.lexicon import errors
from quixotry.lexicon.errors import LexiconError, NoWords


def leaves() -> list[type[LexiconError]]:
    return LexiconError.__subclasses__()


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [leaf.code for leaf in leaves()]
    assert len(set(codes)) == len(codes)
    assert LexiconError.code not in codes


def test_the_tree_in_the_docstring_names_every_error() -> None:
    assert errors.__doc__
    assert all(leaf.__name__ in errors.__doc__ for leaf in leaves())


def test_every_code_is_in_the_reference() -> None:
    reference = (Path(__file__).parents[2] / "docs" / "reference" / "lexicon.md").read_text(encoding="utf-8")
    assert {leaf.code for leaf in leaves() if f"`{leaf.code}`" not in reference} == set()


def test_an_error_keeps_its_fields() -> None:
    error = NoWords(Path("mine.txt"), 3)
    assert (error.path, error.rejected, error.code) == (Path("mine.txt"), 3, "no_words")
    assert str(error) == (
        "There are no words in 'mine.txt': all 3 lines were rejected. Put one word on each line."
    )
