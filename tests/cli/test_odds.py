"""`sandtable odds` gives the chances that one works out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Told


def chances(*arguments: str) -> dict[str, str]:
    """Outcome to its exact chance as a fraction."""
    return {row["outcome"]: row["exactly"] for row in Told("odds", *arguments, "--json").json["chances"]}


def test_two_dice_reach_seven_in_twenty_one_of_thirty_six_ways():
    assert chances("2d6", "7+") == {"7+": "7/12", "below 7": "5/12"}
    assert "58 %" in Told("odds", "2d6", "7+").out


@pytest.mark.parametrize("words", [("2D6", "vs", "9+"), ("2d6", "9"), ("2d6", "9+")])
def test_a_roll_is_written_in_any_of_the_usual_ways(words: tuple[str, ...]):
    assert chances(*words)["9+"] == "5/18"


def test_a_total_without_a_number_needed_is_a_whole_distribution():
    found = chances("2d6+1")
    assert list(found) == [str(number) for number in range(3, 14)]
    assert found["8"] == "1/6"
    assert chances("d%")["100"] == "1/100"


def test_hits_are_counted():
    assert chances("3d6>=5") == {"0": "8/27", "1": "4/9", "2": "2/9", "3": "1/27"}


def test_shooting_counts_sets_of_hits_and_cover_rolls_hits_again():
    assert chances("shoot", "--dice", "2", "--need", "4", "--toughness", "2") == {"0": "3/4", "1": "1/4"}
    assert chances("shoot", "--dice", "2", "--need", "4", "--toughness", "2", "--cover") == {
        "0": "15/16",
        "1": "1/16",
    }
    unfeeling = chances("shoot", "--dice", "2", "--need", "4", "--toughness", "2", "--unfeeling")
    assert unfeeling == {"0": "1/4", "1": "3/4"}


def test_a_distribution_is_drawn_as_bars_with_its_mean():
    out = Told("odds", "shoot", "--dice", "12", "--need", "5", "--toughness", "3").out
    assert out.startswith("R lost to 12 dice at 5+, T 3\n")
    assert "at least 100 %" in out
    assert "####" in out
    assert "mean 1.0" in out or "mean 0.9" in out


@pytest.mark.parametrize(
    "words", [(), ("foo",), ("2d6", "x"), ("999d6",), ("2d1000",), ("0d6",), ("3d6>=5", "4+")]
)
def test_what_is_no_roll_is_refused_with_examples(words: tuple[str, ...]):
    told = Told("odds", *words)
    assert (told.code, told.out) == (2, "")
    assert told.err


POSITION = """
book: companies-and-captains
scenario: pitched-battle
table: [48, 36]
groups:
  A1: {profile: Light Cavalry, at: [20, 15], captain: true}
  A2: {profile: Light Cavalry, at: [40, 5]}
  B1: {profile: Heavy Foot, at: [20, 24], captain: true}
  B2: {profile: Light Cavalry, at: [40, 31]}
"""


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "near.position.yaml"
    path.write_text(POSITION)
    return str(path)


def test_a_position_without_an_answer_lists_the_answers(position: str):
    assert "A: Which Group acts next?" in Told("odds", "--position", position).out
    listed = Told("odds", "--position", position, "--json").json
    assert [row["answer"] for row in listed["answers"]] == ["A1", "A2", "end turn"]


def test_answers_in_a_position_are_followed_to_the_end_of_the_step(position: str):
    told = Told("odds", "--position", position, "--answer", "A1", "--answer", "shoot B1", "--json")
    assert told.code == 0
    found = {row["outcome"]: row["chance"] for row in told.json["chances"]}
    assert found["the turn is over"] == pytest.approx(10 / 36)
    assert any(outcome.startswith("B1 Heavy Foot: strength 12 to 11") for outcome in found)
    assert (
        "B1 Heavy Foot: strength 12 to 11"
        in Told("odds", "--position", position, "--answer", "A1", "--answer", "shoot B1").out
    )


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (("Z9",), '"Z9" is none of the answers to: Which Group acts next?'),
        (("A1", "move", "hold"), 'After "move" dice are rolled.'),
        (("A1", "attack B2"), ""),
    ],
)
def test_answers_that_do_not_fit_are_refused(position: str, answers: tuple[str, ...], sentence: str):
    arguments = [part for one in answers for part in ("--answer", one)]
    told = Told("odds", "--position", position, *arguments)
    assert (told.code, told.out) == (2, "")
    assert sentence in told.err


def test_one_game_at_a_time(position: str):
    assert Told("odds", "--position", position, "--load", position).code == 2
