"""The game over HTTP and WebSocket. What is said there: docs/reference/protocol.md."""
