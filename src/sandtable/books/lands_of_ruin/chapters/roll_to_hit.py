"""Roll to hit: the number that a slot needs on a D20, and every modifier to it."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.modifiers import ATTACK, DEFENCE, Shot
from sandtable.books.lands_of_ruin.state import Battle
from sandtable.books.lands_of_ruin.tables.charts import charts, human, rotter_kinds
from sandtable.kernel import Modifier, Needed, rule, total_of

SIDES = 20
LEAST, MOST = 2, 20
"""LR-HITR-03, LR-HITR-05: between them, so that a 1 always misses and a 20 always hits."""
AIM, MOVING_MARK = 7, 5
"""LR-ACT-07, LR-LOS-08"""
ROTTER_BASE = 8
"""LR-ROT-16"""


@rule("LR-HITR-02", "LR-HITR-03", "LR-HITR-05", "LR-ROT-16", "LR-APP-22")
def needed(state: Battle, shot: Shot) -> Needed:
    """The target number with every modifier that is not 0; only Rotters may be unable to hit."""
    attack = [one for found in ATTACK.all(state, shot) for one in found]
    defence = [one for found in DEFENCE.all(state, shot) for one in found]
    base, cited = {
        "shot": (human().shoots, "LR-HITR-02"),
        "close": (human().fights, "LR-HITR-02"),
        "rotter": (ROTTER_BASE, "LR-ROT-16"),
    }[shot.kind]
    harder = [Modifier(-one.value, one.reason, one.rule) for one in attack if one.value]
    found = (*harder, *(one for one in defence if one.value))
    number = base + total_of(found)
    if shot.kind == "rotter" or LEAST <= number <= MOST:
        return Needed(base, cited, found)
    limit, word = (LEAST, "never below 2") if number < LEAST else (MOST, "never above 20")
    return Needed(base, cited, (*found, Modifier(limit - number, word, "LR-HITR-03")))


@rule("LR-HITR-05")
def chance_of(needed: Needed) -> float:
    """How likely a D20 reaches the number."""
    return max(0, min(SIDES, SIDES + 1 - needed.number)) / SIDES


@rule("LR-HITR-06")
def is_critical(state: Battle, face: int, needed: Needed) -> bool:
    """A natural 20 where 19 would have done, and not in Basic mode."""
    return face == SIDES and needed.number < SIDES and not state.switches.is_basic


@ATTACK.source("LR-WPN-04", "LR-CC-04", "LR-HITR-04", rank=-1)
def _mode_at_the_band(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """Close combat always uses the short modifier."""
    if shot.mode is None:
        return None
    band = "short" if shot.kind == "close" else shot.band
    reason = shot.mode.mode if shot.kind == "close" else f"{shot.mode.mode} at {band} range"
    return (Modifier(shot.mode.at(band), reason, "LR-WPN-04"),)


@ATTACK.source("LR-SKL-06", "LR-SKL-02")
def _skills(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    if shot.attacker is None or shot.arm is None:
        return None
    return shot.attacker.profile.attack_bonuses(shot.arm.row)


@ATTACK.source("LR-ACT-07")
def _aim(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """To every roll of the attack, whatever the mode."""
    return (Modifier(AIM, "Aim", "LR-ACT-07"),) if shot.aimed else None


@DEFENCE.source("LR-LOS-08")
def _moving_mark(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """With the switch on, a shot at a point of the way is 5 harder."""
    is_harder = shot.opportunity and state.switches.opportunity_modifier
    return (Modifier(MOVING_MARK, "attack of opportunity", "LR-LOS-08"),) if is_harder else None


@DEFENCE.source("LR-COV-04", "LR-COV-08")
def _cover(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """Cover does not count against claws."""
    row = next(one for one in charts().cover if one.cover == shot.cover)
    if shot.kind == "rotter" or not row.defence:
        return None
    return (Modifier(row.defence, row.cover if row.cover == "cover" else f"{row.cover} cover", row.rule),)


@DEFENCE.source("LR-DEF-02", "LR-EQP-07")
def _armour(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """The bonus that matches the kind of attack, of all pieces worn."""
    if shot.target is None:
        return None
    value = shot.target.profile.armour("ranged" if shot.kind == "shot" else shot.kind)
    return (Modifier(value, "armour", "LR-DEF-02"),) if value else None


@DEFENCE.source("LR-SKL-01", "LR-HITR-04", rank=1)
def _skill_of_defence(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """Defence +1, each level."""
    value = 0 if shot.target is None else shot.target.profile.level("defence")
    return (Modifier(value, "Defence +1", "LR-SKL-01"),) if value else None


@DEFENCE.source("LR-ROT-19", "LR-HITR-04")
def _kind_of_rotter(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """Where a Rotter is the target of a character."""
    if shot.rotter is None or shot.kind == "rotter":
        return None
    value = rotter_kinds()[shot.rotter.kind].defence
    return (Modifier(value, shot.rotter.kind, "LR-ROT-19"),) if value else None
