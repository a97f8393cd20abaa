"""Whether a squad is one that the book allows, with every reason against it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import check_options
from sandtable.books.forgotten_ruin.chapters.squad.roster import Member, Squad, luck_of
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import profile_of_position, squad_tables
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.books.forgotten_ruin.transformations.transformation_tables import (
    transformation_tables as transformations,
)
from sandtable.books.forgotten_ruin.transformations.transformation_tables import upgrades_of
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal

RIFLE, LAUNCHER, ANTI_TANK = "assault rifle", "grenade launcher", "anti-tank weapon"
BLADES = ("sword", "large sword", "poisoned weapon")
"""What a squad that is some turns into its campaign may have bought besides (FR-POST-46)."""


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
def _size(squad: Squad, switches: Switches) -> list[Refusal]:
    if len(squad.members) == switches.squad_size:
        return []
    reason = f"The squad has {len(squad.members)} soldiers."
    which = "FR-SQD-01" if switches.squad_size == squad_tables().size else "FR-SQD-05"
    return [Refusal(which, reason, f"List {switches.squad_size} soldiers, or switch squad_size.")]


@rule("FR-SQD-02")
def _positions(squad: Squad, switches: Switches) -> list[Refusal]:
    """One squad leader; every team has one leader, who is listed first, and three soldiers."""
    leaders = [one for one in squad.members if one.position == "squad leader"]
    found = []
    if len(leaders) != 1:
        found.append(Refusal("FR-SQD-02", f"{len(leaders)} squad leaders are listed.", "List exactly one."))
    standard = switches.squad_size == squad_tables().size
    teams = sorted({one.team for one in squad.members if one.team})
    if standard and teams != [1, 2]:
        found.append(Refusal("FR-SQD-02", "There are not two fire teams.", "Form fire teams 1 and 2."))
    for team in teams:
        own = [one for one in squad.members if one.team == team]
        if own[0].position != "fire team leader" or sum(one.position == own[0].position for one in own) != 1:
            reason = f"Fire team {team} does not begin with its one leader."
            found.append(Refusal("FR-SQD-04", reason, "List the fire team leader first, and only one."))
        if standard and len(own) != squad_tables().team_size:
            reason = f"Fire team {team} has {len(own)} soldiers."
            found.append(Refusal("FR-SQD-02", reason, f"It has {squad_tables().team_size}."))
    outside = [one for one in squad.members if not one.team and one.position != "squad leader"]
    if outside:
        reason = f"{outside[0].name} belongs to no fire team."
        found.append(Refusal("FR-SQD-02", reason, "Put everybody but the squad leader into a team."))
    return found


@rule("FR-SQD-04")
def _names(squad: Squad) -> list[Refusal]:
    names = [one.name for one in (*squad.members, squad.platoon_leader, squad.platoon_sergeant)]
    twice = [one for one in dict.fromkeys(names) if names.count(one) > 1]
    return [Refusal("FR-SQD-04", f"{one} is listed twice.", "Give everybody a name.") for one in twice]


@rule("FR-SQD-18", "FR-SQD-13")
def _personalities(squad: Squad) -> list[Refusal]:
    """The squad leader, one fire team leader and one ordinary soldier; veterans may be extra ones."""
    found = []
    for position, number in squad_tables().personalities.items():
        known = [one for one in squad.members if one.is_personality and one.position == position]
        extra = sum(one.is_veteran for one in known)
        if not number <= len(known) <= number + extra:
            reason = f"{len(known)} of position {position} are known personalities."
            remedy = "Choose the squad leader, one fire team leader and one ordinary soldier."
            found.append(Refusal("FR-SQD-18", reason, remedy))
    return found


@rule("FR-SQD-10", "FR-SQD-19", "FR-SQD-20", "FR-SQD-17")
def _characters(squad: Squad) -> list[Refusal]:
    """A grunt has neither traits nor knack; a personality two traits, or one with a knack, or none yet."""
    found = []
    for one in (*squad.members, squad.platoon_leader, squad.platoon_sergeant):
        if not one.is_personality and (one.traits or one.knack):
            reason = f"{one.name} is a grunt with a character."
            found.append(Refusal("FR-SQD-10", reason, "Only known personalities have traits."))
        distinct = len(set(one.traits))
        fine = (distinct in (0, 2) and not one.knack) or (distinct == 1 and bool(one.knack))
        if one.is_personality and not one.is_veteran and (not fine or len(one.traits) != distinct):
            reason = f"{one.name} has {len(one.traits)} traits" + (" and a knack." if one.knack else ".")
            remedy = "Two different traits, or one with a knack, or none to have them rolled."
            found.append(Refusal("FR-SQD-20", reason, remedy))
        changed = one.profile is not None and one.profile != profile_of_position(one.position)
        if changed and not one.is_veteran:
            reason = f"{one.name} has other values than a new {one.position}."
            found.append(Refusal("FR-SQD-17", reason, "New soldiers start with the printed profile."))
        found += _unknown_character(one)
    return found


@rule("FR-SQD-21", "FR-SQD-22")
def _unknown_character(one: Member) -> list[Refusal]:
    """Traits and knacks are those of the tables."""
    traits = [row.trait for row in squad_tables().traits]
    knacks = [row.knack for row in squad_tables().knacks]
    found = []
    for trait in (each for each in one.traits if each not in traits):
        reason = f"{one.name}: there is no trait {trait!r}."
        found.append(Refusal("FR-SQD-21", reason, f"Write two of {', '.join(traits)}."))
    if one.knack and one.knack not in knacks:
        reason = f"{one.name}: there is no knack {one.knack!r}."
        found.append(Refusal("FR-SQD-22", reason, f"Write one of {', '.join(knacks)}."))
    return found


@rule("FR-SQD-12", "FR-SQD-13", "FR-SQD-14")
def _veterans(squad: Squad) -> list[Refusal]:
    veterans = [one for one in squad.members if one.is_veteran]
    found = [
        Refusal("FR-SQD-13", f"{one.name} is a veteran and a grunt.", "Veterans are known personalities.")
        for one in veterans
        if not one.is_personality
    ]
    if len(veterans) > squad_tables().veterans:
        reason = f"{len(veterans)} veterans are listed."
        found.append(Refusal("FR-SQD-12", reason, f"Take at most {squad_tables().veterans}."))
    return found


@rule("FR-TRF-03", "FR-TRF-06", "FR-SPL-18")
def _becoming(squad: Squad) -> list[Refusal]:
    """Whoever has become something else has become what the book knows."""
    forms = [one.name for one in transformations().transformations]
    found = []
    for one in (*squad.members, squad.platoon_leader, squad.platoon_sergeant):
        if one.transformation and one.transformation not in forms:
            reason = f"{one.name}: there is no Transformation {one.transformation!r}."
            found.append(Refusal("FR-TRF-03", reason, f"Write one of {', '.join(forms)}."))
        known = [each.name for each in upgrades_of(one.transformation)]
        for upgrade in (each for each in one.upgrades if each not in known):
            reason = f"{one.name}: {upgrade!r} is no upgrade of {one.transformation or 'anybody'}."
            found.append(Refusal("FR-TRF-06", reason, f"Write {', '.join(known) or 'none'}."))
        for spell in (each for each in one.spells if each not in spells()):
            reason = f"{one.name}: there is no spell {spell!r}."
            found.append(Refusal("FR-SPL-18", reason, f"Write one of {', '.join(spells())}."))
    return found


@rule("FR-SQD-37", "FR-DIF-06")
def _luck(squad: Squad, switches: Switches) -> list[Refusal]:
    """New soldiers have the Luck that the main character and the options give, and no other."""
    found = []
    for one in (*squad.members, squad.platoon_leader, squad.platoon_sergeant):
        usual = luck_of(msgspec.structs.replace(one, luck=None), switches)
        if one.luck not in (None, usual) and not one.is_veteran:
            reason = f"{one.name} has {one.luck} Luck and is no veteran."
            found.append(Refusal("FR-SQD-37", reason, f"A new soldier like that has {usual}."))
    return found


@rule("FR-SQD-36", "FR-SQD-37")
def _main_character(squad: Squad) -> list[Refusal]:
    everybody = (*squad.members, squad.platoon_leader, squad.platoon_sergeant)
    chosen = [one for one in everybody if one.is_main_character]
    if len(chosen) != 1:
        return [Refusal("FR-SQD-36", f"{len(chosen)} main characters are named.", "Name exactly one.")]
    if not chosen[0].is_personality:
        reason = f"{chosen[0].name} is a grunt."
        return [Refusal("FR-SQD-36", reason, "The main character is one of the known personalities.")]
    if _is_extra(squad, chosen[0]):
        reason = f"{chosen[0].name} is a veteran besides the three known personalities."
        return [Refusal("FR-SQD-36", reason, "The main character is one of the three.")]
    return []


@rule("FR-SQD-13")
def _is_extra(squad: Squad, veteran: Member) -> bool:
    """Whether a veteran comes on top of the known personalities of that position."""
    rest = [one for one in squad.members if one.position == veteran.position and not one.is_veteran]
    known = sum(one.is_personality for one in rest)
    return veteran.is_veteran and known >= squad_tables().personalities.get(veteran.position, 0)


def _weapons(squad: Squad) -> list[Refusal]:
    """The printed weapons, with the exchanges that are allowed at creation."""
    found: list[Refusal] = []
    rifles = launchers = 0
    for team in (1, 2):
        own = [one for one in squad.members if one.team == team]
        found += _team_weapons(team, own)
        rifles += _rifles_exchanged(own)
        launchers += sum(_primary(one) == squad_tables().weapons.for_a_launcher for one in own)
    for one in (each for each in squad.members if each.position == "squad leader"):
        carried = _without_extras(one)
        rifles += any(each in squad_tables().weapons.for_a_rifle for each in carried)
        if "pistol" not in carried or len(carried) != 2 or not _is_rifle(carried):
            reason = f"{one.name} carries {', '.join(carried) or 'nothing'}."
            found.append(Refusal("FR-SQD-39", reason, "The squad leader has a pistol and an assault rifle."))
    return [*found, *_exchanges(rifles, launchers)]


@rule("FR-SQD-40", "FR-SQD-41")
def _exchanges(rifles: int, launchers: int) -> list[Refusal]:
    rows, found = squad_tables().weapons, []
    if launchers > rows.most_launchers_exchanged:
        reason = f"{launchers} grenade launchers are exchanged."
        found.append(Refusal("FR-SQD-40", reason, "Exchange one at most."))
    if rifles > rows.most_rifles_exchanged:
        reason = f"{rifles} assault rifles are exchanged."
        found.append(Refusal("FR-SQD-41", reason, f"Exchange {rows.most_rifles_exchanged} at most."))
    return found


def _is_rifle(carried: Sequence[str]) -> bool:
    return any(one == RIFLE or one in squad_tables().weapons.for_a_rifle for one in carried)


def _rifles_exchanged(own: Sequence[Member]) -> int:
    return sum(_primary(one) in squad_tables().weapons.for_a_rifle for one in own)


@rule("FR-SQD-38", "FR-SQD-39")
def _team_weapons(team: int, own: Sequence[Member]) -> list[Refusal]:
    """Two rifles, one rifle with launcher and one automatic weapon, one to a soldier."""
    rows = squad_tables().weapons
    standard = {**dict.fromkeys(rows.for_a_rifle, RIFLE), rows.for_a_launcher: LAUNCHER}
    carried = sorted(standard.get(_primary(one), _primary(one)) for one in own)
    if carried == sorted(rows.fire_team):
        return []
    listed = ", ".join(_primary(one) or "nothing" for one in own)
    remedy = "Two assault rifles, a grenade launcher and a squad automatic weapon, one to a soldier."
    return [Refusal("FR-SQD-38", f"Fire team {team} carries {listed}.", remedy)]


def _without_extras(one: Member) -> tuple[str, ...]:
    return tuple(each for each in one.weapons if each != ANTI_TANK and each not in BLADES)


def _primary(one: Member) -> str:
    """The one weapon that counts: a launcher comes with its rifle."""
    carried = _without_extras(one)
    if LAUNCHER in carried:
        return LAUNCHER if set(carried) <= {LAUNCHER, RIFLE} else ", ".join(carried)
    return ", ".join(carried)


@rule("FR-SQD-42")
def _anti_tank(squad: Squad) -> list[Refusal]:
    """One for the squad, carried besides a rifle, shotgun or submachine gun; a launcher has its rifle."""
    bearers = [one for one in squad.members for each in one.weapons if each == ANTI_TANK]
    if len(bearers) != 1:
        reason = f"{len(bearers)} anti-tank weapons are carried."
        return [Refusal("FR-SQD-42", reason, "One soldier of the squad carries one.")]
    one = bearers[0]
    allowed = squad_tables().weapons.with_anti_tank
    if not any(each in (*allowed, LAUNCHER) for each in one.weapons):
        reason = f"{one.name} carries {_primary(one) or 'nothing'} besides the anti-tank weapon."
        return [Refusal("FR-SQD-42", reason, f"The other weapon is one of {', '.join(allowed)}.")]
    return []


@rule("FR-SQD-43", "FR-SQD-07")
def _officers(squad: Squad) -> list[Refusal]:
    """The two of the platoon have their own weapons and places, outside the squad; they may become known."""
    wanted, found = set(squad_tables().weapons.leaders), []
    for one, position in (
        (squad.platoon_leader, "platoon leader"),
        (squad.platoon_sergeant, "platoon sergeant"),
    ):
        if set(one.weapons) != wanted:
            reason = f"{one.name} carries {', '.join(one.weapons)}."
            found.append(Refusal("FR-SQD-43", reason, "Pistol and assault rifle."))
        if (one.position, one.team) != (position, 0):
            reason = f"{one.name} is listed as {position} and has another place."
            found.append(Refusal("FR-SQD-07", reason, f"The {position} is outside the squad and its teams."))
        if one.is_veteran:
            reason = f"{one.name} is the {position} and a veteran."
            found.append(Refusal("FR-SQD-07", reason, "Veterans are of the squad."))
    return found
