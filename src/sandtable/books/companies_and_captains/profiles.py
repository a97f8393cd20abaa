"""Group profiles: the printed rows, their columns, and what a Group's bought traits make of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from sandtable.books.companies_and_captains.printed_tables import (
    GROUP_TYPES,
    OptionalTrait,
    Profile,
    optional_traits,
    profiles,
)
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel import Refusal, rule

VALUES = {
    "me_act": "ME activation",
    "me_attack": "ME attacking",
    "me_defend": "ME defending",
    "mo_act": "MO activation",
    "mo_in": "MO distance",
    "mi_act": "MI activation",
    "mi_hit": "MI to hit",
    "mi_range": "MI range",
    "r": "R",
    "r_rating": "R rating",
    "t": "T",
}
"""The values of a profile by field, with the names people know them by."""

COLUMNS = {
    "ME": ("me_act", "me_attack", "me_defend"),
    "MO": ("mo_act", "mo_in"),
    "MI": ("mi_act", "mi_hit", "mi_range"),
    "R": ("r", "r_rating"),
    "T": ("t",),
}
"""The columns of the profile table and the values each of them holds."""

UNSTATED = "?"

_INCHES = ("mo_in", "mi_range")
_COUNTS = ("r", "t")
_SINGLE_DIE = ("me_attack", "me_defend", "mi_hit")
_PRINTED = re.compile(r'([0-9]{1,3})[+"”]?')


def printed(value: str, number: float | None) -> str:
    """One value as the book prints it: 5+, 12", 6, or a dash."""
    if number is None:
        return "-"
    if value in _INCHES:
        return f'{number:g}"'
    highest_face = value in _SINGLE_DIE and number == 6  # CC-GEN-06: a bare 6 is met by a 6 only
    return str(number) if value in _COUNTS or highest_face else f"{number}+"


@rule("CC-PRO-02", "CC-PRO-03", "CC-PRO-04", "CC-PRO-05", "CC-PRO-06")
def column(profile: Profile, name: str, scale: float = 1.0) -> str:
    """ME, MO and MI each begin with the 2d6 number of their order; R ends with the number to pass a test."""
    values = {one: getattr(profile, one) for one in COLUMNS[name]}
    if name == "MI" and not profile.has_mi:
        return "-"
    if scale != 1.0:  # CC-GEN-13
        values = {one: number * scale if one in _INCHES else number for one, number in values.items()}
    return stated_column(name, values)


def stated_column(name: str, values: Mapping[str, float | None]) -> str:
    """A column of which perhaps not every value is stated."""
    return " / ".join(printed(one, values[one]) if one in values else UNSTATED for one in COLUMNS[name])


def read_column(name: str, text: str) -> dict[str, int | None] | None:
    """The values of a printed column, those left open omitted; None where it is not printed that way."""
    fields = COLUMNS[name]
    parts = [one.strip() for one in text.split("/")]
    if name == "MI" and parts == ["-"]:
        return dict.fromkeys(fields)
    if len(parts) != len(fields):
        return None
    values: dict[str, int | None] = {}
    for field, part in zip(fields, parts, strict=True):
        number = _PRINTED.fullmatch(part)
        if part == "-":
            values[field] = None
        elif number:
            values[field] = int(number[1])
        elif part != UNSTATED:
            return None
    return values


FOE = "Foe"
BANE = "bane"
_FOE_ROW = "[Kind]-Foe"
_BANE_ROW = "[Kind]bane"

LONGEST_KIND = 30
"""How long the name of a kind or a keyword may be."""
_KIND = re.compile(r"[^\W\d_](?:[\w '’-]*\w)?")
_FOE_WORD = re.compile(r"(.+?)[-\s]\s*foe", re.IGNORECASE)
_BANE_WORD = re.compile(r"(.+?)[-\s]*bane", re.IGNORECASE)


class BoughtTrait(msgspec.Struct, frozen=True):
    """An optional trait of a Group, with the enemy kind it names where it names one."""

    name: str
    kind: str | None = None

    def __str__(self) -> str:
        if self.kind is None:
            return self.name
        return f"{self.kind}-{FOE}" if self.name == FOE else f"{self.kind}{BANE}"

    @property
    def row(self) -> OptionalTrait:
        """The line of the trait table."""
        return optional_traits()[{FOE: _FOE_ROW, BANE: _BANE_ROW}.get(self.name, self.name)]

    @property
    def cost(self) -> int:
        """What the trait costs, before any waiver."""
        return self.row.cost

    @property
    def rule(self) -> str:
        """The rule of the trait."""
        return self.row.rule

    def is_same_as(self, other: BoughtTrait) -> bool:
        """Whether two traits are the same purchase; capitals in kinds do not matter."""
        return self.name == other.name and (self.kind or "").casefold() == (other.kind or "").casefold()


