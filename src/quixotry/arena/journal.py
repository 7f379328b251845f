"""What a long run has finished, chunk by chunk, so that it can be stopped at any time and go on later.

One line of JSON per finished chunk, written to disk before the chunk counts. A line that was cut short by a crash
is dropped; its chunk is done again. Chunks finish in any order and are read back by number, so whoever adds them up
in order gets the same totals, however often the run was interrupted and wherever its parts were done. Only the
place of each line is held in memory.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

Entry = TypeVar("Entry")


class _Line(msgspec.Struct, array_like=True):
    number: int
    entry: msgspec.Raw


class Journal(Generic[Entry]):
    """The finished chunks of one run, in a file."""

    def __init__(self, path: Path, kind: type[Entry]) -> None:
        self._path, self._decoder = path, msgspec.json.Decoder(kind)
        self._lines = msgspec.json.Decoder(_Line)
        self._places: dict[int, int] = {}
        """Where the line of a chunk begins."""
        self._end = self._find_lines()

    def _find_lines(self) -> int:
        """Note every whole line; returns where the last one ends."""
        end = 0
        if self._path.exists():
            with self._path.open("rb") as file:
                for line in file:
                    try:
                        number = self._lines.decode(line).number if line.endswith(b"\n") else None
                    except msgspec.DecodeError:
                        number = None
                    if number is None:
                        break
                    self._places[number] = end
                    end += len(line)
        return end

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def __len__(self) -> int:
        return len(self._places)

    def add(self, number: int, entry: Entry) -> None:
        """A chunk is finished; it is on the disk when this returns. Done twice, the first time counts."""
        if number in self._places:
            return
        line = msgspec.json.encode(_Line(number, msgspec.Raw(msgspec.json.encode(entry)))) + b"\n"
        with self._path.open("r+b" if self._path.exists() else "xb") as file:
            file.truncate(self._end)
            file.seek(self._end)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._places[number] = self._end
        self._end += len(line)

    def read(self, number: int) -> Entry:
        """What a finished chunk came to."""
        with self._path.open("rb") as file:
            file.seek(self._places[number])
            return self._decoder.decode(self._lines.decode(file.readline()).entry)
