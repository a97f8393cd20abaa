"""What players call figures, mobs and things."""

from __future__ import annotations

import re

import msgspec
import pytest

import sandtable
from sandtable.binding.words import joined
from sandtable.books.forgotten_ruin.enemies.enemy_tables import encounters
from sandtable.books.forgotten_ruin.naming import called, counted, one_of_many, unit_called
from sandtable.kernel.testing import covers
from sandtable.players import make_player
from sandtable.players.player import view_of
from tests.books.forgotten_ruin.stage import battle, enemy, soldier

NAMES = {"S1": "Harper", "S2": "Quinn", "M1.1": "Orcs", "M1.3": "Orcs champion"}


def _battle(**others):
    state = battle(soldier("S1"), soldier("S2"), enemy("M1.1"), enemy("M1.3"))
    for id, name in {**NAMES, **others}.items():
        state.figure(id).name = name
    return state


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("S1", "Harper"),
        ("M1", "Orcs 1"),
        ("M1.1", "Orc 1 of mob 1"),
        ("M1.3", "Orc champion 3 of mob 1"),
        ("item O1", "the item"),
        ("cargo O2.3", "the cargo"),
        ("north", "north"),
    ],
)
def test_everything_has_a_name_that_can_be_said(id, name):
    assert called(_battle(), id) == name


def test_two_of_one_name_are_told_apart():
    state = _battle(S2="Harper")
    assert called(state, "S1") == "Harper S1"
    assert called(state, "S2") == "Harper S2"


@covers("FR-LOOT-71")
def test_two_monsters_that_serve_the_squad_are_told_apart_where_one_of_them_is_to_act():
    trolls = {
        id: {"monster": "Troll", "at": at, "side": "squad"} for id, at in (("B1", [16, 12]), ("B2", [20, 12]))
    }
    position = {
        "soldiers": {"S1": {"at": [10, 5], "die": 5}},
        "monsters": trolls,
        "mobs": {"M1": {"type": "Orcs", "at": [[18, 30]]}},
        "phase": "slow",
        "tactics": ["Light them up!"],
    }
    game = sandtable.new("forgotten-ruin", position=position, seed=1)
    assert game.decision is not None
    labels = [one.label for one in game.decision.options()]
    assert labels[1:3] == ["Troll 1 acts", "Troll 2 acts"]


def test_an_enemy_that_was_renamed_is_called_by_its_new_name():
    state = _battle()
    state.mission.enemy_names = {"Orcs": "Pig-snouts"}
    assert called(state, "M1") == "Pig-snouts 1"


def test_many_figures_are_counted_by_their_mob():
    state = _battle()
    orcs = [state.enemies["M1.1"], state.enemies["M1.3"]]
    assert counted(state, [*orcs, state.soldiers["S1"]]) == "2 of Orcs 1 and Harper"
    assert unit_called(state, orcs[0]) == "Orcs 1"


def test_words_in_a_row_end_with_an_and():
    assert joined([]) == ""
    assert joined(["one"]) == "one"
    assert joined(["one", "two", "three"]) == "one, two and three"


def test_one_of_every_kind_of_enemy_has_a_name():
    assert set(one_of_many()) == {msgspec.to_builtins(one)["name"] for one in encounters().types}


ID = re.compile(r"\b[SMBVTIO]\d+(?:\.\d+)?\b")
"""How the program calls soldiers, mobs and figures, monsters, villains, terrain, markers and Objectives."""
MOST_ANSWERS = 90


@pytest.mark.parametrize(("scenario", "seed"), [("exercise-1", 1), ("mission", 6)])
def test_no_id_of_the_program_is_read_in_questions_answers_hints_and_log(scenario, seed):
    game = sandtable.new(
        "forgotten-ruin", scenario=scenario, seats={"A": "red-squad"}, seed=seed, options={"hints": "always"}
    )
    player, read = make_player("greedy"), []
    for _ in range(MOST_ANSWERS):
        if (asked := game.decision) is None:
            break
        read += [asked.prompt, *([asked.hint.text] if asked.hint else [])]
        read += [word for one in asked.options() for word in (one.label, one.means)]
        game.answer(player.reply(view_of(game, "A"), asked).answer)
    read += [game.book.sentence(one, game.state) for one in game.events()]
    assert len(read) > MOST_ANSWERS
    assert [words for words in read if ID.search(words)] == []
