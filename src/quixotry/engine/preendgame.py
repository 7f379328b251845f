"""The last tiles of the bag, two players: every legal move under every draw there can be, by the chance to win.

With one to four tiles in the bag there are few ways in which they and the other rack can lie (at most 330 with eleven
tiles not seen), so none is left to luck: each counts with its probability. Under each of them the game is laid open
(`open_game`): from then on both sides know every tile. If the move empties the bag that is how it is; if it does not,
it is an assumption, and one that flatters the other player most, who moves next.

What a move comes to under a draw is a win, a tie or a loss; by how many points matters only between moves that win
equally often. Moves enter by what both sides come to if they play what looks best on the spot. Of those that
promise most, draw after draw is looked at again, trying some replies and answers, and then decided, easy ones first,
until no other move can win more often than the best. A move is dropped only when the draws it is known to lose make
that certain. So what is called proven is exact, and when time runs out the figures say on how many draws they rest.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from quixotry.engine.agenda import EPSILON, Agenda, Asked, Batch, Remainder, SpreadAgenda
from quixotry.engine.arm import LEVEL_FACTOR, ROLLOUT_DRAWS, USUAL_DRAWS, Arm, Toll
from quixotry.engine.crew import Crew
from quixotry.engine.deals import Question
from quixotry.engine.moves import Candidate
from quixotry.engine.open_game import Budget, LaidMove, OpenGame
from quixotry.engine.preendgame_result import PreEndgameMove, is_mixed, place, ranked
from quixotry.engine.simulator import Perspective, SimulatedMove
from quixotry.engine.solver import NODES_MAX
from quixotry.lexicon.compiled import COMPILED
from quixotry.rules.move import Move
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

if COMPILED:
    from quixotry.engine.reachable_graph import ReachableGraph
    from quixotry.lexicon.gaddag import Gaddag

BAG_MAX = 4
HELD_MAX = 11
"""Tiles of a rack and the bag that the search tells apart."""
FIRST_SHARE = 0.25
"""Of the budget, for first sight."""
RUNG_SHARE = 4
"""Of moves looked at under some draws a quarter is looked at under three times as many more, and so on."""
RUNG_PART = 0.5
"""Of what is left of that for one rung: where there are thousands of moves, those that equity thinks least of may not
be looked at."""
AT_ONCE = 64
"""So many moves are looked at, under a draw of each kind, before the budget is asked for."""
FINALISTS = 12
"""So many moves, at least, are looked at under every draw."""
LEVEL_NODES = 300
"""The first try to decide a draw may take so many nodes."""
POINT_CHANCE = 0.004
"""What a point of equity is taken to be worth in win chance, of moves that no rollouts were made of."""
TRIES_MAX = 14
"""After so many tries, with more nodes than any budget has, a draw is not going to be decided."""
SUM_SECONDS = 30e-6
"""What summing up takes for each move."""
HINTED_BAG = 2
"""With so many tiles in the bag there are too many draws to begin with them: rollouts say what is worth looking at."""
EQUALS_MAX = 12
"""Moves that win equally often are compared by points, the most promising ones."""
EQUAL_NODES = 200_000
"""For the points of one draw."""

Answer = tuple[int, bool] | None
"""Who seems to win, and whether that is sure; None if it was not found out."""


class PreEndgame:
    """Weighs moves near the end of the bag. One caller uses it at a time; another thread may `cancel`."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag, *, threads: int = 1) -> None:
        self.ruleset, self._graph = ruleset, graph
        self._games = _games(ruleset, graph, threads)
        self._reachable = ReachableGraph(ruleset, graph)
        self._cancelled = False

    @property
    def nodes(self) -> int:
        """Looked at so far, in all questions."""
        return sum(game.nodes for game in self._games)

    def cancel(self) -> None:
        """Make a search that is under way answer with what it has."""
        self._cancelled = True
        for game in self._games:
            game.cancel()

    def compare(
        self,
        perspective: Perspective,
        candidates: Sequence[Candidate],
        *,
        turns: Sequence[Turn] = (),
        scores: Sequence[int] = (1, 1),
        known: Tiles | None = None,
        rolled: Mapping[Move, SimulatedMove] | None = None,
        seed: int = 0,
        budget_ms: float = 1e9,
        nodes_max: int = NODES_MAX,
        shown: int = 0,
    ) -> list[PreEndgameMove]:
        """The candidates, best first. On one thread, with a budget in nodes alone, the answer is always the same.

        `scores` are the points made in this game, of who is on turn first; the perspective's may be those of a
        match. `known` is the other rack, if it is; `rolled` what rollouts came to, of the moves they were made of.
        Of the first ones, as many as are `shown`, all draws are decided even when none of them can be the best, as far
        as the budget goes. With an empty bag there is one draw, and points decide."""
        if not can_compare(self.ruleset, perspective):
            raise ValueError("a pre-endgame has two players and at most four tiles in the bag")
        began = time.monotonic()
        self._cancelled = False
        for game in self._games:
            game.resume()
        if nodes_max < NODES_MAX:
            # A table filled by earlier questions would change how far the nodes go.
            self._games = _games(self.ruleset, self._graph, len(self._games))
        tiles = (*perspective.own, *perspective.unseen)
        graph = self._reachable.made(perspective.board, tiles, budget_ms)
        for game in self._games:
            game.set_graph(graph)
        question = Question(perspective, tuple(turns), tuple(scores), known, seed)
        rolled = rolled or {}
        arms = _arms(question, candidates, self.ruleset, rolled if perspective.bag >= HINTED_BAG else {})
        seconds = budget_ms / 1000 - SUM_SECONDS * len(arms)
        limit = _Limit(self, began + seconds, self.nodes + nodes_max)
        with Crew(self._games) as crew:
            self._look(question, arms, limit.part(FIRST_SHARE), crew)
            if perspective.bag:
                self._decide(question, Agenda(arms), limit, crew)
            self._count_points(question, arms, limit, crew)
            if perspective.bag and shown:
                self._decide(question, Remainder(arms, shown, place), limit, crew)
        return ranked(arms, rolled)

    def _look(self, question: Question, arms: Sequence[Arm], limit: _Limit, crew: Crew) -> None:
        """First sight: every move under a draw or two, the better ones under more, the best of them under all."""
        rung, first, amount = list(arms), 0, 1
        most = max((len(arm.deals) for arm in arms), default=0)
        while first < most and not limit.is_reached:
            last = min(first + amount, most)
            self._look_under(question, rung, range(first, last), limit.part(RUNG_PART), crew)
            rung.sort(key=lambda arm: (-arm.standing, -arm.mean_seen, arm.number))
            del rung[max(FINALISTS, len(rung) // RUNG_SHARE) :]
            first, amount = last, 3 * amount
        seen = [arm.seen_chance for arm in arms if arm.seen]
        for arm in arms:
            arm.look_back(sum(seen) / max(1, len(seen)))
        _expect(arms)

    def _look_under(
        self, question: Question, arms: Sequence[Arm], numbers: range, limit: _Limit, crew: Crew
    ) -> None:
        """First sight of these moves under these draws."""

        tasks: list[tuple[int, list[Arm]]] = []
        for number in numbers:
            for first in range(0, len(arms), AT_ONCE):
                kinds: dict[int, list[Arm]] = {}
                for arm in arms[first : first + AT_ONCE]:
                    if number < len(arm.deals):
                        kinds.setdefault(id(arm.deals), []).append(arm)
                tasks += [(number, some) for some in kinds.values()]
        left = iter(tasks)

        def take() -> tuple[int, list[Arm]] | None:
            return None if limit.is_reached else next(left, None)

        def work(game: OpenGame, task: tuple[int, list[Arm]]) -> list[int]:
            number, some = task
            question.lay_open(game, some[0].deals[number])
            return [question.lead + game.first_sight(arm.move) for arm in some]

        def give(task: tuple[int, list[Arm]], points: list[int]) -> None:
            number, some = task
            for arm, each in zip(some, points, strict=True):
                arm.seen[number] = each

        crew.share(take, work, give)

    def _decide(self, question: Question, agenda: Agenda | Remainder, limit: _Limit, crew: Crew) -> None:
        """Win, tie or loss, draw after draw, for as long as there is something to be found out."""

        def take() -> Batch | None:
            return None if limit.is_reached else agenda.next_batch()

        def work(game: OpenGame, batch: Batch) -> tuple[list[tuple[Asked, Answer]], int]:
            found: list[tuple[Asked, Answer]] = []
            before = game.nodes
            for deal, some in batch.tasks:
                if limit.is_reached:
                    break
                question.lay_open(game, deal)
                for asked in some:
                    arm, tries, _ = asked
                    if tries:
                        nodes = LEVEL_NODES * LEVEL_FACTOR ** (tries - 1)
                        sign = game.compare(arm.move, -question.lead, limit.budget(nodes))
                        found.append((asked, None if sign is None else (sign, True)))
                    else:
                        found.append(
                            (asked, game.second_sight(arm.move, -question.lead, limit.budget(NODES_MAX)))
                        )
            return found, game.nodes - before

        def give(batch: Batch, result: tuple[list[tuple[Asked, Answer]], int]) -> None:
            found, nodes = result
            for (arm, tries, number), answer in found:
                arm.toll.count(number, tries, is_lost=answer == (-1, True))
                if answer is not None and answer[1]:
                    arm.settle(number, answer[0])
                    continue
                if answer is not None:
                    arm.look_again(number, answer[0])
                if tries < TRIES_MAX:
                    arm.wait(number, tries + 1)
            agenda.note(batch, {arm.number: arm for (arm, _, _), _ in found}.values(), nodes)

        crew.share(take, work, give)

    def _count_points(self, question: Question, arms: Sequence[Arm], limit: _Limit, crew: Crew) -> None:
        """The final spread of the moves that win as often as the best, the most promising first."""
        floor = max((arm.won for arm in arms), default=0.0)
        equals = [arm for arm in arms if arm.most > floor - EPSILON]
        equals.sort(key=lambda arm: (not arm.is_settled, -arm.mean_seen, arm.number))
        if question.is_hidden:
            del equals[EQUALS_MAX:]
        agenda = SpreadAgenda(equals, floor)

        def take() -> tuple[Arm, int] | None:
            return None if limit.is_reached else agenda.next_draw()

        def work(game: OpenGame, asked: tuple[Arm, int]) -> int | None:
            arm, number = asked
            question.lay_open(game, arm.deals[number])
            guess = arm.seen.get(number, question.lead) - question.lead
            return game.value(arm.move, guess, limit.budget(EQUAL_NODES if question.is_hidden else 1 << 60))

        def give(asked: tuple[Arm, int], value: int | None) -> None:
            arm, number = asked
            agenda.note(arm, is_found=value is not None)
            if value is not None:
                points = question.lead + value
                arm.values[number] = points
                if number not in arm.signs:
                    arm.settle(number, (points > 0) - (points < 0))

        crew.share(take, work, give)


def _games(ruleset: Ruleset, graph: Gaddag, threads: int) -> list[OpenGame]:
    """One for each thread, over one transposition table."""
    first = OpenGame(ruleset, graph)
    return [first, *(OpenGame(ruleset, graph, sharing=first) for _ in range(threads - 1))]


def can_compare(ruleset: Ruleset, perspective: Perspective) -> bool:
    """Are there few enough draws to go through all? Where racks are filled up only at the start of a turn, they are
    not drawn as the search takes it."""
    return (
        len(perspective.others) == 1
        and 0 <= perspective.bag <= BAG_MAX
        and (not perspective.bag or ruleset.rack.refill != "start-of-turn")
        and max(len(perspective.own), *perspective.others) + perspective.bag <= HELD_MAX
    )


@frozen
class _Limit:
    """The end of a budget in time and nodes."""

    owner: PreEndgame
    until: float
    nodes: int

    @property
    def is_reached(self) -> bool:
        return self.owner._cancelled or self.owner.nodes >= self.nodes or time.monotonic() >= self.until

    def part(self, share: float) -> _Limit:
        now, nodes = time.monotonic(), self.owner.nodes
        return _Limit(self.owner, now + (self.until - now) * share, nodes + int((self.nodes - nodes) * share))

    def budget(self, nodes: int) -> Budget:
        """For one question, of so many nodes at most."""
        return Budget(max(1, min(nodes, self.nodes - self.owner.nodes)), self.until)


def _arms(
    question: Question,
    candidates: Sequence[Candidate],
    ruleset: Ruleset,
    rolled: Mapping[Move, SimulatedMove],
) -> list[Arm]:
    width, size = ruleset.layout.width, ruleset.rack.size
    tolls: dict[int, Toll] = {}
    arms = []
    for number, each in enumerate(candidates):
        deals = question.deals(each, size)
        arms.append(
            Arm(
                each,
                LaidMove.of(each, width),
                deals,
                number,
                left=question.left(each, size),
                # An exchange has deals of its own.
                toll=Toll() if is_mixed(each) else tolls.setdefault(id(deals), Toll()),
                rolled=rolled[each.move].win_chance if each.move in rolled else None,
            )
        )
    return arms


def _expect(arms: Sequence[Arm]) -> None:
    """What is expected of moves before any draw is decided. Those that no rollouts were made of, since equity thinks
    little of them, are taken to be like the worst that there were, less what they are behind it in equity, and better
    or worse as first sight says."""
    tried = [(arm.rolled, arm) for arm in arms if arm.rolled is not None]
    worst = min((rolled for rolled, _ in tried), default=0.0)
    equity = min((arm.candidate.equity for _, arm in tried), default=0.0)
    usual = sum(arm.first.guess for _, arm in tried) / max(1, len(tried))
    for arm in arms:
        if arm.rolled is not None:
            arm.expect(arm.rolled, ROLLOUT_DRAWS)
        else:
            behind = max(0.0, equity - arm.candidate.equity) if tried else 0.0
            arm.expect(worst + arm.first.guess - usual - POINT_CHANCE * behind, USUAL_DRAWS)
