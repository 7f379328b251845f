"""Who can sit at a game besides people."""
