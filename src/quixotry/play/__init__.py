"""Services around a live game: one agent for each task, with typed values between them."""
