from quixotry.engine.end_position import EndPosition

class PlainEndgame(EndPosition):
    def value(self, nodes_max: int, seconds: float) -> int | None: ...
