"""Before setup: sides, switches and Companies as the players bring them, checked and mustered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.books.companies_and_captains import company as rosters
from sandtable.books.companies_and_captains.chapters.constructing import (
    base_of,
    effective_cost,
    finished_group,
    kept_captain_trait,
    share_points,
    validate_side,
)
from sandtable.books.companies_and_captains.printed_tables import construction, spells
from sandtable.books.companies_and_captains.profiles import BANE, FOE
from sandtable.books.companies_and_captains.rosters import company_from
from sandtable.books.companies_and_captains.rosters.ready import ready_companies, without_missiles
from sandtable.books.companies_and_captains.scenarios import every
from sandtable.books.companies_and_captains.state import Battle, Company, Group, GroupId, Seat, Setup, Side
from sandtable.books.companies_and_captains.switches import Switches, read_switches
from sandtable.kernel import Refusal, Refused, copy_state, refuse, rule
from sandtable.kernel.safe_yaml import quoted


@rule("CC-RES-01", "CC-RES-02")
def group_of(
    entry: rosters.GroupEntry, group_id: GroupId, seat: Seat, switches: Switches, cost: int
) -> Group:
    """A Group starts with the R of its profile, whole and undeployed."""
    done = finished_group(entry, switches)
    bought = tuple(one.name for one in done.traits if one.kind is None)
    return Group(
        id=group_id,
        name=entry.title,
        company=seat,
        profile=done.profile,
        traits=(*done.profile.traits, *bought),
        foes=done.kinds(FOE),
        banes=done.kinds(BANE),
        keywords=entry.keywords,
        cost=cost,
        r=done.profile.r,
        fielded=entry.models,
        radius=base_of(entry, switches) / 2,
        known_spells=tuple(spells()) if "Caster" in bought else (),
    )


@rule("CC-CON-14", "CC-OTR-24")
def muster(
    roster: rosters.Company, seat: Seat, side: Side, switches: Switches, enemies: Sequence[rosters.Company]
) -> tuple[Company, list[Group]]:
    """A Company with its Groups in roster order; what a Foe or bane without an enemy costs is waived."""
    groups = [
        group_of(entry, f"{seat}{number}", seat, switches, effective_cost(entry, enemies))
        for number, entry in enumerate(roster.groups, 1)
    ]
    kept = kept_captain_trait(roster, switches)
    captain = next(number for number, entry in enumerate(roster.groups, 1) if entry.captain)
    company = Company(
        seat=seat,
        name=roster.name,
        side=side,
        groups=tuple(group.id for group in groups),
        captain=f"{seat}{captain}",
        captain_trait="" if kept is None else kept.name,
        points=sum(group.cost for group in groups),
    )
    return company, groups


Sides = tuple[tuple[Seat, ...], tuple[Seat, ...]]

_SEAT = re.compile(r"[A-Za-z][A-Za-z_-]{0,19}")


@rule("CC-SET-02", "CC-CON-05", "CC-CON-13", "CC-CON-17")
def prepare(scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
    """The battle before the first step of setup, or every reason why it cannot be.

    Options are the switches, "sides" (two lists of seats) and "shares" (the points of each seat, as agreed).
    """
    given = (scenario, len(seats), *seats, *seats.values(), *options, *options.values())
    if not all(type(one) in _PLAIN for one in given):
        return _prepared(scenario, seats, options)
    # Battles with the same rosters begin alike, and many are fought with them.
    asked = tuple([(type(one), one) for one in given])
    known = _PREPARED.get(asked)
    if known is None:
        if len(_PREPARED) >= _MOST_PREPARED:
            _PREPARED.clear()
        known = _PREPARED[asked] = _prepared(scenario, seats, options)
    return copy_state(known)


_PLAIN = (str, int, float, bool, type(None))
_PREPARED: dict[tuple[tuple[type, Any], ...], Battle] = {}
_MOST_PREPARED = 64


def _prepared(scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
    chosen = dict(options)
    wanted_sides, agreed = chosen.pop("sides", None), chosen.pop("shares", None)
    switches = read_switches(chosen)
    if scenario is not None and scenario not in every.scenario_ids():
        known = ", ".join(every.scenario_ids())
        raise refuse("CC-SET-04", f"There is no scenario {quoted(scenario)}.", f"Choose one of {known}.")
    sides = form_sides(tuple(seats), wanted_sides)
    shares = shares_of(sides, agreed, switches)
    given = _read_rosters(seats, switches)
    _refuse_bad_sides(sides, given, switches, shares)
    companies: dict[Seat, Company] = {}
    groups: list[Group] = []
    for seat in seats:
        side = 0 if seat in sides[0] else 1
        enemies = [given[one] for one in sides[1 - side]]
        companies[seat], own = muster(given[seat], seat, side, switches, enemies)
        groups += own
    names = told_apart([(companies[one.company].name, one.name) for one in groups])
    for group, name in zip(groups, list(names), strict=True):
        group.name = name
    return Battle(
        scenario=scenario or "",
        sides=sides,
        companies=companies,
        groups={one.id: one for one in groups},
        switches=switches,
        setup=Setup(shares={} if agreed is None else shares),
    )


ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")


def told_apart(brought: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A name for each of a force, no two alike: "First Bowmen" in a force, "Bowmen of Harrow" across them."""
    for place, (force, name) in enumerate(brought):
        before = brought[:place].count((force, name))
        order = ORDINALS[before] if before < len(ORDINALS) else f"{before + 1}th"
        own = f"{order} {name}" if brought.count((force, name)) > 1 else name
        yield f"{own} of {force}" if any(one == name and other != force for other, one in brought) else own


