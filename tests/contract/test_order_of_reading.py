"""Whichever chapter a program imports first, the same seed plays the same game."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

PLAYED = """
import importlib, json, sys
importlib.import_module(sys.argv[1])
import sandtable
from sandtable.players import make_player, play_out
game = sandtable.new(sys.argv[2], scenario=sys.argv[3], seats=json.loads(sys.argv[4]), seed=3)
play_out(game, {seat: make_player("uniform", seat) for seat in game.seats})
print([(event.kind, event.facts) for event in game.events(all_seats=True)])
"""

COMPANIES = ("companies-and-captains", "raid", {"A": "seafolk", "B": "mire-tribes"})
RUIN = ("forgotten-ruin", "exercise-1", {"A": "red-squad"})


def story(first: str, book: str, scenario: str, seats: dict[str, str]) -> str:
    """What happens in a game by chance, in a process that imports this module before anything else."""
    given = [first, book, scenario, json.dumps(seats)]
    done = subprocess.run([sys.executable, "-c", PLAYED, *given], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("first", ["chapters.moving", "chapters.retreating", "opponent.adviser"])
def test_a_battle_is_the_same_whichever_chapter_is_read_first(first: str) -> None:
    package = "sandtable.books.companies_and_captains"
    assert story(f"{package}.{first}", *COMPANIES) == story("sandtable", *COMPANIES)


@pytest.mark.parametrize("first", ["chapters.battle_round.snap_fire", "enemies.mobs", "loot.potions"])
def test_a_mission_is_the_same_whichever_chapter_is_read_first(first: str) -> None:
    package = "sandtable.books.forgotten_ruin"
    assert story(f"{package}.{first}", *RUIN) == story("sandtable", *RUIN)


SHUFFLED = """
import gc, random, sys
import sandtable
from sandtable.binding.sources import Sources
from sandtable.kernel.book import find_book
from sandtable.kernel.window import Windows, take_in
find_book(sys.argv[2])
deal = random.Random(sys.argv[1])
seen = 0
for one in [one for one in gc.get_objects() if isinstance(one, Sources | Windows)]:
    if isinstance(one, Sources):
        known = list(one._known.items())
        deal.shuffle(known)
        one._known.clear()
        for place, answer in known:
            one.add(place, answer)
    for window in [*one._offers.values(), *one._consequences.values()] if isinstance(one, Windows) else ():
        reactions = list(window)
        deal.shuffle(reactions)
        window.clear()
        for reaction in reactions:
            take_in(window, reaction)
        seen += len(reactions)
assert seen > 20, seen
sys.argv[1] = "sandtable"
"""


@pytest.mark.parametrize("game", [COMPANIES, RUIN], ids=["companies", "ruin"])
def test_rules_that_made_themselves_known_in_another_order_play_the_same_game(
    game: tuple[str, str, dict[str, str]],
) -> None:
    book, scenario, seats = game
    given = ["a deal", book, scenario, json.dumps(seats)]
    code = SHUFFLED + PLAYED
    done = subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True, check=True)
    assert done.stdout == story("sandtable", *game)
