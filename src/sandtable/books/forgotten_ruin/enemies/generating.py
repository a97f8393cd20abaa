"""Enemy generation: types, sizes, training, champions; mobs and monsters as they are made."""

from __future__ import annotations

import msgspec

from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.principles.conventions import stature
from sandtable.books.forgotten_ruin.chapters.story_points.points import roll_on
from sandtable.books.forgotten_ruin.enemies.enemy_tables import (
    EnemyType,
    MonsterType,
    encounters,
    enemy_type,
    enemy_types,
    monster_type,
    monsters,
    trainings,
)
from sandtable.books.forgotten_ruin.missions.mission_tables import turn_of
from sandtable.books.forgotten_ruin.modifiers import CHAMPION_ROLL, MOB_SIZE, MONSTER_POINTS
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob, Profile, Side
from sandtable.kernel.check import Modifier, total_of
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play

MONSTER_RADIUS, MONSTER_HEIGHT = 1.0, 2.5
"""The base and height of monsters (FR-PRN-30)."""
CHAMPION_BONUS = 1
"""What a champion adds to Combat Skill and Resistance (FR-ENE-34)."""
RUNNERS_BONUS = 1
"""What Runners add to Speed (FR-ENE-44)."""
SORCERER_NUMBER = 6
"""The die that makes a champion a sorcerer (FR-ENE-37)."""
SMALLEST_MOB = 1
"""No mob has fewer figures (FR-ENE-40)."""


@rule("FR-ENE-06", "FR-ENE-34", "FR-ENE-44")
def profile_of(type: str, training: str = "Warriors", champion: bool = False) -> Profile:
    """The profile of a figure: its type's, changed by training and by being a champion."""
    row = enemy_type(type)
    better = CHAMPION_BONUS if champion else 0
    return Profile(
        speed=float(row.speed + (RUNNERS_BONUS if training == "Runners" else 0)),
        combat_skill=row.combat + better,
        toughness=row.toughness,
        resistance=row.resistance + better,
    )


@rule("FR-ENE-05")
def shown_name(state: Battle, type: str) -> str:
    """The name under which a type or monster is shown; profile and rules stay."""
    shown: dict[str, str] = state.extra.get("names", {})
    return shown.get(type, type)


@rule("FR-ENE-05")
def profile_in(state: Battle, type: str, training: str = "Warriors", champion: bool = False) -> Profile:
    """The profile in this battle, with the value that is traded for another where the house rule is used."""
    profile = profile_of(type, training, champion)
    traded: dict[str, list[str]] = state.extra.get("traded", {})
    if type not in traded:
        return profile
    up, down = traded[type]
    return msgspec.structs.replace(
        profile, **{up: getattr(profile, up) + 1, down: max(0, getattr(profile, down) - 1)}
    )


def traits_of(row: EnemyType) -> tuple[str, ...]:
    """What is said of every figure of a type: its special rules, Fearless and Undead."""
    marks = (("Fearless", row.fearless), ("Undead", row.undead))
    return (*row.special, *(name for name, is_so in marks if is_so))


@rule("FR-ENE-02")
async def roll_enemy_type(play: Play[Battle]) -> str:
    """The enemy type of the whole battle."""
    row = await roll_on(play, "enemy encounter", enemy_types(), "FR-ENE-04", "FR-ENE-02", "FR-ENE-06")
    return row.name


@rule("FR-ENE-39", "FR-ENE-40")
def mob_size(state: Battle, initial: bool = False, change: int = 0) -> int:
    """The figures of a mob: the campaign turn's number with every effect in force, at least 1."""
    usual = turn_of(state.mission.campaign_turn).mob_size
    return max(SMALLEST_MOB, usual + change + total_of(MOB_SIZE.all(state, initial)))


def size_rules(state: Battle, initial: bool) -> tuple[str, ...]:
    """The rules that have a part in the size of a mob."""
    found = tuple(one.rule for one in MOB_SIZE.all(state, initial))
    return ("FR-ENE-39", "FR-ENE-40", "FR-CAM-12", *found)


