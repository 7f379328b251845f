"""Events as lines of the scoresheet and as sentences, alike in terminal and browser."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quixotry.protocol.events import PublicEvent, show_event
from quixotry.rules import event as happened
from quixotry.rules.board import Board
from quixotry.rules.event import Event
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.move import Placement
from quixotry.rules.ruleset_file import preset
from quixotry.rules.scoring import WordScore
from quixotry.rules.view import redact
from quixotry.wording.events import event_lines
from tests.rules.build import header_for
from tests.wording.node import run_module

RULES = preset("tournament")
HEADER = header_for(RULES, players=(SeatedPlayer("Ann"), SeatedPlayer("Bob")))
AT: dict[str, Any] = {"seq": 1, "seat": 0, "at_ms": 0}
WORDS = (WordScore("CAT", 112, False, 10), WordScore("AT", 113, True, 2))
PLAYED = happened.TilesPlayed(
    placements=(Placement(112, 3), Placement(113, 1), Placement(114, 20)),
    words=WORDS,
    bonus=50,
    score=62,
    **AT,
)

# event, what the terminal says, the entry of the browser's scoresheet (to a seat that is not concerned), its sentence
CASES: list[tuple[Event, str, str | None, str]] = [
    (PLAYED, "Ann: 8H CAT  +62  (CAT 10, AT 2, bonus 50)", "8H CAT", "Ann played CAT and AT for 62 points."),
    (happened.TurnPassed(**AT), "Ann: passed", "passed", "Ann passed."),
    (
        happened.TilesExchanged(returned=(1, 2), drawn=(3, 4), **AT),
        "Ann: exchanged 2 tiles",
        "exchanged 2 tiles",
        "Ann exchanged 2 tiles.",
    ),
    (
        happened.TilesExchanged(returned=(), drawn=(), **AT),
        "Ann: exchanged no tiles",
        "exchanged no tiles",
        "Ann exchanged no tiles.",
    ),
    (
        happened.PlayChallenged(words=("CAT", "TA"), bad=(), **AT),
        "Ann: challenged: CAT and TA are valid",
        "challenged: CAT and TA are valid",
        "Ann challenged: CAT and TA are in the word list.",
    ),
    (
        happened.PlayChallenged(words=("CAT", "QQ"), bad=("QQ",), **AT),
        "Ann: challenged: QQ is not valid",
        "challenged: QQ is not valid",
        "Ann challenged: QQ is not in the word list.",
    ),
    (
        happened.PlayWithdrawn(placements=(), score=12, **AT),
        "Ann: play withdrawn  -12",
        "play withdrawn",
        "Ann's play came off the board, with its 12 points.",
    ),
    (happened.TurnLost(**AT), "Ann: lost a turn", "lost a turn", "Ann lost a turn."),
    (happened.Resigned(**AT), "Ann: resigned", "resigned", "Ann resigned."),
    (
        happened.TurnsTakenBack(turns=2, **AT),
        "Ann: took back the last turn",
        "took back the last turn",
        "Ann took back the last turn.",
    ),
    (happened.FirstTileDrawn(tile=0, **AT), "Ann drew a blank.", None, "Ann drew a blank."),
    (happened.FirstTileDrawn(tile=5, **AT), "Ann drew E.", None, "Ann drew E."),
    (happened.StarterChosen(**AT), "Ann plays first.", None, "Ann plays first."),
    (
        happened.PointsAdjusted(points=-8, why="own-tiles", tiles=(10,), **AT),
        "Ann: unplayed tiles J  -8",
        "unplayed tiles J",
        "",
    ),
    (
        happened.PointsAdjusted(points=16, why="others-tiles", tiles=(10, 0), **AT),
        "Ann: opponents' tiles J?  +16",
        "opponents' tiles J?",
        "",
    ),
    (happened.PointsAdjusted(points=-10, why="time", **AT), "Ann: overtime  -10", "overtime", ""),
    (
        happened.PointsAdjusted(points=5, why="challenge", **AT),
        "Ann: unsuccessful challenge  +5",
        "unsuccessful challenge",
        "Ann gains 5 points.",
    ),
    (happened.PlayAccepted(**AT), "", None, ""),
]


def plain(event: Event, seat: int) -> Any:
    """The event as a page of this seat gets it."""
    public = PublicEvent(event, "8H CAT" if event is PLAYED else "", 0)
    return msgspec.to_builtins(show_event(redact(event, seat), public, RULES))


@pytest.mark.parametrize(("event", "line"), [(event, line) for event, line, _, _ in CASES])
def test_the_terminal_tells_an_event(event: Event, line: str) -> None:
    assert event_lines([event], HEADER, Board.empty(RULES.layout)) == ([line] if line else [])


def test_settling_nothing_is_not_worth_a_line() -> None:
    nothing = happened.PointsAdjusted(points=0, why="others-tiles", **AT)
    assert event_lines([nothing], HEADER, Board.empty(RULES.layout)) == []


def test_the_browser_tells_the_same_events() -> None:
    events = [
        {
            "event": plain(event, 1),
            "players": [{"name": "Ann"}],
        }
        for event, *_ in CASES
    ]
    said = run_module("say.mjs", {"outcomes": [], "events": events, "matches": []})
    assert said["events"] == [[entry, sentence] for _, _, entry, sentence in CASES]


def test_ones_own_exchange_names_the_tiles() -> None:
    event = happened.TilesExchanged(returned=(1, 2), drawn=(3, 4), **AT)
    events = [{"event": plain(event, 0), "players": []}]
    said = run_module("say.mjs", {"outcomes": [], "events": events, "matches": []})
    assert said["events"] == [["exchanged AB", "Seat 1 exchanged 2 tiles."]]
