"""Magical weapons and what their abilities do; the Sword of Destruction and Enchanted Oil."""

from __future__ import annotations

from sandtable.binding.choosing import choose_if_several
from sandtable.binding.limits import give_back, once, use
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.harm import Blow, Hit
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot
from sandtable.books.forgotten_ruin.loot.loot_tables import has_weapon
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    DAMAGE,
    EXTRA_HITS,
    ONE_SHOT,
    TO_HIT,
    WHY_CHARGES_ON,
    WHY_NOT_WIELD,
)
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    COMBAT_ROLLED,
    FIGURE_REMOVED,
    HIT_RESOLVED,
    WINDOWS,
    Removal,
    Struck,
)
from sandtable.kernel import For, Modifier, Play, Refusal, rule

KEEN = 2
"""The further Hits of Keenness (FR-LOOT-24)."""
FRIGHT = 2
"""The further Morale dice of Fear (FR-LOOT-25)."""
SWORD = "Sword of Destruction"
DESTRUCTION = 3
"""What the Sword of Destruction adds (FR-FIN-14)."""


@rule("FR-LOOT-10", "FR-FIN-14")
def sword_of_destruction() -> Weapon:
    """The artifact: +3 to the combat roll and +3 damage."""
    bonus = DESTRUCTION
    return Weapon(name=SWORD, traits=("magical",), hit_bonus=bonus, damage_bonus=bonus, magical=True)


