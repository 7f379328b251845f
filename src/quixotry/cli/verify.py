"""`quixotry verify`: were the tiles of a game drawn fairly?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli import values
from quixotry.cli.replay import STANDARD_INPUT, UnreadableFile
from quixotry.wording.phrases import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quixotry.fair.verdict import Verdict
    from quixotry.rules.draw import Draw

DOES_NOT_FOLLOW = 1
BYTES_MAX = 8 * 1024 * 1024


@click.command()
@click.argument("file", metavar="FILE", shell_complete=values.saved_games)
@click.option("--strict", is_flag=True, help="Take a draw nobody was bound to beforehand for an error too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
@click.pass_context
def verify(ctx: click.Context, file: str, *, strict: bool, as_json: bool) -> None:
    """Check that the tiles of a game were drawn fairly, from its record alone.

    FILE is a saved game or its id, a GCG file of a game played here, or a list of draws (draws.chain, or what a server
    gives at /api/draws); - reads standard input. No server is asked. The exit code is 0 if everything follows, 1 if it
    does not or nothing is told of the draw, and 2 if the file is none of these.

    \b
    Examples:
      quixotry verify game.gcg
      quixotry verify 20260101-120000-ab12
      quixotry verify --json game.gcg
    """
    content = _read(file)
    if content.lstrip()[:1] != b"{":
        follows, is_bound, lines = _gcg(content)
    elif b'"commitment"' in content[:40]:
        follows, is_bound, lines = _chain(content)
    else:
        follows, is_bound, lines = _record(content)
    passes = follows and (is_bound or not strict)
    if as_json:
        from quixotry.terminal.word_output import json_value

        json_value({"ok": passes, "follows": follows, "committed": is_bound, "sentences": lines})
    else:
        for line in lines:
            click.echo(line)
    if not passes:
        ctx.exit(DOES_NOT_FOLLOW)


Answer = tuple[bool, bool, list[str]]
"""Does it follow, was it committed to beforehand, and the sentences that say so."""


def _record(content: bytes) -> Answer:
    from quixotry.play.draw_check import check_record
    from quixotry.wording.catalog import say

    checked = check_record(content)
    people = [player.name for player in checked.header.players if player.kind == "person"]
    answer = _told(checked.verdict, checked.header.draw, people)
    if checked.verdict.follows and not checked.is_over:
        answer[2].append(say("draw.so_far"))
    if checked.verdict.follows and checked.header.retry_from:
        answer[2].append(say("draw.retried", {"events": checked.header.retry_from}))
    return answer


def _gcg(content: bytes) -> Answer:
    from quixotry.notation.gcg import parse_draw_note, parse_gcg
    from quixotry.play.gcg_draw_check import check_gcg_draw, people_of

    file = parse_gcg(content)
    note = parse_draw_note(file)
    verdict = check_gcg_draw(file)
    if note is None or isinstance(note, str) or not verdict.follows:
        return _told(verdict, None, ())
    return _told(verdict, note.draw, people_of(note))


def _chain(content: bytes) -> Answer:
    import msgspec

    from quixotry.fair.ledger import ledger_faults
    from quixotry.store.draw_chain import parse_entries
    from quixotry.terminal.draw_text import chain_lines

    try:
        entries = parse_entries(content)
    except msgspec.MsgspecError as error:
        raise UnreadableFile(f"This list of draws cannot be read: {error}.") from error
    faults = ledger_faults(entries)
    return not faults, True, chain_lines(entries, faults)


def _told(verdict: Verdict, draw: Draw | None, people: Sequence[str]) -> Answer:
    from quixotry.terminal.draw_text import verdict_lines

    return verdict.follows, verdict.standing == "checked", verdict_lines(verdict, draw, people)


def _read(file: str) -> bytes:
    """The bytes of a file, of a saved game by its id, or of standard input."""
    try:
        if file == STANDARD_INPUT:
            content = sys.stdin.buffer.read(BYTES_MAX + 1)
        else:
            with _path(file).open("rb") as stream:
                content = stream.read(BYTES_MAX + 1)
    except OSError as error:
        raise UnreadableFile(f"{file} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise UnreadableFile(f"{quoted(file)} is not a file name.") from error
    if len(content) > BYTES_MAX:
        raise UnreadableFile(f"{file} is larger than {BYTES_MAX} bytes, more than any game needs.")
    return content


def _path(file: str) -> Path:
    from quixotry.paths import saves_folder
    from quixotry.store import SUFFIX

    path, saved = Path(file), saves_folder() / f"{file}{SUFFIX}"
    is_id = not path.exists() and Path(file).name == file and saved.exists()
    return saved if is_id else path
