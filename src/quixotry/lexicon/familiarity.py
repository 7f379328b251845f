"""Which words people know: SCOWL's size classes of the everyday list.

A word's size is the smallest SCOWL list it is in: 10 the few thousand words everybody uses, 60 what a large
school dictionary has. `scripts/build_familiarity.py` is the recipe.
"""

from __future__ import annotations

import lzma
from functools import lru_cache

from quixotry.lexicon import catalogue
from quixotry.lexicon.errors import LexiconDamaged

SIZES = (10, 20, 35, 40, 50, 55, 60)


@lru_cache(maxsize=1)
def sizes() -> dict[str, int]:
    """Every word of the list `common` and its size."""
    path = catalogue.WORDS / "common_sizes.txt.xz"
    try:
        classes = lzma.decompress(path.read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise LexiconDamaged(path, str(error)) from error
    words = catalogue.load("common").words
    if len(classes) != len(words) or not set(classes) <= set(b"0123456"):
        raise LexiconDamaged(path, "it does not belong to the list of common words")
    return {word: SIZES[number - 48] for word, number in zip(words, classes, strict=True)}
