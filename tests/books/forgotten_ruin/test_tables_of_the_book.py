"""The tables that are rolled on, against a second entry of their rows: where each ends and what it names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.aggression import score as aggression
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables as loot
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables as missions
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables as transformations,
)
from sandtable.kernel.testing import covers

MISSIONS = {
    "requirements": "40 single, 60 both, 70 either, 85 in order, 100 chain",
    "special_requirements": "30 both, 50 in order, 70 one removed, 85 two of three, 100 chain",
    "objectives": "15 Scout the Area, 30 Investigate the Area, 40 Advance through the Area,"
    " 55 Retrieve Something, 70 Interact with Something, 80 Hold off the Enemy,"
    " 90 Capture a High-value Target, 100 Eliminate a High-value Target",
    "special_objectives": "5 Scout the Area, 10 Investigate the Area, 20 Advance through the Area,"
    " 40 Retrieve Something, 50 Interact with Something, 65 Hold off the Enemy,"
    " 80 Capture a High-value Target, 100 Eliminate a High-value Target",
    "support": "40 Fire support, 50 Sniper support, 65 Logistical support, 80 Planning support,"
    " 90 Platoon sergeant, 100 Platoon leader",
    "battle_conditions": "5 Low visibility, 10 Medium visibility, 15 Weak magical winds,"
    " 20 Strong magical winds, 25 Reduced enemy attention, 30 High alert, 35 Low alert,"
    " 40 Fewer foes, 45 Easy investigations,"
    " 50 Vital Objective, 55 Quick entry, 60 Surrounded, 65 Independent monster, 70 Low on supplies,"
    " 75 Loot cache, 80 Opportunity, 85 Cautious entry, 90 Nervous foes, 95 Villainous attention,"
    " 100 High-value Objective",
    "special_conditions": "10 Enemies closing in, 20 We are getting rushed, 30 Isolated advance guard,"
    " 40 Patrol contact, 50 Enemy encampment, 60 Uncertain Objectives, 70 Traps, 80 Sleeping monster,"
    " 90 Treasure trove, 100 Coming in groups",
    "investigation_outcomes": "25 Exposure, 40 Tactical insight, 50 Loot, 80 Some useful bits,"
    " 100 Something bad is happening",
    "regions": "15 Plains, 30 Forest, 40 Mountains, 45 Desert, 55 City, 65 Ruins, 70 Swamps, 80 Wasteland,"
    " 90 Underground, 95 Arctic, 100 Jungle",
}
LOOT = {
    "groups": "20 Magical weapon, 35 Magical armor, 45 Scroll, 65 Potion, 80 Staff, 100 Various",
    "weapon_types": "4 melee, 6 missile",
    "melee_abilities": "1 Quickness, 2 Parrying, 3 Deep strikes, 4 Strength, 5 Guarding, 6 Slaying",
    "missile_abilities": "1 Destruction, 2 Piercing, 3 Keenness, 4 Fear, 5 Seeking, 6 Impact",
    "armours": "15 Movement, 30 Deflection, 40 Brightness, 55 Sturdiness, 65 Retaliation, 80 Alliance,"
    " 90 Hurry, 100 Resilience",
    "potions": "15 Healing, 20 Healing, 35 Strength, 45 Leaping, 55 Ghost Form, 65 Fire Breath, 75 Shrinking,"
    " 80 Unidentified, 85 Unidentified, 95 Holy water, 100 Unstable",
    "staffs": "15 Illumination, 40 Fire Bolt, 50 Paralysis, 60 Recovery, 70 Petty Air Elemental,"
    " 100 Lightning Bolt",
    "various": "10 Stone of Shattering, 20 Magic Hourglass, 30 Cloak of Distortion, 35 Summoning Chime,"
    " 40 Horn of Horrors, 50 Leaping Boots, 55 Pearls of Time, 70 Dust of Evasion, 75 Chime of Disappearance,"
    " 85 Enchanted Oil, 100 Sorcerous Tool",
}
SPELLS = """6 Magic Darts 3 18 -, 10 Earth-grasp 4 12 r, 15 Flicker 2 12 -, 20 Upheaval 4 12 -,
25 Ice Blast 5 18 -, 30 Meteor Strike 6 12 -, 34 Protective Boon 3 12 -, 39 Toxic Cloud 4 12 r,
43 Fearful Image 4 8 -, 47 Charm Minion 4 12 r, 51 Enrage 3 12 r, 56 Mute 6 12 r, 61 Sudden Jig 2 18 r,
66 Dense Fog 3 24 r, 72 Lightning Blitz 4 18 -, 78 Magic Punch 2 12 r, 83 Refresh 3 18 -,
86 Shake Terrain 3 18 -, 92 Mirror Image 3 6 -, 97 Teleport 3 24 -, 100 Bane 4 18 r"""


def as_entered(rows: Sequence[Any], name: str) -> str:
    """The rows in the short form of this file; every row begins where the one before ends."""
    assert [row.lo for row in rows] == [1, *(row.hi + 1 for row in rows[:-1])]
    return ", ".join(f"{row.hi} {getattr(row, name)}" for row in rows)


@covers(
    "FR-MIS-05", "FR-SPM-03", "FR-OBJ-01", "FR-SPM-06", "FR-MIS-13", "FR-MIS-48", "FR-SPM-10", "FR-INV-06"
)
@pytest.mark.parametrize("table", MISSIONS)
def test_tables_of_missions_have_the_rows_of_the_book(table: str) -> None:
    assert as_entered(getattr(missions(), table), "result") == MISSIONS[table]


@covers("FR-LOOT-01", "FR-LOOT-14", "FR-LOOT-21", "FR-LOOT-29", "FR-LOOT-40", "FR-LOOT-54", "FR-LOOT-62")
@pytest.mark.parametrize("table", LOOT)
def test_tables_of_loot_have_the_rows_of_the_book(table: str) -> None:
    assert as_entered(getattr(loot(), table), "name") == LOOT[table]


@covers("FR-LOOT-12", "FR-LOOT-13", "FR-LOOT-38", "FR-LOOT-40", "FR-LOOT-54", "FR-LOOT-62")
def test_finds_have_the_bonuses_numbers_and_uses_of_the_book() -> None:
    found = loot()
    assert as_entered(found.hit_bonuses, "bonus") == "3 1, 5 2, 6 3"
    assert [(row.hi, row.bonus, row.against_great, row.hits) for row in found.damage_bonuses] == [
        (2, 1, 0, 1),
        (3, 2, 0, 1),
        (5, 1, 3, 1),
        (6, 1, 0, 2),
    ]
    assert as_entered(found.scrolls, "spells") == "25 1, 45 2, 55 3, 65 1, 75 1, 85 1, 95 2, 100 4"
    assert [row.count for row in found.potions] == [1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1]
    assert [row.dice for row in found.staffs] == [3, 1, None, None, None, 1]
    assert [row.uses for row in found.various] == [1, 1, None, 2, 1, None, 2, 1, 2, None, None]


@covers("FR-SPL-18")
def test_the_spell_table_is_that_of_the_book_with_its_overlap_at_11_settled() -> None:
    rows = list(spells().values())
    assert as_entered(rows, "name")
    entered = [f"{row.hi} {row.name} {row.power} {row.range:g} {'r' if row.resist else '-'}" for row in rows]
    assert entered == SPELLS.replace("\n", " ").split(", ")


@covers("FR-AGG-07", "FR-SQD-22", "FR-TRF-03")
def test_aggression_knacks_and_transformations_have_the_rows_of_the_book() -> None:
    assert as_entered(aggression.table().rows, "result") == (
        "10 Replacements, 20 Reinforcements, 30 Renewed effort, 40 Ambush, 50 New wave, 65 Revelations,"
        " 70 Hero, 90 Monster, 100 Artifact"
    )
    assert as_entered(squad_tables().knacks, "name") == "25 Crafty, 50 Healthy, 75 Determined, 100 Flexible"
    assert as_entered(transformations().transformations, "name").replace("The ", "") == (
        "11 Arcane, 19 Centaur, 28 Cursed, 38 Divine, 48 Green, 58 Minotaur, 68 Savage, 76 Scaled,"
        " 86 Scoundrel, 93 Skyborne, 100 Swarm"
    )
    assert [row.cost for row in transformations().upgrades] == [
        *(1, 3, 2, 1, 2, 1, 2, 1, 2, 1, 2, 2, 1),
        *(1, 2, 2, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1),
    ]
