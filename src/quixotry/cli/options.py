"""What people name on the command line, found: a ruleset, a tile set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import parse_ruleset, preset, with_tiles
from quixotry.rules.shipped import shipped_names
from quixotry.rules.tile_file import parse_tile_set

FILE_BYTES_MAX = 262_144

T = TypeVar("T")


def load_ruleset(name_or_path: str, *, tiles: str | None = None) -> Ruleset:
    """A preset by name, or a TOML file by path; with another tile file if one is given (B5)."""
    if name_or_path in shipped_names("presets"):
        ruleset = preset(name_or_path)
    elif Path(name_or_path).is_file():
        ruleset = _parsed_file(name_or_path, parse_ruleset)
    else:
        known = ", ".join(shipped_names("presets"))
        raise click.UsageError(f"There are no rules {name_or_path!r}: name one of {known}, or a TOML file.")
    if tiles is None:
        return ruleset
    return _parsed_file(tiles, lambda text: with_tiles(ruleset, parse_tile_set(text)))


def _parsed_file(path: str, parse: Callable[[str], T]) -> T:
    """What a text file says; every mistake names the file."""
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
