"""What a ruleset says about turns, as numbers for compiled code. Tests replay such games through the referee."""

from __future__ import annotations

from typing import Final, Literal

from quixotry.lexicon.cdefs import Array, bint, cint, native
from quixotry.rules.ruleset import Ruleset

RUN_KINDS = ("passes", "exchanges", "scoreless", "tileless")
RUNS_MAX = 8
"""Runs there is room for. Rollouts are too short to look at any; self-play refuses rulesets with more."""
# Kinds of turns.
PLAYED: Final = 0
EXCHANGED: Final = 1
PASSED: Final = 2
DRAWN: Final = 1
ALTERNATING: Final = 2
FIRST_RULES = ("seat-1", "drawn", "alternating")


@native
class GameRules:
    """Exchanges, passes, refilling, runs that end a game, settling up."""

    rack_size: cint
    refill_first: bint
    exchange_allowed: bint
    whole_rack: bint
    exchange_least: cint
    bag_least: cint
    per_game: cint
    pass_as_exchange: bint
    pass_late: bint
    no_play: bint
    gains_double: bint
    first_rule: cint
    runs: cint
    run_of: Array[cint, Literal[8]]
    run_turns: Array[cint, Literal[8]]
    run_bag_empty: Array[bint, Literal[8]]
    run_unless_zero: Array[bint, Literal[8]]
    run_settles: Array[bint, Literal[8]]

    def __init__(self, ruleset: Ruleset) -> None:
        self.rack_size = ruleset.rack.size
        self.refill_first = ruleset.rack.refill == "start-of-turn"
        rule = ruleset.exchange
        self.exchange_allowed, self.whole_rack = rule.allowed, rule.whole_rack
        self.exchange_least, self.bag_least, self.per_game = rule.least, rule.bag_least, rule.per_game or 0
        self.pass_as_exchange = ruleset.passing.kind == "as-exchange"
        self.pass_late = ruleset.passing.kind == "after-first-play"
        self.no_play = ruleset.end.no_play
        self.gains_double = ruleset.end.out == "gains-double"
        self.first_rule = FIRST_RULES.index(ruleset.seats.first)
        self.runs = min(RUNS_MAX, len(ruleset.end.runs))
        for i, run in enumerate(ruleset.end.runs[:RUNS_MAX]):
            self.run_of[i] = RUN_KINDS.index(run.of)
            self.run_turns[i] = run.length(2)
            self.run_bag_empty[i] = run.bag_empty
            self.run_unless_zero[i] = run.unless_all_zero
            self.run_settles[i] = run.settling == "each-loses-own"

    @native
    def may_exchange(self, amount: cint, held: cint, bag: cint, made: cint) -> bint:
        """May a seat that holds so many tiles and has made so many exchanges give back so many (one or more)?"""
        most: cint = held if held < bag else bag
        return (
            self.exchange_allowed
            and amount >= 1
            and amount >= self.exchange_least
            and amount <= most
            and bag >= self.bag_least
            and not (self.per_game and made >= self.per_game)
            and not (self.whole_rack and amount != most)
        )

    @native
    def counts(self, run: cint, kind: cint, score: cint, bag: cint) -> bint:
        """Does a turn of a kind count for a run?"""
        if self.run_bag_empty[run] and bag:
            return False
        if self.run_of[run] == 0:
            return kind == PASSED
        if self.run_of[run] == 1:
            return kind == EXCHANGED
        if self.run_of[run] == 2:
            return score == 0
        return kind != PLAYED
