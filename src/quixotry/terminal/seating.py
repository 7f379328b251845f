"""Seats as people type them.

`NAME` for a person, `computer` or `computer:LEVEL` for a computer, `bot:COMMAND` for a program that is not ours.
"""

from __future__ import annotations

from quixotry.play.seating import PROGRAM, Seat

COMPUTER = "computer"


def parse_seat(text: str) -> Seat:
    """
    >>> parse_seat("computer:expert")
    Seat(kind='computer', name='', level='expert')
    >>> parse_seat("bot:python mybot.py")
    Seat(kind='computer', name='', level='bot:python mybot.py')
    """
    if text.strip().lower().startswith(PROGRAM):
        return Seat("computer", level=PROGRAM + text.strip()[len(PROGRAM) :].strip())
    kind, _, level = text.strip().partition(":")
    return Seat("computer", level=level) if kind.lower() == COMPUTER else Seat(name=text)


def format_seat(seat: Seat) -> str:
    """The text `parse_seat` reads."""
    level = f":{seat.level}" if seat.level else ""
    return f"{COMPUTER}{level}" if seat.kind == "computer" else seat.name
