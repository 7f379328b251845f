"""What each seat did in a finished game: best play, bonuses, turns. Kept with it, so that nobody reads it again."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.rules import event as happened
from quixotry.rules.event import Event
from quixotry.values import frozen

_TURNS = (happened.TilesExchanged, happened.TurnPassed, happened.TurnLost)


@frozen
class SeatFigures:
    turns: int = 0
    bingos: int = 0
    best_word: str = ""
    best_score: int = 0


def figures_of(events: Sequence[Event], seats: int) -> tuple[SeatFigures, ...]:
    """Of each seat. A play that came off the board is a turn without one; what was taken back never was."""
    turns: list[tuple[int, happened.TilesPlayed | None]] = []
    for event in events:
        if isinstance(event, happened.TilesPlayed):
            turns.append((event.seat, event))
        elif isinstance(event, _TURNS):
            turns.append((event.seat, None))
        elif isinstance(event, happened.PlayWithdrawn):
            last = max(at for at, (seat, play) in enumerate(turns) if seat == event.seat and play is not None)
            turns[last] = (event.seat, None)
        elif isinstance(event, happened.TurnsTakenBack):
            del turns[-event.turns :]
    return tuple(_figures([play for at, play in turns if at == seat]) for seat in range(seats))


def _figures(turns: Sequence[happened.TilesPlayed | None]) -> SeatFigures:
    plays = [play for play in turns if play is not None]
    best = max(plays, key=lambda play: play.score, default=None)
    return SeatFigures(
        turns=len(turns),
        bingos=sum(play.bonus > 0 for play in plays),
        best_word="" if best is None else best.words[0].text.upper(),
        best_score=0 if best is None else best.score,
    )
