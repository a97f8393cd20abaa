"""Constructing Companies: what a Company may be, what it costs, and every reason against it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from sandtable.books.companies_and_captains.company import Company, GroupEntry, clean_name
from sandtable.books.companies_and_captains.printed_tables import (
    CaptainTrait,
    Limit,
    Profile,
    TableSize,
    captain_traits,
    construction,
)
from sandtable.books.companies_and_captains.profiles import (
    VALUES,
    BoughtTrait,
    FinishedProfile,
    finished,
    is_of_kind,
    parse_kind,
    parse_trait,
    printed,
    profile_named,
)
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel import Refusal, refuse, rule
from sandtable.kernel.safe_yaml import quoted

STANDARD_LIMIT = 24
"""The points of a standard game (CC-CON-04), for which scenarios and ready Companies are made."""

# --- What a Company costs -------------------------------------------------------------------------------


def bought_traits(group: GroupEntry) -> tuple[BoughtTrait, ...]:
    """The traits bought for a Group; words that are no trait are left out."""
    parsed = (parse_trait(word) for word in group.traits)
    return tuple(one for one in parsed if one is not None)


@rule("CC-CON-07", "CC-CAP-03")
def cost(group: GroupEntry) -> int:
    """A Group costs its profile and its traits; a Captain is free."""
    profile = profile_named(group.profile)
    base = profile.cost if profile else 0
    return base + sum(one.cost for one in bought_traits(group))


@rule("CC-OTR-24")
def effective_cost(group: GroupEntry, enemies: Sequence[Company] | None) -> int:
    """A Foe or bane whose kind no enemy Company contains is free; unknown enemies waive nothing."""
    if enemies is None:
        return cost(group)
    free = (one for one in bought_traits(group) if one.kind is not None and not _has_kind(enemies, one.kind))
    return cost(group) - sum(one.cost for one in free)


def total_cost(company: Company) -> int:
    """What all Groups cost together, before any waiver."""
    return sum(cost(one) for one in company.groups)


@rule("CC-CON-14")
def points_fielded(company: Company, enemies: Sequence[Company] | None) -> int:
    """The points a Company fields are the effective costs of all its Groups, fixed when setup ends."""
    return sum(effective_cost(one, enemies) for one in company.groups)


def _has_kind(companies: Sequence[Company], kind: str) -> bool:
    return any(is_of_kind(_type_of(one), one.keywords, kind) for many in companies for one in many.groups)


def _type_of(group: GroupEntry) -> str:
    profile = profile_named(group.profile)
    return profile.type if profile else ""


# --- What a Group is in the end -------------------------------------------------------------------------


def finished_group(group: GroupEntry, switches: Switches) -> FinishedProfile:
    """The profile of a Group after its traits; a profile the book does not have is refused."""
    profile = profile_named(group.profile)
    if profile is None:
        raise refuse("CC-PRO-07", f"There is no profile {quoted(group.profile)}.", _PROFILES)
    return finished(profile, bought_traits(group), switches)


@rule("CC-CON-08")
def usual_models(profile: Profile) -> int:
    """The number of models is free; unless its owner says otherwise a Group has one for each R."""
    return next(one.models for one in construction().usual_models if one.r == profile.r)


@rule("CC-GEO-02", "CC-GEN-13")
def base_of(group: GroupEntry, switches: Switches) -> float:
    """The diameter of a Group's bases: its owner's choice, else that of its type at the agreed scale."""
    if group.base is not None:
        return group.base
    usual = next(one.base_in for one in construction().bases if one.type == _type_of(group))
    return usual * switches.distance_scale


# --- Every reason against a Company ---------------------------------------------------------------------


@rule("CC-CON-01", "CC-CON-10", "CC-PCO-08", "CC-PCO-09", "CC-PCO-10")
def validate(
    company: Company, switches: Switches, share: int | None = None, enemies: Sequence[Company] | None = None
) -> list[Refusal]:
    """Any mix of Groups within the limits is legal; every reason against a Company is given with its rule."""
    limit = switches.points_limit
    reasons = [*_name_reasons(company), *_size_reasons(company), *_captain_reasons(company)]
    for place, group in enumerate(company.groups):
        label = company.label(place)
        reasons += [
            msgspec.structs.replace(one, reason=f"{label}: {one.reason}")
            for one in _group_reasons(group, switches, enemies)
        ]
    points = _points_reasons(company, limit, limit if share is None else share, enemies)
    return [*reasons, *points, *_total_reasons(company)]


@rule("CC-CON-02")
def _size_reasons(company: Company) -> Iterator[Refusal]:
    """A Company holds two to eight Groups."""
    limit = construction().limit("groups")
    count = len(company.groups)
    if not limit.allows(count):
        groups = "Group" if count == 1 else "Groups"
        yield Refusal(limit.rule, f"The Company has {count} {groups}.", f"Field {_from_to(limit)} Groups.")


@rule("CC-CAP-01", "CC-CAP-02", "CC-CAP-08")
def _captain_reasons(company: Company) -> Iterator[Refusal]:
    """One Group holds the Captain, for good, and a Captain's trait is one of the table."""
    limit = construction().limit("captains")
    holders = [company.label(place) for place, one in enumerate(company.groups) if one.captain]
    if not holders:
        yield Refusal(limit.rule, "The Company has no Captain.", "Name the one Group that holds the Captain.")
    elif not limit.allows(len(holders)):
        names = ", ".join(holders)
        reason = f"The Company has {len(holders)} Captains: {names}."
        yield Refusal(limit.rule, reason, "Name the one Group that holds the Captain.")
    if company.captain_trait is not None and captain_trait_named(company.captain_trait) is None:
        reason = f"There is no Captain trait {quoted(company.captain_trait)}."
        names = ", ".join(one.name for one in captain_traits().values())
        yield Refusal("CC-CAP-08", reason, f"Name one of {names}.")


