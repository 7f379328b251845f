"""A person at a table, as the browser plays for one: says hello, gives to the draw, moves, and comes back when the
line is dead, with the same command as long as that has no answer. Believes nothing without a look at the promises."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec

from quixotry.protocol.moves import show_placements
from quixotry.rules.board import Board
from quixotry.rules.move import Play
from quixotry.rules.ruleset import Ruleset
from tests.simulation.loop import Owner
from tests.simulation.network import Wire
from tests.simulation.programs import best_play
from tests.web.running import answers_to_draw

if TYPE_CHECKING:
    from tests.simulation.world import World

DEALT = 3
"""Events of a deal for two: who begins, and their racks."""
THINK_S = (0.05, 2.0)
PING_S = 3.0
PATIENCE_S = 7.0
"""How long a page waits for any word before it takes the line for dead."""
ANSWER_S = 12.0
"""How long it waits for the answer to a command; longer than a busy server takes."""


class Person(Owner):
    def __init__(self, world: World, name: str, *, game_id: str, session: str, ruleset: Ruleset) -> None:
        super().__init__(name)
        self._world, self._chance = world, random.Random(f"{world.seed} {name}")
        self.game_id, self.session, self._ruleset = game_id, session, ruleset
        self.seats: tuple[int, ...] = ()
        self.view: dict[str, Any] | None = None
        self.known: list[dict[str, Any]] = []
        """The events of the game, as far as this page knows them."""
        self.wire: Wire | None = None
        self.settled_s: float | None = None
        """Since when this line has shown the whole table."""
        self._command: dict[str, Any] | None = None
        self._sent_s = 0.0
        self._act_s: float | None = None
        self._number = 0
        self._claim_s: float | None = None
        """When to end the game, if this page was told that somebody stays away."""
        self.is_gone = False
        """Has closed the page for good?"""

    @property
    def seq(self) -> int:
        return len(self.known)

    @property
    def is_content(self) -> bool:
        """Has this page seen the end, with nothing left to ask? Whoever has gone asks for nothing."""
        return self.is_gone or self.has_seen_the_end

    @property
    def has_seen_the_end(self) -> bool:
        return self.view is not None and self.view["outcome"] is not None and self._command is None

    @property
    def only_watches(self) -> bool:
        return self.view is not None and not self.seats

    @property
    def has_moved_on(self) -> bool:
        """Has this page seen a move in a game that is not over? One without any would be deleted, not ended."""
        return self.view is not None and self.view["turn"] is not None and self.view["seq"] > DEALT

    def begin(self) -> None:
        asyncio.get_running_loop().create_task(self._live(), context=self.context)

    def vanish(self) -> None:
        """Closes the page for good, or is without a line from now on."""
        self._tell("vanishes")
        self.is_gone = True
        if self.wire is not None:
            self.wire.cut() if self._chance.random() < 0.7 else self.wire.fall_silent()

    async def _live(self) -> None:
        while not self.is_gone:
            process = self._world.some_process(self._chance)
            if process is not None:
                self._act_s = self._claim_s = None
                wire = self.wire = Wire(self._chance, self, process)
                process.connect(wire, self.game_id, self.session)
                try:
                    await self._sit(wire)
                except TimeoutError:
                    self._tell("has heard nothing for too long")
                wire.leave()
                self.settled_s = None
            await asyncio.sleep(self._chance.uniform(0.05, 1.0))

    async def _sit(self, wire: Wire) -> None:
        loop = asyncio.get_running_loop()
        self._say({"type": "hello"})
        began_s = heard_s = loop.time()
        ping_s = began_s + PING_S
        while True:
            next_s = min(ping_s, heard_s + PATIENCE_S, self._act_s or ping_s)
            answer_s = max(began_s, self._sent_s) + ANSWER_S
            if self._command is not None:
                next_s = min(next_s, answer_s)
            if self._claim_s is not None:
                next_s = min(next_s, self._claim_s)
            try:
                frame = await wire.receive_frame(next_s - loop.time())
            except TimeoutError:
                now_s = loop.time()
                if now_s >= heard_s + PATIENCE_S or (self._command and now_s >= answer_s):
                    raise
                if now_s >= ping_s:
                    ping_s = now_s + PING_S
                    self._say({"type": "ping"})
                if self._act_s is not None and now_s >= self._act_s:
                    self._act()
                if self._claim_s is not None and now_s >= self._claim_s:
                    self._claim()
                continue
            if frame is None or self.is_gone:
                return
            heard_s = loop.time()
            self._hear(frame)

    def _say(self, message: dict[str, Any]) -> None:
        assert self.wire is not None
        self.wire.send(msgspec.json.encode(message))

    def _tell(self, what: str) -> None:
        self._world.story.tell(self.name, what)

    # Hearing

    def _hear(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        kind = message["type"]
        if kind == "snapshot":
            self.seats = tuple(message["seats"])
            if self._see(message, 0):
                self.settled_s = self.settled_s or asyncio.get_running_loop().time()
                self._is_new_here(message)
        elif kind == "events":
            if self.settled_s is not None:
                self._see(message, message["from_seq"])
        elif kind in ("ack", "refused", "out_of_sync"):
            self._answered(message, frame)
        elif kind == "absence":
            is_away = message["seat"] is not None and bool(self.seats)
            self._claim_s = asyncio.get_running_loop().time() if is_away else None
        elif kind == "error":
            self._tell(f"is told: {message['code']}")

    def _is_new_here(self, snapshot: dict[str, Any]) -> None:
        for answer in answers_to_draw(snapshot):
            self._say(answer)
        if self._command is not None and self._sent_s < (self.settled_s or 0):
            self._send_command()

    def _see(self, message: dict[str, Any], from_seq: int) -> bool:
        """Take over what a message shows; False for one that is older than what this page knows already."""
        promises, events = self._world.promises, message["events"]
        promises.check_seen(self, message)
        if from_seq > self.seq:
            promises.story.breaks("house", f"{self.name} was told of event {from_seq} after {self.seq - 1}")
            return False
        if from_seq + len(events) < self.seq:
            if self.settled_s is not None:
                promises.story.breaks("house", f"{self.name} was shown an older state on the same line")
            return False
        self.known[from_seq:] = events
        self.view, self._claim_s = message["view"], None
        if self._act_s is None and self._is_awaited():
            self._act_s = asyncio.get_running_loop().time() + self._chance.uniform(*THINK_S)
        return True

    def _is_awaited(self) -> bool:
        return (
            self.view is not None
            and self.view["turn"] is not None
            and self.view["turn"] in self.seats
            and self.view["seat"] == self.view["turn"]
            and self._command is None
        )

    def _answered(self, message: dict[str, Any], frame: bytes) -> None:
        self._world.promises.check_answer(self, message, frame)
        command = self._command
        if command is None or message["command_id"] != command["command_id"]:
            return
        self._tell(f"{message['type']} for {command['command_id']} {message.get('code', '')}".rstrip())
        self._command = None
        if message["type"] == "out_of_sync":
            self._see(message, command["expected_seq"])
        if self._is_awaited() and self._act_s is None:
            self._act_s = asyncio.get_running_loop().time() + self._chance.uniform(*THINK_S)

    # Acting

    def _act(self) -> None:
        self._act_s = None
        if not self._is_awaited() or self.settled_s is None:
            return
        assert self.view is not None
        self._number += 1
        move = self._choose(self.view)
        self._command = {
            "type": "move",
            "command_id": f"{self.name}-{self._number}".replace(" ", "-"),
            "seat": self.view["turn"],
            "expected_seq": self.view["seq"],
            "move": move,
        }
        self._tell(f"sends {self._command['command_id']}: {move['kind']} at {self.view['seq']}")
        self._send_command()

    def _claim(self) -> None:
        """End the game without whoever stays away; again after a while, should that fail."""
        assert self.view is not None
        self._claim_s = asyncio.get_running_loop().time() + ANSWER_S
        ending = self._chance.choice(("claim", "adjudicate"))
        self._tell(f"wants to {ending} at {self.view['seq']}")
        asked = {"seat": self.seats[0], "expected_seq": self.view["seq"], "ending": ending}
        self._say({"type": "absence", **asked})

    def _send_command(self) -> None:
        assert self._command is not None
        self._world.promises.note_command(self, self._command)
        self._sent_s = asyncio.get_running_loop().time()
        self._say(self._command)
        if self._world.is_rough and self._chance.random() < 0.1:
            self._say(self._command)  # as a nervous finger does

    def _choose(self, view: dict[str, Any]) -> dict[str, Any]:
        chance, rack = self._chance.random(), view["rack"]
        if view["pending"] is not None:
            words = [word["text"] for word in view["pending"]["words"]]
            return {"kind": "challenge", "words": words} if chance < 0.1 else {"kind": "accept"}
        if self._world.is_rough and chance < 0.05:
            return {"kind": "play", "placements": [{"square": 0, "sign": "Z"}]}
        if self._world.is_rough and chance < 0.25 and view["can_exchange"]:
            return {"kind": "exchange", "tiles": rack[:1]}
        alphabet, layout = self._ruleset.tiles.alphabet, self._ruleset.layout
        cells = bytes(alphabet.cell(sign) or 0 for row in view["board"] for sign in row)
        play = best_play(self._ruleset, Board(layout, cells), self._ruleset.tiles.rack(rack))
        if isinstance(play, Play):
            laid = show_placements(play.placements, alphabet)
            return {"kind": "play", "placements": msgspec.to_builtins(laid)}
        return {"kind": "pass"}
