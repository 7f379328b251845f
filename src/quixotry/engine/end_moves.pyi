from quixotry.engine.end_position import EndPosition

MOVES_MAX: int

class EndMoves(EndPosition): ...
