"""What comes with the package."""

from __future__ import annotations

from quixotry.rules.ruleset_file import preset
from quixotry.rules.shipped import shipped_names
from tests.rules.build import PRESETS


def test_the_presets_are_listed_in_the_order_people_are_shown_them() -> None:
    assert shipped_names("presets") == PRESETS
    assert shipped_names("boards") == ("friends", "standard")
    assert shipped_names("tilesets") == ("english",)


def test_every_preset_has_its_own_name_a_title_and_a_summary() -> None:
    for name in shipped_names("presets"):
        rules = preset(name)
        assert rules.name == name
        assert rules.title
        assert len(rules.summary) < 200
