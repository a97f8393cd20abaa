"""The battles of the lessons go as their pages tell them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.cli.main import app
from scripts.house import ROOT
from tests.map.test_docs import FENCE

TUTORIAL = ROOT / "docs" / "tutorial"
COMMAND = "$ .venv/bin/sandtable "
TYPED = "> "


def lines_of_the_battle(page: str) -> tuple[list[str], list[str]]:
    """The command that begins the battle, and every line of the page that stands on the screen."""
    blocks = [
        found["code"].splitlines()
        for found in FENCE.finditer((TUTORIAL / page).read_text(encoding="utf-8"))
        if found["language"] == "console"
    ]
    (command,) = [
        line.removeprefix(COMMAND) for block in blocks for line in block if line.startswith(COMMAND)
    ]
    screen = [line for block in blocks for line in block if not line.startswith("$ ")]
    return command.split(), screen


@pytest.mark.parametrize("page", ["1-play.md", "4-a-squad.md"])
def test_the_battle_is_told_as_it_is_played(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path))
    command, screen = lines_of_the_battle(page)
    typed = [line.removeprefix(TYPED) for line in screen if line.startswith(TYPED)]
    assert len(typed) > 5
    played = CliRunner().invoke(app, command, input="\n".join([*typed, ""]), catch_exceptions=False).stdout
    shown, place = [" ".join(line.split()) for line in played.splitlines()], 0
    for line in screen:
        told = " ".join(line.split()).removesuffix("...").strip()
        found = [at for at in range(place, len(shown)) if shown[at].startswith(told)]
        assert found, f"the page says: {line}\nthe battle goes:\n" + "\n".join(shown[place : place + 60])
        place = found[0] + (told != "")
