"""Seats as people type them: `NAME` for a person, `computer` or `computer:LEVEL` for a computer."""

from __future__ import annotations

from quixotry.play.seating import Seat

COMPUTER = "computer"


def parse_seat(text: str) -> Seat:
    """
    >>> parse_seat("computer:expert")
    Seat(kind='computer', name='', level='expert')
    """
    kind, _, level = text.strip().partition(":")
    return Seat("computer", level=level) if kind.lower() == COMPUTER else Seat(name=text)


def format_seat(seat: Seat) -> str:
    """The text `parse_seat` reads."""
    level = f":{seat.level}" if seat.level else ""
    return f"{COMPUTER}{level}" if seat.kind == "computer" else seat.name
