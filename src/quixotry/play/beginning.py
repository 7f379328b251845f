"""How a game, or the next game of a match, begins: the header is written, nothing is drawn yet."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime

from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.ruleset import Ruleset

SEED_BYTES = 32


def new_header(
    ruleset: Ruleset,
    lexicon: Lexicon,
    players: tuple[SeatedPlayer, ...],
    *,
    now: datetime,
    seed: str | None = None,
) -> GameHeader:
    """The header of a new game; its id sorts by time and can be typed by hand."""
    game_id = _new_id(now)
    return GameHeader(
        id=game_id,
        ruleset=ruleset,
        lexicon_id=lexicon.id,
        lexicon_digest=lexicon.digest,
        players=players,
        seed=seed or secrets.token_hex(SEED_BYTES),
        started_at=now.isoformat(timespec="seconds"),
        match_id=game_id if ruleset.match.games > 1 else "",
    )


def next_of_match(header: GameHeader, *, now: datetime) -> GameHeader | None:
    """The header of the match's next game, or None after its last."""
    if header.match_game >= header.ruleset.match.games:
        return None
    return replace(
        header,
        id=_new_id(now),
        # The second game's tiles are as secret as the first's, yet follow from one seed.
        seed=f"{header.seed}{header.match_game + 1:02x}",
        started_at=now.isoformat(timespec="seconds"),
        match_game=header.match_game + 1,
    )


def _new_id(now: datetime) -> str:
    return f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
