"""Many games: self-play, training, and the batches they run in."""
