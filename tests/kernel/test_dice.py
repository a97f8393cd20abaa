"""Dice: they come from a source and remember it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    total,
)

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


@pytest.mark.parametrize(("sides", "by_hand"), [(3, True), (6, True), (10, True), (7, False), (360, False)])
def test_dice_that_nobody_owns_are_rolled_by_the_machine(sides: int, by_hand: bool):
    rolled = chosen_dice("typed", 7).roll(Wanted(1, "trying", sides))
    assert (rolled is None) is by_hand
    assert rolled is None or (rolled.source == "seeded" and 1 <= rolled.faces[0] <= sides)


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
