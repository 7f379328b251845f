"""Lists by length, beginning, end and contents."""

from quixotry.lexicon import Lexicon
from quixotry.lexicon.selection import Selection, select

LEXICON = Lexicon.of(["AT", "CAT", "CATS", "DOG", "DOGS", "CATALOG"])


def test_an_empty_selection_takes_everything() -> None:
    assert list(select(LEXICON, Selection())) == list(LEXICON)


def test_all_that_is_asked_must_hold() -> None:
    assert list(select(LEXICON, Selection(length_min=3, length_max=4))) == ["CAT", "CATS", "DOG", "DOGS"]
    assert list(select(LEXICON, Selection(starts="CAT", length_min=4))) == ["CATALOG", "CATS"]
    assert list(select(LEXICON, Selection(ends="OG"))) == ["CATALOG", "DOG"]
    assert list(select(LEXICON, Selection(contains="TA"))) == ["CATALOG"]
    assert list(select(LEXICON, Selection(starts="D", contains="A"))) == []