def _group_reasons(
    group: GroupEntry, switches: Switches, enemies: Sequence[Company] | None
) -> Iterator[Refusal]:
    """Every reason against one Group."""
    yield from _profile_reasons(group, switches)
    yield from _trait_reasons(group)
    if (profile := profile_named(group.profile)) is not None:
        done = finished(profile, bought_traits(group), switches)
        yield from done.refusals
        yield from _cost_reasons(group, enemies)
        yield from _stated_reasons(group, done)
    yield from _model_reasons(group)
    yield from _keyword_reasons(group)


@rule("CC-PRO-01", "CC-PRO-07", "CC-PRO-09", "CC-PRO-10")
def _profile_reasons(group: GroupEntry, switches: Switches) -> Iterator[Refusal]:
    """A Group has one of the printed profiles or, where they are played, one of the Missile profiles."""
    profile = profile_named(group.profile)
    if profile is None:
        yield Refusal("CC-PRO-07", f"There is no profile {quoted(group.profile)}.", _PROFILES)
    elif profile.type == "Missile" and not switches.missile_profiles:
        reason = f"{profile.name} is not played while switch missile_profiles is off."
        yield Refusal("CC-PRO-09", reason, "Take one of the eleven printed profiles, or set the switch on.")


@rule("CC-OTR-01", "CC-CON-11", "CC-CON-16")
def _trait_reasons(group: GroupEntry) -> Iterator[Refusal]:
    """A Group buys each trait of the table once, and never both of a pair that excludes each other."""
    for word in group.traits:
        if parse_trait(word) is None:
            reason = f"There is no optional trait {quoted(word)}."
            yield Refusal("CC-OTR-01", reason, "Take one of the 21 traits of the table.")
    traits = bought_traits(group)
    for place, one in enumerate(traits):
        if any(one.is_same_as(other) for other in traits[:place]):
            yield Refusal("CC-CON-11", f"{one} is bought twice.", "Buy a trait once for a Group.")
    names = [one.name for one in traits]
    for exclusion in construction().exclusions:
        if all(name in names for name in exclusion.pair):
            first, second = exclusion.pair
            reason = f"{first} cannot be had with {second}: {exclusion.why}."
            yield Refusal(exclusion.rule, reason, f"Keep {first} or {second}.")


@rule("CC-CON-03")
def _cost_reasons(group: GroupEntry, enemies: Sequence[Company] | None) -> Iterator[Refusal]:
    """A Group costs one to twelve points, free Foes and banes left out."""
    limit = construction().limit("group_cost")
    points = effective_cost(group, enemies)
    if not limit.allows(points):
        yield Refusal(limit.rule, f"The Group costs {points}.", f"A Group costs {_from_to(limit)} points.")


@rule("CC-CON-15")
def _stated_reasons(group: GroupEntry, done: FinishedProfile) -> Iterator[Refusal]:
    """Stated costs and values are checked, never trusted."""
    right = cost(group)
    if group.stated_cost is not None and group.stated_cost != right:
        reason = f"The roster states {group.stated_cost} points, worked out are {right}."
        yield Refusal("CC-CON-07", reason, f"State {right} points or none.")
    for value in group.stated_values:
        if value not in VALUES:
            reason = f"There is no profile value {quoted(value)}."
            yield Refusal("CC-PRO-07", reason, f"Values are {', '.join(VALUES)}.")
    for value in VALUES:
        if value not in group.stated_values:
            continue
        stated = group.stated_values[value]
        true = getattr(done.profile, value)
        if stated != true:
            changes = done.explain(value)
            source = changes[-1].rule if changes else done.base.rule
            given, needed = printed(value, stated), printed(value, true)
            reason = f"The roster states {VALUES[value]} {given}, the profile has {needed}."
            yield Refusal(source, reason, f"State {needed} or nothing.")


@rule("CC-CON-08", "CC-GEO-02")
def _model_reasons(group: GroupEntry) -> Iterator[Refusal]:
    """A Group has 1 to 24 models on bases of 0.75 to 4 inches."""
    models, bases = construction().limit("models"), construction().limit("base_in")
    if not models.allows(group.models):
        yield Refusal(
            models.rule, f"The Group has {group.models} models.", f"Take {_from_to(models)} models."
        )
    if group.base is not None and not (math.isfinite(group.base) and bases.allows(group.base)):
        reason = f"The bases are {group.base} inches wide."
        yield Refusal(bases.rule, reason, f"Bases are {_from_to(bases)} inches wide.")


