"""Which exchanges are allowed, and what a pass is where passing means exchanging nothing.

The one answer for everybody who asks before a move is made; `legality.check_exchange` names the reason of a
refusal, and `tests/rules/test_exchange.py` proves that the two agree.
"""

from __future__ import annotations

from typing import Literal

from quixotry.rules.move import Exchange, Move, Pass
from quixotry.rules.ruleset import ExchangeRule, Ruleset


def exchange_sizes(rule: ExchangeRule, *, held: int, bag: int, made: int) -> tuple[int, ...]:
    """How many tiles (one or more) may be exchanged by a seat that holds `held` and has exchanged `made` times.

    `bag` is what the bag holds once a play still open to challenge stands: see `bag_for_exchange`.
    """
    used_up = rule.per_game is not None and made >= rule.per_game
    if not rule.allowed or used_up or bag < rule.bag_least:
        return ()
    most = min(held, bag)
    least = most if rule.whole_rack else 1
    return tuple(range(max(1, least, rule.least), most + 1))


def allows_exchange(ruleset: Ruleset, amount: int, *, held: int, bag: int, made: int) -> bool:
    """May so many tiles be exchanged? None at all is a pass, of which nothing is said here."""
    return amount == 0 or amount in exchange_sizes(ruleset.exchange, held=held, bag=bag, made=made)


def exchanges_left(ruleset: Ruleset, made: int) -> int | None:
    """How often a seat that has exchanged `made` times may still do so; None where there is no limit."""
    per_game = ruleset.exchange.per_game
    return None if per_game is None else per_game - made


def bag_for_exchange(bag: int, *, rack_size: int, pending_holds: int | None) -> int:
    """What the bag will hold once a pending play stands and its seat has drawn; `pending_holds` is what that
    seat holds now, None when no play is pending."""
    owed = 0 if pending_holds is None else rack_size - pending_holds
    return max(0, bag - owed)


def pass_move(ruleset: Ruleset) -> Move:
    """The move that gives up a turn."""
    return Exchange(()) if _passes_by_exchange(ruleset) else Pass()


def begins_with_a_play(ruleset: Ruleset) -> bool:
    """Is a pass refused as long as the board is empty and the seat on turn could play?"""
    return ruleset.passing.kind == "after-first-play"


def pass_kind(ruleset: Ruleset) -> Literal["exchange", "pass"]:
    """What kind of turn a turn given up is."""
    return "exchange" if _passes_by_exchange(ruleset) else "pass"


def _passes_by_exchange(ruleset: Ruleset) -> bool:
    return ruleset.passing.kind == "as-exchange"
