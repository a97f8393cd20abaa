"""What became of every unit: who lost what, when, and to whom; and what the best of them did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from sandtable.reports.luck import Roll, once_in
from sandtable.reports.watching import Step, Watched, named_in
from sandtable.table.showing import Unit

MOST_DEEDS = 4
DEEDS_OF_SIDE = 3
"""So that the other side is heard too."""
RARE = 0.02
"""A roll that is outdone more often is no deed."""


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit lost at one stroke."""

    round: int
    turn: int
    place: int
    """The number of the answer in the record."""
    amount: int
    by: str = ""
    """The id of the unit whose deed it was; "" for nobody's."""
    gone: str = ""
    """Where it went, if it left the table by it: "routed"."""


class Fate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit, from its first to its last strength."""

    unit: str
    name: str
    kind: str
    side: int
    seat: str
    full: int
    left: int
    place: str = ""
    """Where it was at the end if not on the table."""
    losses: tuple[Loss, ...] = ()


class Deed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that deserves to be told again."""

    unit: str
    name: str
    side: int
    words: str
    """What it did, to be read after its name."""
    rules: tuple[str, ...] = ()


def fates_of(watched: Watched) -> tuple[Fate, ...]:
    """The fate of every unit that took part, in the order of the table."""
    losses: dict[str, list[Loss]] = {}
    for before, step in pairwise(watched.steps):
        for one, unit in step.units.items():
            losses.setdefault(one, []).extend(_losses(unit, before, step))
    units = {one: unit for step in watched.steps for one, unit in step.units.items()}
    was_there = {one for step in watched.steps for one, unit in step.units.items() if unit.on_table}
    return tuple(
        _fate(unit, watched.names.called(one), losses.get(one, []))
        for one, unit in units.items()
        if one in was_there
    )


def _losses(now: Unit, before: Step, step: Step) -> list[Loss]:
    """What a unit lost by one answer, and to whom, as the events tell it.

    The answer was given on the clock of the step before.
    """
    was = before.units.get(now.id)
    if was is None or not was.on_table or not before.has_begun:
        return []
    harms = [one.harm for one in step.told if one.harm is not None and one.harm.unit == now.id]
    taken: dict[str, int] = {}
    for harm in harms:
        by = harm.by if harm.by in step.units and harm.by != now.id else ""
        # The unit that strikes last is named last, and drove it off if it is gone.
        taken[by] = taken.pop(by, 0) + harm.lost
    last = next(reversed(taken), "")
    if (unexplained := was.strength - now.strength - sum(taken.values())) > 0:
        taken[""] = taken.get("", 0) + unexplained
    gone = "" if now.on_table else now.place
    if gone:
        taken.setdefault(last, 0)
    clock = step.given
    return [
        Loss(clock.round, clock.turn, step.place, amount, by, gone if by == last else "")
        for by, amount in taken.items()
        if amount or (gone and by == last)
    ]


def _fate(unit: Unit, name: str, losses: Sequence[Loss]) -> Fate:
    was_driven_off = any(loss.gone and loss.by for loss in losses)
    return Fate(
        unit=unit.id,
        name=name,
        kind=unit.kind,
        side=unit.side,
        seat=unit.seat,
        full=unit.full_strength,
        left=0 if was_driven_off else unit.strength,
        place="" if unit.on_table else unit.place,
        losses=tuple(losses),
    )


# ---- deeds -----------------------------------------------------------------------------------------------


def deeds_of(watched: Watched, fates: Sequence[Fate], rolls: Sequence[Roll]) -> tuple[Deed, ...]:
    """The best deeds of both sides, the greatest first."""
    by_id = {fate.unit: fate for fate in fates}
    found: list[tuple[float, Deed]] = []
    for fate in fates:
        found += _fighting(fate, fates, by_id)
    found += _standing(fates)
    found += _tokens(watched, by_id)
    found += _rolling(rolls, by_id)
    chosen: list[Deed] = []
    for _, deed in sorted(found, key=lambda one: -one[0]):
        is_new = all(deed.unit != other.unit for other in chosen)
        if is_new and sum(deed.side == other.side for other in chosen) < DEEDS_OF_SIDE:
            chosen.append(deed)
    return tuple(chosen[:MOST_DEEDS])


def _fighting(fate: Fate, fates: Sequence[Fate], by_id: Mapping[str, Fate]) -> list[tuple[float, Deed]]:
    """Whom it drove off the table, and what it cost the enemy."""
    struck = [
        (victim, loss)
        for victim in fates
        for loss in victim.losses
        if loss.by == fate.unit and victim.side != fate.side
    ]
    taken = sum(loss.amount for _, loss in struck)
    broken = [victim.unit for victim, loss in struck if loss.gone]
    if broken:
        names = _joined([by_id[one].name for one in broken])
        more = f" and took {taken} strength in all" if taken > len(broken) else ""
        return [(taken + 6 * len(broken), _deed(fate, f"drove {names} off the table{more}."))]
    if taken >= max(3, fate.full // 2):
        unhurt = " without a loss" if not fate.losses else ""
        return [(taken + (3 if unhurt else 0), _deed(fate, f"took {taken} strength from the enemy{unhurt}."))]
    return []


def _standing(fates: Sequence[Fate]) -> list[tuple[float, Deed]]:
    """Units that were struck often and stood to the end."""
    found = []
    for fate in fates:
        blows = [loss for loss in fate.losses if loss.by]
        enemies = {loss.by for loss in blows}
        if not fate.place and len(blows) >= 3 and 0 < fate.left <= fate.full / 2:
            many = f"{len(enemies)} enemies" if len(enemies) > 1 else "the enemy"
            words = f"took {len(blows)} blows from {many} and still stood with {fate.left} of {fate.full}."
            found.append((3.0 + len(blows), _deed(fate, words)))
    return found


def _tokens(watched: Watched, by_id: Mapping[str, Fate]) -> list[tuple[float, Deed]]:
    """What was taken, burnt, carried or claimed: an event that names a unit and a marker of the scenario."""
    begun = [step for step in watched.steps if step.has_begun]
    markers = {marker.id for step in begun for marker in step.showing.markers}
    whose = watched.units_by_figure
    found = []
    for step in begun:
        for told in step.told:
            named = [one for one in named_in(told.event, whose) if one in by_id]
            values = [one for one in told.event.facts.values() if isinstance(one, str)]
            if named and any(value in markers for value in values):
                fate = by_id[named[0]]
                said = watched.names.plain(told.words).removeprefix(f"{fate.name} ").removesuffix(".")
                words = f"{said} in round {step.given.round}."
                found.append((7.0, _deed(fate, words, told.event.rules)))
    return found


def _rolling(rolls: Sequence[Roll], by_id: Mapping[str, Fate]) -> list[tuple[float, Deed]]:
    """A roll that one would tell a friend of."""
    found = []
    for roll in rolls:
        if not roll.pooled or roll.unit not in by_id or roll.successes <= roll.expected:
            continue
        if roll.rarity < RARE:
            often = once_in(roll.rarity, "times")
            hits = f"{roll.successes} of {len(roll.faces)} dice"
            words = f"hit with {hits} on {roll.need}+; that happens {often}."
            found.append((4.0 - roll.rarity, _deed(by_id[roll.unit], words)))
    return found


def _deed(fate: Fate, words: str, rules: tuple[str, ...] = ()) -> Deed:
    return Deed(fate.unit, fate.name, fate.side, words, rules)


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
