"""Golden transcripts: what clients and users see, byte for byte, and how to replay them.

The files are in `tests/golden/transcripts`. Each is a script and its record at once: the lines that go in are kept,
the lines that come out are compared. To add to one, write more lines that go in; to accept a change that is meant:

    python -m tests.transcripts --write [NAME ...]

`wiring` is the only module that knows how the program is put together.
"""
