"""Words looked up, and when not: while a game with challenges runs, nobody seated there learns from us whether a
word is good.

Every look-up, list of anagrams and hint asks here first. What is left to such a session is what words mean that
stood on a board: definitions only, never whether the list has them.
"""

from __future__ import annotations

from quixotry.lexicon import catalogue as lists
from quixotry.lexicon.definitions import define
from quixotry.lexicon.spelling import parse_word
from quixotry.play.catalogue import Catalogue
from quixotry.play.errors import PlayError
from quixotry.play.limits import UNFINISHED_MAX
from quixotry.play.ports import ServerLog, StoredSummary
from quixotry.protocol.catalogue import (
    AnagramList,
    Definition,
    LexiconName,
    Meaning,
    WordEntry,
    WordToolsState,
)
from quixotry.rules import event as happened
from quixotry.rules.game import Game
from quixotry.values import frozen


class WordToolsClosed(PlayError):
    """Somebody who plays a game with challenges asks for more than they may know."""

    code = "word_tools_closed"
    kind = "forbidden"
    game_id: str
    ruleset: str


class WordHasNotStood(PlayError):
    code = "word_has_not_stood"
    kind = "forbidden"
    word: str


def words_that_stood(game: Game) -> frozenset[str]:
    """Every word formed by a play that can no longer be challenged and was not withdrawn."""
    plays: list[tuple[str, ...]] = []
    for event in game.events:
        if isinstance(event, happened.TilesPlayed):
            plays.append(tuple(word.text for word in event.words))
        elif isinstance(event, happened.PlayWithdrawn):
            plays.pop()
    if game.position.pending is not None:
        plays.pop()
    return frozenset(word for words in plays for word in words)


def hides_words(game: Game) -> bool:
    """Is it still for the players to say whether a word is good?"""
    return game.header.ruleset.allows_challenges and not game.position.is_over


def challenge_game(log: ServerLog, session: str) -> StoredSummary | None:
    """The unfinished game with challenges that a session has a seat in, if there is one."""
    if not session:
        return None
    unfinished = log.page(is_over=False, session=session, before="", limit=UNFINISHED_MAX)
    return next((game for game in unfinished if game.brief.has_challenges), None)


def check_open(log: ServerLog, session: str) -> None:
    """Raise `WordToolsClosed` for a session that plays a game with challenges."""
    game = challenge_game(log, session)
    if game is not None:
        raise WordToolsClosed(game.id, game.brief.ruleset.title)


@frozen
class WordTools:
    log: ServerLog
    catalogue: Catalogue

    def state(self, session: str) -> WordToolsState:
        """Are they open to a session? If not, why."""
        try:
            check_open(self.log, session)
        except WordToolsClosed as closed:
            return WordToolsState(closed.game_id, str(closed))
        return WordToolsState(None, "")

    def check_open(self, session: str) -> None:
        """Raise `WordToolsClosed` for a session that plays a game with challenges."""
        check_open(self.log, session)

    def word(self, session: str, word: str, lexicon_id: str) -> WordEntry:
        check_open(self.log, session)
        return self.catalogue.word(word, lexicon_id)

    def anagrams(self, session: str, letters: str, lexicon_id: str, least: int | None) -> AnagramList:
        check_open(self.log, session)
        return self.catalogue.anagrams(letters, lexicon_id, least)

    def meaning(self, session: str, game_id: str, word: str) -> Meaning:
        """What a word of a game means, and, where that is nobody's secret, whether the list has it."""
        stored, word = self.log.find(game_id), parse_word(word)
        if stored.gcg:
            # Somebody's own file: it could name any word.
            check_open(self.log, session)
            return self._meaning(word, lists.DEFAULT, is_told=True)
        game = self.log.read(game_id).game
        is_told = not hides_words(game) and challenge_game(self.log, session) is None
        if not is_told and word not in words_that_stood(game):
            raise WordHasNotStood(word)
        return self._meaning(word, game.header.lexicon_id, is_told=is_told)

    def _meaning(self, word: str, lexicon_id: str, *, is_told: bool) -> Meaning:
        lexicon = self.catalogue.lexicon(lexicon_id)
        return Meaning(
            word=word,
            is_word=lexicon.holds(word) if is_told else None,
            lexicon=LexiconName(lexicon.id, lexicon.title),
            definitions=[Definition(sense.part, sense.gloss, sense.base) for sense in define(word, lexicon)],
        )
