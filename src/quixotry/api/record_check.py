"""The check of a game record: two verdicts, and the reasons."""

from __future__ import annotations

from pathlib import Path

from quixotry.api.recorded_games import read_bytes
from quixotry.api.rulesets import ruleset as load_ruleset
from quixotry.notation.gcg import Remark, parse_gcg, replay_gcg
from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen

_WORDS = {True: "right", False: "wrong", None: "not checked"}
_LEGAL_WORDS = {True: "legal", False: "not legal", None: "legality not checked"}


@frozen
class RecordCheck:
    """What `check_gcg` found.

    >>> import quixotry as qx
    >>> gcg = qx.Game("tournament", seed="3d3").to_gcg()
    >>> check = qx.check_gcg(gcg.encode())
    >>> check
    <RecordCheck: scores right, legal, 0 findings>
    >>> check.passes
    True
    """

    scores_right: bool | None
    """Does every score and total follow from the moves? None if that cannot be told."""
    is_legal: bool | None
    """Could all of it have happened? None if that cannot be told."""
    findings: tuple[str, ...]
    """All that is wrong, each a sentence with its line; in a line, a fault comes before what follows from it."""
    warnings: tuple[str, ...]
    """What is odd, and changes neither verdict."""
    players: tuple[str, ...]
    scores: tuple[int, ...]
    """As computed, not as written."""
    ruleset: Ruleset
    """The rules the record was checked by."""

    @property
    def passes(self) -> bool:
        """Is it certain that the scores are right and that all of it could have happened?"""
        return self.scores_right is True and self.is_legal is True

    def __repr__(self) -> str:
        count = len(self.findings)
        verdicts = f"scores {_WORDS[self.scores_right]}, {_LEGAL_WORDS[self.is_legal]}"
        return f"<RecordCheck: {verdicts}, {count} finding{'' if count == 1 else 's'}>"


def check_gcg(gcg: str | Path | bytes, *, ruleset: str | Path | Ruleset | None = None) -> RecordCheck:
    """Check a GCG file, given by its path or as bytes: are its scores right, and could all of it have happened?

    It is checked by the rules it tells or names (or those given here). No word list is asked, and a file that is
    full of mistakes is no error; only a file without a game is one.

    >>> import quixotry as qx
    >>> gcg = b"#player1 a Ann\\n#player2 b Ben\\n>a: AEINRSX 8D RETAINS +66 66\\n"
    >>> check = qx.check_gcg(gcg)
    >>> check.scores_right, check.is_legal
    (True, False)
    >>> check.findings
    ('Line 3: The rack AEINRSX does not have T.',)
    """
    content = gcg if isinstance(gcg, bytes) else read_bytes(Path(gcg))
    report = replay_gcg(parse_gcg(content), None if ruleset is None else load_ruleset(ruleset))
    return RecordCheck(
        scores_right=report.scores_right,
        is_legal=report.is_legal,
        findings=tuple(map(_sentence, report.findings())),
        warnings=tuple(map(_sentence, report.warnings)),
        players=tuple(player.name for player in report.players),
        scores=report.final_scores,
        ruleset=report.ruleset,
    )


def _sentence(remark: Remark) -> str:
    return f"Line {remark.line}: {remark.text}"
