"""Links as QR codes: a picture for a page, and blocks for a terminal."""

from __future__ import annotations

from io import StringIO

QUIET = 2
"""Empty modules around a code; a page and a terminal have light around it besides."""


def qr_picture(link: str) -> str:
    """An SVG in a `data:` address; whoever shows it chooses its size."""
    import segno  # late: most requests do without

    # Black on white in a dark theme too: many cameras read nothing else.
    picture = segno.make(link, error="m", micro=False)
    return picture.svg_data_uri(border=QUIET, dark="#000", light="#fff", omitsize=True)


def qr_blocks(link: str) -> str:
    """Lines for a terminal, two modules in the height of a character."""
    import segno

    lines = StringIO()
    segno.make(link, error="m", micro=False).terminal(lines, border=QUIET, compact=True)
    return lines.getvalue()
