"""Retreating: half a move straight away from the cause, and what it costs to be blocked."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import msgspec

from sandtable.books.companies_and_captains.chapters import deeds, moving, resilience, terrain
from sandtable.books.companies_and_captains.chapters.conventions import gap, inches, is_within
from sandtable.books.companies_and_captains.chapters.geometry.standing import FROM_ENEMIES, bodies_of
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.orders import Order, PlainOrder, order_kind
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Cause, Group, Seat
from sandtable.kernel import Candidate, Needed, Play, Refusal, rule
from sandtable.kernel.dice import each
from sandtable.table import NEAR, Models, Point
from sandtable.table.units import displacing
from sandtable.table.units.displacing import Displacement, Others, Outcome, unit
from sandtable.table.units.edges import edge_left
from sandtable.table.units.going import Going
from sandtable.table.units.groups import centroid
from sandtable.table.units.paths import Mover

STANDING_FAST = 1
"""The R that Bodyguards lose in place of a Retreat (CC-RIT-05)."""
ORDERED = "ordered retreat"


class Away(msgspec.Struct, frozen=True):
    """From whom a Group Retreats."""

    models: Models
    """Where the cause stands, or last stood; () if it flees to its own edge."""
    excepted: tuple[str, ...]
    """The enemies that do not count and do not block: the cause and those in melee with the Group."""
    rules: tuple[str, ...]


@order_kind
class Retreat(PlainOrder):
    """The order to Retreat from melee."""

    name = "Retreat"
    label = "Retreat from melee"
    rules = ("CC-RET-01",)

    def is_for(self, state: Battle, group: Group) -> bool:
        """Groups with an attacking ME value; Engines have none."""
        return group.profile.has_attack

    def why_not(self, state: Battle, group: Group) -> Refusal | None:
        """Only a Group in melee Retreats by order."""
        return why_not_retreat(state, group)

    def likely(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """The order, for a Group in melee."""
        return self.candidates(state, group) if group.melee else ()

    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """The first ME number."""
        assert group.profile.me_act is not None, f"{group.id} cannot be ordered to Retreat"
        return Needed(group.profile.me_act, "CC-ACT-07")

    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """Away from all enemies in melee with it; it does not become Shaken."""
        # Who fails a test Retreats.
        from sandtable.books.companies_and_captains.chapters.testing_resilience import (
            take_test_for_other_loss,
        )

        cause, before = Cause(ORDERED, "CC-RET-01", _credited_for_order(play.state, group)), group.r
        await retreat(play, group, cause)
        await take_test_for_other_loss(play, group, before - group.r, cause)


@rule("CC-AMB-14")
def _credited_for_order(state: Battle, group: Group) -> Seat:
    """What an ordered Retreat leads to is credited to the Company of the nearest enemy in the melee left."""
    return min((state.groups[one] for one in group.melee), key=lambda enemy: gap(group, enemy)).company


@rule("CC-RET-01", "CC-PRO-08", "CC-RIT-04")
def why_not_retreat(state: Battle, group: Group) -> Refusal | None:
    """Only a Group in melee that is not Shaken may be ordered to Retreat."""
    if not group.melee:
        return Refusal("CC-RET-01", f"{group.name} is not in melee.", "Order a Move instead.")
    if counts_as_shaken(group):
        return Refusal("CC-RET-01", f"{group.name} is Shaken.", "It may be ordered when it has rallied.")
    stays = scenario_of(state).stands_fast(state, group)
    if stays:
        reason = f"{group.name} may not leave its place."
        return Refusal(stays, reason, "It may Attack who is in melee with it.")
    return None


@rule("CC-RET-01", "CC-RET-02", "CC-RET-03", "CC-RIT-05")
async def retreat(play: Play[Battle], group: Group, cause: Cause) -> bool:
    """The Group falls back half its MO, straight away from the cause; True if it moved or left the table."""
    state = play.state
    if scenario_of(state).stands_fast(state, group):
        await _stand_fast(play, group, cause)
        return False
    away = away_from(state, group, cause)
    moved = fall_back(state, group, away)
    ordered = "CC-RET-01" if cause.how == ORDERED else "CC-RET-02"
    cost = moving.rules_of_cost(state, group, list(zip(group.models, moved.models, strict=True)))
    rules = (ordered, "CC-RET-03", *cost, *away.rules, "CC-GEO-18", "CC-GEO-19")
    if moved.outcome is Outcome.OFF_TABLE:
        await _leave_table(play, group, cause, moved, *rules)
        return True
    _tell_retreat(play, group, away, moved, *rules)
    if moved.distance > 0.0:
        _push_friends(play, group, moved)
        moving.displace(play, group, moved.models)
        leave_melee(play, group)
    if moved.outcome is Outcome.BLOCKED:
        await pay_for_being_blocked(play, group, cause, moved)
    return moved.distance > 0.0


async def _stand_fast(play: Play[Battle], group: Group, cause: Cause) -> None:
    play.tell("Retreat not made", "CC-RIT-05", "CC-RIT-04", group=group.id)
    instead = Cause("stood fast", "CC-RIT-05", cause.credit, cause.group, cause.stood)
    await resilience.lose_r(play, group, STANDING_FAST, instead)


@rule("CC-RET-04", "CC-GEO-27", "CC-RET-05")
def away_from(state: Battle, group: Group, cause: Cause) -> Away:
    """A Retreat leads away from who rolled the hits, else all in melee with it, else the nearest enemy."""
    fighting = tuple(group.melee)
    if cause.group or cause.stood:
        culprit = state.groups.get(cause.group)
        if culprit is not None and culprit.on_table:
            return Away(culprit.models, tuple(dict.fromkeys((culprit.id, *fighting))), ("CC-RET-04",))
        if cause.stood:
            return Away(cause.stood, fighting, ("CC-RET-04",))
    if fighting:
        models = tuple(at for one in fighting for at in state.groups[one].models)
        several = ("CC-GEO-27",) if len(fighting) > 1 else ()
        return Away(models, fighting, ("CC-RET-04", *several))
    nearest = _nearest_enemy(state, group)
    if nearest is None:
        return Away((), (), ("CC-RET-04", "CC-GEO-01"))
    return Away(nearest.models, (nearest.id,), ("CC-RET-04", "CC-GEO-03"))


def _nearest_enemy(state: Battle, group: Group) -> Group | None:
    """The nearest enemy Group; at equal gaps the costlier, then the first in roster order."""
    best: Group | None = None
    least = 0.0
    for enemy in state.enemies_on_table(group):
        far = gap(group, enemy)
        if best is None or far < least - NEAR or (far <= least + NEAR and enemy.cost > best.cost):
            best, least = enemy, far
    return best


@rule("CC-GEO-18", "CC-GEO-01")
def direction_away(state: Battle, group: Group, away: Away) -> Point:
    """From the middle of the cause to the middle of the Group; if they coincide, to the own home edge."""
    if away.models:
        (x, y), (from_x, from_y) = centroid(group.models), centroid(away.models)
        way = unit(x - from_x, y - from_y)
        if way is not None:
            return way
    return (0.0, -1.0) if state.side_of(group) == state.attacker else (0.0, 1.0)


@rule("CC-GEO-19", "CC-GEO-20", "CC-GEO-21", "CC-RET-05", "CC-RET-08", "CC-OTR-10")
def fall_back(state: Battle, group: Group, away: Away, going: Going | None = None) -> Displacement:
    """The Group goes step by step until half MO is spent, it leaves the table, or something stops it."""
    enemies = state.enemies_on_table(group)
    friends = state.friends_on_table(group)
    pushed = pushable(state, friends)
    # CC-PTR-11, CC-OTR-05: difficult ground is impassable for some friends.
    bars = [terrain.going_of(state, one).difficult == inf for one in pushed]
    others = Others(
        bodies_of([one for one in enemies if one.id not in away.excepted]),
        bodies_of([one for one in enemies if one.id in away.excepted]),
        bodies_of(pushed),
        bodies_of([one for one in friends if one not in pushed]),
        inches(state, FROM_ENEMIES),
        [terrain.PONDEROUS if cannot_enter else terrain.ORDINARY for cannot_enter in bars],
    )
    mover = Mover(state.ground, group.models, group.radius, going or terrain.going_of(state, group))
    direction, far = direction_away(state, group, away), moving.half_a_move(state, group)
    return displacing.retreat(mover, direction, far, others, state.switches.obstacles_block_retreat)


@rule("CC-GEO-20", "CC-RIT-04")
def pushable(state: Battle, friends: Sequence[Group]) -> list[Group]:
    """Friends make room unless they are in melee, or change place for nothing."""
    stands_fast = scenario_of(state).stands_fast
    return [one for one in friends if not one.melee and not stands_fast(state, one)]


def _tell_retreat(play: Play[Battle], group: Group, away: Away, moved: Displacement, *rules: str) -> None:
    is_usual = terrain.going_of(play.state, group) is terrain.ORDINARY
    if not is_usual and fall_back(play.state, group, away, terrain.ORDINARY).models != moved.models:
        rules += terrain.rules_of_going(group)
    if any(is_within(play.state, group, play.state.groups[one], FROM_ENEMIES) for one in away.excepted):
        rules += ("CC-RET-05",)
    if moved.outcome is Outcome.STOPPED:
        rules += ("CC-GEO-20",)
    if group.melee and not moved.distance:
        rules += ("CC-RET-10",)  # who could not move at all stays in its melee
    play.tell(
        "group Retreated",
        *dict.fromkeys(rules),
        group=group.id,
        inches=moved.distance,
        outcome=moved.outcome.value,
        models=moved.models,
    )


@rule("CC-GEO-20")
def _push_friends(play: Play[Battle], group: Group, moved: Displacement) -> None:
    """Friends on whom the Group would end make room; for every other rule they have not moved."""
    friends = pushable(play.state, play.state.friends_on_table(group))
    for number, models in moved.pushed:
        friends[number].models = models
        play.tell("friends pushed", "CC-GEO-20", group=friends[number].id, by=group.id, models=models)


@rule("CC-RET-10", "CC-GEO-16")
def leave_melee(play: Play[Battle], group: Group) -> None:
    """A Group that Retreated by even one step is no longer in melee with anyone."""
    if group.melee:
        play.tell("melee left", "CC-RET-10", "CC-GEO-16", group=group.id, enemies=list(group.melee))
        resilience.end_melee(play.state, group)


@rule("CC-RET-09", "CC-PUB-07", "CC-PUB-09", "CC-GEO-21")
async def _leave_table(
    play: Play[Battle], group: Group, cause: Cause, moved: Displacement, *rules: str
) -> None:
    """Off the table is Routed, or Escaped over an edge where the scenario says so."""
    state = play.state
    edge = edge_left(state.ground, moved.models, group.radius)
    scenario = scenario_of(state)
    allowed = scenario.may_leave(state, group, edge, by_retreat=True)
    deeds.note_moved_or_rolled(state, group)
    rules += ("CC-GEO-21",)
    if not allowed:
        play.tell("group Retreated off the table", *rules, "CC-RET-09", group=group.id, edge=edge)
        scenario.group_routed_over_the_edge(play, group)
        await resilience.rout(play, group, cause, "CC-RET-09")
        return
    where = scenario.leaves_as
    rules = (allowed, *rules, "CC-PUB-07", "CC-PUB-09")
    play.tell("group left the table", *rules, group=group.id, edges=[edge], where=where)
    resilience.leave_play(play, group, where)


@rule("CC-RET-06", "CC-RET-07")
async def pay_for_being_blocked(play: Play[Battle], group: Group, cause: Cause, moved: Displacement) -> None:
    """Roll 1d6: below the Group's R it loses that much; at or above it is Routed, unless agreed otherwise."""
    rules = ("CC-RET-06", *_rules_of_block(play.state, group, moved))
    reading = each(*range(2, group.r + 1))
    faces = await deeds.roll_for(play, group, 1, "blocked", *rules, reading=reading, r=group.r)
    blocked = Cause("blocked retreat", "CC-RET-06", cause.credit, cause.group, cause.stood)
    if faces[0] < group.r:
        await resilience.lose_r(play, group, faces[0], blocked)
    elif play.state.switches.blocked_high_roll == "rout":
        await resilience.rout(play, group, blocked, "CC-RET-07")
    else:
        play.tell("blocked without harm", "CC-RET-07", group=group.id)


@rule("CC-RET-08")
def _rules_of_block(state: Battle, group: Group, moved: Displacement) -> tuple[str, ...]:
    by = moved.by
    if by is None or by.what == "enemy":
        # Enemies who do not block it on the way may still stand where it would end.
        return ("CC-RET-08", "CC-RET-05") if by is not None and by.name else ("CC-GEO-19",)
    if by.what == "obstacle":
        return ("CC-RET-08", "CC-TER-03")
    if not by.name:
        return ("CC-RET-08", *terrain.rules_of_going(group))
    return ("CC-RET-08", terrain.rule_of_barred_ground(state, group, by.name))
