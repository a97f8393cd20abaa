"""Melee attacks: both roll, the better one spends what it has more, and a counter-attack costs one."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed, modifier_of, pay
from sandtable.books.heroic_endeavors.chapters.arms import fights_with
from sandtable.books.heroic_endeavors.chapters.attacked import announced, begin_attack, turn_after_rear_attack
from sandtable.books.heroic_endeavors.chapters.conditions import is_helpless
from sandtable.books.heroic_endeavors.chapters.dice import roll_again, throw
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.melee.mounted import rider_or_mount
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike, is_rear
from sandtable.books.heroic_endeavors.chapters.successes import spend
from sandtable.books.heroic_endeavors.chapters.traits import bonus, defence
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import ATK, ATTACK, DEFENCE, WHY_NOT_STRIKE, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.weapons import Melee
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment
from sandtable.kernel import Candidate, ChooseOne, Modifier, Play, Refusal, rule, total_of

MOST_FOCUS = 2
"""HE-ACT-10"""


@rule("HE-TRT-15", "HE-MEL-04", "HE-SHD-03")
def melee_dice(
    state: Adventure, model: Model, weapon: Melee, *, rear: bool = False, helpless: bool = False
) -> list[Modifier]:
    """MEL part by part: ATK, strength and DEF; who cannot fight back has DEF alone."""
    parts = defence(state, model, rear=rear, helpless=helpless)
    if helpless:
        return parts
    strength = Modifier(bonus(state, model, "STR"), "strength", "HE-TRT-02")
    atk = Modifier(weapon.atk, weapon.weapon, weapon.rule)
    return [one for one in (atk, *ATK.all(state, model, weapon), strength, *parts) if one.value]


@rule("HE-MEL-04", "HE-ACT-09")
def attack_dice(state: Adventure, attack: Attack) -> list[Modifier]:
    """All dice of the attack roll."""
    assert attack.melee is not None
    focus = () if attack.is_reaction else modifier_of(attack.attacker, "focus")
    return [
        *melee_dice(state, attack.attacker, attack.melee),
        *focus,
        *ATTACK.all(state, attack),
    ]


@rule("HE-MEL-04", "HE-ACT-10", "HE-MEL-09", "HE-MEL-13")
def defence_dice(state: Adventure, attack: Attack, weapon: Melee) -> list[Modifier]:
    """All dice of the defence roll: the defender's own MEL, or what is left of it."""
    target = attack.target
    focus = (Modifier(attack.defensive, "defensive focus", "HE-ACT-10"),) if attack.defensive else ()
    return [
        *melee_dice(state, target, weapon, rear=attack.zone == "rear", helpless=is_helpless(target)),
        *focus,
        *DEFENCE.all(state, attack),
    ]


def attack_on(state: Adventure, attacker: Model, target: Model, weapon: Melee) -> Attack:
    """A strike as it would be made now."""
    rear = is_rear(target, attacker)
    return Attack("melee", attacker, target, melee=weapon, zone="rear" if rear else "front")


@rule("HE-MEL-01", "HE-MEL-17", "HE-DICE-05")
def why_not_strike(state: Adventure, attack: Attack) -> Refusal | None:
    """Out of reach, or no dice."""
    assert attack.melee is not None
    if not attack.target.on_board or not can_strike(state, attack.attacker, attack.target, attack.melee):
        reason = f"{name_of(state, attack.target)} is out of reach of the {attack.melee.weapon}."
        return Refusal("HE-MEL-01", reason, "Come up, or turn towards it.")
    if total_of(attack_dice(state, attack)) <= 0:
        return Refusal("HE-MEL-17", "The attack has no dice.", "Focus first.")
    return WHY_NOT_STRIKE.first(state, attack)


