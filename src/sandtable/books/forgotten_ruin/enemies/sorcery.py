"""Spells of the enemy: the Bleeding Curse of sorcerers and the hellfire of villains."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    enemy_choice,
    gap,
    nearest_of,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.enemies.planning import foes_of, is_fighting, may_attack
from sandtable.books.forgotten_ruin.modifiers import MAGIC_TO_HIT, WHY_NOT_ACT, on_the_die
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import ENEMY_CASTS, WINDOWS, Casting
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play

CURSE_HITS_ON = 3
"""The die with which a Bleeding Curse Hits (FR-ENE-38)."""
HELLFIRE_HITS_ON = 4
"""The die with which hellfire Hits (FR-VIL-09)."""
HELLFIRE_DAMAGE = 2
"""The damage of hellfire (FR-VIL-09)."""
HELLFIRE = "Hellfire spell"

Foe = Soldier | Enemy


@rule("FR-COOP-05")
async def closest_visible(play: Play[Battle], figure: Enemy, how: str, *rules: str) -> Foe | None:
    """The closest soldier a figure sees and may target, of equals one at random; a player picks any."""
    state = play.state
    seen = [one for one in foes_of(state, figure, how) if sees(state, figure, one)]
    near = nearest_of(figure, seen)
    if state.enemy_seat and len(seen) > 1:
        options = {one.id: one for one in sorted(seen, key=lambda one: gap(figure, one))}
        prompt, first = f"Whom does {name_of(play.state, figure)} cast at?", next(iter(options))
        return await enemy_choice(
            play,
            "choose whom enemy casts at",
            prompt,
            options,
            first,
            "the closest",
            "FR-COOP-05",
            *rules,
            about=(figure.id,),
            whom={id: id for id in options},
        )
    return await pick_at_random(play, near, "target of", *rules, of=figure.id) if near else None


@rule("FR-ENE-38")
async def cast_curses(play: Play[Battle], figures: Sequence[Enemy]) -> None:
    """Every sorcerer casts Bleeding Curse at the closest visible soldier after moving, Cover or not."""
    for figure in figures:
        if figure.is_sorcerer and figure.on_table:
            await cast_curse(play, figure)


@rule("FR-ENE-38")
async def cast_curse(play: Play[Battle], figure: Enemy) -> bool:
    """A sorcerer in contact, or without a soldier in sight, does not cast."""
    if not is_free_to_cast(play.state, figure):
        return False
    target = await closest_visible(play, figure, "spell", "FR-ENE-38")
    if target is None:
        play.tell("no spell", "FR-ENE-38", figure=figure.id, why="no soldier is visible")
        return False
    return await _curse(play, figure, target)


async def _curse(play: Play[Battle], figure: Enemy, target: Foe) -> bool:
    """The Curse Hits on 3+, whatever the Cover, and allows no saving throw."""
    play.tell("Bleeding Curse", "FR-ENE-38", "FR-SPL-09", figure=figure.id, target=target.id)
    if await is_spoiled(play, figure):
        return True
    need = Needed(CURSE_HITS_ON, "FR-ENE-38", helped_by(play.state, figure))
    seat, why = play.state.enemy_dice, For("curse", figure.id)
    told = [str(one) for one in on_the_die(need)]
    (face,) = await play.roll(1, why, "FR-ENE-38", seat=seat, need=need, modifiers=told, target=target.id)
    if face >= need.number:
        unit = figure.mob or figure.id
        hit = Hit(
            how="spell",
            rules=("FR-ENE-38",),
            attacker=figure.id,
            unit=unit,
            traits=("no saves", "magical"),
            natural=face,
        )
        await strike(play, target, [hit], "FR-ENE-38")
    return True


@rule("FR-VIL-09")
async def cast_hellfire(play: Play[Battle], figure: Enemy) -> bool:
    """Hellfire at the closest visible soldier; a sorcerer prefers the Curse where a saving throw helps."""
    if not is_free_to_cast(play.state, figure):
        return False
    target = await closest_visible(play, figure, "spell", "FR-VIL-09")
    if target is None:
        play.tell("no spell", "FR-VIL-09", figure=figure.id, why="no soldier is visible")
        return False
    hit = Hit(
        damage=HELLFIRE_DAMAGE,
        how="spell",
        rules=("FR-VIL-09",),
        attacker=figure.id,
        unit=figure.id,
        traits=("magical",),
    )
    if figure.is_sorcerer and await _prefers_the_curse(play, figure, target, hit):
        return await _curse(play, figure, target)
    return await _hellfire(play, figure, target, hit)


@rule("FR-VIL-09", "FR-COOP-05")
async def _prefers_the_curse(play: Play[Battle], figure: Enemy, target: Foe, hit: Hit) -> bool:
    """One spell per activation: the Curse where the target has a saving throw; a player says which."""
    is_saved = saving_throw(play.state, target, hit) is not None
    why = f"{target.name} has {'a' if is_saved else 'no'} saving throw"
    best, options = "Bleeding Curse" if is_saved else "hellfire", {"hellfire": False, "Bleeding Curse": True}
    cited = ("FR-VIL-09", *(("FR-COOP-05",) if play.state.enemy_seat else ()))
    return await enemy_choice(
        play,
        "choose enemy spell",
        f"What does {figure.name} cast?",
        options,
        best,
        why,
        *cited,
        about=(figure.id, target.id),
    )


async def _hellfire(play: Play[Battle], figure: Enemy, target: Foe, hit: Hit) -> bool:
    """Hellfire Hits on 4+, whatever the Cover, without Combat Skill."""
    play.tell("hellfire", "FR-VIL-09", "FR-SPL-09", figure=figure.id, target=target.id)
    if await is_spoiled(play, figure):
        return True
    need = Needed(HELLFIRE_HITS_ON, "FR-VIL-09", helped_by(play.state, figure))
    seat, why = play.state.enemy_dice, For("hellfire", figure.id)
    told = [str(one) for one in on_the_die(need)]
    (face,) = await play.roll(1, why, "FR-VIL-09", seat=seat, need=need, modifiers=told, target=target.id)
    if face >= need.number:
        hit.natural = face
        await strike(play, target, [hit], "FR-VIL-09")
    return True


async def is_spoiled(play: Play[Battle], figure: Enemy) -> bool:
    """Whether something makes the spell fail; the Action is spent all the same."""
    now = Casting(play.state.lead, figure)
    await WINDOWS.open(play, ENEMY_CASTS, now)
    return now.is_spoiled


def helped_by(state: Battle, figure: Enemy) -> tuple[Modifier, ...]:
    """What makes the die of a magical attack easier, as a change to the number needed."""
    return tuple(Modifier(-one.value, one.reason, one.rule) for one in MAGIC_TO_HIT.all(state, figure))


def is_free_to_cast(state: Battle, figure: Enemy) -> bool:
    """Whether nothing keeps a figure from casting: no contact, no silence, no riddle."""
    silenced = WHY_NOT_ACT.first(state, figure, "Cast") is not None
    return not silenced and not is_fighting(state, figure) and may_attack(state, figure)


def can_cast(state: Battle, figure: Enemy) -> bool:
    """Whether a figure has a spell, is free to cast it, and has somebody to cast it at."""
    if (not figure.is_sorcerer and figure.ability != HELLFIRE) or not is_free_to_cast(state, figure):
        return False
    return any(sees(state, figure, one) for one in foes_of(state, figure, "spell"))


async def cast(play: Play[Battle], figure: Enemy) -> bool:
    """One spell per activation: hellfire where the villain has it, else the Curse."""
    if figure.ability == HELLFIRE:
        return await cast_hellfire(play, figure)
    return figure.is_sorcerer and await cast_curse(play, figure)
