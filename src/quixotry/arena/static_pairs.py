"""Pairs of the static player against itself, played in compiled code.

`StaticPlayer` makes the same moves with the same draws, turn by turn, and the referee gives them the same scores;
that is tested. The tiles follow from the same seed in both games of a pair.
"""

from __future__ import annotations

import time
from functools import lru_cache

from quixotry.arena.plan import Chunk, Plan, lexicon_of
from quixotry.arena.played import PlayedChunk, PlayedGame, PlayedPair
from quixotry.arena.refereed_game import timed_rules
from quixotry.arena.seating import header, seat_order
from quixotry.arena.static_games import replayed
from quixotry.engine.leaves_file import leaves_for
from quixotry.engine.moves import Engine
from quixotry.engine.native.game_record import Turn
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.lexicon.gaddag_file import graph_for
from quixotry.notation.gcg import export_gcg
from quixotry.rules.ruleset import Ruleset


def play(chunk: Chunk, numbers: range) -> PlayedChunk:
    """All pairs of a chunk; games of which a record is wanted go through the referee besides."""
    plan = chunk.plan
    ruleset, player, engine = _player(plan)
    pairs, records = [], []
    began = time.perf_counter()
    for number in numbers:
        games = []
        for place in (1, 2):
            order = seat_order(ruleset, place)
            compiled = player.game(plan.seed + number, place)
            games.append(summary(ruleset, compiled[1:], order))
            if number < chunk.records:
                head = header(plan, ruleset, (chunk.first, chunk.second), number, place=place)
                game = replayed(head, lexicon_of(plan.lexicon, plan.lexicon_digest), engine, compiled)
                records.append((number, place, export_gcg(game).decode()))
        pairs.append(PlayedPair(chunk.first, chunk.second, number, (games[0], games[1])))
    return PlayedChunk(tuple(pairs), tuple(records), time.perf_counter() - began)


def summary(
    ruleset: Ruleset,
    compiled: tuple[list[Turn], tuple[int, int], tuple[int, int], str | int],
    order: tuple[int, int],
) -> PlayedGame:
    """The figures of a compiled game. `order` says which player had seat 1 and seat 2."""
    turns, scores, before, reason = compiled
    made: tuple[list[int], list[int]] = ([], [])
    bingos = [0, 0]
    for kind, seat, score, what, _ in turns:
        made[seat].append(score)
        if kind == "play" and len(what) >= ruleset.bonus.tiles:
            bingos[seat] += 1
    first, second = order.index(0), order.index(1)
    lead = scores[first] - scores[second]
    if lead == 0 and ruleset.end.tie == "before-settling":
        lead = before[first] - before[second]
    return PlayedGame(
        starter=order[turns[0][1]],
        scores=(scores[first], scores[second]),
        winner=-1 if lead == 0 else int(lead < 0),
        reason=ruleset.run_reasons[reason] if isinstance(reason, int) else reason,
        turn_scores=(tuple(made[first]), tuple(made[second])),
        bingos=(bingos[first], bingos[second]),
        used_ms=(0, 0),
        slowest_ms=(0, 0),
    )


@lru_cache(maxsize=1)
def _player(plan: Plan) -> tuple[Ruleset, SelfPlay, Engine]:
    ruleset = timed_rules(plan.ruleset, plan.time)
    lexicon = lexicon_of(plan.lexicon, plan.lexicon_digest)
    graph = graph_for(ruleset, lexicon)
    return ruleset, SelfPlay(ruleset, graph, leaves_for(ruleset, lexicon)), Engine(ruleset, graph)
