"""A game from its GCG file, every move made again by the rules.

GCG does not say what was drawn, only what stood on a rack; `gcg_draws` deals accordingly. Words are taken as
the file has them: what came off the board was no word, all else was one.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_

from quixotry.api.errors import UnplayableGcg
from quixotry.api.gcg_draws import Need, RecordedDraws
from quixotry.lexicon.catalogue import bundled
from quixotry.notation.errors import UnknownLetter
from quixotry.notation.gcg.file import GcgFile, MoveLine, NoteLine, RackLine, parse_gcg
from quixotry.notation.gcg.move_text import (
    MoveText,
    WrittenChallenge,
    WrittenEndRack,
    WrittenExchange,
    WrittenPass,
    WrittenPlay,
    WrittenTime,
    WrittenWithdrawal,
)
from quixotry.notation.gcg.replay import replay_gcg
from quixotry.notation.gcg.report import GcgReplay, GcgStep
from quixotry.notation.gcg.rules import RESIGNED_KEY, choose_rules, house_note
from quixotry.notation.gcg.settlement import out_rule
from quixotry.notation.moves import parse_tiles
from quixotry.play.seating import WrongSeatCount
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.challenge import challenge_presets
from quixotry.rules.clock import MINUTE_MS
from quixotry.rules.errors import IllegalMove
from quixotry.rules.game import Arbiter, Game, GameHeader, SeatedPlayer
from quixotry.rules.move import Accept, Challenge, Exchange, Forfeit, Move, Pass, Play, Resign, Ruling
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles

_TURNS = (WrittenPlay, WrittenPass, WrittenExchange)


def game_of_gcg(content: bytes, ruleset: Ruleset | None = None) -> list[Game]:
    """The states of the recorded game, first to last; the seat that began is seat 0."""
    file = parse_gcg(content)
    if ruleset is None:
        checked = replay_gcg(file)
        if checked.unknown and checked.takes_written:
            raise UnplayableGcg(checked.unknown.line, checked.unknown.text)
    rules = ruleset or _rules_of(file)
    replayed = replay_gcg(file, rules)
    seats = len(replayed.players)
    if not rules.seats.min <= seats <= rules.seats.max:
        raise WrongSeatCount(rules.title or rules.name, rules.seats.min, rules.seats.max, seats)
    header = _header(file, replayed, hashlib.sha256(content).hexdigest())
    return _Retold(file, replayed, header).states


def _rules_of(file: GcgFile) -> Ruleset:
    """The rules a file names; else the rules such games are usually played by."""
    chosen = choose_rules(file)
    if chosen.are_certain:
        return chosen.ruleset
    moves = [line.says.move for line in file.lines if isinstance(line, MoveLine)]
    if len({line.says.nick for line in file.lines if isinstance(line, MoveLine)}) > chosen.ruleset.seats.max:
        return preset("classic")
    usual = chosen.ruleset
    rules = replace(usual, end=replace(usual.end, out=out_rule(file, chosen)))
    if any(isinstance(move, WrittenChallenge) for move in moves):
        # What clubs play by where a play that was challenged and stood earns points: no file names it.
        rules = replace(rules, words=replace(rules.words, challenge=challenge_presets()["five-points"]))
    return rules


def _header(file: GcgFile, replayed: GcgReplay, digest: str) -> GameHeader:
    pragma = file.pragma("lexicon")
    lexicon = pragma.value.split()[0] if pragma is not None and pragma.value.strip() else "default"
    first = _first_seat(replayed)
    players = (*replayed.players[first:], *replayed.players[:first])
    return GameHeader(
        id=f"gcg-{digest[:12]}",
        ruleset=replayed.ruleset,
        lexicon_id=lexicon,
        lexicon_digest=bundled()[lexicon].digest if lexicon in bundled() else "",
        players=tuple(SeatedPlayer(player.name or player.nick) for player in players),
        seed=digest,
        started_at="",
    )


def _first_seat(replayed: GcgReplay) -> int:
    return replayed.steps[0].seat if replayed.steps else 0


@dataclass(slots=True)
class _RecordedWords:
    """Every word is good, except those of a play that came off the board."""

    are_good: bool = True

    def __contains__(self, _word: object) -> bool:
        return self.are_good


@dataclass(slots=True)
class _Retold:
    """The game as it is told again, line by line."""

    file: GcgFile
    replayed: GcgReplay
    header: GameHeader
    words: _RecordedWords = field(default_factory=_RecordedWords)
    draws: RecordedDraws = field(init=False)
    states: list[Game] = field(init=False)
    turns_left: int = 0
    overtime: dict[int, int] = field(default_factory=dict)
    """Points each seat lost on time, by seat."""

    def __post_init__(self) -> None:
        steps = {step.line: step for step in self.replayed.steps}
        told = [(line, steps.get(line.number)) for line in self.file.lines]
        self.turns_left = sum(
            isinstance(line, MoveLine) and isinstance(line.says.move, _TURNS) for line, _ in told
        )
        self.draws = self._plan()
        self.states = [self._begin()]
        for line, step in told:
            match line:
                case MoveLine(says=says) if step is not None:
                    self._tell(step, says)
                case NoteLine(text=text, number=number) if text.startswith(RESIGNED_KEY):
                    self._leave(number, text.removeprefix(RESIGNED_KEY).strip(), Resign())
                case NoteLine(text=text, number=number):
                    said = house_note(text)
                    if said is not None:
                        self._leave(number, said.nick, said.ruling)

    @property
    def game(self) -> Game:
        return self.states[-1]

    def _seat(self, seat: int) -> int:
        """Seats count from whoever began."""
        return (seat - _first_seat(self.replayed)) % len(self.header.players)

    # What everybody must hold, and when

    def _plan(self) -> RecordedDraws:
        seats = len(self.header.players)
        needs: list[deque[Need]] = [deque() for _ in range(seats)]
        steps = {step.line: step for step in self.replayed.steps}
        tiles = self.header.ruleset.tiles
        for line in self.file.lines:
            step = steps.get(line.number)
            if isinstance(line, RackLine) and line.player <= seats:
                needs[self._seat(line.player - 1)].append(Need(self._tiles(line.rack), tiles.none))
            elif isinstance(line, MoveLine) and step is not None:
                self._need(needs, line.says, step)
        return RecordedDraws(needs, racks=[tiles.none] * seats)

    def _need(self, needs: list[deque[Need]], says: MoveText, step: GcgStep) -> None:
        tiles, seat = self.header.ruleset.tiles, self._seat(step.seat)
        match says.move:
            case WrittenPlay():
                used = tiles.tiles(tile_of(cell) for _, cell in step.laid)
                needs[seat].append(Need(self._tiles(says.rack) | used, used))
            case WrittenExchange(tiles=given):
                used = self._tiles(given)
                needs[seat].append(Need(self._tiles(says.rack) | used, used))
            case WrittenPass():
                needs[seat].append(Need(self._tiles(says.rack), tiles.none))
            case WrittenWithdrawal() if needs[seat]:
                # The tiles come back: nothing was used after all.
                needs[seat].append(Need(needs[seat].pop().held, tiles.none))
            case WrittenEndRack(tiles=left):
                others = [other for other in range(len(needs)) if other != seat]
                holder = seat if says.rack else others[0] if len(others) == 1 else None
                if holder is not None:
                    needs[holder].append(Need(self._tiles(left), tiles.none))
            case WrittenTime():
                self.overtime[seat] = self.overtime.get(seat, 0) - says.score
            case _:
                pass

    def _tiles(self, text: str) -> Tiles:
        """Tiles as written; those that cannot be read are not known."""
        tiles = self.header.ruleset.tiles
        try:
            return tiles.tiles(parse_tiles(text, tiles.alphabet))
        except UnknownLetter:
            return tiles.none

    # The moves, one after another

    def _begin(self) -> Game:
        """Dealt to seat 0 first; where first play is drawn for, seat 0 draws the lower tile."""
        drawn_for = len(self.header.players) if self.header.ruleset.seats.first == "drawn" else 0

        def deal(number: int, bag: Tiles) -> int:
            if number < drawn_for:
                kinds = [tile for tile, count in enumerate(bag.counts) if count]
                return kinds[0] if number == 0 else kinds[-1]
            while len(self.draws.racks[self.draws.seat]) == self.header.ruleset.rack.size:
                self.draws.seat += 1
            return self.draws(number, bag)

        return Game.begin(self.header, deal)

    def _tell(self, step: GcgStep, says: MoveText) -> None:
        seat, line = self._seat(step.seat), step.line
        turn = self.game.position.turn
        match says.move:
            case WrittenPlay():
                self._turn(line, seat, Play(step.laid))
            case WrittenExchange(tiles=given, amount=amount):
                tiles = tuple(self._tiles(given)) or self._unwanted(seat, amount)
                self._turn(line, seat, Exchange(tiles))
            case WrittenPass():
                self._turn(line, seat, Pass())
            case WrittenWithdrawal() if turn is not None:
                self.words.are_good = False
                self._make(line, turn, Challenge())
                self.words.are_good = True
            case WrittenChallenge() if turn is not None and self.game.position.pending is not None:
                self._make(line, turn, Challenge())
            case WrittenEndRack() if turn is not None and self.game.position.pending is not None:
                self._make(line, turn, Accept())
            case _:
                pass

    def _turn(self, line: int, seat: int, move: Move) -> None:
        """A seat's go. A play before it that nobody answered has stood: that is part of the same move."""
        self.turns_left -= 1
        if self.draws.needs[seat]:
            self.draws.needs[seat].popleft()
        before = len(self.states)
        if self.game.position.pending is not None:
            self._make(line, seat, Accept())
        self._make(line, seat, move, is_last=self._is_last_turn(seat))
        del self.states[before:-1]

    def _is_last_turn(self, seat: int) -> bool:
        rest = self.draws.needs[seat]
        return not any(need.used for need in rest)

    def _make(self, line: int, seat: int, move: Move | Ruling, *, is_last: bool = False) -> None:
        position = self.game.position
        self.draws.racks = list(position.racks)
        if position.pending is not None:
            self.draws.seat = position.pending.seat
        else:
            at_once = self.header.ruleset.refills_at_once
            self.draws.seat = seat if at_once else position.next_seat(seat)
            if isinstance(move, Play):
                used = (tile_of(cell) for _, cell in move.placements)
                self.draws.racks[seat] = position.racks[seat].beyond(self.header.ruleset.tiles.tiles(used))
            elif isinstance(move, Exchange):
                given = self.header.ruleset.tiles.tiles(move.tiles)
                self.draws.racks[seat] = position.racks[seat].beyond(given)
        now_ms = position.at_ms + (self._overtime_ms(seat) if is_last else 0)
        if move == Forfeit("time"):
            now_ms += self._rest_ms(seat)
        try:
            after = self.game.move(seat, move, Arbiter(self.draws, self.words, self._can_play), now_ms=now_ms)
        except IllegalMove as error:
            raise UnplayableGcg(line, str(error)) from error
        self.states.append(after)

    def _overtime_ms(self, seat: int) -> int:
        """So much time that the clock takes the points the file says it took."""
        clock, points = self.header.ruleset.clock, self.overtime.pop(seat, 0)
        if clock.minutes is None or points <= 0 or not clock.overtime_points:
            return 0
        return 60_000 * (clock.minutes + points // clock.overtime_points - 1) + 1

    def _can_play(self, board: Board, _rack: Tiles) -> bool:
        """As long as the file has turns somebody could; before the first play nobody could who passed."""
        return self.turns_left > 0 and not board.is_empty

    def _unwanted(self, seat: int, amount: int) -> tuple[int, ...]:
        """Tiles for an exchange of which only the number is known: those the seat needs least."""
        rack = self.game.position.racks[seat]
        wanted = reduce(or_, (need.held for need in self.draws.needs[seat]), self.header.ruleset.tiles.none)
        order = sorted(rack, key=lambda tile: wanted.counts[tile])
        return tuple(order[:amount])

    def _leave(self, line: int, nick: str, move: Resign | Ruling) -> None:
        found = [seat for seat, player in enumerate(self.replayed.players) if player.nick == nick]
        if found and not self.game.position.is_over:
            self._make(line, self._seat(found[0]), move)

    def _rest_ms(self, seat: int) -> int:
        """So much time that none is left."""
        clock, used_ms = self.header.ruleset.clock, self.game.position.clock.used_ms[seat]
        return max(0, MINUTE_MS * ((clock.minutes or 0) + (clock.overtime_minutes or 0)) - used_ms)
