"""Various items: chimes, cloaks, dust, horns, boots, stones and hourglasses."""

from __future__ import annotations

from typing import Protocol, TypeVar

import msgspec

from sandtable.binding.effects import put_on
from sandtable.binding.limits import use
from sandtable.books.forgotten_ruin.chapters.activations.activations import activate
from sandtable.books.forgotten_ruin.chapters.activations.consumables import consumable
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees, sees_point
from sandtable.books.forgotten_ruin.chapters.movement.falling import FALLEN, fall
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    beyond,
    gap,
    inches,
    remove,
    told,
    within,
)
from sandtable.books.forgotten_ruin.chapters.terrain import category, openings_of, rubble_of
from sandtable.books.forgotten_ruin.enemies.morale import roll_morale, why_fearless
from sandtable.books.forgotten_ruin.loot.ghost_form import ATTACK
from sandtable.books.forgotten_ruin.loot.loot_tables import carries
from sandtable.books.forgotten_ruin.modifiers import (
    SAVES,
    WHY_FLYING,
    WHY_NOT_ACT,
    WHY_NOT_PASSED_OVER,
    WHY_NOT_TARGET,
)
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Item, Mob, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_OVER,
    BATTLE_STARTED,
    WINDOWS,
    Activation,
    Moment,
)
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, ChooseSeveral, YesNo
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.terrain import Area, Ground

CHIME, STONE, CLOAK, HOURGLASS = 9.0, 9.0, 9.0, 6.0
"""How far the items reach (FR-LOOT-63, -70, -64, -69)."""
HORROR = 10
"""The Morale dice of the Horn of Horrors (FR-LOOT-67)."""
DUST = 5
"""The saving throw of the Dust of Evasion (FR-LOOT-65)."""
MOST_HURRIED = 3
"""How many soldiers an hourglass hurries (FR-LOOT-69)."""


class Known(Protocol):
    """Something with an id."""

    id: str


T = TypeVar("T", bound=Known)
DUSTED, HURRIED = "Dust of Evasion", "hurried"
OIL = "Enchanted Oil"


# ---- The Chime of Disappearance -----------------------------------------------------------------


