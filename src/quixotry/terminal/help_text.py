"""Help at the table, made from the ruleset so that it names what this game really has."""

from __future__ import annotations

from quixotry.rules.exchange import exchanges_left
from quixotry.rules.ruleset import Ruleset


def help_text(ruleset: Ruleset) -> str:
    """Everything that can be typed in a game by these rules."""
    centre = ruleset.layout.square_name(ruleset.layout.start)
    rows = [
        ("8H WORD", f"play across from row 8, column H; H8 WORD plays down ({centre} is the start square)")
    ]
    if ruleset.layout.coordinates == "centre":
        rows.append(("+0,+0 across WORD", "the same with squares counted from the centre (or `down`)"))
    rows.append(("8H WoRD", "a lower-case letter is a blank; type tiles on the board as letters or as ."))
    if ruleset.allows_exchanges:
        amount = "your whole rack" if ruleset.exchanges_whole_racks else "these tiles"
        most = exchanges_left(ruleset, 0)
        limit = f", {most} times per game" if most else ""
        rows.append(("exchange QV?", f"{ruleset.controls.exchange}: exchange {amount} for new ones{limit}"))
    rows.append(("pass", f"{ruleset.controls.give_up}: play nothing this turn"))
    if ruleset.allows_challenges:
        rows.append(("challenge [WORD]", "challenge the last play; `accept` lets it stand"))
    rows += [
        ("Enter", f"confirm the move you typed ({ruleset.controls.play}); `undo` cancels it"),
        ("hint", "the best moves for your rack: score, leave and equity"),
        ("unseen", "the tiles you cannot see"),
        ("scores", "every move so far"),
        ("define WORD", "whether a word is in the list, and what it means"),
        ("show, rules", "draw the board again; explain the rules of this game"),
        ("resign", "resign the game; `quit` saves it for later"),
    ]
    return "\n".join(f"  {left:<18} {right}" for left, right in rows)
