"""How many of the words laid in expert games have a definition.

python -m bench.definitions [--games 60] [--seed 1] [--missing]
"""

from __future__ import annotations

import argparse

from quixotry.arena.static_games import static_game
from quixotry.engine.leaves_file import shipped_leaves
from quixotry.engine.moves import Engine
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.lexicon import load
from quixotry.lexicon.definitions import FORM_OF, define
from quixotry.lexicon.gaddag_file import graph_for
from quixotry.rules.event import TilesPlayed
from quixotry.rules.ruleset_file import preset


def words_laid(games: int, seed: int) -> set[str]:
    """The distinct words of so many games between two experts, by the default list."""
    ruleset, lexicon = preset("tournament"), load()
    graph = graph_for(ruleset, lexicon)
    player, engine = SelfPlay(ruleset, graph, shipped_leaves(ruleset)), Engine(ruleset, graph)
    played = (static_game(ruleset, lexicon, player, engine, number) for number in range(seed, seed + games))
    events = (event for game in played for event in game.events if isinstance(event, TilesPlayed))
    return {word.text for event in events for word in event.words}


def is_defined(word: str) -> bool:
    """Is there more than "a form of" to say?"""
    return any(not sense.gloss.startswith(FORM_OF) for sense in define(word))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missing", action="store_true", help="list the words without a definition")
    args = parser.parse_args()
    laid = words_laid(args.games, args.seed)
    missing = sorted(word for word in laid if not is_defined(word))
    share = 100 * (1 - len(missing) / len(laid))
    print(f"{args.games} games, {len(laid):,} distinct words, {share:.1f} % of them defined")
    if args.missing:
        print("\n".join(missing))


if __name__ == "__main__":
    main()
