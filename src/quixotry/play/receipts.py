"""The answers a table has given: a command whose idempotency key was seen before gets its answer again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from quixotry.play import limits
from quixotry.play.ports import Receipt, ServerLog
from quixotry.protocol.server import Ack, Answer, decode_answer, encode
from quixotry.rules.move import Move
from quixotry.threads import in_thread
from quixotry.values import frozen


@frozen
class Command:
    """A move somebody asks for."""

    id: str
    """The idempotency key, of the client's choosing."""
    seat: int
    expected_seq: int
    """Optimistic concurrency: the state of the game the move was thought of in."""
    move: Move

    @property
    def key(self) -> str:
        """Another seat's command of the same id is another command."""
        return f"{self.seat}:{self.id}"


@dataclass(eq=False)
class Receipts:
    log: ServerLog
    game_id: str
    _answers: OrderedDict[str, Answer] = field(default_factory=OrderedDict)

    async def find(self, command: Command, seq: int) -> Answer | None:
        """The answer this command got, if it came before; `seq` is the game's present state."""
        given = self._answers.get(command.key)
        # An accepted command moved the game on, so one that expects its present state is new.
        if isinstance(given, Ack) or (given is None and command.expected_seq == seq):
            return given
        # One that could not be saved in time may have been saved after all.
        kept = await in_thread(self.log.answer, self.game_id, command.key)
        return given if kept is None else decode_answer(kept)

    def keep(self, command: Command, answer: Answer) -> None:
        """Accepted commands are in the store for good; these are at hand."""
        self._answers[command.key] = answer
        if len(self._answers) > limits.ANSWERS_MAX:
            self._answers.popitem(last=False)


def receipt_for(key: str, command_id: str, seq: int, by: tuple[str, int] | None) -> Receipt:
    """What the store keeps with an accepted decision, if who made it still holds the seat."""
    return Receipt(key, encode(Ack(command_id, seq)), by)
