"""Meaning is data: questions have topics, options say whom they are about, units have their drawing."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable.books import forgotten_ruin
from sandtable.books.forgotten_ruin.adviser.adviser import Adviser
from sandtable.books.forgotten_ruin.barring import deeds, figures
from sandtable.books.forgotten_ruin.barring.barring import sayings
from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.chapters.principles.conventions import ENEMY_CHOICES
from sandtable.books.forgotten_ruin.hints import rows as hint_rows
from sandtable.books.forgotten_ruin.loot.armours import resilience
from sandtable.books.forgotten_ruin.showing import glyphs
from sandtable.books.forgotten_ruin.state import Item
from sandtable.kernel.testing import covers
from sandtable.kernel.window import WINDOW
from sandtable.players.player import view_of
from sandtable.players.registry import make_player
from tests.books.forgotten_ruin.stage import battle, enemy, soldier

ROOT = Path(forgotten_ruin.__file__).parent
WEB = Path(__file__).parents[3] / "web" / "src" / "look" / "glyphs.json"
QUESTIONS = {"ChooseOne", "ChooseSeveral", "YesNo", "Number", "Words", "Place", "Move", "TargetArea"}
HELPERS = {
    "aim": 2,
    "ask": 2,
    "choose_informed": 2,
    "place_soldier": 3,
    "enemy_choice": 1,
    "choose": 2,
    "choose_if_several": 2,
    "choose_several": 2,
    "choose_word": 2,
    "which": 2,
    "which_several": 2,
    "soldier_moves": None,
    "__init__": 1,
}
MOST_ANSWERS = 150


def _topics() -> Iterator[str]:
    """Every topic that the code of the book gives to a question."""
    for path in ROOT.rglob("*.py"):
        module = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(module):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = 1 if name in QUESTIONS | {"Allocate"} else HELPERS.get(name)
            given = [one.value for one in node.keywords if one.arg == "topic"]
            given += node.args[place : place + 1] if place is not None else []
            for one in given:
                for said in _put_into(one.id, module) if isinstance(one, ast.Name) else [one]:
                    yield from (str(part.value) for part in ast.walk(said) if isinstance(part, ast.Constant))


def _put_into(name: str, module: ast.Module) -> Iterator[ast.expr]:
    """What variables of this name stand for, alone or among several."""
    for node in ast.walk(module):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            values = value.elts if isinstance(value, ast.Tuple) else [value]
            pairs = zip(targets, values, strict=False)
            yield from (given for one, given in pairs if isinstance(one, ast.Name) and one.id == name)


def test_every_topic_that_somebody_acts_upon_is_asked_somewhere():
    asked = {*_topics(), "move", WINDOW}
    named = {
        *Adviser.by_topic, *ENEMY_CHOICES,
        *(topic for row in hint_rows() for topic in row.at),
        *deeds.BY_HAND, deeds.DOES, deeds.FIRES, deeds.SETS, deeds.TRAITS, deeds.ENHANCES,
        figures.ACTS, figures.SNAPS, figures.UPGRADES,
        *figures.NOT_AMONG, *figures.IN_SIGHT, *figures.IN_COMBAT,
        *(topic for row in sayings() for topic in row.at),
    }  # fmt: skip
    assert named - asked == set()


def test_neither_advice_nor_hints_nor_refusals_read_the_words_or_rules_of_a_question():
    readers = [ROOT / "hints.py", *(ROOT / "adviser").glob("*.py"), *(ROOT / "barring").glob("*.py")]
    forbidden = re.compile(r"\b(decision|question)\.(rules?|prompt)\b")
    assert len(readers) > 10
    assert [path.name for path in readers if forbidden.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("scenario", "player", "seed"), [("exercise-1", "greedy", 1), ("mission", "uniform", 6)]
)
def test_questions_and_options_are_about_what_is_in_the_mission(scenario, player, seed):
    game = sandtable.new("forgotten-ruin", scenario=scenario, seats={"A": "red-squad"}, seed=seed)
    automatic, answers = make_player(player, seed), 0
    while (asked := game.decision) is not None and answers < MOST_ANSWERS:
        state = game.state
        pieces = {one.id for one in state.ground.pieces}
        known = {*state.soldiers, *state.enemies, *state.mobs, *state.markers, *state.objectives, *pieces}
        assert asked.topic
        assert set(asked.about) <= known, asked.prompt
        for one in asked.options():
            assert set(one.about) <= known, one.label
            if isinstance(one.answer, str) and one.answer in known:
                assert one.answer in one.about, (asked.prompt, one.label)
        game.answer(automatic.reply(view_of(game, "A"), asked).answer)
        answers += 1
    assert answers > 20


def test_every_drawing_of_the_book_is_one_that_the_page_has():
    there = set(json.loads(WEB.read_text("utf-8")))
    named = glyphs()
    tables = (named.soldiers, named.training, named.types, named.lone, named.markers)
    drawn = {one for table in tables for one in table.values()} | {glyph for _, glyph in named.arms.values()}
    assert drawn <= there
    assert BOOK.cover.glyph in there


def test_units_have_their_drawing_and_a_stunned_soldier_looks_worse():
    state = battle(
        soldier("S1", position="soldier"), soldier("S2", position="squad leader", stun=1), enemy("M1.1")
    )
    state.mobs["M1"].training = "Archers"
    found = {one.id: (one.glyph, one.mood) for one in BOOK.showing(state, "A").units}
    assert found == {"S1": ("figure", ""), "S2": ("leader", "worse"), "M1": ("bow", "")}


def test_rounds_and_phases_are_headings_of_the_story():
    game = sandtable.new("forgotten-ruin", scenario="exercise-1", seats={"A": "red-squad"}, seed=1)
    automatic = make_player("greedy", 1)
    for _ in range(10):
        assert game.decision is not None
        game.answer(automatic.reply(view_of(game, "A"), game.decision).answer)
    assert {one.kind for one in game.events()} >= BOOK.headings


def test_every_kind_of_event_with_which_a_unit_begins_to_act_is_told_and_names_it_first():
    """Screens tell turn by turn: an opening that nobody tells, or that names nobody, opens nothing."""
    told = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    found = {
        kind: re.findall(rf'"{kind}",[^)]*?\b(unit|figure|figures)=', told, re.DOTALL)
        for kind in BOOK.activations
    }
    assert all(found.values()), found


@covers("FR-LOOT-35")
@pytest.mark.parametrize(
    ("toughness", "transformation", "helps"),
    [(4, "The Minotaur", True), (5, "The Minotaur", False), (5, "The Savage", False), (5, "The Green", True)],
)
def test_what_a_body_is_tougher_by_counts_before_an_armor_of_resilience(toughness, transformation, helps):
    armour = Item("Armor of Resilience", "armour")
    one = soldier("S1", toughness=toughness, transformation=transformation, armour=armour)
    assert (resilience(battle(one), one) is not None) is helps
