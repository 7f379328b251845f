"""Where games are kept. Every store passes the contract in tests/store/contract.py."""

SUFFIX = ".jsonl"
"""How the name of a saved game ends."""
