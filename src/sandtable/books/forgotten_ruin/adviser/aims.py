"""What every soldier is after: the open Objectives, shared out among the squad."""

from __future__ import annotations

import msgspec

from sandtable.books.forgotten_ruin.adviser.styles import weight
from sandtable.books.forgotten_ruin.chapters.principles.conventions import centre, opposite
from sandtable.books.forgotten_ruin.missions.objectives.carrying import LEAST_CARGO
from sandtable.books.forgotten_ruin.missions.objectives.every import TASKS
from sandtable.books.forgotten_ruin.missions.requirements import is_current, open_objectives
from sandtable.books.forgotten_ruin.naming import name_of, unit_called
from sandtable.books.forgotten_ruin.state import EDGES, Battle, Edge, Objective, Soldier
from sandtable.kernel.arithmetic import total
from sandtable.table import Area, Point
from sandtable.table.edges import distance_to_edge
from sandtable.table.shapes import distance

RUNNERS = 2
"""How many soldiers go for one thing; the others cover them."""
GUARDIANS = 8
"""Nobody runs for the chest while more enemies than this guard it."""
HOLD = "Hold off the Enemy"
RETRIEVE = "Retrieve Something"
MANY_SHOTS = 3
"""Whose weapon has so many shots had better stay and fire it."""


class Aim(msgspec.Struct, frozen=True):
    """Where a soldier wants to be, and what for."""

    kind: str
    """ "interact", "fetch", "home", "across", "leave", "hunt", "support", "hold" or "fight"."""
    at: Point
    why: str
    feature: str = ""
    edge: Edge | None = None
    target: str = ""
    near: float = 0.0
    """Nearer than this need not be."""
    pull: float = 0.1
    """What an inch nearer is worth, in kills."""

    @property
    def is_run(self) -> bool:
        """Whether the mission waits for this soldier to get there."""
        return self.kind in ("interact", "fetch", "home", "across", "leave")


RUN, HUNT, FOLLOW = 0.4, 0.16, 0.12
"""What an inch is worth to a soldier who runs for the Objective, hunts its target or covers the others."""


def area_of(state: Battle, id: str) -> Area | None:
    """The terrain feature of that id."""
    return next((one for one in state.ground.areas if one.id == id), None)


def aims_of(state: Battle, wits: float = 1.0, firepower: float = 0.0) -> dict[str, Aim]:
    """What every soldier on the table is after now; Wits and firepower are worth inches of the way."""
    soldiers = [one for one in state.soldiers_on_table() if not one.copy_of]
    if state.won and not any("bonus" in one.perks for one in open_objectives(state)):
        return {one.id: _off(state, one) for one in soldiers}
    if state.mission.has_looked_around:
        why = "the patrol goes home"
        return {one.id: _to_edge(state, one, state.edge, "home", why) for one in soldiers}
    found = _carriers(state, soldiers)
    able = [one for one in soldiers if one.position != "pet"]
    places: list[Aim] = []
    for aim in (*_artifact(state), *_patrol(state)):
        free = sorted(able, key=lambda one: (distance(one.at, aim.at), one.id))
        found |= {one.id: aim for one in free[:RUNNERS] if one.id not in found}
    for objective in _worked_on(state):
        for aim in _aims(state, objective):
            places.append(aim)
            if aim.is_run:
                free = [one for one in able if one.id not in found]
                ways = {
                    one.id: distance(one.at, aim.at) - wits * one.profile.wits + firepower * _firepower(one)
                    for one in free
                }
                found |= dict.fromkeys(sorted(ways, key=lambda id: (ways[id], id))[:RUNNERS], aim)
    for one in soldiers:
        if one.id not in found:
            found[one.id] = _otherwise(state, one, places or list(found.values()))
    return found


def _firepower(soldier: Soldier) -> float:
    """How much a soldier's fire is missed who runs: a squad automatic weapon most, then grenade launchers."""
    if any(one.shots >= MANY_SHOTS for one in soldier.weapons):
        return 1.0
    return 0.5 if any("under_barrel" in one.traits for one in soldier.weapons) else 0.0


def is_risky(state: Battle, soldier: Soldier, feature: str) -> bool:
    """Whether a failed Interact would give the item to an enemy who gets away with it (FR-OBJ-14)."""
    kind = next((one.type for one in state.objectives.values() if feature in one.features), "")
    foes = [one for one in state.enemies_on_table() if one.side == "enemy"]
    if kind != RETRIEVE or not foes:
        return False
    foe = min(foes, key=lambda one: (distance(one.at, soldier.at), one.id))
    return distance_to_edge(state.ground, foe.at, opposite(state.edge)) < weight("gets away")


def _worked_on(state: Battle) -> list[Objective]:
    """The Objectives whose turn it is; where one is enough, the one that lies nearest."""
    found = [one for one in open_objectives(state) if is_current(state, one)]
    if state.mission.requirement == "either" and len(found) > 1:
        found.sort(key=lambda one: (_effort(state, one), one.id))
        return found[:1]
    return found


def _effort(state: Battle, objective: Objective) -> float:
    soldiers = state.soldiers_on_table()
    if objective.type == HOLD:
        return 20.0
    aims = _aims(state, objective)
    if not aims or not soldiers:
        return 30.0
    far = total(min(distance(one.at, aim.at) for one in soldiers) for aim in aims)
    return far + 6.0 * (aims[0].kind == "hunt")


