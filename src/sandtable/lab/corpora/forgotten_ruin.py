"""The corpus of Forgotten Ruin: scenarios, enemies, regions, squads, finds, spells, monsters, switches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.roster import ready_squads
from sandtable.books.forgotten_ruin.chapters.squad.rosters import write_data
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.enemies.enemy_tables import (
    enemy_types,
    monsters,
    trainings,
    villain_tables,
)
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables as loot
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables as missions
from sandtable.books.forgotten_ruin.missions.preparing import ARTIFACTS, SCENARIOS
from sandtable.books.forgotten_ruin.switches import describe
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables as transformations,
)
from sandtable.kernel.switches import Switch
from sandtable.lab.corpus import Opening

PLAYERS = (("greedy",), ("uniform",))
SHORT, MIDDLE, LONG = 60, 120, 240
"""After so many answers a game of the corpus is left as it stands."""
MAGIC = ("normal", "high", "low")
WHOLE = 20_000
"""A few games are played to their end."""


def openings() -> list[Opening]:
    """Every game of the corpus, always the same."""
    return [
        *_every_scenario(),
        *_every_enemy(),
        *_every_condition(),
        *_every_villain(),
        *_every_change(),
        *_every_spell(),
        *_every_find(),
        *_every_monster(),
        *_every_training(),
        *_several_seats(),
        *_every_switch(),
    ]


def _squads() -> list[str]:
    return list(ready_squads())


def _regions() -> list[str]:
    return [row.result for row in missions().regions]


def _every_scenario() -> Iterator[Opening]:
    """Each scenario with each kind of player, the ready squads taking turns."""
    squads = cycle(_squads())
    for number, scenario in enumerate(SCENARIOS):
        for players in PLAYERS:
            begin = {"scenario": scenario, "seats": {"A": next(squads)}}
            most = WHOLE if scenario in ("mission", "special-mission") else LONG
            yield Opening(f"scenario-{scenario}-{players[0]}", begin, players, number, most)
    for artifact in ARTIFACTS:
        begin = {
            "scenario": "artifact-battle",
            "seats": {"A": "red-squad"},
            "options": {"artifact": artifact},
        }
        yield Opening(f"artifact-{artifact}".replace(" ", "-"), begin, PLAYERS[0], 1, MIDDLE)


def _every_enemy() -> Iterator[Opening]:
    """Each type of enemy, with regions, levels of magic, campaign turns and squads taking turns."""
    regions, squads = cycle(_regions()), cycle(_squads())
    for number, one in enumerate(enemy_types()):
        options = {
            "enemy_type": one.name,
            "region": next(regions),
            "magic": MAGIC[number % 3],
            "campaign_turn": 1 + number % 12,
            "support_points": number % 5,
            "exposure": number % 4,
        }
        scenario = ("mission", "special-mission")[number // 2 % 2]
        begin = {"scenario": scenario, "seats": {"A": next(squads)}, "options": options}
        yield Opening(f"enemy-{one.name}".replace(" ", "-"), begin, PLAYERS[number % 2], number, MIDDLE)


def _every_condition() -> Iterator[Opening]:
    """Players who take other rows than those rolled meet conditions, events and outcomes of all kinds."""
    for number in range(16):
        options = {
            "table_result_override": True,
            "second_rolls": "always",
            "support_points": 4,
            "campaign_turn": 3 + number % 10,
            "region": _regions()[number % len(_regions())],
        }
        scenario = ("mission", "special-mission")[number % 2]
        begin = {"scenario": scenario, "seats": {"A": _squads()[number % 4]}, "options": options}
        yield Opening(f"condition-{number}", begin, ("uniform",), number, MIDDLE)


def _every_villain() -> Iterator[Opening]:
    """A roster of villains, each ability in turn."""
    abilities = [one.name for one in villain_tables().abilities]
    for number, ability in enumerate(abilities):
        type = enemy_types()[3 * number % len(enemy_types())].name
        roster = [f"Villain {place}|{type}|{ability}|{2 + place}" for place in range(1, 5)]
        begin = {
            "scenario": ("mission", "special-mission")[number % 2],
            "seats": {"A": "old-hands"},
            "options": {"villains": roster, "campaign_turn": 6},
        }
        yield Opening(f"villain-{ability}".replace(" ", "-"), begin, PLAYERS[number % 2], number, MIDDLE)


# ---- squads that show one thing each -----------------------------------------------------------------------


def squad_with(*changes: dict[str, Any]) -> dict[str, Any]:
    """The first ready squad, its soldiers changed one after the other."""
    made = write_data(ready_squads()["red-squad"].squad)
    members = [dict(one) for one in made["members"]]
    for member, change in zip(members, changes, strict=False):
        member.update(change)
    return {**made, "members": members}


def _every_change() -> Iterator[Opening]:
    """Every Transformation with all its upgrades, three to a squad; and every knack."""
    names = [one.name for one in transformations().transformations]
    for number in range(0, len(names), 3):
        changes = [{}, *(_changed(one) for one in names[number : number + 3])]
        for players in PLAYERS:
            begin = {"scenario": "mission", "seats": {"A": squad_with(*changes)}}
            yield Opening(f"changed-{number}-{players[0]}", begin, players, number, MIDDLE)
    knacks = [one.name for one in squad_tables().knacks]
    for number, knack in enumerate(knacks):
        member = {"knack": knack, "traits": ["Brave"]}
        begin = {"scenario": "mission", "seats": {"A": squad_with(member, {**member, "traits": ["Loyal"]})}}
        yield Opening(f"knack-{number}", begin, PLAYERS[number % 2], number, SHORT)


def _changed(name: str) -> dict[str, Any]:
    upgrades = [one.name for one in transformations().upgrades if one.transformation == name]
    return {"transformation": name, "upgrades": upgrades}


def _every_spell() -> Iterator[Opening]:
    """Every spell, four to a caster, in the thick of it."""
    names = list(spells())
    for number in range(0, len(names), 8):
        soldiers = _line()
        for place, id in enumerate(("S1", "S2")):
            known = names[number + 4 * place : number + 4 * place + 4]
            soldiers[id] |= {"spells": known, "transformation": "The Arcane"}
        for seed in range(4):
            begin = {"position": _battle(soldiers)}
            yield Opening(f"spells-{number}-{seed}", begin, ("uniform",), seed, SHORT)


# ---- positions ---------------------------------------------------------------------------------------------


def _line(y: float = 14.0) -> dict[str, dict[str, Any]]:
    """Six soldiers in a line."""
    arms = (
        ["pistol", "assault rifle", "hand grenades"],
        ["assault rifle", "hand grenades"],
        ["squad automatic weapon", "hand grenades"],
        ["assault rifle", "grenade launcher"],
        ["shotgun", "hand grenades"],
        ["sharpshooter's rifle"],
    )
    return {
        f"S{number}": {
            "at": [8.0 + 3 * number, y],
            "weapons": weapons,
            "position": "squad leader" if number == 1 else "soldier",
        }
        for number, weapons in enumerate(arms, 1)
    }


def _battle(soldiers: dict[str, dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Soldiers before two mobs, with some ground between them."""
    return {
        "soldiers": soldiers,
        "mobs": {
            "M1": {"type": "Orcs", "at": [[12.0 + 1.5 * one, 22.0] for one in range(5)], "champions": [1]},
            "M2": {
                "type": "Goblins",
                "at": [[21.0 + 1.5 * one, 25.0] for one in range(4)],
                "training": "Archers",
                "sorcerers": [2],
            },
        },
        "terrain": [
            {"kind": "wood", "area": [4, 17, 9, 22], "traits": ["area", "difficult", "natural"]},
            {"kind": "wall", "wall": [[18, 18], [24, 18]], "traits": ["linear"]},
        ],
        "mission": {"enemy_type": "Orcs"},
        "objectives": {"O1": {"type": "Hold off the Enemy"}},
        "story_points": 3,
        **more,
    }


