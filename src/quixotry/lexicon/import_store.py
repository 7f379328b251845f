"""Imported lists on disk: one file per list, so that a list is there whole or not at all.

The file is text: a JSON header on the first line, the canonical words, an empty line, the definitions.
It is written beside its place, synced, and moved in; a crash leaves the old list or the new one.
"""

import json
import os
import re
from dataclasses import asdict
from pathlib import Path

from quixotry.lexicon.errors import (
    BadLexiconId,
    LexiconDamaged,
    LexiconExists,
    LexiconUnwritable,
)
from quixotry.lexicon.limits import LIST_BYTES_MAX
from quixotry.lexicon.list_parser import ParsedList
from quixotry.lexicon.wordlist import Lexicon, digest_of
from quixotry.machine import sync_folder
from quixotry.paths import data_folder, write_synced
from quixotry.values import frozen

SUFFIX = ".lexicon"
FORMAT = 1
_ID = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}", re.ASCII)
_HEADER_CHARS_MAX = 10_000


@frozen
class Header:
    """The first line of an imported list's file."""

    format: int
    id: str
    title: str
    digest: str
    words: int
    source: str


def folder() -> Path:
    return data_folder() / "lexicons"


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def path_of(lexicon_id: str) -> Path:
    if not is_id(lexicon_id):
        raise BadLexiconId(lexicon_id)
    return folder() / (lexicon_id + SUFFIX)


def files() -> list[Path]:
    """The imported lists' files, by id."""
    try:
        return sorted(path for path in folder().iterdir() if path.suffix == SUFFIX and is_id(path.stem))
    except OSError:
        return []


def id_from(path: Path) -> str:
    """The id a file's name suggests: `My Words.txt` -> `my-words`."""
    name = re.sub(r"[^a-z0-9_.-]+", "-", path.stem.lower()).strip("-_.")[:40]
    if not is_id(name):
        raise BadLexiconId(path.stem)
    return name


def save(read: ParsedList, *, lexicon_id: str, title: str, replace: bool = False) -> Header:
    """Save a list where `load` finds it."""
    target = path_of(lexicon_id)
    if target.exists() and not replace:
        raise LexiconExists(lexicon_id)
    header = Header(FORMAT, lexicon_id, title, digest_of(read.text), read.words, read.path.name)
    content = json.dumps(asdict(header)) + "\n" + read.text + "\n" + read.glosses
    try:
        _write(target, content.encode(errors="replace"), replace=replace)
    except FileExistsError as error:  # another process was quicker
        raise LexiconExists(lexicon_id) from error
    except OSError as error:
        raise LexiconUnwritable(target, error.strerror or str(error)) from error
    return header


def read_header(path: Path) -> Header:
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            return _parse_header(path, file.readline(_HEADER_CHARS_MAX))
    except (OSError, UnicodeDecodeError) as error:
        raise LexiconDamaged(path, str(error)) from error


def load(path: Path) -> Lexicon:
    """Read a list `save` wrote, and check that it still is what was written."""
    try:
        with path.open("rb") as file:
            # Canonical text can outgrow what was imported, by a definition's newline here and there.
            content = file.read(2 * LIST_BYTES_MAX + _HEADER_CHARS_MAX).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LexiconDamaged(path, str(error)) from error
    first, _, rest = content.partition("\n")
    header = _parse_header(path, first)
    text, end, glosses = rest.partition("\n\n")
    text += "\n"
    if not end or digest_of(text) != header.digest:
        raise LexiconDamaged(path, "its words are not the ones that were imported")
    return Lexicon(header.id, header.title, header.digest, text, glosses)


def _parse_header(path: Path, line: str) -> Header:
    try:
        header = Header(**json.loads(line))
    except (ValueError, TypeError, RecursionError) as error:
        raise LexiconDamaged(path, "its first line is not a header") from error
    if header.format != FORMAT or header.id != path.stem:
        raise LexiconDamaged(path, "its header belongs to another format or another list")
    types = (header.id, header.title, header.digest, header.source)
    if not all(isinstance(value, str) for value in types) or not isinstance(header.words, int):
        raise LexiconDamaged(path, "its header has a value of the wrong kind")
    return header


def _write(target: Path, content: bytes, *, replace: bool) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with temporary.open("xb") as file:
            write_synced(file, content)
        if replace:
            os.replace(temporary, target)
        else:
            # Unlike a rename, a link never overwrites: of two imports under one id the second is refused.
            os.link(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(target.parent)
