"""How a version is played, in sentences made from its data: house rules explain themselves too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from typing import Any

from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen
from quixotry.wording.catalog import catalog, say


@frozen
class Section:
    key: str
    title: str
    sentences: tuple[str, ...]


def explain(ruleset: Ruleset) -> tuple[Section, ...]:
    """The rules in sections."""
    parameters = _parameters(ruleset)
    return tuple(
        Section(key, messages["title"], tuple(filter(None, _sentences(messages, parameters))))
        for key, messages in catalog().tables["rules"].items()
    )


def rules_lines(ruleset: Ruleset) -> list[str]:
    """The same as lines of text, without what only a page with a board to drag tiles to needs."""
    lines = [f"{ruleset.title or ruleset.name}. {ruleset.summary}".strip()]
    return lines + [
        f"{section.title}: {' '.join(section.sentences)}"
        for section in explain(ruleset)
        if section.key != "screen"
    ]


def _sentences(messages: Mapping[str, str], parameters: dict[str, Any]) -> Iterator[str]:
    format_message = catalog().language.format
    for key, message in messages.items():
        if key == "run":
            for run in parameters["end"]["runs"]:
                yield format_message(message, {**parameters, "run": run})
        elif key != "title":
            yield format_message(message, parameters)


def _parameters(ruleset: Ruleset) -> dict[str, Any]:
    """The facets by name, and what the messages need beside them."""
    layout = ruleset.layout
    named = ("name", "title", "summary", "layout", "tiles")
    facets = {
        item.name: asdict(getattr(ruleset, item.name)) for item in fields(ruleset) if item.name not in named
    }
    return {
        **facets,
        "board": {"width": layout.width, "height": layout.height},
        "tiles": {"total": len(ruleset.tiles.counts)},
        "range": ruleset.seats.min < ruleset.seats.max,
        "limited": ruleset.words.longest < max(layout.width, layout.height),
        "star": layout.premium_name(layout.start) or None,
        "penalties": _penalties(ruleset),
    }


def challenge_cost(ruleset: Ruleset) -> str:
    """What an unsuccessful challenge costs, as a sentence."""
    return say("challenges.cost", {"penalties": _penalties(ruleset)})


def _penalties(ruleset: Ruleset) -> list[str]:
    """What an unsuccessful challenge costs."""
    rule = ruleset.words.challenge
    parts = {} if rule is None else asdict(rule)
    return [say(f"penalties.{part}", {"n": n}) for part, n in parts.items() if n] or [
        say("penalties.nothing")
    ]
