"""Every book keeps the laws of the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.kernel import contract
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.contract import Make
from tests.contract.games import GAMES, forgotten_ruin_in_a_crowd

ROOT = Path(__file__).parent.parent.parent
ANSWERS = 80
"""How long each game is followed."""

every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
every_seed = pytest.mark.parametrize("seed", [1, 2])


def test_every_book_is_tried():
    ours = set(sandtable.known_books()) - {"sk", "duel"}  # the little books of the tests
    assert {name.partition(" ")[0] for name in GAMES} == ours


@every_game
@every_seed
def test_from_every_checkpoint_the_same_question_is_asked(make: Make, seed: int):
    contract.check_checkpoints(make, seed, ANSWERS)


@every_game
@every_seed
def test_the_same_answers_and_dice_give_the_same_game(make: Make, seed: int):
    contract.check_determinism(make, seed, ANSWERS)


@every_game
def test_the_state_is_plain_data(make: Make):
    contract.check_plain_state(make, 1, ANSWERS)


@every_game
@every_seed
def test_copies_go_on_as_the_original_does(make: Make, seed: int):
    contract.check_copies(make, seed, ANSWERS)


@every_game
@every_seed
def test_what_is_offered_is_accepted_and_what_is_refused_changes_nothing(make: Make, seed: int):
    contract.check_answers(make, seed, ANSWERS)


@every_game
@every_seed
def test_questions_and_options_say_what_they_are_about(make: Make, seed: int):
    contract.check_meaning(make, seed, ANSWERS)


@pytest.mark.parametrize("name", GAMES)
def test_events_cite_rules_of_the_book_and_every_die_has_one(name: str):
    package = name.partition(" ")[0].replace("-", "_")
    known = Catalogue.load(f"sandtable.books.{package}").rules
    contract.check_events(GAMES[name], 1, ANSWERS, known)


@every_game
def test_whatever_stands_on_the_table_stands_where_it_was_last_told_to_stand(make: Make):
    contract.check_places(make, 1, ANSWERS)


@pytest.mark.parametrize("seed", range(8))
def test_whoever_is_pushed_about_in_a_crowd_stands_where_it_was_last_told_to_stand(seed: int):
    contract.check_places(forgotten_ruin_in_a_crowd, seed, 25)


@every_game
@every_seed
def test_no_seat_learns_what_it_may_not_know(make: Make, seed: int):
    contract.check_secrecy(make, seed, ANSWERS)


@every_game
@every_seed
def test_answers_are_taken_back_as_far_as_nothing_became_known(make: Make, seed: int):
    contract.check_undo(make, seed, ANSWERS)


@pytest.mark.parametrize("name", [make.__name__ for make in GAMES.values()])
def test_a_game_is_the_same_however_words_are_hashed(name: str):
    contract.check_hash_seeds(f"tests.contract.games:{name}", 1, ANSWERS, folder=str(ROOT))
