"""What Tab makes of a line: commands, the tiles of one's rack, the words of the last play.

Nothing here asks the word list: where plays may be challenged, Tab must not tell which words are good.
"""

from __future__ import annotations

from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

_ALWAYS = ("define", "help", "hint", "pass", "quit", "resign", "rules", "scores", "show", "undo", "unseen")


def complete_line(typed: str, view: View) -> list[str]:
    """The lines that what has been typed may become, for the seat that looks."""
    verb, space, rest = typed.casefold().lstrip().partition(" ")
    found = [name for name in _names(view.ruleset) if name.startswith(typed.casefold().lstrip())]
    if not space:
        return found
    if verb in ("exchange", view.ruleset.controls.exchange.casefold()) and not rest.strip():
        found += [f"{verb} {tiles}" for tiles in _whole_rack(view)]
    if verb == "challenge" and view.pending is not None:
        before, _, begun = rest.rpartition(" ")
        words = dict.fromkeys(word.text for word in view.pending.words)
        found += [
            " ".join(filter(None, (verb, before.upper(), word)))
            for word in words
            if word.startswith(begun.upper())
        ]
    return found


def _names(ruleset: Ruleset) -> list[str]:
    controls = ruleset.controls
    names = {*_ALWAYS, controls.give_up.casefold()}
    if ruleset.allows_exchanges:
        names |= {"exchange", controls.exchange.casefold()}
    if ruleset.allows_challenges:
        names |= {"accept", "challenge"}
    return sorted(names)


def _whole_rack(view: View) -> list[str]:
    """The tiles of the rack, where all of them may be exchanged."""
    rack = view.rack
    if rack is None or len(rack) not in view.exchange_sizes:
        return []
    return [view.ruleset.tiles.alphabet.text(rack)]
