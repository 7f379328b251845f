"""Write docs/reference/api.md from `quixotry.__all__` and its docstrings.

python scripts/build_api_reference.py            write the page
python scripts/build_api_reference.py --check    say whether the page is what would be written
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import quixotry

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "api.md"

CHAPTERS = {
    "Games": ("Game", "Step", "View", "Board", "Rack", "Outcome"),
    "Moves": ("Move", "Play", "Placement", "Exchange", "Pass", "Challenge", "Accept", "Resign"),
    "Rules and words": ("ruleset", "Ruleset", "Lexicon"),
    "The best moves": ("Engine", "Candidate", "MoveTable", "analyse", "Analysis", "solve", "Solution"),
    "Players": ("Computer", "Bot", "run_bot", "Match", "MatchResult", "MatchOutcome"),
    "Recorded games": ("read_gcg", "read_record", "games", "check_gcg", "RecordCheck"),
    "Errors": ("QuixotryError", "IllegalMove"),
}
"""Every public name, in the order people need them; the tests ask that none is missing."""

ALIASES = {
    "Move": "Any of the moves below. A move knows nothing of the game; the game says whether it is legal."
}
"""What is no class or function has no docstring of its own."""

HEAD = """# The library

Written by `scripts/build_api_reference.py` from the docstrings; the tests run every example and compare this page.
[How to use it](../how-to/use-the-library.md) has three small programs to start from.

```python
import quixotry as qx
```

Wherever a ruleset is asked for, give its name, the path of a TOML file, or a `Ruleset`; for a lexicon its id, the path
of a list, or a `Lexicon`. A *position* is a game, a view, or a CGP. Seats count from 0.
"""


def page() -> str:
    parts = [HEAD]
    for chapter, names in CHAPTERS.items():
        parts.append(f"## {chapter}\n")
        for name in names:
            parts += _entry(name, getattr(quixotry, name))
    return "\n".join(parts).rstrip() + "\n"


def _entry(name: str, value: object) -> Iterator[str]:
    if name in ALIASES:
        yield f"### `{name}`\n\n{ALIASES[name]}\n"
        return
    yield f"### `{_signature(name, value)}`\n\n{_markdown(value)}\n"
    if not isinstance(value, type) or issubclass(value, Exception):
        return
    fields = list(_fields(value))
    if fields:
        yield "\n".join(fields) + "\n"
    for member, part in _members(value):
        if isinstance(part, property):
            yield f"- **`.{member}`** {_sentence(part)}"
    if any(isinstance(part, property) for _, part in _members(value)):
        yield ""
    for member, part in _members(value):
        if not isinstance(part, property):
            function = getattr(value, member)
            yield f"#### `{name}.{_signature(member, function)}`\n\n{_markdown(function)}\n"


def _members(value: type) -> list[tuple[str, object]]:
    """What a class of the library itself defines and documents, in the order it is written."""
    if not value.__module__.startswith("quixotry.api"):
        return []
    kinds = (property, classmethod, staticmethod, FunctionType)
    return [
        (name, part)
        for name, part in vars(value).items()
        if not name.startswith("_") and isinstance(part, kinds)
    ]


def _fields(value: type) -> Iterator[str]:
    """The fields of a dataclass with the texts under them, which only the source has."""
    names = [name for name in getattr(value, "__dataclass_fields__", {}) if not name.startswith("_")]
    if not names or "View" in value.__name__:
        return
    source = inspect.getsource(value)
    for name in names:
        found = re.search(rf'^    {name}: [^\n]*\n    """(.*?)"""', source, re.MULTILINE | re.DOTALL)
        text = " ".join(found.group(1).split()) if found else ""
        yield f"- **`.{name}`** {text}".rstrip()


def _signature(name: str, value: object) -> str:
    """A call as one writes it: names and defaults, without types."""
    if isinstance(value, type) and (
        issubclass(value, Exception | str) or getattr(value, "_is_protocol", False)
    ):
        return name
    if isinstance(value, type) and not inspect.isfunction(vars(value).get("__init__")):
        return name
    assert callable(value)
    parameters = []
    signature = inspect.signature(value)
    is_keyword = False
    for parameter in signature.parameters.values():
        if parameter.name == "self" or parameter.name.startswith("_"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not is_keyword:
            is_keyword = True
            if not any(each.kind is each.VAR_POSITIONAL for each in signature.parameters.values()):
                parameters.append("*")
        text = f"*{parameter.name}" if parameter.kind is parameter.VAR_POSITIONAL else parameter.name
        if parameter.default is not parameter.empty:
            text += f"={_default(parameter.default)}"
        parameters.append(text)
    return f"{name}({', '.join(parameters)})"


def _default(value: object) -> str:
    if isinstance(value, int) and value >= 1 << 60:
        return "no limit"
    return repr(value)


def _sentence(part: property) -> str:
    """The first paragraph of a property's docstring."""
    return " ".join((inspect.getdoc(part) or "").split("\n\n")[0].split())


def _markdown(value: object) -> str:
    """A docstring with its examples fenced."""
    lines: list[str] = []
    is_example = False
    for line in (inspect.getdoc(value) or "").splitlines():
        if line.startswith(">>> ") and not is_example:
            is_example = True
            lines.append("```pycon")
        elif is_example and not line.strip():
            is_example = False
            lines.append("```")
        lines.append(line)
    return "\n".join([*lines, "```"] if is_example else lines)


def main() -> None:
    text = page()
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == text else f"{PAGE.name} is out of date")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
