"""Playing needs few packages; the server and its like are parts of their own, named where one is missing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from sandtable.cli.extras import EXTRAS, parts_of_a_server

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GOLDEN = ROOT / "tests/golden/companies_and_captains/ambush-no-attackers.sandtable"
CASE = ROOT / "tests/cases/companies_and_captains/CC-AMB-04-revealed.case.yaml"

WITHOUT = """
import importlib.abc, json, sys
missing = set(sys.argv[1].split(","))
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
sys.modules.update(dict.fromkeys(missing))
from typer.testing import CliRunner
from sandtable.cli.main import app
for line in sys.stdin:
    ran = CliRunner().invoke(app, json.loads(line))
    print(json.dumps([ran.exit_code, ran.stdout, ran.stderr]))
"""
"""The command line in a Python that has none of these modules: commands go in, what they say comes out."""


def name_of(requirement: str) -> str:
    """The package that a line of `pyproject.toml` asks for."""
    return re.split(r"[\[<>=;\s]", requirement, maxsplit=1)[0]


def told(*commands: tuple[str, ...], missing: str, data: Path) -> list[tuple[int, str, str]]:
    """How each command ends and what it says, where the modules of some parts are missing."""
    absent = [module for part in missing.split() for module in EXTRAS[part]]
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(absent)],
        input="".join(f"{json.dumps(one)}\n" for one in commands),
        capture_output=True, text=True, check=True, timeout=120,
        env={**os.environ, "SANDTABLE_DATA": str(data)},
    )  # fmt: skip
    return [tuple(json.loads(line)) for line in ran.stdout.splitlines()]


ALL = " ".join(EXTRAS)
PLAYING = {
    ("play", "--plain", "--seed", "1", "--players", "A=greedy,B=uniform"): "round 9, the last turn",
    ("match", "--games", "2", "--scenarios", "ambush"): "greedy against uniform",
    ("check", str(CASE)): "2 passed, 0 failed",
    ("rules", "show", "CC-ACT-06"): "CC-ACT-06",
    ("report", str(GOLDEN)): "won",
    ("replay", str(GOLDEN)): '[Scenario "ambush"]',
    ("books",): "forgotten-ruin  Forgotten Ruin",
    ("odds", "2d6", "7+"): "58 %",
    ("serve", "--help"): "--lan",
}
"""Commands, and what each of them says."""


def test_playing_needs_no_part_of_a_server(tmp_path: Path):
    said = told(*PLAYING, missing=ALL, data=tmp_path)
    for (arguments, says), (code, out, err) in zip(PLAYING.items(), said, strict=True):
        assert (code, err) == (0, ""), arguments
        assert says in out, arguments


@pytest.mark.parametrize(
    ("options", "missing", "install"),
    [
        ((), ALL, "sandtable[server]"),
        (("--lan",), "nearby", "sandtable[nearby]"),
        (("--lan",), ALL, "sandtable[server,nearby]"),
        (("--database", "postgresql://nowhere/x"), "postgres redis", "sandtable[postgres]"),
        (("--channels", "redis://nowhere"), "postgres redis", "sandtable[redis]"),
    ],
)
def test_a_server_that_misses_a_part_says_what_to_install(
    options: tuple[str, ...], missing: str, install: str, tmp_path: Path
):
    ((code, out, err),) = told(("serve", "--port", "0", *options), missing=missing, data=tmp_path)
    assert (code, out) == (2, "")
    assert f'pip install "{install}".' in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == [], "nothing is made before it is known that all is there"


SERVING = """
import sandtable.server.running
import sys
print(*[name for name in sys.modules if name in ("psycopg", "redis", "zeroconf", "ifaddr")])
"""


def test_a_server_for_this_machine_alone_reads_no_other_part():
    ran = subprocess.run(
        [sys.executable, "-c", SERVING], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.split() == []


def test_what_a_server_needs_is_seen_from_what_it_is_asked_for():
    assert parts_of_a_server("games.sqlite", "", lan=False) == ["server"]
    assert parts_of_a_server("", "rediss://x", lan=True) == ["server", "redis", "nearby"]
    assert parts_of_a_server("postgres://x", "postgresql://x", lan=False) == ["server", "postgres"]


@pytest.mark.parametrize("part", EXTRAS)
def test_the_modules_of_a_part_are_those_of_the_packages_that_it_installs(part: str):
    packages = {name_of(one) for one in PROJECT["optional-dependencies"][part]} - {"sandtable"}
    owners = packages_distributions()
    assert {owners[module][0].lower() for module in EXTRAS[part]} == packages


def test_all_brings_every_part_and_playing_none_of_them():
    extras = PROJECT["optional-dependencies"]
    assert extras["all"] == [f"sandtable[{','.join(sorted(EXTRAS))}]"]
    needed = {name_of(one) for one in PROJECT["dependencies"]}
    assert needed == {"msgspec", "numpy", "pyyaml", "rich", "shapely", "typer"}
    assert not needed & {name_of(one) for part in EXTRAS for one in extras[part]}
