"""Everything in this room that can grow, and how far."""

FRAME_BYTES_MAX = 8 * 1024
"""One message from a client."""

MESSAGES_MAX = 100
MESSAGES_WINDOW_S = 20
"""So many messages from one client in so many seconds."""

QUEUE_MAX = 64
"""Messages that wait for a slow client; then it is cut off and may connect again."""

BODY_BYTES_MAX = 64 * 1024
GCG_BYTES_MAX = 256 * 1024
SAVE_BYTES_MAX = 1024 * 1024
"""Bodies of requests: what is not said otherwise, a GCG file, a save of the terminal game."""

MADE_MAX = 240
MADE_BY_ADDRESS_MAX = 3000
MADE_WINDOW_S = 60
"""Games begun or imported by one session, and from one address, at once and again in so many seconds."""

CLIENTS_MAX = 10_000
"""Sessions, and addresses, whose token buckets are remembered."""

SOCKETS_MAX = 5000
"""Open tables' connections in one process."""

PAGE_MAX = 100
"""Games in one page of a list."""
