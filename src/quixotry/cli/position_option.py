"""A position given on the command line, checked against the rules it is to be played by."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from quixotry.notation.cgp import Cgp
    from quixotry.rules.ruleset import Ruleset


def parse_position(text: str, ruleset: Ruleset, rack_text: str | None = None) -> Cgp:
    """A CGP with a first rack (or another one in its place), as many scores as may play, and no tile too many."""
    from quixotry.notation.cgp import parse_cgp
    from quixotry.notation.moves import parse_tiles
    from quixotry.wording.phrases import listed

    tiles, seats, size = ruleset.tiles, ruleset.seats, ruleset.rack.size
    cgp = parse_cgp(text, ruleset.layout, tiles.alphabet)
    if rack_text is not None:
        cgp = replace(cgp, racks=(tiles.tiles(parse_tiles(rack_text, tiles.alphabet)), *cgp.racks[1:]))
    if not seats.min <= len(cgp.scores) <= seats.max:
        raise click.UsageError(
            f"{seats.min} to {seats.max} play {ruleset.name}: give a score for each, as in 0/0."
            if seats.min < seats.max
            else f"{ruleset.name} is for {seats.max} players: give a score for each, as in 0/0."
        )
    if not cgp.racks[0]:
        raise click.UsageError("The first rack is empty: give the tiles of who is on turn, as in QUIXOTE/.")
    for rack in cgp.racks:
        if len(rack) > size:
            raise click.UsageError(f"A rack has at most {size} tiles here, not {len(rack)}.")
    used = Counter(chain(cgp.board.tiles(), *cgp.racks))
    over = [
        tiles.alphabet.tile_sign(tile) for tile, have in enumerate(tiles.counts.counts) if used[tile] > have
    ]
    if over:
        raise click.UsageError(f"Board and racks hold more than the set has of {listed(tuple(over))}.")
    return cgp
