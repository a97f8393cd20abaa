"""Rosters of squads as people and programs exchange them: readable text, JSON and short codes."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import msgspec

from sandtable.binding.forces.roster_text import (
    Part,
    as_written,
    lines_of,
    listed,
    mark,
    read_parts,
    split_words,
    worded,
    written_parts,
)
from sandtable.binding.forces.rosters import ROSTER, Rosters, data_of_game
from sandtable.binding.forces.short_code import ShortCode
from sandtable.binding.names import LONGEST_NAME, is_name
from sandtable.binding.refusing import known_word, read_each, refuse_too_many
from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.squad.checking import check_squad
from sandtable.books.forgotten_ruin.chapters.squad.roster import (
    GRENADES,
    Member,
    Squad,
    new_officers,
    new_squad,
    ready_squads,
)
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import profile_of_position, squad_tables
from sandtable.books.forgotten_ruin.state import FigureId, Profile, Soldier
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.kernel import Refused, refuse, rule
from sandtable.kernel.safe_yaml import convert, quoted

MOST_MEMBERS = 40
BOOK = "forgotten-ruin"
_TEAM = re.compile(r"fire team ([1-9])", re.IGNORECASE)
_LINE = re.compile(r"([^,;:]+),\s*([^,;:]+?)\s*(?::\s*(.*))?")
_VALUE = re.compile(r"(reactions|speed|combat skill|toughness|wits)\s+([+-]?[0-9]{1,2})", re.IGNORECASE)
_LUCK = re.compile(r"luck\s+([0-9]{1,2})", re.IGNORECASE)
_VALUES = re.compile(r"values\s+(.+)", re.IGNORECASE)
PLATOON_LINE = "Platoon"
OFFICERS = ("platoon leader", "platoon sergeant")
LEADERS = (*OFFICERS, "squad leader")
"""Who is in no fire team."""


@rule("FR-SQD-01")
def read_squad(given: object, switches: Switches | None = None) -> dict[FigureId, Soldier]:
    """The soldiers of a force, with the two of the platoon; a squad that is not legal is refused."""
    squad = read_roster(given)
    reasons = check_squad(squad, switches)
    if reasons:
        raise Refused(*reasons)
    return {**new_squad(squad, switches), **new_officers(squad, switches)}


@rule("FR-FIN-17")
def second_squad(first: Collection[Soldier], switches: Switches | None = None) -> dict[FigureId, Soldier]:
    """Another squad of the platoon: plain profiles, nine grunts in fire teams 3 and 4, no name twice."""
    squad = ready_squads()[SECOND_SQUAD].squad
    found: dict[FigureId, Soldier] = {}
    for number, one in enumerate(new_squad(squad, switches).values(), len(squad.members) + 1):
        one.id, one.team = f"S{number}", one.team + 2 if one.team else 0
        one.name += " II" * any(one.name == each.name for each in first)
        one.is_personality, one.is_main_character, one.traits, one.knack, one.luck = False, False, (), "", 0
        found[one.id] = one
    return found


SECOND_SQUAD = "second-squad"
"""The ready squad that comes to help in the Final Battle."""


# JSON and short codes


def write_data(squad: Squad) -> dict[str, Any]:
    """A roster as plain data for JSON."""
    return {"book": BOOK, **msgspec.to_builtins(squad)}


def read_data(data: object) -> Squad:
    """The squad of a roster that is plain data already."""
    plain = data_of_game(data, "book", BOOK, "Write a name and a list of members.", "FR-SQD-01")
    return _named(convert(plain, Squad, ROSTER))


# The words belong to FR1 and never change.
CODE = ShortCode(
    "FR1.",
    b'"is_veteran":true,"knack":"","traits":["shotgun","submachine gun","sharpshooter\'s rifle","anti-tank '
    b'weapon","squad automatic weapon"]},{"name":"","is_main_character":true,"traits":["","is_personality"'
    b':true,"traits":["","platoon_leader":{"name":"","position":"platoon leader","weapons":["pistol","assa'
    b'ult rifle"]},"platoon_sergeant":{"name":"","position":"platoon sergeant","position":"fire team leade'
    b'r","team":2,"weapons":["assault rifle","grenade launcher"]},{"name":"","team":1,"weapons":["assault '
    b'rifle"]},{"name":"{"book":"forgotten-ruin","name":" Squad","members":[{"name":"","position":"squad l'
    b'eader","weapons":["pistol"',
)


# Text


def write_text(squad: Squad) -> str:
    """A roster that a person reads: the squad on the first line, then one soldier to a line."""
    lines, team = [squad.name], 0
    for one in squad.members:
        if one.team != team:
            team = one.team
            lines.append(f"Fire team {team}")
        lines.append(_written(one))
    lines += [PLATOON_LINE, _written(squad.platoon_leader), _written(squad.platoon_sergeant)]
    return "\n".join(lines) + "\n"


def _written(one: Member) -> str:
    parts = "; ".join(written_parts(one, OF_MEMBER))
    return f"{one.name}, {one.position}" + (f": {parts}" if parts else "")


@rule("FR-SQD-04")
def read_text(text: str) -> Squad:
    """The squad of a readable roster; what cannot be read is refused with its line, all of it at once."""
    (_, name), *lines = lines_of(
        text, ROSTER, "FR-SQD-04", "Write the squad's name, then a soldier to a line."
    )
    soldiers: list[tuple[str, str, int]] = []
    team = 0
    for place, line in lines:
        if found := _TEAM.fullmatch(line):
            team = int(found[1])
        elif line.lower() == PLATOON_LINE.lower():
            team = 0
        else:
            soldiers.append((place, line, team))
    refuse_too_many(len(soldiers), MOST_MEMBERS, ROSTER, "soldiers", "FR-SQD-01")
    return _named(_gathered(name, read_each(soldiers, lambda one: _read_line(*one))))


def _gathered(name: str, members: list[Member]) -> Squad:
    """The members of the squad, with the two of the platoon set apart."""
    weapons = squad_tables().weapons.leaders
    listed_officers = {one.position: one for one in members if one.position in OFFICERS}
    leader, sergeant = (
        listed_officers.get(position)
        or Member(name=position.capitalize(), position=position, weapons=weapons)
        for position in OFFICERS
    )
    squad = tuple(one for one in members if one.position not in OFFICERS)
    return Squad(name=name, members=squad, platoon_leader=leader, platoon_sergeant=sergeant)


def _read_line(place: str, line: str, team: int) -> Member:
    found = _LINE.fullmatch(line)
    if found is None:
        remedy = "Write: name, position: weapons; personality; traits ..."
        raise refuse("FR-SQD-04", f"{place}: {quoted(line)} is no soldier.", remedy)
    name, position, rest = found[1].strip(), _position(found[2].strip(), place), found[3] or ""
    said = [one.strip() for one in rest.split(";") if one.strip()]
    facts: dict[str, Any] = {"team": 0 if position in LEADERS else team}
    if position in OFFICERS:
        facts["weapons"] = squad_tables().weapons.leaders
    facts |= read_parts(said, OF_MEMBER, place, "")
    if "profile" in facts:
        facts["profile"] = msgspec.structs.replace(profile_of_position(position), **facts["profile"])
    return Member(name=name, position=position, **facts)


_weapon = known_word(
    lambda name: name.lower() if name.lower() in armory() else None,
    "weapon",
    "FR-ARM-21",
    lambda: f"Write one of {', '.join(armory())}.",
)
_trait = known_word(
    lambda name: {one.name.lower(): one.name for one in squad_tables().traits}.get(name.lower()),
    "trait",
    "FR-SQD-21",
    "Take traits of the table.",
)
_knack = known_word(
    lambda name: {one.name.lower(): one.name for one in squad_tables().knacks}.get(name.lower()),
    "knack",
    "FR-SQD-22",
    "Take a knack of the table.",
)
_position = known_word(
    lambda name: name.lower() if name.lower() in squad_tables().ranks else None,
    "position",
    "FR-SQD-15",
    lambda: f"Write one of {', '.join(squad_tables().ranks)}.",
)


def _values(text: str, where: str) -> dict[str, Any]:
    """The values that differ from those of the position."""
    changed: dict[str, Any] = {}
    remedy = "Write: reactions 3, speed 6 ..."
    for one in split_words(text, where, "values"):
        found = _VALUE.fullmatch(one)
        if found is None:
            raise refuse("FR-SQD-16", f"{where}: {quoted(one)} is no value.", remedy)
        number = int(found[2])
        changed[found[1].lower().replace(" ", "_")] = float(number) if found[1].lower() == "speed" else number
    return changed


def _written_values(values: Profile) -> str:
    return (
        f"values reactions {values.reactions}, speed {values.speed:g}, "
        f"combat skill {values.combat_skill}, toughness {values.toughness}, wits {values.wits}"
    )


def _short(said: str, place: str) -> str:
    return said.strip()[:LONGEST_NAME]


OF_MEMBER = (
    listed("weapons", "", _weapon),
    mark("is_personality", "personality"),
    mark("is_main_character", "main character"),
    mark("is_veteran", "veteran"),
    listed("traits", "traits", _trait),
    worded("knack", "knack", _knack),
    worded("aspect", "aspect", _short),
    Part("luck", _LUCK, lambda said, place: int(said), lambda luck: f"luck {luck}"),
    Part("profile", _VALUES, _values, _written_values),
    worded("transformation", "transformation", _short),
    listed("upgrades", "upgrades", as_written),
    listed("spells", "spells", as_written),
)
"""What a line may say after name and position."""


def _named(squad: Squad) -> Squad:
    """Names as they can be shown, and no grenades that everybody has anyway."""
    if not is_name(squad.name):
        raise refuse("FR-SQD-04", "The squad has no fitting name.", "Write a short name.")
    *members, leader, sergeant = read_each(squad.everybody, _known_member)
    named = {"members": tuple(members), "platoon_leader": leader, "platoon_sergeant": sergeant}
    return msgspec.structs.replace(squad, **named)


def _known_member(one: Member) -> Member:
    if not is_name(one.name):
        advice = f"Write 1 to {LONGEST_NAME} characters."
        raise refuse("FR-SQD-04", f"{quoted(one.name)} cannot be a name.", advice)
    _position(one.position, one.name)
    weapons = tuple(_weapon(each, one.name) for each in one.weapons)
    return msgspec.structs.replace(one, weapons=tuple(each for each in weapons if each != GRENADES))


ROSTERS = Rosters(
    Squad,
    "squad",
    "FR-SQD-01",
    ready=lambda: {id: one.squad for id, one in ready_squads().items()},
    read_text=read_text,
    write_text=write_text,
    read_data=read_data,
    write_data=write_data,
    code=CODE,
)
"""Squads in every form."""
read_roster, write_json = ROSTERS.read, ROSTERS.write_json
