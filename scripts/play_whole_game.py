"""Does an installation work? An expert plays itself to the end of a game, and an endgame is solved.

    python scripts/play_whole_game.py

Prints one line about what was found; uses nothing of the checkout but itself.
"""

from __future__ import annotations

import time

import quixotry as qx
from quixotry.lexicon.compiled import COMPILED, NotCompiled

ENDGAME = (
    "3P11/3R11/2DAW10/2ITA10/2TIE10/2TE1V6FIB/1JO1BI6L2/NU1KRENG3ZATI/OD2U1AIA2OX2/NY2GEESTS1N3/"
    "A1OCH5DA3/R1YO6EE3/I1EL6V4/eW1OOF1ARPENTS1/sEIGNEUR2L2HM CDELOQU/AIMRS 450/375 0"
)


def play() -> str:
    """A whole game; every move goes through the referee."""
    game = qx.Game("tournament", seed="3d3")
    while not game.is_over:
        game.push(qx.Computer("expert").choose(game.view()))
    assert sum(game.scores) > 300, game.scores
    return f"game over after {game.move_count} moves, {game.scores[0]}:{game.scores[1]}"


def solve() -> str:
    """An endgame, proven to the end; without the compiled engine a sentence instead."""
    try:
        found = qx.solve(ENDGAME, budget_ms=120_000)
    except NotCompiled as error:
        assert not COMPILED
        return str(error)
    assert found.is_proven, found
    return f"endgame solved: {found.text}, {found.spread:+}"


def main() -> None:
    began = time.process_time()
    played, solved = play(), solve()
    engine = "compiled" if COMPILED else "plain"
    print(f"{engine}: {played}; {solved}; {time.process_time() - began:.1f} s")


if __name__ == "__main__":
    main()
