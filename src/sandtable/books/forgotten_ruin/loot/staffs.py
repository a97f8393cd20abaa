"""Staffs: magic that costs an Action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from sandtable.binding.effects import put_on
from sandtable.binding.limits import Limit, use
from sandtable.books.forgotten_ruin.asking import which, which_several
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.activations.consumables import use_up
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import (
    become_casualty,
    note_attack,
    strike,
    take_points,
)
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees, sees_point
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    are_within,
    distance_to,
    inches,
    place,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, aim_planner
from sandtable.books.forgotten_ruin.chapters.spells.targets import judged
from sandtable.books.forgotten_ruin.chapters.terrain import category, level_at, openings_of, rubble_of
from sandtable.books.forgotten_ruin.enemies.arms import is_undead
from sandtable.books.forgotten_ruin.loot.lines import Line, choose_line, in_line, line_from, up_to_terrain
from sandtable.books.forgotten_ruin.loot.loot_tables import carries, rule_of_item
from sandtable.books.forgotten_ruin.loot.out_of_harm import ATTACK
from sandtable.books.forgotten_ruin.modifiers import (
    POWER,
    WHY_NOT_ACT,
    WHY_NOT_TARGET,
    WHY_UNTOUCHED_BY_MAGIC,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Item, Soldier
from sandtable.books.forgotten_ruin.windows import (
    HIT_STRIKES,
    STRUCK_BY_MAGIC,
    WINDOWS,
    Activation,
    Aimed,
    Struck,
)
from sandtable.kernel import Candidate, For, Modifier, Play, Refusal, rule
from sandtable.table import Ground, Piece, Point
from sandtable.table.shapes import box_of

BOLT_HITS, BOLT_DAMAGE, BOLT_RADIUS = 3, 2, 2.0
"""FR-LOOT-56."""
LIGHTNING, LIGHTNING_DAMAGE = 18.0, 1
"""FR-LOOT-58."""
EXCHANGE = 12.0
"""FR-LOOT-60."""
BEAM, BEAM_WIDTH = 12.0, 1.0
"""FR-FIN-15."""
SMALL_FEATURE = 2.0
"""Features up to this size vanish in the beam, larger ones become rubble (FR-FIN-15); the size is ours."""
PARALYSED = "Paralysis"
LIT = Limit("lit up")
"""The limit on the whole force that says that visibility has no limits any more (FR-LOOT-57)."""
DISINTEGRATION = "Staff of Disintegration"
ATTACKING = ("Staff of Fire Bolt", "Staff of Lightning Bolt", "Staff of Paralysis", DISINTEGRATION)
"""The staffs that are used against somebody."""


@POWER.source("FR-LOOT-73", "FR-FIN-13", rank=-1)
def tools_of_casters(state: Battle, soldier: Soldier) -> Modifier | None:
    """A Sorcerous Tool or the Ring of Spell-casting gives Power; only one item counts for an action."""
    if carries(soldier, "Ring of Spell-casting"):
        return Modifier(1, "Ring of Spell-casting", "FR-FIN-13")
    return Modifier(1, "Sorcerous Tool", "FR-LOOT-73") if carries(soldier, "Sorcerous Tool") else None


@POWER.source("FR-LOOT-06")
def one_tool_for_an_action(state: Battle, soldier: Soldier) -> Modifier | None:
    """A caster who carries both casts with one of them."""
    if carries(soldier, "Ring of Spell-casting") and carries(soldier, "Sorcerous Tool"):
        return Modifier(0, "one item for an action", "FR-LOOT-06")
    return None


# ---- Staffs -------------------------------------------------------------------------------------


@action("Use a staff", "FR-LOOT-55")
class UseAStaff(Action):
    """A staff is used; it is no weapon in hand-to-hand."""

    group = "Items"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """The staff that is carried, if it works in a battle."""
        return [
            Candidate(
                f"use {one.name}",
                f"Use the {one.name}" + ("" if one.uses is None else f" ({one.uses} left)"),
                one.name,
                rules=("FR-LOOT-55", rule_of_staff(one.name)),
                check=lambda one=one: why_not_use(state, soldier, one),  # type: ignore[misc]
            )
            for one in soldier.items
            if one.kind == "staff"
            and one.name in STAFFS
            and (activation.may_attack or one.name not in ATTACKING)
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: str) -> None:
        """One use less; a staff without uses is destroyed."""
        staff = next(one for one in soldier.items if one.name == chosen)
        play.tell("staff used", "FR-LOOT-55", rule_of_staff(chosen), figure=soldier.id, item=chosen)
        soldier.has_attacked = soldier.has_attacked or chosen in ATTACKING
        await STAFFS[chosen](play, soldier)
        if staff.uses is None:
            use(soldier, Limit(staff.name))
        elif staff in soldier.items:
            use_up(play.state, staff, soldier)


def rule_of_staff(name: str) -> str:
    """The rule of a staff, the artifact among them."""
    return "FR-FIN-15" if name == DISINTEGRATION else rule_of_item(name)


@rule("FR-LOOT-55")
def why_not_use(state: Battle, soldier: Soldier, staff: Item) -> Refusal | None:
    """Some staffs work once a battle."""
    if staff.uses is None and soldier.has_used(Limit(staff.name)):
        return Refusal("FR-LOOT-55", f"The {staff.name} was used in this battle.", "Use it in the next one.")
    if staff.name in ATTACKING and (why := WHY_NOT_ACT.first(state, soldier, ATTACK)) is not None:
        return why
    if staff.name == "Staff of Paralysis" and not _seen(state, soldier):
        return Refusal("FR-LOOT-59", "Nobody is in sight.", "Move until you see somebody.")
    if staff.name == "Staff of Petty Air Elemental" and len(_friends(state, soldier)) < 2:
        return Refusal("FR-LOOT-60", "There are no two friends in reach.", "Move nearer to them.")
    return None


def _seen(state: Battle, soldier: Soldier) -> list[Enemy]:
    return [
        one
        for one in state.enemies_on_table()
        if one.side != "squad"
        and sees(state, soldier, one)
        and WHY_NOT_TARGET.first(state, soldier, one, "item") is None
        and WHY_UNTOUCHED_BY_MAGIC.first(state, one) is None
    ]


def _hit(soldier: Soldier, damage: int, rule_id: str, *traits: str, **facts: Any) -> Hit:
    by, unit = soldier.id, f"staff of {soldier.id}"
    traits = (*traits, "magical")
    return Hit(damage=damage, how="item", rules=(rule_id,), attacker=by, unit=unit, traits=traits, **facts)


@rule("FR-LOOT-56")
async def fire_bolt(play: Play[Battle], soldier: Soldier) -> None:
    """A figure struck directly takes three hard Hits, all within 2 inches one; Undead one more."""
    state = play.state

    def why_not(at: Point) -> Refusal | None:
        if sees_point(state, soldier, at):
            return None
        return Refusal("FR-LOOT-56", "The point is out of sight.", "Aim at a visible point.")

    def spots() -> list[Point]:
        return [one.at for one in state.enemies_on_table()] + [soldier.at]

    radius, prompt = inches(state, BOLT_RADIUS), "Where does the Fire Bolt strike?"
    planner = aim_planner(state, "FR-LOOT-56", spots, why_not, lambda at: judged(state, at, radius))
    at = await aim(play, soldier, "aim staff", prompt, ("FR-LOOT-56",), planner, radius)
    for one in state.figures_on_table():
        far = distance_to(one, at)
        if within(far, radius):
            count, damage = (BOLT_HITS, BOLT_DAMAGE) if far <= 0.0 else (1, 0)
            hit_dice = range(count + is_undead(one))
            hits = [_hit(soldier, damage, "FR-LOOT-56", at=at, radius=radius) for _ in hit_dice]
            await strike(play, one, hits, "FR-LOOT-56")


@rule("FR-LOOT-57")
async def illumination(play: Play[Battle], soldier: Soldier) -> None:
    """Visibility has no limits for the rest of the battle."""
    use(play.state, LIT)
    play.tell("lit up", "FR-LOOT-57", figure=soldier.id)


@rule("FR-LOOT-58")
async def lightning_bolt(play: Play[Battle], soldier: Soldier) -> None:
    """A line of 18 inches, up to the first terrain feature: everybody in it is Hit, monsters twice."""
    state = play.state

    def line_of(degrees: int) -> Line:
        return up_to_terrain(state, line_from(state, soldier, LIGHTNING, degrees))

    line = await choose_line(play, soldier, line_of, "In which direction does the bolt go?", "FR-LOOT-58")
    for one in in_line(state, soldier, line):
        count = 2 if one.is_monster else 1
        hits = [_hit(soldier, LIGHTNING_DAMAGE, "FR-LOOT-58") for _ in range(count)]
        hits[0].knocks_down = "FR-LOOT-58"
        await strike(play, one, hits, "FR-LOOT-58")


@rule("FR-LOOT-59")
async def paralysis(play: Play[Battle], soldier: Soldier) -> None:
    """One figure in sight neither moves nor attacks in its next activation."""
    seen, topic, prompt = _seen(play.state, soldier), "choose staff target", "Who is paralysed?"
    target = await which(play, soldier.seat, topic, prompt, seen, "FR-LOOT-59", by=soldier.id)
    note_attack(play.state, soldier.id, target)
    await WINDOWS.open(play, STRUCK_BY_MAGIC, Aimed(soldier.seat, target))
    put_on(target, Effect(PARALYSED, "FR-LOOT-59", by=soldier.id, until="activation"))
    play.tell("paralysed", "FR-LOOT-59", figure=target.id)


def _friends(state: Battle, soldier: Soldier) -> list[Soldier]:
    return [
        one
        for one in state.soldiers_on_table()
        # A rider has no place of its own and goes where the centaur goes (FR-TRF-13).
        if not one.riding
        and (one is soldier or (are_within(state, soldier, one, EXCHANGE) and sees(state, soldier, one)))
    ]


@rule("FR-LOOT-60")
async def air_elemental(play: Play[Battle], soldier: Soldier) -> None:
    """Two friends in reach exchange their places."""
    seat, by, prompt = soldier.seat, soldier.id, "Who exchange their places?"
    able = _friends(play.state, soldier)
    one, other = await which_several(
        play, seat, "exchange places", prompt, able, "FR-LOOT-60", by=by, least=2, most=2
    )
    (a, b), (height, other_height) = (one.at, other.at), (one.elevation, other.elevation)
    place(play, one, b, "FR-LOOT-60", elevation=other_height)
    place(play, other, a, "FR-LOOT-60", elevation=height)
    moved = (one.id, other.id)
    play.state.contacts = tuple(
        each for each in play.state.contacts if each.mover not in moved and each.other not in moved
    )


@rule("FR-FIN-15")
async def disintegration(play: Play[Battle], soldier: Soldier) -> None:
    """A beam of 12 inches kills everybody it touches; Monster Points go by 1D6, terrain is destroyed."""
    state, half, prompt = play.state, BEAM_WIDTH / 2, "In which direction does the beam go?"
    line_of = partial(line_from, state, soldier, BEAM)
    line = await choose_line(play, soldier, line_of, prompt, "FR-FIN-15", half)
    for one in in_line(state, soldier, line, half):
        if isinstance(one, Enemy) and one.monster_points > 0:
            (face,) = await play.roll(1, For("disintegrate", one.id), "FR-FIN-15", figure=one.id)
            await take_points(play, one, face, "FR-FIN-15", by=soldier.id)
        else:
            await _disintegrate(play, soldier, one)
    _destroy_terrain(play, *line)


async def _disintegrate(play: Play[Battle], soldier: Soldier, one: Soldier | Enemy) -> None:
    """No saving throw helps; a Dodge and Luck do, and the own dead are lost forever."""
    beam = _hit(soldier, 0, "FR-FIN-15", "no saves")
    now = Struck(play.state.seat_of(one), one, [])
    now.hit = beam
    await WINDOWS.open(play, HIT_STRIKES, now)
    if now.is_negated:
        play.tell("Hit negated", "FR-FIN-15", *filter(None, [now.negated_by]), target=one.id)
    elif now.is_settled and not now.casualty_hits:
        return
    elif await become_casualty(play, one, beam, "FR-FIN-15") and isinstance(one, Soldier):
        one.is_lost_forever = True
        play.tell("lost forever", "FR-FIN-15", figure=one.id)


@rule("FR-FIN-15")
def _destroy_terrain(play: Play[Battle], start: Point, end: Point) -> None:
    """Features that the beam strikes are gone; the larger ones leave rubble."""
    state = play.state
    half = inches(state, BEAM_WIDTH / 2)
    struck = [
        one.id
        for one in state.ground.areas
        if category(one.piece) is not None and one.distance_to_segment(start, end) <= half
    ]
    if not struck:
        return
    small, gone = inches(state, SMALL_FEATURE), openings_of(state.ground, *struck)
    pieces: list[Piece] = []
    for piece in state.ground.pieces:
        if piece.id not in struck:
            pieces += [piece] if piece.id not in gone else []
            continue
        west, south, east, north = box_of(piece.outline)
        if max(east - west, north - south) > small:
            pieces.append(rubble_of(piece))
        play.tell("terrain shattered", "FR-FIN-15", piece=piece.id)
    state.ground = Ground(state.ground.width, state.ground.depth, tuple(pieces))
    for one in state.figures_on_table():
        one.elevation = min(one.elevation, level_at(state, one.at))


Used = Callable[[Play[Battle], Soldier], Awaitable[None]]
STAFFS: dict[str, Used] = {
    "Staff of Fire Bolt": fire_bolt,
    "Staff of Illumination": illumination,
    "Staff of Lightning Bolt": lightning_bolt,
    "Staff of Paralysis": paralysis,
    "Staff of Petty Air Elemental": air_elemental,
    DISINTEGRATION: disintegration,
}
"""What each staff does in a battle; the Staff of Recovery works outside (FR-LOOT-61)."""
