"""Help at the table."""

from __future__ import annotations

import pytest

from quixotry.terminal.help_text import COLUMNS, help_text
from tests.rules.build import PRESETS, RULES


@pytest.mark.parametrize("name", PRESETS)
def test_help_fits_a_terminal_of_80_by_24_beside_the_prompt(name: str) -> None:
    lines = help_text(RULES[name]).splitlines()
    assert max(map(len, lines)) < COLUMNS
    assert len(lines) < 23
