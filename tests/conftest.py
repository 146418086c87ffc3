"""What all tests share."""

import pytest

# Home Assistant's test harness mounts its own custom_components first; importing ours before any `hass` makes both visible.


@pytest.fixture(autouse=True)
def _custom_integrations(request: pytest.FixtureRequest) -> None:
    """Let every test with a `hass` load the integrations of this repository."""
    if "hass" in request.fixturenames:
        request.getfixturevalue("enable_custom_integrations")
