"""The game at a terminal: what a person sees, types and is asked."""
