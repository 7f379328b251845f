"""What every test shares."""

from __future__ import annotations

from hypothesis import settings

# No test times a wall clock: a busy machine is no bug. Speed lives in bench/.
settings.register_profile("quixotry", deadline=None)
settings.load_profile("quixotry")
