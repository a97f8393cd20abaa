"""Potions and holy water: drunk or thrown as a Free Action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from sandtable.binding.effects import put_on
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.activations.activations import may_still_move
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.resolution import (
    Hit,
    knock_down,
    note_attack,
    strike,
    take_points,
)
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.movement.placing import enter_contact, place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    gap,
    inches,
    nearest_of,
    remove,
    within,
)
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.loot.finding import potion_type
from sandtable.books.forgotten_ruin.loot.ghost_form import ATTACK, ghost_form, shrinking
from sandtable.books.forgotten_ruin.loot.lines import choose_line, in_line, line_from
from sandtable.books.forgotten_ruin.loot.loot_tables import loot_tables
from sandtable.books.forgotten_ruin.modifiers import (
    DAMAGE,
    WHY_NOT_ACT,
    WHY_NOT_MOVE,
    WHY_NOT_TARGET,
)
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Item, Soldier
from sandtable.books.forgotten_ruin.windows import (
    COMBAT_FOUGHT,
    MOVE_ENDED,
    MOVED,
    STRUCK_BY_MAGIC,
    WINDOWS,
    Activation,
    Aimed,
    Movement,
)
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.zones import NearPoint

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


def undead(figure: Figure) -> bool:
    """Whether effects that name Undead work on a figure."""
    return isinstance(figure, Enemy) and "Undead" in figure.traits


@action("Use a potion", "FR-LOOT-41", "FR-LOOT-42", "FR-ACT-15", "FR-LOOT-02", "FR-LOOT-03", free=True)
class UseAPotion(Action):
    """A potion of the squad is drunk, whole or sparingly."""

    group = "Items"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Every potion that works in a battle; Healing waits until after it."""
        if soldier.position in ("pet", "mirror image"):
            return []
        found = []
        held = _potions(state, soldier)
        for name, is_unstable in dict.fromkeys(_make(one) for one in held):
            if name == "Potion of Healing" or (name == "Holy water" and not water_targets(state, soldier)):
                continue
            if name in ATTACKING and not activation.may_attack:
                continue
            # Of two of a kind the player says which one it is.
            has_both = is_unstable and (name, False) in [_make(one) for one in held]
            which = f"{UNSTABLE} {name}" if has_both else name
            verb = "Throw" if name == "Holy water" else "Drink"
            check = _checked(state, soldier, activation, name)
            label = f"{verb} {which}"
            found.append(
                Candidate(
                    f"drink {which}", label, (which, False, activation), rules=("FR-LOOT-41",), check=check
                )
            )
            if name != "Holy water" and any(
                LAST not in one.note for one in held if _make(one) == (name, is_unstable)
            ):
                label = f"Drink {which} sparingly"
                found.append(
                    Candidate(
                        f"sip {which}",
                        label,
                        (which, True, activation),
                        rules=("FR-LOOT-42",),
                        check=check,
                        facts={"sparingly": True},
                    )
                )
        return found

    async def carry_out(
        self, play: Play[Battle], soldier: Soldier, chosen: tuple[str, bool, Activation]
    ) -> None:
        """What is left of it, then its effect."""
        which, sparingly, activation = chosen
        potion = _take(play.state, soldier, which, sparingly)
        name = potion.name
        what = "holy water thrown" if name == WATER else "potion drunk"
        play.tell(what, "FR-LOOT-41", "FR-LOOT-02", "FR-ACT-15", figure=soldier.id, item=name)
        if sparingly:
            sip = await roll_own(
                play, soldier, "item", 1, For("sip", soldier.id), "FR-LOOT-42", need=SIPPED_FROM
            )
            if sip.score(0) < SIPPED_FROM:
                play.tell("no effect", "FR-LOOT-42", figure=soldier.id, item=name)
                return
        if UNSTABLE in potion.note:
            why = For("unstable", soldier.id)
            worked = await roll_own(play, soldier, "item", 1, why, "FR-LOOT-53", need=WORKS_FROM)
            if worked.score(0) < WORKS_FROM:
                play.tell("no effect", "FR-LOOT-53", figure=soldier.id, item=name)
                return
        kind = name.removeprefix("Potion of ")
        if kind == "Unidentified":
            kind = await identify(play, soldier)
        if sparingly and kind != WATER:
            # What is left is what it has turned out to be, and of the same make.
            left = msgspec.structs.replace(
                potion, name=f"Potion of {kind}", note=f"{LAST} {potion.note}".strip()
            )
            play.state.stock.consumables = (*play.state.stock.consumables, left)
        if name == WATER or kind != WATER:
            await drink(play, soldier, kind, activation)


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


