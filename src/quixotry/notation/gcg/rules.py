"""The rules a GCG game was played by.

GCG has no line for that. Our exports say it in a note before the first move, `#note Rules: NAME sha256:...`:
other programs simply show the note, where an unknown pragma would make some of them give up. A resignation is
written the same way, `#note Resigned: nick`.
"""

from __future__ import annotations

from dataclasses import dataclass

from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.file import GcgFile, MoveLine, NoteLine
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset, ruleset_digest
from quixotry.rules.shipped import shipped_names
from quixotry.wording.phrases import quoted

STANDARD = "tournament"
"""The rules assumed for files of other programs, which name none."""

RULES_KEY = "Rules: "
RESIGNED_KEY = "Resigned: "
_DIGEST_KEY = "sha256:"


@dataclass(frozen=True, slots=True)
class ChosenRules:
    ruleset: Ruleset
    are_certain: bool
    """Named by the file or by the caller, not assumed."""
    remarks: tuple[Remark, ...] = ()


def rules_note(ruleset: Ruleset) -> str:
    """The text of the note that names a ruleset."""
    name = " ".join(ruleset.name.split()) or "own"
    return f"{RULES_KEY}{name} {_DIGEST_KEY}{ruleset_digest(ruleset)}"


def choose_rules(file: GcgFile) -> ChosenRules:
    """The rules a file names, or the standard ones; a remark when it names rules that are not known here."""
    note = _find_note(file)
    if note is None:
        return ChosenRules(preset(STANDARD), are_certain=False)
    name, digest = _split(note.text.removeprefix(RULES_KEY))
    if name not in shipped_names("presets"):
        text = f"The rules {quoted(name)} are unknown; {STANDARD} is used instead."
        return ChosenRules(preset(STANDARD), are_certain=False, remarks=(Remark(note.number, text),))
    ruleset = preset(name)
    if digest not in ("", ruleset_digest(ruleset)):
        text = f"The game was played by different rules called {name}; the rules of this program are used instead."
        return ChosenRules(ruleset, are_certain=False, remarks=(Remark(note.number, text),))
    return ChosenRules(ruleset, are_certain=True)


def _find_note(file: GcgFile) -> NoteLine | None:
    for line in file.lines:
        if isinstance(line, MoveLine):
            return None
        if isinstance(line, NoteLine) and line.text.startswith(RULES_KEY):
            return line
    return None


def _split(text: str) -> tuple[str, str]:
    """Name and digest; the digest may be missing in a file written by hand."""
    words = text.split()
    digest = words.pop().removeprefix(_DIGEST_KEY) if words and words[-1].startswith(_DIGEST_KEY) else ""
    return " ".join(words), digest
