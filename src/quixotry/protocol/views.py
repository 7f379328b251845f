"""What one seat, or a spectator, may know of a game, as it is told."""

from __future__ import annotations

from dataclasses import asdict

from msgspec import Struct

from quixotry.rules import outcome as rules
from quixotry.rules import scoring
from quixotry.rules.alphabet import BLANK, Alphabet
from quixotry.rules.board import Board, Layout
from quixotry.rules.position import Pending as PendingPlay
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View as SeatView


class WordScore(Struct, frozen=True):
    """A word that a play formed or changed."""

    text: str
    square: int
    """Of its first letter."""
    down: bool
    at: str
    """Where it begins, as players of this version write it: `8H`, `H8`."""
    points: int


class Outcome(Struct, frozen=True):
    """Why a game ended and who won."""

    reason: str
    """`out`, `no-play`, `resigned`, `time`, `absence`, `adjudicated`, `abandoned`,
    or the reason of a run in `end.runs`."""
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    scores_before: tuple[int, ...]
    """Before settling up."""
    tie: rules.Tie
    """`broken`: equal, decided by the scores before settling up."""
    out_seat: int | None
    """Who went out, when that is why it ended."""
    tie_name: str
    """What players of this version call a game that stays equal."""


class LastPlay(Struct, frozen=True):
    """The last play on the board."""

    seat: int
    squares: tuple[int, ...]


class Pending(Struct, frozen=True):
    """The last play while it may still be challenged."""

    seat: int
    squares: list[int]
    words: list[WordScore]
    score: int


class View(Struct, frozen=True):
    """The game as one seat, or a spectator, sees it."""

    seat: int | None
    """Null for a spectator and at the hand-over screen."""
    seq: int
    turn: int | None
    board: list[str]
    rack: str | None
    """Null for a spectator and at the hand-over screen."""
    rack_sizes: tuple[int, ...]
    scores: tuple[int, ...]
    bag_count: int
    unseen: dict[str, int]
    """Tiles in the bag and on other racks, by sign."""
    exchanges: tuple[int, ...]
    can_exchange: bool
    exchanges_left: int | None
    """Null where there is no limit."""
    scoreless_turns: int
    resigned: list[int]
    last_play: LastPlay | None
    pending: Pending | None
    outcome: Outcome | None
    """Once the game is over."""


def show_view(view: SeatView, last_play: LastPlay | None = None) -> View:
    """A view as it is told; `last_play` is public."""
    ruleset = view.ruleset
    alphabet = ruleset.tiles.alphabet
    return View(
        seat=view.seat,
        seq=view.seq,
        turn=view.turn,
        board=board_rows(view.board, alphabet),
        rack=None if view.rack is None else view.rack.text(alphabet),
        rack_sizes=view.rack_sizes,
        scores=view.scores,
        bag_count=view.bag_count,
        unseen=counted_tiles(view.unseen, alphabet),
        exchanges=view.exchanges,
        can_exchange=view.can_exchange,
        exchanges_left=view.exchanges_left(view.seat),
        scoreless_turns=view.scoreless_turns,
        resigned=sorted(view.resigned),
        last_play=last_play,
        pending=None if view.pending is None else _pending(view.pending, ruleset),
        outcome=None if view.outcome is None else show_outcome(view.outcome, ruleset),
    )


def board_rows(board: Board, alphabet: Alphabet) -> list[str]:
    width = board.layout.width
    sign_of = {cell: alphabet.cell_sign(cell) if cell else "." for cell in set(board.cells)}
    signs = "".join(map(sign_of.__getitem__, board.cells))
    return [signs[at : at + width] for at in range(0, len(signs), width)]


def counted_tiles(tiles: Tiles, alphabet: Alphabet) -> dict[str, int]:
    """How many there are of each sign, letters first."""
    order = (*range(1, len(tiles.counts)), BLANK)
    return {alphabet.tile_sign(tile): tiles.counts[tile] for tile in order if tiles.counts[tile]}


def _pending(pending: PendingPlay, ruleset: Ruleset) -> Pending:
    return Pending(
        seat=pending.seat,
        squares=[square for square, _ in pending.placements],
        words=[show_word(word, ruleset) for word in pending.words],
        score=pending.score,
    )


def show_outcome(outcome: rules.Outcome, ruleset: Ruleset) -> Outcome:
    return Outcome(**asdict(outcome), tie_name=ruleset.end.tie_name)


def outcome_from(told: Outcome) -> rules.Outcome:
    """The rules' outcome of a game, from what was told of it."""
    return rules.Outcome(
        reason=told.reason,
        winners=told.winners,
        scores=told.scores,
        scores_before=told.scores_before,
        tie=told.tie,
        out_seat=told.out_seat,
    )


def show_word(word: scoring.WordScore, ruleset: Ruleset) -> WordScore:
    return WordScore(word.text, word.square, word.down, start_name(word, ruleset.layout), word.points)


def start_name(word: scoring.WordScore, layout: Layout) -> str:
    """Where a word begins, as players of this version write it."""
    name = layout.square_name(word.square)
    if layout.coordinates == "centre":
        return f"{name} {'down' if word.down else 'across'}"
    row = str(layout.row(word.square) + 1)
    column = name.removeprefix(row)
    return column + row if word.down else row + column
