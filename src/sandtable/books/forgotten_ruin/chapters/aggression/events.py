"""The events of the Aggression table: what comes, and where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.aggression.score import table
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    centre,
    closer_than,
    comes_to,
    distance_to,
    inches,
    neutral_edges,
    pick_at_random,
    remove,
    within,
)
from sandtable.books.forgotten_ruin.chapters.terrain import is_as_high
from sandtable.books.forgotten_ruin.enemies.generating import (
    mob_size,
    new_mob,
    new_monster,
    promote,
    roll_enemy_type,
    waiting,
)
from sandtable.books.forgotten_ruin.enemies.movement.placing import (
    add_champion,
    add_figures,
    arrival_edge,
    arrive_alone,
    arrive_from_edge,
    can_stand,
    stand,
)
from sandtable.books.forgotten_ruin.loot.finding import find_loot
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Marker, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, MOVED, WINDOWS, Movement, Removal
from sandtable.kernel import Play, rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import Piece, Point
from sandtable.table.edges import distance_to_edge
from sandtable.table.figures.room import places_around
from sandtable.table.shapes import box_of, edges_of, outline_distance

SMALLER, LARGER = -1, 1
"""Reinforcements and Ambush are 1 smaller than normal, a New wave 1 larger (FR-AGG-08)."""
RENEWED = 3
"""The figures of Renewed effort (FR-AGG-13)."""
UNAWARE_UP_TO = 3
"""The dice with which Reinforcements come Unaware (FR-AGG-12)."""
HERO_POINTS = 2
"""The Monster Points of a Hero (FR-AGG-17)."""
REVEALED_MOBS = 2
"""The mobs that Revelations give a champion (FR-AGG-16)."""
AMBUSH_GAP = 1.0
"""How close an Ambush may be placed to a soldier (FR-AGG-14)."""
STEP_OUT, BESIDE = 0.25, 0.6
"""How the place beside a feature is looked for, in inches (FR-AGG-14)."""
REVELATION, ARTIFACT = "revelation", "artifact"
"""What the notes of champions and the token on the table are called (FR-AGG-16, FR-AGG-19)."""

Event = Callable[[Play[Battle]], Awaitable[None]]
EVENTS: Registry[Event] = Registry("an Aggression event")


def _event(name: str, *rules: str) -> Callable[[Event], Event]:
    def register(code: Event) -> Event:
        EVENTS[name] = rule(*rules)(code)
        return code

    return register


def mobs_on_table(state: Battle) -> list[Mob]:
    """The mobs with a figure on the table, in the order in which they were made."""
    return [mob for mob in state.mobs.values() if state.members(mob.id)]


@rule("FR-AGG-07")
async def apply_event(play: Play[Battle], name: str) -> str:
    """An event happens, or another in its place where it needs a mob and there is none; which one it was."""
    mission = play.state.mission
    if not mission.enemy_type:
        # A battle that began without mobs has no type yet; those who come now have one (FR-ENE-02).
        mission.enemy_type = await roll_enemy_type(play)
    row = next(one for one in table().rows if one.result == name)
    instead = row.if_no_mobs
    hero = name == "Hero" and bool(_heroes(play.state))
    if instead and not mobs_on_table(play.state) and not hero:
        play.tell("Aggression event", row.rule, event=name, instead=instead, why="no mob is on the table")
        await EVENTS[instead](play)
        if name != "Artifact":
            return instead
        # FR-AGG-19: the champion comes with the new mob.
        await EVENTS[name](play)
        return name
    play.tell("Aggression event", row.rule, event=name)
    await EVENTS[name](play)
    return name


@_event("Replacements", "FR-AGG-11")
async def replacements(play: Play[Battle]) -> None:
    """Every mob on the table gains an ordinary figure."""
    for mob in mobs_on_table(play.state):
        await add_figures(play, mob, 1, "FR-AGG-11", "FR-AGG-09")


@_event("Reinforcements", "FR-AGG-12", "FR-AGG-08")
async def reinforcements(play: Play[Battle]) -> None:
    """A new mob comes over the enemy's edge; a low die makes it Unaware and stays on the score."""
    state = play.state
    alone = not mobs_on_table(state)
    (face,) = await play.roll(1, "reinforcements", "FR-AGG-12")
    low = face <= UNAWARE_UP_TO
    if low:
        state.aggression = face
    size = mob_size(state, change=SMALLER)
    mob = await new_mob(play, state.mission.enemy_type, size, aware=not low or alone)
    await arrive_from_edge(play, mob, "FR-AGG-12", "FR-AGG-08", "FR-AGG-09")
    how = "Aware" if mob.aware else "Unaware"
    play.tell("Reinforcements", "FR-AGG-12", mob=mob.id, how=how, aware=mob.aware, score=state.aggression)


