"""The recipe of the bundled word lists: Debian's `scowl` package in, two sorted lists out.

    python scripts/build_lexicon.py            write the lists and their manifest into the package
    python scripts/build_lexicon.py --check    build in memory and compare with what is committed

The same scowl version and the same review file always give the same digest: nothing here depends on the
clock, on file order or on the xz version (digests are of the text, not of the compressed bytes).

The rules, each with its reason, are in docs/reference/lexicon.md; cases they get wrong are decided by hand
in `lexicon_review.tsv`.
"""

import argparse
import hashlib
import lzma
import re
import sys
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from quixotry.rules.family import unfit_words

SCOWL = Path("/usr/share/dict/scowl")
COPYRIGHT = Path("/usr/share/doc/scowl/copyright")
REVIEW = Path(__file__).with_name("lexicon_review.tsv")
PACKAGE = Path(__file__).parents[1] / "src" / "quixotry" / "lexicon" / "words"
SOURCE = "SCOWL 2020.12.07 (Debian package scowl 2020.12.07-2)"

LENGTHS = range(2, 16)
PLURALS_SIZE = 80
"""From this size on SCOWL means to have every plural of a quality."""

# english-words.35, british_variant_1-abbreviations.55 ... ; `special-*` is never read, so that its hacker
# jargon and Roman numerals cannot slip in.
FILE_NAME = re.compile(
    r"(?P<region>american|australian|british|canadian|english|variant)(?:_z|_variant)?(?:_[0-9])?"
    r"-(?P<kind>words|abbreviations)\.(?P<size>[0-9]{2})"
)

# Letters that do not come apart into a plain letter and an accent.
STROKES = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})


@dataclass(frozen=True, slots=True)
class Bundled:
    """One list to build: everything of SCOWL up to `size`."""

    id: str
    title: str
    size: int
    is_for_families: bool = False
    """Without slurs and obscenities."""


LISTS = (
    Bundled("default", "Quixotry default: English, all spellings", 80),
    Bundled("common", "Quixotry common: everyday English words", 60, is_for_families=True),
)


@dataclass(frozen=True, slots=True)
class Review:
    """A decision about one word, from lexicon_review.tsv."""

    sign: str
    word: str
    lists: str
    reason: str

    def applies_to(self, list_id: str) -> bool:
        return self.lists in ("both", list_id) or (self.sign == "+" and self.lists == "common")


def fold(word: str) -> str:
    """The word without accents: café -> cafe, smørrebrød -> smorrebrod."""
    apart = unicodedata.normalize("NFKD", word.translate(STROKES))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def read_scowl(folder: Path, kind: str, size_max: int, *, but: Collection[str] = ()) -> set[str]:
    """Lower-case words of one class, of all regions `but` these; what is capitalised (Redback, kHz) is a name or a
    unit."""
    words: set[str] = set()
    for path in sorted(folder.iterdir()):
        name = FILE_NAME.fullmatch(path.name)
        if name and name["kind"] == kind and name["region"] not in but and int(name["size"]) <= size_max:
            words.update(fold(word) for word in path.read_text(encoding="utf-8").split("\n"))
    return {word.upper() for word in words if len(word) in LENGTHS and re.fullmatch("[a-z]+", word)}


def read_review(path: Path = REVIEW) -> Iterator[Review]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        fields = line.split("\t")
        if len(fields) != 4 or fields[0] not in "+-" or fields[2] not in ("default", "common", "both"):
            sys.exit(f"{path.name} line {number} is not sign, word, lists, reason: {line!r}")
        yield Review(*fields)


