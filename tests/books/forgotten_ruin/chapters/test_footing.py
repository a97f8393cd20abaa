"""Footing: whom terrain troubles, who is in whose way, and how enemies get down."""

from __future__ import annotations

from typing import Any

from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of, in_the_way
from sandtable.books.forgotten_ruin.modifiers import WHY_UNTROUBLED
from sandtable.books.forgotten_ruin.state import Effect
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import among, battle, enemy, soldier

PIECES: list[dict[str, Any]] = [
    {"id": "wall", "kind": "wall", "wall": [[6, 9], [14, 9]], "height": 1.0, "traits": ["linear"]},
    {"id": "hill", "kind": "hill", "area": [14, 12, 18, 16], "height": 1.5, "traits": ["block"]},
]


def test_terrain_troubles_whoever_no_rule_is_about() -> None:
    state = among(PIECES)
    orc, ranger = state.enemies["M1.1"], state.soldiers["S1"]
    assert not WHY_UNTROUBLED.may_bear_on(orc)
    assert not WHY_UNTROUBLED.may_bear_on(ranger)
    orc.traits = ("Skitter",)
    ranger.effects = (Effect("Flicker", "FR-SPL-21"),)
    assert WHY_UNTROUBLED.may_bear_on(orc)
    assert WHY_UNTROUBLED.may_bear_on(ranger)
    assert footing_of(state, ranger).ignored >= {"wall", "hill"}


@covers("FR-MOV-08", "FR-TRF-13")
def test_riders_and_a_monsters_own_side_are_in_nobodys_way() -> None:
    state = battle(
        soldier("S1", (10.0, 10.0)),
        soldier("S2", (10.0, 10.0), riding="S1"),
        enemy("M1.1", (14.0, 10.0)),
        enemy("B1", (18.0, 10.0), kind="monster", radius=1.0, mob=""),
    )
    assert [one.id for one in in_the_way(state, state.enemies["M1.1"])] == ["S1", "B1"]
    assert [(one.id, one.is_opponent) for one in in_the_way(state, state.enemies["B1"])] == [("S1", True)]


@covers("FR-EAI-23", "FR-MOV-21", "FR-MOV-22")
def test_an_enemy_climbs_down_what_its_move_covers_and_drops_where_that_causes_no_hit() -> None:
    state = battle(soldier("S1", (10.0, 10.0)), enemy("M1.1", (14.0, 10.0)))
    orc, ranger = (footing_of(state, state.figure(one)).prices for one in ("M1.1", "S1"))
    speed = state.enemies["M1.1"].profile.speed
    assert orc.climbs_down(speed - 1.0)
    assert not orc.climbs_down(speed - 0.9)
    assert orc.drops(3.9)
    assert not orc.drops(4.0)
    assert ranger.climbs_down(20.0)
    assert not ranger.drops(3.0)
