"""Games as files: JSON lines, the header first, then the events of each decision on one line, synced to disk.

One line per decision, because a decision is atomic: a turn whose tiles were laid but not yet drawn is a turn
nobody made. A line cut off by a crash is no decision and is ignored; a whole line that the rules and the seed do not
bear out was written by somebody else, and the game is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from quixotry.fair.draws import draws_of
from quixotry.machine import Claimed, claim, sync_folder
from quixotry.notation.record import (
    RecordError,
    events_from_json,
    events_to_json,
    header_from_json,
    header_to_json,
)
from quixotry.paths import write_synced
from quixotry.play.ports import (
    DamagedGame,
    GameExists,
    GameLogError,
    ImpossibleGame,
    OutOfSync,
    StoredGame,
    UnknownGame,
)
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.verification import verified
from quixotry.store import SUFFIX
from quixotry.values import frozen

FILE_BYTES_MAX = 8 * 1024 * 1024


class GameBusy(GameLogError):
    code = "game_busy"
    game_id: str


@frozen
class FileGameLog:
    """A `GameLog` in a folder, one file per game."""

    folder: Path

    def create(self, header: GameHeader, events: Sequence[Event]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with self._path(header.id).open("xb") as file:
                write_synced(file, header_to_json(header) + b"\n" + events_to_json(events) + b"\n")
        except FileExistsError:
            raise GameExists(header.id) from None
        sync_folder(self.folder)

    def append(self, game_id: str, expected_seq: int, events: Sequence[Event]) -> None:
        stored, whole_bytes = self._read(game_id)
        if stored.game.position.seq != expected_seq:
            raise OutOfSync(game_id, expected_seq, stored.game.position.seq)
        path = self._path(game_id)
        if stored.damage:
            # What cannot be read may still be repaired by hand: it is set aside, never deleted.
            path.with_suffix(".damaged").write_bytes(path.read_bytes())
        with path.open("r+b") as file:
            file.truncate(whole_bytes)
            file.seek(whole_bytes)
            write_synced(file, events_to_json(events) + b"\n")

    def read(self, game_id: str) -> StoredGame:
        return self._read(game_id)[0]

    def list(self) -> Iterator[str]:
        found = [(path.stat().st_mtime_ns, path.stem) for path in self.folder.glob(f"*{SUFFIX}")]
        return (game_id for _, game_id in sorted(found, reverse=True))

    @contextmanager
    def claimed(self, game_id: str) -> Iterator[None]:
        """Hold a game for this process; a second window gets `GameBusy`."""
        path = self._path(game_id)
        if not path.exists():
            raise UnknownGame(game_id)
        try:
            with claim(path):
                yield
        except Claimed:
            raise GameBusy(game_id) from None

    def exists(self, game_id: str) -> bool:
        """Is there such a game, readable or not?"""
        return self._path(game_id).exists()

    def delete(self, game_id: str) -> None:
        """Delete a game for good, and what was set aside of it; one that is being played is `GameBusy`."""
        with self.claimed(game_id):
            path = self._path(game_id)
            path.with_suffix(".damaged").unlink(missing_ok=True)
            path.unlink()
        sync_folder(self.folder)

    def _path(self, game_id: str) -> Path:
        if not game_id or not all(sign.isascii() and (sign.isalnum() or sign in "-_") for sign in game_id):
            raise UnknownGame(game_id)
        return self.folder / f"{game_id}{SUFFIX}"

    def _read(self, game_id: str) -> tuple[StoredGame, int]:
        """The game, and how many bytes of its file are whole."""
        path = self._path(game_id)
        try:
            size = path.stat().st_size
            if size > FILE_BYTES_MAX:
                raise DamagedGame(game_id, f"it has {size} bytes, more than any game needs.")
            lines = path.read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            raise UnknownGame(game_id) from None
        if not lines or not lines[0].endswith(b"\n"):
            raise DamagedGame(game_id, "its first line is cut off.")
        try:
            header = header_from_json(lines[0])
        except RecordError as error:
            raise DamagedGame(game_id, str(error)) from error
        if header.draw is not None and not header.draw.is_complete:
            raise DamagedGame(game_id, "what its tiles were drawn from is missing.")
        # A file that was renamed is the game of its new name: it is there that the next move is written.
        game, whole_bytes = Game.of(replace(header, id=game_id), ()), len(lines[0])
        tiles = draws_of(header)
        for number, line in enumerate(lines[1:], 2):
            try:
                if not line.endswith(b"\n"):
                    return StoredGame(game, f"line {number} is cut off"), whole_bytes
                game = verified(game, events_from_json(line), tiles)
            except RecordError as error:
                return StoredGame(game, f"line {number}: {error}"), whole_bytes
            except ImpossibleEvent as error:
                # Whole, readable and untrue: no crash writes that.
                raise ImpossibleGame(game_id, number, error.seq, error.why) from error
            whole_bytes += len(line)
        return StoredGame(game), whole_bytes
