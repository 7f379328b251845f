"""What makes a level: which words it knows, what it overlooks, how it weighs what it sees, and how it looks ahead."""

from __future__ import annotations

from quixotry.values import frozen


@frozen
class Search:
    """How somebody looks ahead who does."""

    candidates: int = 10
    """So many moves are tried out."""
    exchanges: int = 3
    """No more of them are exchanges, of which there are often many that differ little."""
    behind_points: float = 12.0
    """What looks worse than the best by more than this is not tried out."""
    wide_bag: int = 14
    """With no more tiles than this in the bag equity knows little about what wins: unless the draws are gone through,
    or there is no time, more moves are tried out, and such as look worse."""
    wide_candidates: int = 20
    wide_behind_points: float = 20.0
    plies: int = 4
    early_bag: int = 30
    """With more tiles than this in the bag short rollouts choose as well, and are sure of it sooner
    (`bench/choices.py`)."""
    hurried_ms: int = 400
    """With less time than this rollouts are short too, and no more moves are tried out late than at other times."""
    short_plies: int = 2
    late_bag: int = 9
    """With no more tiles than this in the bag rollouts go on to the end of the game."""
    late_plies: int = 24
    late_prior: int = 8
    """How much first sight counts then, in samples: equity knows little about the end of a game."""
    draws_ms: int = 200
    """With so much time, one to four tiles in the bag and two players, the draws are gone through: of the moves that
    would be tried out by rollouts ..."""
    all_moves_ms: tuple[int, ...] = (200, 1000, 1000, 1000)
    """... and of all legal moves with so much time, for one, two ... tiles (`bench/preendgame_truth.py`)."""
    moves_a_second: int = 2000
    """With two blanks there are ten times as many legal moves as there is time for: then those that look best."""
    hidden_odds: float = 0.35
    """What a play that leaves tiles in the bag is worth beyond what going through the draws says, as the logarithm of
    odds: there the other player knows every tile, and in a game does not (decision 0033)."""
    rollout_weight: float = 0.25
    """The weight of what rollouts say, as far as that is not certain ..."""
    least_doubt: float = 0.2
    """... and so much of it where it is: the other player may overlook what he could see."""
    unrolled_cost: float = 0.02
    """By how much a move of which no rollouts were made must be ahead."""
    decided_chance: float = 0.995
    """A game that rollouts win so often, or lose, is played on for points ..."""
    undoubted_chance: float = 0.9
    """... unless going through the draws says that the move they would make wins less often than this."""
    threads: int = 1
    game_ms: int | None = None
    """Time for a whole game, spent where it decides; None for as much as any computer has for a move."""

    def plies_for(self, bag: int, budget_ms: float) -> int:
        """How far rollouts go, with so many tiles in the bag and so much time."""
        if bag <= self.late_bag:
            return self.late_plies
        return self.short_plies if bag > self.early_bag or budget_ms < self.hurried_ms else self.plies


@frozen
class Level:
    """How somebody of a certain strength plays. Chances are between 0 and 1."""

    name: str
    description: str
    """One sentence for people."""
    rating: int | None = None
    """As bench/ladder.py measured it (docs/reference/players.md): 400 points more are odds of ten to one."""
    size_max: int | None = None
    """The largest SCOWL size of the words it knows (`lexicon.familiarity`); None for every word of the game."""
    letters_max: int = 21
    """The longest word it would think of."""
    learnt_max: int = 0
    """Every word up to this length is known as well, as club players learn them by heart."""
    found: tuple[float, ...] = (1.0,)
    """Chance to find a word that takes 1, 2, 3 ... tiles of the rack, the last holds for more; of a word that is as
    hard as most (`difficulty`)."""
    seen: tuple[float, ...] = (1.0,)
    """Chance to see a place that makes 0, 1, 2 ... further words; the last holds for more."""
    leave_weight: float = 1.0
    """How much of what the kept tiles are worth it takes into account."""
    exchange_points: int = 0
    """With a rack of rubbish it exchanges rather than play for fewer points than this. Who weighs leaves needs no such
    rule."""
    doubts: float = 1.0
    """Chance to challenge a word that is not in the list."""
    search: Search | None = None
    """None for who does not look ahead."""


LEVELS = (
    Level(
        "starter",
        "For children and first games: knows the plainest words, and lays two or three tiles where there is room.",
        rating=471,
        size_max=20,
        letters_max=5,
        found=(0.75, 0.93, 0.9, 0.55, 0.15, 0.03, 0.0),
        seen=(1.0, 0.38, 0.12, 0.03),
        leave_weight=0.0,
        exchange_points=6,
        doubts=0.0,
    ),
    Level(
        "beginner",
        "Knows everyday words, plays few tiles at a time and hardly ever sees parallel plays.",
        rating=938,
        size_max=35,
        letters_max=7,
        found=(0.85, 0.97, 0.97, 0.82, 0.47, 0.18, 0.05),
        seen=(1.0, 0.52, 0.19, 0.06),
        leave_weight=0.0,
        exchange_points=10,
        doubts=0.2,
    ),
    Level(
        "casual",
        "Knows the words people use, plays for points and overlooks many long and parallel plays.",
        rating=1338,
        size_max=55,
        letters_max=8,
        found=(0.95, 1.0, 1.0, 1.0, 0.8, 0.5, 0.3),
        seen=(1.0, 0.85, 0.55, 0.3),
        leave_weight=0.2,
        exchange_points=14,
        doubts=0.4,
    ),
    Level(
        "club",
        "Knows a good dictionary and all short words, sees most plays and keeps useful tiles.",
        rating=1659,
        size_max=60,
        letters_max=9,
        learnt_max=3,
        found=(1.0, 1.0, 1.0, 1.0, 0.85, 0.65, 0.5),
        seen=(1.0, 0.95, 0.8, 0.6),
        leave_weight=0.6,
        doubts=0.8,
    ),
    Level(
        "expert",
        "Knows every word, overlooks nothing and makes the play with the best equity.",
        rating=2000,
    ),
    Level(
        "champion",
        "Plays like the expert and looks ahead: simulates against the racks you may hold, and solves endgames.",
        rating=2068,
        search=Search(),
    ),
    Level(
        "grandmaster",
        "Plays like the champion and takes its time: more moves tried out, on two processors, minutes for a game.",
        search=Search(
            candidates=16,
            exchanges=4,
            behind_points=16.0,
            wide_candidates=30,
            wide_behind_points=25.0,
            early_bag=100,
            threads=2,
            game_ms=240_000,
        ),
    ),
)
"""Weakest first."""