@consumable("Chime of Disappearance", "FR-LOOT-63", "FR-LOOT-62")
async def disappear(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """The user and chosen soldiers within 9 inches leave the battle; they cross no edge."""
    state = play.state
    near = [
        one
        for one in state.soldiers_on_table()
        if one is not soldier and within(gap(soldier, one), inches(state, CHIME))
    ]

    def candidates() -> list[Candidate]:
        return [Candidate(one.id, one.name, one, rules=("FR-LOOT-63",), about=(one.id,)) for one in near]

    going: list[Soldier] = []
    if near:
        going = await play.ask(
            ChooseSeveral(
                soldier.seat,
                "choose who disappears",
                "Who disappears with the user?",
                ("FR-LOOT-63",),
                candidates,
                about=(soldier.id,),
            )
        )
    leaving = (soldier, *going)
    for one in state.soldiers_on_table():
        if one.riding in [each.id for each in leaving] and one not in leaving:
            # Only soldiers of choice go: the rider of a centaur that vanishes stands on the spot.
            one.riding = ""
            play.tell("soldier thrown off", "FR-LOOT-63", "FR-TRF-13", figure=one.id)
    for one in leaving:
        if one.on_table:
            await remove(play, one, "withdrawn", "FR-LOOT-63")
        one.where = "left"


# ---- The Cloak, the Dust, the Oil, the Boots ----------------------------------------------------


@WHY_NOT_TARGET.source("FR-LOOT-64")
def cloak_of_distortion(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """From farther than 9 inches nobody can shoot at the wearer."""
    if how != "shooting" or not carries(target, "Cloak of Distortion"):
        return None
    if not beyond(gap(attacker, target), inches(state, CLOAK)):
        return None
    return Refusal(
        "FR-LOOT-64",
        f"{target.name} wears a Cloak of Distortion.",
        f"Come within {told(state, inches(state, CLOAK))}.",
    )


def _has_dust(play: Play[Battle], seat: str, now: Moment) -> bool:
    return any(one.name == DUSTED for one in play.state.stock.consumables)


@WINDOWS.consequence(BATTLE_STARTED, "Dust of Evasion", "FR-LOOT-65", _has_dust)
async def offer_dust(play: Play[Battle], seat: str, now: Moment) -> None:
    """Before round 1 the dust may be used for the whole battle."""
    state = play.state
    if not await play.ask(
        YesNo(seat, "use dust", "Use the Dust of Evasion for this battle?", ("FR-LOOT-65",))
    ):
        return
    held = list(state.stock.consumables)
    held.remove(next(one for one in held if one.name == DUSTED))
    state.stock.consumables = tuple(held)
    use(state, DUSTED)
    play.tell("dust used", "FR-LOOT-65", item=DUSTED)


@SAVES.source("FR-LOOT-65")
def dust_of_evasion(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Every soldier of the squad has a saving throw."""
    fits = isinstance(target, Soldier) and state.has_used(DUSTED)
    return Modifier(DUST, DUSTED, "FR-LOOT-65") if fits else None


def _with_oil(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    return [one for one in play.state.soldiers.values() if carries(one, OIL)]


@WINDOWS.consequence(BATTLE_STARTED, OIL, "FR-LOOT-66", _with_oil)
async def offer_oil(play: Play[Battle], seat: str, now: Moment, bearers: list[Soldier]) -> None:
    """Whoever has the oil may use it before the battle."""
    for soldier in bearers:
        await enchant(play, soldier)


@rule("FR-LOOT-66")
async def enchant(play: Play[Battle], soldier: Soldier) -> None:
    """The oil goes on one weapon that is neither magical nor enchanted, and is used up, or is kept."""

    def candidates() -> list[Candidate]:
        able = [one for one in soldier.weapons if _takes_oil(one)]
        named = [
            Candidate(one.name, f"Enchant the {one.name}", (one,), rules=("FR-LOOT-66",)) for one in able
        ]
        return [Candidate("keep", "Keep the oil for later", ()), *named]

    prompt = f"Which weapon of {soldier.name} is enchanted?"
    chosen: tuple[Weapon, ...] = await play.ask(
        ChooseOne(soldier.seat, "enchant weapon", prompt, ("FR-LOOT-66",), candidates, about=(soldier.id,))
    )
    for weapon in chosen:
        oiled = msgspec.structs.replace(weapon, oiled=True)
        soldier.weapons = tuple(oiled if one is weapon else one for one in soldier.weapons)
        used = next(one for one in soldier.items if one.name == OIL)
        soldier.items = tuple(one for one in soldier.items if one is not used)
        play.tell("weapon enchanted", "FR-LOOT-66", figure=soldier.id, weapon=weapon.name)


def _takes_oil(weapon: Weapon) -> bool:
    return not weapon.magical and not weapon.oiled and weapon.name != "hand grenades"


@WHY_NOT_PASSED_OVER.source("FR-LOOT-68")
def too_big_to_leap_over(state: Battle, figure: Figure, other: Figure) -> Refusal | None:
    """The boots carry over human-sized figures; whoever flies besides passes over monsters too."""
    if not isinstance(other, Enemy) or not other.is_monster or not carries(figure, "Leaping Boots"):
        return None
    if len(WHY_FLYING.all(state, figure)) > 1:
        return None
    return Refusal("FR-LOOT-68", f"{other.name} is too big to be leapt over.", "Leap past it.")


# ---- The Horn, the Stone, the Hourglass ---------------------------------------------------------


def _mobs_in_sight(state: Battle, soldier: Soldier) -> list[Mob]:
    return [
        mob
        for mob in state.mobs.values()
        if any(sees(state, soldier, one) for one in state.members(mob.id))
        and why_fearless(state, mob) is None
    ]


@rule("FR-LOOT-67")
def why_no_horror(state: Battle, soldier: Soldier) -> Refusal | None:
    """The horn works on a mob in sight that tests Morale."""
    if _mobs_in_sight(state, soldier):
        return None
    return Refusal("FR-LOOT-67", "No mob in sight can be frightened.", "Wait until one is in sight.")


@consumable("Horn of Horrors", "FR-LOOT-67", "FR-LOOT-62", why_not=why_no_horror)
async def horn_of_horrors(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """One mob rolls ten Morale dice; who remains is Fearless."""
    mob = await one_of(
        play, soldier, _mobs_in_sight(play.state, soldier), "Which mob hears the horn?", "FR-LOOT-67"
    )
    await roll_morale(play, mob, HORROR, "FR-LOOT-67")
    if play.state.members(mob.id):
        mob.is_fearless = True
        play.tell("mob fearless", "FR-LOOT-67", mob=mob.id)


def _features(state: Battle, soldier: Soldier) -> list[Area]:
    far = inches(state, STONE)
    return [
        area
        for area in state.ground.areas
        if category(area.piece) is not None
        and within(max(0.0, area.distance(*soldier.at) - soldier.radius), far)
        and any(sees_point(state, soldier, corner) for corner in (*area.piece.outline, area.piece.centre))
    ]


@rule("FR-LOOT-70")
def why_no_stone(state: Battle, soldier: Soldier) -> Refusal | None:
    """The stone needs a visible feature within 9 inches, and a hand that may do harm."""
    if _features(state, soldier):
        return WHY_NOT_ACT.first(state, soldier, ATTACK)
    return Refusal("FR-LOOT-70", "No feature is in reach.", "Move nearer.")


@consumable("Stone of Shattering", "FR-LOOT-70", "FR-LOOT-62", why_not=why_no_stone, is_attack=True)
async def stone_of_shattering(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """A feature becomes rubble; whoever is in it or touches it is Hit and goes down."""
    state = play.state
    area = await one_of(play, soldier, _features(state, soldier), "Which feature is shattered?", "FR-LOOT-70")
    struck = [one for one in state.figures_on_table() if area.distance(*one.at) <= one.radius + TOLERANCE]
    gone = openings_of(state.ground, area.id)
    pieces = tuple(
        rubble_of(one) if one.id == area.id else one for one in state.ground.pieces if one.id not in gone
    )
    state.ground = Ground(state.ground.width, state.ground.depth, pieces)
    play.tell("terrain shattered", "FR-LOOT-70", piece=area.id)
    for one in struck:
        height, one.elevation = one.elevation, 0.0
        hit = Hit(how="item", rules=("FR-LOOT-70",), attacker=soldier.id, unit=f"stone of {soldier.id}")
        hit.knocks_down = "FR-LOOT-70"
        await strike(play, one, [hit], "FR-LOOT-70")
        if one.on_table and height > 0:
            goes_on = await fall(play, one, height, False)
            if one is soldier and not goes_on:
                put_on(one, Effect(FALLEN, "FR-MOV-23", until="activation"))


@consumable("Magic Hourglass", "FR-LOOT-69", "FR-LOOT-62")
async def magic_hourglass(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """Up to three soldiers in sight within 6 inches activate once more, after the user is done."""
    state = play.state
    able = [
        one
        for one in state.soldiers_on_table()
        if not one.copy_of
        and (
            one is soldier
            or (within(gap(soldier, one), inches(state, HOURGLASS)) and sees(state, soldier, one))
        )
    ]

    def candidates() -> list[Candidate]:
        return [Candidate(one.id, one.name, one, rules=("FR-LOOT-69",), about=(one.id,)) for one in able]

    chosen: list[Soldier] = await play.ask(
        ChooseSeveral(
            soldier.seat,
            "choose who activates again",
            "Who activates once more?",
            ("FR-LOOT-69",),
            candidates,
            least=1,
            most=min(MOST_HURRIED, len(able)),
            about=(soldier.id,),
        )
    )
    for one in chosen:
        put_on(one, Effect(HURRIED, "FR-LOOT-69", by=soldier.id, until="round", rounds=state.round))
    play.tell("time runs back", "FR-LOOT-69", figures=[one.id for one in chosen])


def _hurries(play: Play[Battle], seat: str, now: Activation) -> bool:
    return any(
        effect.name == HURRIED and effect.by == now.figure.id
        for one in play.state.soldiers_on_table()
        for effect in one.effects
    )


@WINDOWS.consequence(ACTIVATION_OVER, "bonus activations", "FR-LOOT-69", _hurries)
async def bonus_activations(play: Play[Battle], seat: str, now: Activation) -> None:
    """They follow at once, on top of the normal activation of the round."""
    state, user = play.state, now.figure.id
    hurried = [
        one
        for one in state.soldiers_on_table()
        if any((each.name, each.by) == (HURRIED, user) for each in one.effects)
    ]
    for one in hurried:
        one.effects = tuple(each for each in one.effects if (each.name, each.by) != (HURRIED, user))
    while (left := [one for one in hurried if one.on_table]) and not state.closed:
        one = await one_of(play, state.soldiers[user], left, "Who activates next?", "FR-LOOT-69")
        hurried.remove(one)
        had, held = one.acted, one.holding
        await activate(play, one)
        one.acted, one.holding = had or one.id == user, held and one.on_table


# ---- Choosing ------------------------------------------------------------------------------------


async def one_of(play: Play[Battle], soldier: Soldier, able: list[T], prompt: str, rule_id: str) -> T:
    """One of several that the player names; a single one needs no question."""

    names = [called(play.state, one.id) for one in able]

    def candidates() -> list[Candidate]:
        return [
            Candidate(
                one.id,
                name if names.count(name) == 1 else f"{name} {one.id}",
                one,
                rules=(rule_id,),
                about=(one.id,),
            )
            for one, name in zip(able, names, strict=True)
        ]

    if len(able) == 1:
        return able[0]
    chosen: T = await play.ask(
        ChooseOne(soldier.seat, "choose item target", prompt, (rule_id,), candidates, about=(soldier.id,))
    )
    return chosen
