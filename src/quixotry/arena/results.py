"""The files a match or tournament leaves beside its games."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path

from quixotry.arena.match import Match
from quixotry.arena.report.match import match_report


def write_results(folder: Path, result: object, report: str) -> None:
    """The figures and the report, beside the games."""
    write_file(folder / "results.json", json.dumps(result, indent=1) + "\n")
    write_file(folder / "report.html", report)


def write_file(path: Path, text: str) -> None:
    """A whole file or none: the one before it stays until this one is there."""
    temporary = path.with_suffix(".new")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)


@dataclass(eq=False)
class RunningReport:
    """Figures and report of a match that goes on, written now and then."""

    made_by: str
    every_s: float
    _written: float = field(default_factory=time.monotonic)

    def tell(self, match: Match) -> None:
        """The match has come further."""
        if time.monotonic() > self._written + self.every_s:
            report = match_report(match, made_by=self.made_by, running=True)
            write_results(match.folder, match.plain(), report)
            self._written = time.monotonic()
