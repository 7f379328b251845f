"""Services around a live game. For now: the ports to the rooms below."""
