"""A player may be named by its file on one's own command line, and nowhere else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.records.save import saved_text
from sandtable.kernel.refusal import Refused
from sandtable.players import own, registry
from sandtable.players.own import named_players, read_player
from sandtable.players.registry import make_player
from tests.installed import served
from tests.server.serving import serving, timed

BOLD = '''
import random
from pathlib import Path
from sandtable.players import Reply

Path(__file__).with_suffix(".ran").touch()


class Bold:
    """Answers with the last option."""

    name = "bold"

    def __init__(self, seed=0):
        self.chance = random.Random(seed)

    def reply(self, view, decision):
        return Reply(decision.sample(self.chance), ("boldly",))


class Seedless:
    def reply(self, view, decision):
        return Reply(decision.options()[-1].answer)


class Usurper(Bold):
    name = "greedy"


number = 7
'''


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A file with players, forgotten again after the test."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(own, "_read", {})
    monkeypatch.setattr(sys, "path", list(sys.path))
    path = tmp_path / f"bot_{tmp_path.name}.py"
    path.write_text(BOLD, encoding="utf-8")
    return path


def has_run(path: Path) -> bool:
    """Whether the code of the file was run."""
    return path.with_suffix(".ran").exists()


def test_a_player_in_a_file_is_read_and_called_by_its_name(bot: Path):
    assert named_players(["greedy", f"{bot}:Bold"]) == ["greedy", "bold"]
    assert make_player("bold", 3).name == "bold"
    assert read_player(f"{bot}:Bold") == "bold", "a second time it is known"


def test_a_player_without_a_name_or_a_seed_is_called_by_its_class(bot: Path):
    assert read_player(f"{bot}:Seedless") == "seedless"
    make_player("seedless", 3)


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        (
            lambda bot: "./nowhere.py:Bold",
            "./nowhere.py cannot be read: there is no such file. Write it like",
        ),
        (lambda bot: f"{bot}:Timid", "has no Timid. It has: Bold, Seedless, Usurper."),
        (lambda bot: f"{bot}", "names nothing in a file. Write it like ./bot.py:Bold."),
        (lambda bot: f"{bot}:number", ":number is no player. A player is a class with a name and reply"),
        (lambda bot: f"{bot}:Path", ":Path is no player."),
        (lambda bot: f"{bot}:Usurper", 'A player cannot be called "greedy".'),
    ],
)
def test_what_is_no_player_in_a_file_is_refused(bot: Path, place: Callable[[Path], str], sentence: str):
    with pytest.raises(Refused, match=re.escape(sentence)):
        read_player(place(bot))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("class Bold(:", "line 1: invalid syntax."),
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'."),
        ("raise SystemExit(0)", "it ends the program while it is read."),
        ("1 / 0", "ZeroDivisionError: division by zero."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(bot: Path, code: str, sentence: str):
    bot.write_text(code, encoding="utf-8")
    with pytest.raises(Refused, match=re.escape(sentence)):
        read_player(f"{bot}:Bold")


@pytest.mark.usefixtures("bot")
def test_a_name_alone_never_says_what_to_read(bot: Path):
    for name in (f"{bot}:Bold", "./bot.py:Bold", f"{bot.stem}:Bold"):
        with pytest.raises(Refused, match="There is no player"):
            make_player(name)
    assert not has_run(bot)


def sandtable_says(*arguments: str, data: Path) -> subprocess.CompletedProcess[str]:
    """What the command says in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "sandtable", *arguments], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False, timeout=120, cwd=data,
        env={**os.environ, "SANDTABLE_DATA": str(data / "data")},
    )  # fmt: skip


def test_a_match_of_a_player_in_a_file_is_played_by_several_processes(bot: Path):
    players = f"./{bot.name}:Bold,uniform"
    options = ("--games", "2", "--workers", "2", "--scenarios", "pitched-battle", "--json")
    ran = sandtable_says("match", "--players", players, *options, data=bot.parent)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert (told["players"], told["all"]["games"]) == (["bold", "uniform"], 2)


def test_a_game_in_the_terminal_is_played_by_a_player_in_a_file(bot: Path):
    players = f"A=./{bot.name}:Bold,B=uniform"
    ran = sandtable_says("play", "--plain", "--seed", "1", "--players", players, data=bot.parent)
    assert ran.returncode == 0, ran.stderr
    assert has_run(bot)
    wrong = sandtable_says("play", "--players", "A=./nowhere.py:Bold", data=bot.parent)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "there is no such file" in wrong.stderr


def test_a_saved_game_cannot_name_a_file(bot: Path):
    game = sandtable.new("companies-and-captains", seats={"A": "seafolk", "B": "automata"}, seed=1)
    game.header["players"] = {"A": f"{bot}:Bold", "B": "uniform"}
    saved = bot.with_suffix(".save")
    saved.write_text(saved_text(game), encoding="utf-8")
    ran = sandtable_says("play", "--plain", "--load", str(saved), data=bot.parent)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "There is no player" in ran.stderr
    assert not has_run(bot)


SEATS = {"A": {"force": "seafolk"}, "B": {"force": "automata", "sits": "ai"}}


@timed
async def test_nothing_that_is_sent_to_a_server_can_name_a_file(bot: Path):
    async with serving() as here:
        for name in (f"{bot}:Bold", f"{bot.stem}:Bold", "bold"):
            seats = {**SEATS, "B": {**SEATS["B"], "player": name}}
            game = {"book": "companies-and-captains", "scenario": "ambush", "seats": seats}
            reply = await here.http.post("/api/games", json=game)
            assert reply.status_code == 400
            assert reply.json()["reasons"][0]["reason"] == f'There is no player "{name}".'
    assert not has_run(bot)


@timed
@pytest.mark.parametrize("player", ["search:0.5cpu", "search:9", "search:100000n"])
async def test_a_player_who_may_think_longer_than_anybody_waits_is_refused_by_a_server(player: str):
    async with serving() as here:
        seats = {**SEATS, "B": {**SEATS["B"], "player": player}}
        game = {"book": "companies-and-captains", "scenario": "ambush", "seats": seats}
        reply = await here.http.post("/api/games", json=game)
        assert reply.status_code == 400
        assert reply.json()["reasons"][0]["reason"] == f'"{player}" may think too long.'


def test_a_server_offers_the_players_that_its_owner_names(bot: Path):
    environment = {**os.environ, "SANDTABLE_DATA": str(bot.parent / "data")}
    with served("--players", f"./{bot.name}:Bold", folder=bot.parent, environment=environment) as there:
        assert there.client.get("/api/players").json() == ["bold"]
        seats = {**SEATS, "B": {**SEATS["B"], "player": "bold:detail"}}
        game = {"book": "companies-and-captains", "scenario": "ambush", "seats": seats}
        assert there.client.post("/api/games", json=game).status_code == 201
