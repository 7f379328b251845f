"""Everything in this room that can grow, and how far."""

FRAME_BYTES_MAX = 8 * 1024
FRAME_PARTS_MAX = 64
"""One message from a client, and the parts it may come in."""

MESSAGES_MAX = 100
MESSAGES_WINDOW_S = 20
"""So many messages from one client in so many seconds, and as many pings and pongs."""

QUEUE_MAX = 64
"""Messages that wait for a slow client; then it is cut off and may connect again."""

HEAD_BYTES_MAX = 16 * 1024
PATH_BYTES_MAX = 4 * 1024
"""Request line and headers together, path and query alone; and what follows a head without being body."""

HEAD_S = 10
BODY_S = 30
READ_S = 30
"""How long a client may take to send the head of a request, its body, and to read what it was sent."""

CONNECTIONS_BY_ADDRESS_MAX = 400
"""Open connections from one address, unless it is this machine's own: a club may share one."""

LOG_ALIKE_MAX = 10
LOG_WINDOW_S = 60
LOG_KINDS_MAX = 500
"""Log lines of one kind in so many seconds, and kinds that are told apart."""

LEXICON_BYTES_MAX = 32 * 1024 * 1024
"""A word list, which only whoever sits at the server's own computer may add."""

BODY_BYTES_MAX = 64 * 1024
GCG_BYTES_MAX = 256 * 1024
SAVE_BYTES_MAX = 1024 * 1024
"""Bodies of requests: what is not said otherwise, a GCG file, a save of the terminal game."""

PACKED_LEAST = 500
"""Answers of fewer bytes are not worth packing."""

MADE_MAX = 240
MADE_BY_ADDRESS_MAX = 3000
MADE_WINDOW_S = 60
"""Games begun or imported by one session, and from one address, at once and again in so many seconds."""

MADE_A_DAY_MAX = 10_000
DAY_S = 24 * 3600
"""The same from one address in a day: quotas count what is unfinished, and what is over is kept for a year."""

LOOKED_UP_MAX = 600
ANAGRAMS_MAX = 60
ASKED_WINDOW_S = 60
"""Words looked up, and searches for anagrams, from one address at once and again in so many seconds."""

CLIENTS_MAX = 10_000
"""Sessions, and addresses, whose token buckets are remembered."""

SOCKETS_MAX = 5000
WATCHERS_MAX = 2500
"""Open tables' connections in one process, and those of people who only watch: half of all are for players."""

MESSAGES_BY_ADDRESS_MAX = 2400
"""Messages at all tables from one address at once and again in `ASKED_WINDOW_S`, unless it is this machine's own; more
have to wait. The costliest take some milliseconds."""

PAGES_BY_SESSION_MAX = 50
PAGES_AT_TABLE_MAX = 8
WATCHERS_BY_SESSION_MAX = 20
WATCHERS_BY_ADDRESS_MAX = 200
"""Pages a player has open, at all tables and at one (each is shown again what another one does); those a browser only
watches; and those watched from one address, unless it is this machine's own: half of `CONNECTIONS_BY_ADDRESS_MAX`, so
that watchers of a club leave room for its players."""

END_S = 1.0
"""How long the end of the server waits for tables to come to rest."""

PAGE_MAX = 100
"""Games in one page of a list."""

DRAWS_MAX = 1000
"""Commitments in one answer."""

QUESTIONS_MAX = 8
"""Hints and best moves one page may wait for at a time."""
