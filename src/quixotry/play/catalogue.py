"""What there is to choose from: rulesets (ours and the house's), word lists, computers; and words looked up."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import lru_cache

from quixotry.errors import Parameters
from quixotry.lexicon import catalogue as lists
from quixotry.lexicon.anagrams import anagrams, parse_rack
from quixotry.lexicon.definitions import define
from quixotry.lexicon.hooks import hooks
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.admission import check_ruleset_name, check_ruleset_size
from quixotry.play.errors import PlayError
from quixotry.play.ports import ServerLog
from quixotry.play.seating import LevelTitle
from quixotry.protocol.catalogue import (
    Anagram,
    AnagramList,
    Definition,
    Hooks,
    Level,
    LevelList,
    LexiconEntry,
    LexiconList,
    LexiconName,
    WordEntry,
)
from quixotry.protocol.rulesets import Ruleset as ShownRuleset
from quixotry.protocol.rulesets import RulesetList, RulesetTables, show_ruleset
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset, ruleset_from_plain, ruleset_to_plain
from quixotry.rules.shipped import shipped_names
from quixotry.values import frozen

logger = logging.getLogger(__name__)

RULESETS_MAX = 200
"""House rules in all."""

ANAGRAMS_MAX = 500


class CatalogueError(PlayError):
    """The root of what can be wrong with a choice."""

    code = "catalogue"


class UnknownRuleset(CatalogueError):
    code = "unknown_ruleset"
    kind = "unknown"
    name: str


class DamagedRuleset(CatalogueError):
    code = "damaged_ruleset"
    kind = "conflict"
    name: str


class RulesetReserved(CatalogueError):
    code = "ruleset_reserved"
    kind = "conflict"
    name: str


class RulesetOfAnother(CatalogueError):
    code = "ruleset_of_another"
    kind = "forbidden"
    name: str


class TooManyRulesets(CatalogueError):
    code = "too_many_rulesets"
    kind = "conflict"

    @property
    def wording_parameters(self) -> Parameters:
        return {"most": RULESETS_MAX}


@frozen
class Catalogue:
    log: ServerLog
    lexicon: Callable[[str], Lexicon]
    """A word list by its id, never by a path."""
    levels: Callable[[], Sequence[Level]]
    level_title: LevelTitle
    default_level: str
    computers_alone: bool = True
    """May computers play among themselves?"""

    # Rulesets

    def rulesets(self) -> RulesetList:
        shipped = [_shipped(name) for name in shipped_names("presets")]
        own = []
        for kept in self.log.house_rules.all():
            if kept.ruleset is None:
                logger.warning("the house rules %r are damaged, and left out: %s", kept.name, kept.damage)
            else:
                own.append(show_ruleset(kept.ruleset, is_own=True))
        return RulesetList(shipped + own)

    def ruleset(self, name: str) -> Ruleset:
        if name in shipped_names("presets"):
            return preset(name)
        for kept in self.log.house_rules.all():
            if kept.name == name:
                if kept.ruleset is None:
                    raise DamagedRuleset(name)
                return kept.ruleset
        raise UnknownRuleset(name)

    def shown(self, name: str) -> ShownRuleset:
        return show_ruleset(self.ruleset(name), is_own=name not in shipped_names("presets"))

    def check(self, plain: RulesetTables) -> ShownRuleset:
        """A house ruleset that may be saved, or the error that says why not."""
        return show_ruleset(self.checked(plain), is_own=True)

    def checked(self, plain: RulesetTables) -> Ruleset:
        """The same, as the rules know it."""
        ruleset = ruleset_from_plain(plain)
        check_ruleset_name(ruleset)
        if ruleset.name in shipped_names("presets"):
            raise RulesetReserved(ruleset.name)
        check_ruleset_size(ruleset)
        return ruleset

    def save(self, plain: RulesetTables, owner: str, address: str = "") -> ShownRuleset:
        """Save house rules for a session, or for the operator (nobody): they can change them, and nobody else."""
        ruleset = self.checked(plain)
        owners = self.log.house_rules.owners()
        if ruleset.name not in owners and len(owners) >= RULESETS_MAX:
            raise TooManyRulesets
        if not self.log.house_rules.save(ruleset.name, ruleset_to_plain(ruleset), owner, address):
            raise RulesetOfAnother(ruleset.name)
        return show_ruleset(ruleset, is_own=True)

    def delete(self, name: str, owner: str) -> None:
        if name in shipped_names("presets"):
            raise RulesetReserved(name)
        if not self.log.house_rules.delete(name, owner):
            raise RulesetOfAnother(name) if name in self.log.house_rules.owners() else UnknownRuleset(name)

    # Computers and words

    def level_list(self, *, has_arena: bool = False) -> LevelList:
        return LevelList(self.levels(), self.default_level, self.computers_alone, has_arena)

    def lexicons(self) -> LexiconList:
        found = [
            LexiconEntry(entry.id, entry.title, entry.words, entry.digest, entry.source, entry.is_bundled)
            for entry in lists.entries()
        ]
        return LexiconList(found, lists.DEFAULT)

    def word(self, word: str, lexicon_id: str) -> WordEntry:
        lexicon = self.lexicon(lexicon_id)
        found = hooks(lexicon, word)
        return WordEntry(
            word=found.word,
            is_word=found.is_word,
            lexicon=LexiconName(lexicon.id, lexicon.title),
            definitions=[
                Definition(sense.part, sense.gloss, sense.base) for sense in define(found.word, lexicon)
            ],
            hooks=Hooks(
                front=found.front,
                back=found.back,
                is_word_without_first=found.is_word_without_first,
                is_word_without_last=found.is_word_without_last,
            ),
        )

    def anagrams(self, letters: str, lexicon_id: str, least: int | None) -> AnagramList:
        found = anagrams(self.lexicon(lexicon_id), letters, length_min=least)
        words = [Anagram(each.word, str(each)) for each in found[:ANAGRAMS_MAX]]
        return AnagramList(parse_rack(letters), words, max(0, len(found) - ANAGRAMS_MAX))


@lru_cache(maxsize=16)
def _shipped(name: str) -> ShownRuleset:
    return show_ruleset(preset(name))
