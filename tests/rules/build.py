"""Building positions for tests: what lies on the board, who holds what, and a dealer who deals as told.

`on_board(rules, "8H CAT", "H8 CUT")` lays words as players write them: row first reads across, column first
reads down, a lower-case letter is a blank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from quixotry.rules.board import Board
from quixotry.rules.clock import Clock
from quixotry.rules.event import Event
from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign, Ruling
from quixotry.rules.outcome import Outcome
from quixotry.rules.ports import CanPlay, TileSource, Words
from quixotry.rules.position import Position, Turn, before_start, evolve
from quixotry.rules.referee import decide, start
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset, ruleset_from_plain, ruleset_to_plain
from quixotry.rules.tiles import Tiles

PRESETS = ("classic", "solo", "party", "friends", "match", "tournament")
RULES = {name: preset(name) for name in PRESETS}
NAMES = ("First", "Second", "Third", "Fourth")

E = TypeVar("E", bound=Event)


class AnyWord:
    """A word list that has every word."""

    def __contains__(self, word: object) -> bool:
        return True


def changed(rules: Ruleset, **facets: object) -> Ruleset:
    """A ruleset with some facets changed: `changed(rules, words__challenge="single")`."""
    plain = ruleset_to_plain(rules)
    for path, value in facets.items():
        table, _, key = path.rpartition("__")
        (plain[table] if table else plain)[key] = value
    return ruleset_from_plain(plain)


def header_for(rules: Ruleset, seats: int = 2, *, seed: int = 0, **changes: object) -> GameHeader:
    """What was agreed before a game between First, Second, and so on."""
    header = GameHeader(
        id=f"game-{seed}",
        ruleset=rules,
        lexicon_id="checksums",
        lexicon_digest="0" * 64,
        players=tuple(map(SeatedPlayer, NAMES[:seats])),
        seed=f"{seed:02x}",
        started_at="2026-01-01T12:00:00+00:00",
        match_game=1 + seed % 2 if rules.match.games > 1 else 1,
    )
    return replace(header, **changes)  # type: ignore[arg-type]


def tiles(rules: Ruleset, signs: str) -> tuple[int, ...]:
    """Rack tiles by their signs, `?` the blank."""
    return rules.tiles.alphabet.tiles(signs)


def rack(rules: Ruleset, signs: str) -> Tiles:
    return rules.tiles.rack(signs)


def square(rules: Ruleset, name: str) -> tuple[int, bool]:
    """`8H` is a square to read across from, `H8` the same square to read down from."""
    down = name[0].isalpha()
    row, column = (name[1:], name[0]) if down else (name[:-1], name[-1])
    return (int(row) - 1) * rules.layout.width + ord(column) - ord("A"), down


def cells(rules: Ruleset, laid: str) -> list[Placement]:
    """Every letter of `8H CAT` with its square."""
    where, word = laid.split()
    first, down = square(rules, where)
    step = rules.layout.step(down=down)
    return [Placement(first + n * step, rules.tiles.alphabet.cell(sign) or 0) for n, sign in enumerate(word)]


def on_board(rules: Ruleset, *laid: str) -> Board:
    """A board with words on it; where two cross they must agree."""
    board = Board.empty(rules.layout)
    for word in laid:
        for at, cell in cells(rules, word):
            assert board.cells[at] in (0, cell), f"{word} crosses another letter"
            board = board.with_cells([(at, cell)])
    return board


def drawn_board(rules: Ruleset, rows: str) -> Board:
    """A board from ASCII rows, `.` for an empty square; short boards lie in the top left corner."""
    lines = [line.strip() for line in rows.strip().splitlines()]
    return Board.empty(rules.layout).with_cells(
        (row * rules.layout.width + column, rules.tiles.alphabet.cell(sign) or 0)
        for row, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign != "."
    )


def play(rules: Ruleset, laid: str, board: Board | None = None) -> Play:
    """The play that completes `8H CAT` on a board: letters already there are not laid again."""
    there = board.cells if board else bytes(len(rules.layout.squares))
    return Play(tuple(each for each in cells(rules, laid) if not there[each.square]))


@dataclass(frozen=True)
class Deal:
    """A TileSource that deals these tiles in this order, then whatever comes first in the bag."""

    order: tuple[int, ...] = ()

    def __call__(self, number: int, bag: Tiles) -> int:
        return self.order[number] if number < len(self.order) else next(iter(bag))


def deal(rules: Ruleset, signs: str) -> Deal:
    return Deal(tiles(rules, signs))


def always(board: Board, rack: Tiles) -> bool:
    return True


def never(board: Board, rack: Tiles) -> bool:
    return False


def position(
    rules: Ruleset,
    *laid: str,
    racks: Sequence[str] = ("ABCDEFG", "HIJKLMN"),
    bag: str = "",
    scores: Sequence[int] | None = None,
    turn: int = 0,
    turns: Iterable[Turn] = (),
    exchanges: Sequence[int] | None = None,
    used_ms: Sequence[int] | None = None,
) -> Position:
    """A position with just these tiles in play; the rest of the set lies aside, so that none is missing."""
    seats = len(racks)
    board = on_board(rules, *laid)
    held = tuple(rack(rules, signs) for signs in racks)
    in_bag = rack(rules, bag)
    aside = rules.tiles.counts.minus(board.tiles()) - in_bag
    for each in held:
        aside = aside - each
    return replace(
        before_start(rules, seats),
        board=board,
        racks=held,
        bag=in_bag,
        aside=aside,
        scores=tuple(scores or (0,) * seats),
        exchanges=tuple(exchanges or (0,) * seats),
        clock=Clock(tuple(used_ms or (0,) * seats)),
        turn=turn,
        turns=tuple(turns),
    )


@dataclass
class Table:
    """A game under way in a test: moves go through the referee, and every event is folded again."""

    position: Position
    words: Words = field(default_factory=AnyWord)
    tiles: TileSource = field(default_factory=Deal)
    can_play: CanPlay = always
    events: list[Event] = field(default_factory=list)

    @property
    def rules(self) -> Ruleset:
        return self.position.ruleset

    @property
    def outcome(self) -> Outcome:
        assert self.position.outcome is not None, "the game is not over"
        return self.position.outcome

    def does(
        self, move: Move | Ruling, seat: int | None = None, *, now_ms: int | None = None
    ) -> tuple[Event, ...]:
        who = self.position.turn if seat is None else seat
        events = decide(
            self.position,
            who if who is not None else 0,
            move,
            now_ms=self.position.at_ms if now_ms is None else now_ms,
            tiles=self.tiles,
            words=self.words,
            can_play=self.can_play,
        )
        for event in events:
            self.position = evolve(self.position, event)
        self.events += events
        return events

    def plays(self, laid: str, *, now_ms: int | None = None) -> tuple[Event, ...]:
        return self.does(play(self.rules, laid, self.position.board), now_ms=now_ms)

    def exchanges(self, signs: str) -> tuple[Event, ...]:
        return self.does(Exchange(tiles(self.rules, signs)))

    def passes(self, times: int = 1, *, now_ms: int | None = None) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        for _ in range(times):
            events = self.does(Pass(), now_ms=now_ms)
        return events

    def challenges(self, *words: str) -> tuple[Event, ...]:
        return self.does(Challenge(words))

    def accepts(self) -> tuple[Event, ...]:
        return self.does(Accept())

    def resigns(self, seat: int) -> tuple[Event, ...]:
        return self.does(Resign(), seat)

    def is_ruled(self, ruling: Ruling, seat: int, now_ms: int | None = None) -> tuple[Event, ...]:
        return self.does(ruling, seat, now_ms=now_ms)

    def rack_text(self, seat: int) -> str:
        return self.position.racks[seat].text(self.rules.tiles.alphabet)


def table(
    rules: Ruleset,
    position: Position,
    *,
    words: Words | None = None,
    deals: str = "",
    can_play: CanPlay = always,
) -> Table:
    return Table(position, AnyWord() if words is None else words, deal(rules, deals), can_play)


def started(rules: Ruleset, seats: int = 2, *, deals: str = "", game: int = 1) -> Table:
    """A game from its very beginning, with tiles dealt as told."""
    source = deal(rules, deals)
    events = start(rules, seats, tiles=source, game=game)
    where = before_start(rules, seats)
    for event in events:
        where = evolve(where, event)
    return Table(where, AnyWord(), source, always, list(events))


def only(kind: type[E], events: Iterable[Event]) -> E:
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def names(events: Iterable[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
