"""Potions and holy water: drunk or thrown as a Free Action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.asking import which
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.activations.activations import may_still_move
from sandtable.books.forgotten_ruin.chapters.activations.consumables import consumables_of, exchange
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import (
    knock_down,
    note_attack,
    strike,
    take_points,
)
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.placing import come_down, place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    are_within,
    gap,
    inches,
    nearest_of,
    remove,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.enemies.arms import is_undead
from sandtable.books.forgotten_ruin.loot.finding import potion_type
from sandtable.books.forgotten_ruin.loot.lines import choose_line, in_line, line_from
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables
from sandtable.books.forgotten_ruin.loot.out_of_harm import ATTACK, ghost_form, shrinking
from sandtable.books.forgotten_ruin.modifiers import DAMAGE, WHY_NOT_ACT, WHY_NOT_MOVE, WHY_NOT_TARGET
from sandtable.books.forgotten_ruin.naming import item_called
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Item, Soldier
from sandtable.books.forgotten_ruin.windows import COMBAT_FOUGHT, STRUCK_BY_MAGIC, WINDOWS, Activation, Aimed
from sandtable.kernel import Candidate, For, Modifier, Play, Refusal, rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import NearPoint

SIPPED_FROM, WORKS_FROM = 3, 2
"""The dice from which on a sip and an unstable potion work (FR-LOOT-42, FR-LOOT-53)."""
BREATH, BREATH_DAMAGE = 6.0, 2
"""FR-LOOT-43."""
THROWN = 6.0
"""How far holy water is thrown (FR-LOOT-47)."""
WATER_DICE, DESTROYED_FROM = 4, 4
"""FR-LOOT-47."""
LEAP = 6.0
"""FR-LOOT-49."""
LAST, UNSTABLE = "last", "unstable"
"""Notes on a potion: sipped once already (FR-LOOT-42), and of doubtful make (FR-LOOT-53)."""
STRONG, WATER, LEAPING, BREATH_OF_FIRE = "Strength", "Holy water", "Leaping", "Fire Breath"
ATTACKING = (f"Potion of {BREATH_OF_FIRE}", WATER)
"""What is drunk or thrown to harm somebody."""


@action("Use a potion", "FR-LOOT-41", "FR-ACT-15", "FR-LOOT-02", free=True)
class UseAPotion(Action):
    """A potion of the squad is drunk, whole or sparingly."""

    group = "Items"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Every potion that works in a battle; Healing waits until after it."""
        found: list[Candidate] = []
        held = _potions(state, soldier)
        for name, is_unstable in dict.fromkeys(_make(one) for one in held):
            if name == "Potion of Healing" or (name == WATER and not water_targets(state, soldier)):
                continue
            if name in ATTACKING and not activation.may_attack:
                continue
            # Of two of a kind the player says which one it is.
            has_both = is_unstable and (name, False) in [_make(one) for one in held]
            which = f"{UNSTABLE} {name}" if has_both else name
            shown = f"{f'{UNSTABLE} ' * is_unstable}{item_called(name)}"
            label = f"{'Throw' if name == WATER else 'Drink'} {shown}"
            check, whole = _checked(state, soldier, activation, name), (which, False, activation)
            found.append(Candidate(f"drink {which}", label, whole, rules=("FR-LOOT-41",), check=check))
            same = [one for one in held if _make(one) == (name, is_unstable)]
            if name != WATER and any(LAST not in one.note for one in same):
                rules, facts, sip = ("FR-LOOT-42",), {"sparingly": True}, (which, True, activation)
                label = f"{label} sparingly"
                found.append(Candidate(f"sip {which}", label, sip, rules=rules, check=check, facts=facts))
        return found

    @rule("FR-LOOT-42")
    async def carry_out(
        self, play: Play[Battle], soldier: Soldier, chosen: tuple[str, bool, Activation]
    ) -> None:
        """What is left of it, then its effect."""
        which, sparingly, activation = chosen
        potion = _take(play.state, soldier, which, sparingly)
        name = potion.name
        what = "holy water thrown" if name == WATER else "potion drunk"
        carried = ("FR-LOOT-03",) if play.state.switches.specific_carry else ()
        play.tell(what, "FR-LOOT-41", "FR-LOOT-02", "FR-ACT-15", *carried, figure=soldier.id, item=name)
        if sparingly and not await _works(play, soldier, name, "sip", SIPPED_FROM, "FR-LOOT-42"):
            return
        if UNSTABLE in potion.note and not await _works(
            play, soldier, name, "unstable", WORKS_FROM, "FR-LOOT-53"
        ):
            return
        kind = name.removeprefix("Potion of ")
        if kind == "Unidentified":
            kind = await identify(play, soldier)
        if sparingly and kind != WATER:
            # What is left is what it has turned out to be, and of the same make.
            note = f"{LAST} {potion.note}".strip()
            left = msgspec.structs.replace(potion, name=f"Potion of {kind}", note=note)
            play.state.stock.consumables = (*play.state.stock.consumables, left)
        if name == WATER or kind != WATER:
            await drink(play, soldier, kind, activation)


