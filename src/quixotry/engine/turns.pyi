from collections.abc import Iterable, Sequence

from quixotry.engine.kept_boards import KeptBoards
from quixotry.engine.leaves import Leaves
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

class Turns:
    boards: KeptBoards
    chosen: int
    """How many moves were chosen so far."""
    def __init__(
        self,
        ruleset: Ruleset,
        graph: Graph,
        leaves: Leaves | None,
        worth: Sequence[float],
        vowels: Iterable[int],
    ) -> None: ...
