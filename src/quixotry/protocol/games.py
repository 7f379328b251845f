"""Games as lists show them, how one is begun and joined, and finished games turn by turn."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from quixotry.protocol.client import SEQ_MAX, AbsenceEnding
from quixotry.protocol.rulesets import Ruleset
from quixotry.protocol.views import Outcome
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.match import MatchOutcome


class RulesetName(Struct, frozen=True):
    """Which ruleset."""

    name: str
    title: str


class MatchProgress(Struct, frozen=True):
    """The match a game belongs to."""

    id: str
    game: int
    """The number of this game."""
    games: list[str]
    """The ids of those begun; the next is there as soon as one is over."""
    outcome: MatchOutcome | None
    """Once all are over."""


class DrawStage(Struct, frozen=True):
    """How far the draw of a game is whose tiles are not dealt yet (docs/reference/draw.md)."""

    number: int
    previous: str
    commitment: str
    attempt: int
    pledges: list[str]
    """By seat; empty for one that has not pledged yet, and for a computer's."""
    given: list[int]
    """The seats that have given their shares."""


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """A game as lists show it, to one session."""

    id: str
    ruleset: RulesetName
    lexicon: str
    players: tuple[SeatedPlayer, ...]
    seats: tuple[int, ...]
    """Those this session holds."""
    state: Literal["unfinished", "finished"]
    turn: int | None
    scores: tuple[int, ...]
    seq: int
    started_at: str
    played_at: str
    outcome: Outcome | None
    match: MatchProgress | None
    retry_of: str
    """The id of the game this one was begun from, at one of its turns; mostly empty."""
    imported: bool
    """From a GCG file: a record to look at, not a game to play on."""
    uploaded: bool = False
    """A save somebody brought along: what happened in it happened elsewhere, and nobody can be invited to it."""
    hosting: bool = False
    """This session invites to its open seats."""
    open_seats: tuple[int, ...] = ()
    """Seats that wait for whoever is invited; the tiles are dealt when there are none."""
    draw: DrawStage | None = None
    """Until the tiles are dealt: what house and seats have given to the draw."""


class GamePage(Struct, frozen=True):
    """A page of a list of games."""

    games: list[GameSummary]
    """The one last played first."""
    before: str | None
    """Where the next page begins."""


class PersonRecord(Struct, frozen=True):
    """What somebody has done in all the games kept here."""

    name: str
    games: int
    won: int
    points: int
    """In all of them."""
    best_game: int
    bingos: int
    best_word: str
    """Of the play that scored most; empty if none is known."""
    best_score: int


class PersonRecords(Struct, frozen=True):
    """Each person's record, whoever has won most first."""

    people: list[PersonRecord]


class WantedSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a game somebody wants to begin."""

    kind: Literal["person", "computer"]
    name: str = ""
    """1 to 40 printable characters; a computer's may be left out."""
    level: str = ""
    invited: bool = False
    """This person sits somewhere else: the seat is free until somebody brings its invitation."""


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin."""

    ruleset: str
    players: list[WantedSeat]
    lexicon: str = "default"


class InvitationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of one's own to give to somebody else."""

    seat: int


class AbsenceRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish of a seat that stayed to end a game whose seat on turn stays away."""

    seat: int
    expected_seq: Annotated[int, Meta(ge=0, le=SEQ_MAX)]
    ending: AbsenceEnding


class Invitation(Struct, frozen=True):
    """A key that gives a seat to whoever brings it first."""

    path: str
    key: str
    link: str | None
    """The address to open on another device; null if the server listens to its own computer alone."""
    picture: str | None
    """The same as a QR code: an SVG in a `data:` address."""


class InvitationCard(Struct, frozen=True):
    """What somebody invited should know before they sit down."""

    host: str
    """Who invites; empty if they have no seat."""
    ruleset: RulesetName
    rules: str
    """How it is played, in a sentence or two."""
    players: tuple[SeatedPlayer, ...]
    seat: int
    """Whose seat it is."""
    can_rename: bool
    """May they choose a name? Not once the tiles are dealt."""


class ClaimableSeats(Struct, frozen=True):
    """The seats that somebody at the server's own computer may take over from another of its browsers."""

    seats: tuple[int, ...]


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A key somebody brings."""

    key: str
    name: str = ""
    """What they want to be called; empty: as the seat is called."""


class WayBack(Struct, frozen=True):
    """How somebody comes back to their seats at a table from another browser."""

    path: str
    """`/back#KEY`: what stands after the `#` is never sent with a request for a page."""
    link: str | None
    """The same for another device; null if the server listens to its own computer alone."""


class ComeBackRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a way back."""

    key: str


class ScoredWord(Struct, frozen=True):
    """A word in a replay."""

    text: str
    points: int


class Frame(Struct):
    """One turn, challenge or settling of a finished game: the board, scores and bag *after* it."""

    board: list[str]
    scores: tuple[int, ...]
    bag_count: int
    rack: str
    """The mover's, *before* it; `""` when unknown."""
    seat: int | None
    kind: str
    """`start play exchange pass challenge withdrawn lost time settling resigned forfeited adjudicated taken-back`,
    and `end`."""
    text: str
    score: int
    words: list[ScoredWord]
    squares: list[int]
    note: str
    seq: int | None
    """The number of its event; null in an imported game."""


class RecordCheck(Struct, frozen=True):
    """What the check of an imported file came to: its verdicts, and the reasons."""

    scores_right: bool | None
    """Does every score and total follow from the moves? `null` if that cannot be told."""
    legal: bool | None
    """Could all of it have happened? `null` if that cannot be told."""
    draw_follows: bool | None
    """Does every tile follow from what was fixed beforehand? `null` where the file tells nothing of it."""
    findings: list[str]
    """All that is wrong, each a sentence with its line; in a line, a fault comes before what follows from it."""
    warnings: list[str]
    """What is odd, and changes neither verdict."""


class Replay(Struct, frozen=True):
    """A finished (or imported) game, everything open."""

    game: GameSummary
    ruleset: Ruleset
    frames: list[Frame]
    """One at the start and one for each turn, challenge or settling."""
    check: RecordCheck | None
    """Of an imported file."""


class RetryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn of a finished game to play on from."""

    seq: int
    """The number of the event that made the turn: that turn is played anew."""


class ImportedGame(Struct, frozen=True):
    """A GCG file that is now kept among the past games."""

    game: GameSummary
    check: RecordCheck
