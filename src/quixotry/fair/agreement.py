"""How a draw comes about that neither the house nor a player can choose.

1. The house picks a seed and shows its *commitment*, a digest. Commitments are numbered, and each *link* holds the one
   before it: a commitment that was thrown away leaves a hole.
2. Every person's seat picks random bytes, its *share*, and shows a digest of them, its *pledge*.
3. When all pledges have been shown to all, the seats give their shares.
4. The tiles are drawn from seed and shares together. When the game is over, all of it is shown.

Nobody can choose after learning what another gave, for all of them are bound before the first share is seen: neither
a house whose owner plays, nor the last seat to answer. A computer's seat adds nothing: its bytes would be the house's
choice, and the house has chosen with its seed.

Every digest is SHA-256 of lines of text, each with its line end, the first of which names the scheme and the kind. So
any tool that prints lines and any that hashes bytes can check a game; docs/reference/draw.md has examples.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import replace

from quixotry.rules.draw import Draw
from quixotry.rules.game import GameHeader
from quixotry.rules.ruleset_file import ruleset_digest

SCHEME = "quixotry-draw-1"
BYTES = 32
"""Of a seed and of a share."""
DIGITS = 2 * BYTES
FIRST_LINK = "0" * DIGITS
"""What the first commitment of a house is linked to."""
SERVER = "server"
"""Stands for the share of a computer's seat."""


def new_secret() -> str:
    """A seed or a share: bytes that nobody can guess, in hexadecimal digits."""
    return secrets.token_hex(BYTES)


def is_digits(text: str) -> bool:
    """Is it what a seed, a share or a digest looks like?"""
    return len(text) == DIGITS and all(sign in "0123456789abcdef" for sign in text)


def digest(kind: str, *lines: str) -> str:
    text = "".join(f"{line}\n" for line in (f"{SCHEME} {kind}", *lines))
    return hashlib.sha256(text.encode()).hexdigest()


def commitment_of(seed: str) -> str:
    return digest("commitment", seed)


def link_of(number: int, previous: str, commitment: str) -> str:
    return digest("link", str(number), previous, commitment)


def link(draw: Draw) -> str:
    """The link of a draw: what a player should keep, because it stands for every commitment up to this one."""
    return link_of(draw.number, draw.previous, draw.commitment)


def pledge_of(link: str, seat: int, share: str) -> str:
    """Bound to the draw and the seat: nobody can bring it again elsewhere."""
    return digest("pledge", link, str(seat), share)


def terms_text(header: GameHeader, rules: str = "") -> str:
    """The game as it was agreed, on one line: a list in JSON, without spaces.

    `rules` is the digest of the ruleset as it was recorded, where that is older than some of the facets there are now.
    """
    players = [[player.kind, player.level, player.name] for player in header.players]
    agreed = [
        header.id,
        rules or ruleset_digest(header.ruleset),
        header.lexicon_id,
        header.lexicon_digest,
        header.started_at,
        header.match_id,
        header.match_game,
        players,
    ]
    return json.dumps(agreed, ensure_ascii=False, separators=(",", ":"))


def terms_of(text: str) -> str:
    return digest("terms", text)


def mixed_seed(seed: str, draw: Draw) -> str:
    """What the tiles are drawn from: everything that was agreed, so that a change to any of it changes the tiles."""
    shares = (f"{seat} {share or SERVER}" for seat, share in enumerate(draw.shares))
    return digest("mix", link(draw), str(draw.attempt), seed, draw.terms, *shares)


def begun(seed: str, *, number: int, previous: str, attempt: int = 1) -> Draw:
    """A draw to which nobody has given anything yet but the house its commitment."""
    return Draw(number, previous, commitment_of(seed), attempt)


def completed(header: GameHeader, shares: tuple[str, ...]) -> GameHeader:
    """The header of a game whose seats have all given their shares; empty ones are those of computers."""
    draw = header.draw
    assert draw is not None
    assert len(shares) == len(header.players)
    own = link(draw)
    pledges = tuple(share and pledge_of(own, seat, share) for seat, share in enumerate(shares))
    return replace(
        header, draw=replace(draw, terms=terms_of(terms_text(header)), pledges=pledges, shares=shares)
    )
