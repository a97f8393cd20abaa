"""The scenario of the stage is known while a test of this book runs, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from tests.books.companies_and_captains.stage import OnStage


@pytest.fixture(autouse=True, scope="module")
def stage_is_set() -> Iterator[None]:
    """Register the scenario with no rules of its own, and take it away again."""
    SCENARIOS[OnStage.id] = OnStage()
    yield
    del SCENARIOS[OnStage.id]
