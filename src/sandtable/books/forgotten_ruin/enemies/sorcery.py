"""Spells of the enemy: the Bleeding Curse of sorcerers and the hellfire of villains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    enemy_choice,
    nearest_of,
    pick_at_random,
)
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.enemies.planning import Foe, by_distance, foes_of, is_free_to_cast
from sandtable.books.forgotten_ruin.modifiers import MAGIC_TO_HIT, on_the_die
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.books.forgotten_ruin.windows import ENEMY_CASTS, WINDOWS, Casting
from sandtable.kernel import For, Modifier, Needed, Play, rule


class Spell(NamedTuple):
    """A spell of enemies: its rule, the number that Hits, and the damage and traits of the Hit."""

    rule: str
    hits_on: int
    damage: int
    traits: tuple[str, ...]


CURSE = Spell("FR-ENE-38", 3, 0, ("no saves", "magical"))
HELLFIRE = Spell("FR-VIL-09", 4, 2, ("magical",))


@rule("FR-ENE-38")
async def cast_curses(play: Play[Battle], figures: Sequence[Enemy]) -> None:
    """Every sorcerer casts Bleeding Curse at the closest visible soldier after moving, Cover or not."""
    for figure in figures:
        if figure.on_table:
            await cast(play, figure)


@rule("FR-ENE-38", "FR-VIL-09")
async def cast(play: Play[Battle], figure: Enemy) -> bool:
    """One spell per activation: hellfire where the villain has it, else the Curse of a sorcerer."""
    spell = _spell_of(figure)
    if spell is None or not is_free_to_cast(play.state, figure):
        return False
    target = await _closest_visible(play, figure, spell.rule)
    if target is None:
        play.tell("no spell", spell.rule, figure=figure.id, why="nobody is visible")
        return False
    if spell is HELLFIRE and figure.is_sorcerer and await _prefers_the_curse(play, figure, target):
        spell = CURSE
    await _cast_at(play, figure, target, spell)
    return True


def _spell_of(figure: Enemy) -> Spell | None:
    if figure.ability == "Hellfire spell":
        return HELLFIRE
    return CURSE if figure.is_sorcerer else None


def can_cast(state: Battle, figure: Enemy) -> bool:
    """Whether a figure has a spell, is free to cast it, and has somebody to cast it at."""
    if _spell_of(figure) is None or not is_free_to_cast(state, figure):
        return False
    return any(sees(state, figure, one) for one in foes_of(state, figure, "spell"))


@rule("FR-COOP-05")
async def _closest_visible(play: Play[Battle], figure: Enemy, *rules: str) -> Foe | None:
    """The closest soldier a figure sees and may target, of equals one at random; a player picks any."""
    state = play.state
    seen = [one for one in foes_of(state, figure, "spell") if sees(state, figure, one)]
    if not state.enemy_seat or len(seen) <= 1:
        near = nearest_of(figure, seen)
        return await pick_at_random(play, near, "target of", *rules, of=figure.id) if near else None
    options = {one.id: one for one in by_distance(figure, seen)}
    return await enemy_choice(
        play,
        "choose whom enemy casts at",
        f"Whom does {name_of(play.state, figure)} cast at?",
        options,
        next(iter(options)),
        "the closest",
        "FR-COOP-05",
        *rules,
        about=(figure.id,),
        whom={id: id for id in options},
    )


@rule("FR-VIL-09", "FR-COOP-05")
async def _prefers_the_curse(play: Play[Battle], figure: Enemy, target: Foe) -> bool:
    """One spell per activation: the Curse where the target has a saving throw; a player says which."""
    is_saved = saving_throw(play.state, target, _hit_of(figure, HELLFIRE)) is not None
    why = f"{name_of(play.state, target)} has {'a' if is_saved else 'no'} saving throw"
    best, options = "Bleeding Curse" if is_saved else "hellfire", {"hellfire": False, "Bleeding Curse": True}
    cited = ("FR-VIL-09", *(("FR-COOP-05",) if play.state.enemy_seat else ()))
    prompt, about = f"What does {name_of(play.state, figure)} cast?", (figure.id, target.id)
    return await enemy_choice(play, "choose enemy spell", prompt, options, best, why, *cited, about=about)


async def _cast_at(play: Play[Battle], figure: Enemy, target: Foe, spell: Spell) -> None:
    """A spell Hits by its number, whatever the Cover, without Combat Skill."""
    event = "Bleeding Curse" if spell is CURSE else "hellfire"
    play.tell(event, spell.rule, "FR-SPL-09", figure=figure.id, target=target.id)
    if await is_spoiled(play, figure):
        return
    helped = tuple(Modifier(-one.value, one.reason, one.rule) for one in MAGIC_TO_HIT.all(play.state, figure))
    need = Needed(spell.hits_on, spell.rule, helped)
    seat, why = play.state.enemy_dice, For("curse" if spell is CURSE else "hellfire", figure.id)
    told = [str(one) for one in on_the_die(need)]
    (face,) = await play.roll(1, why, spell.rule, seat=seat, need=need, modifiers=told, target=target.id)
    if face >= need.number:
        hit = _hit_of(figure, spell)
        hit.natural = face
        await strike(play, target, [hit], spell.rule)


def _hit_of(figure: Enemy, spell: Spell) -> Hit:
    return Hit(
        damage=spell.damage,
        how="spell",
        rules=(spell.rule,),
        attacker=figure.id,
        unit=figure.mob or figure.id,
        traits=spell.traits,
    )


async def is_spoiled(play: Play[Battle], figure: Enemy) -> bool:
    """Whether something makes the spell fail; the Action is spent all the same."""
    now = Casting(play.state.lead, figure)
    await WINDOWS.open(play, ENEMY_CASTS, now)
    return now.is_spoiled
