"""`sandtable.new` and `sandtable.load`: the front door."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.dice import Rolled, Scripted, Sealed, Seeded, Typed, Wanted
from tests.kernel.sk.state import Lane
from tests.playing import play_on

WANTED = Wanted(3, "trying", seat="A")


def test_a_book_is_known_by_its_id_before_its_code_is_read():
    code = (
        "import sandtable, sys; print(sandtable.known_books());"
        "print([name for name in sys.modules if 'companies' in name])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "companies-and-captains" in told.stdout
    assert told.stdout.endswith("[]\n")


def test_an_unknown_book_is_refused_with_the_known_ones():
    with pytest.raises(sandtable.Refused, match=r"no book \"chess\".*sk"):
        sandtable.new("chess")


def test_the_same_seed_plays_the_same_game_and_another_seed_another():
    def faces(seed: int) -> list[tuple[int, ...]]:
        game = sandtable.new("sk", seed=seed)
        play_on(game, __import__("random").Random(1))
        return [entry.faces for entry in game.journal if isinstance(entry, Rolled)]

    assert faces(1) == faces(1)
    assert faces(1) != faces(2)


def test_without_a_seed_every_game_has_dice_of_its_own():
    one, other = sandtable.new("sk"), sandtable.new("sk")
    assert isinstance(one.dice.common, Seeded)
    assert isinstance(other.dice.common, Seeded)
    assert one.dice.common.seed != other.dice.common.seed


def test_the_header_says_what_is_played():
    game = sandtable.new(
        "sk", scenario="ford", seats={"A": None, "C": None}, options={"last_turn": 1}, seed=1
    )
    assert game.header == {
        "book": "sk", "scenario": "ford", "seats": {"A": None, "C": None}, "options": {"last_turn": 1},
        "dice": {"common": "seeded"},
    }  # fmt: skip
    assert game.seats == ("A", "C")


def test_the_seed_is_not_in_the_header():
    assert "74310" not in str(sandtable.new("sk", seed=74310).header)


def test_sealed_dice_publish_a_commitment_and_the_salts():
    game = sandtable.new("sk", dice="sealed", salts={"A": "apple", "B": "pear"})
    sealed = game.dice.common
    assert isinstance(sealed, Sealed)
    assert game.header["sealed"] == {"commitment": sealed.commitment, "salts": {"A": "apple", "B": "pear"}}
    assert sealed.secret not in str(game.header)


def test_salts_alone_mean_sealed_dice():
    assert isinstance(sandtable.new("sk", salts={"A": "apple"}).dice.common, Sealed)


def test_sealed_dice_without_salts_are_refused():
    with pytest.raises(sandtable.Refused, match="sealed"):
        sandtable.new("sk", dice="sealed")


def test_typed_dice_are_asked_of_their_seat_and_the_machine_rolls_what_nobody_may_see():
    game = sandtable.new("sk", dice="typed", seed=5)
    assert game.dice.roll(WANTED) is None
    hidden = game.dice.roll(Wanted(1, "looking", to=()))
    assert hidden is not None
    assert hidden.source == "seeded"


def test_one_seat_may_type_while_the_machine_rolls_for_the_other():
    game = sandtable.new("sk", dice={"A": "typed", "B": "seeded"}, seed=5)
    assert isinstance(game.dice.of("A"), Typed)
    assert game.dice.of("B") is game.dice.of(None) is game.dice.common


def test_a_source_of_ones_own_is_taken_as_it_is():
    script = Scripted({"trying": [1, 2, 3]})
    assert sandtable.new("sk", dice=script).dice.common is script
    assert sandtable.new("sk", dice={"A": script}, seed=1).dice.of("A") is script


@pytest.mark.parametrize("dice", ["loaded", {"A": "loaded"}, {"A": "sealed", "B": "seeded"}])
def test_dice_that_do_not_exist_are_refused(dice):
    with pytest.raises(sandtable.Refused, match=r"[Dd]ice"):
        sandtable.new("sk", dice=dice, seed=1, salts={"A": "x"} if isinstance(dice, dict) else None)


def test_a_position_leaves_nothing_else_to_say(tmp_path: Path):
    with pytest.raises(sandtable.Refused, match="position"):
        sandtable.new("sk", position={"fighters": {}}, scenario="ford")


def test_a_game_may_begin_at_a_position():
    here = sandtable.new("sk", seed=1)
    there = sandtable.new("sk", position=here.position(), seed=1)
    assert isinstance(there.state, Lane)
    assert there.fingerprint() == here.fingerprint()
    assert there.decision is not None
    assert here.decision is not None
    assert there.decision.prompt == here.decision.prompt


def test_a_saved_game_is_loaded_by_the_same_door(tmp_path: Path):
    game = sandtable.new("sk", seed=1)
    game.save(tmp_path / "game.json")
    assert sandtable.load(tmp_path / "game.json").fingerprint() == game.fingerprint()
