"""What has happened in a game, as a seat may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from quixotry.protocol.moves import Placement, show_placements
from quixotry.protocol.views import Outcome, WordScore, show_outcome, show_word
from quixotry.rules import event as happened
from quixotry.rules import view as rules
from quixotry.rules.alphabet import Alphabet
from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen


@frozen
class PublicEvent:
    """An event with the two things about it that follow from the public position before it."""

    event: happened.Event
    text: str = ""
    """A play as people write it: `8H t(RA)IN`."""
    total: int = 0
    """The seat's score after it."""


class _Seen(Struct, frozen=True, tag_field="kind", tag=True):
    """The root of all seen events; the kind is the name of the type."""

    seq: int
    seat: int
    at_ms: int
    """Of play time."""


class FirstTileDrawn(_Seen, frozen=True, tag=True):
    """The draw for first play, in order; a repeated seat is a redraw of equals."""

    tile: str


class StarterChosen(_Seen, frozen=True, tag=True):
    """It is known who starts."""


class TilesDrawn(_Seen, frozen=True, tag=True):
    """Tiles came out of the bag."""

    count: int
    tiles: str | UnsetType = UNSET
    """Only when they are one's own."""


class TilesPlayed(_Seen, frozen=True, tag=True):
    """A play."""

    placements: list[Placement]
    words: list[WordScore]
    bonus: int
    score: int
    total: int
    """The seat's score after it."""
    text: str
    """`8H t(RA)IN`."""


class TilesExchanged(_Seen, frozen=True, tag=True):
    """Tiles went back for others."""

    count: int
    returned: str | UnsetType = UNSET
    """Only when they are one's own."""
    drawn: str | UnsetType = UNSET
    """Only when they are one's own."""


class TurnPassed(_Seen, frozen=True, tag=True):
    """A pass."""


class PlayAccepted(_Seen, frozen=True, tag=True):
    """The next seat let the last play stand."""


class PlayChallenged(_Seen, frozen=True, tag=True):
    """The last play was challenged."""

    words: tuple[str, ...]
    bad: tuple[str, ...]
    """Those the word list does not have."""


class PlayWithdrawn(_Seen, frozen=True, tag=True):
    """A challenged play came off the board."""

    placements: list[Placement]
    score: int
    """What it had scored."""
    total: int


class TurnLost(_Seen, frozen=True, tag=True):
    """A challenge failed and cost the challenger the turn."""


class PointsAdjusted(_Seen, frozen=True, tag=True):
    """Points gained or lost other than by a play."""

    points: int
    why: str
    """`challenge`, `time`, `own-tiles` or `others-tiles`."""
    tiles: str
    """The unplayed tiles that were counted."""
    total: int


class Resigned(_Seen, frozen=True, tag=True):
    """A seat gave up."""


class Forfeited(_Seen, frozen=True, tag=True):
    """A seat has lost by the clock, or because it stayed away."""

    why: Literal["time", "absence"]


class Adjudicated(_Seen, frozen=True, tag=True):
    """The game ends as it stands, because this seat did not move."""

    why: Literal["adjudicated", "abandoned"]


class TurnsTakenBack(_Seen, frozen=True, tag=True):
    """A person took back their last turn, and what computers had answered."""

    turns: int
    """How many turns that were."""
    total: int
    """The seat's score now."""


class GameEnded(_Seen, frozen=True, tag=True):
    """The game is over."""

    outcome: Outcome


SeenEvent = (
    FirstTileDrawn
    | StarterChosen
    | TilesDrawn
    | TilesPlayed
    | TilesExchanged
    | TurnPassed
    | PlayAccepted
    | PlayChallenged
    | PlayWithdrawn
    | TurnLost
    | PointsAdjusted
    | Resigned
    | Forfeited
    | Adjudicated
    | TurnsTakenBack
    | GameEnded
)


def show_event(seen: rules.SeenEvent, public: PublicEvent, ruleset: Ruleset) -> SeenEvent:
    """A seen event as it is told; `public` adds what everybody can work out for themselves."""
    if isinstance(seen, rules.SeenDraw):
        return TilesDrawn(seen.seq, seen.seat, seen.at_ms, seen.count)
    if isinstance(seen, rules.SeenExchange):
        return TilesExchanged(seen.seq, seen.seat, seen.at_ms, seen.count)
    event, alphabet = seen.event, ruleset.tiles.alphabet
    head = (event.seq, event.seat, event.at_ms)
    match event:
        case happened.FirstTileDrawn(tile=tile):
            return FirstTileDrawn(*head, alphabet.tile_sign(tile))
        case happened.TilesDrawn(tiles=tiles):
            return TilesDrawn(*head, len(tiles), _signs(tiles, alphabet))
        case happened.TilesPlayed():
            return TilesPlayed(
                *head,
                placements=show_placements(event.placements, alphabet),
                words=[show_word(word, ruleset) for word in event.words],
                bonus=event.bonus,
                score=event.score,
                total=public.total,
                text=public.text,
            )
        case happened.TilesExchanged(returned=returned, drawn=drawn):
            return TilesExchanged(*head, len(returned), _signs(returned, alphabet), _signs(drawn, alphabet))
        case happened.PlayChallenged(words=words, bad=bad):
            return PlayChallenged(*head, words, bad)
        case happened.PlayWithdrawn(placements=placements, score=score):
            return PlayWithdrawn(*head, show_placements(placements, alphabet), score, public.total)
        case happened.PointsAdjusted(points=points, why=why, tiles=tiles):
            return PointsAdjusted(*head, points, why, _signs(tiles, alphabet), public.total)
        case happened.Forfeited(why=why):
            return Forfeited(*head, why)
        case happened.Adjudicated(why=reason):
            return Adjudicated(*head, reason)
        case happened.TurnsTakenBack(turns=turns):
            return TurnsTakenBack(*head, turns, public.total)
        case happened.GameEnded(outcome=outcome):
            return GameEnded(*head, show_outcome(outcome, ruleset))
        case _:
            return _BARE[type(event)](*head)


_BARE: dict[type[happened.Event], type[StarterChosen | TurnPassed | PlayAccepted | TurnLost | Resigned]] = {
    happened.StarterChosen: StarterChosen,
    happened.TurnPassed: TurnPassed,
    happened.PlayAccepted: PlayAccepted,
    happened.TurnLost: TurnLost,
    happened.Resigned: Resigned,
}
"""The kinds that have nothing more to say."""


def _signs(tiles: Sequence[int], alphabet: Alphabet) -> str:
    return "".join(map(alphabet.tile_sign, tiles))