def _every_find() -> Iterator[Opening]:
    """Every armour, weapon ability, potion, staff and other item in somebody's hands."""
    rows = loot()
    armours = [{"armour": item(f"Armor of {one.name}", "armour")} for one in rows.armours]
    blades = [{"weapons": ["assault rifle", magical_weapon(one.name, 0.0)]} for one in rows.melee_abilities]
    bows = [{"weapons": [magical_weapon(one.name, 18.0)]} for one in rows.missile_abilities]
    various = [{"items": [item(one.name, "item", one.uses)]} for one in rows.various]
    staffs = [{"items": [item(f"Staff of {one.name}", "staff", 3)]} for one in rows.staffs]
    for kind, changes in (("armour", armours), ("blade", blades), ("bow", bows), ("item", various)):
        yield from _equipped(kind, changes)
    yield from _equipped("staff", staffs)
    consumables = [potion(one.name) for one in rows.potions if one.name != "Unstable"]
    consumables += [
        item("Scroll", "scroll", None, list(spells())[number : number + 2]) for number in (0, 5, 9)
    ]
    consumables += [item(one.name, "item", one.uses) for one in rows.various if one.uses]
    consumables += [item(f"Staff of {one.name}", "staff", 3) for one in rows.staffs]
    for number in range(0, len(consumables), 6):
        stock = {"story_points": 3, "consumables": consumables[number : number + 6]}
        for seed in range(4):
            position = _battle(_line())
            del position["story_points"]
            begin = {"position": {**position, "stock": stock}}
            yield Opening(f"consumables-{number}-{seed}", begin, ("uniform",), seed, SHORT)


