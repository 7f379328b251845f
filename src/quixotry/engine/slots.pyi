from quixotry.engine.generator import Generator
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

class Slots(Generator):
    rack_size: int
    def __init__(self, ruleset: Ruleset, graph: Graph) -> None: ...
