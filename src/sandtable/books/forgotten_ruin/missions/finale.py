"""The finale: the artifact battles and the Final Battle."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.asking import which
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    depth_of,
    gap,
    inches,
    on_grid,
    width_of,
    within,
)
from sandtable.books.forgotten_ruin.enemies.generating import (
    enlist,
    muster,
    new_monster,
    next_mob_id,
    promote,
    roll_enemy_type,
    roll_training,
)
from sandtable.books.forgotten_ruin.enemies.movement.deploying import deploy_villains, settle_enemy_type
from sandtable.books.forgotten_ruin.enemies.movement.placing import FRONT_LINE, place_alone, place_mob
from sandtable.books.forgotten_ruin.enemies.villains.roster import villains_who_come
from sandtable.books.forgotten_ruin.loot.finding import HAND_OVER, can_take, give, may_have
from sandtable.books.forgotten_ruin.loot.staffs import DISINTEGRATION
from sandtable.books.forgotten_ruin.loot.weapons import SWORD, sword_of_destruction
from sandtable.books.forgotten_ruin.missions.ending import ENDINGS
from sandtable.books.forgotten_ruin.missions.objectives.carrying import edge_left, finds
from sandtable.books.forgotten_ruin.missions.victory import close
from sandtable.books.forgotten_ruin.modifiers import MOB_SIZE, WHY_WAITS
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Item, Marker, Mob, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    FIGURE_REMOVED,
    HIT_STRIKES,
    MOVED,
    WINDOWS,
    Movement,
    Removal,
    Struck,
)
from sandtable.kernel import Play, Refusal, rule, total_of
from sandtable.table import Point

MOBS, FIGURES = 3, 7
"""The mobs of an artifact battle, each with a champion on top (FR-FIN-06)."""
ENEMY_ZONE = 6.0
"""How deep the enemy stands from its edge in an artifact battle (FR-FIN-05)."""
BEHIND_THE_MONSTER = 2.0
"""How far from the edge the middle of the mob is that stands behind the monster; ours."""
WARRIORS = 8
"""The figures of each front mob of the Final Battle (FR-FIN-19)."""
FRONT, REAR = 34.0, 38.0
"""How far from the player's edge the two lines stand (FR-FIN-20)."""
SHORT_FRONT, SHORT_REAR, SHORT_TABLE = 33.0, 35.0, 36.0
"""The same on a table 36 inches deep (FR-FIN-20)."""
BASE, IN_LINE = 0.5, 8
"""A line is measured to the near edge of its bases, and all figures of a mob stand in it."""
ASLEEP_ROUNDS = 2
"""How long the monster of an artifact battle waits (FR-FIN-07)."""
WAITING = "waits"
"""The note on the monster that does not act yet."""


@rule("FR-FIN-22")
async def raise_enemy(play: Play[Battle]) -> None:
    """The enemy of a finale battle, with its villains."""
    state = play.state
    await settle_enemy_type(play)
    villains = await villains_who_come(play) if state.switches.villains_in_finale else []
    if state.mission.kind == "artifact":
        await _raise_guardians(play)
    else:
        await _raise_host(play)
    await deploy_villains(play, villains)
    play.tell("villains in the finale", "FR-FIN-22", count=len(villains))


def _size_change(state: Battle) -> int:
    """Difficulty, Warlords and the like change these mobs like any others (FR-FIN-06)."""
    return total_of(MOB_SIZE.all(state, True))


async def _led_mob(play: Play[Battle], *rules: str) -> Mob:
    """A mob of 7 that rolls its training, and a champion as its eighth figure."""
    state = play.state
    type = state.mission.enemy_type
    if state.switches.mixed_artifact_mobs and state.mission.kind == "artifact":
        type = await roll_enemy_type(play)
    training = await roll_training(play, type, next_mob_id(state))
    mob = muster(state, type, max(1, FIGURES + _size_change(state)), training)
    await promote(play, enlist(state, mob), *rules)
    return mob


