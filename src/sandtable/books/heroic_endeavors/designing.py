"""Own characters: what a player may design, and an estimate of what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.chapters.arms import fights_with
from sandtable.books.heroic_endeavors.chapters.melee.attacking import melee_dice
from sandtable.books.heroic_endeavors.chapters.traits import bonus, defence_value
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.state.models import Traits
from sandtable.books.heroic_endeavors.tables.maps import Person
from sandtable.books.heroic_endeavors.tables.weapons import (
    armours,
    melee_weapons,
    naturals,
    ranged_weapons,
    shields,
)
from sandtable.kernel import Refusal, Refused, refuse, rule, total_of
from sandtable.kernel.offers import ForceVerdict
from sandtable.kernel.safe_yaml import convert

LONGEST, MOST_FATE, MOST_MOT, PER_LEVEL = 40, 3, 4, 2
POWER_ATTACK = "Power Attack"
TIMES_DP, TIMES_ARC, FOR_POWER_ATTACK, APART = 2, 2, 3, 5
"""HE-DSGN-05: what damage points, levels and a Power Attack count; a difference of a fifth is none."""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One character as a player designs it."""

    name: str
    traits: Traits
    role: Literal["hero", "cohort"] = "hero"
    profile: str = "own"
    fate: int = 1
    armour: str = "none, clothes"
    shield: str = "none"
    natural: str = ""
    melee: tuple[str, ...] = ()
    ranged: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    small: bool = False