def _aims(state: Battle, objective: Objective) -> list[Aim]:
    """The things that one Objective still asks for."""
    found: list[Aim] = []
    for feature in TASKS[objective.type].waiting_features(objective):
        area = area_of(state, feature)
        if area is not None:
            why = f"{objective.type}: the {area.piece.kind} waits for an Interact"
            found.append(Aim("interact", area.piece.centre, why, feature=feature, pull=RUN))
    for marker in state.markers.values():
        if marker.objective == objective.id and not marker.gone and marker.kind in ("item", "intel", "cargo"):
            why = f"{objective.type}: the {marker.kind} lies there"
            found.append(Aim("fetch", marker.at, why, pull=RUN))
    enemy = state.enemies.get(objective.target)
    if enemy is not None and enemy.on_table:
        why = f"{objective.type}: {name_of(state, enemy)} must fall"
        found.append(Aim("hunt", enemy.at, why, target=enemy.id, near=10.0, pull=HUNT))
    return found


def _carriers(state: Battle, soldiers: list[Soldier]) -> dict[str, Aim]:
    """A soldier who carries something brings it over the right edge; of the cargo no more than is needed."""
    found: dict[str, Aim] = {}
    loads: dict[str, list[tuple[float, Soldier]]] = {}
    for soldier in soldiers:
        if soldier.has_artifact:
            found[soldier.id] = _home(state, soldier, "artifact")
        for thing in soldier.carrying:
            kind, _, number = thing.partition(" ")
            objective = state.objectives.get(number.split(".")[0])
            if objective is None or objective.state != "open" or not is_current(state, objective):
                continue
            if kind == "cargo":
                far = distance(soldier.at, edge_point(state, soldier.at, opposite(state.edge)))
                loads.setdefault(objective.id, []).append((far, soldier))
            elif kind in ("item", "intel"):
                found[soldier.id] = _home(state, soldier, kind)
    alone = len(open_objectives(state)) == 1
    for id, carriers in loads.items():
        carriers.sort(key=lambda one: (one[0], one[1].id))
        wanted = len(carriers) if alone else LEAST_CARGO - len(state.objectives[id].scouted)
        for _, soldier in carriers[:wanted]:
            why = "the cargo must cross the enemy's edge"
            found.setdefault(soldier.id, _to_edge(state, soldier, opposite(state.edge), "across", why))
    return found


def _artifact(state: Battle) -> list[Aim]:
    """The chest, or the artifact that was dropped, once most of its guardians are gone (FR-FIN-09)."""
    if sum(one.side == "enemy" for one in state.enemies_on_table()) > GUARDIANS:
        return []
    return [
        Aim("fetch", one.at, f"the {one.kind} lies there", pull=RUN)
        for one in state.markers.values()
        if one.kind in ("chest", "relic") and not one.gone
    ]


def _patrol(state: Battle) -> list[Aim]:
    """The centre of the table, where somebody is to look around (FR-EXR-09)."""
    if state.mission.kind != "exercise 3":
        return []
    return [Aim("fetch", centre(state), "somebody must look around at the centre", pull=RUN)]


def _home(state: Battle, soldier: Soldier, thing: str) -> Aim:
    return _to_edge(state, soldier, state.edge, "home", f"the {thing} must be brought home")


def _to_edge(state: Battle, soldier: Soldier, edge: Edge, kind: str, why: str) -> Aim:
    return Aim(kind, edge_point(state, soldier.at, edge), why, edge=edge, pull=RUN)


def _off(state: Battle, soldier: Soldier) -> Aim:
    """The mission is won: over the nearest edge."""
    edge = min(EDGES, key=lambda one: distance(soldier.at, edge_point(state, soldier.at, one)))
    return _to_edge(state, soldier, edge, "leave", "the mission is won, and nobody else need fall")


def edge_point(state: Battle, at: Point, edge: Edge) -> Point:
    """The point of an edge that is nearest to a place."""
    wide, deep = state.ground.width, state.ground.depth
    points: dict[Edge, Point] = {
        "south": (at[0], 0.5),
        "north": (at[0], deep - 0.5),
        "west": (0.5, at[1]),
        "east": (wide - 0.5, at[1]),
    }
    return points[edge]


def _otherwise(state: Battle, soldier: Soldier, places: list[Aim]) -> Aim:
    """A soldier without an errand covers the others, or holds the own half, or looks for a fight."""
    hunts = [one for one in places if one.kind == "hunt"]
    if hunts:
        return min(hunts, key=lambda one: distance(one.at, soldier.at))
    if places:
        nearest = min(places, key=lambda one: distance(one.at, soldier.at))
        return Aim("support", nearest.at, "covers those who go for the Objective", near=7.0, pull=FOLLOW)
    if any(one.type == HOLD for one in open_objectives(state)):
        return Aim("hold", soldier.at, "holds the own half", pull=0.0)
    foes = [one for one in state.enemies_on_table() if one.side != "squad"]
    if foes and not open_objectives(state):
        foe = min(foes, key=lambda one: (distance(one.at, soldier.at), one.id))
        return Aim("fight", foe.at, f"goes for {unit_called(state, foe)}", near=10.0, pull=FOLLOW)
    return Aim("hold", soldier.at, "waits for the enemy", pull=0.0)
