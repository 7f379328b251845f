"""The plan of the house: which room may import which.

`tests/test_imports.py` proves it module by module, `docs/architecture.md` tells it, and
`scripts/architecture_picture.py` draws it.
"""

from __future__ import annotations

# A room may import itself and these: a room's name for all of it, `room.module` for that module alone.
# The package itself, the front door, is the empty name.
MAY_IMPORT: dict[str, list[str]] = {
    "machine": [],
    "metrics": [],
    "paths": [],
    "values": [],
    "errors": ["wording.catalog"],
    "threads": ["errors"],
    "rules": ["errors", "wording.phrases"],
    "fair": ["rules"],
    "notation": ["errors", "wording.phrases", "rules", "fair.agreement"],
    "wording": ["errors", "rules", "notation.moves"],
    "lexicon": ["errors", "wording.phrases", "rules", "machine", "paths"],
    "protocol": ["errors", "wording.phrases", "rules"],
    "engine": ["errors", "rules", "lexicon", "paths"],
    "players": [
        "errors", "wording.phrases", "rules", "lexicon", "engine", "protocol.bots", "machine", "metrics", "threads",
    ],
    "analysis": ["errors", "rules", "lexicon", "notation", "engine", "players"],
    "arena": ["errors", "rules", "lexicon", "notation", "engine", "players", "machine"],
    "play": ["errors", "rules", "protocol", "lexicon", "notation", "fair", "threads"],
    "store": [
        "errors", "rules", "fair", "notation.record", "play.ports", "play.operator", "play.presence", "play.quotas",
        "machine", "metrics", "paths",
    ],
    "api": [
        "errors", "wording.phrases", "rules", "lexicon", "notation", "fair", "engine", "players", "analysis",
        "play.new_game", "play.seating", "protocol.bots",
    ],
    "": ["api", "errors", "rules"],
    "web": ["errors", "wording", "protocol", "play", "metrics", "threads"],
    "terminal": [
        "errors", "wording", "rules", "lexicon", "notation", "fair", "engine", "players", "analysis", "play",
        "store",
    ],
    "app": [
        "errors", "rules", "lexicon", "notation", "protocol", "engine", "players", "arena", "play",
        "store", "web", "machine", "metrics", "paths", "threads", "",
    ],
    "cli": [
        "errors", "wording", "rules", "lexicon", "notation", "fair", "engine", "players", "analysis", "arena",
        "play", "store", "api", "terminal", "app", "machine", "paths", "threads", "web.connections",
        "web.log_lines", "web.operator", "web.qr", "",
    ],
    "__main__": ["errors", "cli"],
}  # fmt: skip

FOR_ALL = "values"
"""What every room may import besides: it is to us what dataclasses are to others."""


def room(module: str) -> str:
    """The room of a module's name without `quixotry.`."""
    return module.partition(".")[0]
