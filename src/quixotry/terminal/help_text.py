"""Help at the table, made from the ruleset so that it names what this game really has."""

from __future__ import annotations

from quixotry.rules.exchange import exchanges_left
from quixotry.rules.ruleset import Ruleset

COLUMNS = 80
_HINT = ("hint", "how good your best move is; again: where, then which")
_UNDO = ("undo", "take back your last turn, if only computers answered it")
_DEFINE = "whether a word is in the list, and what it means"
_DEFINE_STOOD = "what a word means, once a play with it has stood"


def help_text(ruleset: Ruleset) -> str:
    """Everything that can be typed in a game by these rules, in lines a terminal of 80 columns does not break."""
    controls = ruleset.controls
    centre = ruleset.layout.square_name(ruleset.layout.start)
    rows = [
        ("8H word", "lay a word across from row 8, column H; H8 word goes down"),
        ("word 8H", f"the same; the first play of the game covers {centre}"),
    ]
    if ruleset.layout.coordinates == "centre":
        rows.append((f"{centre} across word", "the same, counted from the centre (or `down`)"))
    rows += [
        ("8H w.rd", "tiles on the board may be typed as they are, or as ."),
        ("8H w?rd, 8H WoRD", "a blank for the O; else one is used only if it must be"),
    ]
    if ruleset.allows_exchanges:
        whole = ruleset.exchanges_whole_racks
        most = exchanges_left(ruleset, 0)
        limit = f", {most} times per game" if most else ""
        text = f"new tiles for {'your whole rack' if whole else 'these'}{limit}"
        rows.append(("exchange" if whole else "exchange QV?", text + _also("exchange", controls.exchange)))
    rows.append(("pass", "play nothing this turn" + _also("pass", controls.give_up)))
    if ruleset.allows_challenges:
        rows.append(("challenge [WORD]", "challenge the last play; `accept` lets it stand"))
    rows += [
        ("Enter", f"confirm the move you typed ({controls.play}); `undo` cancels it"),
        *(() if ruleset.allows_challenges else (_UNDO, _HINT)),
        ("unseen", "the tiles you cannot see"),
        ("scores", "every move so far"),
        ("define WORD", _DEFINE_STOOD if ruleset.allows_challenges else _DEFINE),
        ("[A], <A>", "on the board: the tiles you have typed, and the last play"),
        ("show, rules", "draw the board again; explain the rules of this game"),
        ("resign", "resign the game; `quit` saves it for later"),
    ]
    return "\n".join(f"  {left:<18} {right}" for left, right in rows)


def _also(usual: str, own: str) -> str:
    """The ruleset's own name for an action, where it has one."""
    return "" if own.casefold() == usual else f" (or: {own})"
