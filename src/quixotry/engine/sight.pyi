from collections.abc import Sequence

from quixotry.engine.generator import Generator

CHANCES: int

def weigh(generator: Generator, values: Sequence[int]) -> None: ...
def seen_plays(
    generator: Generator, found: Sequence[float], seen: Sequence[float], key: int, amount: int
) -> list[tuple[int, int, int]]: ...
