"""All plays of a position by the engine and by the oracle, and where positions to compare them on come from."""

from __future__ import annotations

from collections.abc import Iterator

from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.reference import all_plays
from quixotry.lexicon import Lexicon
from quixotry.lexicon.gaddag import Gaddag
from tests.engine.games import Situation, graph_of, situations
from tests.engine.made_up import Case, cases

Scored = dict[tuple[tuple[int, int], ...], int]


def found_by_engine(situation: Situation, graph: Gaddag) -> Scored:
    generator = CompiledGenerator(situation.ruleset, graph)
    generator.set_cells(situation.board.cells)
    generator.set_rack(situation.rack)
    plays = [generator.found(index) for index in range(generator.find())]
    scored = {tuple(sorted(laid)): score for laid, _, _, score, _ in plays}
    assert len(scored) == len(plays), "a play was found twice"
    return scored


def found_by_oracle(situation: Situation, lexicon: Lexicon) -> Scored:
    plays = all_plays(situation.board, situation.rack, situation.ruleset, lexicon.words)
    return {tuple((at, cell) for at, cell in play.placements): score for play, score in plays}


def played_games(lexicon: Lexicon, first_seed: int) -> Iterator[tuple[int, Case]]:
    for seed in range(first_seed, first_seed + 1000):
        for situation in situations(seed, graph_of(lexicon)):
            yield seed, Case(situation, lexicon, graph_of(lexicon))


def made_up_games(first_seed: int) -> Iterator[tuple[int, Case]]:
    return ((seed, case) for seed in range(first_seed, first_seed + 1000) for case in cases(seed))
