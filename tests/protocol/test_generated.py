"""The browser's types and the tables of the document are those that follow from the protocol's types."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from scripts.generate_protocol import (
    BOT_DOCUMENT,
    BOT_SCHEMA,
    BOT_SECTIONS,
    DOCUMENT,
    SECTIONS,
    TYPES,
    bot_schema,
    browser_types,
    document,
    tag_of,
)

from quixotry.protocol.bots import AnyAnswer, AnyRequest
from quixotry.protocol.client import ClientMessage
from quixotry.protocol.events import SeenEvent
from quixotry.protocol.server import ServerMessage
from quixotry.rules.event import EVENT_KINDS

# The routes are looked at in this process here; the framework would have one parameter written otherwise.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

AGAIN = "run: python -m scripts.generate_protocol"


def test_the_browser_has_the_types_of_today() -> None:
    assert TYPES.read_text("utf-8") == browser_types(), AGAIN


def test_the_document_has_the_tables_of_today() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert text == document(text), AGAIN
    assert set(re.findall(r"<!-- generated: ([a-z ]+) -->", text)) == set(SECTIONS)


def test_the_document_for_programs_that_play_has_the_tables_of_today() -> None:
    text = BOT_DOCUMENT.read_text("utf-8")
    assert text == document(text, BOT_SECTIONS), AGAIN
    assert set(re.findall(r"<!-- generated: ([a-z ]+) -->", text)) == set(BOT_SECTIONS)
    assert BOT_SCHEMA.read_text("utf-8") == bot_schema(), AGAIN


def test_every_event_of_the_rules_can_be_told() -> None:
    assert [kind.__name__ for kind in get_args(SeenEvent)] == list(EVENT_KINDS)


@pytest.mark.parametrize("union", [ClientMessage, ServerMessage, SeenEvent, AnyRequest, AnyAnswer])
def test_no_two_messages_say_they_are_the_same(union: object) -> None:
    tags = [tag_of(member) for member in get_args(union)]
    assert None not in tags
    assert len(set(tags)) == len(tags)
