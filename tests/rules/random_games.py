"""Random games for property tests: quick, reckless, and the same for the same seed.

A player here does not look for good plays, only for some: tiles are laid beside what is on the board until
the referee agrees. Now and then somebody tries what is
forbidden, challenges, lays a word that is none, or resigns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from zlib import crc32

from quixotry.fair.draws import SeededDraws
from quixotry.rules.alphabet import BLANK_BIT
from quixotry.rules.board import Board
from quixotry.rules.errors import IllegalMove
from quixotry.rules.event import Event
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.legality import bad_words, judge_play
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.outcome import Outcome
from quixotry.rules.position import Position
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from tests.rules.build import header_for


@dataclass(frozen=True)
class HashedWords:
    """A language nobody speaks: a string is a word by its checksum, so many in eight of all strings.

    With a real list these players would be stuck after ten turns; with this one they go out, and every
    ending is seen.
    """

    in_eight: int

    def __contains__(self, word: object) -> bool:
        return crc32(str(word).encode()) % 8 < self.in_eight


def some_play(
    board: Board, rack: Tiles, rules: Ruleset, words: HashedWords, random: Random, *, tries: int
) -> Play | None:
    """A legal play, or None when none was come across."""
    covered = [at for at, cell in enumerate(board.cells) if cell]
    for _ in range(tries if rack else 0):
        play = shuffled_play(board, rack, covered, random)
        try:
            score = judge_play(board, rack, play, rules)
        except IllegalMove:
            continue
        if not bad_words(tuple(word.text for word in score.words), words):
            return play
    return None


def shuffled_play(board: Board, rack: Tiles, covered: list[int], random: Random) -> Play:
    """Some tiles in a line through a square beside what lies there, whatever they spell."""
    layout, down = board.layout, random.random() < 0.5
    anchor = layout.start
    if covered:
        anchor = random.choice([*layout.neighbours(random.choice(covered))])
    held = random.sample(
        list(rack), random.choice((1, 1, 2, 2, 3, 4, 5, 7)) if len(rack) > 6 else random.randint(1, len(rack))
    )
    before = [at for at in layout.behind(anchor, down=down) if not board.cells[at]]
    after = [at for at in (anchor, *layout.ahead(anchor, down=down)) if not board.cells[at]]
    ahead = random.randint(1, len(held))
    free = [*before[: len(held) - ahead], *after[:ahead]]
    letters = len(rack.counts) - 1
    tiles = zip(free, held, strict=False)
    return Play(tuple(Placement(at, tile or random.randint(1, letters) | BLANK_BIT) for at, tile in tiles))


@dataclass(frozen=True)
class Finder:
    """A CanPlay that looks a little; what it answers follows from board and rack alone."""

    rules: Ruleset
    words: HashedWords

    def __call__(self, board: Board, rack: Tiles) -> bool:
        random = Random(crc32(board.cells + bytes(rack.counts)))
        return some_play(board, rack, self.rules, self.words, random, tries=20) is not None


def turns_max(rules: Ruleset, seats: int) -> int:
    """No game has more turns: each play that stands lays a tile, and there are so many tiles; between two of
    them lie fewer turns without a tile than the stalemate run is long."""
    stalemate = next(run for run in rules.end.runs if run.of == "tileless")
    return (len(rules.tiles.counts) + 1) * stalemate.length(seats)


@dataclass
class RandomGame:
    """A game as it goes on; `refused` are the moves the referee would not have."""

    rules: Ruleset
    seats: int
    seed: int

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.refused: list[Move] = []
        tiles = SeededDraws(sha256(f"{self.rules.name}:{self.seed}".encode()).hexdigest())
        # Games of one-game rules are begun as second games too: another seat draws first.
        header = header_for(self.rules, self.seats, seed=self.seed, match_game=1 + self.seed % 2)
        self.game = Game.begin(header, tiles)
        self.words = HashedWords(self.random.choice((1, 3, 6, 6, 7, 8)))
        self.arbiter = Arbiter(tiles, self.words, Finder(self.rules, self.words))
        # Some games are played by people who mostly give up, so that every ending is seen.
        self.laziness = self.random.choice((0.0, 0.02, 0.05, 0.3, 0.9))

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def events(self) -> tuple[Event, ...]:
        return self.game.events

    @property
    def outcome(self) -> Outcome:
        assert self.position.outcome is not None, "the game is not over"
        return self.position.outcome

    def decisions(self) -> Iterator[tuple[Position, tuple[Event, ...]]]:
        """Play to the end; yields the position before each decision and what it brought."""
        while not self.position.is_over:
            before = self.game
            seat, move = self._choose()
            now_ms = self.position.at_ms + self.random.randrange(90_000)
            try:
                self.game = before.move(seat, move, self.arbiter, now_ms=now_ms)
            except IllegalMove:
                self.refused.append(move)
                continue
            yield before.position, self.game.events_since(before)

    def play_out(self) -> RandomGame:
        """The game at its end."""
        for _ in self.decisions():
            pass
        return self

    def _choose(self) -> tuple[int, Move]:
        position, random = self.position, self.random
        seat = position.turn if position.turn is not None else 0
        chance = random.random()
        if chance < 0.002:
            return random.randrange(self.seats), Resign()
        if chance < 0.06:
            return random.randrange(-1, self.seats + 1), self._nonsense(seat)
        if position.pending and chance < 0.3:
            formed = [word.text for word in position.pending.words]
            return seat, Accept() if chance < 0.1 else Challenge(tuple(random.sample(formed, chance > 0.2)))
        rack = position.racks[seat]
        if random.random() >= self.laziness:
            if rack and self.rules.allows_challenges and random.random() < 0.1:
                return seat, shuffled_play(position.board, rack, self._covered(), random)
            play = some_play(position.board, rack, self.rules, self.words, random, tries=40)
            if play:
                return seat, play
        if random.random() < 0.5:
            most = min(len(rack), len(position.bag))
            amount = most if self.rules.exchange.whole_rack else random.randint(0, most)
            return seat, Exchange(tuple(random.sample(list(rack), amount)))
        if position.pending and random.random() < 0.5:
            return seat, Accept()
        return seat, Pass()

    def _covered(self) -> list[int]:
        return [at for at, cell in enumerate(self.position.board.cells) if cell]

    def _nonsense(self, seat: int) -> Move:
        random, position = self.random, self.position
        cells = [
            Placement(random.randrange(-3, 240), random.randrange(260)) for _ in range(random.randrange(9))
        ]
        held = list(position.racks[seat])
        return random.choice(
            (
                Play(tuple(cells)),
                Play(tuple(Placement(random.randrange(225), tile or 130) for tile in held)),
                Exchange(tuple(random.randrange(-1, 30) for _ in range(random.randrange(9)))),
                Exchange(tuple(held)),
                Challenge(),
                Challenge(("NOSUCHWORD",)),
                Accept(),
                Pass(),
            )
        )
