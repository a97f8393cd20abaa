"""How the tests of the command line call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sandtable.cli.main import app


class Told:
    """What a call of `sandtable` printed, and how it ended."""

    def __init__(self, *arguments: str, typed: str = "") -> None:
        result = CliRunner().invoke(app, list(arguments), input=typed, catch_exceptions=False)
        self.code, self.out, self.err = result.exit_code, result.stdout, result.stderr

    @property
    def json(self) -> Any:
        """The output as a program reads it."""
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saves of the tests stay among the tests."""
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path / "data"
