"""The messages of a language by their ids, read when the first sentence is needed.

This module imports no other room and does no work when it is imported: every error of the house leads here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from quixotry.values import frozen
from quixotry.wording.message_format import Language, Parameters

LANGUAGE = "en"


@frozen
class Catalog:
    language: Language
    tables: Mapping[str, Any]
    """The messages in the groups of their file, in its order."""
    messages: Mapping[str, str]
    """The same by id: `errors.game_over`."""

    def say(self, message_id: str, parameters: Parameters | None = None) -> str:
        return self.language.format(self.messages[message_id], parameters or {})


def say(message_id: str, parameters: Parameters | None = None) -> str:
    """A message of the catalog with its parameters filled in.

    >>> say("errors.exchange_bag_too_low", {"least": 7, "bag": 3})
    'An exchange needs at least 7 tiles in the bag; it holds 3.'
    """
    return catalog().say(message_id, parameters)


@lru_cache(maxsize=4)
def catalog(language: str = LANGUAGE) -> Catalog:
    text = files(__package__).joinpath("messages", f"{language}.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    return Catalog(Language(language, tables["lists"]), tables, dict(_flat(tables, "")))


def _flat(table: Mapping[str, Any], where: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield f"{where}{key}", value
        else:
            yield from _flat(value, f"{where}{key}.")
