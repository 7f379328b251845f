"""Golden counts: plays, their scores added up and the best of them, for positions of static games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quixotry.engine.generators import CompiledGenerator
from quixotry.lexicon import load
from quixotry.notation.cgp import parse_cgp
from quixotry.rules.ruleset_file import preset
from tests.engine.games import graph_of

GOLDEN = Path(__file__).parents[1] / "golden" / "plays.json"
POSITIONS = json.loads(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize("number", range(len(POSITIONS["positions"])))
def test_the_plays_of_a_known_position_are_counted_as_ever(number: int) -> None:
    lexicon = load("default")
    if lexicon.digest != POSITIONS["lexicon_digest"]:
        pytest.skip("the default list has changed: make the golden counts again")
    known = POSITIONS["positions"][number]
    ruleset = preset(known["rules"])
    position = parse_cgp(known["cgp"], ruleset.layout, ruleset.tiles.alphabet)
    search = CompiledGenerator(ruleset, graph_of(lexicon))
    search.set_cells(position.board.cells)
    search.set_rack(position.racks[0])
    count = search.find()
    scores = [search.found(index)[3] for index in range(count)]
    assert (count, sum(scores), max(scores, default=0)) == (known["plays"], known["sum"], known["best"])
