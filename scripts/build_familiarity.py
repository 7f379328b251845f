"""How familiar the words of `common` are: SCOWL's size classes, one digit a word.

    python scripts/build_familiarity.py            write the classes into the package
    python scripts/build_familiarity.py --check    build in memory and compare with what is committed

SCOWL files a word under the smallest list it is in: size 10 holds the few thousand words everybody uses, 60
what a large desk dictionary for schools has. Computer players of the lower levels know words by these classes.
"""

import argparse
import lzma
import sys
from pathlib import Path

from scripts.build_lexicon import LISTS, PACKAGE, SCOWL, build, read_scowl

from quixotry.lexicon.familiarity import SIZES

LOCAL = ("australian", "canadian")
"""SCOWL files AFTIE, ARVO and RAZOOS among the common words of Australia. People elsewhere do not know them."""
TARGET = PACKAGE / "common_sizes.txt.xz"


def classes(folder: Path) -> str:
    """The class of each word of `common`, in its order: the number of its size in `SIZES`."""
    found: dict[str, int] = {}
    for number, size in enumerate(SIZES):
        for word in read_scowl(folder, "words", size, but=LOCAL):
            found.setdefault(word, number)
    common = next(bundled for bundled in LISTS if bundled.id == "common")
    # Words of one region alone, and those the review let in from elsewhere, are real but rare.
    return "".join(str(found.get(word, len(SIZES) - 1)) for word in build(folder, common))


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the size classes of the list of common words.")
    parser.add_argument("scowl", nargs="?", type=Path, default=SCOWL, help="its word files (%(default)s)")
    parser.add_argument("--check", action="store_true", help="write nothing, compare with what is committed")
    args = parser.parse_args()
    text = classes(args.scowl)
    if not args.check:
        TARGET.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
        print(", ".join(f"{size}: {text.count(str(n)):,}" for n, size in enumerate(SIZES)))
    elif lzma.decompress(TARGET.read_bytes()).decode() != text:
        sys.exit("the committed classes are not what the recipe gives")
    else:
        print("the committed classes are what the recipe gives")


if __name__ == "__main__":
    main()
