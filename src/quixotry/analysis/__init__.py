"""What can be said about a position: advice, hints, and the facts about each move."""
