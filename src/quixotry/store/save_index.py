"""What a list of saved games says of each, kept in one file beside them.

A cache and nothing more: everything in it is read from the saves, and whatever no longer fits is read again. An entry
holds as long as its save has the same size, times and place on the disk; a save that was changed by hand, copied in or
deleted is noticed by that, and an index that is missing or damaged is made anew. Playing does not touch it: the next
list reads the games that were played since. Two processes may write it at once, for it is replaced whole.
"""

from __future__ import annotations

import contextlib
import os
import time
import zlib
from pathlib import Path

import msgspec

from quixotry.store import SUFFIX

INDEX = ".index"
INDEX_VERSION = 1
"""Raised whenever the same save would be summed up otherwise."""

SETTLED_NS = 2_000_000_000
"""A save changed so shortly ago is not kept: another change could leave its size and the time of a coarse clock."""


class Summary(msgspec.Struct, frozen=True, array_like=True):
    """One saved game in a list."""

    id: str
    problem: str = ""
    """Why it cannot be read; then nothing else is known of it."""
    rules: str = ""
    lexicon: str = ""
    players: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    is_over: bool = False
    winners: tuple[int, ...] = ()
    tie_name: str = ""
    started_at: str = ""
    table_id: str = ""
    match_game: int = 1
    match_games: int = 1


Signature = tuple[int, int, int, int]
"""What tells one state of a file from the next: its size, when it was written and changed, and its inode."""


class _Entry(msgspec.Struct, frozen=True, array_like=True):
    signature: Signature
    summary: Summary


_ENTRIES: msgspec.json.Decoder[list[_Entry]] = msgspec.json.Decoder(list[_Entry])


def summaries(folder: Path) -> list[Summary]:
    """Every saved game of a folder, newest first; those that cannot be read say why."""
    saves, kept = _saves(folder), _read(folder / INDEX)
    known = {
        game_id: kept[game_id].summary
        for game_id, signature in saves.items()
        if game_id in kept and kept[game_id].signature == signature
    }
    stale = [game_id for game_id in saves if game_id not in known]
    if stale:
        known |= _summed_up(folder, stale)
    if stale or len(known) != len(kept):
        _write(folder / INDEX, [_Entry(saves[game_id], summary) for game_id, summary in known.items()])
    newest = sorted(known, key=lambda game_id: (saves[game_id][1], game_id), reverse=True)
    return [known[game_id] for game_id in newest]


def _saves(folder: Path) -> dict[str, Signature]:
    """The saves of a folder by id. None of them is opened."""
    found = {}
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX):
                try:
                    # Not what the folder remembers of it: Windows brings that up to date when it likes.
                    stat = os.stat(entry.path)
                except FileNotFoundError:  # deleted between the two calls
                    continue
                signature = (stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
                found[entry.name.removesuffix(SUFFIX)] = signature
    return found


def _summed_up(folder: Path, game_ids: list[str]) -> dict[str, Summary]:
    """What the saves themselves say; one that has just been deleted is left out."""
    # Imported late: a list of games that have not changed needs no rules.
    from quixotry.play.ports import GameLogError, UnknownGame
    from quixotry.store.files import FileGameLog

    log, found = FileGameLog(folder), {}
    for game_id in game_ids:
        try:
            game = log.read(game_id).game
        except UnknownGame:
            continue
        except GameLogError as error:
            found[game_id] = Summary(game_id, problem=str(error))
            continue
        header, outcome = game.header, game.position.outcome
        found[game_id] = Summary(
            id=game_id,
            rules=header.ruleset.name,
            lexicon=header.lexicon_id,
            players=tuple(player.name for player in header.players),
            scores=game.position.scores,
            is_over=outcome is not None,
            winners=() if outcome is None else outcome.winners,
            tie_name=header.ruleset.end.tie_name,
            started_at=header.started_at,
            table_id=header.table_id,
            match_game=header.match_game,
            match_games=header.ruleset.match.games,
        )
    return found


def _read(path: Path) -> dict[str, _Entry]:
    """What the index holds; nothing if it is missing, damaged or of another version."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        if head != _head(body):
            return {}
        return {entry.summary.id: entry for entry in _ENTRIES.decode(body)}
    except (OSError, msgspec.MsgspecError):
        return {}


def _write(path: Path, entries: list[_Entry]) -> None:
    settled = time.time_ns() - SETTLED_NS
    body = msgspec.json.encode([entry for entry in entries if max(entry.signature[1:3]) < settled])
    new = path.with_name(f"{INDEX}.{os.getpid()}")
    # A folder that cannot be written is no reason not to list what is in it.
    with contextlib.suppress(OSError):
        new.write_bytes(_head(body) + b"\n" + body)
        new.replace(path)


def _head(body: bytes) -> bytes:
    return b"quixotry-saves %d %08x" % (INDEX_VERSION, zlib.crc32(body))
