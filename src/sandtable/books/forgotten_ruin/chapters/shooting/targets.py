"""Targets: who may be shot at, and how the dice of one shot may be divided."""

from __future__ import annotations

from itertools import chain, permutations, product
from typing import Generic, Literal, TypeVar

import msgspec

from sandtable.books.forgotten_ruin.chapters.armory import range_of, shots_of
from sandtable.books.forgotten_ruin.chapters.line_of_sight import is_in_line, sees, why_not_see
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    beyond,
    gap,
    inches,
    nearest_of,
    opponents_in_contact,
    told,
    within,
)
from sandtable.books.forgotten_ruin.modifiers import WHY_DARK_IGNORED, WHY_NOT_FIRE, WHY_NOT_TARGET
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, FigureId, Soldier, Weapon
from sandtable.kernel import Refusal, rule

PRESSING = 3.0
"""Hostiles so near must be shot at before others (FR-SHT-05)."""
SPREAD = 2.0
"""Targets of one weapon stand within this of one another (FR-SHT-12)."""

Allowed = frozenset[FigureId] | set[FigureId] | None
"""Whom Snap Fire may be aimed at; None for anybody."""
Sight = Literal["free", "hidden", "forbidden", "in melee"]
Shooter = TypeVar("Shooter", bound=Soldier | Enemy)


# Who may be shot at


@rule("FR-SHT-08", "FR-HTH-01")
def in_melee_with(state: Battle, figure: Figure) -> list[Soldier | Enemy]:
    """The opponents in contact whom a figure will fight; nobody fights a Swarm or a ghost."""
    return [one for one in opponents_in_contact(state, figure) if why_no_melee(state, figure, one) is None]


@rule("FR-HTH-01")
def why_no_melee(state: Battle, one: Figure, other: Figure) -> Refusal | None:
    """Why two opponents do not fight hand-to-hand though they touch; None where they do."""
    how = "hand-to-hand"
    return WHY_NOT_TARGET.first(state, one, other, how) or WHY_NOT_TARGET.first(state, other, one, how)


@rule("FR-SHT-08")
def why_in_melee(state: Battle, shooter: Figure, target: Figure) -> Refusal | None:
    """A figure in contact with one of the shooter's friends cannot be targeted."""
    for one in in_melee_with(state, target):
        if one.side == shooter.side and one.id != shooter.id:
            return Refusal(
                "FR-SHT-08",
                f"{name_of(state, target)} fights {name_of(state, one)} hand to hand.",
                "Choose another target.",
            )
    return None


@rule("FR-SHT-04", "FR-SHT-21", "FR-SHT-06")
def why_out_of_reach(
    state: Battle, shooter: Soldier | Enemy, weapon: Weapon, target: Figure
) -> Refusal | None:
    """A target must be within range and in sight, and nothing may forbid it."""
    far, reach = gap(shooter, target), range_of(state, shooter, weapon)
    if not within(far, reach):
        return Refusal(
            "FR-SHT-21",
            f"{name_of(state, target)} is {told(state, far)} away.",
            f"The {weapon.name} reaches {told(state, reach)}.",
        )
    return (
        WHY_NOT_TARGET.first(state, shooter, target, "shooting")
        or _why_hidden(state, shooter, weapon, target)
        or why_in_melee(state, shooter, target)
    )


@rule("FR-LOOT-26")
def finds(state: Battle, shooter: Soldier | Enemy, weapon: Weapon, target: Figure) -> bool:
    """Whether a weapon finds a target that the shooter does not see, since nothing but the dark hides it."""
    return WHY_DARK_IGNORED.first(state, weapon) is not None and is_in_line(state, shooter, target)


def _why_hidden(state: Battle, shooter: Soldier | Enemy, weapon: Weapon, target: Figure) -> Refusal | None:
    hidden = why_not_see(state, shooter, target)
    if hidden is None or finds(state, shooter, weapon, target):
        return None
    reason = f"{name_of(state, shooter)} does not see {name_of(state, target)}: {hidden.reason}"
    return Refusal(hidden.rule, reason, "Choose a target in sight.")


