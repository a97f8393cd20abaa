"""What the transformed can do: gallop, change shape, pray, shoot the bow of the Green."""

from __future__ import annotations

from typing import Any

from sandtable.binding.effects import put_on
from sandtable.binding.limits import Limit, once, use
from sandtable.books.forgotten_ruin.asking import which
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import are_within
from sandtable.books.forgotten_ruin.enemies.morale import roll_morale_even_if_fearless
from sandtable.books.forgotten_ruin.modifiers import (
    DASH_BASE,
    TIMES_FIRED,
    WHY_SAVE_IGNORED,
    WHY_STILL,
    WHY_UNTROUBLED,
    speed,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Figure, Mob, Soldier, Weapon
from sandtable.books.forgotten_ruin.transformations.bodies import BEAST, green_bow
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade, is_transformed
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    BATTLE_STARTED,
    CASUALTY_DUE,
    COMBAT_HITS,
    HIT_STRIKES,
    WINDOWS,
    Activation,
    Moment,
    Struck,
)
from sandtable.kernel import Candidate, For, Modifier, Needed, Play, Refusal
from sandtable.table import Piece

CENTAUR_DASH = 3
"""A centaur's Dash, straight or not (FR-TRF-12); four legs add to it (FR-MOV-12)."""
PRAYER = Limit("prayer")
NEGATED_FROM = 4
"""The die that negates a magical attack (FR-TRF-22)."""
DIVINE_REACH = 6.0
"""How far the divine helps (FR-TRF-22, FR-TRF-23, FR-TRF-24)."""
PRAYED = "could not be negated"
"""The trait of a Hit whose attack the divine have failed to negate."""
KEEN = "Keen Archery"
AWE = 3
"""Morale dice of Inspire Awe (FR-TRF-24)."""


# ---- The Centaur --------------------------------------------------------------------------------


@DASH_BASE.source("FR-TRF-12", "FR-TRF-18")
def dash_of_beasts(state: Battle, figure: Figure) -> Modifier | None:
    """A centaur's Dash is always 3 inches; an animal's is its full Speed."""
    if is_transformed(figure, "The Centaur"):
        return Modifier(CENTAUR_DASH, "The Centaur", "FR-TRF-12")
    if figure.is_under(BEAST):
        return Modifier(int(speed(state, figure)), BEAST, "FR-TRF-18")
    return None


def _drew(play: Play[Battle], seat: str, now: Combat) -> str:
    stomping = (id for id in now.figures if has_upgrade(play.state.figure(id), "Stomp"))
    first = next(stomping, "")
    return first if first and now.winner == "" and now.head_of(first) == first else ""


@WINDOWS.offer(COMBAT_HITS, "Stomp", "FR-TRF-15", _drew)
async def stomp(play: Play[Battle], seat: str, now: Combat, centaur: str) -> None:
    """In a draw the centaur is not Hit and the opponent takes a plain Hit."""
    foe = now.opponent_of(centaur)
    hit = Hit(damage=0, how="hand-to-hand", rules=("FR-TRF-15",), attacker=centaur, unit=centaur)
    now.hits = {foe: [hit]}
    play.tell("Stomp", "FR-TRF-15", figure=centaur, target=foe)


# ---- The Cursed ---------------------------------------------------------------------------------


