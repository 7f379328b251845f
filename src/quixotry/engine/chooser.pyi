from quixotry.engine.generator import Laid
from quixotry.engine.tile_sets import TileSets
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

class Chooser(TileSets):
    has_best: bool
    best_score: int
    best_equity: int
    tried_slots: int
    tried_sets: int
    def __init__(self, ruleset: Ruleset, graph: Graph) -> None: ...
    def find_best(self) -> tuple[Laid, bool, tuple[int, ...], int, int] | None: ...
