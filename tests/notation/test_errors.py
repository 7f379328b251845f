"""The errors of this room as programs and people meet them."""

from __future__ import annotations

import pickle

import pytest

from quixotry.notation import errors

LEAVES: tuple[errors.NotationError, ...] = (
    errors.CoordinateError("8Z", "no"),
    errors.MoveUnreadable("x", "no"),
    errors.UnknownLetter("A1", "1"),
    errors.LetterDiffers("8H", "A", "B"),
    errors.NoTileThere("8H", "."),
    errors.RunsOffBoard("WORD", "8O"),
    errors.NoNewTile("XO"),
    errors.CgpError("row 7", "is too short"),
    errors.RecordUnreadable("event", "no"),
    errors.RecordTooLarge("event", 2, 1),
    errors.RecordVersionUnknown(2, 1),
    errors.RulesetChanged("classic", "aa", "bb"),
    errors.GcgTooLarge(2, 1, "bytes"),
    errors.GcgEncodingUnknown(1, "x"),
    errors.GcgNoGame(1),
)


def leaves_of(root: type[errors.NotationError]) -> set[type[errors.NotationError]]:
    below = root.__subclasses__()
    return set().union(*map(leaves_of, below)) if below else {root}


def test_every_kind_of_error_is_tried_here() -> None:
    assert {type(error) for error in LEAVES} == leaves_of(errors.NotationError)


def test_every_kind_of_error_has_a_code_of_its_own() -> None:
    assert len({error.code for error in LEAVES}) == len(LEAVES)


@pytest.mark.parametrize("error", LEAVES, ids=lambda error: error.code)
def test_an_error_is_a_sentence_and_survives_another_process(error: errors.NotationError) -> None:
    assert str(error)[0] != " "
    assert str(error).endswith(".")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_signs_that_would_upset_a_terminal_do_not_reach_it() -> None:
    assert "a\N{REPLACEMENT CHARACTER}b" in str(errors.RecordUnreadable("header", "a\x1bb"))
    assert "a\N{REPLACEMENT CHARACTER}b" in str(errors.RulesetChanged("classic", "a\x1bb", "bb"))
