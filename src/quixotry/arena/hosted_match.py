"""A match that a server keeps: what its folder says, and the process that plays it.

    python -m quixotry.arena.hosted_match FOLDER

Beside the files of every match (`run.py`, `results.py`) the folder holds

    order.json      what is to be played, and for whom
    progress.json   the running score, written as pairs are finished
    ending.json     how it ended: not there while it goes on, nor after it was interrupted

The process gives way to all others. It holds the folder, so no two play in it, and ends with whoever holds its standard
input, and all it has started with it. Killed at any time it leaves a match that can go on.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from threading import Thread
from typing import Any, Literal, TypeVar

import msgspec

from quixotry import machine
from quixotry.arena.batches import LocalProcesses
from quixotry.arena.contestants import Program
from quixotry.arena.match import Match
from quixotry.arena.plan import Plan
from quixotry.arena.report.match import match_report
from quixotry.arena.results import RunningReport, write_file, write_results
from quixotry.errors import QuixotryError

REPORT_S = 3
"""How often the report is written while a match goes on: somebody may be looking."""

Kind = TypeVar("Kind")


class Order(msgspec.Struct, frozen=True):
    """A match somebody has asked for."""

    first: str
    second: str
    plan: Plan
    pairs: int
    made_by: str
    """For the report: which program plays."""
    begun_at: str
    programs: tuple[Program, ...] = ()
    jobs: int = 1
    """Games that are played at the same time."""
    titles: tuple[str, str] = ("", "")
    """The players as people read them."""
    owner: str = ""
    """Who may stop it, by session; empty for the server's operator."""


class Progress(msgspec.Struct, frozen=True):
    """The running score."""

    pairs: int
    wins: tuple[int, int]
    drawn: int
    share: float
    """The first player's part of all wins, 0 to 1."""
    low: float
    high: float
    """The ends of its 95 % interval."""
    spread: float
    """The first player's points less the second's, in an average game."""
    spread_error: float
    """Half the width of its 95 % interval."""


class Ending(msgspec.Struct, frozen=True):
    """How a match came to its end."""

    state: Literal["finished", "stopped", "failed"]
    why: str = ""
    """A sentence, if it failed."""


_DECODERS: dict[type[Any], msgspec.json.Decoder[Any]] = {
    kind: msgspec.json.Decoder(kind) for kind in (Order, Progress, Ending)
}


def read_part(folder: Path, kind: type[Kind], name: str) -> Kind | None:
    """One of the files above; None if it is not there."""
    try:
        part: Kind = _DECODERS[kind].decode((folder / name).read_bytes())
        return part
    except FileNotFoundError:
        return None


def write_part(folder: Path, part: Order | Progress | Ending) -> None:
    """The whole file, or none."""
    name = {Order: "order.json", Progress: "progress.json", Ending: "ending.json"}[type(part)]
    write_file(folder / name, msgspec.json.format(msgspec.json.encode(part)).decode() + "\n")


def open_match(folder: Path, order: Order) -> Match:
    """The match of a folder; what is wrong with an order comes out as an error."""
    return Match(
        order.first,
        order.second,
        order.plan,
        folder,
        pairs=order.pairs,
        programs=order.programs,
        is_watched=True,
    )


def progress_of(match: Match) -> Progress:
    pairing = match.pairing
    low, high = pairing.share_interval
    return Progress(
        pairs=pairing.pairs,
        wins=(pairing.players[0].wins, pairing.players[1].wins),
        drawn=pairing.drawn,
        share=pairing.share,
        low=low,
        high=high,
        spread=pairing.mean_spread,
        spread_error=pairing.spread_error,
    )


def play(folder: Path) -> None:
    """Play what the folder's order asks for, or go on with it."""
    order = read_part(folder, Order, "order.json")
    assert order is not None, "a server writes the order first"
    shutil.rmtree(folder / "live", ignore_errors=True)
    try:
        match = open_match(folder, order)
        report = RunningReport(order.made_by, REPORT_S)

        def tell(now: Match) -> None:
            write_part(folder, progress_of(now))
            report.tell(now)

        match.play(LocalProcesses(order.jobs), tell)
        write_results(folder, match.plain(), match_report(match, made_by=order.made_by))
        ending = Ending("finished")
    except QuixotryError as error:
        ending = Ending("failed", str(error))
    write_part(folder, ending)


def main(words: list[str]) -> None:
    machine.give_way()
    Thread(target=_end_with_server, daemon=True).start()
    folder = Path(words[0])
    try:
        with machine.claim(folder / "order.json"):
            play(folder)
    except machine.Claimed:
        sys.exit("Another process plays this match.")


def _end_with_server() -> None:
    # Not by sys.stdin: Python would want its lock when it ends.
    while os.read(0, 1024):
        pass
    machine.end_group(os.getpid(), at_once=True)


if __name__ == "__main__":
    main(sys.argv[1:])
