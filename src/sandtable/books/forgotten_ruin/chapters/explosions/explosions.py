"""Explosions: one roll for the impact point, and everybody in the blast is Hit."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.armory import range_of
from sandtable.books.forgotten_ruin.chapters.explosions.blasts import (
    Reached,
    chance_to_reach,
    reached_by,
    stopped_at,
)
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, Outcome, chance_of_casualty, faces_reaching
from sandtable.books.forgotten_ruin.chapters.hits.resolution import apply_outcome, resolve_hits
from sandtable.books.forgotten_ruin.chapters.line_of_sight import ground_between
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    HUMAN_SIZE,
    bearing,
    distance_to,
    inches,
    towards,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import (
    aim,
    aim_planner,
    spots_for_explosive,
    why_not_aim,
)
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot, combat_skill, needed_by_soldier
from sandtable.books.forgotten_ruin.chapters.shooting.targets import Allowed, Lookout
from sandtable.books.forgotten_ruin.modifiers import TO_HIT
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import GUNFIRE, WINDOWS, Gunfire
from sandtable.kernel import For, Modifier, Needed, Play, rule, total_of
from sandtable.kernel.arithmetic import hypot
from sandtable.table import Point


class Blast(msgspec.Struct, frozen=True, kw_only=True):
    """An explosion: where, how far, and what it does to the figures it Hits."""

    at: Point
    radius: float
    damage: int = 0
    attacker: str = ""
    unit: str = "blast"
    weapon: Weapon | None = None
    traits: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @rule("FR-EXP-09", "FR-EXP-10")
    def hit(self, *rules: str) -> Hit:
        """One Hit of the blast; a figure that saves it is Knocked Down (FR-EXP-10)."""
        return Hit(
            damage=self.damage,
            how="explosion",
            rules=(*self.rules, *rules),
            attacker=self.attacker,
            unit=self.unit,
            weapon=self.weapon,
            traits=self.traits,
            at=self.at,
            radius=self.radius,
            saved_knocks_down="FR-EXP-10",
        )


# Throwing and launching


@rule("FR-EXP-01", "FR-ARM-14", "FR-ARM-22")
async def aim_explosive(
    play: Play[Battle], soldier: Soldier, weapon: Weapon, allowed: Allowed = None
) -> Point:
    """The player picks the impact point."""
    state = play.state
    radius, lookout = inches(state, weapon.radius), Lookout(state, soldier, allowed)

    def judge(at: Point) -> dict[str, Any]:
        needed, added = number_for_point(state, soldier, weapon, at)
        chance = faces_reaching(needed.number - total_of(added)) / 6
        return {
            "need": max(1, needed.number - total_of(added)),
            **worth_of(state, soldier, weapon, at, chance),
        }

    planner = aim_planner(
        state,
        "FR-EXP-01",
        lambda: spots_for_explosive(lookout, weapon),
        lambda at: why_not_aim(lookout, weapon, at),
        judge,
    )
    kind = "FR-ARM-22" if "under_barrel" not in weapon.traits else "FR-ARM-14"
    rules = ("FR-EXP-01", "FR-EXP-12", kind, "FR-LOS-15")
    prompt = f"Where does {soldier.name} aim the {weapon.name}?"
    reach, facts = range_of(state, soldier, weapon), {"weapon": weapon.name}
    return await aim(play, soldier, "aim explosive", prompt, rules, planner, radius, reach=reach, facts=facts)


def worth_of(state: Battle, soldier: Soldier, weapon: Weapon, at: Point, chance: float) -> dict[str, Any]:
    """Whom a blast at a point would Hit, and how many of either side the throw is expected to remove."""
    blast = Blast(
        at=at, radius=inches(state, weapon.radius), damage=weapon.damage, attacker=soldier.id, weapon=weapon
    )
    reached = {one.figure.id: one for one in reached_by(state, at, blast.radius)}
    kills = losses = 0.0
    for figure in state.figures_on_table():
        struck = chance * _share_of(reached.get(figure.id))
        if chance < 1.0:
            apart = hypot(figure.at[0] - at[0], figure.at[1] - at[1])
            struck += (1.0 - chance) * chance_to_reach(
                apart, blast.radius + figure.radius, inches(state, 1.0)
            )
        if struck <= 0.0:
            continue
        struck *= chance_of_casualty(state, figure, blast.hit(), 1)
        if figure.side == soldier.side:
            losses += struck
        else:
            kills += struck
    return {
        "chance": round(chance, 3),
        "figures": list(reached),
        "kills": round(kills, 3),
        "losses": round(losses, 3),
        "worth": round(kills - 2 * losses, 3),
    }


def _share_of(one: Reached | None) -> float:
    """The chance that a figure in the blast is Hit."""
    if one is None:
        return 0.0
    return 1.0 if one.need is None else faces_reaching(one.need) / 6


@rule("FR-EXP-02", "FR-EXP-03")
def number_for_point(
    state: Battle, soldier: Soldier, weapon: Weapon, at: Point
) -> tuple[Needed, list[Modifier]]:
    """The number for an impact point: any terrain on the way to it counts as Cover."""
    target = nearest_opponent(state, soldier, at) or soldier
    # A point lies neither low nor hidden: of what bears on a figure only numbers count here.
    changes = [one for one in TO_HIT.all(state, Shot(soldier, target, weapon)) if one.value]
    added = [*combat_skill(state, soldier), *changes]
    between = ground_between(state, soldier, at)
    cover = Modifier(0, f"{between[0].kind} on the way", "FR-EXP-03") if between else None
    return needed_by_soldier(state, distance_to(soldier, at), cover, "FR-EXP-02"), added


def nearest_opponent(state: Battle, soldier: Soldier, at: Point) -> Soldier | Enemy | None:
    """The opponent nearest to a point."""
    found = [(distance_to(one, at), one.id, one) for one in state.opponents_of(soldier)]
    return min(found)[2] if found else None


@rule("FR-EXP-02", "FR-EXP-04", "FR-EXP-13", "FR-SHT-17")
async def fire_explosive(
    play: Play[Battle], soldier: Soldier, weapon: Weapon, at: Point, is_snap_fire: bool = False
) -> list[Outcome]:
    """One hit roll for the point; a miss scatters it, and there it explodes."""
    state = play.state
    needed, added = number_for_point(state, soldier, weapon, at)
    dice = await roll_own(
        play,
        soldier,
        "hit",
        1,
        For("hit", soldier.id),
        needed.rule,
        "FR-EXP-13",
        added=added,
        need=needed.number,
        reasons=needed.modifiers,
        is_snap_fire=is_snap_fire,
    )
    if dice.score(0) < needed.number:
        at = await scatter(play, soldier, at)
    radius, damage = weapon.radius, weapon.damage
    return await explode(play, at, radius, damage, "FR-EXP-09", attacker=soldier.id, weapon=weapon)


@rule("FR-EXP-04", "FR-EXP-05", "FR-EXP-15")
async def scatter(play: Play[Battle], soldier: Soldier, at: Point) -> Point:
    """A missed point moves 1D6 in in a random direction, as far as tall obstacles let it."""
    state = play.state
    faces = await play.roll(1, "scatter", "FR-EXP-04", seat=soldier.seat)
    degrees = await bearing(play, "FR-EXP-04")
    target = nearest_opponent(state, soldier, at)
    # Where no enemy is near the point, the target counts as tall as a human (FR-PRN-30).
    height = target.height if target is not None else inches(state, HUMAN_SIZE[1])
    end = towards(state, degrees, at, inches(state, faces[0]))
    point, by = stopped_at(state, at, end, height)
    stopped = ("FR-EXP-05",) if by else ()
    play.tell("impact point scatters", "FR-EXP-04", *stopped, at=point, inches=faces[0], by=by)
    return point


@rule("FR-EXP-15")
def tell_if_off(play: Play[Battle], at: Point) -> None:
    """A point off the table stays there; what reaches back over the table counts."""
    ground = play.state.ground
    if not (0.0 <= at[0] <= ground.width and 0.0 <= at[1] <= ground.depth):
        play.tell("impact off the table", "FR-EXP-15", at=at)


# The blast


@rule("FR-EXP-06", "FR-EXP-09", "FR-EXP-11", "FR-EXP-16")
async def explode(
    play: Play[Battle],
    at: Point,
    radius: float,
    damage: int,
    *rules: str,
    attacker: str = "",
    unit: str = "blast",
    weapon: Weapon | None = None,
    traits: tuple[str, ...] = (),
) -> list[Outcome]:
    """At a point, so many inches around it: protection dice first, then Hits, then removals."""
    blast = Blast(
        at=at,
        radius=inches(play.state, radius),
        damage=damage,
        attacker=attacker,
        unit=unit,
        weapon=weapon,
        traits=traits,
        rules=rules,
    )
    tell_if_off(play, at)
    reached = reached_by(play.state, blast.at, blast.radius)
    friends = any(one.figure.id in play.state.soldiers for one in reached)
    play.tell(
        "explosion",
        "FR-EXP-06",
        "FR-EXP-16",
        *(("FR-EXP-11",) if friends else ()),
        *blast.rules,
        at=blast.at,
        radius=blast.radius,
        figures=[one.figure.id for one in reached],
    )
    _tell_of_walls(play, blast, reached)
    shielded = [one for one in reached if one.need is not None]
    struck = [one for one in reached if one.need is None]
    struck += [one for one in shielded if await _is_struck(play, one)]
    outcomes = [await resolve_hits(play, one.figure, [blast.hit("FR-EXP-09")]) for one in struck]
    for outcome in outcomes:
        await apply_outcome(play, outcome, "FR-EXP-09")
    if blast.attacker in play.state.soldiers or not blast.attacker:
        bang = Gunfire(play.state.lead, blast.attacker, [(blast.at, blast.at)])
        await WINDOWS.open(play, GUNFIRE, bang)
    return outcomes


@rule("FR-EXP-08")
def _tell_of_walls(play: Play[Battle], blast: Blast, reached: list[Reached]) -> None:
    """Who was near enough, but behind a wall."""
    known = {one.figure.id for one in reached}
    behind = [
        one.id
        for one in play.state.figures_on_table()
        if one.id not in known and within(distance_to(one, blast.at), blast.radius)
    ]
    if behind:
        play.tell("blast stopped", "FR-EXP-08", figures=behind)


@rule("FR-EXP-07", "FR-EXP-14")
async def _is_struck(play: Play[Battle], one: Reached) -> bool:
    """A protected figure is Hit only on an unmodified die."""
    assert one.need is not None
    need = Needed(one.need, one.rule)
    faces = await play.roll(1, For("blast", one.figure.id), need=need, figure=one.figure.id)
    if faces[0] < one.need:
        play.tell("blast misses", one.rule, figure=one.figure.id)
    return faces[0] >= one.need