@deed
class Strike(DeedKind):
    """HE-ACT-08"""

    name, rule, keeps_preparation = "strike", "HE-ACT-08", True
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy that is near, with every weapon in use."""
        weapons = fights_with(model)
        found = []
        for foe in state.on_board():
            if foe.is_foe_of(model):
                found += [
                    Deed(self.name, foe.id, one.weapon)
                    for one in weapons
                    if can_strike(state, model, foe, one)
                ]
        return found

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom, and with what."""
        return f"strike {name_of(state, state.models[deed.target])} with the {deed.weapon}"

    def means(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How many dice against how many."""
        attack = self._attack(state, model, deed)
        own = total_of(attack_dice(state, attack))
        other = total_of(defence_dice(state, attack, best_weapon(state, attack.target)))
        return f"{max(0, own)} dice against {max(0, other)}"

    def _attack(self, state: Adventure, model: Model, deed: Deed) -> Attack:
        weapon = next(one for one in fights_with(model) if one.weapon == deed.weapon)
        return attack_on(state, model, state.models[deed.target], weapon)

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Out of reach, or no dice."""
        return why_not_strike(state, self._attack(state, model, deed))

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One attack on one opponent."""
        await strike(play, self._attack(play.state, model, deed))
        model.prepared = Prepared()


@rule("HE-TRT-16")
def best_weapon(state: Adventure, model: Model) -> Melee:
    """The weapon in use with most dice."""
    return max(fights_with(model), key=lambda one: total_of(melee_dice(state, model, one)))


@rule("HE-MEL-04", "HE-MEL-05", "HE-MEL-06", "HE-MEL-07", "HE-MEL-10", "HE-DICE-06", "HE-ACT-08")
async def strike(play: Play[Adventure], attack: Attack) -> None:
    """Both roll at the same time; the excess of either is spent on the other."""
    coming = await announced(play, await rider_or_mount(play, attack))
    if coming is None:
        return
    attack = coming
    state, attacker, target = play.state, attack.attacker, attack.target
    weapon = await _defends_with(play, target)
    dice = attack_dice(state, attack)
    await begin_attack(play, attack)
    attack = attack._replace(defending=weapon)
    defensive = await _focuses(play, attack)
    attack = attack._replace(defensive=defensive)
    own = await throw(play, attacker, "attack", dice, attack)
    other = await throw(play, target, "defence", defence_dice(state, attack, weapon), attack)
    await roll_again(play, (own, other))
    await change_by_fate(play, (own, other))
    margin = own.successes - other.successes
    play.tell(
        "strike resolved", "HE-DICE-06", model=attacker.id, target=target.id, weapon=attack.weapon,
        attack=own.successes, defence=other.successes,
    )  # fmt: skip
    if margin > 0:
        await spend(play, attack, attacker, target, margin)
    elif margin < -1 and can_counter(state, attack, weapon):
        play.tell("counter-attack", "HE-MEL-07", model=target.id, target=attacker.id, margin=-margin - 1)
        await spend(play, attack, target, attacker, -margin - 1)
    if attack.zone == "rear":
        await turn_after_rear_attack(play, target, attacker)
    await WINDOWS.open(play, ATTACK_MADE, AttackMoment(attacker, attack.weapon, is_melee=True))


@rule("HE-MEL-07", "HE-MEL-09", "HE-MEL-13", "HE-MEL-14", "HE-RCH-06")
def can_counter(state: Adventure, attack: Attack, weapon: Melee) -> bool:
    """Who is struck from behind, cannot fight back or does not reach the attacker only stops the attack."""
    if attack.zone == "rear" or is_helpless(attack.target) or not attack.attacker.on_board:
        return False
    return can_strike(state, attack.target, attack.attacker, weapon)


@rule("HE-TRT-16", "HE-MEL-04", "HE-RCH-05")
async def _defends_with(play: Play[Adventure], model: Model) -> Melee:
    """The owner says which weapon in use it defends with, where there are several."""
    known = fights_with(model)
    if len(known) == 1 or is_helpless(model):
        return known[0]
    arms = [Candidate(one.weapon, f"the {one.weapon}", one) for one in known]
    prompt = f"With what does {name_of(play.state, model)} defend itself?"
    asked = ChooseOne(model.seat, "defend with", prompt, ("HE-TRT-16",), arms, about=(model.id,))
    weapon: Melee = await CHAIR.ask(play, asked)
    return weapon


@rule("HE-ACT-10", "HE-STN-04")
async def _focuses(play: Play[Adventure], attack: Attack) -> int:
    """The defender may spend unused actions on more dice; declared before the roll."""
    target = attack.target
    most = min(MOST_FOCUS, target.turn.actions)
    if most <= 0 or is_helpless(target):
        return 0
    state = play.state
    prompt = f"How many actions does {name_of(state, target)} spend on its defence?"
    own = total_of(attack_dice(state, attack))
    other = total_of(defence_dice(state, attack, best_weapon(state, target)))
    counts = [Candidate(str(n), f"{n} dice more" if n else "none", n) for n in range(most + 1)]
    facts = {"attack": own, "defence": other, "attacker": attack.attacker.id}
    asked = ChooseOne(
        target.seat, "defensive focus", prompt, ("HE-ACT-10",), counts, facts,
        about=(target.id, attack.attacker.id),
    )  # fmt: skip
    dice: int = await CHAIR.ask(play, asked)
    if dice:
        pay(play, target, dice)
        play.tell("defensive focus", "HE-ACT-10", model=target.id, dice=dice)
    return dice
