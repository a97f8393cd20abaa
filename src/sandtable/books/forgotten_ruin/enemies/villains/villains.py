"""Villains: each follows a goal of its own until it is provoked."""

from __future__ import annotations

from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.aggression.score import features_of_objectives
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement import walking
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    centre,
    closer_than,
    distance_to,
    gap,
    inches,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.archery import enemy_shoots
from sandtable.books.forgotten_ruin.enemies.archers import ARCHERS, can_shoot_now
from sandtable.books.forgotten_ruin.enemies.enemy_tables import villain_tables
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach, advance, gives_cover, hurry
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_moves
from sandtable.books.forgotten_ruin.enemies.planning import (
    Plan,
    can_dash,
    can_move,
    foes_of,
    is_fighting,
    may_charge,
)
from sandtable.books.forgotten_ruin.enemies.sorcery import can_cast, cast
from sandtable.books.forgotten_ruin.modifiers import speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Goal, Soldier
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Activation, Removal
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.table.measure import Point
from sandtable.table.shapes import segment_point_distance

DOUBLE = 2
"""Moves within which a soldier provokes a villain (FR-VPL-04, FR-VPL-06)."""
IN_THE_WAY = 1.0
"""How near to the straight path to its goal a soldier is in a villain's way (FR-VPL-03)."""
RECONSIDERS_ON = 1
"""The die with which a villain makes a new plan (FR-VPL-10)."""
LEADERS = {
    "all": ("squad leader", "fire team leader", "platoon leader", "platoon sergeant"),
    "p55": ("fire team leader", "platoon leader"),
    "quick_reference": ("squad leader", "platoon leader"),
}
"""Who counts as a leader, by the switch `villain_leader_pool` (FR-VPL-02)."""

Foe = Soldier | Enemy


@rule("FR-VPL-08", "FR-EAI-19")
async def activate_villain(play: Play[Battle], figure: Enemy, now: Activation) -> None:
    """A villain acts alone: it settles its goal, moves, and attacks."""
    state = play.state
    if is_fighting(state, figure):
        play.tell("enemy stays", "FR-EAI-19", figure=figure.id, why="it is in contact and fights")
        return
    if can_move(state, figure) and now.may_move:
        await settle_goal(play, figure)

        async def planned() -> list[Plan]:
            return [plan] if (plan := plan_villain(state, figure)) is not None else []

        plans = await carry_out_moves(play, [figure], planned)
        if any(plan.dashes for plan in plans):
            return
    if figure.on_table and now.may_attack and not is_fighting(state, figure):
        await attack_from_afar(play, figure)


@rule("FR-VPL-08")
async def attack_from_afar(play: Play[Battle], figure: Enemy) -> None:
    """A spell or a bow, against the closest visible soldier."""
    if await cast(play, figure):
        return
    if figure.training == ARCHERS and can_shoot_now(play.state, figure):
        await enemy_shoots(play, [figure], "FR-VPL-08", "FR-SHT-06")


@rule("FR-VPL-01", "FR-VPL-04", "FR-VPL-05", "FR-VPL-06", "FR-VPL-07", "FR-VPL-10", "FR-BIG-16", "FR-COOP-05")
async def settle_goal(play: Play[Battle], figure: Enemy) -> None:
    """What a villain is after in this activation."""
    state = play.state
    goal = figure.goal
    if state.switches.streamlined_enemies or state.enemy_seat:
        cited = "FR-BIG-16" if state.switches.streamlined_enemies else "FR-COOP-05"
        _set(play, figure, Goal("soldiers"), cited)
        return
    if goal is None:
        await roll_goal(play, figure, "FR-VPL-01")
    elif goal.kind == "eliminate" and not _is_there(state, goal.target):
        await roll_goal(play, figure, "FR-VPL-05")
    elif state.switches.villains_reconsider:
        (face,) = await play.roll(1, For("reconsider", figure.id), "FR-VPL-10", seat=state.enemy_dice)
        if face <= RECONSIDERS_ON:
            await roll_goal(play, figure, "FR-VPL-10", forgets=True)
    await _look_around(play, figure)


async def _look_around(play: Play[Battle], figure: Enemy) -> None:
    state = play.state
    goal = figure.goal
    assert goal is not None
    if goal.kind == "eliminate":
        return None
    provoker = _provoker(state, figure)
    if provoker is not None:
        return _set(play, figure, Goal("eliminate", provoker.id), "FR-VPL-04")
    if goal.kind != "soldiers" and not _still_there(state, goal):
        struck = state.soldiers.get(figure.last_attacker)
        if struck is not None and struck.on_table:
            return _set(play, figure, Goal("eliminate", struck.id), "FR-VPL-07")
        return _set(play, figure, Goal("soldiers"), "FR-VPL-07")
    if is_at_goal(state, figure):
        limit = inches(state, DOUBLE * speed(state, figure))
        near = [one for one in foes_of(state, figure) if within(gap(figure, one), limit)]
        if near:
            closest = min(near, key=lambda one: gap(figure, one))
            return _set(play, figure, Goal("eliminate", closest.id), "FR-VPL-06")
        play.tell("villain stays", "FR-VPL-06", figure=figure.id, goal=goal.kind)
    return None


