from quixotry.engine.slots import Slots
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

class TileSets(Slots):
    def __init__(self, ruleset: Ruleset, graph: Graph) -> None: ...
