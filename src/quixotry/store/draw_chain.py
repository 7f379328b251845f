"""The commitments of games at the terminal: a file beside the folder of saves, to which lines are only ever added."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from quixotry.fair.agreement import FIRST_LINK, begun, link
from quixotry.fair.ledger import Entry
from quixotry.machine import Claimed, claim
from quixotry.paths import write_synced
from quixotry.play.ports import CannotSave
from quixotry.rules.draw import Draw
from quixotry.values import frozen

CHAIN = "draws.chain"
TRIES_MAX = 25
"""How often the file is asked for while another window holds it; each time takes a while."""


@frozen
class DrawChain:
    folder: Path

    def commit(self, seed: str) -> Draw:
        """Write the commitment to a seed down, on the disk, under the next number."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / CHAIN
        for _ in range(TRIES_MAX):
            try:
                with claim(path):
                    return self._commit(path, seed)
            except Claimed:
                time.sleep(0.01)
        raise CannotSave("another window holds the list of draws")

    def _commit(self, path: Path, seed: str) -> Draw:
        content = path.read_bytes() if path.exists() else b""
        # A line cut off by a crash is a commitment nobody was shown.
        whole = content[: content.rfind(b"\n") + 1]
        last = parse_entries(whole)[-1] if whole else Entry(0, "", FIRST_LINK)
        draw = begun(seed, number=last.number + 1, previous=last.link)
        with path.open("r+b" if content else "wb") as file:
            file.truncate(len(whole))
            file.seek(len(whole))
            write_synced(file, msgspec.json.encode(Entry(draw.number, draw.commitment, link(draw))) + b"\n")
        return draw


_ENTRIES = msgspec.json.Decoder(Entry)


def parse_entries(content: bytes) -> list[Entry]:
    """The entries of a chain, a line each; a `msgspec.MsgspecError` for what is none."""
    return [_ENTRIES.decode(line) for line in content.splitlines()]
