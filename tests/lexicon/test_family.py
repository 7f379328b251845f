"""Word lists of family games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.engine import reference
from quixotry.engine.generators import generator_for
from quixotry.engine.plain import PlainGenerator
from quixotry.lexicon import Lexicon
from quixotry.lexicon.family import playable_words, without_unfit
from quixotry.rules.board import Board
from quixotry.rules.family import unfit_words
from quixotry.rules.ruleset_file import preset

CLASSIC = preset("classic")
FAMILY = replace(CLASSIC, words=replace(CLASSIC.words, family=True))


def test_the_default_list_is_complete_and_the_common_one_without_slurs_and_obscenities(
    default: Lexicon, common: Lexicon
) -> None:
    assert unfit_words().keys() <= set(default)
    assert not unfit_words().keys() & set(common)


def test_a_family_game_is_played_with_a_list_of_its_own(default: Lexicon, common: Lexicon) -> None:
    fit = playable_words(default, FAMILY)
    assert set(default) - set(fit) == unfit_words().keys()
    assert fit.digest != default.digest, "graphs are kept by digest"
    assert playable_words(default, CLASSIC) is default
    assert without_unfit(common) is common


@pytest.mark.parametrize("make", [generator_for, PlainGenerator])
def test_an_engine_finds_no_coarse_word_in_a_family_game(make: object) -> None:
    words = Lexicon.of(["ARSE", "EARS", "SEAR"])
    counts = {}
    for rules in (CLASSIC, FAMILY):
        # The plain generator takes the words as they are; whoever makes it chooses them.
        given = playable_words(words, rules) if make is PlainGenerator else words
        generator = make(rules, given)  # type: ignore[operator]
        generator.set_cells(Board.empty(rules.layout).cells)
        generator.set_rack(rules.tiles.rack("ARSE"))
        counts[rules.words.family] = generator.find()
    rack, board = CLASSIC.tiles.rack("ARSE"), Board.empty(CLASSIC.layout)
    assert counts[False] == len(reference.all_plays(board, rack, CLASSIC, words.words))
    assert counts[True] == counts[False] * 2 // 3
