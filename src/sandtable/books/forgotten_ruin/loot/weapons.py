"""Magical weapons and what their abilities do; the Sword of Destruction and Enchanted Oil."""

from __future__ import annotations

from sandtable.binding.limits import give_back, once, use
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat
from sandtable.books.forgotten_ruin.chapters.hits.resolution import Blow, Hit
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot
from sandtable.books.forgotten_ruin.loot.loot_tables import has_weapon
from sandtable.books.forgotten_ruin.modifiers import (
    COMBAT_ROLL,
    DAMAGE,
    DAMAGE_DICE,
    EXTRA_HITS,
    ONE_SHOT,
    POINTS_LOST,
    SAVES,
    TO_HIT,
    WHY_CHARGES_ON,
    WHY_NOT_STUNNED,
    WHY_NOT_WIELD,
    WHY_SAVE_IGNORED,
)
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import (
    COMBAT_ROLLED,
    FIGURE_REMOVED,
    HIT_RESOLVED,
    WINDOWS,
    Removal,
    Struck,
)
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

GUARD = 6
"""The saving throw of Guarding (FR-LOOT-19)."""
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
    return Weapon(
        name=SWORD,
        traits=("magical",),
        hit_bonus=DESTRUCTION,
        damage_bonus=DESTRUCTION,
        magical=True,
    )


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
    """Whoever fights with a magical melee weapon is not unarmed, whatever its form."""
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
    great = next((int(one.removeprefix("great +")) for one in weapon.traits if one.startswith("great +")), 0)
    is_great = isinstance(target, Enemy) and (
        target.is_monster or target.is_champion or target.kind == "villain"
    )
    return great if great and is_great else weapon.damage_bonus


@EXTRA_HITS.source("FR-LOOT-13", "FR-LOOT-17", "FR-LOOT-22")
def magic_hits(state: Battle, blow: Blow) -> Modifier | None:
    """Weapons that Hit twice, Deep strikes on a natural 6, Destruction against monsters."""
    weapon = blow.weapon
    deep = weapon.ability == "Deep strikes" and blow.faces[0] == 6 and blow.how == "hand-to-hand"
    if "hits twice" in weapon.traits:
        return Modifier(1 + deep, weapon.name, "FR-LOOT-13")
    if deep:
        return Modifier(1, "Deep strikes", "FR-LOOT-17")
    if weapon.ability == "Destruction" and isinstance(blow.target, Enemy) and blow.target.is_monster:
        return Modifier(1, "Destruction", "FR-LOOT-22")
    return None