def build(folder: Path, bundled: Bundled) -> list[str]:
    """The list's words in order."""
    words = read_scowl(folder, "words", bundled.size)
    # APP, OP and BIO sit only among the abbreviations; a plural among the words tells them from ASST and ETC.
    # A candidate that ends in S is left out: POSSES and MUSES are not plurals of POSS and MUS.
    abbreviations = read_scowl(folder, "abbreviations", bundled.size)
    words |= {word for word in abbreviations if word + "S" in words and not word.endswith("S")}
    # KB, LM and BS are units and letter names. Vowel-less words there are few of; the review names them.
    words = {word for word in words if set(word) & set("AEIOUY")}
    if bundled.size >= PLURALS_SIZE:
        words |= missing_plurals(words)
    for review in read_review():
        if review.applies_to(bundled.id):
            (words.add if review.sign == "+" else words.discard)(review.word)
    return sorted(words - unfit_words().keys() if bundled.is_for_families else words)


def missing_plurals(words: set[str]) -> set[str]:
    """What the source leaves out at random: it has BALDNESSES and CALMNESSES, but CAGYNESS alone."""
    plurals = {word + "ES" for word in words if word.endswith("NESS")}
    return {plural for plural in plurals if len(plural) in LENGTHS}


def canonical(words: list[str]) -> bytes:
    """The text the digest is of: one word a line, sorted, upper case, each line ended."""
    return "".join(word + "\n" for word in words).encode()


def entry(bundled: Bundled, text: bytes) -> str:
    count = text.count(b"\n")
    return (
        f'[{bundled.id}]\ntitle = "{bundled.title}"\nfile = "{bundled.id}.txt.xz"\n'
        f'digest = "{hashlib.sha256(text).hexdigest()}"\nwords = {count}\n'
        f'source = "{SOURCE}, size {bundled.size} and below"\nlicence = "scowl.LICENCE"\n'
    )


def manifest(texts: dict[str, bytes]) -> str:
    head = "# Written by scripts/build_lexicon.py. A digest is the SHA-256 of the uncompressed text.\n"
    return "\n".join([head, *(entry(bundled, texts[bundled.id]) for bundled in LISTS)])


def differences(texts: dict[str, bytes]) -> list[str]:
    """What the committed files say that this build does not."""
    found = []
    for list_id, text in texts.items():
        committed = lzma.decompress((PACKAGE / f"{list_id}.txt.xz").read_bytes())
        gone = set(committed.split()) ^ set(text.split())
        if committed != text:
            found.append(f"{list_id}: {len(gone)} words differ, {b' '.join(sorted(gone)[:20]).decode()}")
    if (PACKAGE / "manifest.toml").read_text(encoding="utf-8") != manifest(texts):
        found.append("manifest.toml differs")
    return found


def write(texts: dict[str, bytes], licence: Path) -> None:
    PACKAGE.mkdir(exist_ok=True)
    for list_id, text in texts.items():
        packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)
        (PACKAGE / f"{list_id}.txt.xz").write_bytes(packed)
        print(f"{list_id}: {len(text.split()):,} words, {len(packed):,} bytes compressed")
    (PACKAGE / "manifest.toml").write_text(manifest(texts), encoding="utf-8")
    # What stands before "Copyright:" is about packaging, not about rights.
    _, mark, notice = licence.read_text(encoding="utf-8").partition("Copyright:")
    (PACKAGE / "scowl.LICENCE").write_text(mark + notice, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the bundled word lists from Debian's scowl package.")
    parser.add_argument("scowl", nargs="?", type=Path, default=SCOWL, help="its word files (%(default)s)")
    parser.add_argument("--licence", type=Path, default=COPYRIGHT, help="its copyright file (%(default)s)")
    parser.add_argument("--check", action="store_true", help="write nothing, compare with what is committed")
    args = parser.parse_args()
    if not args.scowl.is_dir():
        sys.exit(f"{args.scowl} is not a folder: install the Debian package scowl, or give the folder's path")
    texts = {bundled.id: canonical(build(args.scowl, bundled)) for bundled in LISTS}
    if not args.check:
        write(texts, args.licence)
    elif found := differences(texts):
        sys.exit("\n".join(found))
    else:
        print("the committed lists are what the recipe gives")


if __name__ == "__main__":
    main()
