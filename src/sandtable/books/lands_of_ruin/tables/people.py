"""Heroes, cohorts and their skills; what follows from skills and gear is worked out here."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.tables.arms import Arm, Weapon, accessories, armours, items
from sandtable.books.lands_of_ruin.tables.charts import human
from sandtable.kernel import Modifier
from sandtable.kernel.arithmetic import total
from sandtable.kernel.citation import rule as cite

Tribe = Literal["Baleans", "Reclaimers"]
Against = Literal["ranged", "close", "rotter", "explosive"]
"""What armour is for (LR-DEF-02)."""
CohortType = Literal["independent", "close_support", "slave"]


class Skill(Row, frozen=True, omit_defaults=True):
    """A skill (LR-SKL-01)."""

    name: str
    cost: int
    rule: str
    most: int = 1
    after: str = ""
    """The skill that must be had before (LR-SKL-05)."""
    gives: tuple[str, ...] = ()
    """The actions that it lets be ordered (LR-ACT-30)."""
    attack: str = ""
    """With what it gives +1: ranged, close, a class or one weapon (LR-SKL-06)."""
    defence: int = 0
    leadership: int = 0
    movement: int = 0
    throw: int = 0
    detection: int = 0
    tribe: str = ""
    needs: str = ""

    def helps_with(self, weapon: Weapon) -> bool:
        """Whether its bonus to attacks fits a weapon (LR-SKL-06)."""
        return self.attack in ("close" if weapon.close else "ranged", weapon.kind, weapon.name)


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What heroes and models of cohorts have alike: skills and gear."""

    name: str
    rule: str
    skills: dict[str, int] = {}
    arms: tuple[Arm, ...] = ()
    worn: tuple[str, ...] = ()
    items: dict[str, int] = {}
    least: int = 0
    """The least that it counts for, whatever it has (LR-HERO-06)."""

    def has(self, skill: str) -> bool:
        """Whether it has a skill; whatever needs none is open to all."""
        return not skill or skill in self.skills

    def level(self, field: Literal["defence", "leadership", "movement", "throw", "detection"]) -> int:
        """The sum of what its skills give to one figure, each as often as it is had (LR-SKL-02)."""
        return sum(getattr(skills()[name], field) * times for name, times in self.skills.items())

    @cite("LR-SKL-06", "LR-HITR-04")
    def attack_bonuses(self, weapon: Weapon) -> tuple[Modifier, ...]:
        """What its skills add to attacks with a weapon."""
        return tuple(
            Modifier(times, name, "LR-SKL-06")
            if times == 1
            else Modifier(times, f"{name} x{times}", "LR-SKL-02")
            for name, times in self.skills.items()
            if skills()[name].helps_with(weapon)
        )

    @cite("LR-DEF-02", "LR-EQP-07")
    def armour(self, against: Against) -> int:
        """What it wears against one kind of attack; armour protects only those who have its skill."""
        worn = [armours()[one] for one in self.worn]
        return sum(getattr(one, against) for one in worn if self.has(one.needs))

    @property
    @cite("LR-MOR-07", "LR-HERO-23")
    def leadership(self) -> int:
        """How well it leads."""
        return human().leadership + self.level("leadership")

    @property
    @cite("LR-EQP-01")
    def weight(self) -> float:
        """Everything it carries, in kg, with all its clips."""
        parts = [one.row.weight + one.clips * one.row.clip_weight for one in self.arms]
        parts += [accessories()[name].weight for one in self.arms for name in one.accessories]
        parts += [armours()[one].weight for one in self.worn]
        parts += [items()[name].weight * count for name, count in self.items.items()]
        return round(total(parts), 3)

    @property
    @cite("LR-EQP-02", "LR-EQP-03")
    def factor(self) -> float:
        """The percentage to which its load, and some skills, bring movement."""
        over = max(0.0, self.weight - human().free_load)
        factor = max(0.0, 100.0 - over)
        swift = self.level("movement")
        return min(human().most_factor, factor + swift) if swift else factor

    @property
    @cite("LR-DET-04", "LR-WPN-06")
    def camouflage(self) -> int:
        """How hard it is to detect: every single item carried takes off or adds."""
        taken = [one.row.camouflage_modifier for one in self.arms]
        taken += [accessories()[name].camouflage_modifier for one in self.arms for name in one.accessories]
        taken += [armours()[one].camouflage_modifier for one in self.worn]
        taken += [items()[name].camouflage_modifier * count for name, count in self.items.items()]
        return human().camouflage - sum(taken)

    @property
    def skill_points(self) -> int:
        """The prices of all skills, each level once (LR-HERO-05)."""
        return sum(skills()[name].cost * times for name, times in self.skills.items())

    @property
    @cite("LR-HERO-05", "LR-TEAM-02")
    def gear_points(self) -> int:
        """The prices of weapons, every clip, and all other gear."""
        value = sum(one.row.gear_value + one.clips * one.row.gear_value_per_clip for one in self.arms)
        value += sum(accessories()[name].gear_value for one in self.arms for name in one.accessories)
        value += sum(armours()[one].gear_value for one in self.worn)
        return value + sum(items()[name].gear_value * count for name, count in self.items.items())

    @property
    @cite("LR-HERO-05", "LR-HERO-06", "LR-TEAM-02")
    def gear_value(self) -> int:
        """The abstract price of the card."""
        return max(self.least, self.skill_points + self.gear_points)


class Hero(Profile, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A named hero (LR-HERO-03, LR-HERO-04)."""

    tag: str
    tribe: Tribe
    ability: str = ""
    cohort: str = ""


class Cohort(Profile, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The followers of a hero (LR-COH-03)."""

    hero: str
    type: CohortType
    most: int
    ability_value: int
    price: int = 0
    """Of one slave, and nothing else (LR-COH-04)."""

    @cite("LR-COH-04")
    def value_of(self, models: int) -> int:
        """Skills once for the card, gear for each model, and the ability that it unlocks."""
        if self.price:
            return self.price * models
        return self.skill_points + models * self.gear_points + self.ability_value


class _People(Row, frozen=True):
    heroes: tuple[Hero, ...]
    cohorts: tuple[Cohort, ...]


@cache
def _people() -> _People:
    return read_data("people.yaml", _People)


@cache
@cite("LR-HERO-03", "LR-HERO-04", "LR-HERO-07")
def heroes() -> dict[str, Hero]:
    """Every hero by name."""
    return {one.name: one for one in _people().heroes}


@cache
@cite("LR-COH-03")
def cohorts() -> dict[str, Cohort]:
    """Every cohort by name."""
    return {one.name: one for one in _people().cohorts}


def profile_of(name: str) -> Profile:
    """The hero or cohort of that name."""
    return heroes().get(name) or cohorts()[name]


PLAIN = Profile("", "LR-HERO-06", {"Human Basics": 1})
"""What may be said of somebody of whom nothing is known."""


@cache
@cite("LR-SKL-01", "LR-SKL-02")
def skills() -> dict[str, Skill]:
    """Every skill by name."""
    return {one.name: one for one in read_data("skills.yaml", tuple[Skill, ...])}