@COMBAT_ROLL.source("FR-LOOT-12", "FR-FIN-14", "FR-LOOT-66", rank=1)
def magic_in_the_hand(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """The Hit bonus of a magical melee weapon, or the oil on an ordinary one, counts in the combat roll."""
    weapon = combat.weapons.get(figure.id)
    if weapon is None or not isinstance(figure, Soldier):
        return None
    if weapon.magical and weapon.hit_bonus:
        rule_id = "FR-FIN-14" if weapon.name == SWORD else "FR-LOOT-12"
        return Modifier(weapon.hit_bonus, weapon.name, rule_id)
    return Modifier(1, "Enchanted Oil", "FR-LOOT-66") if weapon.oiled else None


@COMBAT_ROLL.source("FR-LOOT-10", rank=2)
def not_unarmed(state: Battle, figure: Figure, opponent: Figure, combat: Combat) -> Modifier | None:
    """A soldier who fights with a magical melee weapon is not unarmed, whatever its form."""
    weapon = combat.weapons.get(figure.id)
    if weapon is None or not weapon.magical or not isinstance(figure, Soldier):
        return None
    return Modifier(0, "magical melee weapon", "FR-LOOT-10")


@TO_HIT.source("FR-LOOT-11")
def shot_like_a_bow(state: Battle, shot: Shot) -> Modifier | None:
    """A magical missile weapon is shot like any weapon of a soldier, with Combat Skill and its bonus."""
    return Modifier(0, "magical missile weapon", "FR-LOOT-11") if shot.weapon.magical else None


@ONE_SHOT.source("FR-LOOT-66")
def one_oiled_shot(state: Battle, soldier: Figure, weapon: Weapon) -> Modifier | None:
    """Oil on a weapon of several Shots helps one of them, to hit and for damage."""
    return Modifier(1, "Enchanted Oil", "FR-LOOT-66") if weapon.oiled and weapon.shots > 1 else None


@TO_HIT.source("FR-LOOT-12", "FR-LOOT-66")
def magic_shots(state: Battle, shot: Shot) -> Modifier | None:
    """The Hit bonus of a magical missile weapon; oil helps a weapon of one Shot."""
    weapon = shot.weapon
    if weapon.magical and weapon.hit_bonus:
        return Modifier(weapon.hit_bonus, weapon.name, "FR-LOOT-12")
    return Modifier(1, "Enchanted Oil", "FR-LOOT-66") if weapon.oiled and weapon.shots <= 1 else None


@DAMAGE.source("FR-LOOT-13", "FR-LOOT-66", "FR-FIN-14", rank=-2)
def magic_damage(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The damage bonus, larger against monsters and champions for some weapons."""
    weapon = hit.weapon
    if weapon is None:
        return None
    if weapon.magical and weapon.damage_bonus:
        rule_id = "FR-FIN-14" if weapon.name == SWORD else "FR-LOOT-13"
        return Modifier(_bonus_against(weapon, target), weapon.name, rule_id)
    return Modifier(1, "Enchanted Oil", "FR-LOOT-66") if weapon.oiled and weapon.shots <= 1 else None


def _bonus_against(weapon: Weapon, target: Figure) -> int:
    great = [int(one.removeprefix("great +")) for one in weapon.traits if one.startswith("great +")]
    is_great = isinstance(target, Enemy) and (target.kind in ("monster", "villain") or target.is_champion)
    return great[0] if great and is_great else weapon.damage_bonus


@EXTRA_HITS.source("FR-LOOT-13", "FR-LOOT-17", "FR-LOOT-22")
def magic_hits(state: Battle, blow: Blow) -> Modifier | None:
    """Weapons that Hit twice, Deep strikes on a natural 6, Destruction against monsters."""
    weapon = blow.weapon
    deep = weapon.ability == "Deep strikes" and blow.faces[0] == 6 and blow.how == "hand-to-hand"
    if "hits twice" in weapon.traits:
        return Modifier(1 + deep, weapon.name, "FR-LOOT-13")
    if deep:
        return Modifier(1, "Deep strikes", "FR-LOOT-17")
    if weapon.ability == "Destruction" and blow.target.is_monster:
        return Modifier(1, "Destruction", "FR-LOOT-22")
    return None


@WHY_CHARGES_ON.source("FR-LOOT-15", rank=-1)
def quickness(state: Battle, figure: Figure, held: Weapon | None) -> Refusal | None:
    """Once a phase the Follow-up move after a kill with this weapon may enter combat."""
    if held is not None and held.ability == "Quickness" and not figure.has_used(once("phase", "FR-LOOT-15")):
        return Refusal("FR-LOOT-15", f"{figure.name} has a weapon of Quickness.", "It may charge on.")
    return None


@rule("FR-LOOT-06")
def helps(state: Battle, figure: Figure, ability: str, hit: Hit | None) -> bool:
    """Whether a figure carries a usable weapon with this ability and fights with no other magical one."""
    in_hand = hit.met_with if hit is not None else None
    if in_hand is not None and in_hand.magical:
        return in_hand.ability == ability
    held = has_weapon(figure, ability)
    return held is not None and WHY_NOT_WIELD.first(state, figure, held) is None


def _is_of(ability: str, now: Struck) -> bool:
    return now.hit.weapon is not None and now.hit.weapon.ability == ability


def _keen(play: Play[Battle], seat: str, now: Struck) -> bool:
    return (
        _is_of("Keenness", now)
        and now.natural_damage == 6
        and "keen" not in now.hit.traits
        and now.target.on_table
    )


@WINDOWS.consequence(HIT_RESOLVED, "Keenness", "FR-LOOT-24", _keen, rank=-2)
async def keenness(play: Play[Battle], seat: str, now: Struck) -> None:
    """A natural 6 for damage brings two more Hits, which bring no more."""
    for _ in range(KEEN):
        again = Hit(
            damage=now.hit.damage,
            how=now.hit.how,
            rules=now.hit.rules,
            attacker=now.hit.attacker,
            unit=now.hit.unit,
            weapon=now.hit.weapon,
            traits=(*now.hit.traits, "keen"),
        )
        now.hits = [again, *now.hits]
    play.tell("Keenness", "FR-LOOT-24", target=now.target.id, hits=KEEN)


def _impacts(play: Play[Battle], seat: str, now: Struck) -> bool:
    return _is_of("Impact", now) and not now.was_saved and not now.target.is_monster


@WINDOWS.consequence(HIT_RESOLVED, "Impact", "FR-LOOT-27", _impacts, rank=-2)
async def impact(play: Play[Battle], seat: str, now: Struck) -> None:
    """Who is struck, is no monster and is not removed goes down."""
    now.knocked_down_by = "FR-LOOT-27"


def _frightens(play: Play[Battle], seat: str, now: Removal) -> Mob | None:
    killer = play.state.soldiers.get(now.by)
    is_shot = (now.how, now.means) == ("casualty", "shooting")
    if not is_shot or killer is None or not killer.has_used(SHOT_OF_FEAR):
        return None
    return play.state.mobs.get(now.figure.mob) if isinstance(now.figure, Enemy) else None


@WINDOWS.consequence(FIGURE_REMOVED, "Fear", "FR-LOOT-25", _frightens, rank=-4)
async def fear(play: Play[Battle], seat: str, now: Removal, mob: Mob) -> None:
    """A mob that loses a figure to it rolls two more Morale dice in its next test."""
    mob.extra_morale += FRIGHT
    play.tell("mob frightened", "FR-LOOT-25", mob=mob.id, dice=FRIGHT)


SHOT_OF_FEAR = once("round", "shot Fear")
"""What is remembered of a soldier whose last Hit was one of Fear."""


def _marks_fear(play: Play[Battle], seat: str, now: Struck) -> bool:
    killer = play.state.soldiers.get(now.hit.attacker)
    return killer is not None and killer.has_used(SHOT_OF_FEAR) != _is_of("Fear", now)


@WINDOWS.consequence(HIT_RESOLVED, "a shot of Fear", "FR-LOOT-25", _marks_fear, rank=-1)
async def mark_fear(play: Play[Battle], seat: str, now: Struck) -> None:
    """Only kills by this very weapon frighten, not those by another one in the same round."""
    killer = play.state.soldiers[now.hit.attacker]
    give_back(killer, SHOT_OF_FEAR)
    if _is_of("Fear", now):
        use(killer, SHOT_OF_FEAR)


def _parrying(play: Play[Battle], seat: str, now: Combat) -> list[Soldier]:
    return [
        one
        for id in now.figures
        if (one := play.state.soldiers.get(id)) is not None
        and (held := now.weapons.get(id)) is not None
        and held.ability == "Parrying"
        and not one.has_used(once("phase", "parry"))
    ]


@WINDOWS.offer(COMBAT_ROLLED, "Parrying", "FR-LOOT-16", _parrying)
async def parry(play: Play[Battle], seat: str, now: Combat, parrying: list[Soldier]) -> None:
    """Once a phase the enemy must reroll one hand-to-hand die of the player's choice."""
    state = play.state
    soldier = parrying[0]
    use(soldier, once("phase", "parry"))
    enemies = [state.enemies[id] for id in now.figures if id in state.enemies and now.dice.get(id)]
    foes = [one for one in enemies if one.side != soldier.side]
    topic, prompt, about = "choose die to parry", "Whose die is rolled again?", (soldier.id,)
    chosen = await choose_if_several(
        play,
        seat,
        topic,
        prompt,
        ("FR-LOOT-16",),
        foes,
        lambda one: f"{name_of(state, one)}: {now.dice[one.id][0]}",
        about=about,
    )
    what, dice = For("parried", chosen.id), state.dice_of(chosen)
    (face,) = await play.roll(1, what, "FR-LOOT-16", "FR-PRN-20", seat=dice, figure=chosen.id)
    now.dice[chosen.id] = [face, *now.dice[chosen.id][1:]]
    # Whatever looks at the dice looks at them again: the first result is gone for every purpose.
    now.forced = ""
    await WINDOWS.open(play, COMBAT_ROLLED, now)
