"""GCG, the text format in which most programs record games: reading, checking and writing it.

`parse_gcg` turns bytes into lines, `format_gcg` gives the same bytes back, `replay_gcg` checks every score and
total and whether all of it could have happened, and `export_gcg` writes a game of ours.
"""

from quixotry.notation.gcg.draw_note import DrawNote, parse_draw_note
from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.export import export_gcg
from quixotry.notation.gcg.file import GCG_BYTES_MAX, GcgFile, Note, format_gcg, parse_gcg
from quixotry.notation.gcg.replay import replay_gcg
from quixotry.notation.gcg.report import GcgReplay, GcgStep

__all__ = [
    "GCG_BYTES_MAX",
    "DrawNote",
    "GcgFile",
    "GcgReplay",
    "GcgStep",
    "Note",
    "Remark",
    "export_gcg",
    "format_gcg",
    "parse_draw_note",
    "parse_gcg",
    "replay_gcg",
]
