"""Where a user's own things are kept (imported word lists, saved games, settings), and how they outlive a crash."""

import os
from pathlib import Path
from typing import BinaryIO


def data_folder() -> Path:
    """The user's data folder; it need not exist yet.

    `$QUIXOTRY_HOME` if set, else where the system keeps such things: on Linux `quixotry` under `$XDG_DATA_HOME` or
    `~/.local/share`. Read anew on each call, so a test or a server can move it.
    """
    if home := os.environ.get("QUIXOTRY_HOME"):
        return Path(home).expanduser()
    import platformdirs

    return platformdirs.user_data_path("quixotry", appauthor=False)


def saves_folder() -> Path:
    """Where the games of the terminal are kept."""
    return data_folder() / "games"


def write_synced(file: BinaryIO, content: bytes) -> None:
    """Write, and return only once the bytes are on the disk."""
    file.write(content)
    file.flush()
    os.fsync(file.fileno())