async def _works(play: Play[Battle], soldier: Soldier, item: str, why: str, need: int, rule_id: str) -> bool:
    """Whether the die lets a doubtful draught work at all."""
    dice = await roll_own(play, soldier, "item", 1, For(why, soldier.id), rule_id, need=need)
    if dice.score(0) < need:
        play.tell("no effect", rule_id, figure=soldier.id, item=item)
    return dice.score(0) >= need


def _checked(
    state: Battle, soldier: Soldier, activation: Activation, name: str
) -> Callable[[], Refusal | None]:
    """Why a potion cannot be drunk now."""
    if name in ATTACKING:
        return lambda: WHY_NOT_ACT.first(state, soldier, ATTACK)
    if name != "Potion of Leaping":
        return lambda: None
    return lambda: why_no_leap(state, soldier, activation)


@rule("FR-LOOT-49")
def why_no_leap(state: Battle, soldier: Soldier, now: Activation) -> Refusal | None:
    """The leap takes the place of a Move that is still to come."""
    if not may_still_move(now):
        return Refusal("FR-LOOT-49", f"{soldier.name} has no Move left.", "Drink it in place of a Move.")
    return WHY_NOT_MOVE.first(state, soldier)


@rule("FR-LOOT-03")
def _potions(state: Battle, soldier: Soldier) -> list[Item]:
    """The potions that a soldier may use: those of the squad, or the own ones where that is played."""
    kinds = [one.name for one in loot_tables().potions]
    held = (one for one in consumables_of(state, soldier) if one.kind == "potion")
    return [one for one in held if one.name in kinds or one.name.removeprefix("Potion of ") in kinds]


@rule("FR-LOOT-53")
def _make(potion: Item) -> tuple[str, bool]:
    """The name of a potion, and whether it is unstable."""
    return potion.name, UNSTABLE in potion.note


def _take(state: Battle, soldier: Soldier, which: str, sparingly: bool) -> Item:
    """Take a potion out of what there is; one on its last use goes first unless it is sipped."""
    name = which.removeprefix(f"{UNSTABLE} ")
    held = [one for one in _potions(state, soldier) if one.name == name]
    able = [one for one in held if not (sparingly and LAST in one.note)]
    potion = min(able, key=lambda one: (_make(one) != (name, which != name), LAST not in one.note))
    exchange(state, potion)
    return potion


@rule("FR-LOOT-48", "FR-LOOT-52")
async def identify(play: Play[Battle], soldier: Soldier) -> str:
    """What an unidentified potion is; holy water is kept."""
    kind = await potion_type(play, soldier.seat, "FR-LOOT-52")
    play.tell("potion identified", "FR-LOOT-52", figure=soldier.id, item=kind)
    if kind == WATER:
        carrier = soldier.id if play.state.switches.specific_carry else ""
        kept = Item(WATER, "potion", uses=1, carrier=carrier)
        play.state.stock.consumables = (*play.state.stock.consumables, kept)
        play.tell("item issued", "FR-LOOT-48", item=WATER, to_whom=carrier or "the squad")
    return kind


@rule("FR-LOOT-46", "FR-LOOT-52")
async def drink(play: Play[Battle], soldier: Soldier, kind: str, activation: Activation) -> None:
    """The effect of a potion."""
    if kind == LEAPING:
        await leaping(play, soldier, activation)
        return
    if kind in (WATER, BREATH_OF_FIRE):
        why = WHY_NOT_ACT.first(play.state, soldier, ATTACK)
        if why is not None or not activation.may_attack:
            cited = ("FR-LOOT-52", *activation.rules) if why is None else ("FR-LOOT-52", why.rule)
            play.tell("no effect", *cited, figure=soldier.id, item=kind)
            return
        soldier.has_attacked = True
    effect = EFFECTS.get(kind)
    if effect is None:
        play.tell("no effect", "FR-LOOT-46", "FR-LOOT-52", figure=soldier.id, item=kind)
        return
    await effect(play, soldier)


# ---- Fire Breath --------------------------------------------------------------------------------


@rule("FR-LOOT-43")
async def fire_breath(play: Play[Battle], soldier: Soldier) -> None:
    """A straight line of 6 inches: everybody touched is struck, Undead twice."""
    state, rules = play.state, ("FR-LOOT-43",)
    line_of = partial(line_from, state, soldier, BREATH)
    line = await choose_line(play, soldier, line_of, "Where does the fire go?", "FR-LOOT-43")
    for target in in_line(state, soldier, line):
        by, unit = soldier.id, f"breath of {soldier.id}"
        hit = Hit(damage=BREATH_DAMAGE, how="item", rules=rules, attacker=by, unit=unit)
        hits = [hit, msgspec.structs.replace(hit)] if is_undead(target) else [hit]
        await strike(play, target, hits, "FR-LOOT-43")


# ---- Leaping and Strength -----------------------------------------------------------------------


