"""Dice: they come from a source and remember it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.decision import TypedDice
from sandtable.kernel.dice import (
    FACES,
    TOTAL,
    Dice,
    Scripted,
    Sealed,
    Seeded,
    Typed,
    UnnamedDice,
    Wanted,
    chosen_dice,
    each,
    how_to_roll,
    total,
)
from sandtable.kernel.refusal import Refused

SECRET = "x" * 40

rolls = st.lists(
    st.builds(Wanted, st.integers(1, 6), st.just("trying"), st.sampled_from([2, 6, 100])), max_size=8
)


@given(st.integers() | st.text(max_size=5), rolls)
@settings(max_examples=40)
def test_a_seed_rolls_the_same_dice_however_far_one_starts(seed: int | str, wanted: list[Wanted]):
    whole = Seeded(seed)
    rolled = [whole.roll(one) for one in wanted]
    for place, one in enumerate(rolled):
        later = Seeded(seed, one.start)
        assert [later.roll(other) for other in wanted[place:]] == rolled[place:]


@given(rolls, rolls)
@settings(max_examples=40)
@pytest.mark.parametrize("kind", ["seeded", "sealed"])
def test_a_source_that_is_rewound_rolls_the_same_again(kind: str, before: list[Wanted], after: list[Wanted]):
    source = Seeded(3) if kind == "seeded" else Sealed(SECRET, {})
    for one in before:
        source.roll(one)
    mark = source.drawn
    rolled = [source.roll(one) for one in after]
    source.rewind(mark)
    assert [source.roll(one) for one in after] == rolled


def test_all_sources_of_a_game_are_rewound_together():
    dice = Dice(Seeded(1), {"A": Sealed(SECRET, {}), "B": Typed()})
    marks = dice.marks()
    first = [dice.roll(Wanted(3, "trying", seat=seat)) for seat in ("A", "B", None)]
    dice.rewind(marks)
    assert [dice.roll(Wanted(3, "trying", seat=seat)) for seat in ("A", "B", None)] == first
    assert first[1] is None


def test_a_roll_remembers_its_source_and_place():
    dice = Dice(Seeded(1), {"A": Sealed(SECRET, {})})
    dice.roll(Wanted(2, "first"))
    second = dice.roll(Wanted(3, "second"))
    sealed = dice.roll(Wanted(1, "third", seat="A"))
    assert second is not None
    assert sealed is not None
    assert (second.source, second.start, second.why, len(second.faces)) == ("seeded", 2, "second", 3)
    assert (sealed.source, sealed.start) == ("sealed", 0)


def test_scripted_dice_are_named_by_what_they_are_for():
    script = Scripted({"to hit": [6, 1], "armour": [3]})
    assert script.roll(Wanted(1, "to hit")).faces == (6,)
    assert script.unused() == {"to hit": [1], "armour": [3]}
    with pytest.raises(UnnamedDice, match='2 dice for "to hit", the script has 1'):
        script.roll(Wanted(2, "to hit"))
    with pytest.raises(UnnamedDice, match='"courage", the script has 0'):
        script.roll(Wanted(1, "courage"))
    script.add("courage", [7])
    with pytest.raises(UnnamedDice, match="shows 7, it has 6 sides"):
        script.roll(Wanted(1, "courage"))


def test_what_a_rule_wants_to_know_of_a_roll_is_said_in_one_form():
    assert each(5, 4, 5) == each(4, 5)
    assert total(7).of == "total"
    assert (FACES.of, FACES.cuts) == ("faces", None)
    assert (TOTAL.of, TOTAL.cuts) == ("total", None)


def test_typed_dice_are_never_drawn():
    with pytest.raises(AssertionError, match="asked of their seat"):
        Typed().roll(Wanted(1, "trying"))


@pytest.mark.parametrize(("sides", "by_hand"), [(3, True), (6, True), (7, True), (360, True), (1000, False)])
def test_what_can_be_rolled_by_hand_is_and_the_rest_is_rolled_by_the_machine(sides: int, by_hand: bool):
    rolled = chosen_dice("typed", 7).roll(Wanted(1, "trying", sides))
    assert (rolled is None) is by_hand
    assert rolled is None or (rolled.source == "seeded" and 1 <= rolled.faces[0] <= sides)


def test_what_no_book_rolls_is_asked_of_nobody():
    rolled = chosen_dice("typed", 7).roll(Wanted(6, "where it lies", 100, is_asked=False))
    assert rolled is not None
    assert rolled.source == "seeded"


@pytest.mark.parametrize(
    ("sides", "how"),
    [
        (6, ""),
        (10, ""),
        (2, "a D6: 1 to 3 is 1, 4 to 6 is 2"),
        (3, "a D6: half of it, rounded up"),
        (5, "a D6, and again as long as it shows more than 5"),
        (7, "a D10, and again as long as it shows more than 7"),
        (100, "two D10, tens first; 0 and 0 is 100"),
        (360, "spin a pencil, or find a number from 1 to 360 in any other way"),
    ],
)
def test_how_a_die_is_rolled_that_few_people_own(sides: int, how: str):
    assert how_to_roll(sides) == how


@pytest.mark.parametrize(
    ("typed", "count", "sides", "why"),
    [
        ([7], 1, 6, "7 is no face of a D6"),
        ([0], 1, 6, "0 is no face of a D6"),
        ([1, 2], 1, 6, "2 typed, 1 asked for"),
        ([1], 2, 6, "1 typed, 2 asked for"),
        ("6", 1, 6, "is not such a roll"),
        ([10**30], 1, 6, "is no face of a D6"),
    ],
)
def test_a_roll_that_cannot_be_is_refused_for_what_is_wrong_with_it(typed, count, sides, why):
    with pytest.raises(Refused, match=why):
        TypedDice("A", "roll dice", "Roll", ("X",), count, sides).read(typed)


def test_the_0_of_a_ten_sided_die_is_its_10():
    assert TypedDice("A", "roll dice", "Roll", ("X",), 2, 10).read([0, 4]) == (10, 4)


def test_the_machine_has_dice_of_its_own_where_all_others_are_typed():
    dice = chosen_dice("typed", 7)
    assert isinstance(dice.machine, Seeded)
    assert dice.machine.seed == 7
    assert dice.names == {"common": "typed"}
    assert chosen_dice({"A": "typed"}, 7).names == {"common": "seeded", "A": "typed"}


def test_seeded_dice_are_those_of_the_seed():
    draw = random.Random(5)
    assert Seeded(5).roll(Wanted(20, "trying", 10)).faces == tuple(
        int(draw.random() * 10) + 1 for _ in range(20)
    )