@rule("FR-ENE-42", "FR-ENE-43")
async def roll_training(play: Play[Battle], type: str, mob: str) -> str:
    """The training of a mob; where a type can never be archers they are Warriors."""
    row = await roll_on(play, "mob training", trainings(), "FR-ENE-42")
    name = row.name
    if name == "Archers" and not enemy_type(type).archers:
        play.tell("mob training", "FR-ENE-43", mob=mob, training="Warriors", why=f"{type} are never archers")
        return "Warriors"
    play.tell("mob training", "FR-ENE-42", *([row.rule] if row.rule else []), mob=mob, training=name)
    return name


@rule("FR-ENE-41")
async def vary(play: Play[Battle], mob: str, size: int) -> int:
    """With the option a mob is one figure smaller or larger than expected."""
    if not play.state.switches.mob_variation:
        return size
    (face,) = await play.roll(1, For("variation", mob), "FR-ENE-41")
    return max(SMALLEST_MOB, size + row_for(encounters().variation, face).figures)


def next_mob_id(state: Battle) -> str:
    """The id of the mob that is made next."""
    return f"M{len(state.mobs) + 1}"


def muster(state: Battle, type: str, size: int, training: str = "Warriors", aware: bool = True) -> Mob:
    """A mob of ordinary figures that wait beside the table."""
    id = next_mob_id(state)
    mob = Mob(id=id, type=type, training=training, aware=aware, number=len(state.mobs) + 1)
    state.mobs[id] = mob
    for _ in range(size):
        enlist(state, mob)
    return mob


def enlist(state: Battle, mob: Mob) -> Enemy:
    """One more ordinary figure for a mob, waiting."""
    taken = [int(one.id.split(".")[1]) for one in state.enemies.values() if one.mob == mob.id]
    id = f"{mob.id}.{max(taken, default=0) + 1}"
    radius, height = stature(state, is_monster=False)
    figure = Enemy(
        id=id,
        name=shown_name(state, mob.type),
        profile=profile_in(state, mob.type, mob.training),
        side="enemy",
        type=mob.type,
        mob=mob.id,
        training=mob.training,
        radius=radius,
        height=height,
        traits=traits_of(enemy_type(mob.type)),
    )
    state.enemies[id] = figure
    return figure


def waiting(state: Battle, mob: Mob) -> list[Enemy]:
    """The figures of a mob that wait beside the table."""
    return [one for one in state.enemies.values() if one.mob == mob.id and one.where == "waiting"]


@rule("FR-ENE-32", "FR-ENE-33")
async def roll_champions(play: Play[Battle], mob: Mob) -> None:
    """A mob that comes on the table may have one or two champions among its figures."""
    numbers = enemy_type(mob.type).champion
    if not numbers:
        return
    more = CHAMPION_ROLL.all(play.state)
    (face,) = await play.roll(1, For("champion", mob.id), "FR-ENE-32", *(one.rule for one in more))
    count = sum(1 for number in numbers if face + total_of(more) >= number)
    ordinary = [one for one in waiting(play.state, mob) if not one.is_champion]
    for figure in ordinary[: min(count, len(ordinary))]:
        await promote(play, figure, "FR-ENE-32", "FR-ENE-33")


@rule("FR-ENE-34", "FR-ENE-37")
async def promote(play: Play[Battle], figure: Enemy, *rules: str) -> None:
    """A figure becomes a champion, and perhaps a sorcerer."""
    state = play.state
    figure.is_champion = True
    figure.name = f"{shown_name(state, figure.type)} champion"
    figure.profile = profile_in(state, figure.type, figure.training or "Warriors", champion=True)
    changes = MONSTER_POINTS.all(state, figure, 0)
    points = total_of(changes)
    if points > 0:
        figure.monster_points = figure.starting_points = points
    play.tell(
        "champion", *rules, "FR-ENE-34", *(one.rule for one in changes), figure=figure.id, points=points
    )
    if enemy_type(figure.type).sorcerer:
        (face,) = await play.roll(1, For("sorcerer", figure.id), "FR-ENE-37")
        if face >= SORCERER_NUMBER:
            figure.is_sorcerer = True
            play.tell("sorcerer", "FR-ENE-37", "FR-ENE-38", figure=figure.id)


