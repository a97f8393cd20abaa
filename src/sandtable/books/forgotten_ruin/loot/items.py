"""Various items: chimes, cloaks, dust, horns, boots, stones and hourglasses."""

from __future__ import annotations

import msgspec

from sandtable.binding.effects import put_on
from sandtable.binding.limits import Limit, use
from sandtable.books.forgotten_ruin.asking import which_several
from sandtable.books.forgotten_ruin.chapters.activations.activations import activate
from sandtable.books.forgotten_ruin.chapters.activations.consumables import (
    choose_target,
    consumable,
    exchange,
)
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees, sees_point
from sandtable.books.forgotten_ruin.chapters.movement.falling import FALLEN, fall
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    are_within,
    inches,
    remove,
    told,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, near_planner
from sandtable.books.forgotten_ruin.chapters.terrain import category, openings_of, rubble_of
from sandtable.books.forgotten_ruin.enemies.generating import new_monster
from sandtable.books.forgotten_ruin.enemies.morale import roll_morale, why_fearless
from sandtable.books.forgotten_ruin.enemies.movement.placing import place_alone
from sandtable.books.forgotten_ruin.loot.loot_tables import carries
from sandtable.books.forgotten_ruin.loot.out_of_harm import ATTACK
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_FLYING,
    WHY_NOT_ACT,
    WHY_NOT_PASSED_OVER,
    WHY_NOT_TARGET,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Item, Mob, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_OVER,
    BATTLE_STARTED,
    WINDOWS,
    Activation,
    Moment,
)
from sandtable.kernel import Candidate, ChooseOne, Play, Refusal, YesNo, rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import Area, Ground, Point
from sandtable.table.figures.room import points_on_ring

CHIME, STONE, CLOAK, HOURGLASS, SUMMONS = 9.0, 9.0, 9.0, 6.0, 6.0
"""How far the items reach (FR-LOOT-63, -70, -64, -69, -71)."""
HORROR = 10
"""The Morale dice of the Horn of Horrors (FR-LOOT-67)."""
MOST_HURRIED = 3
"""How many soldiers an hourglass hurries (FR-LOOT-69)."""
DUSTED, HURRIED, OIL = "Dust of Evasion", "hurried", "Enchanted Oil"


# ---- The Chimes ---------------------------------------------------------------------------------


