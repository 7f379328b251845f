"""Words a family game refuses: slurs and obscenities, reviewed one by one.

The file spells them in ROT13, so that nobody who looks around meets them by accident. Word lists are complete with
them; a game refuses them when its rules say `words.family = true`.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from functools import cache

from quixotry.rules.shipped import package_text


@cache
def unfit_words() -> Mapping[str, str]:
    """Each word, in upper case, and its class: `slur` or `obscenity`."""
    lines = package_text("family_words.tsv").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {codecs.decode(word, "rot13"): kind for word, kind in rows}
