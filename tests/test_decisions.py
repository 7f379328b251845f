"""Every decision is in the index, under its own title."""

from __future__ import annotations

from pathlib import Path

DECISIONS = Path(__file__).parents[1] / "docs" / "decisions"


def index() -> list[str]:
    """The lines of the index as the notes' own titles give them."""
    notes = sorted(path for path in DECISIONS.glob("*.md") if path.name != "README.md")
    titles = [path.read_text("utf-8").splitlines()[0].removeprefix("# ") for path in notes]
    return [f"- [{title}]({path.name})" for path, title in zip(notes, titles, strict=True)]


def test_the_index_names_every_decision_by_its_title() -> None:
    text = (DECISIONS / "README.md").read_text("utf-8")
    written = text.partition("<!-- index -->\n")[2].partition("<!-- /index -->")[0]
    assert written.splitlines() == index()


def test_a_title_begins_with_the_number_of_its_file() -> None:
    for path in DECISIONS.glob("0*.md"):
        title = path.read_text("utf-8").splitlines()[0]
        assert title.startswith(f"# {path.name[:4]}: "), f"{path.name}: {title}"
