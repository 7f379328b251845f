"""The page has the messages of the catalog."""

from __future__ import annotations

from scripts.build_browser_messages import TARGET, messages_module


def test_the_messages_of_the_page_are_those_of_the_catalog() -> None:
    told = "Write it anew with: python -m scripts.build_browser_messages"
    assert TARGET.read_text("utf-8") == messages_module(), told
