"""Draws that can be checked: every tile follows from a seed, on any machine and any version of Python."""