@DAMAGE_DICE.source("FR-LOOT-22", rank=-1)
def destruction(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Damage is rolled twice and the better counts, except against monsters."""
    if hit.weapon is None or hit.weapon.ability != "Destruction":
        return None
    return (
        None if isinstance(target, Enemy) and target.is_monster else Modifier(1, "Destruction", "FR-LOOT-22")
    )


@WHY_CHARGES_ON.source("FR-LOOT-15", rank=-1)
def quickness(state: Battle, figure: Figure, held: Weapon | None) -> Refusal | None:
    """Once a phase the Follow-up move after a kill with this weapon may enter combat."""
    if held is not None and held.ability == "Quickness" and not figure.has_used(once("phase", "FR-LOOT-15")):
        return Refusal("FR-LOOT-15", f"{figure.name} has a weapon of Quickness.", "It may charge on.")
    return None


@WHY_NOT_STUNNED.source("FR-LOOT-18")
def strength(state: Battle, soldier: Soldier, hit: Hit | None) -> Refusal | None:
    """The bearer of a weapon of Strength cannot be Stunned."""
    if _helps(state, soldier, "Strength", hit):
        return Refusal("FR-LOOT-18", f"{soldier.name} has a weapon of Strength.", "It cannot be Stunned.")
    return None


@SAVES.source("FR-LOOT-19", rank=-3)
def guarding(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """The bearer of a weapon of Guarding has a saving throw."""
    return Modifier(GUARD, "Guarding", "FR-LOOT-19") if _helps(state, target, "Guarding", hit) else None


@rule("FR-LOOT-06")
def _helps(state: Battle, figure: Figure, ability: str, hit: Hit | None) -> bool:
    """Whether a figure carries a usable weapon with this ability and fights with no other magical one."""
    in_hand = hit.met_with if hit is not None else None
    if in_hand is not None and in_hand.magical:
        return in_hand.ability == ability
    held = has_weapon(figure, ability)
    return held is not None and WHY_NOT_WIELD.first(state, figure, held) is None


@POINTS_LOST.source("FR-LOOT-20")
def slaying(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Each Monster Point it takes from a monster costs another."""
    fits = hit.weapon is not None and hit.weapon.ability == "Slaying"
    return (
        Modifier(1, "Slaying", "FR-LOOT-20")
        if fits and isinstance(target, Enemy) and target.is_monster
        else None
    )


@WHY_SAVE_IGNORED.source("FR-LOOT-23", rank=-1)
def piercing(state: Battle, target: Figure, hit: Hit, save: Modifier) -> Refusal | None:
    """Hits of a missile weapon of Piercing ignore saving throws."""
    if hit.weapon is not None and hit.weapon.magical and hit.weapon.ability == "Piercing":
        return Refusal("FR-LOOT-23", "The weapon is Piercing.", "No saving throw helps.")
    return None


def _keen(play: Play[Battle], seat: str, now: Struck) -> bool:
    weapon = now.hit.weapon
    return (
        weapon is not None
        and weapon.ability == "Keenness"
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
    weapon = now.hit.weapon
    return weapon is not None and weapon.ability == "Impact" and not now.was_saved and _is_small(now.target)


def _is_small(target: Figure) -> bool:
    return not (isinstance(target, Enemy) and target.is_monster)


@WINDOWS.consequence(HIT_RESOLVED, "Impact", "FR-LOOT-27", _impacts, rank=-2)
async def impact(play: Play[Battle], seat: str, now: Struck) -> None:
    """Who is struck, is no monster and is not removed goes down."""
    now.knocked_down_by = "FR-LOOT-27"


def _frightens(play: Play[Battle], seat: str, now: Removal) -> bool:
    killer = play.state.soldiers.get(now.by)
    return (
        isinstance(now.figure, Enemy)
        and bool(now.figure.mob)
        and now.how == "casualty"
        and now.means == "shooting"
        and killer is not None
        and killer.has_used(SHOT_OF_FEAR)
    )


@WINDOWS.consequence(FIGURE_REMOVED, "Fear", "FR-LOOT-25", _frightens, rank=-4)
async def fear(play: Play[Battle], seat: str, now: Removal) -> None:
    """A mob that loses a figure to it rolls two more Morale dice in its next test."""
    assert isinstance(now.figure, Enemy)
    mob = play.state.mobs[now.figure.mob]
    mob.extra_morale += FRIGHT
    play.tell("mob frightened", "FR-LOOT-25", mob=mob.id, dice=FRIGHT)


SHOT_OF_FEAR = once("round", "shot Fear")
"""What is remembered of a soldier whose last Hit was one of Fear."""


def _is_of_fear(now: Struck) -> bool:
    return now.hit.weapon is not None and now.hit.weapon.ability == "Fear"


def _marks_fear(play: Play[Battle], seat: str, now: Struck) -> bool:
    killer = play.state.soldiers.get(now.hit.attacker)
    return killer is not None and killer.has_used(SHOT_OF_FEAR) != _is_of_fear(now)


@WINDOWS.consequence(HIT_RESOLVED, "a shot of Fear", "FR-LOOT-25", _marks_fear, rank=-1)
async def mark_fear(play: Play[Battle], seat: str, now: Struck) -> None:
    """Only kills by this very weapon frighten, not those by another one in the same round."""
    killer = play.state.soldiers[now.hit.attacker]
    give_back(killer, SHOT_OF_FEAR)
    if _is_of_fear(now):
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
    foes = [id for id in now.figures if id in state.enemies and now.dice.get(id)]

    def candidates() -> list[Candidate]:
        return [
            Candidate(id, f"{called(state, id)}: {now.dice[id][0]}", id, rules=("FR-LOOT-16",), about=(id,))
            for id in foes
        ]

    chosen = foes[0]
    if len(foes) > 1:
        chosen = await play.ask(
            ChooseOne(
                seat,
                "choose die to parry",
                "Whose die is rolled again?",
                ("FR-LOOT-16",),
                candidates,
                about=(soldier.id,),
            )
        )
    what, dice = For("parried", chosen), state.enemy_dice
    (face,) = await play.roll(1, what, "FR-LOOT-16", "FR-PRN-20", seat=dice, figure=chosen)
    now.dice[chosen] = [face, *now.dice[chosen][1:]]
    # Whatever looks at the dice looks at them again: the first result is gone for every purpose.
    now.forced = ""
    await WINDOWS.open(play, COMBAT_ROLLED, now)