class Party(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A party of own characters, in the order of the spaces on which they begin."""

    name: str
    characters: tuple[Character, ...]


class Limit(Row, frozen=True):
    """Between which numbers a trait lies."""

    trait: str
    least: int
    most: int
    rule: str


@cache
def _limits() -> tuple[Limit, ...]:
    return read_data("design.yaml", tuple[Limit, ...])


def read_party(force: Any) -> Party | None:
    """A party as a seat brings it, as data or as JSON; None where it brings nothing."""
    if isinstance(force, str):
        if not force.strip():
            return None
        try:
            force = msgspec.json.decode(force)
        except msgspec.DecodeError:
            raise refuse("HE-DSGN-01", "The party is no JSON.", "Give a name and characters.") from None
    if not force:
        return None
    if not isinstance(force, Mapping):
        raise refuse("HE-DSGN-01", "The party is no set of fields.", "Give a name and characters.")
    return convert(dict(force), Party, "party")


@rule("HE-DSGN-01", "HE-DSGN-04")
def faults_of(party: Party, most: int) -> Iterator[Refusal]:
    """There are no points; only what no character has is refused, everything at once."""
    if not any(one.role == "hero" for one in party.characters):
        yield Refusal("HE-DSGN-01", "The party has no hero.", "Design one.")
    if len(party.characters) > most:
        reason = f"{len(party.characters)} characters are more than the adventure has places for."
        yield Refusal("HE-ADV-02", reason, f"Take {most} at most.")
    for one in party.characters:
        yield from _faults(one)


@rule("HE-DSGN-04", "HE-TRT-08", "HE-TRT-22", "HE-POW-04")
def _faults(one: Character) -> Iterator[Refusal]:
    who = one.name[:LONGEST] or "somebody"
    if not one.name.strip() or len(one.name) > LONGEST:
        yield Refusal("HE-SHT-01", f"{who}: the name has no usual length.", f"Write 1 to {LONGEST} letters.")
    for row in _limits():
        number = getattr(one.traits, row.trait)
        if not row.least <= number <= row.most:
            yield Refusal(row.rule, f"{who}: {row.trait} {number}.", f"{row.least} to {row.most}.")
    if not 0 <= one.fate <= MOST_FATE:
        yield Refusal("HE-DSGN-04", f"{who}: {one.fate} fate points.", f"0 to {MOST_FATE}.")
    if one.role == "cohort" and not 1 <= one.traits.MOT <= MOST_MOT:
        yield Refusal("HE-TRT-22", f"{who}: MOT {one.traits.MOT}.", f"A cohort has 1 to {MOST_MOT}.")
    if one.role == "hero" and one.traits.MOT:
        yield Refusal("HE-TRT-22", f"{who}: a hero has no MOT.", "Leave it out.")
    if len(one.powers) > PER_LEVEL * one.traits.ARC:
        reason = f"{who}: {len(one.powers)} powers with ARC {one.traits.ARC}."
        yield Refusal("HE-POW-04", reason, f"Two for each level: {PER_LEVEL * one.traits.ARC} at most.")
    yield from _unknown(who, "melee weapon", one.melee, melee_weapons())
    yield from _unknown(who, "ranged weapon", one.ranged, ranged_weapons())
    yield from _unknown(who, "armour", (one.armour,), armours())
    yield from _unknown(who, "shield", (one.shield,), {"none": 0, **shields()})
    yield from _unknown(who, "natural defence", (one.natural,) if one.natural else (), naturals())


def _unknown(who: str, what: str, names: Sequence[str], known: Mapping[str, Any]) -> Iterator[Refusal]:
    for name in names:
        if name not in known:
            few = ", ".join(list(known)[:6])
            yield Refusal("HE-WTAB-01", f'{who}: there is no {what} "{name[:LONGEST]}".', f"Such as {few}.")


@rule("HE-ADV-02", "HE-DSGN-01")
def people_of(party: Party, places: Sequence[Person]) -> tuple[Person, ...]:
    """Own characters on the printed spaces, with the ids that heroes and cohorts have."""
    counts = {"hero": 0, "cohort": 0}
    people = []
    for one, place in zip(party.characters, places, strict=False):
        counts[one.role] += 1
        id = f"{'H' if one.role == 'hero' else 'C'}{counts[one.role]}"
        people.append(Person(id=id, at=place.at, facing=place.facing, **msgspec.structs.asdict(one)))
    return tuple(people)


# ---- what they are worth ------------------------------------------------------------------------


@rule("HE-DSGN-05", "HE-TRT-15", "HE-TRT-17")
def threat_of(state: Adventure, model: Model) -> int:
    """Its best pool, what protects it, what it bears, and what it can do besides."""
    best = [total_of(melee_dice(state, model, one)) for one in fights_with(model)]
    for name in model.arms.melee:
        best.append(total_of(melee_dice(state, model, melee_weapons()[name])))
    for name in model.arms.ranged:
        atk = ranged_weapons()[name].atk
        best.append((atk or 0) + bonus(state, model, "PER") + bonus(state, model, "DEX"))
    skills = FOR_POWER_ATTACK if POWER_ATTACK in model.skills else 0
    skills += sum(one != POWER_ATTACK for one in model.skills)
    body = TIMES_DP * model.traits.DP + TIMES_ARC * model.traits.ARC
    return max(best) + defence_value(state, model) + body + skills


@rule("HE-DSGN-05")
def is_even(one: int, other: int) -> bool:
    """Whether two sums differ by no more than a fifth of the greater."""
    return APART * abs(one - other) <= max(one, other)


@rule("HE-DSGN-01", "HE-DSGN-05")
def verdict_on(party: Party, reasons: Sequence[Refusal], state: Adventure | None) -> ForceVerdict:
    """What a lobby says of a party: every reason against it, or its threat beside that of the opponents."""
    data = msgspec.to_builtins(party)
    text = msgspec.json.format(msgspec.json.encode(party)).decode()
    if reasons or state is None:
        return ForceVerdict(not reasons, party.name, reasons=tuple(reasons), text=text, data=data)
    if state.switches.threat_estimate == "off":
        return ForceVerdict(True, party.name, text=text, data=data)
    own = sum(threat_of(state, one) for one in state.models.values() if one.side == "party")
    theirs = sum(threat_of(state, one) for one in state.models.values() if one.side == "opponents")
    word = "about even" if is_even(own, theirs) else "stronger" if own > theirs else "weaker"
    said = Refusal("HE-DSGN-05", f"A threat of {own} against {theirs}: {word}.", "It changes no rule.")
    return ForceVerdict(True, party.name, own, text=text, data=data, advice=(said,))


def refuse_faults(party: Party, most: int) -> None:
    """Everything that is wrong, at once."""
    reasons = list(faults_of(party, most))
    if reasons:
        raise Refused(*reasons)
