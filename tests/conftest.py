"""What every test shares: the same examples for everybody, on every machine."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.seconds import Seconds

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Seconds(), "seconds")
