"""What is known of one move of a pre-endgame: two ways to look at it, rollouts, and the draws that are decided.

First sight finishes the game under a draw by what looks best on the spot, for both sides. It sees every draw cheaply
and is wrong in one direction for one move, in the other for another: a bingo lane that the other player would close
stays open. Second sight tries what looks best as a reply, and as an answer to it: it takes ten times as long and is
seldom wrong, but mostly in one direction. So neither is taken as it is. What one says of a move is corrected by how far
off it was where more is known; and first sight by what rollouts came to, which count like some draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import exp

from quixotry.engine.deals import Deal
from quixotry.engine.moves import Candidate
from quixotry.engine.open_game import LaidMove

EVEN_POINTS = 12.0
UNSURE_POINTS = 5.0
"""A game that both sides finish by what looks best on the spot: so many points ahead are worth an even chance, and so
many more change the odds by a factor of e (decision 0033)."""
DOUBT = 2.0
"""What is not known of a move is taken to be like what is known of it and, as if seen under so many draws, like the
mean of all moves: else whoever was lucky under one draw would seem best."""
USUAL_DRAWS = 12.0
"""How far off a sight usually is counts like so many draws of the move itself: two draws won by luck say little."""
ROLLOUT_DRAWS = 12.0
"""What rollouts came to counts like so many draws at second sight."""
LEVEL_FACTOR = 6
"""Each further try to decide a draw may take so many times more nodes."""
LEVEL_COST = 0.1
"""A move whose draws are hard waits as if it won so much less often for each further try."""
LOST, TIED = 0.01, 0.5
WON, WON_EMPTIED = 0.87, 0.95
"""The chance to win what is lost, tied or won at second sight and not proven; the last after a move that empties the
bag (decision 0033)."""
FAIR_DRAWS = 100
"""With more draws than this nothing is going to be proven soon. Then they are decided in fair order, as all are looked
at, so that the first few stand for all; with fewer, those likely lost come first, which drops a move soonest."""

Waiting = tuple[tuple[float, float], int, int]
"""A deal to decide: its rank, the lower the sooner; the tries so far, of which second sight is the first; a number."""


@dataclass(slots=True)
class Sight:
    """Draws of which no more is known than one way to look at them says, corrected by how far off that was."""

    guess: float = 0.0
    """The chance to win under them, weighed by how likely they are."""
    rest: float = 0.0
    """How likely they are together."""
    surprise: float = 0.0
    """How much more often draws were won than this said, as far as more is known."""
    evidence: float = 0.0
    """How many draws that rests on."""

    @property
    def worth(self) -> float:
        off = self.surprise / self.evidence if self.evidence else 0.0
        return min(self.rest, max(0.0, self.guess + self.rest * off))

    def add(self, likely: float, chance: float) -> None:
        self.guess += likely * chance
        self.rest += likely

    def replace(self, likely: float, chance: float, found: float) -> None:
        """Of a draw more is known now."""
        self.guess = max(0.0, self.guess - likely * chance)
        self.rest = max(0.0, self.rest - likely)
        self.surprise += found - chance
        self.evidence += 1


@dataclass(slots=True)
class Toll:
    """Under which of the deals they have in common moves were proven lost, by the tries made before."""

    lost: dict[tuple[int, int], int] = field(default_factory=dict)
    tried: dict[tuple[int, int], int] = field(default_factory=dict)
    known: dict[tuple[int, int], float] = field(default_factory=dict)

    def count(self, number: int, tries: int, *, is_lost: bool) -> None:
        """A deal was tried once more, and a move proven lost under it or not."""
        deal = number, tries
        lost, tried = self.lost.get(deal, 0) + is_lost, self.tried.get(deal, 0) + 1
        self.lost[deal], self.tried[deal] = lost, tried
        self.known[deal] = (lost + 0.5) / (tried + 1) / LEVEL_FACTOR**tries

    def worth(self, number: int, tries: int) -> float:
        """How often such a try proves a move lost, for the nodes it takes. One that nobody has made is taken to do so
        half the time."""
        known = self.known.get((number, tries))
        return 0.5 / LEVEL_FACTOR**tries if known is None else known


@dataclass(slots=True)
class Arm:
    """What is known of one candidate. Lists go by the number of the deal."""

    candidate: Candidate
    move: LaidMove
    deals: Sequence[Deal]
    number: int
    left: int
    """Tiles in the bag after it."""
    toll: Toll = field(default_factory=Toll)
    """Shared by the moves with the same deals."""
    rolled: float | None = None
    """The chance to win that rollouts came to, if it was among those tried."""
    seen: dict[int, int] = field(default_factory=dict)
    """Final points ahead at first sight."""
    signs: dict[int, int] = field(default_factory=dict)
    values: dict[int, int] = field(default_factory=dict)
    chances: dict[int, float] = field(default_factory=dict)
    """To win the deals it was looked at under, as far as that is known."""
    seen_twice: set[int] = field(default_factory=set)
    mean_chance: float = 0.0
    """That of the other deals."""
    waiting: list[Waiting] | None = None
    """A heap of deals to decide. It is made when the first of them is wanted: most moves never come to that."""
    is_doubted: bool = False
    """Has it once promised less than another one wins for certain?"""
    won: float = 0.0
    lost: float = 0.0
    first: Sight = field(default_factory=Sight)
    second: Sight = field(default_factory=lambda: Sight(evidence=USUAL_DRAWS))

    @property
    def most(self) -> float:
        return 1.0 - self.lost

    @property
    def promise(self) -> float:
        """Its chance to win, as far as that is known."""
        return self.won + self.second.worth + self.first.worth

    @property
    def is_settled(self) -> bool:
        return len(self.signs) == len(self.deals)

    @property
    def mean_seen(self) -> float:
        total = sum(self.deals[n].chance for n in self.seen)
        return (
            sum(self.deals[n].chance * points for n, points in self.seen.items()) / total if total else -1e9
        )

    @property
    def seen_chance(self) -> float:
        """To win, on average of the draws it was looked at under."""
        return sum(map(win_chance, self.seen.values())) / len(self.seen) if self.seen else 0.0

    @property
    def standing(self) -> float:
        """The same, where there are rollouts taken together with them."""
        if self.rolled is None:
            return self.seen_chance
        seen = len(self.seen)
        return (ROLLOUT_DRAWS * self.rolled + seen * self.seen_chance) / (ROLLOUT_DRAWS + seen)

    @property
    def urgency(self) -> float:
        """Of its next deal as it was last ranked, the lower the sooner."""
        return (self.waiting[0][1] if self.waiting else 0) * LEVEL_COST - self.promise

    def look_back(self, mean: float) -> None:
        """Sum up first sight. What was not looked at is taken to be like what was, and like the mean of all moves."""
        self.chances = {number: win_chance(points) for number, points in self.seen.items()}
        self.mean_chance = (sum(self.chances.values()) + DOUBT * mean) / (len(self.chances) + DOUBT)
        self.first.add(1.0, self.mean_chance)
        self.first.guess += sum(
            self.deals[number].chance * (chance - self.mean_chance) for number, chance in self.chances.items()
        )

    def expect(self, chance: float, draws: float) -> None:
        """Take it to win so often, as if that rested on so many draws."""
        self.first.surprise, self.first.evidence = draws * (chance - self.first.guess), draws

    def take_next(self) -> tuple[int, int] | None:
        """The deal to decide next: how often it was tried, and its number. It is settled then, or waits again. None if
        no deal waits: all are decided, or being decided."""
        if self.waiting is None:
            self._rank_all()
        while self.waiting:
            _, tries, number = heappop(self.waiting)
            if number in self.signs:
                # Counting points has settled it.
                continue
            # Of a move in doubt, what others have come to since may have put the deal further back.
            rank = self._rank(number, tries)
            if not self.waiting or rank <= self.waiting[0][0]:
                return tries, number
            heappush(self.waiting, (rank, tries, number))
        return None

    def doubt(self) -> None:
        """It is not going to be the best, so it should be dropped soon: from now on deals come first that are likely to
        prove it lost for few nodes, as they did with other moves, unless there are too many for that."""
        self.is_doubted = True
        self._rank_all()

    def wait(self, number: int, tries: int) -> None:
        """A deal is to be tried again."""
        assert self.waiting is not None, "it was taken from there"
        heappush(self.waiting, (self._rank(number, tries), tries, number))

    def look_again(self, number: int, sign: int) -> None:
        """What second sight says of a deal, without being sure."""
        likely = self.deals[number].chance
        chance = (LOST, TIED, WON if self.left else WON_EMPTIED)[sign + 1]
        self.first.replace(likely, self._chance(number), chance)
        self.second.add(likely, chance)
        self.chances[number] = chance
        self.seen_twice.add(number)

    def settle(self, number: int, sign: int) -> None:
        """Who wins is known of a deal."""
        likely, chance = self.deals[number].chance, (sign + 1) / 2
        sight = self.second if number in self.seen_twice else self.first
        sight.replace(likely, self._chance(number), chance)
        self.signs[number] = sign
        self.won += likely * chance
        self.lost += likely * (1 - chance)

    def _rank_all(self) -> None:
        waiting = (
            [(0, number) for number in range(len(self.deals))]
            if self.waiting is None
            else [(tries, number) for _, tries, number in self.waiting]
        )
        self.waiting = [(self._rank(number, tries), tries, number) for tries, number in waiting]
        heapify(self.waiting)

    def _rank(self, number: int, tries: int) -> tuple[float, float]:
        """Of a deal among those waiting."""
        if len(self.deals) > FAIR_DRAWS:
            return tries, 0.0
        if self.is_doubted:
            return tries > 0, -self.deals[number].chance * self.toll.worth(number, tries)
        return tries, self._chance(number) if tries else 0.0

    def _chance(self, number: int) -> float:
        return self.chances.get(number, self.mean_chance)


def win_chance(points: int) -> float:
    """What first sight is worth: the chance to win a game that ends so many points ahead by what looks best."""
    return 1 / (1 + exp(-max(-700.0, min(700.0, (points - EVEN_POINTS) / UNSURE_POINTS))))