def _set(play: Play[Battle], figure: Enemy, goal: Goal, *rules: str) -> None:
    if figure.goal != goal:
        figure.goal = goal
        play.tell("villain goal", *rules, figure=figure.id, goal=goal.kind, target=goal.target)


@rule("FR-VPL-04")
def _provoker(state: Battle, figure: Enemy) -> Foe | None:
    """The last soldier who attacked it, or the closest visible one nearer than a double move."""
    attacker = state.soldiers.get(figure.last_attacker)
    if attacker is not None and attacker.on_table:
        return attacker
    limit = inches(state, DOUBLE * speed(state, figure))
    near = [one for one in foes_of(state, figure) if closer_than(gap(figure, one), limit)]
    near.sort(key=lambda one: gap(figure, one))
    return next((one for one in near if sees(state, figure, one)), None)


@rule("FR-VPL-01", "FR-VPL-02")
async def roll_goal(play: Play[Battle], figure: Enemy, *rules: str, forgets: bool = False) -> None:
    """A villain rolls what it is after; one that reconsiders forgets who provoked it."""
    state = play.state
    (face,) = await play.roll(1, For("villain goal", figure.id), *rules, "FR-VPL-02", figure=figure.id)
    kind = row_for(villain_tables().goals, face).name
    goal = Goal(kind)
    if kind == "objective":
        goal = _nearest_place(state, figure, kind, _objective_places(state))
    elif kind == "investigation":
        goal = _nearest_place(state, figure, kind, _investigation_places(state))
    elif kind == "centre":
        goal = Goal(kind, at=centre(state))
    elif kind == "leader":
        leaders = _leaders(state)
        chosen = await pick_at_random(play, leaders, "leader", "FR-VPL-02") if leaders else None
        goal = Goal(kind, chosen.id if chosen is not None else "")
    figure.goal = None
    figure.last_attacker = "" if forgets else figure.last_attacker
    _set(play, figure, goal, *rules, "FR-VPL-02")


def _villains_after(play: Play[Battle], seat: str, now: Removal) -> list[Enemy]:
    """The villains whose goal is to eliminate a figure."""
    return [
        one
        for one in play.state.enemies_on_table()
        if one.goal is not None and one.goal.kind == "eliminate" and one.goal.target == now.figure.id
    ]


@WINDOWS.consequence(FIGURE_REMOVED, "a quarry is gone", "FR-VPL-05", _villains_after, rank=-1)
async def quarry_is_gone(play: Play[Battle], seat: str, now: Removal, villains: list[Enemy]) -> None:
    """Once its target is gone a villain has dealt with its attackers; whoever attacks it now provokes it."""
    for one in villains:
        one.last_attacker = ""


def _nearest_place(state: Battle, figure: Enemy, kind: str, places: dict[str, Point]) -> Goal:
    if not places:
        return Goal(kind)
    id = min(places, key=lambda one: _far_from(state, figure, one, places[one]))
    return Goal(kind, id, places[id])


def _far_from(state: Battle, figure: Enemy, id: str, at: Point) -> float:
    """How far a figure is from a marker, or from the edge of a feature."""
    feature = next((one for one in state.ground.areas if one.id == id), None)
    return distance_to(figure, at) if feature is None else feature.distance(*figure.at) - figure.radius


def _objective_places(state: Battle) -> dict[str, Point]:
    """Where Objectives wait for somebody: their markers, and the features that still want an Interact."""
    places = {one.id: one.at for one in state.markers.values() if one.kind == "objective" and not one.gone}
    return places | {one.id: one.piece.centre for one in features_of_objectives(state)}


def _investigation_places(state: Battle) -> dict[str, Point]:
    """Where markers still lie; one that is only being searched has not been completed (FR-INV-07)."""
    return {one.id: one.at for one in state.markers.values() if one.kind == "investigation" and not one.gone}


@rule("FR-VPL-02")
def _leaders(state: Battle) -> list[Soldier]:
    """The leaders on the table, by the switch that says who they are."""
    ranks = LEADERS[state.switches.villain_leader_pool]
    return [one for one in state.soldiers_on_table() if one.position in ranks]


def _is_there(state: Battle, id: str) -> bool:
    return (id in state.soldiers and state.soldiers[id].on_table) or (
        id in state.enemies and state.enemies[id].on_table
    )


@rule("FR-VPL-07")
def _still_there(state: Battle, goal: Goal) -> bool:
    """Whether what a villain is after still exists."""
    if goal.kind == "objective":
        return goal.target in _objective_places(state)
    if goal.kind == "investigation":
        return goal.target in _investigation_places(state)
    if goal.kind == "leader":
        return _is_there(state, goal.target)
    return True