class Change(msgspec.Struct, frozen=True):
    """One change a trait makes to a profile, so that the Group's card can explain itself."""

    column: str
    was: int | str | None
    now: int | str | None
    reason: str
    rule: str


class FinishedProfile(msgspec.Struct, frozen=True):
    """A Group's profile after all its traits, and how it came about."""

    base: Profile
    profile: Profile
    traits: tuple[BoughtTrait, ...]
    changes: tuple[Change, ...]
    refusals: tuple[Refusal, ...]

    def kinds(self, name: str) -> tuple[str, ...]:
        """The enemy kinds that the Group's Foe or bane traits name."""
        return tuple(one.kind for one in self.traits if one.name == name and one.kind is not None)

    def explain(self, column: str) -> tuple[Change, ...]:
        """Every change to one column, in the order in which the traits work."""
        return tuple(one for one in self.changes if one.column == column)


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """A name as canonical id: small letters and digits only."""
    return "".join(sign for sign in name.casefold() if sign.isalnum() and sign.isascii())


def profile_named(name: str) -> Profile | None:
    """The profile of that name, however it is spelt; None where the book has none."""
    return _profiles_by_slug().get(slug(name))


def parse_trait(word: str) -> BoughtTrait | None:
    """A trait as people write it, such as Well-Armed, Undead-Foe or Beastbane; None where there is none."""
    plain = _plain_traits_by_slug().get(slug(word))
    if plain is not None:
        return plain
    for name, pattern in ((FOE, _FOE_WORD), (BANE, _BANE_WORD)):
        found = pattern.fullmatch(word.strip())
        kind = parse_kind(found[1]) if found else None
        if kind is not None:
            return BoughtTrait(name, kind)
    return None


@rule("CC-OTR-08", "CC-PRO-09")
def parse_kind(word: str) -> str | None:
    """A kind that Foe or bane may name: a type or a keyword; None where it is no word."""
    kind = " ".join(word.split())
    if len(kind) > LONGEST_KIND or not _KIND.fullmatch(kind):
        return None
    return next((one for one in GROUP_TYPES if one.casefold() == kind.casefold()), kind)


@rule("CC-PRO-11", "CC-PRO-12")
def is_of_kind(group_type: str, keywords: Iterable[str], kind: str) -> bool:
    """A Group is of a kind by the type of its profile or by a keyword; capitals do not matter."""
    wanted = kind.casefold()
    return group_type.casefold() == wanted or any(one.casefold() == wanted for one in keywords)


# Traits whose turn comes in a fixed order (CC-CON-12); all others follow as the owner lists them.
_ORDER = ("Shooters", "Throwers", "Accurate", "Short-Ranged", "Composed", "Offensive", "Chariot")


@rule("CC-CON-12")
def finished(profile: Profile, traits: Sequence[BoughtTrait], switches: Switches) -> FinishedProfile:
    """Traits work in the book's order, each if the Group has what it needs when its turn comes."""
    now = profile
    changes: list[Change] = []
    refusals: list[Refusal] = []
    for trait in sorted(traits, key=_turn):
        refusal = _unmet_need(profile, now, trait, switches)
        if refusal is not None:
            refusals.append(refusal)
            continue
        change = _CHANGES.get(trait.name)
        if change is not None:
            after = change(now, trait.row)
            changes += _differences(now, after, trait)
            now = after
    return FinishedProfile(profile, now, tuple(traits), tuple(changes), tuple(refusals))


def _turn(trait: BoughtTrait) -> int:
    return _ORDER.index(trait.name) if trait.name in _ORDER else len(_ORDER)


