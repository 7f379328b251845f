"""The header of a new game, before anything is drawn."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Protocol

from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.ruleset import Ruleset

SEED_BYTES = 32


class LexiconIdentity(Protocol):
    """Which words a game is played with."""

    @property
    def id(self) -> str: ...

    @property
    def digest(self) -> str: ...


def new_seed() -> str:
    """A secret that nobody can guess: every draw of a game follows from it."""
    return secrets.token_hex(SEED_BYTES)


def new_header(
    ruleset: Ruleset,
    lexicon: LexiconIdentity,
    players: tuple[SeatedPlayer, ...],
    *,
    now: datetime,
    seed: str | None = None,
    game_id: str | None = None,
) -> GameHeader:
    """A new game among these players; its id sorts by time and can be typed by hand unless one is given."""
    return GameHeader(
        id=game_id or f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}",
        ruleset=ruleset,
        lexicon_id=lexicon.id,
        lexicon_digest=lexicon.digest,
        players=players,
        seed=seed or new_seed(),
        started_at=now.isoformat(timespec="seconds"),
    )
