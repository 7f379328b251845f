"""Which word lists there are, and how to get one: bundled, imported, or straight from a file."""

import os
import tomllib
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

from quixotry.lexicon import import_store
from quixotry.lexicon.errors import (
    LexiconDamaged,
    LexiconError,
    LexiconExists,
    LexiconReserved,
    UnknownLexicon,
    UnlistedLexicon,
)
from quixotry.lexicon.list_parser import ParsedList, read_list
from quixotry.lexicon.wordlist import Lexicon, digest_of
from quixotry.values import frozen

WORDS = Path(__file__).parent / "words"
DEFAULT = "default"


@frozen
class Entry:
    """What the catalogue says of a list without loading it."""

    id: str
    title: str
    digest: str
    words: int
    source: str
    licence: str
    """The licence file shipped with a bundled list; empty for an imported one."""

    is_bundled: bool


@lru_cache(maxsize=1)
def bundled() -> dict[str, Entry]:
    """The lists that come with Quixotry, by id."""
    manifest = tomllib.loads((WORDS / "manifest.toml").read_text(encoding="utf-8"))
    return {
        name: Entry(
            id=name,
            title=table["title"],
            digest=table["digest"],
            words=table["words"],
            source=table["source"],
            licence=table["licence"],
            is_bundled=True,
        )
        for name, table in manifest.items()
    }


def entries() -> tuple[Entry, ...]:
    """Every list there is, bundled ones first. A damaged import is left out here; loading it says why."""
    found = list(bundled().values())
    for path in import_store.files():
        with suppress(LexiconError):
            found.append(_entry(import_store.read_header(path)))
    return tuple(found)


def describe(name: str) -> Entry:
    """What is known of the list `load(name)` gives."""
    if name in bundled():
        return bundled()[name]
    if import_store.is_id(name) and (path := import_store.path_of(name)).exists():
        return _entry(import_store.read_header(path))
    file = load(name)
    return Entry(file.id, file.title, file.digest, len(file), source=name, licence="", is_bundled=False)


def _entry(header: import_store.Header) -> Entry:
    return Entry(
        id=header.id,
        title=header.title,
        digest=header.digest,
        words=header.words,
        source=header.source,
        licence="",
        is_bundled=False,
    )


def known_ids() -> tuple[str, ...]:
    return (*bundled(), *(path.stem for path in import_store.files()))


def load(name: str = DEFAULT) -> Lexicon:
    """The list with that id, or else the words of the file with that path.

    An id wins over a file of the same name; write `./default` to mean the file. For a name that somebody else
    gave there is `load_known`.
    """
    with suppress(UnlistedLexicon):
        return load_known(name)
    # os.path, not pathlib: a name that is too long, has a NUL or an unknown ~user simply does not exist.
    if os.path.exists(file := os.path.expanduser(name)):
        return load_file(Path(file))
    raise UnknownLexicon(name, known_ids())


def load_known(name: str) -> Lexicon:
    """The list with that id, bundled or imported, and never a file of the caller's choosing."""
    if name in bundled():
        return _load_bundled(name)
    if import_store.is_id(name) and (path := import_store.path_of(name)).exists():
        return import_store.load(path)
    raise UnlistedLexicon(name, known_ids())


def load_file(path: Path) -> Lexicon:
    """A user's list used in place. Strict: nobody would notice a line left out here."""
    read = read_list(path)
    read.refuse_rejected()
    return Lexicon(path.name, path.name, digest_of(read.text), read.text, read.glosses)


def check_id(lexicon_id: str | None, file: Path, *, replace: bool) -> str:
    """The id under which `file` may be kept: the one given, else one from the file's name."""
    chosen = import_store.id_from(file) if lexicon_id is None else lexicon_id
    if chosen in bundled():
        raise LexiconReserved(chosen)
    if import_store.path_of(chosen).exists() and not replace:
        raise LexiconExists(chosen)
    return chosen


def keep(
    read: ParsedList, *, lexicon_id: str | None = None, title: str | None = None, replace: bool = False
) -> Entry:
    """Add a user's list to the catalogue, whole or not at all."""
    chosen = check_id(lexicon_id, read.path, replace=replace)
    return _entry(import_store.save(read, lexicon_id=chosen, title=title or chosen, replace=replace))


@lru_cache(maxsize=4)
def _load_bundled(name: str) -> Lexicon:
    entry = bundled()[name]
    return Lexicon(entry.id, entry.title, entry.digest, partial(_bundled_text, entry))


def _bundled_text(entry: Entry) -> str:
    import lzma

    path = WORDS / f"{entry.id}.txt.xz"
    try:
        text = lzma.decompress(path.read_bytes()).decode("utf-8")
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise LexiconDamaged(path, str(error)) from error
    # 3 ms on the default list, against games that quietly disagree about what is a word.
    if digest_of(text) != entry.digest:
        raise LexiconDamaged(path, "its digest is not the one in the manifest")
    return text
