"""Moving: each model along its own path, in cohesion and away from the enemy at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

from sandtable.books.companies_and_captains.chapters import casualties, deeds, resilience, terrain
from sandtable.books.companies_and_captains.chapters.conventions import inches, whole
from sandtable.books.companies_and_captains.chapters.geometry.exits import edges_allowed
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner, Planned
from sandtable.books.companies_and_captains.chapters.geometry.standing import (
    as_group,
    blockers,
    is_one_touching_body,
)
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.orders import Order, PlainOrder, order_kind
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Move as MoveDecision
from sandtable.kernel import Needed, Play, Refusal, rule
from sandtable.table import CONTACT, NEAR, Area, Box, Models, areas_near
from sandtable.table.shapes import box_of, outlines_distance
from sandtable.table.units.going import Path, is_dearer
from sandtable.table.units.groups import group_box
from sandtable.table.units.paths import Mover, goes_alike

WHILE_MOVING = (
    *("CC-MOV-01", "CC-MOV-02", "CC-MOV-03", "CC-MOV-05", "CC-MOV-06", "CC-MOV-07"),
    *("CC-GEO-05", "CC-GEO-07"),
)
"""The rules that bind every Move."""
AMONG_MODELS = ("CC-MOV-04", "CC-GEO-06", "CC-GEO-08")
"""Those that bind the models of a Group among each other."""


@rule("CC-MOV-01", "CC-MOV-02", "CC-RAI-08")
def move_distance(state: Battle, group: Group) -> float:
    """What a Move or an Attack may cover: MO, or half of it, rounded down, with an Asset."""
    mo = group.profile.mo_in
    return inches(state, whole(mo / 2) if group.asset else mo)


@rule("CC-RET-03", "CC-GEO-14", "CC-GEN-01")
def half_a_move(state: Battle, group: Group) -> float:
    """A Retreat, or meeting an attacker, covers half of MO, be there an Asset or not (CC-RAI-08)."""
    return inches(state, whole(group.profile.mo_in / 2))


@rule("CC-GEO-15", "CC-RAI-08")
def evade_distance(state: Battle, group: Group) -> float:
    """Evading covers half of what a Move would, rounded down."""
    mo = group.profile.mo_in
    return inches(state, whole(whole(mo / 2) / 2 if group.asset else mo / 2))


@rule("CC-ACT-14", "CC-SPL-15", "CC-RIT-04")
def why_not_move(state: Battle, group: Group) -> Refusal | None:
    """A Group that no rule lets move has no Move order; all others may at least move zero inches."""
    if terrain.going_of(state, group) is terrain.STUCK:
        reason = f"{group.name} is Entangled and cannot enter difficult terrain, so it cannot move at all."
        return Refusal("CC-SPL-15", reason, "Give it another order.")
    stays = scenario_of(state).stands_fast(state, group)
    if stays and why_not_form(state, group, group.models) is not None:
        return Refusal(stays, f"{group.name} may not move in this scenario.", "Give it another order.")
    return None


@order_kind
class Move(PlainOrder):
    """The Move order."""

    name = label = "Move"
    rules = ("CC-MOV-01",)
    points_at = ("ground",)

    def is_for(self, state: Battle, group: Group) -> bool:
        """Every Group can be told to Move."""
        return True

    def why_not(self, state: Battle, group: Group) -> Refusal | None:
        """A Group that no rule lets move stays."""
        return why_not_move(state, group)

    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """The first MO number."""
        return Needed(group.profile.mo_act, "CC-ACT-07")

    @rule("CC-MOV-01", "CC-MOV-06")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """The owner plots the Move; it ends in a legal place, or off the table where the Group may leave."""
        state = play.state
        limit = move_distance(state, group)
        stays = scenario_of(state).stands_fast(state, group)
        planner = MovePlanner(
            state,
            group,
            0.0 if stays else limit,
            stays or ("CC-RAI-08" if group.asset else "CC-MOV-01"),
            exits=() if stays else edges_allowed(state, group),
            why_not_form=lambda models: why_not_form(state, group, models),
        )
        carries = ("CC-RAI-08",) if group.asset else ()
        rules = (
            *_while_moving(group),
            *_rules_of_start(planner),
            *_rules_nearby(state, group, limit),
            *carries,
        )
        question = MoveDecision(
            group.company,
            "move",
            f"Where does {group.name} Move?",
            rules,
            planner,
            as_group(group, len(group.models), planner.limit),
        )
        planned: Planned = await play.ask(question)
        if planned.edges:
            leave_by_move(play, group, planned)
            return
        if stays:
            # CC-RIT-04: who may not move was let Move only to take its formation where it stands.
            planned = Planned(planned.paths, group.models, forms=True)
        await _finish_move(play, group, planner, planned)


async def _finish_move(play: Play[Battle], group: Group, planner: MovePlanner, planned: Planned) -> None:
    state = play.state
    rules = rules_of_move(state, group, planner, planned)
    was_formed = group.formed
    take_places(state, group, planned.ends)
    group.formed = planned.forms
    play.tell("group moved", *rules, **facts_of_move(group, planned))
    if planned.forms:
        kind = "formation kept" if was_formed else "formation taken"
        touching = ("CC-GEO-04",) if len(group.models) > 1 else ()
        formed = ("CC-PTR-04", "CC-PTR-02") if was_formed else ("CC-PTR-01", "CC-PTR-02", *touching)
        play.tell(kind, *formed, group=group.id)
    elif was_formed:
        # A block that is still one body was barred by where it stands, or by a spell.
        is_one = is_one_touching_body(group, group.models)
        cited = ("CC-PTR-04", "CC-PTR-01") if is_one else ("CC-PTR-03",)
        play.tell("formation lost", *cited, group=group.id)
    if group.absent_models:
        await casualties.bring_back(play, group)


@rule("CC-GEO-15", "CC-PTR-07")
async def evade(play: Play[Battle], group: Group, attacker: Group) -> None:
    """An Elusive Group moves up to half its MO and ends 3 inches from all enemies if it can."""
    state = play.state
    limit = evade_distance(state, group)
    carries = ("CC-RAI-08",) if group.asset else ()
    rules = ("CC-GEO-15", "CC-PTR-07", *carries)
    planner = MovePlanner(state, group, limit, rules[0])
    question = MoveDecision(
        group.company,
        "evade",
        f"Where does {group.name} evade, up to {limit:g} inches?",
        (*rules, *_while_moving(group), *_rules_of_start(planner), *_rules_nearby(state, group, limit)),
        planner,
        as_group(group, len(group.models), limit),
        about=(group.id, attacker.id),
    )
    planned: Planned = await play.ask(question)
    told = (*rules, *rules_of_move(state, group, planner, planned))
    play.tell("group evaded", *dict.fromkeys(told), **facts_of_move(group, planned))
    if planned.ends != group.models:
        displace(play, group, planned.ends)


def take_places(state: Battle, group: Group, models: Models) -> None:
    """The models stand at new places of their own accord."""
    if models != group.models:
        group.models = models
        deeds.note_moved_or_rolled(state, group)


@rule("CC-PTR-03")
def displace(play: Play[Battle], group: Group, models: Models) -> None:
    """A Group that moved in, met an attacker, evaded or Retreated stands elsewhere; its formation ends."""
    take_places(play.state, group, models)
    if group.formed:
        group.formed = False
        play.tell("formation lost", "CC-PTR-03", group=group.id)


@rule("CC-PTR-01", "CC-PTR-04", "CC-SHK-06", "CC-SPL-15")
def why_not_form(state: Battle, group: Group, models: Models) -> Refusal | None:
    """What bars the Defensive formation with the models at these places; where they began does not matter."""
    if not group.has("Defensive"):
        return Refusal("CC-PTR-01", f"{group.name} is not Defensive.", "Move without taking the formation.")
    if counts_as_shaken(group):
        return Refusal("CC-SHK-06", f"{group.name} is Shaken.", "It may form up when it has rallied.")
    if not is_one_touching_body(group, models):
        reason = f"The models of {group.name} would not form one touching body."
        return Refusal("CC-PTR-01", reason, "Join all bases by contacts, each within 0.05 inch of the next.")
    if terrain.is_entangled(group):
        return Refusal("CC-PTR-01", f"{group.name} is Entangled.", "It may form up when the spell has ended.")
    if terrain.is_in_difficult_terrain(state, models):
        return Refusal("CC-PTR-01", f"{group.name} would be in difficult terrain.", "Form up on open ground.")
    if terrain.is_in_cover_area(state, models) or terrain.is_near_an_obstacle(state, models, group.radius):
        reason = f"{group.name} would be in Cover."
        far = f"{inches(state, terrain.NEAR_AN_OBSTACLE):g} inches"
        return Refusal("CC-PTR-01", reason, f"Form up out of cover and more than {far} from obstacles.")
    return None


@rule("CC-GEO-30", "CC-PUB-07", "CC-PUB-09")
def leave_by_move(play: Play[Battle], group: Group, planned: Planned) -> None:
    """Every model reached an edge that the scenario opens: the Group has left the table and is not lost."""
    state = play.state
    scenario = scenario_of(state)
    allowed = dict.fromkeys(
        scenario.may_leave(state, group, edge, by_retreat=False) for edge in planned.edges
    )
    deeds.note_moved_or_rolled(state, group)
    where = scenario.leaves_as
    rules = (*allowed, "CC-GEO-30", "CC-MOV-07", *(("CC-PUB-07", "CC-PUB-09") if where == "escaped" else ()))
    play.tell("group left the table", *rules, group=group.id, edges=list(planned.edges), where=where)
    resilience.leave_play(play, group, where)


def facts_of_move(group: Group, planned: Planned) -> dict[str, Any]:
    """Who went where; the paths are told where they are not straight."""
    facts: dict[str, Any] = {"group": group.id, "models": planned.ends}
    if max(map(len, planned.paths), default=0) > 2:
        facts["paths"] = planned.paths
    return facts


def rules_of_move(state: Battle, group: Group, planner: MovePlanner, planned: Planned) -> tuple[str, ...]:
    """The rules that had a say in this Move, besides those that bind every Move."""
    rules = ["CC-MOV-01"]
    if len(planned.ends) > 1:
        rules.append("CC-GEO-08")
    if any(path[0] != path[-1] for path in planned.paths):
        rules += ["CC-GEO-05", *rules_of_way(state, group, planned.paths)]
    elif planner.is_order and not planner.began_broken:
        rules.append("CC-ACT-14")
    rules += _rules_of_start(planner)
    return tuple(dict.fromkeys(rules))


def _while_moving(group: Group) -> tuple[str, ...]:
    """The rules that bind this Group in every Move."""
    return WHILE_MOVING if len(group.models) == 1 else (*WHILE_MOVING, *AMONG_MODELS)


@rule("CC-GEO-09", "CC-MOV-08")
def _rules_of_start(planner: MovePlanner) -> tuple[str, ...]:
    """What binds a Group that begins out of cohesion, or too near to an enemy."""
    broken = ("CC-GEO-09",) if planner.began_broken else ()
    return (*broken, *(("CC-MOV-08",) if planner.too_near(planner.group.models) else ()))


def rules_of_way(state: Battle, group: Group, paths: Sequence[Path]) -> tuple[str, ...]:
    """The rules of the ground on the way of a Group, and of how it takes it where that made a difference."""
    going = terrain.going_of(state, group)
    obstacles = state.ground.obstacles if going.hindered else ()
    rules = (*rules_of_cost(state, group, paths), *_rules_of_obstacles(obstacles, group, paths))
    mover = Mover(state.ground, group.models, group.radius, going, blockers(state, group))
    return rules if goes_alike(mover, paths, terrain.ORDINARY) else (*rules, *terrain.rules_of_going(group))


@rule("CC-TER-01", "CC-TER-02")
def rules_of_cost(state: Battle, group: Group, paths: Sequence[Path]) -> tuple[str, ...]:
    """The rules of difficult ground, where it made one of these paths dearer."""
    difficult = areas_near(state.ground.difficult, _box_of(paths))
    is_dear = difficult and any(is_dearer(path, difficult, terrain.going_of(state, group)) for path in paths)
    return ("CC-TER-01", "CC-TER-02", "CC-GEO-29") if is_dear else ()


def _box_of(paths: Sequence[Path]) -> Box:
    return box_of(tuple([at for path in paths for at in path]))


def _rules_of_obstacles(obstacles: Sequence[Area], group: Group, paths: Sequence[Path]) -> list[str]:
    box, reach = _box_of(paths), group.radius + CONTACT
    wide = (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
    rules: list[str] = []
    for area in areas_near(obstacles, wide):
        for path in [one for one in paths if one[0] != one[-1]]:
            comes_to_it = area.is_within(path[-1], reach)
            if area.is_within(path[0], reach):
                near = min(area.distance_to_segment(a, b) for a, b in pairwise(path))
                goes_over = near < area.distance(*path[0]) - NEAR
                rules += ["CC-TER-04", "CC-GEO-32"] if comes_to_it or goes_over else []
            elif comes_to_it:
                rules += ["CC-TER-03", "CC-GEO-10"]
    return rules


def _rules_nearby(state: Battle, group: Group, limit: float) -> tuple[str, ...]:
    """The rules of the ground that the Group could come to, and of how it takes ground."""
    ground = state.ground
    binds = terrain.is_entangled(group) or group.has("Move Freely")
    rules: list[str] = list(terrain.rules_of_going(group)) if binds else []
    west, south, east, north = group_box(group.models)
    reach = limit + group.radius
    box = (west - reach, south - reach, east + reach, north + reach)
    difficult = areas_near(ground.difficult, box)
    if difficult:
        rules += ["CC-TER-01", "CC-TER-02", "CC-GEO-29", *terrain.rules_of_going(group)]
        pairs = combinations(difficult, 2)
        if terrain.is_entangled(group) or any(outlines_distance(a.edges, b.edges) == 0.0 for a, b in pairs):
            rules.append("CC-TER-10")
    if areas_near(ground.obstacles, box):
        rules += ["CC-TER-03", "CC-TER-04", "CC-GEO-10", "CC-GEO-32"]
    if areas_near(ground.impassable, box):
        rules += ["CC-TER-08", "CC-GEO-29"]
    return tuple(dict.fromkeys(rules))
