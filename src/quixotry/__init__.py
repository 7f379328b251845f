"""Quixotry: the crossword board game with letter tiles."""

__version__ = "0.1.0"
