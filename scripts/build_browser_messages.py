"""Write the messages the browser needs as a module of its own: `python -m scripts.build_browser_messages`.

The page formats the same messages as the terminal; tests/wording/test_browser.py compares the file with the catalog.
"""

from __future__ import annotations

import json
from pathlib import Path

from quixotry.wording.catalog import catalog

TARGET = Path(__file__).parents[1] / "src" / "quixotry" / "web" / "static" / "js" / "messages.js"
GROUPS = ("lists", "events", "endings", "outcomes", "challenges", "penalties", "hints")
REFUSALS = ("not_in_line", "gap", "start_not_covered", "not_connected", "no_word", "word_length")
"""The errors that the page finds by itself, while tiles are laid."""


def messages_module() -> str:
    found = catalog()
    tables = {group: found.tables[group] for group in GROUPS}
    tables["errors"] = {code: found.tables["errors"][code] for code in REFUSALS}
    return (
        "/** What the page says, from wording/messages/; written by scripts/build_browser_messages.py. */\n\n"
        f'export const language = "{found.language.code}";\n\n'
        f"export const messages = {json.dumps(tables, ensure_ascii=False, indent=1)};\n"
    )


if __name__ == "__main__":
    TARGET.write_text(messages_module(), "utf-8")
