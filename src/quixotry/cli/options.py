"""Options that several commands share, and what people name with them: a ruleset, a tile set, a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

# The rooms are imported inside the functions: a command that asks one word must not wait for the rules.
if TYPE_CHECKING:
    from quixotry.notation.cgp import Cgp
    from quixotry.rules.ruleset import Ruleset

FILE_BYTES_MAX = 262_144

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., None])


def rules_option(command: Command) -> Command:
    return click.option(
        "--rules", default="tournament", show_default=True, help="Ruleset: a name or a TOML file."
    )(command)


def lexicon_option(command: Command) -> Command:
    return click.option(
        "--lexicon", "lexicon_name", default="default", show_default=True, help="Word list: id or file."
    )(command)


def cgp_option(command: Command) -> Command:
    return click.option(
        "--cgp", "cgp_text", required=True, help='The position, as "rows racks scores zeros".'
    )(command)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")(command)


def load_ruleset(name_or_path: str, *, tiles: str | None = None) -> Ruleset:
    """A preset by name, or a TOML file by path; with another tile file if one is given (B5)."""
    from quixotry.rules.ruleset_file import parse_ruleset, preset, with_tiles
    from quixotry.rules.shipped import shipped_names
    from quixotry.rules.tile_file import parse_tile_set

    if name_or_path in shipped_names("presets"):
        ruleset = preset(name_or_path)
    elif Path(name_or_path).is_file():
        ruleset = _parse_file(name_or_path, parse_ruleset)
    else:
        known = ", ".join(shipped_names("presets"))
        raise click.UsageError(f"There are no rules {name_or_path!r}: name one of {known}, or a TOML file.")
    if tiles is None:
        return ruleset
    return _parse_file(tiles, lambda text: with_tiles(ruleset, parse_tile_set(text)))


def _parse_file(path: str, parse: Callable[[str], T]) -> T:
    """What a text file says; every mistake names the file."""
    from quixotry.rules.errors import RulesetError

    try:
        raw = Path(path).read_bytes()
        if len(raw) > FILE_BYTES_MAX:
            raise click.UsageError(f"{path} has {len(raw)} bytes; at most {FILE_BYTES_MAX} are read.")
        return parse(raw.decode("utf-8-sig"))
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{path} is not UTF-8 text: byte {error.start} is wrong.") from error
    except RulesetError as error:
        raise click.UsageError(f"{path}: {error}.") from error


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
