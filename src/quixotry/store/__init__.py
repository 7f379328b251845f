"""Where games are kept. Every store passes the contract in tests/store/contract.py."""
