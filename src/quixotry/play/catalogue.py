"""What there is to choose from: rulesets (ours and the house's), word lists, computers; and words looked up."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from quixotry.lexicon import catalogue as lists
from quixotry.lexicon.anagrams import anagrams, parse_rack
from quixotry.lexicon.definitions import define
from quixotry.lexicon.errors import UnknownLexicon
from quixotry.lexicon.hooks import hooks
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation import wire
from quixotry.play.errors import PlayError
from quixotry.play.ports import ServerLog
from quixotry.play.seating import LevelTitle
from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset, ruleset_from_plain, ruleset_to_plain
from quixotry.rules.shipped import shipped_names

Plain = dict[str, Any]

NAME = re.compile(r"[a-z0-9-]{1,40}")
RULESETS_MAX = 200
ANAGRAMS_MAX = 500


class CatalogueError(PlayError):
    """The root of what can be wrong with a choice."""

    code = "catalogue"


@dataclass(eq=False)
class UnknownRuleset(CatalogueError):
    code = "unknown_ruleset"
    kind = "unknown"
    name: str


@dataclass(eq=False)
class RulesetReserved(CatalogueError):
    code = "ruleset_reserved"
    kind = "conflict"
    name: str


@dataclass(eq=False)
class TooManyRulesets(CatalogueError):
    code = "too_many_rulesets"
    kind = "conflict"

    @property
    def wording_parameters(self) -> dict[str, Any]:
        return {"most": RULESETS_MAX}


@dataclass(frozen=True, slots=True)
class Level:
    """A kind of computer one can play against."""

    name: str
    title: str
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Catalogue:
    log: ServerLog
    load: Callable[[str], Lexicon]
    levels: Callable[[], Sequence[Level]]
    level_title: LevelTitle
    default_level: str

    # Rulesets

    def rulesets(self) -> list[Plain]:
        shipped = [_shipped(name) for name in shipped_names("presets")]
        own = [wire.ruleset_plain(ruleset_from_plain(plain), is_own=True) for plain in self.log.rulesets()]
        return shipped + own

    def ruleset(self, name: str) -> Ruleset:
        if name in shipped_names("presets"):
            return preset(name)
        for plain in self.log.rulesets():
            if plain.get("name") == name:
                return ruleset_from_plain(plain)
        raise UnknownRuleset(name)

    def shown(self, name: str) -> Plain:
        return wire.ruleset_plain(self.ruleset(name), is_own=name not in shipped_names("presets"))

    def check(self, plain: Plain) -> Ruleset:
        """A house ruleset that may be saved, or the error that says why not."""
        ruleset = ruleset_from_plain(plain)
        if not NAME.fullmatch(ruleset.name):
            raise RulesetError("name", "must have 1 to 40 of the characters a-z, 0-9 and -")
        if ruleset.name in shipped_names("presets"):
            raise RulesetReserved(ruleset.name)
        return ruleset

    def save(self, plain: Plain) -> Plain:
        ruleset = self.check(plain)
        saved = self.log.rulesets()
        if len(saved) >= RULESETS_MAX and all(each.get("name") != ruleset.name for each in saved):
            raise TooManyRulesets
        self.log.save_ruleset(ruleset.name, ruleset_to_plain(ruleset))
        return wire.ruleset_plain(ruleset, is_own=True)

    def delete(self, name: str) -> None:
        if name in shipped_names("presets"):
            raise RulesetReserved(name)
        if not self.log.delete_ruleset(name):
            raise UnknownRuleset(name)

    # Words

    def lexicons(self) -> Plain:
        found = [
            {
                "id": entry.id,
                "title": entry.title,
                "words": entry.words,
                "digest": entry.digest,
                "source": entry.source,
                "is_bundled": entry.is_bundled,
            }
            for entry in lists.entries()
        ]
        return {"lexicons": found, "default": lists.DEFAULT}

    def lexicon(self, name: str) -> Lexicon:
        """A list by its id; unlike the command line, a server opens no file that a stranger names."""
        if name not in lists.known_ids():
            raise UnknownLexicon(name, lists.known_ids())
        return self.load(name)

    def word(self, word: str, lexicon_id: str) -> Plain:
        lexicon = self.lexicon(lexicon_id)
        found = hooks(lexicon, word)
        return {
            "word": found.word,
            "is_word": found.is_word,
            "lexicon": {"id": lexicon.id, "title": lexicon.title},
            "definitions": [
                {"part": sense.part, "gloss": sense.gloss, "base": sense.base}
                for sense in define(found.word, lexicon)
            ],
            "hooks": {
                "front": found.front,
                "back": found.back,
                "is_word_without_first": found.is_word_without_first,
                "is_word_without_last": found.is_word_without_last,
            },
        }

    def anagrams(self, letters: str, lexicon_id: str, least: int | None) -> Plain:
        found = anagrams(self.lexicon(lexicon_id), letters, length_min=least)
        words = [{"word": each.word, "shown": str(each)} for each in found[:ANAGRAMS_MAX]]
        return {"letters": parse_rack(letters), "words": words, "more": max(0, len(found) - ANAGRAMS_MAX)}


@lru_cache(maxsize=16)
def _shipped(name: str) -> Plain:
    return wire.ruleset_plain(preset(name))


# The form for house rules, made from the rules themselves


def ruleset_form() -> Plain:
    """Every facet a form may offer, with what it may be."""
    hints = get_type_hints(Ruleset)
    groups = [
        {"key": item.name, "facets": _facets(hints[item.name], item.name)}
        for item in fields(Ruleset)
        if is_dataclass(hints[item.name]) and item.name not in ("layout", "tiles")
    ]
    return {"groups": groups, "boards": shipped_names("boards"), "tiles": shipped_names("tilesets")}


def _facets(kind: Any, where: str) -> list[Plain]:
    hints = get_type_hints(kind)
    return [_facet(hints[item.name], item, f"{where}.{item.name}") for item in fields(kind)]


def _facet(hint: Any, item: Field[Any], key: str) -> Plain:
    default = None if item.default is MISSING else item.default
    facet: Plain = {"key": key, "optional": False, "default": default}
    if "presets" in item.metadata:
        names = {value: name for name, value in item.metadata["presets"]().items()}
        return facet | {"kind": "choice", "choices": tuple(names.values()), "default": names[default]}
    if get_origin(hint) is UnionType:
        facet["optional"] = True
        hint = next(each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        if is_dataclass(inner):
            return facet | {"kind": "runs", "default": [], "facets": _facets(inner, key)}
        return facet | {"kind": "list", "choices": get_args(inner)}
    if get_origin(hint) is Literal:
        return facet | {"kind": "choice", "choices": get_args(hint)}
    if hint is bool:
        return facet | {"kind": "switch"}
    if hint is int:
        least, most = item.metadata["limits"]
        return facet | {"kind": "number", "least": least, "most": most}
    return facet | {"kind": "text"}
