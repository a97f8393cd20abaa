"""What every book needs to read positions: places, entries, nonsense and fields that two structs share."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.binding.positions import (
    DEEPEST,
    LARGEST,
    Place,
    changed_fields,
    refuse_nonsense,
    same_fields,
    values_of,
)
from sandtable.binding.terrain_forms import outline_of
from sandtable.kernel.refusal import Refused

HEROES = Place().at("heroes")


class Hero(msgspec.Struct):
    id: str
    name: str = ""
    life: int = 3


class HeroForm(msgspec.Struct):
    name: str = ""
    at: tuple[float, float] | None = None
    life: int = 3


def reason(caught: pytest.ExceptionInfo[Refused]) -> str:
    return str(caught.value)


def test_a_fault_names_its_place_from_the_whole_to_the_part():
    fault = HEROES.at("A1").at("life").fault("it is 7.", "Write less.", "X-1")
    assert str(fault) == "position, heroes.A1.life: it is 7. (X-1) Write less."


def test_a_name_that_nobody_has_is_told_with_those_that_would_be_right():
    (fault,) = HEROES.unknown("hero", ["Ash", "Elm"], ["Ash", "Birch"])
    assert str(fault) == "position, heroes: there is no hero 'Elm'. Name one of Ash, Birch."
    (fault,) = HEROES.unknown("hero", ["Elm"], [])
    assert fault.remedy == "There are none; leave it out."


@pytest.mark.parametrize(
    ("life", "least", "most", "told"), [(0, 1, 6, "Write 1 to 6."), (-1, 0, LARGEST, "Write 0 or more.")]
)
def test_a_number_outside_its_limits_is_told_with_them(life: int, least: int, most: int, told: str):
    (fault,) = HEROES.outside("life", life, least, most)
    assert (fault.reason, fault.remedy) == (f"position, heroes: life {life}.", told)
    assert list(HEROES.outside("life", least, least, most)) == []


@pytest.mark.parametrize("name", ["two\nlines", "x" * 61, ""])
def test_what_cannot_be_shown_is_no_name(name: str):
    (fault,) = HEROES.at("A1").unnamed(name, least=1)
    assert fault.reason.startswith("position, heroes.A1.name: ")
    assert list(HEROES.unnamed("Ash", least=1)) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"heroes": {"A": {}, "B": {}, "C": {}}}, "position, heroes: 3 heroes. At most 2 are read."),
        ({"heroes": {"": {}}}, "position, heroes: '' is no id. Write one such as A1."),
        ({"heroes": {"x" * 41: {}}}, "is no id."),
        ({"heroes": ["A"]}, "position, heroes: expected object, got array."),
    ],
)
def test_entries_have_ids_and_are_not_too_many(given: dict[str, Any], told: str):
    assert HEROES.entries({"heroes": {"A": {"life": 1}}}, 2) == {"A": {"life": 1}}
    assert HEROES.entries({}, 2) == {}
    with pytest.raises(Refused) as caught:
        HEROES.entries(given, 2, "heroes")
    assert told in reason(caught)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"id": "A1", "hat": 1}, "position, heroes.A1: object contains unknown field hat."),
        ({"id": "A1", "life": "many"}, "position, heroes.A1, life: expected int, got str."),
        ({"life": 2}, "position, heroes.A1: object missing required field id."),
        ([], "position, heroes.A1: expected object, got array."),
    ],
)
def test_an_entry_as_the_state_has_it_is_checked_with_its_place(entry: object, told: str):
    assert HEROES.at("A1").whole({"id": "A1", "life": 2}, Hero) == {"id": "A1", "life": 2}
    with pytest.raises(Refused) as caught:
        HEROES.at("A1").whole(entry, Hero)
    assert told in reason(caught)


def test_an_entry_says_no_other_id_than_its_own():
    assert HEROES.own_id("A1", {"id": "A1"}) == HEROES.own_id("A1", {}) == "A1"
    with pytest.raises(Refused, match=r"position, heroes\.A1: its id is 'B1'\. Leave the id out\."):
        HEROES.own_id("A1", {"id": "B1"})


def nested(depth: int) -> list[Any]:
    return [] if depth == 0 else [nested(depth - 1)]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"heroes": {"A1": {"at": [1, float("nan")]}}}, "position, heroes.A1.at[1]: nan is no number"),
        ({"turn": LARGEST + 1}, "position, turn: 1000001 is no number"),
        ({"name": "a\x1b[2J"}, "position, name: 'a\\x1b[2J' cannot be printed."),
        ({"name": "x" * 501}, "position, name: "),
        ({1: 2}, "position: 1 is no name."),
        (nested(DEEPEST + 1), "too many parts inside each other."),
    ],
)
def test_nonsense_is_refused_with_the_place_where_it_stands(value: object, told: str):
    with pytest.raises(Refused) as caught:
        refuse_nonsense(value)
    assert told in reason(caught)


def test_what_a_position_usually_holds_is_no_nonsense():
    refuse_nonsense({"heroes": {"A1": {"at": (1.5, -2), "name": "Äsh", "left": None, "leads": True}}})


def test_fields_that_form_and_state_share_go_over_as_they_are():
    assert same_fields(HeroForm, Hero) == ("name", "life")
    assert values_of(Hero("A1", "Ash", 2), same_fields(HeroForm, Hero)) == {"name": "Ash", "life": 2}


def test_only_what_differs_from_the_usual_is_changed():
    assert changed_fields(Hero("A1", "Ash", 2), Hero("A1", "Ash")) == {"life": 2}


TERRAIN = Place().at("terrain[0]")


@pytest.mark.parametrize(
    ("shape", "corners"),
    [
        ({"area": (0, 0, 2, 1)}, 4),
        ({"along": ((0, 0), (3, 0)), "thickness": 0.5}, 4),
        ({"outline": ((0, 0), (1, 0), (0, 1))}, 3),
    ],
)
def test_a_piece_has_the_outline_of_its_one_shape(shape: dict[str, Any], corners: int):
    assert len(outline_of(TERRAIN, "wood", **shape)) == corners
    with pytest.raises(Refused, match=r"position, terrain\[0\]: the wood has 2 shapes\."):
        outline_of(TERRAIN, "wood", **shape, disc=(0.0, 0.0, 1.0))


def test_a_circle_is_about_its_middle():
    assert {
        round((x - 5) ** 2 + (y - 6) ** 2, 6) for x, y in outline_of(TERRAIN, "pond", disc=(5, 6, 2))
    } == {4.0}


@pytest.mark.parametrize(
    "shape",
    [
        {"area": (2, 0, 2, 1)},
        {"along": ((1, 1), (1, 1))},
        {"along": ((1, 1), (2, 1)), "thickness": 0.0},
        {"outline": ((0, 0), (1, 0), (0, 0))},
        {"disc": (1, 1, 0)},
    ],
)
def test_a_shape_without_an_inside_is_refused(shape: dict[str, Any]):
    with pytest.raises(Refused, match=r"the wood has no size\. \(XX-1\) Give a shape with an inside\."):
        outline_of(TERRAIN, "wood", **shape, rule="XX-1")
