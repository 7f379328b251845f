"""GCG before it is text: line ends and encodings.

A file is ISO-8859-1 unless it declares UTF-8; any other declaration is refused, because a wrong guess would
garble names unnoticed.
"""

from __future__ import annotations

from typing import NamedTuple

from quixotry.notation.errors import GcgEncodingUnknown
from quixotry.wording.phrases import quoted

_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "iso-8859-1",
    "iso8859-1": "iso-8859-1",
    "latin-1": "iso-8859-1",
    "latin1": "iso-8859-1",
    "us-ascii": "iso-8859-1",
    "ascii": "iso-8859-1",
}
_BOM = b"\xef\xbb\xbf"
_ENCODING_PRAGMA = b"#character-encoding"


class Remark(NamedTuple):
    """Something odd that did not stop the reading."""

    line: int
    text: str


def find_encoding(raws: list[bytes], remarks: list[Remark]) -> str:
    """What the file declares, else ISO-8859-1. A byte order mark is as good as a declaration."""
    has_mark = bool(raws) and raws[0].startswith(_BOM)
    if has_mark:
        remarks.append(Remark(1, "The file starts with a byte order mark and is read as UTF-8."))
    declared = None
    for number, raw in enumerate(raws, 1):
        start = raw.removeprefix(_BOM) if number == 1 else raw
        if start[: len(_ENCODING_PRAGMA)].lower() != _ENCODING_PRAGMA:
            continue
        name = start[len(_ENCODING_PRAGMA) :].strip().decode("iso-8859-1")
        encoding = _ENCODINGS.get(name.lower())
        if encoding is None:
            raise GcgEncodingUnknown(number, name)
        if declared is None:
            declared = encoding
            if number > 1:
                remarks.append(Remark(number, "The encoding should be declared on the first line."))
        elif declared != encoding:
            remarks.append(
                Remark(number, f"Another encoding has already been declared; {quoted(name)} is ignored.")
            )
    if has_mark:
        return "utf-8"
    if declared is not None:
        return declared
    odd = next((number for number, raw in enumerate(raws, 1) if not raw.isascii()), None)
    if odd is not None and _is_utf8(raws):
        remarks.append(
            Remark(odd, "No encoding is declared: the file is read as ISO-8859-1, but it may be UTF-8.")
        )
    return "iso-8859-1"


def _is_utf8(raws: list[bytes]) -> bool:
    try:
        for raw in raws:
            raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def remark_line_ends(raws: list[bytes], remarks: list[Remark]) -> None:
    """At most one remark per kind of foreign line end."""
    for end, name in ((b"\r\n", "CRLF"), (b"\r", "CR")):
        first = next((number for number, raw in enumerate(raws, 1) if raw.endswith(end)), None)
        if first is not None:
            remarks.append(Remark(first, f"Lines end with {name}; this is kept."))


def decode_line(number: int, raw: bytes, encoding: str, remarks: list[Remark]) -> str:
    if number == 1:
        raw = raw.removeprefix(_BOM)
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        remarks.append(
            Remark(number, "The line contains bytes that are not UTF-8; they are kept as they are.")
        )
        return raw.decode(encoding, errors="replace")
