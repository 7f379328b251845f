"""docs/architecture.md tells and draws the plan that the import test proves; files are named as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from scripts.architecture_picture import PAGES

from tests.rooms import MAY_IMPORT

HOUSE = Path(__file__).parents[1]
PAGE = HOUSE / "docs" / "architecture.md"
GUIDE = HOUSE / "CONTRIBUTING.md"
ROW = re.compile(r"^\| `([a-z_]+)` \| .+ \| (.+) \|$", re.MULTILINE)
FRONT_DOOR = "quixotry"


def test_the_page_has_one_row_for_each_room_as_in_the_plan() -> None:
    table = PAGE.read_text("utf-8").partition("| room |")[2].partition("\n\n")[0]
    told = [(name, cell) for name, cell in ROW.findall(table)]
    allowed = {
        by or FRONT_DOOR: ", ".join(f"`{of or FRONT_DOOR}`" for of in rooms) or "nothing"
        for by, rooms in MAY_IMPORT.items()
    }
    assert dict(told) == allowed
    assert len(told) == len(allowed), "a room has two rows"


@pytest.mark.parametrize("picture", PAGES, ids=lambda picture: str(picture.name))
def test_a_picture_is_drawn_from_the_plan_of_today(picture: Path) -> None:
    assert picture.read_text("utf-8") == PAGES[picture](), "run: make reference"
    assert f"pictures/{picture.name}" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("source", [PAGE, GUIDE, *PAGES], ids=lambda source: str(source.name))
def test_every_file_that_is_named_is_there(source: Path) -> None:
    named = re.findall(r"\b((?:[a-z_]+/)+[a-z_]+\.(?:py|toml))\b", source.read_text("utf-8"))
    missing = [
        name for name in named if not any((root / name).is_file() for root in (HOUSE, HOUSE / "src/quixotry"))
    ]
    assert not missing
