"""Villains: each follows a goal of its own until it is provoked, and lends its mobs its abilities."""

from __future__ import annotations

from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.aggression.score import (
    features_of_objectives,
    villains_at_the_mission,
)
from sandtable.books.forgotten_ruin.chapters.cover import is_in_cover_at
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit
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
from sandtable.books.forgotten_ruin.chapters.terrain import terrain_of
from sandtable.books.forgotten_ruin.enemies.archers import ARCHERS, can_shoot_now
from sandtable.books.forgotten_ruin.enemies.enemy_tables import villain_tables
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach, advance, gives_cover, hurry
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.movement.unit_moves import carry_out_move
from sandtable.books.forgotten_ruin.enemies.planning import (
    Foe,
    Plan,
    by_distance,
    can_dash,
    can_move,
    foes_of,
    is_fighting,
    may_charge,
)
from sandtable.books.forgotten_ruin.enemies.sorcery import can_cast, cast
from sandtable.books.forgotten_ruin.modifiers import WHY_FEARLESS, speed
from sandtable.books.forgotten_ruin.naming import mob_called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Goal, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import (
    AGGRESSION_PHASE,
    FIGURE_REMOVED,
    WINDOWS,
    Activation,
    Moment,
    Removal,
)
from sandtable.kernel import For, Play, Refusal, rule
from sandtable.table import Point
from sandtable.table.shapes import segment_point_distance

LEADERS = {
    "all": ("squad leader", "fire team leader", "platoon leader", "platoon sergeant"),
    "p55": ("fire team leader", "platoon leader"),
    "quick_reference": ("squad leader", "platoon leader"),
}
"""Who counts as a leader, by the switch `villain_leader_pool` (FR-VPL-02)."""


@rule("FR-VPL-08", "FR-EAI-19")
async def activate_villain(play: Play[Battle], figure: Enemy, now: Activation) -> None:
    """A villain acts alone: it settles its goal, moves, and attacks."""
    state = play.state
    await _reconsider(play, figure)
    if is_fighting(state, figure):
        play.tell("enemy stays", "FR-EAI-19", figure=figure.id, why="it is in contact and fights")
        return
    if can_move(state, figure) and now.may_move:
        await settle_goal(play, figure)
        plans = await carry_out_move(play, figure, lambda: plan_villain(state, figure))
        if any(plan.dashes for plan in plans):
            return
    if figure.on_table and now.may_attack and not is_fighting(state, figure):
        # A spell or a bow, against the closest visible soldier.
        if not await cast(play, figure) and _has_bow(state, figure):
            await enemy_shoots(play, [figure], "FR-VPL-08", "FR-SHT-06")


@rule("FR-VPL-01", "FR-VPL-04", "FR-VPL-05", "FR-VPL-06", "FR-VPL-07", "FR-BIG-16", "FR-COOP-05")
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
    await _look_around(play, figure)


@rule("FR-VPL-10")
async def _reconsider(play: Play[Battle], figure: Enemy) -> None:
    """With the option a villain that has a plan drops it on a 1, whether it can move or not."""
    state, goal = play.state, figure.goal
    is_led = state.switches.streamlined_enemies or bool(state.enemy_seat)
    if is_led or not state.switches.villains_reconsider or goal is None:
        return
    if goal.kind == "eliminate" and not _is_there(state, goal.target):
        return
    (face,) = await play.roll(1, For("reconsider", figure.id), "FR-VPL-10", seat=state.enemy_dice)
    if face == 1:
        await roll_goal(play, figure, "FR-VPL-10", forgets=True)


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
        near = by_distance(figure, foes_of(state, figure))
        if near and within(gap(figure, near[0]), _double_move(state, figure)):
            return _set(play, figure, Goal("eliminate", near[0].id), "FR-VPL-06")
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
    limit = _double_move(state, figure)
    near = [one for one in foes_of(state, figure) if closer_than(gap(figure, one), limit)]
    return next((one for one in by_distance(figure, near) if sees(state, figure, one)), None)