@_event("Renewed effort", "FR-AGG-13")
async def renewed_effort(play: Play[Battle]) -> None:
    """The mob closest to the player's edge gains three ordinary figures."""
    state = play.state
    far = {
        mob.id: min(
            distance_to_edge(state.ground, one.at, state.edge) - one.radius for one in state.members(mob.id)
        )
        for mob in mobs_on_table(state)
    }
    nearest = min(far.values())
    closest = [state.mobs[one] for one, away in far.items() if away <= nearest + 0.01]
    mob = await pick_at_random(play, closest, "mob", "FR-AGG-13")
    await add_figures(play, mob, RENEWED, "FR-AGG-13", "FR-AGG-09")


@_event("Ambush", "FR-AGG-14", "FR-AGG-08")
async def ambush(play: Play[Battle]) -> None:
    """A new Aware mob appears in or beside the terrain nearest to the centre of the table."""
    state = play.state
    at = await _ambush_point(play)
    mob = await new_mob(play, state.mission.enemy_type, mob_size(state, change=SMALLER), aware=True)
    cited = ("FR-AGG-14", "FR-AGG-08", "FR-AGG-09")
    figures = waiting(state, mob)
    for figure in figures:
        spot = _ambush_spot(state, figure, at)
        stand(play, [figure], [spot], spot, *cited)
    play.tell("mob placed", *cited, mob=mob.id, at=at, figures=[one.id for one in figures])


def _ambush_spot(state: Battle, figure: Enemy, at: Point) -> Point:
    """The place nearest to the point that is close to a mate and an inch off every soldier."""
    mates, soldiers = state.members(figure.mob), state.soldiers_on_table()
    apart, free = inches(state, AMBUSH_GAP), at
    for spot in places_around(at):
        if not can_stand(state, figure, spot):
            continue
        if any(closer_than(distance_to(one, spot) - figure.radius, apart) for one in soldiers):
            continue
        if not mates or any(within(distance_to(one, spot) - figure.radius, apart) for one in mates):
            return spot
        free = spot if free == at else free
    return free


async def _ambush_point(play: Play[Battle]) -> Point:
    """Inside an Area or Interior; else beside the feature, away from the nearest soldier."""
    state = play.state
    middle = centre(state)
    pieces = [one for one in state.ground.pieces if "opening" not in one.traits]
    if not pieces:
        return middle
    far = [_distance(piece, middle) for piece in pieces]
    nearest = [piece for piece, away in zip(pieces, far, strict=True) if away <= min(far) + 0.01]
    piece = await pick_at_random(play, nearest, "feature", "FR-AGG-14")
    west, south, east, north = box_of(piece.outline)
    core, soldiers = ((west + east) / 2, (south + north) / 2), state.soldiers_on_table()
    if {"area", "interior"} & set(piece.traits) or not soldiers:
        return core
    near = min(soldiers, key=lambda one: hypot(one.at[0] - core[0], one.at[1] - core[1]))
    dx, dy = core[0] - near.at[0], core[1] - near.at[1]
    if not (dx or dy):
        # The soldier stands in the middle of the feature: any side will do.
        dy = 1.0
    length, reach = hypot(dx, dy), 0.0
    while True:
        # Out of the feature on the far side, and no farther than a base needs.
        reach += inches(state, STEP_OUT)
        spot = (core[0] + dx / length * reach, core[1] + dy / length * reach)
        if _distance(piece, spot) >= inches(state, BESIDE):
            return spot


def _distance(piece: Piece, point: Point) -> float:
    return outline_distance(point[0], point[1], edges_of(piece.outline))


@_event("New wave", "FR-AGG-15", "FR-AGG-21")
async def new_wave(play: Play[Battle]) -> None:
    """Every mob leaves and as many new, larger ones come; champions who left count on the score."""
    state = play.state
    leaving = mobs_on_table(state)
    champions = 0
    for mob in leaving:
        for figure in state.members(mob.id):
            champions += figure.is_champion
            await remove(play, figure, "withdrawn", "FR-AGG-15", means="event")
        mob.killed_in_phase, mob.extra_morale = 0, 0
    if champions:
        state.aggression = champions
    play.tell("New wave", "FR-AGG-15", "FR-AGG-21", mobs=[one.id for one in leaving], score=state.aggression)
    for _ in leaving:
        size = mob_size(state, change=LARGER)
        mob = await new_mob(play, state.mission.enemy_type, size, aware=True)
        await arrive_from_edge(play, mob, "FR-AGG-15", "FR-AGG-08", "FR-AGG-09")


@_event("Revelations", "FR-AGG-16", "FR-AGG-10")
async def revelations(play: Play[Battle]) -> None:
    """Two random mobs receive a champion each, whose death gives Exposure after the mission."""
    waiting = mobs_on_table(play.state)
    for _ in range(min(REVEALED_MOBS, len(waiting))):
        mob = await pick_at_random(play, waiting, "mob", "FR-AGG-16")
        waiting.remove(mob)
        champion = await add_champion(play, mob, "FR-AGG-16", "FR-AGG-09")
        champion.note = REVELATION


