"""What a roll can show, as far as a rule reads it, beside an independent reckoner of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.dice import FACES, LOWEST, TOTAL, Faces, Reading, Wanted, each, hits, total
from sandtable.lab.chances import chance_of_hits, chance_of_total, outcomes


def spread(count: int, reading: Reading, sides: int = 6) -> dict[Faces, Fraction]:
    """What the roll can show."""
    return dict(outcomes(Wanted(count, "test", sides, reading=reading)))


def as_dict(die: Any) -> dict[Any, Fraction]:
    """The chances of a die of icepool."""
    return {outcome: die.probability(outcome) for outcome in die.outcomes()}


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_every_face_of_a_pool_has_the_chance_of_its_combination(count: int) -> None:
    pool = icepool.d6.pool(count)
    theirs = as_dict(pool.expand())
    assert spread(count, FACES) == theirs


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_total_has_the_chance_of_a_sum(count: int) -> None:
    found = {sum(faces): weight for faces, weight in spread(count, TOTAL).items()}
    assert found == as_dict(count @ icepool.d6)


@pytest.mark.parametrize("need", range(2, 13))
def test_of_a_total_only_the_numbers_that_matter_are_told_apart(need: int) -> None:
    found = spread(2, total(need))
    passed = sum((weight for faces, weight in found.items() if sum(faces) >= need), Fraction(0))
    assert len(found) == (1 if need == 2 else 2)
    assert passed == (2 @ icepool.d6 >= need).probability(True) == chance_of_total(need)


@pytest.mark.parametrize(("dice", "need"), [(12, 5), (12, 3), (6, 6), (1, 2)])
def test_hits_are_those_of_a_binomial_pool(dice: int, need: int) -> None:
    theirs = as_dict(dice @ (icepool.d6 >= need))
    one_by_one = {
        sum(face >= need for face in faces): weight for faces, weight in spread(dice, each(need)).items()
    }
    assert one_by_one == theirs
    assert sorted(spread(dice, hits(need)).values()) == sorted(one_by_one.values())
    assert dict(enumerate(chance_of_hits(dice, need))) == theirs


@pytest.mark.parametrize("toughness", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("cuts", "worth"), [((4,), {4: 1, 5: 1, 6: 1}), ((4, 6), {4: 1, 5: 1, 6: 2})])
def test_of_hits_only_full_sets_are_told_apart(
    toughness: int, cuts: tuple[int, ...], worth: dict[int, int]
) -> None:
    steps = range(toughness, 25, toughness)
    found = spread(12, hits(*cuts, steps=steps))
    mine = {sum(worth.get(face, 0) for face in faces) // toughness: weight for faces, weight in found.items()}
    theirs = as_dict((12 @ icepool.d6.map(lambda face: worth.get(face, 0))) // toughness)
    assert mine == theirs


def test_a_die_that_reaches_two_cuts_hits_twice_even_where_they_are_the_same() -> None:
    found = spread(2, hits(6, 6))
    assert {2 * faces.count(6): weight for faces, weight in found.items()} == {
        0: Fraction(25, 36),
        2: Fraction(10, 36),
        4: Fraction(1, 36),
    }


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_lowest_die_is_shown_by_dice_that_are_alike(count: int) -> None:
    found = {faces[0]: weight for faces, weight in spread(count, LOWEST).items()}
    assert found == as_dict(icepool.lowest(*[icepool.d6] * count))


READINGS = st.one_of(
    st.just(FACES),
    st.just(TOTAL),
    st.just(LOWEST),
    st.lists(st.integers(-3, 9), max_size=3).map(lambda cuts: each(*cuts)),
    st.lists(st.integers(-3, 40), max_size=3).map(lambda cuts: total(*cuts)),
    st.builds(
        lambda cuts, steps: hits(*cuts, steps=steps),
        st.lists(st.integers(2, 8), min_size=1, max_size=2),
        st.none() | st.lists(st.integers(-2, 9), max_size=3),
    ),
)


def seen(faces: Faces, reading: Reading) -> Any:
    """What a rule with this reading can know of some faces, said independently of how it is spread."""
    if reading.of == "faces":
        return tuple(sorted(faces))
    if reading.of == "lowest":
        return min(faces)
    cuts = reading.cuts
    if reading.of == "total":
        return sum(faces) if cuts is None else tuple(sum(faces) >= cut for cut in cuts)
    assert cuts is not None
    if reading.of == "each":
        return tuple(sorted(tuple(face >= cut for cut in cuts) for face in faces))
    reached = sum(face >= cut for face in faces for cut in cuts)
    return reached if reading.steps is None else tuple(reached >= step for step in reading.steps)


@settings(max_examples=120)
@given(st.integers(1, 4), st.sampled_from([2, 4, 6]), READINGS)
def test_what_a_reading_tells_apart_has_the_chance_of_all_the_faces_behind_it(
    count: int, sides: int, reading: Reading
) -> None:
    wanted: dict[Any, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        key = seen(faces, reading)
        wanted[key] = wanted.get(key, Fraction(0)) + Fraction(1, sides**count)
    found = [
        (seen(faces, reading), weight)
        for faces, weight in outcomes(Wanted(count, "test", sides, reading=reading))
    ]
    assert len({key for key, _ in found}) == len(found)
    assert {key: weight for key, weight in found if weight} == wanted
