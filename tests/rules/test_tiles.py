"""Multisets of tiles."""

from __future__ import annotations

import pytest

from quixotry.rules.tiles import Tiles
from tests.rules.build import RULES, rack

RULE = RULES["classic"]


def test_tiles_are_sorted_with_blanks_last() -> None:
    assert rack(RULE, "?QA?B").text(RULE.tiles.alphabet) == "ABQ??"


def test_tiles_add_up_and_are_taken_only_when_there() -> None:
    held = rack(RULE, "AAB?")
    assert held - rack(RULE, "A?") == rack(RULE, "AB")
    assert rack(RULE, "AA") in held
    assert rack(RULE, "AAA") not in held
    assert len(held) == 4
    assert not RULE.tiles.none
    with pytest.raises(ValueError, match="more tiles were taken than there are"):
        held - rack(RULE, "C")


@pytest.mark.parametrize("tile", [-1, 27])
def test_a_tile_that_does_not_exist_cannot_be_counted(tile: int) -> None:
    with pytest.raises(ValueError, match=f"there is no tile number {tile}"):
        Tiles.of([tile], 27)


@pytest.mark.clause("A13")
def test_tiles_are_worth_what_is_on_their_faces_and_a_blank_nothing() -> None:
    assert RULE.tiles.value(rack(RULE, "QZ?E")) == 21