@rule("CC-PRO-12")
def _keyword_reasons(group: GroupEntry) -> Iterator[Refusal]:
    """Keywords are plain words, any number of them."""
    for word in group.keywords:
        if parse_kind(word) is None:
            yield Refusal(
                "CC-PRO-12", f"{quoted(word)} cannot be a keyword.", "Write a plain word such as Undead."
            )


@rule("CC-CON-04", "CC-CON-05")
def rule_of_limit(limit: int) -> str:
    """A standard game has its limit, all others one by agreement."""
    return "CC-CON-04" if limit == STANDARD_LIMIT else "CC-CON-05"


@rule("CC-CON-04", "CC-CON-05", "CC-CON-17")
def _points_reasons(
    company: Company, limit: int, share: int, enemies: Sequence[Company] | None
) -> Iterator[Refusal]:
    """A Company costs at most the agreed limit, 24 in a standard game, or its share; less is allowed."""
    points = points_fielded(company, enemies)
    if points > share:
        what, cited = ("limit", rule_of_limit(limit)) if share == limit else ("player's share", "CC-CON-17")
        reason = f"The Company costs {points} points, the {what} is {share}."
        yield Refusal(cited, reason, f"Save {points - share}.")


@rule("CC-CON-15")
def _total_reasons(company: Company) -> Iterator[Refusal]:
    """A stated total is the sum of the worked-out costs."""
    right = total_cost(company)
    if company.stated_total is not None and company.stated_total != right:
        reason = f"The roster states a total of {company.stated_total} points, worked out are {right}."
        yield Refusal("CC-CON-15", reason, f"State {right} points or none.")


def _name_reasons(company: Company) -> Iterator[Refusal]:
    """Names are words that can be written on one line."""
    advice = "Use a plain name of up to 60 signs without : ; [ or ]."
    if clean_name(company.name) != company.name:
        yield Refusal("", f"{quoted(company.name)} cannot be the name of a Company.", advice)
    for one in company.groups:
        if one.name and clean_name(one.name) != one.name:
            yield Refusal("", f"{quoted(one.name)} cannot be the name of a Group.", advice)
    ids = [one.id for one in company.groups if one.id]
    for double in dict.fromkeys(one for one in ids if ids.count(one) > 1):
        yield Refusal("", f"Two Groups have the id {quoted(double)}.", "Give each Group an id of its own.")


# --- Sides and tables -----------------------------------------------------------------------------------


@rule("CC-CON-13", "CC-CON-17")
def share_points(limit: int, players: int, agreed: Sequence[int] | None = None) -> tuple[int, ...]:
    """The limit belongs to the side: its players split it as they agree, else evenly, earlier seats first."""
    allowed = construction().limit("players_of_a_side")
    if not allowed.allows(players):
        reason = f"A side of {players} players."
        raise refuse(allowed.rule, reason, f"A side has {_from_to(allowed)} players.")
    if agreed is None:
        even, rest = divmod(limit, players)
        return tuple(even + (seat < rest) for seat in range(players))
    if len(agreed) != players or min(agreed) < 0 or sum(agreed) > limit:
        reason = f"Shares of {', '.join(map(str, agreed))} for {players} players and {limit} points."
        raise refuse("CC-CON-17", reason, f"Give each player a share; together at most {limit}.")
    return tuple(agreed)


@rule("CC-CON-17")
def validate_side(
    companies: Sequence[Company],
    switches: Switches,
    enemies: Sequence[Company] | None = None,
    agreed: Sequence[int] | None = None,
) -> list[Refusal]:
    """Each player of a side builds one Company from the share; all other limits hold for each Company."""
    shares = share_points(switches.points_limit, len(companies), agreed)
    return [
        msgspec.structs.replace(one, reason=f"{company.name}: {one.reason}")
        for company, share in zip(companies, shares, strict=True)
        for one in validate(company, switches, share, enemies)
    ]


@rule("CC-CON-06")
def table_size(points_limit: int) -> TableSize:
    """Smaller limits are played on smaller tables."""
    rows = construction().tables
    return next((one for one in reversed(rows) if one.points <= points_limit), rows[0])


# --- The Captain's trait --------------------------------------------------------------------------------


def captain_trait_named(name: str) -> CaptainTrait | None:
    """The Captain trait of that name, whatever its capitals."""
    wanted = name.strip().casefold()
    return next((one for one in captain_traits().values() if one.name.casefold() == wanted), None)


@rule("CC-CAP-07")
def kept_captain_trait(company: Company, switches: Switches) -> CaptainTrait | None:
    """An established Captain keeps the trait of the roster where that was agreed; others roll or pick."""
    if switches.captain_trait != "keep" or company.captain_trait is None:
        return None
    return captain_trait_named(company.captain_trait)


_PROFILES = "Take one of the profiles of the book, such as Heavy Foot."


def _from_to(limit: Limit) -> str:
    return f"{limit.least}" if limit.least == limit.most else f"{limit.least} to {limit.most}"
