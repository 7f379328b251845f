"""Everything in this room that can grow, and how far."""

TRIES_MAX = 20
"""Refused plays a turn that are told why."""

ANSWERS_MAX = 256
"""Answers a table keeps at hand for commands that come again; accepted ones are in the store for good."""

WATCHERS_MAX = 64
"""Open pages at one table."""

TABLES_IDLE_MAX = 2000
"""Tables kept at hand although nobody sits there."""

IDLE_MS = 600_000
"""How long such a table is kept."""

UNFINISHED_MAX = 10_000
"""Unfinished games of one session that are looked through for one with challenges."""

SWEEP_MS = 2_000
"""How often tables are looked after: idle ones put away, computers' turns nobody thinks for taken up."""

NAME_MAX = 40
"""Characters of a player's name."""
