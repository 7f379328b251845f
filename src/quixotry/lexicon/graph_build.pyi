from quixotry.lexicon.graph import Graph

WORD_MAX: int

def build_graph(cells: bytes, letters: int) -> Graph: ...
