"""Events by name, as records name them."""

from __future__ import annotations

from quixotry.rules.event import EVENT_KINDS, Event


def test_every_kind_of_event_can_be_named_in_a_record() -> None:
    assert set(EVENT_KINDS) == {kind.__name__ for kind in Event.__subclasses__()}
