"""Checking the draw of a GCG file from the file alone.

Its note tells of every tile that moved: each draw is made again, and each rack in the file must be what the moves
before it left. `web/static/js/draw-check.js` does the same in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from quixotry.fair.agreement import SCHEME, mixed_seed
from quixotry.fair.draws import SeededDraws
from quixotry.fair.verdict import Fault, Verdict, agreement_faults
from quixotry.notation.gcg import DrawNote, GcgFile, parse_draw_note, replay_gcg
from quixotry.notation.gcg.file import MoveLine, PlayerLine
from quixotry.notation.gcg.move_text import (
    WrittenExchange,
    WrittenMove,
    WrittenPass,
    WrittenPlay,
    WrittenWithdrawal,
)
from quixotry.notation.moves import THROUGH
from quixotry.rules.alphabet import BLANK_SIGN
from quixotry.rules.ruleset_file import ruleset_digest
from quixotry.rules.tiles import TILES_MAX, Tiles


class _Terms(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """What `fair.agreement.terms_text` writes."""

    id: str
    rules: str
    lexicon_id: str
    lexicon_digest: str
    started_at: str
    match_id: str
    match_game: int
    players: list[tuple[str, str, str]]


_TERMS = msgspec.json.Decoder(_Terms)


class DoesNotFollow(Exception):
    """Something does not fit; what comes after it is not looked at."""

    def __init__(self, code: str, **parameters: object) -> None:
        super().__init__(code)
        self.fault = Fault(code, parameters)


def check_gcg_draw(file: GcgFile) -> Verdict:
    """Is the draw of a file told, and does everything in the file follow from it, scores and totals too?"""
    note = parse_draw_note(file)
    if note is None:
        return Verdict("untold")
    if isinstance(note, str):
        return Verdict("wrong", (Fault("note", {"why": note}),))
    faults = tuple(_faults(note, file))
    return Verdict("wrong" if faults else "checked", faults)


def people_of(note: DrawNote) -> list[str]:
    """The people of a draw that was checked, by their names."""
    terms = _TERMS.decode(note.terms)
    return [name for kind, _, name in terms.players if kind == "person"]


def _faults(note: DrawNote, file: GcgFile) -> Iterator[Fault]:
    if note.scheme != SCHEME:
        yield Fault("scheme", {"scheme": note.scheme, "known": SCHEME})
        return
    try:
        terms = _TERMS.decode(note.terms)
    except msgspec.DecodeError:
        yield Fault("terms")
        return
    people = [kind == "person" for kind, _, _ in terms.players]
    faults = list(agreement_faults(note.draw, note.seed, note.terms, people))
    yield from faults
    if any(fault.code in ("unreadable", "shares") for fault in faults):
        return
    try:
        _follow(note, terms, file)
    except DoesNotFollow as error:
        yield error.fault
    report = replay_gcg(file)
    signs = (BLANK_SIGN, *report.ruleset.tiles.alphabet.letters)
    bag = list(zip(signs, report.ruleset.tiles.counts.counts, strict=True))
    if (ruleset_digest(report.ruleset), bag) != (terms.rules, note.tiles):
        yield Fault("rules")
    for line, text in report.findings():
        yield Fault("line", {"line": line, "text": text})


def _follow(note: DrawNote, terms: _Terms, file: GcgFile) -> None:
    """Walk through the file and the note side by side."""
    bag = [count for _, count in note.tiles]
    if min(bag, default=0) < 0 or not 0 < sum(bag) <= TILES_MAX:
        raise DoesNotFollow("rules")
    walk = _TileWalk(note, len(terms.players))
    walk.draw()
    own_id = file.pragma("id")
    if own_id is None or own_id.value.split() != ["quixotry", "_".join(terms.id.replace(":", "").split())]:
        raise DoesNotFollow("id", id=terms.id)
    lexicon = file.pragma("lexicon")
    if lexicon is None or lexicon.value.strip() != " ".join(terms.lexicon_id.split()):
        raise DoesNotFollow("lexicon", lexicon=terms.lexicon_id)
    seats = range(len(terms.players))
    order = [*seats[walk.starter :], *seats[: walk.starter]]
    named = {line.player: line for line in file.lines if isinstance(line, PlayerLine)}
    nicks: dict[str, int] = {}
    for number, seat in enumerate(order, 1):
        if number not in named or named[number].name != " ".join(terms.players[seat][2].split()):
            raise DoesNotFollow("players")
        nicks[named[number].nick] = seat
    for line in file.lines:
        if isinstance(line, MoveLine):
            says = line.says
            if says.nick not in nicks:
                raise DoesNotFollow("players")
            walk.move(line.number, nicks[says.nick], says.rack, says.move)
    walk.end()


class _Moved(NamedTuple):
    kind: str
    seat: int
    tiles: str = ""
    drawn: str = ""


_DRAWS = ("first", "start", "draw")
_LENGTHS = {"first": 3, "start": 2, "draw": 3, "play": 3, "back": 3, "swap": 4, "pass": 2}
_END = _Moved("end", -1)


class _TileWalk:
    """The bag and the racks, as the note's tiles move one after the other."""

    def __init__(self, note: DrawNote, seats: int) -> None:
        self._signs = [sign for sign, _ in note.tiles]
        self._bag = [count for _, count in note.tiles]
        self._source = SeededDraws(mixed_seed(note.seed, note.draw))
        self._racks = [""] * seats
        self._aside = ""
        self._number = 0
        self._moved = [_moved(entry, seats) for entry in note.moved][::-1]
        self.starter = 0

    def draw(self) -> None:
        """Make the draws up to the next move."""
        while self._next.kind in _DRAWS:
            moved = self._moved.pop()
            match moved.kind:
                case "first":
                    self._aside += self._out_of_bag(moved.tiles)
                case "start":
                    self._into_bag(self._aside)
                    self._aside, self.starter = "", moved.seat
                case _:
                    self._racks[moved.seat] += self._out_of_bag(moved.tiles)

    def move(self, line: int, seat: int, rack: str, move: WrittenMove) -> None:
        """Make the move of a line of the file; a line that is no turn moves no tile."""
        match move:
            case WrittenPlay(tiles=written):
                self._check_rack(line, seat, rack)
                self._take(line, seat, ("play",), _laid(written))
            case WrittenExchange(tiles=written):
                self._check_rack(line, seat, rack)
                self._take(line, seat, ("swap",), written)
            case WrittenPass():
                self._check_rack(line, seat, rack)
                self._take(line, seat, ("pass", "swap"), "")
            case WrittenWithdrawal():
                self._take(line, seat, ("back",), None)
                self._check_rack(line, seat, rack)
            case _:
                pass
        self.draw()

    def end(self) -> None:
        """Nothing more may have moved than the file tells."""
        if self._moved:
            raise DoesNotFollow("moves_missing")

    @property
    def _next(self) -> _Moved:
        return self._moved[-1] if self._moved else _END

    def _take(self, line: int, seat: int, kinds: tuple[str, ...], tiles: str | None) -> None:
        moved = self._next
        if (
            moved.kind not in kinds
            or moved.seat != seat
            or (tiles is not None and _sorted(tiles) != _sorted(moved.tiles))
        ):
            raise DoesNotFollow("moves", line=line)
        self._moved.pop()
        match moved.kind:
            case "play":
                self._off_rack(line, seat, moved.tiles)
            case "back":
                self._racks[seat] += moved.tiles
            case "swap":
                drawn = self._out_of_bag(moved.drawn)
                self._off_rack(line, seat, moved.tiles)
                self._into_bag(moved.tiles)
                self._racks[seat] += drawn
            case _:
                pass

    def _out_of_bag(self, tiles: str) -> str:
        for sign in tiles:
            if not any(self._bag):
                raise DoesNotFollow("bag_empty", number=self._number)
            drawn = self._source(self._number, Tiles(tuple(self._bag)))
            if self._signs[drawn] != sign:
                raise DoesNotFollow("tile", number=self._number, told=sign, drawn=self._signs[drawn])
            self._bag[drawn] -= 1
            self._number += 1
        return tiles

    def _into_bag(self, tiles: str) -> None:
        for sign in tiles:
            self._bag[self._signs.index(sign)] += 1

    def _off_rack(self, line: int, seat: int, tiles: str) -> None:
        for sign in tiles:
            if sign not in self._racks[seat]:
                raise DoesNotFollow("moves", line=line)
            self._racks[seat] = self._racks[seat].replace(sign, "", 1)

    def _check_rack(self, line: int, seat: int, rack: str) -> None:
        if _sorted(rack) != _sorted(self._racks[seat]):
            raise DoesNotFollow("rack", line=line, rack=rack, drawn=_sorted(self._racks[seat]))


def _moved(entry: list[str], seats: int) -> _Moved:
    kind, seat = entry[:1], entry[1:2]
    if not kind or _LENGTHS.get(kind[0]) != len(entry) or seat[0] not in map(str, range(1, seats + 1)):
        raise DoesNotFollow("note", why="a tile moved in a way that is not known")
    return _Moved(kind[0], int(seat[0]) - 1, *entry[2:])


def _laid(written: str) -> str:
    """The tiles a play took from the rack; a blank is written as a small letter."""
    return "".join(BLANK_SIGN if sign == sign.lower() else sign for sign in written if sign != THROUGH)


def _sorted(tiles: str) -> str:
    return "".join(sorted(tiles))