def _heroes(state: Battle) -> list[Enemy]:
    """Champions and villains on the table."""
    enemies = [one for one in state.enemies_on_table() if one.side == "enemy"]
    return [one for one in enemies if one.is_champion or one.kind == "villain"]


@_event("Hero", "FR-AGG-17", "FR-AGG-09")
async def hero(play: Play[Battle]) -> None:
    """A random champion or villain gains two Monster Points; where there is none, somebody becomes one."""
    state = play.state
    heroes = _heroes(state)
    if heroes:
        chosen = await pick_at_random(play, heroes, "hero", "FR-AGG-17")
    else:
        mob = await pick_at_random(play, mobs_on_table(state), "mob", "FR-AGG-17")
        chosen = await pick_at_random(play, state.members(mob.id), "figure", "FR-AGG-17")
        await promote(play, chosen, "FR-AGG-17")
    chosen.monster_points += HERO_POINTS
    chosen.starting_points += HERO_POINTS
    play.tell("Hero", "FR-AGG-17", figure=chosen.id, points=chosen.monster_points)


@_event("Monster", "FR-AGG-18")
async def monster(play: Play[Battle]) -> None:
    """A monster comes over the middle of a random neutral edge."""
    figure = await new_monster(play, "", "enemy", "FR-AGG-18")
    edge = await arrival_edge(play, neutral_edges(play.state), "FR-AGG-18")
    await arrive_alone(play, figure, edge, "FR-AGG-18", "FR-AGG-09")


@_event("Artifact", "FR-AGG-19", "FR-AGG-10")
async def artifact(play: Play[Battle]) -> None:
    """A random mob receives a champion with an artifact."""
    mob = await pick_at_random(play, mobs_on_table(play.state), "mob", "FR-AGG-19")
    champion = await add_champion(play, mob, "FR-AGG-19", "FR-AGG-09")
    champion.note = ARTIFACT


@rule("FR-AGG-16", "FR-AGG-19")
def _is_yours(note: str, play: Play[Battle], seat: str, now: Removal) -> bool:
    """A champion with this note was killed, and not by another monster or enemy."""
    killer = play.state.enemies.get(now.by)
    if not isinstance(now.figure, Enemy) or note not in now.figure.note or now.how != "casualty":
        return False
    return killer is None or killer.side == "squad"


@WINDOWS.consequence(FIGURE_REMOVED, "Revelations", "FR-AGG-16", partial(_is_yours, REVELATION), rank=-2)
async def reveal(play: Play[Battle], seat: str, now: Removal) -> None:
    """The champion is dead: one Exposure after the mission."""
    play.state.stock.exposure_owed += 1
    play.tell("Exposure after the mission", "FR-AGG-16", figure=now.figure.id, points=1)


@WINDOWS.consequence(FIGURE_REMOVED, "Artifact", "FR-AGG-19", partial(_is_yours, ARTIFACT), rank=-2)
async def leave_artifact(play: Play[Battle], seat: str, now: Removal) -> None:
    """Killed in hand-to-hand the artifact is taken at once, else it lies where the champion died."""
    state = play.state
    if now.means == "hand-to-hand" and now.by in state.soldiers:
        await _take_artifact(play, state.soldiers[now.by], now.figure.at)
        return
    marker = Marker(state.new_id("K"), "artifact", now.figure.at, elevation=now.figure.elevation)
    state.markers[marker.id] = marker
    play.tell("artifact dropped", "FR-AGG-19", marker=marker.id, at=marker.at)


def _reaches_artifact(play: Play[Battle], seat: str, now: Movement) -> list[Marker]:
    soldier = now.figure
    if not isinstance(soldier, Soldier) or soldier.is_ghost or soldier.copy_of:
        return []  # A Mirror Image is no soldier and holds nothing (FR-SPL-38).
    lying = [one for one in play.state.markers.values() if one.kind == "artifact" and not one.gone]
    return [one for one in lying if comes_to(now, one.at) and is_as_high(play.state, soldier, one)]


@WINDOWS.consequence(MOVED, "Artifact", "FR-AGG-19", _reaches_artifact, rank=-1)
async def claim_artifact(play: Play[Battle], seat: str, now: Movement, found: list[Marker]) -> None:
    """A soldier whose base touches the token has it, without an Action."""
    assert isinstance(now.figure, Soldier)
    for marker in found:
        marker.gone = True
        await _take_artifact(play, now.figure, marker.at)


async def _take_artifact(play: Play[Battle], soldier: Soldier, at: Point) -> None:
    """A bonus Loot roll, usable at once where Loot can be rolled in battle."""
    play.tell("artifact taken", "FR-AGG-19", figure=soldier.id)
    await find_loot(play, soldier, "FR-AGG-19", at=at)
