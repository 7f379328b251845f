"""Help at the table, made from the ruleset so that it names what this game really has."""

from __future__ import annotations

from quixotry.rules.challenge import ChallengeRule
from quixotry.rules.ruleset import EndingRun, Ruleset


def help_text(ruleset: Ruleset) -> str:
    """Everything that can be typed in a game by these rules."""
    centre = ruleset.layout.square_name(ruleset.layout.start)
    rows = [("8H WORD", f"play across from row 8, column H; H8 WORD plays down ({centre} is the start)")]
    if ruleset.layout.coordinates == "centre":
        rows.append(("+0,+0 across WORD", "the same with squares counted from the centre (or `down`)"))
    rows.append(("8H WoRD", "a lower-case letter is a blank; letters already there are typed too, or as ."))
    exchange = ruleset.exchange
    if exchange.allowed:
        amount = "your whole rack" if exchange.whole_rack else "these tiles"
        limit = f", {exchange.per_game} times a game" if exchange.per_game else ""
        rows.append(("exchange QV?", f"{ruleset.controls.exchange}: change {amount} for new ones{limit}"))
    rows.append(("pass", f"{ruleset.controls.give_up}: do nothing this turn"))
    if ruleset.allows_challenges:
        rows.append(("challenge [WORD]", "dispute the play just made; `accept` lets it stand"))
    rows += [
        ("Enter", f"confirm what is waiting ({ruleset.controls.play}); `undo` takes it back"),
        ("hint", "the best moves for your rack: score, tiles kept, and what both are worth"),
        ("unseen", "the tiles you cannot see"),
        ("scores", "every move so far"),
        ("define WORD", "is it in the list, and what does it mean"),
        ("show, rules", "draw the board again; how this version is played"),
        ("resign", "leave the game; `quit` saves it for later"),
    ]
    return "\n".join(f"  {left:<18} {right}" for left, right in rows)


def rules_lines(ruleset: Ruleset) -> list[str]:
    """How this version is played, sentence by sentence, from its facets."""
    seats = ruleset.seats
    count = str(seats.min) if seats.min == seats.max else f"{seats.min} to {seats.max}"
    first = {
        "drawn": "a draw decides who starts",
        "seat-1": "the first seat starts",
        "alternating": "each starts one game",
    }[seats.first]
    words, longest = ruleset.words, max(ruleset.layout.height, ruleset.layout.width)
    limit = f"{words.shortest} or more letters"
    if words.longest < longest:
        limit = f"{words.shortest} to {words.longest} letters"
    judged = "a bad word is refused"
    if words.challenge is not None:
        judged = f"words stand unless challenged; a wrong challenge {_wrong_challenge(words.challenge)}"
    lines = [
        f"{ruleset.title or ruleset.name}. {ruleset.summary}".strip(),
        f"Players: {count}; {first}.",
        f"Board: {ruleset.layout.name}, {ruleset.layout.height} by {ruleset.layout.width}. "
        f"Tiles: {len(ruleset.tiles.counts)}, {ruleset.rack.size} on a rack, "
        f"refilled at the {ruleset.rack.refill.replace('-', ' ').replace('of turn', 'of your turn')}.",
        f"Words: {limit}; {judged}.",
        f"Bonus: {ruleset.bonus.points} points for laying {ruleset.bonus.tiles} tiles at once.",
        _exchange_line(ruleset),
        _passing_line(ruleset),
        *_ending_lines(ruleset),
    ]
    if ruleset.clock.minutes is not None:
        lines.append(
            f"Clock: {ruleset.clock.minutes} minutes each; every started minute more costs "
            f"{ruleset.clock.overtime_points} points."
        )
    if ruleset.match.games > 1:
        lines.append("A match is two games: both won wins it, else combined points decide.")
    return lines


def _exchange_line(ruleset: Ruleset) -> str:
    rule = ruleset.exchange
    if not rule.allowed:
        return "Exchange: none."
    amount = "the whole rack, or what the bag holds" if rule.whole_rack else f"{rule.least} or more tiles"
    bag = f", with {rule.bag_least} or more in the bag" if rule.bag_least > 1 else ""
    often = f", {rule.per_game} times a game" if rule.per_game else ""
    return f"Exchange: {amount}{often}{bag}; it ends the turn."


def _passing_line(ruleset: Ruleset) -> str:
    return {
        "always": "Pass: at any time.",
        "after-first-play": "Pass: not as the game's first move, unless you have no play.",
        "as-exchange": "Pass: by exchanging no tiles.",
    }[ruleset.passing.kind]


def _ending_lines(ruleset: Ruleset) -> list[str]:
    gains = {
        "gains-others": "gains what the others' unplayed tiles are worth, and they lose it",
        "gains-double": "gains twice what the other's unplayed tiles are worth",
    }[ruleset.end.out]
    lines = [f"The game ends when the bag is empty and somebody places the last tile: that player {gains}."]
    if ruleset.end.no_play:
        lines.append("It ends too when nobody can play or exchange: each loses their unplayed tiles.")
    lines += map(_run_line, ruleset.end.runs)
    if ruleset.end.tie == "before-settling":
        lines.append(
            f"Equal scores: more before settling up wins; still equal is called {ruleset.end.tie_name}."
        )
    else:
        lines.append(f"Equal scores are called {ruleset.end.tie_name}.")
    return lines


def _run_line(run: EndingRun) -> str:
    if run.turns is not None:
        counted = {"passes": "passes", "exchanges": "exchanges", "scoreless": "scoreless turns"}
        when = f"after {run.turns} {counted.get(run.of, 'turns without a tile')} in a row"
    else:
        often = {1: "", 2: " twice"}.get(run.rounds or 0, f" {run.rounds} times")
        doing = {"passes": "passes", "exchanges": "exchanges", "scoreless": "scores nothing"}
        when = f"when everybody {doing.get(run.of, 'lays no tile')}{often} in a row"
    when += " with the bag empty" if run.bag_empty else ""
    when += ", unless nobody has a point" if run.unless_all_zero else ""
    settled = "each loses their unplayed tiles" if run.settling == "each-loses-own" else "nothing moves"
    return f"It ends {when}: {settled}."


def _wrong_challenge(rule: ChallengeRule) -> str:
    costs = ["costs the turn"] if rule.costs_turn else []
    costs += [f"gives the other side {rule.points} points"] if rule.points else []
    costs += [f"gives the other side {rule.per_word} points per word"] if rule.per_word else []
    return " and ".join(costs) or "costs nothing"
