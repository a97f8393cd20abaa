"""States of version 2, which kept words and counts in drawers without types, are read in today's form."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.binding.limits import Limit
from sandtable.books.forgotten_ruin.book import ForgottenRuin
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.books.forgotten_ruin.stock import Deeds, Member, Rostered
from sandtable.kernel.records.record import plain_state

SOLDIER = {"id": "S1", "name": "Ames", "profile": {}}
ENEMY = {"name": "Orc", "profile": {}, "side": "enemy"}


def read(**old: Any) -> Battle:
    """A battle of version 2; what is read is written as it was renewed."""
    state = {"seats": ["A"], "soldiers": {"S1": SOLDIER}, "mission": {}, "stock": {}, **old}
    before = msgspec.json.encode(state)
    plain = ForgottenRuin().renewed(state, "2")
    assert msgspec.json.encode(state) == before
    battle = msgspec.convert(plain, Battle)
    assert plain_state(battle) == plain
    return battle


def test_what_was_noted_has_fields_of_its_own():
    battle = read(
        enemies={"M1.1": {"id": "M1.1", **ENEMY}},
        markers={"C2": {"id": "C2", "kind": "toxic cloud", "at": [1.0, 2.0]}},
        notes={
            "the last Objective is lost": 4,
            "investigations completed": 2,
            "rolls on the Aggression table that brought nothing": 1,
            "aggression rows that occurred": 0b10000001,
            "Aggression of the chanting": 0,
            "independent summons": 0,
            "objectives to roll": 2,
            "second Objective revealed": 1,
            "looked around": 1,
            "retreated": 3,
            "enemy type is recorded": 1,
            "artifact taken": 1,
            "exercise completed": 1,
            "champion killed M1.1": 1,
            "boost of C2": 2,
        },
    )
    assert (battle.last_lost_in, battle.investigations, battle.aggression_cancelled) == (4, 2, 1)
    assert battle.rows_occurred == ("Replacements", "Monster")
    assert (battle.chanted, battle.monsters_at_call) == (0, 0)
    mission = battle.mission
    assert (mission.objectives_to_roll, mission.is_second_revealed, mission.is_recorded) == (2, True, True)
    assert (mission.has_looked_around, mission.has_retreated) == (True, True)
    assert battle.enemies["M1.1"].fell_to_squad
    assert battle.markers["C2"].boost == 2


def test_what_the_campaign_handed_over_is_in_the_stock_and_the_mission():
    battle = read(
        stock={"villains": ["Ann|Orcs|Warlord|3", "Bob|Orcs|Leadership|2|Heavies|sorcerer"]},
        extra={
            "names": {"Orcs": "Pig-snouts"},
            "traded": {"Orcs": ["speed", "toughness"]},
            "monsters": ["Golem"],
            "special conditions": ["Patrol contact"],
            "unfinished tasks": {"S1": "kill an enemy champion"},
            "bought with Story Points": [["Advance", "S1"]],
            "worse rows": {"aggression": "Monster"},
            "platoon": {
                "platoon leader": "Vance",
                "platoon sergeant": {
                    "name": "Rook",
                    "position": "platoon sergeant",
                    "weapons": ["pistol"],
                    "luck": 2,
                },
            },
        },
    )
    assert battle.mission.enemy_names == {"Orcs": "Pig-snouts"}
    assert battle.mission.trades == {"Orcs": ("speed", "toughness")}
    assert (battle.monster_queue, battle.wanted_results) == (("Golem",), {"aggression": "Monster"})
    stock = battle.stock
    assert stock.villains == (
        Rostered("Ann", "Orcs", "Warlord", 3),
        Rostered("Bob", "Orcs", "Leadership", 2, "Heavies", True),
    )
    assert stock.special_conditions == ("Patrol contact",)
    assert stock.unfinished_tasks == {"S1": "kill an enemy champion"}
    assert stock.bought == (("Advance", "S1"),)
    assert stock.platoon_leader == Member(name="Vance", position="platoon leader")
    assert stock.platoon_sergeant == Member(name="Rook", position="platoon sergeant", luck=2)


def test_what_was_used_says_its_span_and_whom_it_concerns():
    used = ["round:attacked by S2", "phase:gas C4", "the artifact", "Hulk", "lost forever"]
    battle = read(
        soldiers={"S1": {**SOLDIER, "used": used}},
        enemies={"B1": {"id": "B1", **ENEMY, "used": ["phase:FR-BIG-07"]}},
        used=["phase:wait A", "phase:morale M1", "lit up", "phase:B1 follows up into S1"],
    )
    soldier = battle.soldiers["S1"]
    assert soldier.used == (Limit("attacked by", "round", "S2"), Limit("gas", "phase", "C4"), Limit("Hulk"))
    assert soldier.has_artifact
    assert soldier.is_lost_forever
    assert battle.used == (
        Limit("wait", "phase", "A"),
        Limit("additional Morale dice", "phase", "M1"),
        Limit("lit up"),
    )
    assert battle.enemies["B1"].used == (Limit("FR-BIG-07", "phase"), Limit("follows up into", "phase", "S1"))


def test_deeds_are_counted_by_name():
    deeds = {
        "kills": 2,
        "kills hand-to-hand": 1,
        "kills of this attack": 0,
        "the first attack is a charge": 1,
        "enemy in sight": 1,
        "attacked": 1,
        "recovery": -1,
        "veteran of another campaign": 1,
        "rounds without attack": 2,
    }
    soldier = read(soldiers={"S1": {**SOLDIER, "deeds": deeds}}).soldiers["S1"]
    assert (soldier.recovery, soldier.is_veteran) == (-1, True)
    assert soldier.deeds == Deeds(
        kills=2,
        kills_hand_to_hand=1,
        rounds_without_attack=2,
        has_charged=True,
        has_seen_enemy=True,
        has_attacked=True,
    )