def _equipped(kind: str, changes: Sequence[dict[str, Any]]) -> Iterator[Opening]:
    """Soldiers with one thing each, close to the enemy, three times by chance."""
    for number in range(0, len(changes), 6):
        soldiers = _line(18.0)
        for soldier, change in zip(soldiers.values(), changes[number : number + 6], strict=False):
            soldier |= change
        for seed in range(3):
            yield Opening(
                f"{kind}-{number}-{seed}", {"position": _battle(soldiers)}, ("uniform",), seed, SHORT
            )


def item(name: str, kind: str, uses: int | None = None, known: Sequence[str] = ()) -> dict[str, Any]:
    """An item as a position writes it."""
    made: dict[str, Any] = {"name": name, "kind": kind}
    made |= {"uses": uses} if uses is not None else {}
    return {**made, "spells": list(known)} if known else made


def potion(kind: str) -> dict[str, Any]:
    """A potion with one use."""
    return item(kind if kind == "Holy water" else f"Potion of {kind}", "potion", 1)


def magical_weapon(ability: str, far: float) -> dict[str, Any]:
    """A weapon with a magical ability, for the hand or with a range."""
    kind = "missile" if far else "melee"
    return {
        "name": f"{kind} weapon of {ability}",
        "range_moving": far,
        "range_stationary": far,
        "shots": 1 if far else 0,
        "traits": ["magical"],
        "hit_bonus": 1,
        "ability": ability,
        "magical": True,
    }


def _every_monster() -> Iterator[Opening]:
    """Every monster before a line of soldiers."""
    for number, one in enumerate(monsters()):
        position = _battle(_line(12.0))
        del position["mobs"]
        position["monsters"] = {"B1": {"monster": one.name, "at": [18.0, 19.0]}}
        for players in PLAYERS:
            name = f"monster-{one.name}-{players[0]}".replace(" ", "-")
            yield Opening(name, {"position": position}, players, number, SHORT)


def _every_training() -> Iterator[Opening]:
    """Every training, each with another type of enemy."""
    for number, one in enumerate(trainings()):
        position = _battle(_line())
        type = enemy_types()[number % len(enemy_types())].name
        at = [[12.0 + 1.5 * place, 22.0] for place in range(6)]
        position["mobs"] = {"M1": {"type": type, "at": at, "training": one.name, "champions": [1]}}
        name = f"training-{one.name}".replace(" ", "-")
        yield Opening(name, {"position": position}, PLAYERS[number % 2], number, SHORT)


# ---- seats and switches ------------------------------------------------------------------------------------


def _several_seats() -> Iterator[Opening]:
    """A squad that is shared, and an enemy player."""
    ways: tuple[tuple[str, int, dict[str, Any]], ...] = (
        ("shared", 2, {"mode": "coop_split"}),
        ("officer", 3, {"mode": "coop_split", "coop_officer": True}),
        ("enemy", 2, {"mode": "enemy_player"}),
        ("second", 2, {"enemy_ai": "second_player"}),
        ("both", 3, {"mode": "coop_split", "enemy_ai": "second_player"}),
        ("turns", 2, {"mode": "enemy_player", "alternate_roles": True, "campaign_turn": 5}),
    )
    for number, (name, count, options) in enumerate(ways):
        for players in PLAYERS:
            seats = dict.fromkeys("ABC"[:count], "red-squad")
            begin = {"scenario": "mission", "seats": seats, "options": options}
            yield Opening(f"seats-{name}-{players[0]}", begin, players, number, MIDDLE)


_NEEDS_SEATS = ("second_player", "enemy_player", "coop_split")
_NUMBERS: dict[str, list[Any]] = {
    "table_size": ["24x24", "48x36"],
    "squad_size": [],
    "difficulty_target": [],
    "round_limit": [5],
}
"""What is tried of the switches that take any number or word."""


def _every_switch() -> Iterator[Opening]:
    """Each value of each switch that is not the usual one, in a mission and in one of another kind."""
    for place, switch in enumerate(describe()):
        for number, value in enumerate(_values(switch)):
            options = {switch.name: value, "campaign_turn": 3 + place % 10}
            for scenario in ("mission", ("special-mission", "artifact-battle")[place % 2]):
                begin = {"scenario": scenario, "seats": {"A": "red-squad"}, "options": options}
                name = f"switch-{switch.name}-{number}-{scenario}"
                yield Opening(name, begin, PLAYERS[place % 2], place, SHORT)


def _values(switch: Switch) -> list[Any]:
    if isinstance(switch.values, str):
        return _NUMBERS.get(switch.name, [])
    return [one for one in switch.values if one != switch.default and one not in _NEEDS_SEATS]
