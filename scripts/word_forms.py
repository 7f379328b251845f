"""What a word nobody defines is made of: an inflection, or a prefix or a suffix on a word that is defined.

WordNet has GLUE but not REGLUES, and ZIT but not ZITTY. A word is explained by the nearest word it is made of, which
may itself be explained by another: REGLUES by REGLUE, REGLUE by GLUE. Better no explanation than a silly one, so
that each rule says what must be known of the base, and short bases must be inflected like what the rule takes them
for: TENNY is not "full of tens", or there would be TENNIER.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

ANY = "nvar"
INFLECTIONS = (
    ("S", ""),
    ("ES", ""),
    ("IES", "Y"),
    ("VES", "F"),
    ("VES", "FE"),
    ("ED", "E"),
    ("ED", ""),
    ("IED", "Y"),
    ("ING", "E"),
    ("ING", ""),
    ("IER", "Y"),
    ("IEST", "Y"),
    ("EST", ""),
    ("EST", "E"),
    ("MEN", "MAN"),
    ("AE", "A"),
    ("I", "US"),
    ("A", "UM"),
    ("EAUX", "EAU"),
    ("PT", "PPED"),
    ("PT", "PED"),
    ("XT", "XED"),
)
"""The ending of a form, and what its base has there."""
LATIN = {"AE", "I", "A"}
"""Endings that many words have by chance: the base must be of five letters."""
DOUBLED = re.compile(
    r"(?P<stem>[A-Z]+[AEIOU](?P<last>[BDGKLMNPRTVZ]))(?P=last)(?P<ending>ED|ING|ER|ERS|Y|IER|EST)"
)
SPELLINGS = (
    ("ISE", "IZE"),
    ("ISED", "IZED"),
    ("ISES", "IZES"),
    ("ISING", "IZING"),
    ("YSE", "YZE"),
    ("OUR", "OR"),
)


@dataclass(frozen=True, slots=True)
class Affix:
    """A part put before or behind a word, and what it does to the meaning."""

    text: str
    """`RE-` or `-LESS`."""
    parts: str
    """The parts of speech it is put to, as letters of `nvar`."""
    note: str
    """What is said before the meaning of the base."""
    least: int = 3
    """The fewest letters of the base."""
    proof: str = ""
    """Where one of these endings (letters cut off by digits: `1IER`) makes a word of the list, it is an affix."""


AFFIXES = (
    Affix("RE-", "v", "again", least=4),
    Affix("UN-", "a", "not"),
    Affix("UN-", "v", "to undo this", least=4),
    Affix("NON-", "na", "not"),
    Affix("OUT-", "v", "more, longer or better than another"),
    Affix("OVER-", "va", "too much"),
    Affix("UNDER-", "va", "too little"),
    Affix("MIS-", "v", "wrongly", least=4),
    Affix("PRE-", "va", "beforehand", least=4),
    Affix("SUB-", "na", "under, or a part of", least=4),
    Affix("ANTI-", "na", "against", least=3),
    Affix("SEMI-", "na", "half", least=4),
    Affix("SUPER-", "na", "beyond the ordinary", least=4),
    Affix("INTER-", "nav", "between", least=4),
    Affix("MULTI-", "na", "of many", least=4),
    Affix("COUNTER-", "nv", "against", least=4),
    Affix("CO-", "nv", "together", least=5),
    Affix("DE-", "v", "to undo this", least=5),
    Affix("-LESS", "n", "without"),
    Affix("-LIKE", "n", "like"),
    Affix("-FUL", "n", "as much as this holds"),
    Affix("-ABLE", "v", "that can be done"),
    Affix("-IBLE", "v", "that can be done", least=4),
    Affix("-ISH", "na", "somewhat like"),
    Affix("-ISE", "na", "to make or treat so", least=4),
    Affix("-IZE", "na", "to make or treat so", least=4),
    Affix("-ER", "v", "who or what does this", proof="S"),
    Affix("-OR", "v", "who or what does this", least=4, proof="S"),
    Affix("-Y", "nv", "like this, or full of it", proof="1IER 1INESS"),
    Affix("-IST", "na", "who believes in this or works with it", least=4, proof="S"),
    Affix("-ISM", "na", "the state, habit or belief", least=4),
    Affix("-MENT", "v", "the act or its result", least=4),
    Affix("-AGE", "nv", "the amount, the act or its price", least=4, proof="S"),
    Affix("-HOOD", "na", "the state or time"),
    Affix("-SHIP", "n", "the state or office", least=4),
    Affix("-DOM", "n", "the state or realm", least=4),
    Affix("-LET", "n", "a small one", least=4, proof="S"),
    Affix("-WARD", "n", "towards", least=4),
    Affix("-WISE", "na", "in this manner", least=4),
    Affix("-NESS", "a", "the quality"),
    Affix("-LY", "a", "in this manner"),
    Affix("-ITY", "a", "the quality", least=4),
    Affix("-ION", "v", "the act or its result", least=5),
    Affix("-IC", "n", "of or to do with", least=5),
    Affix("-AL", "n", "of or to do with", least=5),
    Affix("-OID", "n", "like", least=4),
)


def inflected_from(word: str, words: Collection[str]) -> Iterator[str]:
    """Words of the list that `word` is a plural, a past, a comparative or another spelling of."""
    for ending, base in INFLECTIONS:
        if not word.endswith(ending) or (ending == "S" and word.endswith("SS")):
            continue
        stem = word.removesuffix(ending) + base
        least = 5 if ending in LATIN else 3 if len(ending) > 1 else 2
        if len(stem) >= least and stem in words and not _is_by_chance(stem, ending):
            yield stem
    doubled = DOUBLED.fullmatch(word)
    if doubled and doubled["ending"] in ("ED", "ING", "EST") and doubled["stem"] in words:
        yield doubled["stem"]
    for british, american in SPELLINGS:
        if word.endswith(british) and (other := word.removesuffix(british) + american) in words:
            yield other


def _is_by_chance(stem: str, ending: str) -> bool:
    """MASED is not MAS in the past, and NOYES is not the plural of NOY."""
    if ending == "ES":
        return not stem.endswith(("SS", "US", "X", "Z", "H", "O"))
    return ending in ("ED", "ING") and stem.endswith("S") and not stem.endswith(("SS", "US"))


def derived_from(
    word: str, words: Collection[str], parts_of: Callable[[str], str]
) -> Iterator[tuple[str, str, str]]:
    """(part, base, note) for each prefix or suffix the word may have."""
    for affix in AFFIXES:
        for base in _without(word, affix.text):
            if len(base) < affix.least or not _is_proved(word, affix.proof, words):
                continue
            yield from ((part, base, affix.note) for part in affix.parts if part in parts_of(base))


def _without(word: str, affix: str) -> Iterator[str]:
    if affix.endswith("-"):
        if word.startswith(affix[:-1]):
            yield word.removeprefix(affix[:-1])
        return
    ending = affix[1:]
    if not word.endswith(ending):
        return
    stem = word.removesuffix(ending)
    yield stem
    if ending[0] in "AEIOY":
        yield stem + "E"
        if (doubled := DOUBLED.fullmatch(word)) and doubled["ending"] == ending:
            yield doubled["stem"]
    elif stem.endswith("I"):
        yield stem[:-1] + "Y"


def _is_proved(word: str, proof: str, words: Collection[str]) -> bool:
    """Is one of the forms in the list that the rule asks for?"""
    if not proof:
        return True
    forms = (re.fullmatch(r"(\d?)(\w+)", each) for each in proof.split())
    return any(word[: len(word) - int(form[1] or 0)] + form[2] in words for form in forms if form)


def explain_rest(
    words: Collection[str], own: Mapping[str, Collection[str]]
) -> dict[str, list[tuple[str, str, str]]]:
    """For words without a definition, what they are made of: (part or "", base, note).

    `own` has the parts of speech of each defined word, "" among them where a line of ours does not say. A form of a
    word that is not explained either is still told as a form of it, when nothing better is found.
    """
    parts = {word: "".join(found) for word, found in own.items()}
    made: dict[str, list[tuple[str, str, str]]] = {}
    members = set(words)

    def parts_of(word: str) -> str:
        return parts.get(word, "")

    for word in sorted(words, key=lambda each: (len(each), each)):
        if word in own:
            continue
        bases = [base for base in inflected_from(word, members) if base in parts]
        if bases:
            made[word] = [("", bases[0], "")]
            parts[word] = parts[bases[0]]
        elif derived := list(derived_from(word, members, parts_of)):
            made[word] = derived[:1]
            parts[word] = _part_of(word)
    for word in words:
        if word not in parts and (bases := list(inflected_from(word, members))):
            made[word] = [("", bases[0], "")]
    return made


def _part_of(word: str) -> str:
    """The part of speech of a derived word, as its ending tells it."""
    if word.endswith(("LESS", "LIKE", "FUL", "ABLE", "IBLE", "ISH", "Y", "IC", "AL")):
        return "a"
    if word.endswith(("ISE", "IZE")) or word.startswith(("RE", "OUT", "MIS", "DE")):
        return "v"
    return ANY if word.startswith(("UN", "NON", "OVER", "UNDER", "PRE")) else "n"
