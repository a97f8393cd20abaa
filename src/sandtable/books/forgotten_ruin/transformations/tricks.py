"""What the transformed can do: slap, dodge, move silently, fly, hide in water."""

from __future__ import annotations

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Hit, knock_down, strike
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.placing import enter_contact, place_soldier
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, told, within
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import reroll
from sandtable.books.forgotten_ruin.chapters.spells.casting import SPELL_ATTACK
from sandtable.books.forgotten_ruin.loot.ghost_form import ATTACKS
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    SAVE_CHANGES,
    WHY_FLYING,
    WHY_NOT_ACT,
    WHY_NOT_MOVE,
    WHY_NOT_TARGET,
    speed,
    wits,
)
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.transformations.off_the_table import why_wings_are_tired
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade, is_transformed
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_STARTED,
    COMBAT_FOUGHT,
    DICE_ROLLED,
    HIT_STRIKES,
    MOVE_ENDED,
    MOVED,
    REROLLS,
    TESTED_BEFOREHAND,
    WINDOWS,
    Activation,
    Movement,
    OwnDice,
    Struck,
)
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.zones import NearPoint

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
    state = play.state
    found = []
    for id, outcome in now.outcomes.items():
        enemy = state.enemies.get(id)
        if enemy is None or not enemy.mob or not outcome.hits:
            continue
        for striker in dict.fromkeys(hit.attacker for hit in now.hits.get(id, ())):
            attacker = state.soldiers.get(striker)
            if attacker is not None and attacker.on_table and has_upgrade(attacker, "Tail Slap"):
                found.append((attacker, enemy))
    return found


@WINDOWS.offer(COMBAT_FOUGHT, "Tail Slap", "FR-TRF-41", _slapped)
async def tail_slap(play: Play[Battle], seat: str, now: Combat, slapped: list[tuple[Soldier, Enemy]]) -> None:
    """The struck figure and one other of its mob within an inch go down."""
    state = play.state
    soldier, enemy = slapped[0]
    play.tell("Tail Slap", "FR-TRF-41", figure=soldier.id, target=enemy.id)
    if enemy.on_table:
        knock_down(play, enemy, "FR-TRF-41")
    near = [
        one
        for one in state.members(enemy.mob)
        if one is not enemy and within(gap(one, enemy), inches(state, TAIL))
    ]
    if not near:
        return

    def candidates() -> list[Candidate]:
        return [
            Candidate(one.id, called(state, one.id), one, rules=("FR-TRF-41",), about=(one.id,))
            for one in near
        ]

    other = near[0]
    if len(near) > 1:
        other = await play.ask(
            ChooseOne(
                seat,
                "choose who is slapped",
                "Who else is slapped down?",
                ("FR-TRF-41",),
                candidates,
                about=(soldier.id,),
            )
        )
    knock_down(play, other, "FR-TRF-41")


# ---- The Scoundrel ------------------------------------------------------------------------------


def _may_dodge(play: Play[Battle], seat: str, now: Struck) -> bool:
    return is_transformed(now.target, "The Scoundrel") and not now.is_negated and now.target.on_table


@WINDOWS.consequence(HIT_STRIKES, "Dodge", "FR-TRF-45", _may_dodge)
@rule("FR-TRF-48")
async def dodge(play: Play[Battle], seat: str, now: Struck) -> None:
    """One die for each attack: 5 or 6 avoids it, and a move follows."""
    state, soldier = play.state, now.target
    assert isinstance(soldier, Soldier)
    source = now.hit.attacker or now.hit.unit
    if now.dodged == source:
        return
    now.dodged = source
    attacker = state.enemies.get(now.hit.attacker)
    covered = (
        has_upgrade(soldier, "Use Cover")
        and "archery" in now.hit.traits
        and attacker is not None
        and in_cover(state, attacker, soldier) is not None
    )
    need = DODGED_IN_COVER if covered else DODGED_FROM
    rules = ("FR-TRF-48",) if covered else ()
    needed = Needed(need, "FR-TRF-45")
    (face,) = await play.roll(
        1, For("dodge", soldier.id), *rules, figure=soldier.id, need=needed, seat=soldier.seat
    )
    if face < need:
        return
    now.is_negated, now.negated_by = True, "FR-TRF-45"
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


def _may_reroll(play: Play[Battle], seat: str, own: OwnDice) -> bool:
    return (
        own.what in WITS_TESTS
        and has_upgrade(own.soldier, "Thieves' Luck")
        and not own.rerolled
        and own.step == REROLLS
        and own.need is not None
        and own.score(0) < own.need
    )


@WINDOWS.offer(TESTED_BEFOREHAND, "Thieves' Luck", "FR-TRF-46", _may_reroll)
@WINDOWS.offer(DICE_ROLLED, "Thieves' Luck", "FR-TRF-46", _may_reroll)
async def thieves_luck(play: Play[Battle], seat: str, own: OwnDice) -> None:
    """A Wits test is rolled again, with +1 in place of the soldier's Wits."""
    own.modifier += 1 - wits(play.state, own.soldier)
    await reroll(play, own, [0], For(f"reroll {own.what}", own.soldier.id), "FR-TRF-46")


@WINDOWS.consequence(
    ACTIVATION_ENDED,
    "silent movement",
    "FR-TRF-47",
    lambda play, seat, now: isinstance(now.figure, Soldier) and has_upgrade(now.figure, "Silent Movement"),
    rank=2,
)
async def move_silently(play: Play[Battle], seat: str, now: Activation) -> None:
    """Who did not shoot cannot be targeted from afar before the next activation."""
    soldier = now.figure
    take_off(soldier, SILENT)
    if not now.has_fired:
        put_on(soldier, Effect(SILENT, "FR-TRF-47"))
        play.tell("moves silently", "FR-TRF-47", figure=soldier.id)


