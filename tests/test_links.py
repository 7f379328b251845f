"""Nothing in the docs leads nowhere, and nothing is more than two clicks from README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
README = HOUSE / "README.md"
PAGES = [README, HOUSE / "CONTRIBUTING.md", HOUSE / "CHANGELOG.md", *sorted((HOUSE / "docs").glob("**/*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)")
CLICKS_MAX = 2


def links(page: Path) -> list[tuple[Path, str]]:
    """Where a page leads to: the file, and the heading in it."""
    return [
        ((page.parent / target).resolve() if target else page, anchor.removeprefix("#"))
        for target, anchor in LINK.findall(page.read_text("utf-8"))
    ]


def anchors(page: Path) -> set[str]:
    """The headings of a page, as a link names them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(HOUSE)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), f"{target} is not there"
        assert not anchor or anchor in anchors(target), f"{target.name} has no heading #{anchor}"


def test_every_page_is_two_clicks_from_readme_at_most() -> None:
    reached = {README}
    for _ in range(CLICKS_MAX):
        reached |= {target for page in reached if page.suffix == ".md" for target, _ in links(page)}
    assert [page for page in PAGES if page not in reached] == []
