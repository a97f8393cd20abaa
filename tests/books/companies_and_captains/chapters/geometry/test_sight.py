"""Sight: who sees whom past other Groups, Stealthy ones and from hills."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters.geometry.sight import sees, sight_rules, why_not_sees
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.moves import models, one, piece, scene


def sees_it(state: Battle, viewer: str = "A2", target: str = "B2") -> bool:
    return sees(state, state.groups[viewer], state.groups[target])


def in_line(between: dict[str, object], name: str = "A3", **position: object) -> Battle:
    """A viewer at (20, 10), its target at (20, 30), and somebody between them."""
    viewer, target = one("Heavy Missile", 20, 10), one("Heavy Foot", 20, 30)
    return scene({"A2": viewer, "B2": target, name: between}, **position)


@covers("CC-GEO-22")
@pytest.mark.parametrize("name", ["A3", "B3"])
def test_a_third_group_in_the_line_hides_the_target(name: str) -> None:
    state = in_line(one("Heavy Foot", 20, 20), name)
    assert not sees_it(state)
    refusal = why_not_sees(state, state.groups["A2"], state.groups["B2"])
    assert refusal is not None
    assert refusal.rule == "CC-GEO-22"
    assert f"({name})" in refusal.reason


@covers("CC-GEO-22")
def test_touching_the_rim_of_a_base_does_not_hide() -> None:
    assert sees_it(in_line(one("Heavy Foot", 20.5, 20)))
    assert not sees_it(in_line(one("Heavy Foot", 20.49, 20)))


@covers("CC-GEO-22")
def test_one_clear_line_between_any_two_models_is_enough() -> None:
    state = scene(
        {
            "A2": models("Heavy Missile", (20, 10), (24, 10)),
            "B2": one("Heavy Foot", 20, 30),
            "A3": one("Heavy Foot", 20, 12),
        }
    )
    assert sees_it(state)


@covers("CC-GEO-22")
def test_bases_of_both_groups_concerned_hide_nothing() -> None:
    state = scene(
        {
            "A2": models("Heavy Missile", (20, 10), (20, 12)),
            "B2": models("Heavy Foot", (20, 28), (20, 30)),
        }
    )
    assert sees_it(state)


@covers("CC-GEO-22")
def test_sight_is_forgotten_when_somebody_moves() -> None:
    state = in_line(one("Heavy Foot", 20, 20))
    assert not sees_it(state)
    state.groups["A3"].models = ((25.0, 20.0),)
    assert sees_it(state)
    state.groups["A3"].where, state.groups["A3"].models = "routed", ()
    assert sees_it(state)


@covers("CC-OTR-16", "CC-GEO-22")
def test_a_stealthy_group_hides_the_target_only_from_those_it_fights() -> None:
    state = in_line(one("Heavy Foot", 20, 20, traits=["Stealthy"]), "B3")
    assert sees_it(state)
    assert "CC-OTR-16" in sight_rules(state, state.groups["A2"], state.groups["B2"])
    state.groups["B3"].melee, state.groups["A2"].melee = ("A2",), ("B3",)
    assert not sees_it(state)


@covers("CC-TGN-05", "CC-GEO-22")
def test_from_a_hill_one_sees_over_groups_but_not_over_terrain() -> None:
    hill = piece("gentle hill", 15, 5, 25, 12, "hill")
    state = in_line(one("Heavy Foot", 20, 20), terrain=[hill])
    assert sees_it(state)
    assert sees_it(state, "B2", "A2"), "and is seen over them"
    assert "CC-TGN-05" in sight_rules(state, state.groups["A2"], state.groups["B2"])
    crops = piece("tall crops", 15, 18, 25, 19, "obscuring")
    assert not sees_it(in_line(one("Heavy Foot", 40, 20), terrain=[hill, crops]))


@covers("CC-GEO-22", "CC-GEO-23")
@settings(max_examples=60)
@given(
    a=st.tuples(st.floats(2, 70), st.floats(2, 46)),
    b=st.tuples(st.floats(2, 70), st.floats(2, 46)),
    c=st.tuples(st.floats(2, 70), st.floats(2, 46)),
)
def test_between_single_models_sight_is_mutual(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> None:
    state = scene(
        {"A2": one("Heavy Foot", 10, 20), "B2": one("Heavy Foot", 20, 20), "A3": one("Heavy Foot", 30, 20)},
        terrain=[piece("tall crops", 20, 15, 40, 30, "obscuring")],
    )
    for name, at in (("A2", a), ("B2", b), ("A3", c)):
        state.groups[name].models = (at,)
    assert sees_it(state) == sees_it(state, "B2", "A2")
