"""Each person's record over the games kept here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quixotry.play.limits import COUNTED_MAX
from quixotry.play.names import name_key
from quixotry.play.ports import ServerLog, StoredSummary
from quixotry.protocol.games import PersonRecord, PersonRecords

PAGE = 200


@dataclass(slots=True)
class _Tally:
    name: str
    games: int = 0
    won: int = 0
    points: int = 0
    best_game: int = 0
    bingos: int = 0
    best_word: str = ""
    best_score: int = 0

    def count(self, stored: StoredSummary, seat: int) -> None:
        status = stored.status
        assert status.outcome is not None
        self.games += 1
        self.won += seat in status.outcome.winners
        self.points += status.scores[seat]
        self.best_game = status.scores[seat] if self.games == 1 else max(self.best_game, status.scores[seat])
        if status.figures:
            figures = status.figures[seat]
            self.bingos += figures.bingos
            if figures.best_score > self.best_score:
                self.best_word, self.best_score = figures.best_word, figures.best_score


def person_records(log: ServerLog, session: str | None) -> PersonRecords:
    """Of everybody, or with a session of those in its games; whoever has won most comes first.

    Imported games and games with nothing scored do not count. One person is one name, however it is written.
    """
    found: dict[str, _Tally] = {}
    for stored in _finished(log, session):
        for seat, player in enumerate(stored.brief.players):
            if player.kind == "person":
                found.setdefault(name_key(player.name), _Tally(player.name)).count(stored, seat)
    ranked = sorted(found.values(), key=lambda each: (-each.won, -each.games, each.name))
    return PersonRecords(
        [
            PersonRecord(
                name=each.name,
                games=each.games,
                won=each.won,
                points=each.points,
                best_game=each.best_game,
                bingos=each.bingos,
                best_word=each.best_word,
                best_score=each.best_score,
            )
            for each in ranked
        ]
    )


def _finished(log: ServerLog, session: str | None) -> Iterator[StoredSummary]:
    before, left = "", COUNTED_MAX
    while left > 0:
        page = log.page(is_over=True, session=session, before=before, limit=PAGE)
        for stored in page:
            if stored.status.outcome is not None and not stored.gcg and any(stored.status.scores):
                yield stored
        if len(page) < PAGE:
            return
        before, left = page[-1].played_at, left - PAGE