@rule("FR-VPL-06")
def is_at_goal(state: Battle, figure: Enemy) -> bool:
    """Whether a villain has reached the place it was heading for; a feature is reached by its edge."""
    goal = figure.goal
    if goal is None or goal.at is None:
        return False
    feature = next((one for one in state.ground.areas if one.id == goal.target), None)
    if goal.kind == "objective" and feature is not None:
        return within(max(0.0, feature.distance(*figure.at) - figure.radius), 0.0)
    return within(distance_to(figure, goal.at), 0.0)


@rule("FR-VPL-03", "FR-VPL-08")
def plan_villain(state: Battle, figure: Enemy) -> Plan | None:
    """Where a villain goes, and whom it charges."""
    foes = foes_of(state, figure)
    goal = figure.goal
    if not figure.on_table or not foes or goal is None:
        return None
    target = _quarry(state, figure, goal, foes)
    if target is not None:
        return _engage(state, figure, target, foes, ("FR-VPL-08",), f"its goal is {target.name}")
    assert goal.at is not None
    if is_at_goal(state, figure):
        return Plan(figure, "stay", None, goal.target, ("FR-VPL-06",), "it has reached its goal")
    in_the_way = _who_bars(state, figure, goal.at, foes)
    if in_the_way is not None:
        why = f"{in_the_way.name} is between it and its goal"
        return _engage(state, figure, in_the_way, foes, ("FR-VPL-03", "FR-VPL-08"), why)
    return _go_to(state, figure, goal, foes)


def _quarry(state: Battle, figure: Enemy, goal: Goal, foes: list[Foe]) -> Foe | None:
    """The soldier a villain is after, if it is after one; the nearest where that one cannot be fought now."""
    if goal.kind in ("eliminate", "leader") and _is_there(state, goal.target):
        found = state.figure(goal.target)
        if found in foes:
            return found
    if goal.kind == "soldiers" or goal.at is None:
        return min(foes, key=lambda one: gap(figure, one))
    return None


def _engage(
    state: Battle, figure: Enemy, target: Foe, foes: list[Foe], rules: tuple[str, ...], why: str
) -> Plan:
    """It charges by a Move if it can; a spell or shot is worth more than a Dash."""
    limit = walking.move_limit(state, figure)
    if gap(figure, target) <= limit + 0.01 and may_charge(state, figure):
        route = Reach(state, figure, limit).route_to_contact(target)
        if route is not None:
            return Plan(figure, "charge", route, target.id, rules, why)
    two_moves = within(gap(figure, target), inches(state, DOUBLE * speed(state, figure)))
    if two_moves and not _has_ranged_attack(state, figure):
        return hurry(state, figure, target, foes, rules)
    plan = advance(state, figure, target, foes, ())
    if plan.dashes and _has_ranged_attack(state, figure):
        return Approach(state, figure, target, foes).go(False, "advance", why, *rules)
    return Plan(figure, plan.purpose, plan.route, target.id, (*rules, *plan.rules), why, plan.dashes)


def _has_ranged_attack(state: Battle, figure: Enemy) -> bool:
    return can_cast(state, figure) or (figure.training == ARCHERS and can_shoot_now(state, figure))


@rule("FR-VPL-03")
def _who_bars(state: Battle, figure: Enemy, goal: Point, foes: list[Foe]) -> Foe | None:
    """The nearest soldier within 1 in of the straight path to the goal who can be reached now."""
    limit = walking.move_limit(state, figure)
    found = []
    for foe in foes if may_charge(state, figure) else ():
        if gap(figure, foe) <= limit + 0.01 and _off_the_path(figure.at, goal, foe) <= inches(
            state, IN_THE_WAY
        ):
            found.append(foe)
    reached = Reach(state, figure, limit)
    for foe in sorted(found, key=lambda one: gap(figure, one)):
        if reached.route_to_contact(foe) is not None:
            return foe
    return None


def _off_the_path(start: Point, goal: Point, foe: Foe) -> float:
    return max(0.0, segment_point_distance(start, goal, foe.at) - foe.radius)


@rule("FR-VPL-08", "FR-EAI-10")
def _go_to(state: Battle, figure: Enemy, goal: Goal, foes: list[Foe]) -> Plan:
    """Towards a place at its Speed; from the open to Cover it Dashes, unless it has something to shoot."""
    assert goal.at is not None
    approach = Approach(state, figure, goal.at, foes)
    why = f"its goal is the {goal.kind}"
    if can_dash(state, figure) and gives_cover(state) and not _has_ranged_attack(state, figure):
        watcher = min(foes, key=lambda one: gap(figure, one))
        hurried = approach.go(True, "go for its goal", "out of the open into Cover", "FR-VPL-08", "FR-EAI-10")
        in_the_open = not is_in_cover_at(state, watcher, figure, figure.at, figure.elevation)
        if in_the_open and hurried.route is not None:
            if is_in_cover_at(state, watcher, figure, hurried.end, hurried.route.elevation):
                return hurried
    return approach.go(False, "go for its goal", why, "FR-VPL-08")
