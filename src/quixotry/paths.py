"""Where a user's own things are kept (imported word lists, saved games, settings), and how they outlive a crash."""

import os
from pathlib import Path
from typing import BinaryIO


def data_folder() -> Path:
    """The user's data folder; it need not exist yet.

    `$QUIXOTRY_HOME` if set, else `quixotry` under `$XDG_DATA_HOME`, else under `~/.local/share`.
    Read anew on each call, so a test or a server can move it.
    """
    if home := os.environ.get("QUIXOTRY_HOME"):
        return Path(home).expanduser()
    xdg = os.environ.get("XDG_DATA_HOME", "")
    # The XDG rules tell programs to ignore a relative path here.
    shared = Path(xdg) if os.path.isabs(xdg) else Path("~/.local/share").expanduser()
    return shared / "quixotry"


def saves_folder() -> Path:
    """Where the games of the terminal are kept."""
    return data_folder() / "games"


def write_synced(file: BinaryIO, content: bytes) -> None:
    """Write, and return only once the bytes are on the disk."""
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Put a new file's name on the disk: without it a crash can lose the file, however well it was written."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
