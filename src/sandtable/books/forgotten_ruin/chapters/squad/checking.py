"""Whether a squad is one that the book allows, with every reason against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import check_options
from sandtable.books.forgotten_ruin.chapters.squad.roster import Member, Squad, luck_of
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import profile_of_position, squad_tables
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables,
    upgrades_of,
)
from sandtable.kernel import Refusal, rule

RIFLE, LAUNCHER, ANTI_TANK = "assault rifle", "grenade launcher", "anti-tank weapon"
BLADES = ("sword", "large sword", "poisoned weapon")
"""What a squad that is some turns into its campaign may have bought besides (FR-POST-46)."""


class Fault(Row, frozen=True):
    """Something that can be wrong with a squad."""

    rule: str
    reason: str
    remedy: str


_faults = read_data.later("faults_of_squads.yaml", dict[str, Fault])


def _fault(what: str, **facts: Any) -> Refusal:
    one = _faults()[what]
    return Refusal(one.rule, one.reason.format(**facts), one.remedy.format(**facts))


@rule("FR-SQD-45")
def check_squad(squad: Squad, switches: Switches | None = None) -> list[Refusal]:
    """Everything that speaks against a new squad; an empty list where nothing does."""
    settled = switches or Switches()
    found = [*check_options(settled), *_size(squad, settled), *_positions(squad, settled), *_names(squad)]
    found += [*_personalities(squad), *_characters(squad), *_veterans(squad), *_main_character(squad)]
    found += [*_becoming(squad), *_luck(squad, settled)]
    if settled.squad_theme == "modern" and len(squad.members) == squad_tables().size:
        found += _weapons(squad)
    return [*found, *_anti_tank(squad), *_officers(squad)]


@rule("FR-SQD-01", "FR-SQD-05")
def _size(squad: Squad, switches: Switches) -> Iterator[Refusal]:
    count, size = len(squad.members), switches.squad_size
    if count != size:
        yield _fault("size" if size == squad_tables().size else "other size", count=count, size=size)


@rule("FR-SQD-02")
def _positions(squad: Squad, switches: Switches) -> Iterator[Refusal]:
    """One squad leader; every team has one leader, who is listed first, and three soldiers."""
    leaders = sum(one.position == "squad leader" for one in squad.members)
    if leaders != 1:
        yield _fault("squad leaders", count=leaders)
    standard, size = switches.squad_size == squad_tables().size, squad_tables().team_size
    teams = sorted({one.team for one in squad.members if one.team})
    if standard and teams != [1, 2]:
        yield _fault("teams")
    for team in teams:
        own = [one for one in squad.members if one.team == team]
        if own[0].position != "fire team leader" or sum(one.position == own[0].position for one in own) != 1:
            yield _fault("team leader", team=team)
        if standard and len(own) != size:
            yield _fault("team size", team=team, count=len(own), size=size)
    outside = [one.name for one in squad.members if not one.team and one.position != "squad leader"]
    if outside:
        yield _fault("outside", name=outside[0])


@rule("FR-SQD-04")
def _names(squad: Squad) -> Iterator[Refusal]:
    names = [one.name for one in squad.everybody]
    for one in dict.fromkeys(names):
        if names.count(one) > 1:
            yield _fault("name twice", name=one)


@rule("FR-SQD-18", "FR-SQD-13")
def _personalities(squad: Squad) -> Iterator[Refusal]:
    """The squad leader, one fire team leader and one ordinary soldier; veterans may be extra ones."""
    for position, number in squad_tables().personalities.items():
        known = [one for one in squad.members if one.is_personality and one.position == position]
        if not number <= len(known) <= number + sum(one.is_veteran for one in known):
            yield _fault("personalities", count=len(known), position=position)


@rule("FR-SQD-10", "FR-SQD-19", "FR-SQD-20", "FR-SQD-17")
def _characters(squad: Squad) -> Iterator[Refusal]:
    """A grunt has neither traits nor knack; a personality two traits, or one with a knack, or none yet."""
    for one in squad.everybody:
        if not one.is_personality and (one.traits or one.knack):
            yield _fault("grunt with character", name=one.name)
        distinct = len(set(one.traits))
        fine = (distinct in (0, 2) and not one.knack) or (distinct == 1 and bool(one.knack))
        if one.is_personality and not one.is_veteran and (not fine or len(one.traits) != distinct):
            knack = " and a knack" if one.knack else ""
            yield _fault("character", name=one.name, count=len(one.traits), knack=knack)
        changed = one.profile is not None and one.profile != profile_of_position(one.position)
        if changed and not one.is_veteran:
            yield _fault("profile", name=one.name, position=one.position)
        yield from _unknown_character(one)


@rule("FR-SQD-21", "FR-SQD-22")
def _unknown_character(one: Member) -> Iterator[Refusal]:
    """Traits and knacks are those of the tables."""
    knacks = [row.name for row in squad_tables().knacks]
    yield from _unknown("trait", one, one.traits, [row.name for row in squad_tables().traits])
    yield from _unknown("knack", one, (one.knack,) if one.knack else (), knacks)


def _unknown(what: str, one: Member, said: Sequence[str], known: Sequence[str]) -> Iterator[Refusal]:
    """Words of a soldier that stand in no table."""
    for word in said:
        if word not in known:
            yield _fault(what, name=one.name, word=word, known=", ".join(known))


@rule("FR-SQD-12", "FR-SQD-13", "FR-SQD-14")
def _veterans(squad: Squad) -> Iterator[Refusal]:
    veterans = [one for one in squad.members if one.is_veteran]
    for one in veterans:
        if not one.is_personality:
            yield _fault("veteran grunt", name=one.name)
    if len(veterans) > squad_tables().veterans:
        yield _fault("veterans", count=len(veterans), most=squad_tables().veterans)


@rule("FR-TRF-03", "FR-TRF-06", "FR-SPL-18")
def _becoming(squad: Squad) -> Iterator[Refusal]:
    """Soldiers who have become something else have become what the book knows."""
    forms = [one.name for one in transformation_tables().transformations]
    for one in squad.everybody:
        changed = one.transformation
        yield from _unknown("transformation", one, (changed,) if changed else (), forms)
        known, whom = [each.name for each in upgrades_of(changed)], changed or "anybody"
        for word in (each for each in one.upgrades if each not in known):
            yield _fault("upgrade", name=one.name, word=word, whom=whom, known=", ".join(known) or "none")
        yield from _unknown("spell", one, one.spells, tuple(spells()))


@rule("FR-SQD-37", "FR-DIF-06")
def _luck(squad: Squad, switches: Switches) -> Iterator[Refusal]:
    """New soldiers have the Luck that the main character and the options give, and no other."""
    for one in squad.everybody:
        usual = luck_of(msgspec.structs.replace(one, luck=None), switches)
        if one.luck not in (None, usual) and not one.is_veteran:
            yield _fault("luck", name=one.name, luck=one.luck, usual=usual)


@rule("FR-SQD-36", "FR-SQD-37")
def _main_character(squad: Squad) -> Iterator[Refusal]:
    chosen = [one for one in squad.everybody if one.is_main_character]
    if len(chosen) != 1:
        yield _fault("main characters", count=len(chosen))
    elif not chosen[0].is_personality:
        yield _fault("main character a grunt", name=chosen[0].name)
    elif _is_extra(squad, chosen[0]):
        yield _fault("main character besides the three", name=chosen[0].name)


@rule("FR-SQD-13")
def _is_extra(squad: Squad, veteran: Member) -> bool:
    """Whether a veteran comes on top of the known personalities of that position."""
    rest = [one for one in squad.members if one.position == veteran.position and not one.is_veteran]
    known = sum(one.is_personality for one in rest)
    return veteran.is_veteran and known >= squad_tables().personalities.get(veteran.position, 0)


@rule("FR-SQD-40", "FR-SQD-41")
def _weapons(squad: Squad) -> Iterator[Refusal]:
    """The printed weapons, with the exchanges that are allowed at creation."""
    rows = squad_tables().weapons
    rifles = launchers = 0
    for team in (1, 2):
        own = [one for one in squad.members if one.team == team]
        yield from _team_weapons(team, own)
        rifles += sum(_primary(one) in rows.for_a_rifle for one in own)
        launchers += sum(_primary(one) == rows.for_a_launcher for one in own)
    for one in (each for each in squad.members if each.position == "squad leader"):
        carried = _without_extras(one)
        rifles += any(each in rows.for_a_rifle for each in carried)
        has_rifle = any(each in (RIFLE, *rows.for_a_rifle) for each in carried)
        if "pistol" not in carried or len(carried) != 2 or not has_rifle:
            yield _fault("leader's weapons", name=one.name, carried=", ".join(carried) or "nothing")
    if launchers > rows.most_launchers_exchanged:
        yield _fault("launchers", count=launchers)
    if rifles > rows.most_rifles_exchanged:
        yield _fault("rifles", count=rifles, most=rows.most_rifles_exchanged)


@rule("FR-SQD-38", "FR-SQD-39")
def _team_weapons(team: int, own: Sequence[Member]) -> Iterator[Refusal]:
    """Two rifles, one rifle with launcher and one automatic weapon, one to a soldier."""
    rows = squad_tables().weapons
    standard = {**dict.fromkeys(rows.for_a_rifle, RIFLE), rows.for_a_launcher: LAUNCHER}
    if sorted(standard.get(_primary(one), _primary(one)) for one in own) != sorted(rows.fire_team):
        listed = ", ".join(_primary(one) or "nothing" for one in own)
        yield _fault("team's weapons", team=team, carried=listed)


def _without_extras(one: Member) -> tuple[str, ...]:
    return tuple(each for each in one.weapons if each != ANTI_TANK and each not in BLADES)


def _primary(one: Member) -> str:
    """The one weapon that counts: a launcher comes with its rifle."""
    carried = _without_extras(one)
    if LAUNCHER in carried:
        return LAUNCHER if set(carried) <= {LAUNCHER, RIFLE} else ", ".join(carried)
    return ", ".join(carried)


@rule("FR-SQD-42")
def _anti_tank(squad: Squad) -> Iterator[Refusal]:
    """One for the squad, carried besides a rifle, shotgun or submachine gun; a launcher has its rifle."""
    bearers = [one for one in squad.members for each in one.weapons if each == ANTI_TANK]
    allowed = squad_tables().weapons.with_anti_tank
    if len(bearers) != 1:
        yield _fault("anti-tank weapons", count=len(bearers))
    elif not any(each in (*allowed, LAUNCHER) for each in bearers[0].weapons):
        name, carried = bearers[0].name, _primary(bearers[0]) or "nothing"
        yield _fault("besides the anti-tank weapon", name=name, carried=carried, known=", ".join(allowed))


@rule("FR-SQD-43", "FR-SQD-07")
def _officers(squad: Squad) -> Iterator[Refusal]:
    """The two of the platoon have their own weapons and places, outside the squad; they may become known."""
    wanted = set(squad_tables().weapons.leaders)
    places = {"platoon leader": squad.platoon_leader, "platoon sergeant": squad.platoon_sergeant}
    for position, one in places.items():
        if set(one.weapons) != wanted:
            yield _fault("officer's weapons", name=one.name, carried=", ".join(one.weapons))
        if (one.position, one.team) != (position, 0):
            yield _fault("officer's place", name=one.name, position=position)
        if one.is_veteran:
            yield _fault("officer a veteran", name=one.name, position=position)
