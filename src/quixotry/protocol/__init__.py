"""Everything a client and the server say to each other, as types: the socket's messages and every HTTP body.

A message is a struct; what it is sent as is its fields in their order. Server messages are made here from what
`rules/` lets a seat know (`View`, `SeenEvent`), so nothing a seat may not know leaves by this door. The browser's
types (`web/protocol.d.ts`) and the tables of docs/reference/protocol.md are generated from this room by
`python -m scripts.generate_protocol`.
"""
