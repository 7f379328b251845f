"""A ruleset: every facet in which versions of the game differ, as one value.

Nothing in this package asks for a ruleset's name. What a version does differently is a field here, a key in
its TOML file (`ruleset_file.py` reads them) and a line in docs/reference/rules.md.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from quixotry.rules.board import Layout
from quixotry.rules.challenge import ChallengeRule, challenge_presets
from quixotry.rules.errors import RulesetError
from quixotry.rules.plain import limits
from quixotry.rules.score_bound import SCORE_MAX, score_bound
from quixotry.rules.tiles import TileSet
from quixotry.values import frozen

SEATS_MAX = 4
GAMES_MAX = 2
"""In a match."""

Settling = Literal["each-loses-own", "nothing"]
"""What moves when a game ends without anyone going out."""

OutRule = Literal["gains-others", "gains-double"]
"""What going out brings."""


@frozen
class Seats:
    min: int = field(default=2, metadata=limits(2, SEATS_MAX))
    max: int = field(default=2, metadata=limits(2, SEATS_MAX))
    default: tuple[Literal["person", "computer"], ...] = ("person", "person")
    """Who sits there when nobody says otherwise; a default, not a rule."""
    first: Literal["drawn", "seat-1", "alternating"] = "drawn"
    """Who starts: the draw for first play, seat 1, or seat n in game n of a match."""


@frozen
class RackRule:
    size: int = field(default=7, metadata=limits(1, 10))
    refill: Literal["end-of-turn", "start-of-turn"] = "end-of-turn"


@frozen
class WordRule:
    shortest: int = field(default=2, metadata=limits(2, 21))
    longest: int = field(default=21, metadata=limits(2, 21))
    challenge: ChallengeRule | None = field(default=None, metadata={"presets": challenge_presets})
    """None (`void` in a file): the referee refuses a bad word. Else a play stands unless the next seat
    challenges it."""
    family: bool = False
    """Slurs and obscenities (`family.py`) are refused, whether or not words stand until challenged."""


@frozen
class BonusRule:
    tiles: int = field(default=7, metadata=limits(1, 10))
    points: int = field(default=50, metadata=limits(0, 1000))


@frozen
class PassRule:
    kind: Literal["always", "after-first-play", "as-exchange"] = "always"
    """`as-exchange`: a pass is recorded as an exchange of no tiles, the only pass there is."""


@frozen
class ExchangeRule:
    allowed: bool = True
    least: int = field(default=1, metadata=limits(0, 10))
    whole_rack: bool = False
    """All tiles go, or as many as the bag holds when that is fewer."""
    bag_least: int = field(default=0, metadata=limits(0, 100))
    """How many tiles the bag must hold for an exchange of any tiles; never fewer than are exchanged."""
    per_game: int | None = field(default=None, metadata=limits(1, 1000))
    """How often a seat may exchange in one game; None for no limit."""


@frozen
class EndingRun:
    """A run of turns that ends the game."""

    reason: str
    """Why the game ended, in the outcome: `passes`, `exchanges`, `scoreless`, `stalemate`."""
    of: Literal["passes", "exchanges", "scoreless", "tileless"]
    """Which turns count; any other turn breaks the run."""
    turns: int | None = field(default=None, metadata=limits(1, 1000))
    rounds: int | None = field(default=None, metadata=limits(1, 1000))
    """Instead of `turns`: so many for each seat still playing."""
    bag_empty: bool = False
    """Only turns made with an empty bag count."""
    unless_all_zero: bool = False
    """Not while nobody has a point."""
    settling: Settling = "each-loses-own"

    def length(self, seats: int) -> int:
        """How many turns in a row end the game when so many seats still play."""
        return self.turns if self.turns is not None else (self.rounds or 0) * seats


@frozen
class EndRule:
    no_play: bool = False
    """Ends when no seat can play or exchange; asked after a turn without tiles or with an empty bag."""
    runs: tuple[EndingRun, ...] = ()
    out: OutRule = "gains-others"
    """Going out: gains what the others lose, or twice what the others hold while they lose nothing."""
    tie: Literal["before-settling", "shared"] = "before-settling"
    tie_name: str = "Tie"
    """What players of this version call a game that stays equal."""


@frozen
class ClockRule:
    minutes: int | None = field(default=None, metadata=limits(1, 600))
    """Per seat and game; None for no clock."""
    overtime_points: int = field(default=10, metadata=limits(0, 1000))
    """Lost for every started minute of overtime."""
    overtime_minutes: int | None = field(default=None, metadata=limits(0, 600))
    """After so much overtime the game is lost; None for overtime without end."""


@frozen
class MatchRule:
    games: int = field(default=1, metadata=limits(1, GAMES_MAX))


@frozen
class Controls:
    """The names players of this version know, and how they lay tiles. Interaction, never legality."""

    placing: Literal["direction", "in-order", "reachable", "free"] = "free"
    direction_first: bool = False
    """Whether the board takes a tile only once the direction is chosen. Typing at the arrow chooses it."""
    bad_play: Literal["reset", "keep"] = "keep"
    """Whether a refused play clears the board and tray or leaves the tiles where they lie."""
    hand_over: bool = False
    """Between people at one screen: whether the next name and a button stand before a rack is shown."""
    direction: str = "Direction"
    play: str = "Play"
    take_back: str = "Take Back"
    restart: str = "Recall"
    give_up: str = "Pass"
    exchange: str = "Exchange"
    carry_on: str = "Continue"


@frozen
class Ruleset:
    """Every facet; two rulesets with the same `ruleset_digest` play the same game.

    >>> import quixotry as qx
    >>> rules = qx.ruleset("classic")
    >>> rules
    <Ruleset classic: 2 to 4 seats, 15 by 15 squares, 100 tiles>
    >>> rules.rack.size, rules.bonus.points
    (7, 50)

    Change a facet with `dataclasses.replace`, and play by the result.
    """

    name: str
    layout: Layout
    tiles: TileSet
    title: str = ""
    summary: str = ""
    seats: Seats = Seats()
    rack: RackRule = RackRule()
    words: WordRule = WordRule()
    bonus: BonusRule = BonusRule()
    passing: PassRule = PassRule()
    exchange: ExchangeRule = ExchangeRule()
    end: EndRule = EndRule()
    clock: ClockRule = ClockRule()
    match: MatchRule = MatchRule()
    controls: Controls = Controls()

    def __repr__(self) -> str:
        seats = (
            str(self.seats.min)
            if self.seats.min == self.seats.max
            else f"{self.seats.min} to {self.seats.max}"
        )
        board = f"{self.layout.height} by {self.layout.width} squares"
        return f"<Ruleset {self.name}: {seats} seats, {board}, {len(self.tiles.counts)} tiles>"

    def __post_init__(self) -> None:
        if self.seats.min > self.seats.max:
            raise RulesetError("seats.min", f"{self.seats.min} is more than seats.max ({self.seats.max})")
        if not self.seats.min <= len(self.seats.default) <= self.seats.max:
            raise RulesetError(
                "seats.default",
                f"names {len(self.seats.default)} seats, which seats.min and seats.max do not allow",
            )
        if self.match.games > 1 and self.seats.max != 2:
            raise RulesetError("match.games", "a match of two games needs two seats; set seats.max = 2")
        if self.words.shortest > self.words.longest:
            raise RulesetError("words.shortest", f"is more than words.longest ({self.words.longest})")
        if self.words.challenge is not None and self.rack.refill == "start-of-turn":
            raise RulesetError("rack.refill", "start-of-turn cannot be combined with challenges")
        if self.passing.kind == "as-exchange":
            # Otherwise a seat could have no move left at all, and the game no end.
            rule = self.exchange
            if not rule.allowed or rule.least > 0 or rule.whole_rack or rule.per_game is not None:
                raise RulesetError(
                    "passing.kind",
                    "as-exchange needs exchanges of no tiles at any time: set exchange.least = 0",
                )
        need = self.seats.max * self.rack.size
        if len(self.tiles.counts) < need:
            raise RulesetError(
                "tiles",
                f"{len(self.tiles.counts)} tiles are not enough for {self.seats.max} seats "
                f"with {self.rack.size} on each rack ({need})",
            )
        if score_bound(self.layout, self.tiles, self.rack.size, self.bonus.points) > SCORE_MAX:
            raise RulesetError(
                "board.rows",
                f"with this many word premiums in one line a play could score over {SCORE_MAX:,} points",
            )
        for number, run in enumerate(self.end.runs):
            if (run.turns is None) == (run.rounds is None):
                raise RulesetError(f"end.runs[{number}]", "must have either turns or rounds")
        if not any(
            run.of == "tileless" and not (run.bag_empty or run.unless_all_zero) for run in self.end.runs
        ):
            raise RulesetError(
                "end.runs",
                "must have one run of tileless turns without conditions, or a game might never end",
            )

    @property
    def refills_at_once(self) -> bool:
        """Does a seat draw as its turn ends, rather than as its next one begins?"""
        return self.rack.refill == "end-of-turn"

    @property
    def allows_exchanges(self) -> bool:
        """Can tiles be exchanged at all?"""
        return self.exchange.allowed

    @property
    def exchanges_whole_racks(self) -> bool:
        """Does an exchange always take the whole rack, or as much of it as the bag holds?"""
        return self.exchange.whole_rack

    @property
    def allows_challenges(self) -> bool:
        """Do words stand until challenged?"""
        return self.words.challenge is not None

    @property
    def run_reasons(self) -> tuple[str, ...]:
        """Why a game ends, by the number of the run of turns that ends it."""
        return tuple(run.reason for run in self.end.runs)
