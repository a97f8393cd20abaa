"""Fire choices: every weapon with every way to use it, and the chances of each."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.binding.words import joined
from sandtable.books.forgotten_ruin.chapters.armory import range_of, ranged_weapons
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import can_aim
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Odds, Shot, odds_of
from sandtable.books.forgotten_ruin.chapters.shooting.targets import (
    Allowed,
    Lookout,
    Split,
    pressing_targets,
    splits_for,
    why_in_melee,
    why_not_fire_weapon,
)
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Soldier, Weapon
from sandtable.kernel import Candidate, Option, Refusal, rule
from sandtable.kernel.arithmetic import total


class Choice(msgspec.Struct, frozen=True):
    """A weapon, and the targets of its dice; none for an explosive, which is aimed at a point."""

    weapon: Weapon
    split: Split | None = None


@rule("FR-SHT-01", "FR-SHT-04", "FR-ARM-11", "FR-ARM-22")
def fire_candidates(
    state: Battle, soldier: Soldier, allowed: Allowed = None, only: Weapon | None = None
) -> list[Candidate]:
    """Every weapon with every way to use it, with the number needed and the chances."""
    found: list[Candidate] = []
    keys: dict[str, int] = {}
    lookout = Lookout(state, soldier, allowed)
    odds: dict[str, Odds] = {}
    for weapon in ranged_weapons(soldier):
        if only is not None and weapon.name != only.name:
            continue
        keys[weapon.name] = keys.get(weapon.name, 0) + 1
        name = weapon.name if keys[weapon.name] == 1 else f"{weapon.name} ({keys[weapon.name]})"
        why = why_not_fire_weapon(state, soldier, weapon)
        if why is not None:
            found.append(_barred(name, why))
        elif weapon.is_explosive:
            if can_aim(lookout, weapon):
                found.append(_explosive(state, soldier, weapon, name))
        else:
            found += [
                _shot(state, soldier, name, Choice(weapon, one), odds) for one in splits_for(lookout, weapon)
            ]
    return found


def _barred(name: str, why: Refusal) -> Candidate:
    return Candidate(name, name, rules=(why.rule,), check=lambda: why)


def _explosive(state: Battle, soldier: Soldier, weapon: Weapon, name: str) -> Candidate:
    rules = ("FR-ARM-11", "FR-ARM-14") if "under_barrel" in weapon.traits else ("FR-ARM-22", "FR-ARM-14")
    facts = {"weapon": weapon.name, "inches": range_of(state, soldier, weapon), "radius": weapon.radius}
    label = f"{name}, aimed at a point"
    verb = f"fire the {label}"
    return Candidate(name, label, Choice(weapon), rules=rules, facts=facts, verb=verb, points_at=("ground",))


def _shot(state: Battle, shooter: Soldier, name: str, choice: Choice, odds: dict[str, Odds]) -> ShotCandidate:
    assert choice.split is not None
    several = ("FR-SHT-12",) if len(choice.split.targets) > 1 else ()
    return ShotCandidate(
        f"{name}: {choice.split.label}",
        name,
        choice,
        rules=("FR-SHT-04", *several),
        state=state,
        shooter=shooter,
        weapon=choice.weapon,
        split=choice.split,
        odds=odds,
    )


class ShotCandidate(Candidate, kw_only=True):
    """A weapon and its targets; the chances are worked out only when they are looked at."""

    state: Battle
    shooter: Soldier
    weapon: Weapon
    split: Split
    odds: dict[str, Odds]
    """The candidates of one question share what they have worked out."""

    def option(self, refusal: Refusal | None = None) -> Option:
        """The candidate as it is shown, with the number needed and the chances."""
        split, dice = self.split, self.split.dice
        odds = [self._odds_of(id) for id in split.targets]
        needs = [max(1, one.need) for one in odds]
        kills = total(one.kill(count) for one, count in zip(odds, dice, strict=True))
        facts: dict[str, Any] = {
            "weapon": self.weapon.name,
            "targets": list(split.targets),
            "dice": list(dice),
            "kills": round(kills, 3),
        }
        if len(needs) > 1:
            facts |= {"needs": needs, "chances": [round(one.chance, 3) for one in odds]}
        label = f"{self.label} at {self._shares()}"
        several = "/".join(f"{one}+" for one in dict.fromkeys(needs))
        return Option(
            self.key,
            f"{label}, {several}" if len(set(needs)) > 1 else label,
            self.rules,
            refusal,
            facts,
            about=split.targets,
            need=needs[0],
            chance=round(odds[0].chance, 3),
            shares=tuple(dice),
            verb=f"fire the {label}",
        )

    def _shares(self) -> str:
        """The targets, and how many of the dice are for each where there are more than one."""
        names = [name_of(self.state, self.state.figure(id)) for id in self.split.targets]
        dice = self.split.dice
        if len(names) == 1:
            return names[0] if dice[0] == 1 else f"{names[0]} ({dice[0]} dice)"
        shares = [f"{share} {'die' if share == 1 else 'dice'}" for share in dice]
        return joined([f"{name} ({share})" for name, share in zip(names, shares, strict=True)])

    def _odds_of(self, id: str) -> Odds:
        if (known := f"{self.label} {id}") not in self.odds:
            self.odds[known] = odds_of(self.state, Shot(self.shooter, self.state.figure(id), self.weapon))
        return self.odds[known]


def rules_of_choice(state: Battle, soldier: Soldier) -> tuple[str, ...]:
    """The rules that bear on this choice of weapon and target."""
    weapons = ranged_weapons(soldier)
    rules = ["FR-SHT-01", "FR-SHT-04", "FR-ARM-02"]
    rules.append("FR-SHT-02" if soldier.moved > 0.0 else "FR-SHT-03")
    if any("heavy" in one.traits for one in weapons):
        rules.append("FR-ARM-05")
    if any("stability" in one.traits for one in weapons):
        rules.append("FR-ARM-07")
    if any("under_barrel" in one.traits for one in weapons):
        rules.append("FR-ARM-11")
    if pressing_targets(state, soldier):
        rules.append("FR-SHT-05")
    if any(one.mob for one in state.enemies_on_table()):
        rules.append("FR-SHT-09")
    if any(why_in_melee(state, soldier, one) for one in state.opponents_of(soldier)):
        rules.append("FR-SHT-08")
    return (*rules, "FR-SHT-21")
