"""Where a user's own things are kept: imported word lists, saved games, settings."""

import os
from pathlib import Path


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