@rule("CC-SET-06", "CC-CON-17")
def form_sides(seats: tuple[Seat, ...], wanted: Any = None) -> Sides:
    """Players arrange themselves into two sides: as they say, else every other seat, as even as can be."""
    for seat in seats:
        if not _SEAT.fullmatch(str(seat)):
            raise refuse("", f"{quoted(seat)} cannot be a seat.", "Name seats by letters, such as A and B.")
    if wanted is None:
        wanted = (seats[0::2], seats[1::2])
    if not isinstance(wanted, Sequence) or isinstance(wanted, str) or len(wanted) != 2:
        raise refuse("CC-SET-06", f"{quoted(wanted)} are not two sides.", "Give two lists of seats.")
    sides = tuple(tuple(side) if isinstance(side, list | tuple) else (side,) for side in wanted)
    if sorted(map(str, (*sides[0], *sides[1]))) != sorted(seats):
        raise refuse("CC-SET-06", "The sides do not hold every seat once.", f"Divide {', '.join(seats)}.")
    limit = construction().limit("players_of_a_side")
    for side in sides:
        if not limit.allows(len(side)):
            remedy = f"A side has {limit.least} to {limit.most}."
            raise refuse(limit.rule, f"A side of {len(side)} players.", remedy)
    # Within a side players are listed in seat order, whatever order was given.
    return (_in_seat_order(sides[0], seats), _in_seat_order(sides[1], seats))


def _in_seat_order(side: Sequence[Seat], seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat in side)


@rule("CC-CON-17", "CC-CON-13")
def shares_of(sides: Sides, agreed: Any, switches: Switches) -> dict[Seat, int]:
    """The points of each seat: as the players of a side agree, else evenly."""
    seats = (*sides[0], *sides[1])
    if agreed is not None and (
        not isinstance(agreed, Mapping)
        or sorted(map(str, agreed)) != sorted(seats)
        or not all(type(one) is int for one in agreed.values())
    ):
        remedy = "Give each seat its points, such as A: 12."
        raise refuse("CC-CON-17", f"{quoted(agreed)} are no shares.", remedy)
    shares: dict[Seat, int] = {}
    for side in sides:
        split = None if agreed is None else [agreed[seat] for seat in side]
        shares.update(zip(side, share_points(switches.points_limit, len(side), split), strict=True))
    return shares


@rule("CC-SMP-07")
def _read_rosters(seats: Mapping[str, Any], switches: Switches) -> dict[Seat, rosters.Company]:
    """Every Company as its seat brings it; a ready one does without Missile profiles where they are off."""
    found: dict[Seat, rosters.Company] = {}
    faults: list[Refusal] = []
    ready = [one.id for one in ready_companies()]
    for seat, given in seats.items():
        try:
            roster = company_from(given)
        except Refused as refused:
            faults += [_of_seat(seat, one) for one in refused.refusals]
            continue
        is_swapped = not switches.missile_profiles and isinstance(given, str) and given.strip() in ready
        found[seat] = without_missiles(roster) if is_swapped else roster
    if faults:
        raise Refused(*faults)
    return found


def _refuse_bad_sides(
    sides: Sides, given: Mapping[Seat, rosters.Company], switches: Switches, shares: Mapping[Seat, int]
) -> None:
    faults: list[Refusal] = []
    for number, side in enumerate(sides):
        enemies = [given[seat] for seat in sides[1 - number]]
        own = [given[seat] for seat in side]
        agreed = [shares[seat] for seat in side]
        reasons = validate_side(own, switches, enemies, agreed)
        faults += [_of_seat(" and ".join(side), one) for one in reasons]
    if faults:
        raise Refused(*faults)


def _of_seat(seat: str, refusal: Refusal) -> Refusal:
    return msgspec.structs.replace(refusal, reason=f"Seat {seat}: {refusal.reason}")
