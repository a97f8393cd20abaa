"""`sandtable replay` tells records again from any seat; `sandtable verify` puts them to the proof."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.dice import Rolled, Sealed
from sandtable.kernel.records.record import write_record
from sandtable.kernel.testing import covers
from sandtable.players import make_player, play_out
from sandtable.players.player import view_of
from tests.cli.conftest import Told

SECRET = "a secret that nobody can guess, please"
SHOT = {
    "step": "start of turn",
    "active": "A",
    "turn": 3,
    "last_turn": True,
    "groups": {
        "A1": {"profile": "Heavy Missile", "at": [36, 6]},
        "B1": {"profile": "Heavy Foot", "at": [36, 16]},
    },
}


def recorded(folder: Path, name: str, *options: str) -> str:
    """A game of two players who do anything, and its record."""
    path = folder / name
    players = ("--players", "A=uniform,B=uniform")
    told = Told("play", "--plain", "--seed", "5", *players, "--record", str(path), *options)
    assert told.code == 0
    assert told.out.endswith(f"The record is in {path}.\n")
    return str(path)


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory, monkeypatch_module: pytest.MonkeyPatch) -> str:
    """The record of a game with sealed dice."""
    return recorded(tmp_path_factory.mktemp("records"), "sealed.sandtable", "--dice", "sealed")


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory, monkeypatch_module: pytest.MonkeyPatch) -> str:
    """The record of a game that is always the same."""
    return recorded(tmp_path_factory.mktemp("records"), "seeded.sandtable")


@pytest.fixture(scope="module")
def monkeypatch_module(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDTABLE_DATA", str(tmp_path_factory.mktemp("data")))
        yield patch


def test_a_record_is_told_as_text_with_tags_answers_sentences_and_rules(seeded: str):
    out = Told("replay", seeded).out
    assert out.startswith('[Book "companies-and-captains"]\n[Scenario "pitched-battle"]\n')
    assert '[Result "' in out
    assert "\n0. the beginning\n    The Companies may cost 12 points.  [CC-SET-02" in out
    assert "Which Group acts next?" in out
    assert Told("replay", seeded, "--text").out == out


def test_a_replay_begins_at_any_answer(seeded: str):
    whole = Told("replay", seeded).out
    part = Told("replay", seeded, "--from", "20").out
    assert part.startswith("20. ")
    assert whole.endswith(part)
    told = Told("replay", seeded, "--from", "99999")
    assert told.code == 2
    assert told.err.startswith("There is no step 99999.")


@covers("CC-AMB-15")
@pytest.mark.parametrize("way", [(), ("--json",), ("--step", "--plain")])
def test_from_a_seat_nothing_is_told_that_the_seat_did_not_know(seeded: str, way: tuple[str, ...]):
    chosen = {
        step["said"]["seat"]: step
        for step in Told("replay", seeded, "--json").json["steps"]
        if step["said"] and step["said"]["asked"] == "Which ambitions do you have?"
    }
    secret = [name for name in chosen["A"]["said"]["answer"] if "revealed" not in name]
    assert secret, "the seed gives A a secret to keep"
    arguments = ("replay", seeded, "--from", str(chosen["A"]["number"] - 1), *way)
    typed = "\n\n\nq\n"
    other = Told(*arguments, "--seat", "B", typed=typed).out.split("The game ended")[0]
    assert not any(name in other for name in secret)
    own = Told(*arguments, "--seat", "A", typed=typed).out.split("The game ended")[0]
    assert all(name in own for name in secret)


def test_step_by_step_one_goes_forward_back_to_a_number_and_to_the_end(seeded: str):
    told = Told("replay", seeded, "--step", "--plain", "--from", "20", typed="\nb\n30\nx\nh\ne\nq\n")
    assert told.code == 0
    headings = [
        line.split(".")[0] for line in told.out.splitlines() if line[:1].isdigit() and ". " in line[:5]
    ]
    assert headings[:6] == ["20", "21", "20", "30", "30", "0"]
    assert "Pitched Battle   round" in told.out
    assert '"x" leads nowhere.' in told.out
    assert "The game ended" in told.out


def test_as_json_every_step_has_what_was_said_and_told(seeded: str):
    told = Told("replay", seeded, "--json", "--from", "3").json
    assert told["header"]["book"] == "companies-and-captains"
    assert "first" not in told["header"]
    step = told["steps"][0]
    assert step["number"] == 3
    assert {"seat", "answer", "asked", "rules", "hash"} <= set(step["said"])


def test_a_record_of_other_rules_is_told_in_plain_facts(seeded: str, tmp_path: Path):
    lines = Path(seeded).read_text().splitlines()
    header = {**json.loads(lines[0]), "version": "999"}
    other = tmp_path / "other.sandtable"
    other.write_text("\n".join([json.dumps(header), *lines[1:]]))
    told = Told("replay", str(other))
    assert told.code == 0
    assert "points agreed" in told.out
    refused = Told("replay", str(other), "--seat", "B")
    assert refused.code == 2
    assert "cannot be told from the seat B" in refused.err


def test_what_is_no_record_is_refused(tmp_path: Path, seeded: str):
    file = tmp_path / "no.sandtable"
    file.write_text("{}")
    for arguments in (
        ("replay", str(file)),
        ("verify", str(file)),
        ("replay", "nothing"),
        ("verify", "nothing"),
    ):
        told = Told(*arguments)
        assert (told.code, told.out) == (2, "")
        assert told.err
    assert Told("replay", seeded, "--seat", "Z").err.startswith('There is no seat "Z".')
    assert Told("replay", seeded, "--step", "--json").code == 2


def test_a_record_written_in_the_middle_holds_only_what_the_player_knows(tmp_path: Path):
    path = tmp_path / "middle.sandtable"
    lines = f"A1; move; hold\nrecord {path}\n"
    told = Told("play", "--plain", "--seed", "3", typed=lines)
    assert f"The record is in {path}." in told.out
    header = json.loads(path.read_text().splitlines()[0])
    assert (header["seen_by"], header["first"], header["result"]) == ("A", None, None)
    assert "points agreed" in Told("replay", str(path)).out


def test_sealed_dice_are_proven(sealed: str):
    told = Told("verify", sealed)
    assert told.code == 0
    header = json.loads(Path(sealed).read_text().splitlines()[0])
    lines = told.out.splitlines()
    assert lines[0] == f"Commitment: {header['commitment']}"
    assert lines[1:3] == [f"Salt of {seat}: {header['salts'][seat]}" for seat in "AB"]
    assert "  Who sat in the seats and gave the answers; that the game was played only once." in lines
    assert lines[-1].startswith("proven: ")
    assert Told("verify", sealed, "--json").json["proven"] is True


def test_a_header_that_names_another_scenario_or_other_forces_is_disproved(sealed: str, tmp_path: Path):
    first, *lines = Path(sealed).read_text().splitlines()
    header = json.loads(first)
    for changed in ({"scenario": "ambush"}, {"seats": {**header["seats"], "A": header["seats"]["B"]}}):
        path = tmp_path / "renamed.sandtable"
        path.write_text("\n".join([json.dumps({**header, **changed}), *lines]))
        told = Told("verify", str(path))
        assert told.code == 1
        assert "With the scenario, the forces and the options of the first line:" in told.out
        assert told.out.endswith("disproved\n")


def made_with_other_data(path: str, folder: Path) -> str:
    """The record as rules with another number in their data would have written it."""
    first, *lines = Path(path).read_text().splitlines()
    header = json.loads(first)
    header["made_with"]["data"] = "0123456789abcdef"
    place = next(n for n, line in enumerate(lines) if '"kind":"order given"' in line)
    other = json.loads(lines[place])
    other["facts"]["need"] = 99
    lines[place] = json.dumps(other)
    written = folder / "other-rules.sandtable"
    written.write_text("\n".join([json.dumps(header), *lines]))
    return str(written)


def test_a_record_that_was_made_with_other_rules_is_not_disproved_and_says_why(sealed: str, tmp_path: Path):
    told = Told("verify", made_with_other_data(sealed, tmp_path))
    assert told.code == 2
    assert "It was made with other rules than these: other data." in told.out
    assert told.out.endswith("not proven\n")


def test_a_record_that_was_made_with_other_rules_is_told_and_says_so(seeded: str, tmp_path: Path):
    path = made_with_other_data(seeded, tmp_path)
    told = Told("replay", path)
    assert told.code == 0
    assert '[Rules "It was made with other rules than these: other data. At step ' in told.out
    assert told.out.count("\n") == Told("replay", seeded).out.count("\n") + 1
    assert Told("replay", path, "--json").json["rules"].startswith("It was made with other rules")
    refused = Told("report", path)
    assert refused.code == 2
    assert "It was made with other rules" in refused.err


def test_after_a_number_of_the_data_was_changed_an_honest_record_is_told_as_made_with_other_rules(
    sealed: str, tmp_path: Path
):
    leave_out = shutil.ignore_patterns("__pycache__", "page")
    other = shutil.copytree(Path(sandtable.__file__).parent, tmp_path / "sandtable", ignore=leave_out)
    profiles = other / "books" / "companies_and_captains" / "data" / "profiles.yaml"
    profiles.write_text(profiles.read_text(encoding="utf-8").replace("R_rating: 4", "R_rating: 5"))
    run = "import sys; from sandtable.cli.main import main; main()"
    for command, code in (("verify", 2), ("replay", 0)):
        ran = subprocess.run(
            [sys.executable, "-c", run, command, sealed],
            capture_output=True, text=True, cwd=tmp_path, check=False,
            env={**os.environ, "PYTHONPATH": str(tmp_path), "SANDTABLE_DATA": str(tmp_path)},
        )  # fmt: skip
        assert ran.returncode == code, ran.stderr
        assert "It was made with other rules than these: other data." in ran.stdout
        assert "disproved" not in ran.stdout


def test_dice_that_were_taken_back_are_told_one_by_one(tmp_path: Path):
    game = sandtable.new("companies-and-captains", position=SHOT, dice=Sealed(SECRET, {"A": "x", "B": "y"}))
    seats = {seat: make_player("uniform", seat) for seat in game.seats}
    while not any(isinstance(one, Rolled) for one in game.journal):
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        game.answer(seats[seat].reply(view_of(game, seat), part).answer, seat=seat)
    gone = [one for one in game.journal if isinstance(one, Rolled)]
    assert gone
    game.undo("A", to=0, consent=("B",))
    play_out(game, seats)
    path = tmp_path / "undone.sandtable"
    write_record(game, path)
    told = Told("verify", str(path))
    assert told.code == 0
    assert "A took back, agreed by B:" in told.out
    for one in gone:
        assert f'  a roll of sealed dice for "{one.why}": {" ".join(map(str, one.faces))}' in told.out


def test_a_changed_die_disproves_a_record(sealed: str, tmp_path: Path):
    lines = Path(sealed).read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if '"is":"roll"' in line)
    roll = json.loads(lines[place])
    roll["faces"][0] = roll["faces"][0] % 6 + 1
    lines[place] = json.dumps(roll)
    changed = tmp_path / "changed.sandtable"
    changed.write_text("\n".join(lines))
    told = Told("verify", str(changed))
    assert told.code == 1
    assert "were sealed." in told.out
    assert told.out.endswith("disproved\n")


def test_without_sealed_dice_the_rules_are_looked_at_and_the_lack_is_said(seeded: str, tmp_path: Path):
    told = Told("verify", seeded)
    assert told.code == 0
    assert told.out.endswith("The game had no sealed dice.\nThe rules lead to what the record tells.\n")
    lines = Path(seeded).read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if '"kind":"order given"' in line)
    del lines[place]
    changed = tmp_path / "changed.sandtable"
    changed.write_text("\n".join(lines))
    disproved = Told("verify", str(changed))
    assert disproved.code == 1
    assert "disproved" in disproved.out


def test_a_secret_that_is_not_revealed_proves_nothing(sealed: str, tmp_path: Path):
    lines = Path(sealed).read_text().splitlines()
    header = {**json.loads(lines[0]), "secret": ""}
    path = tmp_path / "open.sandtable"
    path.write_text("\n".join([json.dumps(header), *lines[1:]]))
    told = Told("verify", str(path))
    assert told.code == 2
    assert "The secret has not been revealed" in told.out


def test_a_record_of_a_stranger_leads_no_terminal_astray(seeded: str, tmp_path: Path):
    path = tmp_path / "strange.sandtable"
    first, *lines = Path(seeded).read_text().split("\n")
    header = {**json.loads(first), "program": "0.0 \x1b[2J\x07"}
    path.write_text("\n".join([json.dumps(header), *lines]))
    for command in ("replay", "verify"):
        out = Told(command, str(path)).out
        assert "0.0" in out
        assert "\x1b" not in out
        assert "\x07" not in out
