"""What every test may rely on: no screen, no sound card, no pins, and the same random examples on every run."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["GPIOZERO_PIN_FACTORY"] = "mock"

# Helpers that assert: a failure there shows its values as one in a test does.
pytest.register_assert_rewrite("tests.rules.judging")

# A failure must be seen again on the next run, and a slow machine is no failure.
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
# `HYPOTHESIS_PROFILE=search make test` looks for new examples, many more of them.
settings.register_profile("search", deadline=None, max_examples=5000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
