"""What the transformed can do: slap, dodge, move silently, fly, hide in water."""

from __future__ import annotations

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.asking import which
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, strike
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.placing import come_down, place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import are_within, inches, told
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import reroll
from sandtable.books.forgotten_ruin.chapters.spells.casting import SPELL_ATTACK
from sandtable.books.forgotten_ruin.loot.out_of_harm import ATTACKS
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    SAVE_CHANGES,
    WHY_CHANGES_WEAPONS,
    WHY_FLYING,
    WHY_NOT_ACT,
    WHY_NOT_MOVE,
    WHY_NOT_TARGET,
    WITS_AGAIN,
    speed,
    wits_added,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.transformations.off_the_table import why_wings_are_tired
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade, is_transformed
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    COMBAT_FOUGHT,
    DICE_ROLLED,
    HIT_STRIKES,
    MOVED,
    REROLLS,
    TESTED_BEFOREHAND,
    WINDOWS,
    Activation,
    Movement,
    OwnDice,
    Struck,
)
from sandtable.kernel import For, Modifier, Needed, Play, Refusal, rule, total_of
from sandtable.kernel.arithmetic import hypot
from sandtable.table import NearPoint

DODGED_FROM, DODGED_IN_COVER = 5, 4
"""FR-TRF-45, FR-TRF-48."""
UNSEEN_BEYOND = 8.0
"""How near an enemy must be to target who moved silently (FR-TRF-47)."""
TWICE = 2.0
"""How much farther than its height a glide goes (FR-TRF-50)."""
TAIL = 1.0
"""How near the second victim of a Tail Slap must be (FR-TRF-41)."""
SILENT = "silent movement"
WITS_TESTS = ("interact", "investigation", "wits", "call", "evade", "edge")
"""Rolls to which Wits are added (FR-TRF-46)."""


# ---- The Scaled ---------------------------------------------------------------------------------


def _slapped(play: Play[Battle], seat: str, now: Combat) -> list[tuple[Soldier, Enemy]]:
    soldiers, enemies = play.state.soldiers, play.state.enemies
    hit_ids = [id for id, outcome in now.outcomes.items() if outcome.hits and id in enemies]
    blows = dict.fromkeys((hit.attacker, id) for id in hit_ids for hit in now.hits.get(id, ()))
    pairs = [(soldiers[by], enemies[id]) for by, id in blows if by in soldiers and enemies[id].mob]
    return [(one, foe) for one, foe in pairs if one.on_table and has_upgrade(one, "Tail Slap")]


@WINDOWS.offer(COMBAT_FOUGHT, "Tail Slap", "FR-TRF-41", _slapped)
async def tail_slap(play: Play[Battle], seat: str, now: Combat, slapped: list[tuple[Soldier, Enemy]]) -> None:
    """The struck figure and one other of its mob within an inch go down."""
    state = play.state
    soldier, enemy = slapped[0]
    play.tell("Tail Slap", "FR-TRF-41", figure=soldier.id, target=enemy.id)
    if enemy.on_table:
        knock_down(play, enemy, "FR-TRF-41")
    others = [one for one in state.members(enemy.mob) if one is not enemy]
    near = [one for one in others if are_within(state, one, enemy, TAIL)]
    if near:
        topic, prompt = "choose who is slapped", "Who else is slapped down?"
        other = await which(play, seat, topic, prompt, near, "FR-TRF-41", by=soldier.id)
        knock_down(play, other, "FR-TRF-41")


# ---- The Scoundrel ------------------------------------------------------------------------------


def _dodger(play: Play[Battle], seat: str, now: Struck) -> Soldier | None:
    soldier = now.target
    if not isinstance(soldier, Soldier) or soldier.transformation != "The Scoundrel":
        return None
    is_tried = now.dodged == (now.hit.attacker or now.hit.unit)
    return None if now.is_negated or is_tried or not soldier.on_table else soldier


@WINDOWS.consequence(HIT_STRIKES, "Dodge", "FR-TRF-45", _dodger)
@rule("FR-TRF-48")
async def dodge(play: Play[Battle], seat: str, now: Struck, soldier: Soldier) -> None:
    """One die for each attack: 5 or 6 avoids it, and a move follows."""
    state, source = play.state, now.hit.attacker or now.hit.unit
    now.dodged = source
    attacker = state.enemies.get(now.hit.attacker)
    covered = (
        has_upgrade(soldier, "Use Cover")
        and "archery" in now.hit.traits
        and attacker is not None
        and in_cover(state, attacker, soldier) is not None
    )
    need, rules = (DODGED_IN_COVER, ("FR-TRF-48",)) if covered else (DODGED_FROM, ())
    why, needed = For("dodge", soldier.id), Needed(need, "FR-TRF-45")
    (face,) = await play.roll(1, why, *rules, figure=soldier.id, need=needed, seat=soldier.seat)
    if face < need:
        return
    now.negate("FR-TRF-45")
    now.hits = [hit for hit in now.hits if (hit.attacker or hit.unit) != source]
    await soldier_moves(
        play,
        soldier,
        inches(state, speed(state, soldier)),
        f"{soldier.name} dodges. Where to?",
        may_contact=False,
        may_leave=False,
        kind="dodge",
        rules=("FR-TRF-45",),
        topic="dodge",
    )


