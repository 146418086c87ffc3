"""What all tests share."""

import os

from hypothesis import settings
import pytest

# The same examples in every run, so that a change is judged by what it changes. `HYPOTHESIS_PROFILE=search` looks for new ones.
settings.register_profile("steady", derandomize=True)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# Home Assistant's test harness mounts its own custom_components first; importing ours before any `hass` makes both visible.


@pytest.fixture(autouse=True)
def _custom_integrations(request: pytest.FixtureRequest) -> None:
    """Let every test with a `hass` load the integrations of this repository."""
    if "hass" in request.fixturenames:
        request.getfixturevalue("enable_custom_integrations")
