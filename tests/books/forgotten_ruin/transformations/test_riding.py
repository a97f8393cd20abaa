"""Riders on the backs of centaurs."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.explosions.explosions import explode
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.rolling import weapon_choices
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import opponents_in_contact, remove
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import hit_number
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_MOVE, WHY_NOT_TARGET
from sandtable.books.forgotten_ruin.positions import read_position
from sandtable.books.forgotten_ruin.state import Stock, Weapon
from sandtable.books.forgotten_ruin.transformations.riding import rider_of
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, perform, rule_of, soldier

RIFLE = weapon("assault rifle")


def _pair(*others, rider=None, centaur=None, **facts):
    return battle(
        soldier("S1", transformation="The Centaur", **(centaur or {})),
        soldier("S2", riding="S1", **(rider or {})),
        *others,
        stock=Stock(story_points=0),
        **facts,
    )


def _arrow():
    return Hit(how="shooting", attacker="M1.1", unit="M1", traits=("archery",))


@covers("FR-TRF-13")
@pytest.mark.parametrize(("die", "struck"), [(3, "S1"), (4, "S2")])
def test_an_attack_on_the_pair_falls_on_the_centaur_up_to_three_and_else_on_the_rider(die, struck):
    state = _pair(enemy("M1.1"))
    dice = {"centaur or rider S1": [die], f"damage {struck}": [1]}
    played = perform(state, lambda play: strike(play, play.state.soldiers["S1"], [_arrow()]), dice)
    assert [one.id for one in played.state.soldiers.values() if one.stun] == [struck]


@covers("FR-TRF-13")
def test_all_hits_of_one_attacker_fall_on_the_same_soldier():
    state = _pair(enemy("M1.1"))
    dice = {"centaur or rider S1": [5], "damage S2": [1, 1]}
    played = perform(state, lambda play: strike(play, play.state.soldiers["S1"], [_arrow(), _arrow()]), dice)
    assert [one.stun for one in played.state.soldiers.values()] == [0, 2]


@covers("FR-TRF-13")
def test_an_explosion_hits_both():
    state = _pair(enemy("M1.1", (30.0, 30.0)))
    dice = {"damage S1": [1], "damage S2": [1]}
    played = perform(state, lambda play: explode(play, (10.0, 11.0), 2.0, 0, "FR-EXP-09"), dice)
    assert [one.stun for one in played.state.soldiers.values()] == [1, 1]


@covers("FR-TRF-13")
def test_a_rider_is_in_nobodys_way_and_hides_nobody():
    state = _pair(enemy("M1.1", (10.0, 20.0)))
    one, rider, foe = state.soldiers["S1"], state.soldiers["S2"], state.enemies["M1.1"]
    assert footing_of(state, one).can_end(one.at, 0.0)
    assert sees(state, rider, foe)
    assert sees(state, foe, one)
    assert state.opponents_of(foe) == [one]


@covers("FR-TRF-13")
def test_a_rider_neither_moves_nor_adds_combat_skill_to_shots():
    state = _pair(enemy("M1.1", (10.0, 20.0)), rider={"combat_skill": 2, "weapons": (RIFLE,)})
    rider, foe = state.soldiers["S2"], state.enemies["M1.1"]
    assert rule_of(WHY_NOT_MOVE.first(state, rider)) == "FR-TRF-13"
    assert hit_number(state, rider, foe, RIFLE).number == 4


@covers("FR-TRF-13")
@pytest.mark.parametrize(
    ("how", "where", "rides"), [("casualty", "on the table", ""), ("left", "left", ""), ("fled", "fled", "")]
)
def test_the_rider_stands_where_the_centaur_fell_and_leaves_where_it_leaves(how, where, rides):
    state = _pair(enemy("M1.1", (30.0, 30.0)))
    played = perform(state, lambda play: remove(play, play.state.soldiers["S1"], how, "FR-MOV-29"))
    rider = played.state.soldiers["S2"]
    assert (rider.where, rider.riding, rider.at) == (where, rides, (10.0, 10.0))


@covers("FR-TRF-13")
def test_a_fallen_rider_leaves_the_centaur_free():
    state = _pair(enemy("M1.1", (30.0, 30.0)))
    played = perform(state, lambda play: remove(play, play.state.soldiers["S2"], "casualty", "FR-HIT-03"))
    assert rider_of(played.state, played.state.soldiers["S1"]) is None


@covers("FR-TRF-14")
def test_only_the_centaur_fights_and_may_choose_the_magical_weapon_of_the_rider():
    sword = Weapon("magical sword", magical=True, hit_bonus=2)
    state = _pair(enemy("M1.1", (10.0, 11.0)), rider={"weapons": (sword, Weapon("sword"))})
    one, rider, foe = state.soldiers["S1"], state.soldiers["S2"], state.enemies["M1.1"]
    assert weapon_choices(state, one) == [sword]
    assert rule_of(WHY_NOT_TARGET.first(state, foe, rider, "hand-to-hand")) == "FR-TRF-14"
    assert opponents_in_contact(state, foe) == [one]


@covers("FR-TRF-13")
def test_a_position_names_a_centaur_that_exists():
    with pytest.raises(Refused, match="there is no figure"):
        read_position({"soldiers": {"S2": {"at": [10, 10], "riding": "S9"}}})
