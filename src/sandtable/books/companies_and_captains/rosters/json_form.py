"""The JSON form of a roster, with ids of small letters and digits only, and the short code."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from sandtable.binding.forces.roster_text import MOST_WORDS
from sandtable.binding.forces.rosters import ROSTER, data_of_game
from sandtable.binding.forces.short_code import Letters, ShortCode
from sandtable.binding.refusing import read_each
from sandtable.books.companies_and_captains.chapters.constructing import usual_models
from sandtable.books.companies_and_captains.company import FORMAT_VERSION, Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.printed_tables import captain_traits
from sandtable.books.companies_and_captains.profiles import (
    FOE,
    VALUES,
    BoughtTrait,
    parse_kind,
    parse_trait,
    slug,
)
from sandtable.books.companies_and_captains.rosters.words import (
    LARGEST_NUMBER,
    LARGEST_VALUE,
    MOST_GROUPS_READ,
    fully_stated,
    read_keyword,
    read_name,
    read_profile,
    read_trait,
    read_version,
)
from sandtable.kernel import refuse
from sandtable.kernel.safe_yaml import convert, quoted

FACTION = "companies-and-captains"

Points = Annotated[int, msgspec.Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Count = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]
Value = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_VALUE)]


class KindTrait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Foe or bane with the kind it names."""

    id: str
    kind: str


class GroupJson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Group as JSON names it; its id is that of its profile."""

    id: str
    name: str = ""
    points: Points | None = None
    traits: Annotated[tuple[str | KindTrait, ...], msgspec.Meta(max_length=MOST_WORDS)] = ()
    models: Count | None = None
    captain: bool = False
    keywords: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_WORDS)] = ()
    base: float | None = None
    held_back: bool = False
    stated: Annotated[dict[str, Value | None], msgspec.Meta(max_length=len(VALUES))] = {}


class CompanyJson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Company as JSON names it."""

    name: str
    faction: str = FACTION
    version: str = FORMAT_VERSION
    points: Points | None = None
    captain_trait: str | None = None
    vendor: dict[str, Any] = {}
    groups: Annotated[tuple[GroupJson, ...], msgspec.Meta(max_length=MOST_GROUPS_READ)]


def write_data(company: Company) -> dict[str, Any]:
    """A roster as plain data for JSON, every cost stated."""
    return plain_data(fully_stated(company))


def plain_data(company: Company) -> dict[str, Any]:
    """A roster as plain data that states no more than the Company does."""
    trait = company.captain_trait
    made = CompanyJson(
        name=company.name,
        version=company.version,
        points=company.stated_total,
        captain_trait=None if trait is None else slug(trait),
        vendor={company.vendor: {}} if company.vendor else {},
        groups=tuple(_group_json(one) for one in company.groups),
    )
    data: dict[str, Any] = msgspec.to_builtins(made)
    return {key: value for key, value in data.items() if value is not None and value != {}}


def read_data(data: object) -> Company:
    """The Company of a roster that is plain data already."""
    plain = data_of_game(data, "faction", FACTION, "Write a name and a list of groups.")
    read = convert(plain, CompanyJson, ROSTER)
    groups = read_each(enumerate(read.groups), lambda one: _read_group(one[1], f"{ROSTER}, groups[{one[0]}]"))
    vendors = [read_name(one, f"{ROSTER}, vendor") for one in list(read.vendor)[:1]]
    company = Company(
        name=read_name(read.name, f"{ROSTER}, name"),
        groups=tuple(groups),
        captain_trait=None if read.captain_trait is None else captain_trait_with_id(read.captain_trait),
        stated_total=read.points,
        vendor=vendors[0] if vendors else "",
        version=read_version(read.version, f"{ROSTER}, version"),
    )
    return with_ids(company)


def captain_trait_with_id(wanted: str) -> str:
    """The Captain trait with this canonical id."""
    found = next((one.name for one in captain_traits().values() if slug(one.name) == slug(wanted)), None)
    if found is None:
        reason = f"{ROSTER}, captain_trait: there is no Captain trait {quoted(wanted)}."
        raise refuse("CC-CAP-08", reason, "Take one of the table.")
    return found


