"""What every test shares: the same examples for everybody, on every machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.seconds import Seconds

# A hundred programs are started by tests: none of them compiles again what another one has compiled, even
# where nothing may be written beside the sources.
sys.pycache_prefix = os.environ.setdefault(
    "PYTHONPYCACHEPREFIX", str(Path(__file__).parents[1] / ".cache" / "compiled")
)
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Seconds(), "seconds")
