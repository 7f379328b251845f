"""What the engine finds, in a few numbers."""

from __future__ import annotations

import hashlib
from itertools import count, islice
from typing import Any

from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.engine.solver import Solver
from quixotry.rules.ruleset_file import preset
from tests.engine.endgames import ended_game
from tests.engine.games import graph_of, situations, small_lexicon
from tests.engine.made_up import cases


def digest_of_games(positions: int) -> dict[str, Any]:
    """Of that many positions of games people play, of a few made-up ones, and of two games of self-play."""
    graph = graph_of(small_lexicon())
    seen = hashlib.sha256()
    plays = 0
    played = (each for seed in count() for each in situations(seed, graph, blanks_max=0))
    made_up = (case for seed in range(8) for case in cases(seed) if case.situation.rack.counts[0] < 2)
    for situation, searched in (
        *((each, graph) for each in islice(played, positions)),
        *((case.situation, case.graph) for case in islice(made_up, 8)),
    ):
        search = CompiledGenerator(situation.ruleset, searched)
        search.set_cells(situation.board.cells)
        search.set_rack(situation.rack)
        plays += search.find()
        seen.update(repr([search.found(index) for index in search.ranked(None)]).encode())
        seen.update(repr(search.best_play()).encode())
    player = SelfPlay(preset("solo"), graph)
    for number in range(2):
        seen.update(repr(player.game(number)).encode())
    for board, own, other in (ended_game(preset("tournament"), seed, 2) for seed in range(3)):
        seen.update(repr(Solver(preset("tournament"), graph).solve(board, own, other)).encode())
    return {
        "is_sound": graph.is_sound(),
        "plays": plays,
        "digest": seen.hexdigest(),
    }
