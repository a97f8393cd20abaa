"""State: plain data that is copied, hashed and written down."""

from __future__ import annotations

import enum
from typing import Any, Literal, NewType

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.contract.plainness import faults_of_state
from sandtable.kernel.state import State, copy_changes, copy_state, fingerprint, spelt_out

UnitId = NewType("UnitId", str)


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Spell(msgspec.Struct, frozen=True):
    name: str
    power: int = 1


class Bag(msgspec.Struct, frozen=True):
    things: list[int]


class Unit(msgspec.Struct):
    id: UnitId
    life: int = 1
    spells: tuple[Spell, ...] = ()
    places: list[tuple[float, float]] = []
    marks: dict[str, list[int]] = {}


class Beast(msgspec.Struct, tag="beast"):
    heads: list[int] = []


class Trap(msgspec.Struct, tag="trap"):
    at: list[int] = []


class World(State):
    units: dict[str, Unit] = {}
    line: list[Unit] = []
    fixed: tuple[Unit, ...] = ()
    pair: tuple[int, Unit] | None = None
    perhaps: Unit | None = None
    perhaps_list: list[int] | str | None = None
    bag: Bag = Bag([])
    things: list[Beast | Trap] = []
    colour: Colour = Colour.RED
    mood: Literal["good", "bad"] = "good"
    anything: Any = None
    deep: dict[str, dict[str, list[Unit]]] = {}


inches = st.integers(-90, 90).map(lambda tenths: tenths / 8)
units = st.builds(
    Unit,
    id=st.text(max_size=3).map(UnitId),
    life=st.integers(-5, 5),
    spells=st.lists(st.builds(Spell, name=st.text(max_size=3)), max_size=2).map(tuple),
    places=st.lists(st.tuples(inches, inches), max_size=3),
    marks=st.dictionaries(st.text(max_size=2), st.lists(st.integers(), max_size=2), max_size=2),
)
plain = st.recursive(
    st.none() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)
worlds = st.builds(
    World,
    units=st.dictionaries(st.text(max_size=2), units, max_size=3),
    line=st.lists(units, max_size=2),
    fixed=st.lists(units, max_size=2).map(tuple),
    pair=st.none() | st.tuples(st.integers(), units),
    perhaps=st.none() | units,
    perhaps_list=st.none() | st.text(max_size=2) | st.lists(st.integers(), max_size=2),
    bag=st.builds(Bag, st.lists(st.integers(), max_size=2)),
    things=st.lists(
        st.builds(Beast, st.lists(st.integers(), max_size=2))
        | st.builds(Trap, st.lists(st.integers(), max_size=2)),
        max_size=3,
    ),
    colour=st.sampled_from(Colour),
    mood=st.sampled_from(["good", "bad"]),
    anything=plain,
    deep=st.dictionaries(
        st.text(max_size=1),
        st.dictionaries(st.text(max_size=1), st.lists(units, max_size=1), max_size=1),
        max_size=1,
    ),
)


@given(worlds)
@settings(max_examples=60)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(world: World):
    assert copy_state(world) == world
    assert faults_of_state(world) == ""


@given(worlds, worlds)
@settings(max_examples=60)
def test_a_copy_of_the_changes_is_equal_in_its_order_too_and_does_not_change_with_the_state(
    world: World, other: World
):
    earlier = copy_state(world)
    world.units = {**other.units, **world.units}
    for unit in other.units.values():
        unit.life += 1
    made = copy_changes(world, earlier)
    assert made == world
    assert list(made.units) == list(world.units)
    before = fingerprint(made)
    for unit in world.units.values():
        unit.life += 1
        unit.places.append((0.0, 0.0))
        unit.marks["new"] = [1]
    world.line.clear()
    assert fingerprint(made) == before


def test_a_copy_of_the_changes_shares_what_is_still_the_same():
    world = World({"a": Unit(UnitId("a")), "b": Unit(UnitId("b"))})
    earlier = copy_state(world)
    world.units["b"].life = 7
    made = copy_changes(world, earlier)
    assert made.units["a"] is earlier.units["a"]
    assert made.units["b"] is not world.units["b"]
    assert (made.units["b"].life, earlier.units["b"].life) == (7, 1)


@given(worlds, worlds)
@settings(max_examples=60)
def test_a_fingerprint_tells_different_states_apart_and_equal_ones_not(one: World, other: World):
    assert fingerprint(copy_state(one)) == fingerprint(one)
    assert (fingerprint(one) == fingerprint(other)) == (one == other)


def test_a_fingerprint_is_the_same_in_every_version_of_the_program():
    assert fingerprint(World(line=[Unit(UnitId("a"), 2)])) == "709b865603406680"


def test_a_fingerprint_does_not_depend_on_the_order_in_which_a_mapping_was_filled():
    one, other = Unit(UnitId("a")), Unit(UnitId("b"))
    assert fingerprint(World(units={"a": one, "b": other})) == fingerprint(
        World(units={"b": other, "a": one})
    )


@pytest.mark.parametrize("hint", [set[str], frozenset[str], list, dict, set, tuple, bytearray])
def test_a_state_that_says_too_little_of_its_fields_is_refused(hint: Any):
    loose = msgspec.defstruct("Loose", [("field", hint)], bases=(State,))
    with pytest.raises(TypeError, match="state may not hold"):
        copy_state(loose(field=hint()))


def test_a_union_of_two_containers_is_refused():
    class Loose(State):
        field: list[int] | dict[str, int] = []

    with pytest.raises(TypeError, match="at most one"):
        copy_state(Loose())


def test_spelt_out_shows_what_writing_leaves_out():
    class Short(msgspec.Struct, omit_defaults=True):
        id: str
        life: int = 2

    assert msgspec.to_builtins(Short("a")) == {"id": "a"}
    assert spelt_out({"one": [Short("a")]}) == {"one": [{"id": "a", "life": 2}]}
