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
from sandtable.kernel import For, Modifier, Needed, Play, rule, total_of


@rule("FR-ENE-06", "FR-ENE-34", "FR-ENE-44")
def profile_of(type: str, training: str = "Warriors", champion: bool = False) -> Profile:
    """The profile of a figure: its type's, Runners faster by 1, a champion better and more resistant by 1."""
    row = enemy_type(type)
    better = 1 if champion else 0
    return Profile(
        speed=float(row.speed + (1 if training == "Runners" else 0)),
        combat_skill=row.combat + better,
        toughness=row.toughness,
        resistance=row.resistance + better,
    )


@rule("FR-ENE-05")
def shown_name(state: Battle, type: str) -> str:
    """The name under which a type or monster is shown; profile and rules stay."""
    return state.mission.enemy_names.get(type, type)


@rule("FR-ENE-05")
def profile_in(state: Battle, type: str, training: str = "Warriors", champion: bool = False) -> Profile:
    """The profile in this battle, with the value that is traded for another where the house rule is used."""
    profile = profile_of(type, training, champion)
    traded = state.mission.trades
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
    return (await roll_on(play, "enemy encounter", enemy_types(), "FR-ENE-04", "FR-ENE-02", "FR-ENE-06")).name


@rule("FR-ENE-39", "FR-ENE-40")
def mob_size(state: Battle, initial: bool = False, change: int = 0) -> int:
    """The figures of a mob: the campaign turn's number with every effect in force, at least 1."""
    usual = turn_of(state.mission.campaign_turn).mob_size
    return max(1, usual + change + total_of(MOB_SIZE.all(state, initial)))


def size_rules(state: Battle, initial: bool) -> tuple[str, ...]:
    """The rules that have a part in the size of a mob."""
    return ("FR-ENE-39", "FR-ENE-40", "FR-CAM-12", *(one.rule for one in MOB_SIZE.all(state, initial)))


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
    return max(1, size + row_for(encounters().variation, face).number)


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
    radius, height = stature(state, is_monster=False)
    figure = Enemy(
        id=next_figure_id(state, mob),
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
    state.enemies[figure.id] = figure
    return figure


def next_figure_id(state: Battle, mob: Mob) -> str:
    """The id of the figure that joins a mob next."""
    taken = [int(one.id.split(".")[1]) for one in state.enemies.values() if one.mob == mob.id]
    return f"{mob.id}.{max(taken, default=0) + 1}"


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
    need, added = Needed(min(numbers) - total_of(more), "FR-ENE-32"), [str(one) for one in more]
    cited = (one.rule for one in more)
    (face,) = await play.roll(1, For("champion", mob.id), *cited, need=need, modifiers=added)
    count = sum(1 for number in numbers if face + total_of(more) >= number)
    ordinary = [one for one in waiting(play.state, mob) if not one.is_champion]
    for figure in ordinary[: min(count, len(ordinary))]:
        await promote(play, figure, "FR-ENE-32", "FR-ENE-33")


@rule("FR-ENE-34", "FR-ENE-37")
async def promote(play: Play[Battle], figure: Enemy, *rules: str) -> None:
    """A figure becomes a champion, and on a 6 a sorcerer where its type has any."""
    state = play.state
    figure.is_champion = True
    figure.name = f"{shown_name(state, figure.type)} champion"
    figure.profile = profile_in(state, figure.type, figure.training or "Warriors", champion=True)
    changes = MONSTER_POINTS.all(state, figure, 0)
    points, why = total_of(changes), [one.rule for one in changes]
    if points > 0:
        figure.monster_points = figure.starting_points = points
    play.tell("champion", *rules, "FR-ENE-34", *why, figure=figure.id, points=points)
    if enemy_type(figure.type).sorcerer:
        figure.is_sorcerer = await play.passes(For("sorcerer", figure.id), Needed(6, "FR-ENE-37"))
        if figure.is_sorcerer:
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
    if not play.state.switches.monster_queue:
        return (await roll_on(play, "monster", monsters(), "FR-MON-01", "FR-MON-04", *rules)).name
    name, *rest = play.state.monster_queue or await _queued(play)
    play.state.monster_queue = tuple(rest)
    play.tell("monster drawn", "FR-MON-02", *rules, monster=name, next=rest)
    return name


@rule("FR-MON-02")
async def _queued(play: Play[Battle]) -> list[str]:
    """Three monsters are rolled in advance."""
    return [(await roll_on(play, "monster", monsters(), "FR-MON-02", "FR-MON-04")).name for _ in range(3)]


@rule("FR-MON-03", "FR-MON-04", "FR-MON-07", "FR-MON-08")
async def new_monster(play: Play[Battle], name: str = "", side: Side = "enemy", *rules: str) -> Enemy:
    """A monster that waits to be placed: rolled, unless the rule that brings it names it."""
    state = play.state
    name = name or await roll_monster(play, *rules)
    row = monster_type(name)
    figure = _monster_of(state, row, side)
    met = state.stock.met_monsters.get(name, 0)
    changes = [Modifier(met, "met before", "FR-MON-03")] if met and row.points is not None else []
    if row.points is not None:
        changes += MONSTER_POINTS.all(state, figure, row.points + total_of(changes))
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
