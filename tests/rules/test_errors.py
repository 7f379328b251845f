"""Every error has a code, a clause and a sentence, and survives being sent to another process."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from quixotry.rules import errors
from quixotry.rules.errors import IllegalMove, ImpossibleEvent, RulesError, RulesetError
from quixotry.wording.phrases import listed

EXAMPLES: list[RulesError] = [
    RulesetError("a.b", "is wrong"),
    ImpossibleEvent(3, "it was late"),
    errors.NotYourTurn(0, 1),
    errors.GameOver(),
    errors.TimeLeft(),
    errors.NoTiles(),
    errors.OffBoard((225,)),
    errors.SquareTaken(("8H",)),
    errors.SquareTwice(("8H",)),
    errors.UnknownTile(99),
    errors.TilesNotHeld("Q", "ABC"),
    errors.NotInLine(("8H", "9I")),
    errors.Gap(("8H",)),
    errors.NotConnected(("8H",)),
    errors.StartNotCovered("8H"),
    errors.NoWord("A", "8H"),
    errors.WordLength(("AAAAAAAAA", "BBBBBBBBB"), ("8H", "7G"), 2, 8),
    errors.UnfitWords(("QQ", "XX"), ("8H", "7G")),
    errors.BadWords(("QQ", "XX"), ("8H", "7G")),
    errors.PassRefused(),
    errors.NoExchange(),
    errors.ExchangeUsedUp(2),
    errors.BagTooLow(3, 7),
    errors.BeyondBag(3, 2),
    errors.TooFewExchanged(1),
    errors.NotWholeRack(2, 7),
    errors.NothingToChallenge(),
    errors.WordNotFormed(("QQ",), ("CAT", "DOG")),
    errors.DecisionPending(),
    errors.CannotTakeBack(),
]


def leaves(kind: type[RulesError]) -> set[type[RulesError]]:
    below = kind.__subclasses__()
    return {kind} if not below else set().union(*map(leaves, below))


def test_every_leaf_has_an_example_here() -> None:
    assert {type(error) for error in EXAMPLES} == leaves(RulesError)


def test_codes_are_all_different() -> None:
    codes = [error.code for error in EXAMPLES]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: error.code)
def test_an_error_is_a_sentence_and_survives_pickling(error: RulesError) -> None:
    sentence = str(error)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == sentence
    assert type(again) is type(error)
    assert again.parameters == error.parameters
    if isinstance(error, IllegalMove):
        assert re.fullmatch(r"[A-Z].*\.", sentence)


@pytest.mark.parametrize("error", [each for each in EXAMPLES if isinstance(each, IllegalMove)], ids=str)
def test_a_refusal_rests_on_a_clause_of_the_reference(error: IllegalMove) -> None:
    reference = Path(__file__).parents[2] / "docs" / "reference" / "rules.md"
    assert f"**{error.clause}**" in reference.read_text("utf-8")


def test_the_tree_in_the_docstring_names_every_error() -> None:
    for kind in leaves(RulesError):
        assert kind.__name__ in (errors.__doc__ or "")


def test_things_are_listed_as_people_list_them() -> None:
    assert listed(()) == ""
    assert listed(("A",)) == "A"
    assert listed(("A", "B", "C")) == "A, B and C"


def test_one_word_is_and_two_words_are() -> None:
    one, two = errors.BadWords(("QQ",), ("8H",)), errors.BadWords(("QQ", "XX"), ("8H", "7G"))
    assert str(one) == "QQ (8H) is not in the word list of this game."
    assert str(two) == "QQ (8H) and XX (7G) are not in the word list of this game."
    assert str(errors.WordLength(("AB", "CD"), ("8H", "7G"), 3, 8)).startswith(
        "AB (8H) and CD (7G) are too short: words here have 3 to 8 letters."
    )
    assert str(errors.NotYourTurn(0, 1)) == "Seat 1 cannot move now: it is seat 2's turn."
    assert str(errors.GameOver()) == "The game is over."
    assert str(errors.WordNotFormed(("QQ",), ("CAT", "DOG"))) == "The play formed CAT and DOG, not QQ."
    assert str(errors.ExchangeUsedUp(2)) == "You have used all 2 exchanges these rules allow per game."
    assert str(errors.ExchangeUsedUp(1)) == "You have used the only exchange these rules allow per game."
    assert str(errors.NoExchange()) == "These rules do not allow exchanges."
    assert str(ImpossibleEvent(3, "it was late")) == "Event 3 cannot have happened: it was late."
