"""The best moves for somebody who asks for help."""

from __future__ import annotations

from functools import lru_cache

from quixotry.analysis.advice import MoveAdvice, appraise
from quixotry.engine.moves import Candidate
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.computer import Computer
from quixotry.players.levels import level_named
from quixotry.players.mirror import without_images
from quixotry.rules.view import View


@lru_cache(maxsize=4)
def _adviser(lexicon: Lexicon) -> Computer:
    return Computer(level_named("expert"), lexicon)


def best_moves(view: View, lexicon: Lexicon, amount: int) -> list[Candidate]:
    """What an expert would weigh, best first: score plus what the kept tiles are worth."""
    return without_images(view, _adviser(lexicon).ranked(view, 2 * amount))[:amount]


def hints(view: View, lexicon: Lexicon, amount: int, budget_ms: float) -> tuple[MoveAdvice, ...]:
    """The same moves with the facts about each, best first after having been tried out."""
    return appraise(view, lexicon, best_moves(view, lexicon, amount), budget_ms=budget_ms)
