"""What must be true in every world, checked at each commit, at each message that arrives, and at the end.

The truth is what lies in the database; it is read here past the product's own code, and folded once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quixotry.notation.record import events_from_json, header_from_json
from quixotry.play.draw_check import check_record
from quixotry.protocol.views import board_rows, counted_tiles
from quixotry.rules.game import Game
from quixotry.rules.position import Position
from quixotry.rules.tiles import Tiles
from tests.simulation.story import Story
from tests.web.running import share_of

if TYPE_CHECKING:
    from tests.simulation.disk import Disk
    from tests.simulation.person import Person
    from tests.simulation.process import Process

STALE_S = 1.5
"""How soon a page that is connected learns of a move when nothing is wrong: the network takes a twentieth of it."""

THERE_S = 20.0
"""Whoever has been connected for so long was noted, however slow the store is, and cannot lose by absence."""

SLACK_MS = 5


@dataclass(eq=False)
class Truth:
    """One game as it lies in the database."""

    game: Game
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By idempotency key: the numbers of the decision's first event and of the next one."""
    stands: dict[int, Position] = field(default_factory=dict)
    """The position at each number that ends a decision."""
    committed_s: dict[int, float] = field(default_factory=dict)
    """When each event was committed."""
    attended_ms: float = 0.0
    """How much of the time until the last commit there was somebody to play."""