@rule("CC-OTR-01")
def _unmet_need(base: Profile, now: Profile, trait: BoughtTrait, switches: Switches) -> Refusal | None:
    """A trait can be bought only by a Group that has what the trait table asks for."""
    needs = trait.row.needs
    if needs == "has MI" and not now.has_mi:
        return Refusal(trait.rule, f"{trait} needs an MI profile.", "Buy Shooters or Throwers first.")
    if needs == "has MI" and switches.mi_requirement == "base" and not base.has_mi:
        reason = f"{trait} needs a printed MI profile; bought MI does not count here."
        return Refusal("CC-CON-12", reason, "Choose a profile with MI, or set mi_requirement to finished.")
    if needs == "has no MI" and now.has_mi:
        reason = f"{trait} is for Groups without MI; this one has MI already."
        return Refusal(trait.rule, reason, f"Leave {trait} out.")
    for needed in ("Reckless", "Defensive"):
        if needs == f"has {needed}" and needed not in now.traits:
            reason = f"{trait} is for {needed} Groups; this one is not {needed}."
            return Refusal(trait.rule, reason, f"Leave {trait} out.")
    if needs == "Cavalry" and base.type != "Cavalry":
        reason = f"{trait} is for Cavalry only; this is {base.type}."
        return Refusal(trait.rule, reason, f"Leave {trait} out.")
    if needs == "names an enemy kind" and not switches.kind_by_keyword and trait.kind not in GROUP_TYPES:
        reason = f"{trait} names {trait.kind}, which is not one of the five types."
        remedy = f"Name {', '.join(GROUP_TYPES)}, or set kind_by_keyword on."
        return Refusal(trait.rule, reason, remedy)
    return None


@rule("CC-OTR-14", "CC-OTR-19")
def _gain_missiles(profile: Profile, row: OptionalTrait) -> Profile:
    """Shooters and Throwers give a Group without MI an MI profile."""
    missiles = {name: row.numbers[name] for name in ("mi_act", "mi_hit", "mi_range")}
    return msgspec.structs.replace(profile, **missiles)


@rule("CC-OTR-02")
def _hit_better(profile: Profile, row: OptionalTrait) -> Profile:
    """An Accurate Group hits one better when Shooting, never better than 2+."""
    assert profile.mi_hit is not None
    better = max(profile.mi_hit - row.numbers["better"], row.numbers["best"])
    return msgspec.structs.replace(profile, mi_hit=better)


@rule("CC-OTR-15")
def _halve_range(profile: Profile, row: OptionalTrait) -> Profile:
    """A Short-Ranged Group reaches half as far; fractions are dropped (CC-GEN-01)."""
    assert profile.mi_range is not None
    return msgspec.structs.replace(profile, mi_range=profile.mi_range // row.numbers["divide"])


@rule("CC-OTR-06")
def _compose(profile: Profile, row: OptionalTrait) -> Profile:
    """A Composed Group loses Reckless and Moves on one better."""
    mo_act = profile.mo_act - row.numbers["better"]
    return msgspec.structs.replace(profile, traits=_without(profile, "Reckless"), mo_act=mo_act)


@rule("CC-OTR-11")
def _take_the_offensive(profile: Profile, row: OptionalTrait) -> Profile:
    """An Offensive Group loses Defensive and hits one better when attacking."""
    assert profile.me_attack is not None
    me_attack = profile.me_attack - row.numbers["better"]
    return msgspec.structs.replace(profile, traits=_without(profile, "Defensive"), me_attack=me_attack)


def _without(profile: Profile, trait: str) -> tuple[str, ...]:
    return tuple(one for one in profile.traits if one != trait)


@rule("CC-OTR-05")
def _mount_chariots(profile: Profile, row: OptionalTrait) -> Profile:
    """A Chariot has T one higher; its trouble with difficult terrain stays with the terrain rules."""
    return msgspec.structs.replace(profile, t=profile.t + row.numbers["toughness"])


_CHANGES: dict[str, Callable[[Profile, OptionalTrait], Profile]] = {
    "Shooters": _gain_missiles,
    "Throwers": _gain_missiles,
    "Accurate": _hit_better,
    "Short-Ranged": _halve_range,
    "Composed": _compose,
    "Offensive": _take_the_offensive,
    "Chariot": _mount_chariots,
}


def _differences(was: Profile, now: Profile, trait: BoughtTrait) -> list[Change]:
    found = [
        Change(column, getattr(was, column), getattr(now, column), str(trait), trait.rule)
        for column in ("me_attack", "mo_act", "mi_act", "mi_hit", "mi_range", "t")
        if getattr(was, column) != getattr(now, column)
    ]
    lost = [one for one in was.traits if one not in now.traits]
    return found + [Change("traits", one, None, str(trait), trait.rule) for one in lost]


@cache
def _profiles_by_slug() -> dict[str, Profile]:
    return {slug(one.name): one for one in profiles().values()}


@cache
def _plain_traits_by_slug() -> dict[str, BoughtTrait]:
    rows = optional_traits().values()
    return {slug(one.name): BoughtTrait(one.name) for one in rows if one.needs != "names an enemy kind"}
