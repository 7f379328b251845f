"""Everything in this room that can grow, and how far."""

TRIES_MAX = 20
"""Refused plays a turn that are told why."""

ANSWERS_MAX = 256
"""Answers a table keeps at hand for commands that come again; accepted ones are in the store for good."""

WATCHERS_MAX = 64
"""Open pages at one table of people who only watch."""

TABLES_IDLE_MAX = 2000
"""Tables kept at hand although nobody sits there."""

IDLE_MS = 600_000
"""How long such a table is kept."""

UNFINISHED_MAX = 10_000
"""Unfinished games of one session that are looked through for one with challenges."""

SWEEP_MS = 2_000
"""How often tables are looked after: idle ones put away, computers' turns nobody thinks for taken up."""

JUDGE_S = 60.0
"""How long a move may be judged, with its place in the queue of those that are."""

ADVICE_S = 30.0
REVIEW_S = 60.0
"""How long somebody waits for the best move of a turn, and of every turn of a game; also for those who asked before."""

PING_S = 5.0
"""How soon a store that is well answers."""

ASKED_MS = 1_000
"""How often the store is asked how it is, however many want to know."""

ATTEND_MS = 30_000
ATTEND_MAX = 100
"""How often, and for how many tables at once, it is noted who is there."""

GONE_MS = 3 * ATTEND_MS
"""A seat that was not seen for so long is gone: one note may be late, and a page may be loaded again."""

OPEN_MS = 600_000
OUTAGE_MS = 6 * OPEN_MS
"""How often it is noted that the house is open, and how long a break is an outage: absences begin anew after it."""

END_MS = 60_000
ENDED_MAX = 200
"""How often, and how many at once, games that nobody plays any more are ended."""

EXPIRE_MS = 600_000
EXPIRED_MAX = 200
"""How often, and how many at once, what has expired is deleted."""

COUNTED_MAX = 10_000
"""Finished games that are gone through for people's records, the last ones first."""

RULESET_BYTES_MAX = 16 * 1024
"""Rules as they are kept, by themselves or in a game; those that come with us have 3 KiB."""

ID_MAX = 64
"""Characters of a game's id; ours have 24."""

SEED_MAX = 128
"""Hexadecimal digits of a seed; ours have 64."""

NAME_MAX = 40
"""Characters of a player's name."""

NAME_MARKS_MAX = 2
"""Marks on one letter of it."""
