"""Playing pairs of games: the same tiles twice, with the start swapped, which makes a match by E-S11.

By a ruleset for matches seat 2 starts the second game and the first game's lead is carried into it. By any other
ruleset the players change seats instead. Either way the tiles come in the same order, and each player starts once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path

from quixotry.arena import static_pairs
from quixotry.arena.contestants import (
    STATIC,
    Program,
    check_contestant,
    is_bot,
    open_bot,
    open_contestant,
    shown_names,
)
from quixotry.arena.errors import MissingFile
from quixotry.arena.game import FixedOrder, can_play_by
from quixotry.arena.live import LiveGame
from quixotry.arena.plan import Chunk, Plan, lexicon_of
from quixotry.arena.played import PlayedChunk, PlayedGame, PlayedPair
from quixotry.arena.refereed_game import RefereedGame, timed_rules
from quixotry.arena.seating import header, seat_order
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation.gcg import export_gcg
from quixotry.rules.game import Game
from quixotry.rules.match import carried_points
from quixotry.rules.ports import CanPlay, Player, Prepares, TileSource


def is_compiled(first: str, second: str) -> bool:
    """Can whole games of these two be played without leaving compiled code?"""
    return first == second == STATIC


def play_chunk(chunk: Chunk) -> PlayedChunk:
    """Play all pairs of a chunk; the answer follows from it where players are deterministic."""
    for name in (chunk.first, chunk.second):
        check_contestant(name, chunk.programs)
    for file in chunk.files:
        if not Path(file).is_file():
            raise MissingFile(file)
    numbers = range(chunk.start, chunk.start + chunk.pairs)
    began = time.perf_counter()
    if is_compiled(chunk.first, chunk.second):
        return static_pairs.play(chunk, numbers)
    pairs, records = [], []
    table = _table(chunk.plan)
    for number in numbers:
        pair, games = table.play_pair(chunk, number)
        pairs.append(pair)
        if number < chunk.records:
            for place, game in enumerate(games, 1):
                records.append(
                    (
                        number,
                        place,
                        _record(game, pair.games[place - 1], shown_names(pair.first, pair.second)),
                    )
                )
    return PlayedChunk(tuple(pairs), tuple(records), time.perf_counter() - began)


def _record(game: Game, played: PlayedGame, names: tuple[str, str]) -> str:
    """A game as GCG; what went wrong in it is noted at its end."""
    notes = (
        f"#note {names[each.player]} failed in turn {each.turn}: {each.why}\n" for each in played.failures
    )
    return export_gcg(game).decode() + "".join(notes)


class Table:
    """Where pairs of one plan are played. Players are kept from one pair to the next."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.ruleset = timed_rules(plan.ruleset, plan.time)
        self.lexicon: Lexicon = lexicon_of(plan.lexicon, plan.lexicon_digest)
        self.can_play: CanPlay = can_play_by(self.ruleset, self.lexicon)
        self._players: dict[str, Player] = {}

    def play_pair(self, chunk: Chunk, number: int) -> tuple[PlayedPair, tuple[Game, Game]]:
        """Both games of a pair, with their records."""
        one, played = self._play(chunk, number, place=1)
        carried = carried_points(played.outcome) if self.ruleset.match.games > 1 else ()
        two, played_next = self._play(chunk, number, place=2, carried=carried)
        return PlayedPair(chunk.first, chunk.second, number, (played, played_next)), (one, two)

    def _play(
        self, chunk: Chunk, number: int, *, place: int, carried: tuple[int, ...] = ()
    ) -> tuple[Game, PlayedGame]:
        order = seat_order(self.ruleset, place)
        names = (chunk.first, chunk.second)
        with ExitStack() as started:
            return RefereedGame(
                header=header(self._plan, self.ruleset, names, number, place=place),
                lexicon=self.lexicon,
                can_play=self.can_play,
                seats=[self._player(names[player], chunk.programs, started) for player in order],
                order=order,
                control=self._plan.time,
                tiles=self.tiles(number),
                passes_on_failure=self._plan.on_failure == "pass",
                carried=carried,
                watch=_watch(chunk.live, number, place),
            ).play()

    def tiles(self, number: int) -> TileSource:
        """The tiles of both games of a pair."""
        return FixedOrder.shuffled(self.ruleset.tiles, self._plan.seed + number)

    def _player(self, name: str, programs: tuple[Program, ...], started: ExitStack) -> Player:
        """A program is started anew for every game: it cannot remember the tiles of a pair's first game."""
        if is_bot(name):
            return started.enter_context(open_bot(name, self.lexicon, programs))
        if name not in self._players:
            player = self._players[name] = open_contestant(name, self.lexicon)
            if isinstance(player, Prepares):
                player.prepare(self.ruleset)
        return self._players[name]


def _watch(folder: str, number: int, place: int) -> Callable[[Game], None]:
    return LiveGame(Path(folder), number, place).show if folder else lambda _: None


@lru_cache(maxsize=1)
def _table(plan: Plan) -> Table:
    return Table(plan)
