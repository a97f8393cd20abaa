"""Harm: what a Hit is, what its damage roll needs, and how likely it is to take effect."""

from __future__ import annotations

import msgspec

from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.chapters.tactics import bring_it_down
from sandtable.books.forgotten_ruin.modifiers import (
    DAMAGE,
    DAMAGE_DICE,
    EXTRA_HITS,
    TOUGHNESS,
    WHY_NO_LUCK,
    toughness,
    value_of,
)
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, FigureId, Soldier, Weapon
from sandtable.kernel import For, Modifier, Needed, Play, rule
from sandtable.kernel.arithmetic import power, total
from sandtable.table import Point

OWN_WAYS = ("shooting", "hand-to-hand", "explosion", "fire mission", "spell", "item")
"""How a soldier's own action harms: the dice are the soldier's own."""


class Hit(msgspec.Struct, kw_only=True):
    """One Hit on a figure, to be resolved by itself."""

    damage: int = 0
    how: str = "shooting"
    """ "shooting", "hand-to-hand", "explosion", "fire mission", "spell", "fall", "trap", "event"."""
    rules: tuple[str, ...] = ()
    attacker: FigureId = ""
    blow_of: FigureId = ""
    """Whose blow it is that comes back, where an armour strikes back (FR-LOOT-36)."""
    unit: str = ""
    """The mob, villain, monster or soldier, or the incident: one point of Luck covers all its Hits."""
    weapon: Weapon | None = None
    met_with: Weapon | None = None
    """What the figure that is Hit fights with, hand-to-hand."""
    traits: tuple[str, ...] = ()
    """ "no saves", "magical", "archery", "great", "stuck", "rend" ..."""
    natural: int = 0
    """The face of the die that scored it; 0 where none was rolled."""
    need: int = 0
    """The face that an archer's die must show."""
    natural_damage: int = 0
    """The face of its damage die, once that is rolled."""
    at: Point | None = None
    """The middle of an area of effect."""
    radius: float = 0.0
    outline: tuple[Point, ...] = ()
    """The corners of an area of effect that is no circle."""
    knocks_down: str = ""
    """The rule by which the figure is Knocked Down in any case, saved or not."""
    saved_knocks_down: str = ""
    """The rule by which a saving throw leaves the figure Knocked Down."""

    @property
    def striker(self) -> FigureId:
        """Whose damage modifiers and effects it has: the attacker, or who struck the blow that comes back."""
        return self.blow_of or self.attacker

    @property
    def is_attack(self) -> bool:
        """Whether somebody deals it; a fall, a trap and the like do not attack anybody (FR-MIS-70)."""
        return bool(self.attacker) or self.how not in ("fall", "trap", "event")


class Blow(msgspec.Struct, frozen=True):
    """A shot or a combat that Hits, before its Hits are counted."""

    attacker: Soldier | Enemy
    target: Soldier | Enemy
    weapon: Weapon
    how: str
    faces: tuple[int, ...]
    """The natural dice; the first is the one that counts."""


class Outcome(msgspec.Struct, kw_only=True):
    """What came of the Hits on one figure."""

    target: FigureId
    hits: int = 0
    """Hits that struck it, saved ones included."""
    cancelled: int = 0
    """Hits without any effect, as a Story Point makes them."""
    saved: int = 0
    stuns: int = 0
    points_lost: int = 0
    is_casualty: bool = False
    killed_by: Hit | None = None
    knocked_down_by: str = ""
    """The rule that will knock it down, if any."""
    moved_by_luck: bool = False


# The damage roll


@rule("FR-HIT-01", "FR-HIT-02", "FR-HIT-06", "FR-ARM-10")
def damage_bonus(state: Battle, target: Figure, hit: Hit) -> list[Modifier]:
    """The damage rating of the weapon or effect, and every bonus."""
    rating = [Modifier(hit.damage, "damage rating", "FR-HIT-01")] if hit.damage else []
    return [*rating, *DAMAGE.all(state, target, hit)]