@rule("FR-LOOT-49")
async def leaping(play: Play[Battle], soldier: Soldier, now: Activation) -> None:
    """In place of a Move a leap of up to 6 inches over everything, into contact too."""
    state, start = play.state, soldier.at
    why = why_no_leap(state, soldier, now)
    if why is not None:
        play.tell("no effect", why.rule, "FR-LOOT-49", figure=soldier.id, item=LEAPING)
        return
    far = LEAP if now.move_cap is None else min(LEAP, now.move_cap)
    zone = NearPoint(start, inches(state, far) + soldier.radius)
    may_contact = now.may_attack and not now.has_fired
    prompt = f"Where does {soldier.name} leap?"
    await place_soldier(play, soldier, zone, "appear", prompt, "FR-LOOT-49", may_contact=may_contact)
    soldier.moved += hypot(soldier.at[0] - start[0], soldier.at[1] - start[1])
    now.use_move()
    await come_down(play, soldier, now, "leap", "FR-LOOT-49")


@rule("FR-LOOT-51")
async def strength(play: Play[Battle], soldier: Soldier) -> None:
    """Stronger for the rest of the mission."""
    put_on(soldier, Effect(STRONG, "FR-LOOT-51"))
    play.tell("strong", "FR-LOOT-51", figure=soldier.id)


@DAMAGE.source("FR-LOOT-51", rank=-3)
def strong_damage(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Harder blows."""
    attacker = state.soldiers.get(hit.striker)
    if attacker is not None and hit.how == "hand-to-hand" and attacker.is_under(STRONG):
        return Modifier(1, "Potion of Strength", "FR-LOOT-51")
    return None


def _felled(play: Play[Battle], seat: str, now: Combat) -> list[Enemy]:
    state = play.state
    struck = [state.enemies[id] for id, one in now.outcomes.items() if one.hits and id in state.enemies]
    return [
        foe
        for foe in struck
        if foe.on_table
        and not foe.is_monster
        and any(state.figure(hit.striker).is_under(STRONG) for hit in now.hits.get(foe.id, ()) if hit.striker)
    ]


@WINDOWS.consequence(COMBAT_FOUGHT, "felled by strength", "FR-LOOT-51", _felled, rank=-1)
async def fell(play: Play[Battle], seat: str, now: Combat, felled: list[Enemy]) -> None:
    """Who is struck by the strong and is no monster goes down."""
    for foe in felled:
        knock_down(play, foe, "FR-LOOT-51")


# ---- Holy water ---------------------------------------------------------------------------------


@rule("FR-LOOT-47")
def water_targets(state: Battle, soldier: Soldier) -> dict[str, Enemy]:
    """Undead figures within 6 inches in sight, one for each mob by the id of that, nearest first."""
    found: dict[str, Enemy] = {}
    for one in sorted(state.enemies_on_table(), key=lambda one: gap(soldier, one)):
        if one.side == "squad" or WHY_NOT_TARGET.first(state, soldier, one, "item") is not None:
            continue
        if is_undead(one) and are_within(state, soldier, one, THROWN) and sees(state, soldier, one):
            found.setdefault(one.mob or one.id, one)
    return found


@rule("FR-LOOT-47")
async def holy_water(play: Play[Battle], soldier: Soldier) -> None:
    """Four dice: each 4 or more destroys a figure, the closest first, or takes a Monster Point."""
    state = play.state
    targets = water_targets(state, soldier)
    if not targets:
        return
    units = [state.mobs.get(one.mob, one) for one in targets.values()]
    topic, prompt = "choose potion target", "At whom is it thrown?"
    unit = await which(play, soldier.seat, topic, prompt, units, "FR-LOOT-47", by=soldier.id)
    target = targets[unit.id]
    note_attack(state, soldier.id, target)
    await WINDOWS.open(play, STRUCK_BY_MAGIC, Aimed(soldier.seat, target))
    why, need = For("holy water", soldier.id), DESTROYED_FROM
    dice = await roll_own(play, soldier, "item", WATER_DICE, why, "FR-LOOT-47", need=need, target=target)
    for _ in range(sum(score >= DESTROYED_FROM for score in dice.scores)):
        mob = state.members(target.mob) if target.mob else [target] if target.on_table else []
        pool = [one for one in mob if WHY_NOT_TARGET.first(state, soldier, one, "item") is None]
        if not pool:
            break
        struck = nearest_of(soldier, pool)[0]
        if struck.monster_points > 0:
            await take_points(play, struck, 1, "FR-LOOT-47", by=soldier.id)
        else:
            await remove(play, struck, "casualty", "FR-LOOT-47", by=soldier.id, means="item")


Drunk = Callable[[Play[Battle], Soldier], Awaitable[None]]
EFFECTS: dict[str, Drunk] = {
    BREATH_OF_FIRE: fire_breath,
    "Ghost Form": ghost_form,
    "Shrinking": shrinking,
    STRONG: strength,
    WATER: holy_water,
}
"""What each potion does in a battle, but for the one that takes the place of a Move."""
