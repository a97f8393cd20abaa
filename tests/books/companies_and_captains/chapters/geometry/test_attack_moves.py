"""Moving into contact: reach, who takes which place, meeting halfway, coming on, and contact over a wall."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters.conventions import gap
from sandtable.books.companies_and_captains.chapters.geometry.attack_moves import (
    meet_halfway,
    place_attackers,
    reach,
)
from sandtable.books.companies_and_captains.chapters.geometry.standing import advance_towards
from sandtable.books.companies_and_captains.chapters.moving import move_distance
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.testing import covers
from sandtable.table.measure import Models
from sandtable.table.units.contact import groups_touch
from sandtable.table.units.displacing import Displacement
from sandtable.table.units.groups import overlapping_pair
from tests.books.companies_and_captains.moves import entangle, models, one, piece, scene, wall
from tests.books.companies_and_captains.scenes import group


def reaches(state: Battle, attacker: str = "A2", target: str = "B2") -> bool:
    return reach(state, state.groups[attacker], state.groups[target])


def come_on(state: Battle) -> Displacement:
    """The attackers of A2 come on towards B2, with all their MO."""
    attacker = state.groups["A2"]
    return advance_towards(state, attacker, state.groups["B2"], move_distance(state, attacker))


def in_contact(state: Battle, attacker: str = "A2", target: str = "B2") -> bool:
    one_group, other = state.groups[attacker], state.groups[target]
    return groups_touch(state.ground, one_group.models, one_group.radius, other.models, other.radius)


# ---- reach ------------------------------------------------------------------------------------------------


@covers("CC-GEO-11", "CC-MEL-02")
def test_a_target_is_in_reach_if_one_model_can_touch_it_with_mo() -> None:
    """Heavy Foot has MO 6; the bases take up 1 inch between the centres."""
    assert reaches(scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 26.9)}))
    assert not reaches(scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 27.1)}))
    rank = models("Heavy Foot", (20, 20), (20, 18), (20, 16))
    assert reaches(scene({"A2": rank, "B2": one("Heavy Foot", 20, 26.9)}))


@covers("CC-GEO-11", "CC-TER-01")
def test_reach_counts_the_cost_of_the_ground() -> None:
    marsh = piece("marsh", 10, 21, 30, 25, "difficult")
    groups = {"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 25.5)}
    assert reaches(scene(groups))
    assert not reaches(scene(groups, terrain=[marsh])), "1 inch open and 3.5 inches of marsh cost 8"
    nimble = {"A2": one("Light Beast", 20, 20), "B2": one("Heavy Foot", 20, 25.5)}
    assert reaches(scene(nimble, terrain=[marsh]))


@covers("CC-GEO-11")
def test_reach_goes_round_what_is_in_the_way_if_mo_suffices() -> None:
    groups = {"A2": one("Light Cavalry", 20, 20), "B2": one("Heavy Foot", 20, 27)}
    pond = piece("lake", 18, 22, 22, 24, "impassable")
    sea = piece("lake", 5, 22, 35, 24, "impassable")
    assert reaches(scene(groups, terrain=[pond]))
    assert not reaches(scene(groups, terrain=[sea]))


@covers("CC-GEO-11", "CC-MOV-03")
def test_a_target_with_no_free_place_beside_it_is_out_of_reach() -> None:
    ring = [(21.0, 20.0), (20.5, 20.87), (19.5, 20.87), (19.0, 20.0), (19.5, 19.13), (20.5, 19.13)]
    state = scene(
        {"A2": one("Heavy Foot", 20, 25), "B2": one("Heavy Foot", 20, 20), "B3": models("Heavy Foot", *ring)}
    )
    assert not reaches(state)
    assert reaches(state, "A2", "B3")


@covers("CC-GEO-11", "CC-SPL-15")
def test_reach_shrinks_when_entangled_or_laden_and_is_not_remembered_wrongly() -> None:
    state = scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 25)})
    assert reaches(state)
    entangle(state, "A2")
    assert not reaches(state)
    state.groups["A2"].spells = ()
    assert reaches(state)
    state.groups["A2"].asset = "asset 1"
    assert not reaches(state)


@covers("CC-GEO-11")
def test_reach_is_seen_anew_when_somebody_steps_into_the_way() -> None:
    gate = [piece("lake", 0, 22, 19, 24, "impassable"), piece("crags", 21, 22, 72, 24, "impassable")]
    state = scene(
        {"A2": one("Light Foot", 20, 20), "B2": one("Heavy Foot", 20, 26), "A3": one("Heavy Foot", 40, 20)},
        terrain=gate,
    )
    assert reaches(state)
    state.groups["A3"].models = ((20.0, 23.0),)
    assert not reaches(state)


# ---- placing ----------------------------------------------------------------------------------------------


@covers("CC-GEO-12", "CC-GEO-04", "CC-MEL-03")
def test_as_many_models_as_can_go_into_contact_and_nobody_overlaps() -> None:
    state = scene({"A2": group("Heavy Foot", 20, 20), "B2": group("Heavy Foot", 20, 27)})
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    assert len(assault.touching) >= 4
    assert overlapping_pair(assault.ends, 0.5) is None
    state.groups["A2"].models = assault.ends
    assert in_contact(state)


@covers("CC-GEO-12")
def test_models_without_a_place_in_contact_follow_close_behind() -> None:
    state = scene({"A2": group("Light Foot", 20, 20), "B2": one("Heavy Foot", 20, 26)})
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    followers = [at for index, at in enumerate(assault.ends) if index not in assault.touching]
    assert followers
    mover = state.groups["A2"]
    for at in followers:
        nearest = min(((at[0] - x) ** 2 + (at[1] - y) ** 2) ** 0.5 for x, y in assault.ends if (x, y) != at)
        assert nearest - 2 * mover.radius <= 3.001


@covers("CC-GEO-13")
def test_places_three_inches_from_other_enemies_are_taken_first() -> None:
    state = scene(
        {
            "A2": one("Light Cavalry", 20, 20),
            "B2": models("Heavy Foot", (20, 26), (26, 26)),
            "B3": one("Heavy Foot", 20, 28),
        }
    )
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    state.groups["A2"].models = assault.ends
    assert gap(state.groups["A2"], state.groups["B3"]) >= 2.999


def near_third_parties(state: Battle, ends: Models) -> int:
    """How many of some places are closer than 3 inches to B3."""
    third = state.groups["B3"].models
    return sum(min(hypot(x - ox, y - oy) for ox, oy in third) - 1.0 < 2.999 for x, y in ends)


@covers("CC-GEO-13")
def test_of_two_places_three_inches_away_both_are_taken() -> None:
    """The cheapest of the free places would overlap both others that are as far away."""
    state = scene(
        {
            "A2": models("Light Beast", (20, 16), (20, 14.9), base=1.0),
            "B2": one("Heavy Foot", 20, 24),
            "B3": one("Heavy Foot", 20, 27.3),
        }
    )
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    assert len(assault.touching) == 2
    assert near_third_parties(state, assault.ends) == 0


@covers("CC-GEO-13")
def test_whoever_must_go_near_a_third_party_leaves_the_place_apart_from_it_to_who_can_reach_it() -> None:
    """The first is nearer and pays only for a place beside the one that the second could reach."""
    state = scene(
        {
            "A2": models("Heavy Foot", (24.914, 19.086), (20, 17.02), base=1.0),
            "B2": one("Heavy Foot", 20, 24),
            "B3": one("Heavy Foot", 20, 27.02),
        }
    )
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    assert near_third_parties(state, assault.ends) == len(assault.ends) - 1
    assert 1 in assault.touching


@covers("CC-GEO-13")
def test_where_there_is_no_other_place_it_goes_closer_but_never_into_contact() -> None:
    state = scene(
        {"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 25), "B3": one("Heavy Foot", 21.2, 25)}
    )
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    state.groups["A2"].models = assault.ends
    assert gap(state.groups["A2"], state.groups["B3"]) > 0.05
    assert in_contact(state)
    assert not in_contact(state, "A2", "B3")


@covers("CC-GEO-33")
def test_contact_places_lie_at_the_sum_of_the_radii() -> None:
    state = scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 25)})
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    assert assault.ends[0] == pytest.approx((20, 24), abs=0.01)


# ---- contact ----------------------------------------------------------------------------------------------


@covers("CC-GEO-04", "CC-GEO-03")
def test_a_gap_of_at_most_five_hundredths_is_contact() -> None:
    assert in_contact(scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 21.05)}))
    assert not in_contact(scene({"A2": one("Heavy Foot", 20, 20), "B2": one("Heavy Foot", 20, 21.06)}))


@covers("CC-GEO-28", "CC-GEO-24")
def test_models_that_touch_the_two_sides_of_a_wall_are_in_contact() -> None:
    hedge = wall((10, 20), (30, 20))
    across = {"A2": one("Heavy Foot", 20, 19.25), "B2": one("Heavy Foot", 20, 20.75)}
    assert in_contact(scene(across, terrain=[hedge]))
    assert not in_contact(scene(across)), "without the wall there is a gap of half an inch"
    apart = {"A2": one("Heavy Foot", 20, 19.25), "B2": one("Heavy Foot", 20, 20.9)}
    assert not in_contact(scene(apart, terrain=[hedge])), "it does not touch the wall"
    aside = {"A2": one("Heavy Foot", 20, 19.25), "B2": one("Heavy Foot", 21, 20.75)}
    assert not in_contact(scene(aside, terrain=[hedge])), "farther apart than the wall is thick"


@covers("CC-GEO-28", "CC-GEO-11")
def test_an_attack_reaches_its_target_across_a_wall() -> None:
    hedge = wall((2, 20), (70, 20))
    state = scene({"A2": one("Heavy Foot", 20, 16), "B2": one("Heavy Foot", 20, 20.75)}, terrain=[hedge])
    assert reaches(state)
    assault = place_attackers(state, state.groups["A2"], state.groups["B2"])
    assert assault is not None
    state.groups["A2"].models = assault.ends
    assert in_contact(state)
    assert assault.ends[0][1] < 20, "it stands on its own side"


# ---- reactions --------------------------------------------------------------------------------------------


@covers("CC-GEO-14")
@pytest.mark.parametrize(
    ("defender", "radius", "distance", "step"),
    [("Heavy Cavalry", 0.75, 8.0, 4.0), ("Heavy Foot", 0.5, 9.6, 3.0)],
)
def test_a_defiant_group_comes_half_the_gap_but_at_most_half_its_mo(
    defender: str, radius: float, distance: float, step: float
) -> None:
    y = 20 + distance + radius + 0.75
    state = scene({"A2": one("Heavy Cavalry", 20, 20), "B2": one(defender, 20, y)})
    assert gap(state.groups["A2"], state.groups["B2"]) == pytest.approx(distance)
    met = meet_halfway(state, state.groups["B2"], state.groups["A2"])
    assert met[0] == pytest.approx((20, y - step))


@covers("CC-GEO-14")
def test_meeting_halfway_stops_at_third_groups_and_impassable_ground_but_not_at_obstacles() -> None:
    groups = {"A2": one("Heavy Cavalry", 20, 20), "B2": one("Heavy Cavalry", 20, 29.5)}
    lake = piece("lake", 15, 25, 25, 27, "impassable")
    state = scene(groups, terrain=[lake])
    assert meet_halfway(state, state.groups["B2"], state.groups["A2"])[0] == pytest.approx((20, 27.8))
    state = scene(groups, terrain=[wall((15, 26.5), (25, 26.5))])
    assert meet_halfway(state, state.groups["B2"], state.groups["A2"])[0] == pytest.approx((20, 25.5))
    state = scene({**groups, "B3": one("Heavy Foot", 20, 26.5)})
    assert meet_halfway(state, state.groups["B2"], state.groups["A2"])[0] == pytest.approx((20, 27.8))


@covers("CC-PTR-08")
def test_an_attacker_whose_target_got_away_comes_on_to_three_inches() -> None:
    """Heavy Cavalry, MO 10, 12 inches from a target that evaded: it moves 9 and stands 3 inches away."""
    state = scene({"A2": one("Heavy Cavalry", 20, 10), "B2": one("Light Cavalry", 20, 23.5)})
    came = come_on(state)
    assert came.distance == pytest.approx(9)
    assert came.models[0] == pytest.approx((20, 19))


@covers("CC-PTR-08", "CC-TER-03")
def test_coming_on_stops_at_obstacles_other_models_and_when_mo_is_spent() -> None:
    far = {"A2": one("Heavy Cavalry", 20, 10), "B2": one("Light Cavalry", 20, 40)}
    state = scene(far)
    assert come_on(state).distance == pytest.approx(10)
    state = scene(far, terrain=[wall((10, 15), (30, 15))])
    assert come_on(state).distance == pytest.approx(4)
    state = scene({**far, "A3": one("Heavy Foot", 20, 15)})
    assert come_on(state).distance == pytest.approx(3.7)


# ---- always -----------------------------------------------------------------------------------------------


@covers("CC-GEO-11", "CC-GEO-12", "CC-GEO-13")
@settings(max_examples=40)
@given(
    at=st.tuples(st.floats(10, 40), st.floats(10, 40)),
    profile=st.sampled_from(["Heavy Foot", "Light Cavalry", "Heavy Beast"]),
    count=st.integers(1, 5),
    third=st.tuples(st.floats(28, 36), st.floats(20, 30)),
)
def test_who_is_in_reach_is_reached_and_everybody_stays_within_mo(
    at: tuple[float, float], profile: str, count: int, third: tuple[float, float]
) -> None:
    state = scene(
        {
            "A2": group(profile, 10, 10, fielded=count),
            "B2": group("Heavy Foot", 25, 25, fielded=4),
            "B3": one("Heavy Foot", 60, 20),
        },
        terrain=[wall((22, 20), (28, 20)), piece("marsh", 28, 10, 34, 24, "difficult")],
    )
    attacker, target, other = (state.groups[name] for name in ("A2", "B2", "B3"))
    other.models = (third,)
    shift = (at[0] - 10, at[1] - 10)
    attacker.models = tuple((x + shift[0], y + shift[1]) for x, y in attacker.models)
    if gap(attacker, target) < 3 or gap(attacker, other) < 3 or gap(other, target) < 0.1:
        return
    started = attacker.models
    assault = place_attackers(state, attacker, target)
    assert (assault is not None) == reaches(state)
    if assault is None:
        return
    limit = attacker.profile.mo_in
    for start, path in zip(started, assault.paths, strict=True):
        assert path[0] == start
        assert (
            sum(
                ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in zip(path, path[1:], strict=False)
            )
            <= limit + 0.01
        )
    attacker.models = assault.ends
    assert overlapping_pair(attacker.models, attacker.radius) is None
    assert in_contact(state)
    assert not in_contact(state, "A2", "B3")
