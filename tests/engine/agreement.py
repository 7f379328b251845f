"""What the engine finds, in a few numbers; run by both the compiled and the interpreted engine."""

from __future__ import annotations

import hashlib
from typing import Any

from quixotry.engine.chooser import Chooser
from quixotry.engine.selfplay import SelfPlay
from quixotry.engine.solving import Solver
from quixotry.lexicon.graph import COMPILED
from quixotry.rules.ruleset_file import preset
from tests.engine.endgames import ended_game
from tests.engine.games import graph_of, situations, small_lexicon


def digest_of_games(positions: int) -> dict[str, Any]:
    graph = graph_of(small_lexicon())
    seen = hashlib.sha256()
    plays = tried = seed = 0
    while tried < positions:
        for situation in situations(seed, graph, blanks_max=0):
            search = Chooser(situation.ruleset, graph)
            search.set_cells(situation.board.cells)
            search.set_rack(situation.rack)
            plays += search.find()
            seen.update(repr([search.found(index) for index in search.ranked(None)]).encode())
            seen.update(repr(search.find_best()).encode())
            tried += 1
            if tried == positions:
                break
        seed += 1
    player = SelfPlay(preset("solo"), graph)
    for number in range(2):
        seen.update(repr(player.game(number)).encode())
    for board, own, other in (ended_game(preset("tournament"), seed, 2) for seed in range(3)):
        seen.update(repr(Solver(preset("tournament"), graph).solve(board, own, other)).encode())
    return {"compiled": COMPILED, "plays": plays, "digest": seen.hexdigest()}