def _double_move(state: Battle, figure: Enemy) -> float:
    return inches(state, 2 * speed(state, figure))


@rule("FR-VPL-01", "FR-VPL-02")
async def roll_goal(play: Play[Battle], figure: Enemy, *rules: str, forgets: bool = False) -> None:
    """A villain rolls what it is after; one that reconsiders forgets who provoked it."""
    state = play.state
    (face,) = await play.roll(1, For("villain goal", figure.id), *rules, "FR-VPL-02", figure=figure.id)
    kind = row_for(villain_tables().goals, face).name
    goal = Goal(kind)
    if kind in ("objective", "investigation"):
        goal = _nearest_place(state, figure, kind)
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
    """Once its target is gone a villain has dealt with its attackers; the next one to attack provokes it."""
    for one in villains:
        one.last_attacker = ""


def _nearest_place(state: Battle, figure: Enemy, kind: str) -> Goal:
    places = _places(state, kind)
    if not places:
        return Goal(kind)
    id = min(places, key=lambda one: _far_from(state, figure, one, places[one]))
    return Goal(kind, id, places[id])


def _far_from(state: Battle, figure: Enemy, id: str, at: Point) -> float:
    """How far a figure is from a marker, or from the edge of a feature."""
    feature = terrain_of(state.ground).of.get(id)
    return distance_to(figure, at) if feature is None else feature.distance(*figure.at) - figure.radius


def _places(state: Battle, kind: str) -> dict[str, Point]:
    """Where Objectives or Investigations wait: markers not completed (FR-INV-07), features."""
    places = {one.id: one.at for one in state.markers.values() if one.kind == kind and not one.gone}
    features = features_of_objectives(state) if kind == "objective" else ()
    return places | {one.id: one.piece.centre for one in features}


@rule("FR-VPL-02")
def _leaders(state: Battle) -> list[Soldier]:
    """The leaders on the table, by the switch that says who they are."""
    ranks = LEADERS[state.switches.villain_leader_pool]
    return [one for one in state.soldiers_on_table() if one.position in ranks]


def _is_there(state: Battle, id: str) -> bool:
    return (id in state.soldiers or id in state.enemies) and state.figure(id).on_table


@rule("FR-VPL-07")
def _still_there(state: Battle, goal: Goal) -> bool:
    """Whether what a villain is after still exists."""
    if goal.kind in ("objective", "investigation"):
        return goal.target in _places(state, goal.kind)
    return goal.kind != "leader" or _is_there(state, goal.target)


@rule("FR-VPL-06")
def is_at_goal(state: Battle, figure: Enemy) -> bool:
    """Whether a villain has reached the place it was heading for; a feature is reached by its edge."""
    goal = figure.goal
    if goal is None or goal.at is None:
        return False
    if goal.kind == "objective":
        return within(_far_from(state, figure, goal.target, goal.at), 0.0)
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
        return _engage(state, figure, target, foes, ("FR-VPL-08",), f"its goal is {name_of(state, target)}")
    assert goal.at is not None
    if is_at_goal(state, figure):
        return Plan(figure, "stay", None, goal.target, ("FR-VPL-06",), "it has reached its goal")
    in_the_way = _who_bars(state, figure, goal.at, foes)
    if in_the_way is not None:
        why = f"{name_of(state, in_the_way)} is between it and its goal"
        return _engage(state, figure, in_the_way, foes, ("FR-VPL-03", "FR-VPL-08"), why)
    return _go_to(state, figure, goal, foes)


def _quarry(state: Battle, figure: Enemy, goal: Goal, foes: list[Foe]) -> Foe | None:
    """The soldier a villain is after, if it is after one; the nearest where that one cannot be fought now."""
    if goal.kind in ("eliminate", "leader") and _is_there(state, goal.target):
        found = state.figure(goal.target)
        if found in foes:
            return found
    if goal.kind == "soldiers" or goal.at is None:
        return by_distance(figure, foes)[0]
    return None