@WITS_AGAIN.source("FR-TRF-46")
def luck_of_thieves(state: Battle, soldier: Soldier) -> Modifier | None:
    """A Wits test may be rolled again, with +1 in place of the soldier's Wits."""
    return Modifier(1, "Thieves' Luck", "FR-TRF-46") if has_upgrade(soldier, "Thieves' Luck") else None


def _may_reroll(play: Play[Battle], seat: str, own: OwnDice) -> bool:
    return (
        own.what in WITS_TESTS
        and bool(WITS_AGAIN.all(play.state, own.soldier))
        and not own.rerolled
        and own.step == REROLLS
        and own.need is not None
        and own.score(0) < own.need
    )


@WINDOWS.offer(TESTED_BEFOREHAND, "Thieves' Luck", "FR-TRF-46", _may_reroll)
@WINDOWS.offer(DICE_ROLLED, "Thieves' Luck", "FR-TRF-46", _may_reroll)
async def thieves_luck(play: Play[Battle], seat: str, own: OwnDice) -> None:
    """A Wits test is rolled again, with +1 in place of the soldier's Wits."""
    clever = wits_added(play.state, own.soldier)
    again = WITS_AGAIN.all(play.state, own.soldier)
    own.modifier += total_of(again) - total_of(clever)
    own.why = [*(one for one in own.why if one not in clever), *again]
    await reroll(play, own, [0], For(f"reroll {own.what}", own.soldier.id), "FR-TRF-46")


def _is_silent(play: Play[Battle], seat: str, now: Activation) -> bool:
    return has_upgrade(now.figure, "Silent Movement")


@WINDOWS.consequence(ACTIVATION_ENDED, SILENT, "FR-TRF-47", _is_silent, rank=2)
async def move_silently(play: Play[Battle], seat: str, now: Activation) -> None:
    """Who did not shoot cannot be targeted from afar before the next activation."""
    soldier = now.figure
    take_off(soldier, SILENT)
    if not now.has_fired:
        put_on(soldier, Effect(SILENT, "FR-TRF-47"))
        play.tell("moves silently", "FR-TRF-47", figure=soldier.id)


