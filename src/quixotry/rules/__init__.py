"""The game itself: values and pure functions. No clock, no randomness, no input or output in here."""
