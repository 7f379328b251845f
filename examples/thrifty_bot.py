"""A bot in Python: plays for points, but thinks twice before it parts with an S or a blank.

quixotry play --player You --player bot:"python examples/thrifty_bot.py"
"""

import quixotry as qx

PRIZED = {"S": 8, "?": 20}


class Thrifty:
    def prepare(self, ruleset, lexicon):
        self.engine = qx.Engine(ruleset, lexicon)

    def choose(self, view, budget_ms):
        if view.pending:
            return "accept"
        return max(self.engine.moves(view), key=self.worth)

    def worth(self, candidate):
        return candidate.score + sum(PRIZED.get(tile, 0) for tile in candidate.leave)


qx.run_bot(Thrifty(), name="Thrifty", version="1.0", deterministic=True)
