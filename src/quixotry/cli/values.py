"""Values a shell completes: rulesets, word lists, players, saved games.

The rooms are imported inside the functions: they are called only while somebody presses Tab.
"""

from __future__ import annotations

from collections.abc import Iterable

from click import Context, Parameter
from click.shell_completion import CompletionItem


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _or_file(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Names that fit; where none does, a file is meant."""
    return _beginning(names, incomplete) or [CompletionItem(incomplete, type="file")]


def rulesets(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Rulesets that come with the game, or a file."""
    from quixotry.rules.shipped import shipped_names

    return _or_file(shipped_names("presets"), incomplete)


def lexicons(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Word lists, bundled and imported, or a file."""
    from quixotry.lexicon.catalogue import known_ids

    return _or_file(known_ids(), incomplete)


def players(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Computers by their levels; people have names of their own."""
    from quixotry.players.level import LEVELS

    return _beginning(["computer", *(f"computer:{level.name}" for level in LEVELS)], incomplete)


def levels(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """The levels of our computers."""
    from quixotry.players.level import LEVELS

    return _beginning([level.name for level in LEVELS], incomplete)


def saved_games(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Games of the terminal, by their ids."""
    from quixotry.paths import saves_folder
    from quixotry.store.files import FileGameLog

    return _beginning(FileGameLog(saves_folder()).list(), incomplete)


def contestants(_context: Context, _parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Who can be sent into a match."""
    from quixotry.arena.contestants import contestant_names

    return _beginning(contestant_names(), incomplete)