class Lookout(Generic[Shooter]):
    """What a shooter has seen while one question is looked into; sight is asked for once."""

    __slots__ = ("_pressing", "_seen", "allowed", "shooter", "state")

    def __init__(self, state: Battle, shooter: Shooter, allowed: Allowed = None) -> None:
        self.state = state
        self.shooter = shooter
        self.allowed = allowed
        self._seen: dict[FigureId, Sight] = {}
        self._pressing: list[Soldier | Enemy] | None = None

    def is_allowed(self, target: Figure) -> bool:
        """Whether Snap Fire, if it is that, may be aimed at a figure."""
        return self.allowed is None or target.id in self.allowed

    def in_range(self, weapon: Weapon) -> list[Soldier | Enemy]:
        """The opponents whom a weapon reaches, the closest first."""
        reach = range_of(self.state, self.shooter, weapon)
        found = [(gap(self.shooter, one), one) for one in self.state.opponents_of(self.shooter)]
        near = [pair for pair in found if within(pair[0], reach)]
        return [one for _, one in sorted(near, key=lambda pair: pair[0])]

    def sight_of(self, target: Figure) -> Sight:
        """Whether a figure can be targeted at any range, or what is the matter; no reason is given."""
        found = self._seen.get(target.id)
        if found is None:
            found = self._seen[target.id] = self._look_at(target)
        return found

    def _look_at(self, target: Figure) -> Sight:
        if WHY_NOT_TARGET.first(self.state, self.shooter, target, "shooting") is not None:
            return "forbidden"
        if not sees(self.state, self.shooter, target):
            return "hidden"
        return "free" if why_in_melee(self.state, self.shooter, target) is None else "in melee"

    def can_hit(self, target: Soldier | Enemy, weapon: Weapon) -> bool:
        """Whether a figure in range can and may be targeted with a weapon."""
        if not self.is_allowed(target):
            return False
        sight, state, shooter = self.sight_of(target), self.state, self.shooter
        if sight != "hidden":
            return sight == "free"
        return finds(state, shooter, weapon, target) and why_in_melee(state, shooter, target) is None

    def pressing(self) -> list[Soldier | Enemy]:
        """The hostiles that must be shot at before others."""
        if self._pressing is None:
            self._pressing = self._look_near()
        return self._pressing

    def _look_near(self) -> list[Soldier | Enemy]:
        limit, shooter = inches(self.state, PRESSING), self.shooter
        near = [one for one in self.state.opponents_of(shooter) if within(gap(shooter, one), limit)]
        return nearest_of(shooter, [one for one in near if self.sight_of(one) == "free"])


@rule("FR-SHT-05")
def pressing_targets(state: Battle, shooter: Soldier | Enemy) -> list[Soldier | Enemy]:
    """The closest of the hostiles within 3 in that can be seen and targeted; all who are equally close."""
    return Lookout(state, shooter).pressing()


@rule("FR-SHT-01", "FR-SHT-02", "FR-EAI-19")
def why_not_fire_weapon(state: Battle, soldier: Soldier, weapon: Weapon) -> Refusal | None:
    """Why a soldier cannot fire this weapon at anybody now."""
    if in_melee_with(state, soldier):
        # Ruling of FR-EAI-19: a soldier who starts in contact may fight or move away, not shoot.
        return Refusal("FR-EAI-19", f"{soldier.name} is in contact with an opponent.", "Fight, or move away.")
    return WHY_NOT_FIRE.first(state, soldier, weapon)


def why_not_shoot(
    state: Battle, shooter: Soldier | Enemy, weapon: Weapon, target: Soldier | Enemy
) -> Refusal | None:
    """Why a shooter may not begin to shoot at this figure with this weapon; None if it may."""
    if isinstance(shooter, Soldier):
        found = why_not_fire_weapon(state, shooter, weapon)
        if found is not None:
            return found
    found = why_out_of_reach(state, shooter, weapon, target)
    if found is not None or not isinstance(shooter, Soldier):
        return found
    pressing = pressing_targets(state, shooter)
    if pressing and target not in pressing:
        near = told(state, inches(state, PRESSING))
        return Refusal(
            "FR-SHT-05",
            f"{name_of(state, pressing[0])} is within {near} of {shooter.name}.",
            f"Shoot at {' or '.join(name_of(state, one) for one in pressing)}.",
        )
    return _why_not_closest(state, shooter, weapon, target)


@rule("FR-SHT-09")
def _why_not_closest(
    state: Battle, shooter: Soldier, weapon: Weapon, target: Soldier | Enemy
) -> Refusal | None:
    """Shots at a mob are taken at its closest visible figures."""
    if not isinstance(target, Enemy) or not target.mob:
        return None
    mates = [one for one in state.enemies_on_table() if one.mob == target.mob and one is not target]
    mine = gap(shooter, target)
    for one in sorted(mates, key=lambda mate: gap(shooter, mate)):
        if not beyond(mine, gap(shooter, one)):
            return None
        if why_out_of_reach(state, shooter, weapon, one) is None:
            return Refusal(
                "FR-SHT-09",
                f"{name_of(state, one)} of the same mob is closer.",
                f"Shoot at {name_of(state, one)} first.",
            )
    return None


@rule("FR-SHT-04", "FR-SHT-05")
def reachable_targets(lookout: Lookout[Soldier], weapon: Weapon) -> list[Soldier | Enemy]:
    """Everybody in range and sight who may be shot at, the closest first."""
    pressing = lookout.pressing()
    # The closest target must be shot at first; its mates may share the dice (FR-SHT-12).
    mobs = {one.mob for one in pressing if isinstance(one, Enemy) and one.mob}
    found = [
        one
        for one in lookout.in_range(weapon)
        if (not pressing or one in pressing or (isinstance(one, Enemy) and one.mob in mobs))
        and lookout.can_hit(one, weapon)
    ]
    return found if not pressing or any(one in pressing for one in found) else []


