"""Write the tables of quotas and of what expires into the docs, from the one place where they are data.

python -m scripts.build_policy_tables
"""

from __future__ import annotations

from pathlib import Path

from quixotry.play.expiry import policy_table
from quixotry.play.quotas import quota_table

PAGE = Path(__file__).parent.parent / "docs" / "how-to" / "host-a-server.md"
TABLES = {"quotas": quota_table, "expiry": policy_table}


def with_tables(page: str) -> str:
    """The page with today's tables between their marks."""
    for name, table in TABLES.items():
        start, end = f"<!-- {name}: made by make reference -->\n", "<!-- end -->"
        before, rest = page.split(start)
        page = f"{before}{start}\n{table()}\n\n{rest[rest.index(end) :]}"
    return page


def main() -> None:
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
