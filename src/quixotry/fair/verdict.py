"""Does what was shown at the end fit what was fixed before the first tile was drawn?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from quixotry.fair.agreement import commitment_of, is_digits, link, pledge_of, terms_of
from quixotry.rules.draw import Draw
from quixotry.values import frozen

Standing = Literal["checked", "one-seed", "untold", "wrong"]
"""Everything follows, and was fixed beforehand · it follows from a seed nobody was bound to · nothing is told of
the draw · something does not follow."""


@frozen
class Fault:
    """Something that does not follow; its sentence is the message `draw.faults.<code>`."""

    code: str
    parameters: dict[str, object] = field(default_factory=dict)


@frozen
class Verdict:
    standing: Standing
    faults: tuple[Fault, ...] = ()

    @property
    def follows(self) -> bool:
        return self.standing in ("checked", "one-seed")


def agreement_faults(draw: Draw, seed: str, terms_text: str, people: Sequence[bool]) -> Iterator[Fault]:
    """What is wrong with an agreement, apart from the tiles. `people` says of each seat whether a person sat there."""
    values = (seed, draw.previous, draw.commitment, draw.terms, *filter(None, (*draw.pledges, *draw.shares)))
    if not all(map(is_digits, values)) or draw.number < 1 or draw.attempt < 1:
        yield Fault("unreadable")
        return
    if commitment_of(seed) != draw.commitment:
        yield Fault("commitment", {"number": draw.number})
    if terms_of(terms_text) != draw.terms:
        yield Fault("terms")
    if not len(draw.pledges) == len(draw.shares) == len(people):
        yield Fault("shares")
        return
    own = link(draw)
    for seat, (is_person, pledge, share) in enumerate(zip(people, draw.pledges, draw.shares, strict=True)):
        if is_person != bool(share) or is_person != bool(pledge):
            yield Fault("shares")
        elif share and pledge_of(own, seat, share) != pledge:
            yield Fault("pledge", {"seat": seat + 1})