async def damage_score(play: Play[Battle], target: Soldier | Enemy, hit: Hit) -> tuple[int, int]:
    """The score of the damage roll and the natural face that counts."""
    state = play.state
    bonus, more = damage_bonus(state, target, hit), DAMAGE_DICE.all(state, target, hit)
    plus, need = int(value_of(0, bonus)), toughness(state, target)
    count = 1 + int(value_of(0, more))
    attacker = state.soldiers.get(hit.attacker)
    tougher = [msgspec.structs.replace(one, value=0) for one in TOUGHNESS.all(state, target)]
    rules = ("FR-HIT-01", *_rules_of_damage(hit, attacker), *(one.rule for one in (*bonus, *more, *tougher)))
    if attacker is not None and hit.how in OWN_WAYS:
        dice = await roll_own(
            play,
            attacker,
            "damage",
            count,
            For("damage", target.id),
            *rules,
            added=bonus,
            need=need,
            reasons=tougher,
            target=target,
        )
        place = max(range(len(dice.faces)), key=lambda one: (dice.score(one), -one))
        return dice.score(place), dice.faces[place]
    faces = await play.roll(
        count,
        For("damage", target.id),
        *rules,
        seat=_whose_damage(state, target, hit),
        need=Needed(need - plus, "FR-HIT-03"),
        modifiers=[str(one) for one in (*tougher, *bonus)],
    )
    return max(0, max(faces) + plus), max(faces)


@rule("FR-COOP-05")
def _whose_damage(state: Battle, target: Soldier | Enemy, hit: Hit) -> str | None:
    """Whose luck a damage die is that no soldier's own action rolls: the enemy's for its attacks."""
    if hit.attacker in state.enemies and state.enemies[hit.attacker].side != "squad":
        return state.enemy_dice
    return state.lead if isinstance(target, Enemy) else state.seat_of(target)


def _rules_of_damage(hit: Hit, attacker: Soldier | None) -> tuple[str, ...]:
    """The rules behind the damage rating of a Hit."""
    rules = list(hit.rules)
    if hit.how == "hand-to-hand":
        rules.append("FR-HIT-06")
    if hit.damage and hit.weapon is not None:
        rules.append("FR-ARM-10")
    if attacker is None and hit.attacker and not hit.damage:
        rules.append("FR-HIT-02")
    return tuple(rules)


# How many Hits


@rule("FR-SHT-16", "FR-SHT-17", "FR-SHT-18", "FR-SHT-19", "FR-HTH-30")
def great_hits(state: Battle, blow: Blow) -> list[Modifier]:
    """The additional Hits on the same target of a die that Hits: a soldier's natural 6, and special rules."""
    found: list[Modifier] = []
    if isinstance(blow.attacker, Soldier) and blow.faces[0] == 6:
        source = "FR-HTH-30" if blow.how == "hand-to-hand" else "FR-SHT-16"
        found.append(Modifier(1, "Great Hit", source))
        found += bring_it_down(state, blow.attacker, blow.target)
    return [*found, *EXTRA_HITS.all(state, blow)]


# Chances, for a player who has to choose


def faces_reaching(number: float) -> int:
    """How many faces of a D6 reach a number."""
    return int(min(6, max(0, 7 - number)))


def chance_of_damage(state: Battle, target: Soldier | Enemy, hit: Hit) -> float:
    """How likely one Hit is to take effect: not saved, and a damage score of Toughness or more."""
    need = toughness(state, target) - value_of(0, damage_bonus(state, target, hit))
    fail = 1.0 - faces_reaching(need) / 6
    effect = 1.0 - power(fail, 1 + int(value_of(0, DAMAGE_DICE.all(state, target, hit))))
    needed = saving_throw(state, target, hit)
    return effect if needed is None else effect * (1.0 - faces_reaching(needed.number) / 6)


def chance_of_casualty(state: Battle, target: Soldier | Enemy, hit: Hit, number: int) -> float:
    """How likely so many equal Hits are to remove the figure, Luck and special rules left out."""
    one = chance_of_damage(state, target, hit)
    points = target.monster_points if isinstance(target, Enemy) and target.monster_points else 1
    return at_least(points, number, one)


def at_least(successes: int, tries: int, chance: float) -> float:
    """How likely at least so many of some tries succeed."""
    if successes <= 0:
        return 1.0
    odds = [1.0] + [0.0] * tries
    for _ in range(tries):
        odds = [
            odds[done] * (1.0 - chance) + (odds[done - 1] * chance if done else 0.0)
            for done in range(tries + 1)
        ]
    return total(odds[successes:])


def has_luck(state: Battle, soldier: Soldier, hits: list[Hit]) -> bool:
    """Whether a soldier has a point of Luck left that works against these casualty results."""
    return soldier.luck > 0 and WHY_NO_LUCK.first(state, soldier, hits) is None