def _potions(state: Battle, soldier: Soldier) -> list[Item]:
    named = state.switches.specific_carry
    return [
        one
        for one in state.stock.consumables
        if one.kind == "potion" and is_potion(one.name) and (not named or one.carrier == soldier.id)
    ]


def is_potion(name: str) -> bool:
    """Whether it is a potion of the book's table."""
    return any(name in (one.name, f"Potion of {one.name}") for one in loot_tables().potions)


@rule("FR-LOOT-53")
def _make(potion: Item) -> tuple[str, bool]:
    """The name of a potion, and whether it is unstable."""
    return potion.name, UNSTABLE in potion.note


def _take(state: Battle, soldier: Soldier, which: str, sparingly: bool) -> Item:
    """Take a potion out of what there is; one on its last use goes first unless it is sipped."""
    name = which.removeprefix(f"{UNSTABLE} ")
    able = [
        one for one in _potions(state, soldier) if one.name == name and not (sparingly and LAST in one.note)
    ]
    wanted = (name, which != name)
    potion = min(able, key=lambda one: (_make(one) != wanted, LAST not in one.note))
    held = list(state.stock.consumables)
    held.remove(potion)
    state.stock.consumables = tuple(held)
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
        play.tell("item issued", "FR-LOOT-48", item=WATER, to_whom="the squad")
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
    state = play.state

    line = await choose_line(
        play,
        soldier,
        lambda degrees: line_from(state, soldier, degrees, BREATH),
        "Where does the fire go?",
        "FR-LOOT-43",
    )
    for target in in_line(state, soldier, line):
        hits = [
            Hit(
                damage=BREATH_DAMAGE,
                how="item",
                rules=("FR-LOOT-43",),
                attacker=soldier.id,
                unit=f"breath of {soldier.id}",
            )
            for _ in range(2 if undead(target) else 1)
        ]
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
    now.moves, now.has_moved = now.moves - 1, True
    if now.is_either:
        now.actions = 0
    moment = Movement(soldier.seat, soldier, (soldier.at,), "leap")
    await WINDOWS.open(play, MOVED, moment)
    if not soldier.on_table:
        return
    enter_contact(play, soldier, now, "FR-LOOT-49")
    await WINDOWS.open(play, MOVE_ENDED, moment)


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
    return [
        foe
        for id, outcome in now.outcomes.items()
        if outcome.hits
        and (foe := state.enemies.get(id)) is not None
        and foe.on_table
        and not foe.is_monster
        and any(state.figure(hit.striker).is_under(STRONG) for hit in now.hits.get(id, ()) if hit.striker)
    ]


@WINDOWS.consequence(COMBAT_FOUGHT, "felled by strength", "FR-LOOT-51", _felled, rank=-1)
async def fell(play: Play[Battle], seat: str, now: Combat, felled: list[Enemy]) -> None:
    """Who is struck by the strong and is no monster goes down."""
    for foe in felled:
        knock_down(play, foe, "FR-LOOT-51")


# ---- Holy water ---------------------------------------------------------------------------------


@rule("FR-LOOT-47")
def water_targets(state: Battle, soldier: Soldier) -> list[Enemy]:
    """Undead figures within 6 inches in sight, one for each mob, nearest first."""
    far = inches(state, THROWN)
    found: dict[str, Enemy] = {}
    for one in sorted(state.enemies_on_table(), key=lambda one: gap(soldier, one)):
        if one.side == "squad" or WHY_NOT_TARGET.first(state, soldier, one, "item") is not None:
            continue
        if undead(one) and within(gap(soldier, one), far) and sees(state, soldier, one):
            found.setdefault(one.mob or one.id, one)
    return list(found.values())


@rule("FR-LOOT-47")
async def holy_water(play: Play[Battle], soldier: Soldier) -> None:
    """Four dice: each 4 or more destroys a figure, the closest first, or takes a Monster Point."""
    state = play.state
    targets = water_targets(state, soldier)
    if not targets:
        return

    def candidates() -> list[Candidate]:
        return [
            Candidate(
                one.mob or one.id,
                called(state, one.mob or one.id),
                one,
                rules=("FR-LOOT-47",),
                about=(one.mob or one.id,),
            )
            for one in targets
        ]

    target = targets[0]
    if len(targets) > 1:
        target = await play.ask(
            ChooseOne(
                soldier.seat,
                "choose potion target",
                "At whom is it thrown?",
                ("FR-LOOT-47",),
                candidates,
                about=(soldier.id,),
            )
        )
    note_attack(state, soldier.id, target)
    await WINDOWS.open(play, STRUCK_BY_MAGIC, Aimed(soldier.seat, target))
    dice = await roll_own(
        play,
        soldier,
        "item",
        WATER_DICE,
        For("holy water", soldier.id),
        "FR-LOOT-47",
        need=DESTROYED_FROM,
        target=target,
    )
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