async def new_mob(
    play: Play[Battle], type: str, size: int, training: str | None = None, aware: bool = True
) -> Mob:
    """A mob that comes during a battle, with its training and champions; its figures wait to be placed."""
    id = next_mob_id(play.state)
    if training is None:
        training = await roll_training(play, type, id)
    size = await vary(play, id, size)
    mob = muster(play.state, type, size, training, aware)
    rules = size_rules(play.state, initial=False)
    play.tell("mob raised", *rules, mob=id, type=type, training=training, aware=aware, size=size)
    await roll_champions(play, mob)
    return mob


@rule("FR-MON-01")
async def roll_monster(play: Play[Battle], *rules: str) -> str:
    """Which monster comes; where monsters were rolled in advance, the next of them."""
    queue: list[str] = list(play.state.extra.get("monsters", ()))
    if play.state.switches.monster_queue:
        if not queue:
            queue = await _queued(play)
        name, *rest = queue
        play.state.extra = {**play.state.extra, "monsters": rest}
        play.tell("monster drawn", "FR-MON-02", *rules, monster=name, next=rest)
        return name
    return (await roll_on(play, "monster", monsters(), "FR-MON-01", "FR-MON-04", *rules)).name


QUEUE = 3
"""How many monsters are rolled in advance (FR-MON-02)."""


@rule("FR-MON-02")
async def _queued(play: Play[Battle]) -> list[str]:
    return [(await roll_on(play, "monster", monsters(), "FR-MON-02", "FR-MON-04")).name for _ in range(QUEUE)]


@rule("FR-MON-03", "FR-MON-04", "FR-MON-07", "FR-MON-08")
async def new_monster(play: Play[Battle], name: str = "", side: Side = "enemy", *rules: str) -> Enemy:
    """A monster that waits to be placed: rolled, unless the rule that brings it names it."""
    state = play.state
    name = name or await roll_monster(play, *rules)
    row = monster_type(name)
    figure = _monster_of(state, row, side)
    changes: list[Modifier] = []
    if row.points is not None:
        if state.stock.met_monsters.get(name, 0):
            changes.append(Modifier(state.stock.met_monsters[name], "met before", "FR-MON-03"))
        points = row.points + total_of(changes)
        changes += MONSTER_POINTS.all(state, figure, points)
        figure.starting_points = figure.monster_points = max(1, row.points + total_of(changes))
    cited = ("FR-MON-04", "FR-MON-07", "FR-MON-08", "FR-BIG-01", "FR-BIG-15")
    undead = ("FR-MON-28",) if "Undead" in row.traits else ()
    why = tuple(one.rule for one in changes)
    state.enemies[figure.id] = figure
    play.tell(
        "monster made",
        *dict.fromkeys((*rules, *cited, *undead, *why)),
        figure=figure.id,
        monster=name,
        side=side,
        points=figure.monster_points,
        traits=row.traits,
    )
    return figure


def _monster_of(state: Battle, row: MonsterType, side: Side) -> Enemy:
    """A monster with the values of its row."""
    radius, height = stature(state, is_monster=True)
    return Enemy(
        id=f"B{sum(1 for one in state.enemies.values() if one.kind == 'monster') + 1}",
        name=shown_name(state, row.name),
        kind="monster",
        type=row.name,
        side=side,
        profile=Profile(
            speed=float(row.speed),
            combat_skill=row.combat or 0,
            toughness=row.toughness or 0,
            resistance=row.resistance,
            save=row.save,
            monster_points=row.points or 0,
        ),
        radius=radius,
        height=height,
        traits=row.traits,
        arrived=state.round,
    )
