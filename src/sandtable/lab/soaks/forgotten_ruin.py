"""Random missions of Forgotten Ruin: every scenario, enemy, region, switch and find, one to three seats."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.roster import ready_squads
from sandtable.books.forgotten_ruin.enemies.enemy_tables import (
    enemy_types,
    monsters,
    trainings,
    villain_tables,
)
from sandtable.books.forgotten_ruin.invariants import what_is_wrong
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables as loot
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables as missions
from sandtable.books.forgotten_ruin.missions.preparing import ARTIFACTS, SCENARIOS
from sandtable.books.forgotten_ruin.offers import check_force, random_force
from sandtable.books.forgotten_ruin.switches import describe
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables as transformations,
)
from sandtable.kernel.refusal import Refused
from sandtable.kernel.switches import Switch
from sandtable.lab.corpora.forgotten_ruin import item, magical_weapon, potion

__all__ = ["most_answers", "setup", "what_is_wrong"]

BOOK = "forgotten-ruin"
WHOLE = 16
"""Every so many games one is played to its end; the others are left after some answers."""
FEWEST, MOST = 15, 50
"""After so many answers the others are left as they stand."""
SWITCHED = 0.12
"""How often each switch is set to some value of its own."""
IN_THE_THICK = 0.35
"""How often a game begins in the middle of a fight instead of before a mission."""
SEATS = (1, 1, 1, 1, 2, 2, 3)
"""How many players there are, each number as likely as it stands here."""
MAGIC = ("normal", "high", "low")
LARGEST_TABLE = ("24x24", "30x24", "36x36", "48x36", "36x48")
FOR_SEVERAL = ("mode", "enemy_ai", "coop_officer", "alternate_roles")
"""Switches that are set with the number of seats."""
SHORTENED = ("squad_size", "squad_theme", "field_exercises", "difficulty_target")
"""Switches that only other squads, other numbers or no exercises go with."""


def most_answers(number: int) -> int | None:
    """After how many answers the game with this number is left; None if it is played to its end."""
    if number % WHOLE == 0:
        return None
    return FEWEST + number * 17 % (MOST - FEWEST)


def setup(chance: Random) -> dict[str, Any]:
    """What `sandtable.new` is given for one random mission, as plain data."""
    if chance.random() < IN_THE_THICK:
        return {"book_id": BOOK, "position": any_position(chance)}
    seats = "ABC"[: chance.choice(SEATS)]
    switches = {**random_switches(chance), **_for_seats(chance, len(seats))}
    options = {**switches, **_campaign(chance)}
    scenario = chance.choice(tuple(SCENARIOS))
    if scenario == "final-battle":
        # It leaves 30 inches between the forces, for which most of these tables are too small (FR-FIN-16).
        options.pop("table_size", None)
    squad = any_squad(chance, switches)
    return {
        "book_id": BOOK,
        "scenario": scenario,
        "seats": dict.fromkeys(seats, squad),
        "options": options,
    }


def random_switches(chance: Random) -> dict[str, Any]:
    """Some switches at some of their values."""
    return {
        one.name: _any_value(chance, one)
        for one in describe()
        if one.name not in (*FOR_SEVERAL, *SHORTENED) and chance.random() < SWITCHED
    }


def _any_value(chance: Random, switch: Switch) -> Any:
    if switch.name == "table_size":
        return chance.choice(LARGEST_TABLE)
    if switch.several:
        return _options(chance, [str(one) for one in switch.values])
    if switch.range is not None:
        return chance.randrange(int(switch.range.least), int(switch.range.most) + 1)
    return chance.choice(list(switch.values))


def _options(chance: Random, names: list[str]) -> str:
    """One to three options of difficulty that go together."""
    chosen = chance.sample(names, chance.randrange(1, 4))
    while chosen:
        named = ", ".join(chosen)
        if check_force(next(iter(ready_squads())), {"difficulty_options": named}).legal:
            return named
        chosen.pop()
    return ""


def _for_seats(chance: Random, count: int) -> dict[str, Any]:
    """How several play together."""
    if count == 1:
        return {"enemy_ai": chance.choice(("book", "book", "best_move"))} if chance.random() < 0.2 else {}
    ways: list[dict[str, Any]] = [{"mode": "enemy_player"}, {"enemy_ai": "second_player"}]
    ways += [{"mode": "coop_split"}, {"mode": "coop_split", "coop_officer": True}]
    ways.append(
        {"mode": "coop_split", "enemy_ai": "second_player"} if count > 2 else {"alternate_roles": True}
    )
    return chance.choice(ways)


def _campaign(chance: Random) -> dict[str, Any]:
    """What a campaign would know."""
    abilities = [one.name for one in villain_tables().abilities]
    types = [one.name for one in enemy_types()]
    told: dict[str, Any] = {
        "campaign_turn": chance.randrange(1, 13),
        "region": chance.choice([row.result for row in missions().regions]),
        "magic": chance.choice(MAGIC),
        "artifact": chance.choice(ARTIFACTS),
        "support_points": chance.choice((0, 0, 1, 2, 4, 6)),
        "exposure": chance.choice((0, 0, 1, 3, 6)),
    }
    if chance.random() < 0.6:
        told["enemy_type"] = chance.choice(types)
    if chance.random() < 0.4:
        told["villains"] = [
            f"Villain {place}|{chance.choice(types)}|{chance.choice(abilities)}|{chance.randrange(2, 5)}"
            for place in range(1, 5)
        ]
    if chance.random() < 0.15:
        told["stay_behind"] = [f"S{number}" for number in chance.sample(range(4, 10), 2)]
    return told


# ---- squads ------------------------------------------------------------------------------------------------


def any_squad(chance: Random, switches: dict[str, Any]) -> dict[str, Any]:
    """A legal squad with rolled characters; some of its soldiers are transformed and know spells."""
    known = {name: one for name, one in switches.items() if name not in ("mode", "enemy_ai")}
    made = random_force(chance, known)
    members = [dict(one) for one in made["members"]]
    for member in members:
        member.update(_changed(chance))
    squad = {**made, "members": members}
    verdict = check_force(squad, known)
    if not verdict.legal:
        raise Refused(*verdict.reasons)
    return squad


def _changed(chance: Random) -> dict[str, Any]:
    """What a long campaign may have made of somebody."""
    if chance.random() < 0.75:
        return {}
    name = chance.choice(transformations().transformations).name
    upgrades = [one.name for one in transformations().upgrades if one.transformation == name]
    learnt = chance.sample(list(spells()), 3) if name == "The Arcane" or chance.random() < 0.2 else []
    return {
        "transformation": name,
        "upgrades": chance.sample(upgrades, chance.randrange(len(upgrades) + 1)),
        "spells": learnt,
    }


# ---- in the thick of it ------------------------------------------------------------------------------------

ARMS = (
    ["pistol", "assault rifle", "hand grenades"],
    ["assault rifle", "hand grenades"],
    ["squad automatic weapon", "hand grenades"],
    ["assault rifle", "grenade launcher"],
    ["shotgun", "hand grenades", "sword"],
    ["sharpshooter's rifle"],
    ["assault rifle", "anti-tank weapon"],
)
PIECES: tuple[dict[str, Any], ...] = (
    {"kind": "wood", "area": [4, 16, 9, 21], "traits": ["area", "difficult", "natural"]},
    {"kind": "wall", "wall": [[15, 17.5], [23, 17.5]], "traits": ["linear"]},
    {"kind": "rock", "area": [25, 16, 27, 18], "height": 2.0, "traits": ["individual"]},
    {"kind": "hill", "area": [31, 19, 35, 24], "height": 1.5, "traits": ["block"]},
    {"kind": "pond", "area": [9, 29.5, 14, 33], "traits": ["field", "impassable", "water"]},
)


def any_position(chance: Random) -> dict[str, Any]:
    """Soldiers with finds of all kinds before mobs, a monster or a villain, with some ground between them."""
    soldiers = {
        f"S{number}": _soldier(chance, number, [5.0 + 3 * number, 12.0 + chance.randrange(3)])
        for number in range(1, chance.randrange(3, 8))
    }
    position: dict[str, Any] = {
        "soldiers": soldiers,
        "mobs": _mobs(chance),
        "terrain": [dict(one) for one in PIECES if chance.random() < 0.6],
        "mission": {
            "enemy_type": chance.choice(enemy_types()).name,
            "campaign_turn": chance.randrange(1, 13),
        },
        "objectives": {"O1": {"type": "Hold off the Enemy"}},
        "stock": {"story_points": chance.randrange(5), "consumables": _consumables(chance)},
        "switches": random_switches_of_play(chance),
    }
    if chance.random() < 0.7:
        monster = chance.choice(monsters()).name
        position["monsters"] = {"B1": {"monster": monster, "at": [18.0, 32.0]}}
    return position


def random_switches_of_play(chance: Random) -> dict[str, Any]:
    """Some switches that still matter once the table is laid; a position has its units and its table."""
    chosen = random_switches(chance)
    return {name: one for name, one in chosen.items() if name not in ("units", "table_size")}


def _soldier(chance: Random, number: int, at: list[float]) -> dict[str, Any]:
    made: dict[str, Any] = {"at": at, "weapons": list(chance.choice(ARMS)), **_changed(chance)}
    made["position"] = "squad leader" if number == 1 else "soldier"
    rows = loot()
    if chance.random() < 0.3:
        made["armour"] = item(f"Armor of {chance.choice(rows.armours).name}", "armour")
    if chance.random() < 0.3:
        one = chance.choice(rows.various)
        made["items"] = [item(one.name, "item", one.uses)]
    if chance.random() < 0.3:
        made["items"] = [item(f"Staff of {chance.choice(rows.staffs).name}", "staff", 3)]
    if chance.random() < 0.3:
        far = chance.choice((0.0, 18.0))
        ability = chance.choice(rows.missile_abilities if far else rows.melee_abilities).name
        made["weapons"] = [*made["weapons"], magical_weapon(ability, far)]
    if chance.random() < 0.2:
        made["luck"] = 1
    return made


def _mobs(chance: Random) -> dict[str, Any]:
    """One to three mobs of any types and trainings."""
    found = {}
    for number in range(1, chance.randrange(2, 5)):
        count = chance.randrange(2, 7)
        at = [
            [3.0 + 10 * (number - 1) + 1.4 * place, 21.0 + 3 * chance.randrange(3)] for place in range(count)
        ]
        found[f"M{number}"] = {
            "type": chance.choice(enemy_types()).name,
            "training": chance.choice(trainings()).name,
            "at": [[x, at[0][1]] for x, _ in at],
            "champions": [1] if chance.random() < 0.4 else [],
            "sorcerers": [2] if chance.random() < 0.2 else [],
            "aware": chance.random() < 0.8,
        }
    return found


def _consumables(chance: Random) -> list[dict[str, Any]]:
    """Potions, scrolls and whatever else is used up."""
    rows = loot()
    potions = [one.name for one in rows.potions if one.name != "Unstable"]
    found = []
    for _ in range(chance.randrange(4)):
        found.append(potion(chance.choice(potions)))
    if chance.random() < 0.5:
        found.append(item("Scroll", "scroll", None, chance.sample(list(spells()), 2)))
    return found