@consumable("Chime of Disappearance", "FR-LOOT-63", "FR-LOOT-62")
async def disappear(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """The user and chosen soldiers within 9 inches leave the battle; they cross no edge."""
    state = play.state
    others = (one for one in state.soldiers_on_table() if one is not soldier)
    near = [one for one in others if are_within(state, soldier, one, CHIME)]
    leaving, topic, prompt = [soldier], "choose who disappears", "Who disappears with the user?"
    if near:
        by = soldier.id
        leaving += await which_several(play, soldier.seat, topic, prompt, near, "FR-LOOT-63", by=by)
    for one in state.soldiers_on_table():
        if one.riding in [each.id for each in leaving] and one not in leaving:
            # Only soldiers of choice go: the rider of a centaur that vanishes stands on the spot.
            one.riding = ""
            play.tell("soldier thrown off", "FR-LOOT-63", "FR-TRF-13", figure=one.id)
    for one in leaving:
        if one.on_table:
            await remove(play, one, "withdrawn", "FR-LOOT-63")
        one.where = "left"


@consumable("Summoning Chime", "FR-LOOT-71", "FR-LOOT-62")
async def summoning_chime(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """A monster appears where the player says and fights for the squad until the battle ends."""
    state, (x, y) = play.state, soldier.at
    monster = await new_monster(play, "", "squad", "FR-LOOT-71")
    # It acts in the Slow Actions phase of this very round.
    monster.arrived = 0
    far, foes = inches(state, SUMMONS), [one.at for one in state.enemies_on_table() if one.side != "squad"]
    near = far + soldier.radius + monster.radius

    def judge(at: Point) -> dict[str, float]:
        return {"worth": -min((hypot(u - at[0], v - at[1]) for u, v in foes), default=0.0)}

    def spots() -> list[Point]:
        return [*foes, *points_on_ring(state.ground, (x, y), near, 8), (x, y)]

    why = Refusal("FR-LOOT-71", f"That is farther than {told(state, far)} away.", "Let it appear nearer.")
    planner = near_planner(state, (x, y), near, why, spots, judge)
    topic, prompt = "place summoned monster", f"Where does the {monster.name} appear?"
    rules, radius, facts = ("FR-LOOT-71",), monster.radius, {"monster": monster.type}
    at = await aim(play, soldier, topic, prompt, rules, planner, radius, reach=far, facts=facts)
    await place_alone(play, monster, at, "FR-LOOT-71")
    play.tell("monster summoned", "FR-LOOT-71", "FR-MON-08", figure=monster.id, by=soldier.id)


# ---- The Cloak, the Dust, the Oil, the Boots ----------------------------------------------------


@WHY_NOT_TARGET.source("FR-LOOT-64")
def cloak_of_distortion(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """From farther than 9 inches nobody can shoot at the wearer."""
    if how != "shooting" or not carries(target, "Cloak of Distortion"):
        return None
    if are_within(state, attacker, target, CLOAK):
        return None
    remedy = f"Come within {told(state, inches(state, CLOAK))}."
    return Refusal("FR-LOOT-64", f"{target.name} wears a Cloak of Distortion.", remedy)


def _dust(play: Play[Battle], seat: str, now: Moment) -> Item | None:
    return next((one for one in play.state.stock.consumables if one.name == DUSTED), None)


@WINDOWS.consequence(BATTLE_STARTED, DUSTED, "FR-LOOT-65", _dust)
async def offer_dust(play: Play[Battle], seat: str, now: Moment, dust: Item) -> None:
    """Before round 1 the dust may be used for the whole battle."""
    if await play.ask(YesNo(seat, "use dust", "Use the Dust of Evasion for this battle?", ("FR-LOOT-65",))):
        exchange(play.state, dust)
        use(play.state, Limit(DUSTED))
        play.tell("dust used", "FR-LOOT-65", item=DUSTED)


def _with_oil(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    return [one for one in play.state.soldiers.values() if carries(one, OIL)]


@WINDOWS.consequence(BATTLE_STARTED, OIL, "FR-LOOT-66", _with_oil)
async def offer_oil(play: Play[Battle], seat: str, now: Moment, bearers: list[Soldier]) -> None:
    """Soldiers who have the oil may use it before the battle."""
    for soldier in bearers:
        await enchant(play, soldier)


@rule("FR-LOOT-66")
async def enchant(play: Play[Battle], soldier: Soldier) -> None:
    """The oil goes on one weapon that is neither magical nor enchanted, and is used up, or is kept."""
    able = [one for one in soldier.weapons if _takes_oil(one)]
    rules, about = ("FR-LOOT-66",), (soldier.id,)
    named = [Candidate(one.name, f"Enchant the {one.name}", (one,), rules=rules) for one in able]
    candidates = [Candidate("keep", "Keep the oil for later", ()), *named]
    prompt = f"Which weapon of {soldier.name} is enchanted?"
    chosen: tuple[Weapon, ...] = await play.ask(
        ChooseOne(soldier.seat, "enchant weapon", prompt, rules, candidates, about=about)
    )
    for weapon in chosen:
        oiled = msgspec.structs.replace(weapon, oiled=True)
        soldier.weapons = tuple(oiled if one is weapon else one for one in soldier.weapons)
        exchange(play.state, next(one for one in soldier.items if one.name == OIL), soldier=soldier)
        play.tell("weapon enchanted", "FR-LOOT-66", figure=soldier.id, weapon=weapon.name)


def _takes_oil(weapon: Weapon) -> bool:
    return not weapon.magical and not weapon.oiled and weapon.name != "hand grenades"


@WHY_NOT_PASSED_OVER.source("FR-LOOT-68")
def too_big_to_leap_over(state: Battle, figure: Figure, other: Figure) -> Refusal | None:
    """The boots carry over human-sized figures; one who flies besides passes over monsters too."""
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
    mobs = _mobs_in_sight(play.state, soldier)
    mob = await choose_target(play, soldier, mobs, "Which mob hears the horn?", "FR-LOOT-67")
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
    """A feature becomes rubble; everybody who is in it or touches it is Hit and goes down."""
    state, able, rule_id = play.state, _features(play.state, soldier), "FR-LOOT-70"
    area = await choose_target(play, soldier, able, "Which feature is shattered?", rule_id)
    struck = [one for one in state.figures_on_table() if area.distance(*one.at) <= one.radius + TOLERANCE]
    gone = openings_of(state.ground, area.id)
    kept = [one for one in state.ground.pieces if one.id not in gone]
    pieces = tuple(rubble_of(one) if one.id == area.id else one for one in kept)
    state.ground = Ground(state.ground.width, state.ground.depth, pieces)
    play.tell("terrain shattered", rule_id, piece=area.id)
    unit = f"stone of {soldier.id}"
    for one in struck:
        height, one.elevation = one.elevation, 0.0
        hit = Hit(how="item", rules=(rule_id,), attacker=soldier.id, unit=unit, knocks_down=rule_id)
        await strike(play, one, [hit], rule_id)
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
        and (one is soldier or (are_within(state, soldier, one, HOURGLASS) and sees(state, soldier, one)))
    ]
    most, topic, prompt = (
        min(MOST_HURRIED, len(able)),
        "choose who activates again",
        "Who activates once more?",
    )
    chosen = await which_several(
        play, soldier.seat, topic, prompt, able, "FR-LOOT-69", by=soldier.id, least=1, most=most
    )
    for one in chosen:
        put_on(one, Effect(HURRIED, "FR-LOOT-69", by=soldier.id, until="round", rounds=state.round))
    play.tell("time runs back", "FR-LOOT-69", figures=[one.id for one in chosen])


def _hurried(play: Play[Battle], seat: str, now: Activation) -> list[Soldier]:
    mark = (HURRIED, now.figure.id)
    soldiers = play.state.soldiers_on_table()
    return [one for one in soldiers if any((each.name, each.by) == mark for each in one.effects)]


@WINDOWS.consequence(ACTIVATION_OVER, "bonus activations", "FR-LOOT-69", _hurried)
async def bonus_activations(play: Play[Battle], seat: str, now: Activation, hurried: list[Soldier]) -> None:
    """They follow at once, on top of the normal activation of the round."""
    state, user = play.state, now.figure.id
    for one in hurried:
        one.effects = tuple(each for each in one.effects if (each.name, each.by) != (HURRIED, user))
    while (left := [one for one in hurried if one.on_table]) and not state.closed:
        one = await choose_target(play, state.soldiers[user], left, "Who activates next?", "FR-LOOT-69")
        hurried.remove(one)
        had, held = one.acted, one.holding
        await activate(play, one)
        one.acted, one.holding = had or one.id == user, held and one.on_table