@action("Change shape", "FR-TRF-17")
class ChangeShape(Action):
    """A cursed soldier becomes an animal until the battle ends."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """While still in human form."""
        if soldier.transformation != "The Cursed" or soldier.is_under(BEAST):
            return []
        return [Candidate("change shape", "Change into an animal", True, rules=("FR-TRF-17", "FR-TRF-18"))]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """No roll is needed."""
        put_on(soldier, Effect(BEAST, "FR-TRF-18"))
        play.tell("shape changed", "FR-TRF-17", "FR-TRF-18", figure=soldier.id)


def _is_brutal(play: Play[Battle], seat: str, now: Struck) -> bool:
    attacker = play.state.soldiers.get(now.hit.striker)
    return (
        attacker is not None
        and now.hit.how == "hand-to-hand"
        and attacker.is_under(BEAST)
        and has_upgrade(attacker, "Brutal attack")
        and "damage first" not in now.hit.traits
    )


@WINDOWS.consequence(HIT_STRIKES, "brutal attack", "FR-TRF-20", _is_brutal)
async def brutal_attack(play: Play[Battle], seat: str, now: Struck) -> None:
    """In animal form the damage is rolled first, and a natural 6 leaves no saving throw."""
    now.hit.traits = (*now.hit.traits, "damage first", "brutal")
    play.tell("brutal attack", "FR-TRF-20", figure=now.hit.attacker, target=now.target.id)


@WHY_SAVE_IGNORED.source("FR-TRF-20", rank=1)
def brutal_six(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """A natural 6 for damage of a brutal attack allows no saving throw."""
    if "brutal" in hit.traits and hit.natural_damage == 6:
        return Refusal("FR-TRF-20", "The attack is brutal.", "No saving throw helps.")
    return None


# ---- The Divine ---------------------------------------------------------------------------------


def _divine_near(state: Battle, target: Figure) -> list[Soldier]:
    """The divine within 6 inches of a figure, that figure itself among them."""
    divine = [one for one in state.soldiers_on_table() if one.transformation == "The Divine"]
    return [one for one in divine if not one.is_frozen and are_within(state, one, target, DIVINE_REACH)]


def _is_magic(play: Play[Battle], seat: str, now: Struck) -> list[Soldier]:
    hit = now.hit
    is_magic = (
        isinstance(now.target, Soldier)
        and not now.is_negated
        and ("magical" in hit.traits or hit.how == "spell")
        and hit.attacker not in play.state.soldiers
        and PRAYED not in hit.traits
    )
    near = _divine_near(play.state, now.target) if is_magic else []
    return [one for one in near if one is now.target or sees(play.state, one, now.target)]


@WINDOWS.consequence(HIT_STRIKES, "negate magic", "FR-TRF-22", _is_magic)
async def negate_magic(play: Play[Battle], seat: str, now: Struck, divine: list[Soldier]) -> None:
    """A magical attack on the divine, or on a soldier near and in sight, is negated on 4 or more."""
    for one in divine:
        if await _negates(play, one, now):
            now.negate("FR-TRF-22")
            now.hits = [hit for hit in now.hits if hit.unit != now.hit.unit]
            return
    # One roll for each attack, not for each of its Hits.
    for hit in now.hits:
        hit.traits = (*hit.traits, PRAYED)


async def _negates(play: Play[Battle], one: Soldier, now: Struck) -> bool:
    """One roll of each of the divine for an attack; that against a blast counts for everybody in it."""
    blast = "" if now.hit.at is None else f"{now.hit.unit} at {now.hit.at}"
    if blast and one.has_used(once("phase", "has prayed against", blast)):
        return one.has_used(once("phase", "has negated", blast))
    need, why = Needed(NEGATED_FROM, "FR-TRF-22"), For("negate", one.id)
    (face,) = await play.roll(1, why, seat=one.seat, need=need, figure=one.id, target=now.target.id)
    if blast:
        use(one, once("phase", "has prayed against", blast))
        if face >= NEGATED_FROM:
            use(one, once("phase", "has negated", blast))
    return face >= NEGATED_FROM


def _may_pray(play: Play[Battle], seat: str, now: Struck) -> list[Soldier]:
    if not isinstance(now.target, Soldier) or now.is_negated or not now.casualty_hits:
        return []
    near = _divine_near(play.state, now.target)
    return [one for one in near if one is not now.target and not one.has_used(PRAYER)]


@WINDOWS.offer(CASUALTY_DUE, "protective prayer", "FR-TRF-23", _may_pray)
async def pray(play: Play[Battle], seat: str, now: Struck, prayers: list[Soldier]) -> None:
    """Once a battle a Hit that would remove another soldier within 6 inches is cancelled."""
    one = prayers[0]
    use(one, PRAYER)
    now.spare("FR-TRF-23")
    play.tell("protective prayer", "FR-TRF-23", figure=one.id, target=now.target.id)


def _inspires(play: Play[Battle], seat: str, now: Activation) -> list[Mob]:
    state, figure = play.state, now.figure
    if not has_upgrade(figure, "Inspire Awe"):
        return []
    return [
        mob
        for mob in state.mobs.values()
        if any(are_within(state, figure, one, DIVINE_REACH) for one in state.members(mob.id))
    ]


@WINDOWS.offer(ACTIVATION_STARTED, "Inspire Awe", "FR-TRF-24", _inspires)
async def inspire_awe(play: Play[Battle], seat: str, now: Activation, mobs: list[Mob]) -> None:
    """One mob within 6 inches rolls 3 Morale dice, Fearless or not."""
    topic, prompt, by = "choose mob to awe", "Which mob is awed?", now.figure.id
    mob = await which(play, seat, topic, prompt, mobs, "FR-TRF-24", by=by)
    await roll_morale_even_if_fearless(play, mob, AWE, "FR-TRF-24")


# ---- The Green ----------------------------------------------------------------------------------


@WHY_UNTROUBLED.source(
    "FR-TRF-26", "FR-TRF-39", about=lambda one: isinstance(one, Soldier) and one.transformation != ""
)
def at_home(state: Battle, figure: Figure, piece: Piece) -> Refusal | None:
    """Nature does not slow the Green, water and swamp do not slow the Scaled."""
    if is_transformed(figure, "The Green") and "natural" in piece.traits:
        return Refusal("FR-TRF-26", f"{figure.name} is at home here.", "It costs nothing.")
    if is_transformed(figure, "The Scaled") and ("water" in piece.traits or piece.kind == "swamp"):
        return Refusal("FR-TRF-39", f"{figure.name} is at home here.", "It costs nothing.")
    return None


def _lack_bows(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    green = [one for one in play.state.soldiers.values() if one.transformation == "The Green"]
    return [one for one in green if not any("green" in each.traits for each in one.weapons)]


@WINDOWS.consequence(BATTLE_STARTED, "the bow of the Green", "FR-TRF-27", _lack_bows, rank=1)
async def give_bow(play: Play[Battle], seat: str, now: Moment, lacking: list[Soldier]) -> None:
    """A Green soldier has a bow."""
    for one in lacking:
        one.weapons = (*one.weapons, green_bow())
        play.tell("bow taken up", "FR-TRF-27", figure=one.id)


@WHY_SAVE_IGNORED.source("FR-TRF-27", rank=1)
def arrow_of_six(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """A natural 6 to hit with that bow leaves no saving throw."""
    if hit.weapon is not None and "green" in hit.weapon.traits and hit.natural == 6:
        return Refusal("FR-TRF-27", "A natural 6 of the bow ignores saving throws.", "Only Luck may help.")
    return None


@TIMES_FIRED.source("FR-TRF-28")
def keen_archery(state: Battle, soldier: Soldier, weapon: Weapon) -> Modifier | None:
    """Who stands still shoots the bow, or a magical ranged weapon, twice."""
    fits = "green" in weapon.traits or (weapon.magical and not weapon.is_melee)
    if fits and has_upgrade(soldier, KEEN) and soldier.moved <= 0.0:
        return Modifier(1, KEEN, "FR-TRF-28")
    return None


@WHY_STILL.source("FR-TRF-28")
def the_keen_stand_still(state: Battle, soldier: Soldier, weapon: Weapon) -> Refusal | None:
    """A soldier who has shot twice does not move afterwards either."""
    if keen_archery(state, soldier, weapon) is None:
        return None
    return Refusal("FR-TRF-28", f"{soldier.name} stands still to shoot twice.", "Shoot once to move.")
