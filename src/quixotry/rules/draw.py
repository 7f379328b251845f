"""What was agreed about the draw before the first tile came out of the bag."""

from __future__ import annotations

from quixotry.values import frozen


@frozen
class Draw:
    """Who fixed what, in which order: first the house its seed, then every seat its share, each blind to the others.

    All values are 64 hexadecimal digits. What they are digests of is `fair/agreement.py`; the seed itself stands in
    the game's header.
    """

    number: int
    """Which of the commitments of this house it is: 1, 2, ... without a gap."""
    previous: str
    """The link of the commitment before it, so that none can be slipped in or left out later."""
    commitment: str
    """A digest of the house's seed, shown before anybody gave a share."""
    attempt: int = 1
    """How often the draw of this game was begun; those before were thrown away before a tile was drawn."""
    terms: str = ""
    """A digest of the game as it was agreed: rules, words and players."""
    pledges: tuple[str, ...] = ()
    """For each seat a digest of its share, shown to all before any share was; empty for a computer's."""
    shares: tuple[str, ...] = ()
    """For each seat its random bytes; empty for a computer's, who adds nothing to the house's seed."""

    @property
    def is_complete(self) -> bool:
        """Is everything there that tiles are drawn from?"""
        return bool(self.shares)