def _engage(
    state: Battle, figure: Enemy, target: Foe, foes: list[Foe], rules: tuple[str, ...], why: str
) -> Plan:
    """It charges by a Move if it can; a spell or shot is worth more than a Dash."""
    if may_charge(state, figure):
        for _, way in Reach(state, figure, move_limit(state, figure)).charges([target]):
            return Plan(figure, "charge", way, target.id, rules, why)
    two_moves = within(gap(figure, target), _double_move(state, figure))
    if two_moves and not _has_ranged_attack(state, figure):
        return hurry(state, figure, target, foes, rules)
    plan = advance(state, figure, target, foes)
    if plan.dashes and _has_ranged_attack(state, figure):
        return Approach(state, figure, target, foes).go(False, "advance", why, *rules)
    return Plan(figure, plan.purpose, plan.route, target.id, (*rules, *plan.rules), why, plan.dashes)


def _has_ranged_attack(state: Battle, figure: Enemy) -> bool:
    return can_cast(state, figure) or _has_bow(state, figure)


def _has_bow(state: Battle, figure: Enemy) -> bool:
    """Whether a villain has been an archer and has a shot."""
    return figure.training == ARCHERS and can_shoot_now(state, figure)


@rule("FR-VPL-03")
def _who_bars(state: Battle, figure: Enemy, goal: Point, foes: list[Foe]) -> Foe | None:
    """The nearest soldier within 1 in of the straight path to the goal who can be reached now."""
    limit = inches(state, 1.0)
    barring = [
        one
        for one in by_distance(figure, foes if may_charge(state, figure) else ())
        if max(0.0, segment_point_distance(figure.at, goal, one.at) - one.radius) <= limit
    ]
    reached = Reach(state, figure, move_limit(state, figure))
    return next((foe for foe, _ in reached.charges(barring)), None)


@rule("FR-VPL-08", "FR-EAI-10")
def _go_to(state: Battle, figure: Enemy, goal: Goal, foes: list[Foe]) -> Plan:
    """Towards a place at its Speed; from the open to Cover it Dashes, unless it has something to shoot."""
    assert goal.at is not None
    approach = Approach(state, figure, goal.at, foes)
    why = f"its goal is the {goal.kind}"
    if can_dash(state, figure) and gives_cover(state) and not _has_ranged_attack(state, figure):
        watcher = by_distance(figure, foes)[0]
        hurried = approach.go(True, "go for its goal", "out of the open into Cover", "FR-VPL-08", "FR-EAI-10")
        in_the_open = not is_in_cover_at(state, watcher, figure, figure.at, figure.elevation)
        if in_the_open and hurried.route is not None:
            if is_in_cover_at(state, watcher, figure, hurried.end, hurried.route.elevation):
                return hurried
    return approach.go(False, "go for its goal", why, "FR-VPL-08")


# ---- presence ----------------------------------------------------------------------------------------------


@WHY_FEARLESS.source("FR-VIL-11")
def led_by_villain(state: Battle, mob: Mob) -> Refusal | None:
    """Every mob with a figure within 6 in of a villain with Leadership is Fearless."""
    for one in state.enemies.values():
        if one.ability == "Leadership" and one.on_table and one.side == "enemy" and not one.is_frozen:
            if any(within(gap(one, other), inches(state, 6.0)) for other in state.members(mob.id)):
                return Refusal(
                    "FR-VIL-11",
                    f"{one.name} leads {mob_called(state, mob)}.",
                    "Bring the villain down first.",
                )
    return None


@WINDOWS.consequence(
    AGGRESSION_PHASE,
    "villain on a marker",
    "FR-VPL-09",
    lambda play, seat, now: villains_at_the_mission(play.state),
)
async def feed_aggression(play: Play[Battle], seat: str, now: Moment, villains: list[Enemy]) -> None:
    """A villain on a marker feeds the Aggression of the round; the point itself is that of FR-AGG-04."""
    figures = [one.id for one in villains]
    play.tell("villain on a marker", "FR-VPL-09", "FR-AGG-04", figures=figures)
