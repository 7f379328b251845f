"""A run of many games in a folder of its own: begun, interrupted, continued, finished.

    run.json        what is played; the same folder takes nothing else
    journal.jsonl   finished chunks (`journal.py`)
    games/          every game as GCG, a folder for each thousand pairs
    live/           games that are being played, where somebody may watch

A chunk's games are on the disk before the journal says that it is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from quixotry.arena.batches import Runner
from quixotry.arena.errors import OtherRun
from quixotry.arena.journal import Journal
from quixotry.arena.live import record_name
from quixotry.arena.pairs import play_chunk
from quixotry.arena.plan import Chunk
from quixotry.arena.played import PlayedChunk

PAIRS_PER_FOLDER = 1000


class Run:
    """The folder of a run; what is `described` must be the same each time it is opened."""

    def __init__(self, folder: Path, described: Mapping[str, Any]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._describe(described)
        self._journal = Journal(folder / "journal.jsonl", PlayedChunk)

    def _describe(self, described: Mapping[str, Any]) -> None:
        path, wanted = self.folder / "run.json", msgspec.to_builtins(described)
        if not path.exists():
            temporary = path.with_suffix(".new")
            temporary.write_bytes(msgspec.json.format(msgspec.json.encode(wanted)) + b"\n")
            temporary.replace(path)
            return
        found = msgspec.json.decode(path.read_bytes())
        differs = sorted(
            key for key in {*_flat(found), *_flat(wanted)} if _flat(found).get(key) != _flat(wanted).get(key)
        )
        if differs:
            raise OtherRun(str(self.folder), tuple(differs))

    @property
    def finished(self) -> int:
        """How many chunks are done."""
        return len(self._journal)

    def play(
        self, numbers: range, make: Callable[[int], Chunk], runner: Runner
    ) -> Generator[tuple[int, PlayedChunk], None, None]:
        """Chunks by number in their order, played now unless they were before; `make` says what is in one."""
        ready = iter(numbers)
        awaited = next(ready, None)
        while awaited is not None and awaited in self._journal:
            yield awaited, self._journal.read(awaited)
            awaited = next(ready, None)
        todo = (make(number) for number in numbers if number not in self._journal)
        for chunk, answer in runner.run(play_chunk, todo):
            self._keep(chunk, answer)
            while awaited is not None and awaited in self._journal:
                yield awaited, self._journal.read(awaited)
                awaited = next(ready, None)

    def _keep(self, chunk: Chunk, answer: PlayedChunk) -> None:
        for number, place, text in answer.records:
            path = self.record_path(number, place)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            (self.live_folder / record_name(number, place)).unlink(missing_ok=True)
        self._journal.add(chunk.number, msgspec.structs.replace(answer, records=()))

    def record_path(self, pair: int, place: int) -> Path:
        """Where the record of a game is, or would be."""
        return record_path(self.folder, pair, place)

    @property
    def live_folder(self) -> Path:
        """Where games are that are being played."""
        return self.folder / "live"


def record_path(folder: Path, pair: int, place: int) -> Path:
    """Where the record of a game of the run in a folder is, or would be."""
    return folder / "games" / f"{pair // PAIRS_PER_FOLDER:04}" / record_name(pair, place)


def _flat(plain: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Nested keys as `time.game_ms`."""
    found: dict[str, Any] = {}
    for key, value in plain.items():
        found |= _flat(value, f"{above}{key}.") if isinstance(value, dict) else {above + key: value}
    return found
