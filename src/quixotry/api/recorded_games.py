"""Games from files: one, or all of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from quixotry.api.errors import UnreadableFile
from quixotry.api.game import Game
from quixotry.errors import QuixotryError
from quixotry.lexicon import wordlist
from quixotry.rules.ruleset import Ruleset

FILE_BYTES_MAX = 8 * 1024 * 1024
SUFFIXES = (".gcg", ".jsonl")


def read_gcg(
    path: str | Path,
    *,
    ruleset: str | Path | Ruleset | None = None,
    lexicon: str | Path | wordlist.Lexicon | None = None,
) -> Game:
    """The game of a GCG file; see `Game.from_gcg`.

    >>> import quixotry as qx
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     game = qx.Game("tournament", seed="3d3")
    ...     game.push("8D JIFFIES")
    ...     _ = Path(folder, "one.gcg").write_text(game.to_gcg())
    ...     qx.read_gcg(Path(folder, "one.gcg"))
    <Game tournament: Player 1 106, Player 2 0; Player 2 is on turn with ACEEIMR>
    """
    return Game.from_gcg(read_bytes(Path(path)), ruleset=ruleset, lexicon=lexicon)


def read_record(path: str | Path, *, lexicon: str | Path | wordlist.Lexicon | None = None) -> Game:
    """The game of a saved file (JSON lines); see `Game.from_record`.

    >>> import quixotry as qx
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "one.jsonl").write_text(qx.Game("tournament", seed="3d3").to_record())
    ...     qx.read_record(Path(folder, "one.jsonl")).rack
    'EFFIIJS'
    """
    return Game.from_record(read_bytes(Path(path)), lexicon=lexicon)


def games(
    folder: str | Path,
    *,
    lexicon: str | Path | wordlist.Lexicon | None = None,
    on_error: Callable[[Path, QuixotryError], None] | None = None,
) -> Iterator[Game]:
    """Every game in a folder, in the order of the file names: GCG (`.gcg`) and saved games (`.jsonl`).

    The first file without a game raises an error, unless `on_error` is there to be told.

    >>> import quixotry as qx
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     game = qx.Game("tournament", seed="3d3")
    ...     _ = Path(folder, "a.gcg").write_text(game.to_gcg())
    ...     _ = Path(folder, "b.jsonl").write_text(game.to_record())
    ...     [game.rack for game in qx.games(folder)]
    ['EFFIIJS', 'EFFIIJS']
    """
    place = Path(folder)
    if not place.is_dir():
        raise UnreadableFile(str(folder), "there is no such folder")
    for path in sorted(place.iterdir()):
        if path.suffix.lower() not in SUFFIXES:
            continue
        read = read_gcg if path.suffix.lower() == ".gcg" else read_record
        try:
            game = read(path, lexicon=lexicon)
        except QuixotryError as error:
            if on_error is None:
                error.add_note(f"in {path}")
                raise
            on_error(path, error)
            continue
        yield game


def read_bytes(path: Path) -> bytes:
    """The content of a file, if it is there and of a size that can be a game's."""
    try:
        size = path.stat().st_size
        if size > FILE_BYTES_MAX:
            raise UnreadableFile(str(path), f"it has {size} bytes and at most {FILE_BYTES_MAX} are read")
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFile(str(path), str(error.strerror)) from error
