"""The recipe of the bundled definitions: Debian's `wordnet-base` package in, one file out.

    python -m scripts.build_definitions            write the definitions into the package
    python -m scripts.build_definitions --check    build in memory and compare with what is committed

Run it after build_lexicon.py: only words of the default list, and the base forms they come from, are kept.

The result is sorted lines, `WORD<tab>sense<tab>sense...`. A sense is `n a member of the genus Canis` (part of
speech, gloss), `=n DOG` (from the noun DOG, look there), `= AIA` (a form of AIA in any sense) or `=v GLUE again`
(what GLUE says, with "again" before it; `word_forms.py` finds these). The lines are cut into blocks, each an xz stream
of its own; the streams one after another are still a valid .xz file (`xz -dc` reads it), and with the index
of first words a lookup unpacks one block, not all of it.
"""

import argparse
import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from scripts.word_forms import explain_rest

from quixotry.lexicon.definitions import OWN_FILES

WORDNET = Path("/usr/share/wordnet")
PACKAGE = Path(__file__).parents[1] / "src" / "quixotry" / "lexicon" / "words"

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
SENSE_TYPES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
GLOSS_CHARS_MAX = 200
BLOCK_CHARS = 64 * 1024

# WordNet's own rules of detachment: (part, ending of the form, ending of the base form).
ENDINGS = (
    *(("n", form, base) for form, base in (("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"))),
    *(("n", form, base) for form, base in (("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"))),
    *(("v", form, base) for form, base in (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""))),
    *(("v", form, base) for form, base in (("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""))),
    *(("a", form, base) for form, base in (("er", ""), ("est", ""), ("er", "e"), ("est", "e"))),
    *(("a", form, base) for form, base in (("ier", "y"), ("iest", "y"))),
)
# Derived words whose meaning is that of their base: tried when nothing else fits.
DERIVED = (("a", "ly", ""), ("a", "ily", "y"), ("a", "ness", ""), ("a", "iness", "y"))
# British spellings of what WordNet has only in the American way.
SPELLINGS = ((re.compile(r"is(?=(e|ed|es|er|ers|ing|ation|ations)$)"), "iz"), (re.compile(r"our"), "or"))
DOUBLED = re.compile(r"(?P<stem>[a-z]+[aeiou](?P<last>[bdgklmnprtvz]))(?P=last)(?P<ending>ed|ing|er|est)")

Senses = dict[str, dict[str, str]]
"""Gloss by lower-case lemma and part of speech."""

Exceptions = dict[str, set[tuple[str, str]]]
"""(part, base form) by irregular form: ran -> (v, run)."""


def read_glosses(folder: Path, name: str) -> dict[str, tuple[set[str], str]]:
    """By synset offset: its words as written, and the gloss without its examples."""
    synsets = {}
    for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields, _, gloss = line.partition(" | ")
        parts = fields.split(" ")
        count = int(parts[3], 16)
        words = {re.sub(r"\(.*\)$", "", word) for word in parts[4 : 4 + 2 * count : 2]}
        synsets[parts[0]] = (words, shorten(gloss))
    return synsets


def shorten(gloss: str) -> str:
    text = " ".join(gloss.split('; "')[0].split()).strip(" ;:")
    if len(text) <= GLOSS_CHARS_MAX:
        return text
    return text[: GLOSS_CHARS_MAX - 1].rsplit(" ", 1)[0].rstrip(" ,;:(") + "…"


def read_senses(folder: Path) -> Senses:
    """The commonest sense of each part of speech that is written without a capital."""
    senses: Senses = defaultdict(dict)
    for name, part in PARTS.items():
        synsets = read_glosses(folder, name)
        for line in (folder / f"index.{name}").read_text(encoding="utf-8").splitlines():
            fields = line.split()
            if not re.fullmatch("[a-z]{2,}", fields[0]):
                continue
            for offset in fields[-int(fields[2]) :]:
                words, gloss = synsets[offset]
                # `china` the ware, not China the country: a name is no word of the game.
                if fields[0] in words:
                    senses[fields[0]][part] = gloss
                    break
    return senses


def read_frequencies(folder: Path) -> dict[tuple[str, str], int]:
    """How often a lemma was met as a part of speech: the commonest use is told first."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, _, count = line.split()
        lemma, _, kind = key.partition("%")
        counts[lemma, SENSE_TYPES[kind[0]]] += int(count)
    return counts


def read_exceptions(folder: Path) -> Exceptions:
    exceptions: Exceptions = defaultdict(set)
    for name, part in PARTS.items():
        for line in (folder / f"{name}.exc").read_text(encoding="utf-8").splitlines():
            form, *bases = line.split()
            exceptions[form].update((part, base) for base in bases)
    return exceptions


def base_forms(word: str, senses: Senses, exceptions: Exceptions) -> list[tuple[str, str]]:
    """What `word` may be a form of, as (part, base form)."""
    found = set(exceptions.get(word, ()))
    # A word WordNet knows itself is seldom a regular form too (SEED is not "see" in the past), so only the
    # plain -s is tried on it. Better no cross-reference than a silly one.
    rules = ENDINGS if word not in senses else (("n", "s", ""), ("v", "s", ""))
    stem_min = 2 if word not in senses else 3
    for part, ending, base in rules:
        if word.endswith(ending) and len(word) - len(ending) >= stem_min:
            found.add((part, word.removesuffix(ending) + base))
    if word not in senses and (doubled := DOUBLED.fullmatch(word)):
        found.add(("a" if doubled["ending"] in ("er", "est") else "v", doubled["stem"]))
    return known(found, word, senses)


def looser_forms(word: str, senses: Senses, exceptions: Exceptions) -> list[tuple[str, str]]:
    """For a word nothing else was found for: what it is derived from, or another spelling of it."""
    found = {(part, word.removesuffix(end) + base) for part, end, base in DERIVED if word.endswith(end)}
    for old, new in SPELLINGS:
        if (other := old.sub(new, word)) != word:
            found.update((part, other) for part in senses.get(other, {}))
            found.update(base_forms(other, senses, exceptions))
    return known(found, word, senses)


def known(found: set[tuple[str, str]], word: str, senses: Senses) -> list[tuple[str, str]]:
    return sorted((part, base) for part, base in found if base != word and part in senses.get(base, {}))


def build(folder: Path, words: list[str]) -> list[str]:
    """The lines of the result, in order."""
    senses, exceptions, counts = read_senses(folder), read_exceptions(folder), read_frequencies(folder)
    lines: dict[str, str] = {}
    wanted = [word.lower() for word in words]
    while wanted:
        word = wanted.pop()
        own = sorted(
            senses.get(word, {}).items(), key=lambda item: (-counts.get((word, item[0]), 0), item[0])
        )
        bases = base_forms(word, senses, exceptions)
        if not own and not bases:
            bases = looser_forms(word, senses, exceptions)
        fields = [f"{part} {gloss}" for part, gloss in own]
        fields += [f"={part} {base.upper()}" for part, base in bases]
        if fields and word.upper() not in lines:
            lines[word.upper()] = "\t".join([word.upper(), *fields])
            wanted += [base for _, base in bases if base.upper() not in lines]
    parts = {word: [field[field[0] == "="] for field in line.split("\t")[1:]] for word, line in lines.items()}
    parts |= {word: [""] for word in own_lines() if word not in parts}
    for word, made_of in explain_rest(words, parts).items():
        fields = [f"={part} {base} {note}".rstrip() for part, base, note in made_of]
        lines[word] = "\t".join([word, *fields])
    return [lines[word] for word in sorted(lines)]


def own_lines() -> Iterator[str]:
    """The words with a line of our own."""
    for name in OWN_FILES:
        for line in (PACKAGE / name).read_text(encoding="utf-8").splitlines():
            yield line.partition("\t")[0]


def blocks(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The lines cut into blocks, each with its first word."""
    start = size = 0
    for end, line in enumerate(lines, 1):
        size += len(line) + 1
        if size >= BLOCK_CHARS or end == len(lines):
            yield lines[start].split("\t")[0], "".join(line + "\n" for line in lines[start:end])
            start, size = end, 0


def licence(folder: Path) -> str:
    """Princeton's notice, which heads each of its data files, without the line numbers."""
    head = (folder / "data.noun").read_text(encoding="utf-8").splitlines()
    return "".join(line[4:].rstrip() + "\n" for line in head if line.startswith("  ")).lstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the bundled definitions from Debian's wordnet-base.")
    parser.add_argument("wordnet", nargs="?", type=Path, default=WORDNET, help="its data files (%(default)s)")
    parser.add_argument("--check", action="store_true", help="write nothing, compare with what is committed")
    args = parser.parse_args()
    if not args.wordnet.is_dir():
        sys.exit(f"{args.wordnet} is not a folder: install the Debian package wordnet-base, or give its path")
    words = lzma.decompress((PACKAGE / "default.txt.xz").read_bytes()).decode().split()
    lines = build(args.wordnet, words)
    if args.check:
        committed = lzma.decompress((PACKAGE / "definitions.tsv.xz").read_bytes()).decode()
        if committed.splitlines() != lines:
            sys.exit("definitions.tsv.xz is not what the recipe gives")
        print("the committed definitions are what the recipe gives")
        return
    index, packed = "", b""
    for first, text in blocks(lines):
        index += f"{first}\t{len(packed)}\n"
        packed += lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (PACKAGE / "definitions.tsv.xz").write_bytes(packed)
    (PACKAGE / "definitions_index.tsv").write_text(index, encoding="utf-8")
    (PACKAGE / "wordnet.LICENCE").write_text(licence(args.wordnet), encoding="utf-8")
    covered = len({line.split("\t")[0] for line in lines} & set(words))
    print(
        f"{covered:,} of {len(words):,} words defined, {len(packed):,} bytes in {index.count(chr(10))} blocks"
    )


if __name__ == "__main__":
    main()
