"""Matches between programs, and how strong they are."""