@dataclass(eq=False)
class Promises:
    story: Story
    disk: Disk
    attended_ms: Callable[[str], float]
    """For how long, up to now, a page was open at a game's table or a computer could think there."""
    calm_since_s: Callable[[], float]
    """Since when nothing has been made to go wrong."""
    processes: Callable[[], Sequence[Process]]
    begun: Callable[[], Sequence[str]]
    """The ids of all games."""
    persons: list[Person] = field(default_factory=list)
    games: dict[str, Truth] = field(default_factory=dict)
    _answers: dict[tuple[str, str], bytes] = field(default_factory=dict)
    _commands: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    _held: dict[tuple[str, int], list[tuple[float, str]]] = field(default_factory=dict)
    """Who has held each seat, and from when."""
    _last_row: int = 0

    # At a commit

    def look(self) -> None:
        """Read what has been committed since."""
        now_s, read = self.story.loop.time(), self.disk.reader.execute
        for table_id, seat, session in read("SELECT table_id, seat, session FROM grants").fetchall():
            held = self._held.setdefault((table_id, seat), [])
            if not held or held[-1][1] != session:
                held.append((now_s, session))
        there = {row[0] for row in read("SELECT id FROM games")}
        for game_id in self.begun():
            if game_id not in there:
                self.story.breaks("P1", f"the game {game_id[:6]} is gone")
        rows = read(
            "SELECT rowid, game_id, seq, events, command_id FROM decisions WHERE rowid > ? ORDER BY rowid",
            (self._last_row,),
        ).fetchall()
        for row, game_id, seq, events, key in rows:
            self._last_row = row
            self._note(game_id, seq, events, key or "", now_s)

    def _note(self, game_id: str, seq: int, content: bytes, key: str, now_s: float) -> None:
        truth = self.games.get(game_id)
        if truth is None:
            (header,) = self.disk.reader.execute(
                "SELECT header FROM games WHERE id = ?", (game_id,)
            ).fetchone()
            truth = self.games[game_id] = Truth(Game.of(header_from_json(header), ()))
        before = truth.game.position
        if seq != before.seq:
            self.story.breaks("P2", f"a decision at {seq} was committed to a game that stood at {before.seq}")
            return
        truth.game = truth.game.after(events_from_json(content))
        after = truth.game.position
        truth.stands[after.seq] = after
        truth.committed_s |= dict.fromkeys(range(seq, after.seq), now_s)
        if key in truth.keys:
            self.story.breaks("P2", f"the command {key} was committed twice")
        truth.keys[key or f"none-{seq}"] = (seq, after.seq)
        attended_ms = self.attended_ms(game_id)
        spent_ms, most_ms = after.at_ms - before.at_ms, attended_ms - truth.attended_ms
        if seq and spent_ms > most_ms + SLACK_MS:
            self.story.breaks(
                "P7", f"{spent_ms} ms were charged when somebody was there to play for {most_ms:.0f} ms"
            )
        truth.attended_ms = attended_ms
        if after.outcome is not None and after.outcome.reason in ("absence", "adjudicated"):
            self._check_absent(game_id, before.turn, now_s)
        kinds = "+".join(type(event).__name__ for event in truth.game.events[seq:][:3])
        self.story.tell("disk", f"{game_id[:6]} {seq}-{after.seq - 1} by {key or 'the house'}: {kinds}")
        self.story.loop.call_later(STALE_S, self._check_told, game_id, after.seq, now_s)

    def _check_absent(self, game_id: str, seat: int | None, now_s: float) -> None:
        """Nobody loses by absence who was there all the time."""
        for person in self.persons:
            settled_s, wire = person.settled_s, person.wire
            is_there = settled_s is not None and settled_s < now_s - THERE_S and not person.is_gone
            if (
                person.game_id == game_id
                and seat in person.seats
                and is_there
                and wire
                and not wire.is_silent
            ):
                self.story.breaks("house", f"{person.name} was there, and the game was ended for an absence")

    def check_kept(self) -> None:
        """After a power cut: whatever was committed before is there."""
        for game_id, truth in self.games.items():
            found = self.disk.reader.execute("SELECT next_seq FROM games WHERE id = ?", (game_id,)).fetchone()
            kept = self.disk.reader.execute(
                "SELECT count(*) FROM decisions WHERE game_id = ?", (game_id,)
            ).fetchone()
            if found is None or found[0] < truth.game.position.seq or kept[0] != len(truth.keys):
                self.story.breaks("P1", f"what was committed to {game_id[:6]} did not outlast a power cut")

    def _check_told(self, game_id: str, seq: int, since_s: float) -> None:
        if self.calm_since_s() > since_s - STALE_S:
            return
        for person in self.persons:
            settled_s, wire = person.settled_s, person.wire
            if person.game_id != game_id or settled_s is None or settled_s > since_s - 0.5:
                continue
            if wire is not None and not wire.is_silent and person.seq < seq:
                self.story.breaks("house", f"{person.name} was not told of the move before {seq}")

    def check_thinkers(self) -> None:
        """One process thinks for a turn."""
        if self.calm_since_s() > self.story.loop.time() - 10:
            return
        thinking = Counter(
            (table.id, table.game.position.seq)
            for process in self.processes()
            for table in process.tables._tables.values()
            if table.computers.is_thinking
        )
        for (game_id, seq), count in thinking.items():
            if count > 1 and game_id in self.games and self.games[game_id].game.position.seq == seq:
                self.story.breaks("house", f"{count} processes think for one turn of {game_id[:6]}")

    # At a message

    def note_command(self, person: Person, command: dict[str, Any]) -> None:
        self._commands[person.game_id, command["command_id"]] = command

    def check_answer(self, person: Person, message: dict[str, Any], frame: bytes) -> None:
        command = self._commands[person.game_id, message["command_id"]]
        key = f"{command['seat']}:{command['command_id']}"
        truth = self.games[person.game_id]
        kept = truth.keys.get(key)
        if message["type"] == "ack":
            if kept is None:
                self.story.breaks("P1", f"{key} was acknowledged, and is not in the database")
            elif kept[1] != message["seq"]:
                self.story.breaks("P2", f"{key} was acknowledged for {message['seq']} and kept for {kept[1]}")
            elif kept[0] != command["expected_seq"]:
                self.story.breaks(
                    "P2", f"{key} was meant for {command['expected_seq']} and played at {kept[0]}"
                )
            first = self._answers.setdefault((person.game_id, key), frame)
            if first != frame:
                self.story.breaks("P2", f"{key} got two answers that differ")
        elif message.get("code") == "not_your_turn":
            self.story.breaks("P2", f"{key} was judged in another state than it was meant for")
        elif kept is not None:
            self.story.breaks("P2", f"{key} was accepted, and sent again it got {message['type']}")

    def check_seen(self, person: Person, message: dict[str, Any]) -> None:
        """Is what a page is shown true, and may it know that?"""
        view = message["view"]
        truth = self.games.get(person.game_id)
        if truth is None:
            if message["events"]:
                self.story.breaks("P1", f"{person.name} was shown events that are not in the database")
            return
        for event in message["events"]:
            self._check_event(person, truth, event)
        if not view["seq"]:
            return
        position = truth.stands.get(view["seq"])
        if position is None:
            self.story.breaks("P1", f"{person.name} was shown a state that is not in the database")
            return
        seat, tiles = view["seat"], position.ruleset.tiles
        rack = Tiles.of((), len(tiles.counts.counts)) if seat is None else position.racks[seat]
        if seat is not None and not self._may_know(person, seat, view["seq"] - 1, truth):
            self.story.breaks("P3", f"{person.name} was shown the rack of seat {seat}")
        unseen = tiles.counts.minus(position.board.tiles()) - position.aside - rack
        expected = {
            "rack": None if seat is None else rack.text(tiles.alphabet),
            "scores": list(position.scores),
            "board": board_rows(position.board, tiles.alphabet),
            "unseen": counted_tiles(unseen, tiles.alphabet),
            "bag_count": len(position.bag),
            "turn": position.turn,
        }
        for name, value in expected.items():
            if view[name] != value:
                self.story.breaks(
                    "P3", f"{person.name} was shown {name} {view[name]!r} where {value!r} is true"
                )

    def _check_event(self, person: Person, truth: Truth, event: dict[str, Any]) -> None:
        seq = event["seq"]
        if seq >= len(truth.game.events):
            self.story.breaks("P1", f"{person.name} was shown event {seq}, which is not in the database")
            return
        true = truth.game.events[seq]
        if (event["kind"], event["seat"], event["at_ms"]) != (type(true).__name__, true.seat, true.at_ms):
            self.story.breaks("P5", f"{person.name} was shown another event {seq} than was kept")
        secrets = {"TilesDrawn": ("tiles",), "TilesExchanged": ("returned", "drawn")}.get(event["kind"], ())
        if any(name in event for name in secrets) and not self._may_know(person, true.seat, seq, truth):
            self.story.breaks("P3", f"{person.name} was shown the tiles of seat {true.seat} in event {seq}")

    def _may_know(self, person: Person, seat: int, seq: int, truth: Truth) -> bool:
        """Has this session held the seat at any time since the event was committed?"""
        since_s = truth.committed_s[seq]
        held = self._held.get((truth.game.header.table_id, seat), [])
        ends = [from_s for from_s, _ in held[1:]] + [float("inf")]
        return any(
            session == person.session and until_s >= since_s
            for (_, session), until_s in zip(held, ends, strict=True)
        )

    # At the end

    def are_over(self, game_ids: Iterable[str]) -> bool:
        return all(
            game_id in self.games and self.games[game_id].game.position.is_over for game_id in game_ids
        )

    def check_end(self) -> None:
        for game_id, truth in self.games.items():
            row = self.disk.reader.execute("SELECT header FROM games WHERE id = ?", (game_id,)).fetchone()
            lines = self.disk.reader.execute(
                "SELECT events FROM decisions WHERE game_id = ? ORDER BY seq", (game_id,)
            ).fetchall()
            self._check_record(game_id, truth, [row[0], *(line[0] for line in lines)])
        for person in self.persons:
            final = self.games[person.game_id].game.position
            if person.is_gone:
                continue
            if person.view is None or person.view["seq"] != final.seq:
                self.story.breaks("house", f"{person.name} does not know how the game ended")

    def _check_record(self, game_id: str, truth: Truth, lines: list[bytes]) -> None:
        game, header = truth.game, header_from_json(lines[0])
        found = check_record(b"\n".join(lines))
        if not found.is_over:
            self.story.breaks("P4", f"{game_id[:6]} did not end")
        if not found.verdict.follows:
            self.story.breaks("P5", f"{game_id[:6]} replays otherwise: {found.verdict.faults}")
        if header.draw is not None:
            given = tuple(
                share_of(game_id, seat) if player.kind == "person" else ""
                for seat, player in enumerate(game.header.players)
            )
            if header.draw.shares != given:
                self.story.breaks("P6", f"the draw of {game_id[:6]} is not made of what the seats gave")
