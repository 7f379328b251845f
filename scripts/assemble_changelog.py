"""Gather the fragments of `changelog.d/` into CHANGELOG.md as the section of this version, and empty the folder.

    python scripts/assemble_changelog.py [--check]

The last step of a release before its tag; `--check` only says whether it has been done.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
EMPTY = "## Unreleased\n\nSee the fragments in [`changelog.d/`](changelog.d).\n"


def entries(folder: Path) -> list[str]:
    """Every fragment's sentences, as items of a list, in the order of the files' names."""
    found = []
    for path in sorted(folder.glob("*.md")):
        for paragraph in re.split(r"\n(?=- )|\n\n", path.read_text("utf-8").strip()):
            found.append(f"- {paragraph.removeprefix('- ').strip()}")
    return found


def assembled(changelog: str, items: list[str], title: str) -> str:
    """The changelog with these items as its newest section."""
    assert EMPTY in changelog, "CHANGELOG.md has no section Unreleased"
    return changelog.replace(EMPTY, f"{EMPTY}\n## {title}\n\n" + "\n".join(items) + "\n", 1)


def main(arguments: list[str]) -> int:
    version = re.search(
        r'^__version__ = "([^"]+)"', (ROOT / "src/quixotry/__init__.py").read_text("utf-8"), flags=re.M
    )
    assert version is not None
    folder, file = ROOT / "changelog.d", ROOT / "CHANGELOG.md"
    items, changelog = entries(folder), file.read_text("utf-8")
    is_there = f"\n## {version.group(1)} " in changelog
    if "--check" in arguments:
        if items or not is_there:
            print(f"{len(items)} sentences wait in changelog.d/; CHANGELOG.md must have {version.group(1)}.")
        return 1 if items or not is_there else 0
    if is_there:
        print(f"CHANGELOG.md has {version.group(1)} already: raise __version__ first.", file=sys.stderr)
        return 2
    today = datetime.now(UTC).date().isoformat()
    file.write_text(assembled(changelog, items, f"{version.group(1)} ({today})"), "utf-8")
    for path in folder.glob("*.md"):
        path.unlink()
    (folder / ".gitkeep").touch()
    print(f"{len(items)} sentences for {version.group(1)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
