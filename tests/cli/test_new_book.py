"""`sandtable new-book` writes a first book of one's own: short, lawful, and playable on every screen."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from sandtable.cli.new_book import PLACES, prefix_of, skeleton_of
from tests.cli.conftest import Told
from tests.installed import Installed, said_together, served

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/tutorial/5-a-book.md"
SKELETON = ROOT / "src/sandtable/cli/skeleton"


@pytest.fixture(scope="module")
def lane(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The Long Lane as the command writes it, installed by its path beside the packages of the tests."""
    folder = tmp_path_factory.mktemp("books")
    written = Told("new-book", "The Long Lane", "--into", str(folder))
    assert written.code == 0, written.err
    home, into = folder / "the-long-lane", folder / "installed"
    subprocess.run(
        [Path(sys.executable).parent / "uv", "pip", "install", "--quiet", "--offline", "--no-deps",
         "--no-build-isolation", "--python", sys.executable, "--target", into, home],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    return Installed(into)


def test_the_book_has_at_most_sixty_lines_of_python():
    lines = (SKELETON / "book.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60


def test_the_page_shows_exactly_what_is_written():
    page = PAGE.read_text(encoding="utf-8")
    for name in ("book.py", "catalogue.yaml", "moving.case.yaml"):
        assert f"\n{(SKELETON / name).read_text(encoding='utf-8')}```\n" in page, name


def test_adding_a_book_takes_at_most_six_steps():
    page = (ROOT / "docs/how-to/add-a-book.md").read_text(encoding="utf-8")
    steps = [line for line in page.splitlines() if re.match(r"\d+\. ", line)]
    assert 0 < len(steps) <= 6


def test_everything_bears_the_name_of_the_book():
    files = skeleton_of(["the", "long", "lane"])
    assert set(files) == {
        "README.md", "pyproject.toml", "src/the_long_lane/__init__.py", "src/the_long_lane/book.py",
        "src/the_long_lane/catalogue.yaml", "tests/moving.case.yaml", "tests/test_the_long_lane.py",
    }  # fmt: skip
    assert len(PLACES) + 1 == len(files)
    for text in files.values():
        for stand_in in ("my-book", "my_book", "My Book", "MyBook", "MB-", '"MB"'):
            assert stand_in not in text
    points = tomllib.loads(files["pyproject.toml"])["project"]["entry-points"]
    assert points == {"sandtable.books": {"the-long-lane": "the_long_lane.book:BOOK"}}
    compile(files["src/the_long_lane/book.py"], "book.py", "exec")


def test_the_book_and_its_test_stand_on_the_api_alone():
    for name in ("book.py", "trial.txt"):
        text = (SKELETON / name).read_text(encoding="utf-8")
        assert re.findall(r"^(?:from|import) .*", text, re.MULTILINE) == ["from sandtable import api"]


@pytest.mark.parametrize(
    ("name", "prefix"),
    [("the long lane", "TLL"), ("skirmish", "SKIR"), ("war of 1812", "WO"), ("a b c d e f", "ABCD")],
)
def test_the_prefix_is_made_of_letters(name: str, prefix: str):
    assert prefix_of(name.split()) == prefix


def test_the_installed_book_is_listed_tried_checked_and_played(lane: Installed):
    home = lane.folder.parent / "the-long-lane"
    said = said_together(
        [
            ("books",),
            ("rules", "show", "TLL-MOV-02"),
            ("contract", "the-long-lane", "--games", "8"),
            ("check", str(home / "tests")),
            ("play", "--plain", "--book", "the-long-lane", "--seed", "1", "--players", "A=uniform,B=greedy"),
            ("match", "--book", "the-long-lane", "--games", "4"),
        ],
        home,
        lane.environment,
    )
    assert [(code, err) for code, _, err in said] == [(0, "")] * 6
    books, rule, trial, checked, played, _ = (out for _, out, _ in said)
    assert "the-long-lane  The Long Lane, 3 rules" in books
    assert "The Long Lane, Moving" in rule
    assert "The laws hold over 8 random games" in trial
    assert "3 are written" in trial
    assert "3 fired in these games." in trial
    assert checked == "4 passed, 0 failed\n"
    assert "Red" in played
    assert "is across" in played


def test_the_contract_counts_the_tests_of_the_checkout(lane: Installed):
    home = lane.folder.parent / "the-long-lane"
    ran = Installed(home / "src").command(
        "contract", "src/the_long_lane/book.py", "--games", "6", folder=home
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("Of 3 rules 3 are written, 3 are tested, 3 fired in these games.\n")


def test_the_test_that_comes_with_the_book_passes(lane: Installed):
    home = lane.folder.parent / "the-long-lane"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(home),
        str(home),
    ]
    ran = subprocess.run(
        command, cwd=home, env=lane.environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stdout


def test_the_book_is_played_through_a_server_to_its_end(lane: Installed):
    with served(folder=lane.folder, environment=lane.environment) as serving:
        books = {one["id"]: one for one in serving.client.get("/api/books").json()}
        assert books["the-long-lane"]["cover"]["line"] == "First across the field"
        seats = {"A": {"sits": "here"}, "B": {"sits": "ai", "player": "uniform"}}
        made = serving.client.post("/api/games", json={"book": "the-long-lane", "seats": seats})
        assert made.status_code == 201, made.text
        address = str(serving.client.base_url).replace("http", "ws")
        with connect(f"{address.rstrip('/')}/api/play", proxy=None) as socket:
            socket.send(json.dumps({"type": "enter", "token": made.json()["token"]}))
            batch, told, units = played_on(socket)
    assert batch["result"]["rules"] == ["TLL-WIN-01"]
    assert {"unit moved"} <= {one["kind"] for one in told}
    assert any(one["text"].startswith("unit moved: unit Blue, inches ") for one in told)
    assert set(units) == {"A", "B"}


def played_on(socket):
    """Walk at every question until the game is over; the last batch, all that was told, and the units."""
    told: list[Any] = []
    units: dict[str, Any] = {}
    while True:
        message = json.loads(socket.recv(timeout=60))
        assert message["type"] != "refused", message
        if message["type"] != "batch":
            continue
        told += message["events"]
        units |= {one["id"]: one for one in (message["showing"] or {}).get("units", [])}
        if message["result"]:
            return message, told, units
        if question := message["question"]:
            answer = {"seat": "A", "number": question["number"], "answer": question["options"][0]["answer"]}
            socket.send(json.dumps({"type": "answer", **answer}))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", '"" is no name for a book.'),
        ("../up", '"../up" is no name for a book.'),
        ("7 days", '"7 days" is no name for a book.'),
        ("x" * 41, "is no name for a book."),
        ("Forgotten Ruin", "There is a book forgotten-ruin already."),
    ],
)
def test_a_name_that_will_not_do_is_refused_and_nothing_is_written(name: str, sentence: str, tmp_path: Path):
    told = Told("new-book", name, "--into", str(tmp_path))
    assert told.code == 2
    assert sentence in told.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_there_is_written_over(tmp_path: Path):
    (tmp_path / "long-lane").mkdir()
    told = Told("new-book", "long-lane", "--into", str(tmp_path))
    assert told.code == 2
    assert "is there already." in told.err
    assert list((tmp_path / "long-lane").iterdir()) == []
