"""A position written down as CGP, checked against the rules it is to be played by."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain

from quixotry.api.errors import EmptyFirstRack, ScoresMissing, TilesBeyondSet, TooManyOnRack
from quixotry.notation.cgp import Cgp, parse_cgp
from quixotry.notation.moves import parse_tiles
from quixotry.rules.ruleset import Ruleset


def position_of(text: str, ruleset: Ruleset, *, rack: str | None = None) -> Cgp:
    """A CGP with a first rack (or `rack` in its place), as many scores as may play, and no tile too many."""
    tiles, seats, size = ruleset.tiles, ruleset.seats, ruleset.rack.size
    cgp = parse_cgp(text, ruleset.layout, tiles.alphabet)
    if rack is not None:
        cgp = replace(cgp, racks=(tiles.tiles(parse_tiles(rack, tiles.alphabet)), *cgp.racks[1:]))
    if not seats.min <= len(cgp.scores) <= seats.max:
        raise ScoresMissing(ruleset.name, seats.min, seats.max)
    if not cgp.racks[0]:
        raise EmptyFirstRack
    for each in cgp.racks:
        if len(each) > size:
            raise TooManyOnRack(size, len(each))
    used = Counter(chain(cgp.board.tiles(), *cgp.racks))
    over = [tile for tile, have in enumerate(tiles.counts.counts) if used[tile] > have]
    if over:
        raise TilesBeyondSet(tuple(map(tiles.alphabet.tile_sign, over)))
    return cgp
