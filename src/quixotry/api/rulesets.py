"""Rulesets by name or from a file, for programs and for the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from quixotry.api.errors import UnknownRules, UnreadableFile
from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import parse_ruleset, preset, with_tiles
from quixotry.rules.shipped import shipped_names
from quixotry.rules.tile_file import parse_tile_set

FILE_BYTES_MAX = 262_144

T = TypeVar("T")


def ruleset(rules: str | Path | Ruleset = "tournament", *, tiles: str | Path | None = None) -> Ruleset:
    """The rules with this name, or of a TOML file; with the tiles of another file if one is given.

    A `Ruleset` is returned as it is.

    >>> import quixotry as qx
    >>> qx.ruleset("classic").bonus.points
    50
    >>> qx.ruleset("nobody")
    Traceback (most recent call last):
    ...
    quixotry.api.errors.UnknownRules: There are no rules 'nobody': choose one of classic, solo, ...

    The names are those `quixotry rules list` prints; `docs/reference/rules.md` says what each does.
    """
    chosen = rules if isinstance(rules, Ruleset) else _ruleset(rules)
    if tiles is None:
        return chosen
    return _parse_file(Path(tiles), lambda text: with_tiles(chosen, parse_tile_set(text)))


def _ruleset(rules: str | Path) -> Ruleset:
    if isinstance(rules, str) and rules in shipped_names("presets"):
        return preset(rules)
    if Path(rules).is_file():
        return _parse_file(Path(rules), parse_ruleset)
    raise UnknownRules(str(rules), shipped_names("presets"))


def _parse_file(path: Path, parse: Callable[[str], T]) -> T:
    """What a text file says; every mistake names the file."""
    try:
        raw = path.read_bytes()
        if len(raw) > FILE_BYTES_MAX:
            raise UnreadableFile(str(path), f"it has {len(raw)} bytes; the limit is {FILE_BYTES_MAX}")
        return parse(raw.decode("utf-8-sig"))
    except OSError as error:
        raise UnreadableFile(str(path), str(error.strerror)) from error
    except UnicodeDecodeError as error:
        raise UnreadableFile(str(path), f"it is not UTF-8 text: byte {error.start} is wrong") from error
    except RulesetError as error:
        raise RulesetError(f"{path}: {error.key}", error.reason) from error