def trait_id(word: str) -> str | KindTrait:
    """A trait as canonical id, with its kind beside it where it names one."""
    trait = parse_trait(word)
    if trait is None or trait.kind is None:
        return slug(word)
    return KindTrait(slug(trait.name), trait.kind)


def _group_json(group: GroupEntry) -> GroupJson:
    return GroupJson(
        id=slug(group.profile),
        name=group.name,
        points=group.stated_cost,
        traits=tuple(trait_id(one) for one in group.traits),
        models=group.models,
        captain=group.captain,
        keywords=group.keywords,
        base=group.base,
        held_back=group.held_back,
        stated=group.stated_values,
    )


def _read_group(one: GroupJson, place: str) -> GroupEntry:
    profile = read_profile(one.id, f"{place}.id")
    if strange := [key for key in one.stated if key not in VALUES]:
        reason = f"{place}.stated: there is no profile value {quoted(strange[0])}."
        raise refuse("CC-PRO-07", reason, f"Values are {', '.join(VALUES)}.")
    return GroupEntry(
        name=read_name(one.name, f"{place}.name") if one.name else "",
        profile=profile.name,
        traits=tuple(str(_read_trait(each, f"{place}.traits")) for each in one.traits),
        models=usual_models(profile) if one.models is None else one.models,
        captain=one.captain,
        keywords=tuple(read_keyword(each, f"{place}.keywords") for each in one.keywords),
        base=one.base,
        held_back=one.held_back,
        stated_cost=one.points,
        stated_values=one.stated,
    )


def _read_trait(one: str | KindTrait, place: str) -> BoughtTrait:
    if isinstance(one, str):
        return read_trait(one, place)
    kind = parse_kind(one.kind)
    if kind is None:
        raise refuse("CC-OTR-08", f"{place}: {quoted(one.kind)} names no kind.", "Write a type or a keyword.")
    word = f"{kind}-{one.id}" if slug(one.id) == slug(FOE) else f"{kind}{one.id}"
    trait = read_trait(word, place)
    if trait.kind is None:
        raise refuse("CC-OTR-01", f"{place}: {quoted(one.id)} names no kind.", "Write foe or bane.")
    return trait


GROUP: Letters = {
    "id": "p",
    "name": "n",
    "traits": "t",
    "models": "m",
    "captain": "c",
    "keywords": "k",
    "base": "b",
    "held_back": "h",
    "points": "s",
    "stated": "v",
}
COMPANY: Letters = {"groups": ("g", GROUP), "name": "n", "captain_trait": "a", "points": "s", "vendor": "w"}
WORDS = (
    b'"elitemissile"lightmissile"heavymissile"lightengine"eliteengine"heavyengine"heavybeast"lightbeast'
    b'"selfdestruct"shortranged"movefreely"apprentice"terrifying"offensive"composed"accurate"summoner"stealthy'
    b'"unfeeling"unerring"throwers"shooters"cowardly"vicious"chariot"caster"wellarmed"foe"bane"Undead'
    b'"elitecavalry"lightcavalry"heavycavalry"elitefoot"heavyfoot"lightfoot"],"m":12},{"p":"'
    b',"m":6},{"p":"light,"m":12,"c":true},{"p":"heavy","t":["g":[{"p":"elite","n":"'
)
CODE = ShortCode("CC1.", WORDS, COMPANY)


def code_data(company: Company) -> dict[str, Any]:
    """The data of a code, which names nothing of its vendor but the name."""
    data = plain_data(company)
    return {**data, "vendor": company.vendor} if company.vendor else data


def company_of_code(data: Any) -> Company:
    """The Company of a code's data."""
    if isinstance(data, dict) and isinstance(data.get("vendor"), str):
        data = {**data, "vendor": {data["vendor"]: {}}}
    return read_data(data)
