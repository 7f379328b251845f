"""An opponent who does not see our rack: what comes of moves that leave tiles in the bag.

`preendgame` lays the game open once a move is made, which gives the other player more than he has. Here he weighs his
replies as he must, by how often each wins over all we may hold, and makes the best one; only then both sides know every
tile. For a move that empties the bag that is the same. Whether he makes our chance to win small or his own large is the
same too, since a tie counts half for both; among replies that win equally often he takes the one with more points.

For each rack he may hold that is a pre-endgame of its own, so this takes some hundred times as long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from quixotry.engine.agenda import EPSILON
from quixotry.engine.draws import Split, arrangements, splits
from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.preendgame import PreEndgame
from quixotry.engine.preendgame_result import DrawOutcome, PreEndgameMove
from quixotry.engine.simulator import Perspective
from quixotry.rules.exchange import pass_kind
from quixotry.rules.move import Exchange, Play
from quixotry.rules.position import Turn
from quixotry.rules.runs import full_run
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

NEXT_SHARE = 0.5
"""Of the time left, for the next move; what it does not need is left to those that follow."""


@frozen
class BlindReplies:
    """Asks what the other player replies. `search` weighs his replies, and ours."""

    engine: Engine
    search: PreEndgame
    perspective: Perspective
    turns: tuple[Turn, ...]
    scores: tuple[int, ...]
    """The points made in this game, of who is on turn first."""
    known: Tiles | None
    seed: int
    nodes_max: int
    """For each of his racks."""
    is_cancelled: Callable[[], bool]
    """Asked before each of them: `search` forgets that it was stopped when it is used again."""

    def weigh(self, moves: Sequence[PreEndgameMove], until: float) -> list[PreEndgameMove]:
        """Moves compared with the game laid open, best first, weighed again as far as the time goes."""
        found = []
        is_whole = True
        possible = self._possible()
        for each in moves:
            again = None
            if self._is_asked(each.candidate):
                now = time.monotonic()
                again = (
                    self._against(each, possible, now + NEXT_SHARE * (until - now)) if now < until else None
                )
                if again is not None and 2 * again.decided < again.draws:
                    # He was hardly given the time to find good replies: that flatters the move.
                    again = None
                is_whole = is_whole and again is not None and again.is_proven
            found.append(replace(again or each, is_best=False))
        found.sort(key=_place)
        best = found[0]
        others = max((each.win_chance_max for each in found[1:]), default=0.0)
        is_best = best.is_proven and (
            best.win_chance > 1 - EPSILON or (is_whole and others <= best.win_chance + EPSILON)
        )
        return [replace(best, is_best=is_best), *found[1:]]

    def _is_asked(self, candidate: Candidate) -> bool:
        """Is there a reply to which it matters what he knows? Of an exchange nothing is certain anyway."""
        if isinstance(candidate.move, Exchange) and candidate.move.tiles:
            return False
        return self._left(candidate) > 0 and not full_run(
            self.search.ruleset, self._turns_after(candidate), self.scores
        )

    def _drawn(self, candidate: Candidate) -> int:
        is_play = isinstance(candidate.move, Play)
        return (
            min(self.perspective.bag, self.search.ruleset.rack.size - len(candidate.leave)) if is_play else 0
        )

    def _left(self, candidate: Candidate) -> int:
        """In the bag after the move."""
        return self.perspective.bag - self._drawn(candidate)

    def _turns_after(self, candidate: Candidate) -> tuple[Turn, ...]:
        laid = candidate.move.placements if isinstance(candidate.move, Play) else ()
        kind = "play" if laid else pass_kind(self.search.ruleset)
        return (*self.turns, Turn(0, kind, candidate.score, False, laid))

    def _possible(self) -> list[Split]:
        """What he may hold."""
        return [
            split
            for split in splits(self.perspective.unseen, self.perspective.bag)
            if self.known is None or split.other == self.known
        ]

    def _against(
        self, move: PreEndgameMove, possible: Sequence[Split], until: float
    ) -> PreEndgameMove | None:
        """What a move comes to over all racks he may hold; None if it was stopped before each was looked at."""
        total = sum(split.chance for split in possible)
        outcomes = []
        for number, split in enumerate(possible):
            budget_ms = 1000 * (until - time.monotonic()) / (len(possible) - number)
            if budget_ms <= 0 or self.is_cancelled():
                return None
            outcome = self._outcome(move.candidate, split, split.chance / total, budget_ms)
            if outcome is None:
                return None
            outcomes.append(outcome)
        win_chance = sum(each.chance * each.win_chance for each in outcomes)
        spreads = [each.chance * each.spread for each in outcomes if each.spread is not None]
        decided = sum(each.is_proven for each in outcomes)
        is_proven = decided == len(outcomes)
        return replace(
            move,
            win_chance=win_chance,
            win_chance_min=win_chance if is_proven else 0.0,
            win_chance_max=win_chance if is_proven else 1.0,
            spread=sum(spreads) if len(spreads) == len(outcomes) else None,
            outcomes=tuple(outcomes),
            draws=len(outcomes),
            looked_at=len(outcomes),
            decided=decided,
            is_proven=is_proven,
        )

    def _outcome(
        self, candidate: Candidate, split: Split, chance: float, budget_ms: float
    ) -> DrawOutcome | None:
        """What a move comes to if he holds this; None if there was no time to look at his replies."""
        asked, board, drawn = self.perspective, self.perspective.board, self._drawn(candidate)
        if isinstance(candidate.move, Play):
            board = board.with_cells(candidate.move.placements)
        his = Perspective(
            board=board,
            own=split.other,
            unseen=self.search.ruleset.tiles.tiles((*candidate.leave, *split.bag)),
            others=(len(candidate.leave) + drawn,),
            bag=asked.bag - drawn,
            scores=(asked.scores[1], asked.scores[0] + candidate.score),
        )
        reply = self.search.compare(
            his,
            list(self.engine.search(board, split.other, bag=his.bag)),
            turns=self._turns_after(candidate),
            scores=(self.scores[1], self.scores[0] + candidate.score),
            seed=self.seed,
            budget_ms=budget_ms,
            nodes_max=self.nodes_max,
        )[0]
        if not reply.looked_at:
            return None
        his_chances = {each.bag: each for each in reply.outcomes}
        win_chance, spread = 0.0, 0.0
        is_valued = True
        for order, share in arrangements(split.bag, drawn):
            # What he does not know: which of the tiles he misses are still in the bag.
            found = his_chances.get(tuple(self.search.ruleset.tiles.tiles(order[drawn:])))
            win_chance += share * (1 - (reply.win_chance if found is None else found.win_chance))
            if found is None or found.spread is None:
                is_valued = False
            else:
                spread -= share * found.spread
        return DrawOutcome(split.bag, chance, win_chance, spread if is_valued else None, reply.is_best)


def _place(move: PreEndgameMove) -> tuple[bool, float, float]:
    """What there was time to look at comes first, then win chance counts, then points."""
    spread = float("inf") if move.spread is None else -move.spread
    return (not move.looked_at, -round(move.win_chance, 9), spread)