@WHY_NOT_TARGET.source("FR-TRF-47")
def not_noticed(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """Nobody who is more than 8 inches away takes notice of who moves silently, for any purpose."""
    if not target.is_under(SILENT) or attacker.side == target.side:
        return None
    # A mob that goes for somebody is as near as the nearest of its figures.
    near: list[Figure] = [attacker]
    if how == "hand-to-hand" and isinstance(attacker, Enemy) and attacker.mob:
        near = [*state.members(attacker.mob)]
    if any(are_within(state, one, target, UNSEEN_BEYOND) for one in near):
        return None
    remedy = f"Come within {told(state, inches(state, UNSEEN_BEYOND))}."
    return Refusal("FR-TRF-47", f"{target.name} moves silently.", remedy)


# ---- The Skyborne -------------------------------------------------------------------------------


@WHY_FLYING.source("FR-TRF-49")
def wings(state: Battle, figure: Figure) -> Refusal | None:
    """Obstacles, chasms and terrain do not matter to wings."""
    if is_transformed(figure, "The Skyborne") and why_wings_are_tired(state, figure) is None:
        return Refusal("FR-TRF-49", f"{figure.name} has wings.", "Terrain is flown over.")
    return None


def _may_glide(play: Play[Battle], seat: str, now: Activation) -> bool:
    figure = now.figure
    return (
        is_transformed(figure, "The Skyborne")
        and figure.elevation > 0
        and now.may_move
        and now.moves > 0
        and WHY_NOT_MOVE.first(play.state, figure) is None
        and why_wings_are_tired(play.state, figure) is None
    )


@WINDOWS.offer(ACTIVATION_STARTED, "glide", "FR-TRF-50", _may_glide, said="a glide")
async def glide(play: Play[Battle], seat: str, now: Activation) -> None:
    """From a raised feature the soldier lands anywhere lower, within twice the height, in place of a Move."""
    soldier = now.figure
    assert isinstance(soldier, Soldier)
    zone = NearPoint(soldier.at, TWICE * soldier.elevation + soldier.radius)
    now.use_move()
    (x, y), below, prompt = soldier.at, soldier.elevation, f"Where does {soldier.name} land?"
    contact = now.may_attack
    await place_soldier(play, soldier, zone, "glide", prompt, "FR-TRF-50", below=below, may_contact=contact)
    soldier.moved += hypot(soldier.at[0] - x, soldier.at[1] - y)
    await come_down(play, soldier, now, "glide", "FR-TRF-50")


@COMBAT_ROLL.source("FR-TRF-55", rank=3)
def many_limbs(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """A second melee weapon in further limbs adds to the combat roll."""
    return Modifier(1, "Multi-limbed", "FR-TRF-55") if _has_two_in_hand(figure) else None


@SAVE_CHANGES.source("FR-TRF-55")
def many_guards(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """It also makes the saving throw against hand-to-hand Hits one better; it is none by itself."""
    fits = hit.how == "hand-to-hand" and _has_two_in_hand(target)
    return Modifier(-1, "Multi-limbed", "FR-TRF-55") if fits else None


@WHY_CHANGES_WEAPONS.source("FR-TRF-55")
def many_hands(state: Battle, soldier: Soldier) -> Refusal | None:
    """A soldier with two weapons in hand says in each combat which of them counts."""
    if _has_two_in_hand(soldier):
        return Refusal("FR-TRF-55", f"{soldier.name} has both weapons in hand.", "Either may be chosen.")
    return None


def _has_two_in_hand(figure: Figure) -> bool:
    if not isinstance(figure, Soldier) or "Multi-limbed" not in figure.upgrades:
        return False
    return sum(one.is_melee for one in figure.weapons) > 1


def _buffeted(play: Play[Battle], seat: str, now: Combat) -> list[tuple[Soldier, Soldier | Enemy]]:
    state = play.state
    found = []
    for id in now.figures:
        winged = state.soldiers.get(id)
        if winged is None or not has_upgrade(winged, "Wing Buffet"):
            continue
        for foe in now.side_of(now.opponent_of(id)):
            if max(now.dice.get(foe, [0])) == 1:
                found.append((winged, state.figure(foe)))
    return found


@WINDOWS.consequence(COMBAT_FOUGHT, "Wing Buffet", "FR-TRF-51", _buffeted)
async def wing_buffet(
    play: Play[Battle], seat: str, now: Combat, buffeted: list[tuple[Soldier, Soldier | Enemy]]
) -> None:
    """An opponent whose die shows 1 goes down and takes a further Hit."""
    for winged, foe in buffeted:
        if foe.on_table:
            by, rules = winged.id, ("FR-TRF-51",)
            hit = Hit(how="hand-to-hand", rules=rules, attacker=by, unit=by, knocks_down="FR-TRF-51")
            await strike(play, foe, [hit], "FR-TRF-51")


@WHY_NOT_TARGET.source("FR-TRF-40", rank=1)
def under_water(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """A scaled soldier in water can neither attack nor be attacked; what friends cast for it is neither."""
    if how == "spell" and attacker.side == target.side:
        return None
    for one in (attacker, target):
        if _in_water(state, one):
            return Refusal("FR-TRF-40", f"{one.name} is in the water.", "Wait until it comes out.")
    return None


def _in_water(state: Battle, figure: Figure) -> bool:
    """Whether a scaled soldier is in the water, which hides nobody else."""
    if not is_transformed(figure, "The Scaled"):
        return False
    water = [area for area in state.ground.areas if "water" in area.piece.traits]
    return any(area.distance(*figure.at) <= figure.radius for area in water)


@WHY_NOT_ACT.source("FR-TRF-40")
def no_attack_from_the_water(state: Battle, figure: Figure, action: str) -> Refusal | None:
    """Nor does it shoot, throw or cast at a place from there."""
    if action in (*ATTACKS, SPELL_ATTACK) and _in_water(state, figure):
        return Refusal("FR-TRF-40", f"{figure.name} is in the water.", "Come out of it first.")
    return None


def _is_struck_in_water(play: Play[Battle], seat: str, now: Struck) -> bool:
    return now.is_attacked and not now.is_negated and _in_water(play.state, now.target)


@WINDOWS.consequence(HIT_STRIKES, "deep in the water", "FR-TRF-40", _is_struck_in_water, rank=1)
async def blast_over_water(play: Play[Battle], seat: str, now: Struck) -> None:
    """A blast or a spell that falls there does it no harm."""
    now.negate("FR-TRF-40")


@WINDOWS.consequence(
    MOVED, "in the water", "FR-TRF-40", lambda play, seat, now: _in_water(play.state, now.figure), rank=1
)
async def dive(play: Play[Battle], seat: str, now: Movement) -> None:
    """Who has come into the water is out of everybody's reach, and reaches nobody."""
    play.tell("in the water", "FR-TRF-40", figure=now.figure.id)
