"""Moves are values."""

from __future__ import annotations

import pytest

from quixotry.rules.move import Exchange, Placement, Play


@pytest.mark.clause("O4")
def test_the_order_in_which_tiles_are_laid_means_nothing() -> None:
    assert Play((Placement(9, 1), Placement(8, 2))) == Play((Placement(8, 2), Placement(9, 1)))
    assert Exchange((3, 1, 2)) == Exchange((1, 2, 3))
