"""Every book keeps the laws of the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.kernel import contract
from sandtable.kernel.catalogue import Catalogue
from tests.contract.games import GAMES, forgotten_ruin_in_a_crowd

ROOT = Path(__file__).parent.parent.parent
ANSWERS = 80
"""How long each game is followed."""


def test_every_book_is_tried():
    ours = set(sandtable.known_books()) - {"sk", "duel"}  # the little books of the tests
    assert {name.partition(" ")[0] for name in GAMES} == ours


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_keeps_every_law(name: str, seed: int):
    package = name.partition(" ")[0].replace("-", "_")
    known = Catalogue.load(f"sandtable.books.{package}").rules
    contract.check_book(GAMES[name], seed, most=ANSWERS, known=known)


@pytest.mark.parametrize("seed", range(8))
def test_whoever_is_pushed_about_in_a_crowd_stands_where_it_was_last_told_to_stand(seed: int):
    contract.watch(forgotten_ruin_in_a_crowd, seed, 25, contract.Places())


@pytest.mark.parametrize("name", [make.__name__ for make in GAMES.values()])
def test_a_game_is_the_same_however_words_are_hashed(name: str):
    contract.check_hash_seeds(f"tests.contract.games:{name}", 1, ANSWERS, folder=str(ROOT))