@rule("FR-FIN-05", "FR-FIN-06", "FR-FIN-07", "FR-FIN-08", "FR-FIN-09")
async def _raise_guardians(play: Play[Battle]) -> None:
    """Three led mobs and a monster guard the chest at the enemy's edge; nothing else is used."""
    state = play.state
    wide, deep = width_of(state), depth_of(state)
    mobs = [await _led_mob(play, "FR-FIN-06") for _ in range(MOBS)]
    monster = await new_monster(play, "", "enemy", "FR-FIN-07")
    monster.note = WAITING
    # At the front of the zone, before the chest.
    line = deep - inches(state, ENEMY_ZONE) + monster.radius
    await place_alone(play, monster, on_grid(state, wide / 2, line), "FR-FIN-07", "FR-FIN-05")
    for number, mob in enumerate(mobs):
        behind = inches(state, BEHIND_THE_MONSTER if number == MOBS // 2 else ENEMY_ZONE / 2)
        at = on_grid(state, wide * (2 * number + 1) / (2 * MOBS), deep - behind)
        await place_mob(play, mob, at, "FR-FIN-06", "FR-FIN-05", "FR-FIN-08")
    chest = on_grid(state, wide / 2, deep - inches(state, 1.0))
    state.markers["chest"] = Marker(id="chest", kind="chest", at=chest)
    play.tell("marker placed", "FR-FIN-09", marker="chest", at=chest)


@FRONT_LINE.source("FR-FIN-05", "FR-FIN-16", "FR-FIN-20")
def front_line(state: Battle) -> float | None:
    """At least 24 or 30 in lie between the forces of the finale when it begins."""
    if state.round or state.mission.kind not in ("artifact", "final"):
        return None
    if state.mission.kind == "artifact":
        return depth_of(state) - inches(state, ENEMY_ZONE)
    return inches(state, SHORT_FRONT if _is_short(state) else FRONT)


def _is_short(state: Battle) -> bool:
    return depth_of(state) <= inches(state, SHORT_TABLE)


@rule("FR-FIN-18", "FR-FIN-19", "FR-FIN-20")
async def _raise_host(play: Play[Battle]) -> None:
    """Three mobs of warriors in front, three led mobs behind them, evenly spaced."""
    state = play.state
    wide = width_of(state)
    front, rear = (SHORT_FRONT, SHORT_REAR) if _is_short(state) else (FRONT, REAR)

    def at(number: int, along: float) -> Point:
        return on_grid(state, wide * (2 * number + 1) / (2 * MOBS), inches(state, along))

    for number in range(MOBS):
        mob = muster(state, state.mission.enemy_type, max(1, WARRIORS + _size_change(state)), "Warriors")
        rules = ("FR-FIN-19", "FR-FIN-20", "FR-FIN-18")
        await place_mob(play, mob, at(number, front + BASE), *rules, wide=IN_LINE)
    for number in range(MOBS):
        mob = await _led_mob(play, "FR-FIN-19")
        await place_mob(play, mob, at(number, rear + BASE), "FR-FIN-19", "FR-FIN-20", wide=IN_LINE)


def _guardian(play: Play[Battle], seat: str, now: Struck) -> Enemy | None:
    return now.target if isinstance(now.target, Enemy) and WAITING in now.target.note else None


@WINDOWS.consequence(HIT_STRIKES, "rouse the guardian", "FR-FIN-07", _guardian, rank=-3)
async def rouse(play: Play[Battle], seat: str, now: Struck, guardian: Enemy) -> None:
    """An attack rouses it; it acts from the next Enemy Phase on."""
    guardian.note = guardian.note.replace(WAITING, "").strip()
    guardian.acted = guardian.acted or play.state.phase == "enemy"
    play.tell("guardian roused", "FR-FIN-07", figure=guardian.id)


@WHY_WAITS.source("FR-FIN-07")
def guardian_waits(state: Battle, monster: Enemy) -> Refusal | None:
    """The guardian monster does not act in rounds 1 and 2 unless it is fired upon, hit or not."""
    waits = WAITING in monster.note and state.round <= ASLEEP_ROUNDS and not monster.last_attacker
    return barred("guardian waits", name=monster.name) if waits else None


# ---- The artifact -------------------------------------------------------------------------------


def _at_chest(play: Play[Battle], seat: str, now: Movement) -> list[Marker]:
    is_able = isinstance(now.figure, Soldier) and now.figure.position not in ("pet", "mirror image")
    return finds(play, now, "chest", "relic") if is_able else []


@WINDOWS.consequence(MOVED, "take the artifact", "FR-FIN-09", _at_chest, rank=-2)
async def take_artifact(play: Play[Battle], seat: str, now: Movement, found: list[Marker]) -> None:
    """A soldier who moves into contact with the chest, or with the dropped artifact, has it."""
    assert isinstance(now.figure, Soldier)
    for marker in found:
        marker.gone = True
        holder = await _who_has_it(play, now.figure)
        holder.has_artifact = True
        artifact = play.state.mission.artifact
        play.tell("artifact taken", "FR-FIN-09", "FR-FIN-12", figure=holder.id, artifact=artifact)


@rule("FR-FIN-12")
async def _who_has_it(play: Play[Battle], finder: Soldier) -> Soldier:
    """The soldier who claims the artifact, or another within 2 inches, may use it at once."""
    state = play.state
    find = artifact_called(state.mission.artifact)
    far = inches(state, HAND_OVER)
    near = [one for one in state.soldiers_on_table() if can_take(one) and within(gap(finder, one), far)]
    able = [one for one in near if may_have(one, find)]
    if not able:
        return finder
    topic, prompt = "give artifact", f"Who has the {find.name}?"
    holder = await which(play, finder.seat, topic, prompt, able, "FR-FIN-12", "FR-LOOT-05", by=finder.id)
    give(holder, find)
    return holder


@rule("FR-FIN-12", "FR-FIN-13", "FR-FIN-14", "FR-FIN-15")
def artifact_called(name: str) -> Weapon | Item:
    """An artifact as a soldier carries it: a sword, a staff for one use, or the ring."""
    if name == SWORD:
        return sword_of_destruction()
    return Item(name, "staff", uses=1) if name == DISINTEGRATION else Item(name, "artifact")


def _carrier(play: Play[Battle], seat: str, now: Removal) -> Soldier | None:
    figure = now.figure
    return figure if isinstance(figure, Soldier) and figure.has_artifact else None


@WINDOWS.consequence(FIGURE_REMOVED, "the artifact's carrier is gone", "FR-FIN-09", _carrier, rank=-3)
async def carrier_gone(play: Play[Battle], seat: str, now: Removal, figure: Soldier) -> None:
    """Over the own edge it is secured; a casualty drops it; over another edge it is lost."""
    state = play.state
    figure.has_artifact = False
    is_spent = False
    if now.how != "left":
        name = state.mission.artifact
        # A staff for one use that is gone from the hand has been used.
        is_spent = name == DISINTEGRATION and not any(one.kind == "staff" for one in figure.items)
        figure.weapons = tuple(one for one in figure.weapons if one.name != name)
        figure.items = tuple(one for one in figure.items if one.name != name)
    if now.how == "left" and edge_left(state, figure) == state.edge:
        _secure(play, figure.id)
    elif now.how == "left" or is_spent:
        play.tell("artifact lost", "FR-FIN-15" if is_spent else "FR-FIN-10", figure=figure.id)
    else:
        state.markers["artifact"] = Marker("artifact", "relic", figure.at, elevation=figure.elevation)
        play.tell("thing dropped", "FR-FIN-09", figure=figure.id, thing="artifact", at=figure.at)


@rule("FR-FIN-09", "FR-FIN-12")
def _secure(play: Play[Battle], by: str) -> None:
    """The artifact belongs to the squad, and the battle is won."""
    play.state.won = True
    play.tell("artifact secured", "FR-FIN-09", "FR-FIN-12", figure=by, artifact=play.state.mission.artifact)


@ENDINGS.entry("artifact")
@rule("FR-FIN-10")
async def end_artifact_battle(play: Play[Battle]) -> None:
    """It ends when every enemy is destroyed; the soldier who then carries the artifact has secured it."""
    state = play.state
    if any(one.side == "enemy" for one in state.enemies_on_table()):
        return
    # Who is aloft counts as on the battlefield (FR-TRF-52).
    here = [one for one in state.soldiers.values() if one.where in ("on the table", "aloft")]
    carrier = next((one for one in here if one.has_artifact), None)
    if carrier is not None:
        _secure(play, carrier.id)
    elif here and any(not one.gone for id, one in state.markers.items() if id in ("chest", "artifact")):
        # Nobody is left to keep it from the squad.
        _secure(play, here[0].id)
    close(play, "every enemy is destroyed", "FR-FIN-10")


@ENDINGS.entry("final")
@rule("FR-FIN-23")
async def end_final_battle(play: Play[Battle]) -> None:
    """It is won when no enemy is left and a soldier still stands on the table."""
    state = play.state
    if any(one.side == "enemy" for one in state.enemies_on_table()):
        return
    state.won = True
    play.tell("mission won", "FR-FIN-23", requirement="no enemy is left")
    close(play, "no enemy is left", "FR-FIN-23")