@WHY_NOT_TARGET.source("FR-TRF-47")
def not_noticed(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """Whoever is more than 8 inches away takes no notice of who moves silently, for any purpose."""
    if not target.is_under(SILENT) or attacker.side == target.side:
        return None
    # A mob that goes for somebody is as near as the nearest of its figures.
    near: list[Figure] = [attacker]
    if how == "hand-to-hand" and isinstance(attacker, Enemy) and attacker.mob:
        near = [*state.members(attacker.mob)]
    if any(within(gap(one, target), inches(state, UNSEEN_BEYOND)) for one in near):
        return None
    return Refusal(
        "FR-TRF-47",
        f"{target.name} moves silently.",
        f"Come within {told(state, inches(state, UNSEEN_BEYOND))}.",
    )


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


@WINDOWS.offer(ACTIVATION_STARTED, "glide", "FR-TRF-50", _may_glide)
async def glide(play: Play[Battle], seat: str, now: Activation) -> None:
    """From a raised feature the soldier lands anywhere lower, within twice the height, in place of a Move."""
    soldier = now.figure
    assert isinstance(soldier, Soldier)
    zone = NearPoint(soldier.at, TWICE * soldier.elevation + soldier.radius)
    now.moves -= 1
    now.has_moved = True
    if now.is_either:
        now.actions = 0
    before = soldier.at
    prompt = f"Where does {soldier.name} land?"
    below = soldier.elevation
    await place_soldier(
        play, soldier, zone, "glide", prompt, "FR-TRF-50", below=below, may_contact=now.may_attack
    )
    soldier.moved += hypot(soldier.at[0] - before[0], soldier.at[1] - before[1])
    moment = Movement(seat, soldier, (soldier.at,), "glide")
    await WINDOWS.open(play, MOVED, moment)
    enter_contact(play, soldier, now, "FR-TRF-50")
    await WINDOWS.open(play, MOVE_ENDED, moment)


@COMBAT_ROLL.source("FR-TRF-55", rank=3)
def many_limbs(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """A second melee weapon in further limbs adds to the combat roll."""
    if has_upgrade(figure, "Multi-limbed") and _has_two_weapons(figure):
        return Modifier(1, "Multi-limbed", "FR-TRF-55")
    return None


@SAVE_CHANGES.source("FR-TRF-55")
def many_guards(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """It also makes the saving throw against hand-to-hand Hits one better; it is none by itself."""
    fits = hit.how == "hand-to-hand" and has_upgrade(target, "Multi-limbed") and _has_two_weapons(target)
    return Modifier(-1, "Multi-limbed", "FR-TRF-55") if fits else None


def _has_two_weapons(figure: Figure) -> bool:
    return isinstance(figure, Soldier) and sum(one.is_melee for one in figure.weapons) > 1


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
            hit = Hit(damage=0, how="hand-to-hand", rules=("FR-TRF-51",), attacker=winged.id, unit=winged.id)
            hit.knocks_down = "FR-TRF-51"
            await strike(play, foe, [hit], "FR-TRF-51")


@WHY_NOT_TARGET.source("FR-TRF-40", rank=1)
def under_water(state: Battle, attacker: Figure, target: Figure, how: str) -> Refusal | None:
    """A scaled soldier in water can neither attack nor be attacked; what friends cast for it is neither."""
    if how == "spell" and attacker.side == target.side:
        return None
    for one in (attacker, target):
        if is_transformed(one, "The Scaled") and _in_water(state, one):
            return Refusal("FR-TRF-40", f"{one.name} is in the water.", "Wait until it comes out.")
    return None


def _in_water(state: Battle, figure: Figure) -> bool:
    return any(
        "water" in area.piece.traits and area.distance(*figure.at) <= figure.radius
        for area in state.ground.areas
    )


@WHY_NOT_ACT.source("FR-TRF-40")
def no_attack_from_the_water(state: Battle, figure: Figure, action: str) -> Refusal | None:
    """Nor does it shoot, throw or cast at a place from there."""
    if (
        action in (*ATTACKS, SPELL_ATTACK)
        and is_transformed(figure, "The Scaled")
        and _in_water(state, figure)
    ):
        return Refusal("FR-TRF-40", f"{figure.name} is in the water.", "Come out of it first.")
    return None


def _is_struck_in_water(play: Play[Battle], seat: str, now: Struck) -> bool:
    hit = now.hit
    if now.is_negated or not (hit.attacker or hit.how in ("explosion", "fire mission")):
        return False
    return is_transformed(now.target, "The Scaled") and _in_water(play.state, now.target)


@WINDOWS.consequence(HIT_STRIKES, "deep in the water", "FR-TRF-40", _is_struck_in_water, rank=1)
async def blast_over_water(play: Play[Battle], seat: str, now: Struck) -> None:
    """A blast or a spell that falls there does it no harm."""
    now.is_negated, now.negated_by = True, "FR-TRF-40"


def _dives(play: Play[Battle], seat: str, now: Movement) -> bool:
    return is_transformed(now.figure, "The Scaled") and _in_water(play.state, now.figure)


@WINDOWS.consequence(MOVED, "in the water", "FR-TRF-40", _dives, rank=1)
async def dive(play: Play[Battle], seat: str, now: Movement) -> None:
    """Who has come into the water is out of everybody's reach, and reaches nobody."""
    play.tell("in the water", "FR-TRF-40", figure=now.figure.id)
