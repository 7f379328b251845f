"""When a simulation may stop: our rule beside the one others use, and what candidates beyond the cut lose.

    python -m bench.stopping_rules [--plies 2 4] [--rollouts-max 50000] [--judge 4000]

Both rules decide at 95 % on the positions of `bench/positions`. Ours takes the champion's candidates, few and not far
behind, lets what equity says at first sight count like samples, and calls a fifth of a percent of win chance a tie. The
other takes the first fifteen by equity, tries each a hundred times before any is left aside, takes nothing for granted
and knows no ties. Then the first forty are raced without mercy, and whatever was chosen anywhere is judged anew with
other luck, each with the same samples: what a choice loses is what it lies behind the choice among all forty. That
difference is measured on luck that chose nobody, so that it may come out below zero.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from unittest.mock import patch

from bench.positions import WORDS, read
from bench.search import CONFIDENCE, simulator
from quixotry.engine import simulator as rule
from quixotry.engine.moves import Candidate
from quixotry.engine.simulator import LEAST, PRIOR, SPREAD_WEIGHT, TIE, Simulator
from quixotry.lexicon.compiled import COMPILED
from quixotry.players.champion import Champion, perspective_of
from quixotry.players.levels import level_named
from quixotry.rules.view import View

WIDE = 40


@dataclass
class Rule:
    """A way to decide, and what came of it."""

    name: str
    least: int
    prior: int
    tie: float
    seconds: list[float] = field(default_factory=list)
    rollouts: list[int] = field(default_factory=list)
    amounts: list[int] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    """In win chance, of what was decided on."""
    beyond: list[float] = field(default_factory=list)
    """In win chance, of the best candidate that was tried: what the cut alone loses."""

    def decide(
        self,
        made: Simulator,
        view: View,
        candidates: Sequence[Candidate],
        *,
        plies: int,
        rollouts_max: int,
        seed: int = 0,
    ) -> Candidate:
        """The candidate this rule decides on."""
        with patch.object(rule, "TIE", self.tie):
            tried = made.compare(
                perspective_of(view),
                candidates,
                plies=plies,
                seed=seed,
                confidence=CONFIDENCE,
                prior=self.prior,
                least=self.least,
                rollouts_max=rollouts_max,
            )
        return tried[0].candidate

    def report(self, rollouts_max: int) -> str:
        decided = sum(each < rollouts_max for each in self.rollouts)
        return (
            f"{self.name}: {statistics.median(self.amounts):.0f} candidates, decided "
            f"{decided} of {len(self.rollouts)} within {rollouts_max:,} rollouts, median "
            f"{statistics.median(self.rollouts):,.0f} rollouts and {statistics.median(self.seconds):.2f} s of "
            f"processor time, mean {statistics.mean(self.seconds):.2f} s; loses {_mean(self.losses)}, of it by the "
            f"cut {_mean(self.beyond)}"
        )


def _mean(values: list[float]) -> str:
    """In percent of win chance, with its standard error."""
    error = statistics.stdev(values) / len(values) ** 0.5
    return f"{100 * statistics.mean(values):.2f} % ± {100 * error:.2f}"


def compare(views: list[View], plies: int, rollouts_max: int, judge: int) -> None:
    champion, made = Champion(level_named("champion"), WORDS), simulator(1)
    ours = Rule("ours", LEAST, PRIOR, TIE)
    others = Rule("as others do", 100, 0, 0.0)
    for view in views:
        wide = champion.legal_moves(view)[:WIDE]
        fields = {ours.name: champion.candidates(view), others.name: wide[:15]}
        chosen = {}
        for each in (ours, others):
            began = time.process_time()
            chosen[each.name] = each.decide(
                made, view, fields[each.name], plies=plies, rollouts_max=rollouts_max
            )
            each.seconds.append(time.process_time() - began)
            each.rollouts.append(made.rollouts)
            each.amounts.append(len(fields[each.name]))
        # The same race for all: with luck of its own, and within each cut too.
        patient = Rule("patient", 100, PRIOR, 0.0)
        best = {
            name: patient.decide(made, view, some, plies=plies, rollouts_max=rollouts_max, seed=1)
            for name, some in {**fields, "wide": wide}.items()
        }
        named = list(dict.fromkeys([*chosen.values(), *best.values()]))
        worth = judged(made, view, named, plies, judge)
        for each in (ours, others):
            each.losses.append(worth[best["wide"]] - worth[chosen[each.name]])
            each.beyond.append(worth[best["wide"]] - worth[best[each.name]])
    for each in (ours, others):
        print(f"{plies} plies, {each.report(rollouts_max)}", flush=True)


def judged(
    made: Simulator, view: View, named: list[Candidate], plies: int, samples: int
) -> dict[Candidate, float]:
    """What each candidate is worth on the same samples, which nobody has seen before."""
    tried = made.compare(
        perspective_of(view),
        named,
        plies=plies,
        seed=999,
        rollouts_max=samples * len(named),
        least=samples,
        prior=0,
    )
    return {each.candidate: each.win_chance + SPREAD_WEIGHT * each.spread for each in tried}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--plies", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--rollouts-max", type=int, default=50_000)
    parser.add_argument("--judge", type=int, default=4000, help="samples of each candidate")
    args = parser.parse_args()
    assert COMPILED, "without the compiled engine there is nothing to measure"
    for plies in args.plies:
        compare(read("midgame.txt"), plies, args.rollouts_max, args.judge)


if __name__ == "__main__":
    main()
