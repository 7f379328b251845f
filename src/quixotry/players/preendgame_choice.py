"""Which move a computer makes near the end of the bag, given what going through every draw has found.

The search lays the game open: after the move both sides see every tile. In a game nobody does. So plays that leave
tiles in the bag are rated higher than the search rates them, rollouts have a say, and a decided game is played for
points (decision 0033).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf

from quixotry.engine.agenda import EPSILON
from quixotry.engine.preendgame_result import PreEndgameMove
from quixotry.engine.simulator import SPREAD_WEIGHT
from quixotry.players.level import Search
from quixotry.rules.move import Play


def preferred(found: Sequence[PreEndgameMove], search: Search) -> PreEndgameMove:
    """The move to make against somebody who does not see our rack, of those that were compared under every draw.

    Rollouts, in which nobody sees the other rack, count a little where the search is not sure; among moves that win
    equally often, or never, they go by points too. A play that empties the bag and wins whatever was in it is given up
    for nothing but points, when the game is decided."""
    wins = (each for each in found if each.is_proven and not each.left)
    sure = next((each for each in wins if each.win_chance_min > 1 - EPSILON), None)
    leader = _leader_in_points(found, search)
    if leader is not None and (sure is None or _points(leader) > _points(sure)):
        return leader
    return sure or max(found, key=lambda each: round(_hope(each, search), 9))


def _hope(move: PreEndgameMove, search: Search) -> float:
    """The chance to win against somebody who sees less than the search does."""
    hides = move.left > 0 and isinstance(move.candidate.move, Play)
    chance = _with_odds(move.win_chance, search.hidden_odds if hides else 0.0)
    unsure = 1.0 if move.left else max(search.least_doubt, move.win_chance_max - move.win_chance_min)
    if move.rolled is None:
        return chance - unsure * search.unrolled_cost
    more = unsure * (move.rolled.win_chance - chance) + SPREAD_WEIGHT * move.rolled.spread
    return chance + search.rollout_weight * more


def _leader_in_points(found: Sequence[PreEndgameMove], search: Search) -> PreEndgameMove | None:
    """What rollouts would play where they say that the game is decided, unless the search knows better."""
    tried = [(each, each.rolled) for each in found if each.rolled is not None]
    most = max((rolled.samples for _, rolled in tried), default=0)
    # Of what was soon left aside little is known.
    tried = [(each, rolled) for each, rolled in tried if 2 * rolled.samples >= most]
    if not tried:
        return None
    leader, rolled = max(tried, key=lambda pair: pair[1].win_chance + SPREAD_WEIGHT * pair[1].spread)
    is_won = (
        min(rolled.win_chance, leader.win_chance_max) >= search.decided_chance
        and leader.win_chance >= search.undoubted_chance
    )
    chances = (rolled.win_chance, *(each.win_chance_min for each in found))
    return leader if is_won or max(chances) <= 1 - search.decided_chance else None


def _points(move: PreEndgameMove) -> float:
    """Final points ahead: as worked out, else as in rollouts."""
    if move.spread is not None:
        return move.spread
    return move.rolled.spread if move.rolled is not None else -inf


def _with_odds(chance: float, more: float) -> float:
    """A chance whose odds are greater by a factor, given as its logarithm. What is certain stays so."""
    factor = exp(more)
    return chance * factor / (1 - chance + chance * factor)
