"""Who won, from names alone: a list of games says so without the rules of any."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.wording.catalog import say


def winner_line(winners: Sequence[int], names: Sequence[str], tie_name: str) -> str:
    """`Left wins.`; `tie_name` is what these rules call a tie."""
    return say("outcomes.winner", {**winner_names(winners, names), "tie_name": tie_name})


def winner_names(seats: Sequence[int], names: Sequence[str]) -> dict[str, object]:
    """The winners as messages name them."""
    return {"names": [names[seat] for seat in seats], "first": names[seats[0]]}