@rule("FR-SHT-04")
def has_target(lookout: Lookout[Soldier], weapon: Weapon) -> bool:
    """Whether there is anybody at whom a shot may be begun; the first one found is enough."""
    pressing = lookout.pressing()
    return any(
        (not pressing or one in pressing) and lookout.can_hit(one, weapon) for one in lookout.in_range(weapon)
    )


@rule("FR-SHT-05", "FR-SHT-09")
def targets_for(lookout: Lookout[Soldier], weapon: Weapon) -> list[Soldier | Enemy]:
    """The figures at which a shot may be begun: the closest of each mob, and each enemy that stands alone."""
    reachable, pressing = reachable_targets(lookout, weapon), lookout.pressing()
    found: list[Soldier | Enemy] = []
    for unit in dict.fromkeys(unit_of(one) for one in reachable):
        found += nearest_of(lookout.shooter, [one for one in reachable if unit_of(one) == unit])
    return [one for one in found if not pressing or one in pressing]


def unit_of(figure: Soldier | Enemy) -> str:
    """The mob of a figure, or the figure itself where it belongs to none."""
    return figure.mob or figure.id if isinstance(figure, Enemy) else figure.id


# Several targets


class Split(msgspec.Struct, frozen=True):
    """How the dice of one shot are divided, the closest target first."""

    targets: tuple[FigureId, ...]
    dice: tuple[int, ...]

    @property
    def label(self) -> str:
        """The targets with their dice, as it is said."""
        if len(self.targets) == 1:
            return self.targets[0]
        return ", ".join(f"{id} {count}" for id, count in zip(self.targets, self.dice, strict=True))


@rule("FR-SHT-09", "FR-SHT-12")
def target_sets(lookout: Lookout[Soldier], weapon: Weapon, most: int) -> list[tuple[Soldier | Enemy, ...]]:
    """Every set of targets for one shot: within 2 in of one another, closest first in each mob."""
    state, soldier = lookout.state, lookout.shooter
    reachable, starts = reachable_targets(lookout, weapon), targets_for(lookout, weapon)
    far = {one.id: gap(soldier, one) for one in reachable}
    found: dict[tuple[FigureId, ...], tuple[Soldier | Enemy, ...]] = {}
    units: dict[str, list[Soldier | Enemy]] = {}
    for one in reachable:
        units.setdefault(unit_of(one), []).append(one)

    waiting: list[tuple[Soldier | Enemy, ...]] = [(one,) for one in reversed(starts)]
    while waiting:
        chosen = waiting.pop()
        ordered = tuple(sorted(chosen, key=lambda one: (far[one.id], one.id)))
        key = tuple(one.id for one in ordered)
        if key in found:
            continue
        found[key] = ordered
        if len(chosen) < most:
            more = [(*chosen, one) for own in units.values() for one in _next_of(state, own, chosen, far)]
            waiting += reversed(more)
    return [order for one in found.values() for order in _orders(one, far)]


@rule("FR-SHT-13")
def _orders(
    targets: tuple[Soldier | Enemy, ...], far: dict[FigureId, float]
) -> list[tuple[Soldier | Enemy, ...]]:
    """The orders of closeness: at equal distance the player says which target counts as closer."""
    if len(targets) == 1:
        return [targets]
    groups: list[list[Soldier | Enemy]] = []
    for one in targets:
        if groups and within(far[one.id], far[groups[-1][0].id]):
            groups[-1].append(one)
        else:
            groups.append([one])
    return [tuple(chain(*order)) for order in product(*(permutations(one) for one in groups))]


def _next_of(
    state: Battle, own: list[Soldier | Enemy], chosen: tuple[Soldier | Enemy, ...], far: dict[FigureId, float]
) -> list[Soldier | Enemy]:
    """Who may be added of a unit: the closest first, then the next closest within 2 in of all."""
    limit = inches(state, SPREAD)
    left = [one for one in own if one not in chosen]
    if len(left) < len(own):
        left = [one for one in left if all(within(gap(one, each), limit) for each in chosen)]
        return [one for one in left if within(far[one.id], far[left[0].id])]
    first = [one for one in left if within(far[one.id], far[left[0].id])]
    return [one for one in first if all(within(gap(one, each), limit) for each in chosen)]


@rule("FR-SHT-12", "FR-SHT-10")
def splits_for(lookout: Lookout[Soldier], weapon: Weapon) -> list[Split]:
    """Every way to divide the dice of one shot, at least one for each target."""
    dice = shots_of(lookout.state, lookout.shooter, weapon)
    return [
        Split(tuple(one.id for one in targets), shares)
        for targets in target_sets(lookout, weapon, dice)
        for shares in _shares(dice, len(targets))
    ]


def _shares(dice: int, holders: int) -> list[tuple[int, ...]]:
    if holders == 1:
        return [(dice,)]
    return [
        (first, *rest)
        for first in range(dice - holders + 1, 0, -1)
        for rest in _shares(dice - first, holders - 1)
    ]
