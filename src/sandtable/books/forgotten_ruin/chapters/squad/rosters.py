"""Rosters of squads as people and programs exchange them: readable text and JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.squad.checking import check_squad
from sandtable.books.forgotten_ruin.chapters.squad.ready import ready_squads
from sandtable.books.forgotten_ruin.chapters.squad.roster import (
    GRENADES,
    Member,
    Squad,
    new_officers,
    new_squad,
)
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import profile_of_position, squad_tables
from sandtable.books.forgotten_ruin.state import FigureId, Profile, Soldier
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.kernel import safe_json
from sandtable.kernel.citation import rule
from sandtable.kernel.refusal import Refusal, Refused, refuse
from sandtable.kernel.safe_yaml import convert, quoted

MOST_CHARACTERS = 20_000
MOST_MEMBERS = 40
LONGEST_NAME = 60
BOOK = "forgotten-ruin"
_ROSTER = "The roster"
_TEAM = re.compile(r"fire team ([1-9])", re.IGNORECASE)
_LINE = re.compile(r"([^,;:]+),\s*([^,;:]+?)\s*(?::\s*(.*))?")
_VALUE = re.compile(r"(reactions|speed|combat skill|toughness|wits)\s+([+-]?[0-9]{1,2})", re.IGNORECASE)
PLATOON_LINE = "Platoon"


@rule("FR-SQD-01")
def read_squad(given: object, switches: Switches | None = None) -> dict[FigureId, Soldier]:
    """The soldiers of a force, with the two of the platoon; a squad that is not legal is refused."""
    squad = read_roster(given)
    reasons = check_squad(squad, switches)
    if reasons:
        raise Refused(*reasons)
    return {**new_squad(squad, switches), **new_officers(squad, switches)}


@rule("FR-FIN-17")
def second_squad(switches: Switches | None = None) -> dict[FigureId, Soldier]:
    """Another squad of the platoon: plain profiles, nine grunts in fire teams 3 and 4."""
    squad = ready_squads()[SECOND_SQUAD].squad
    found: dict[FigureId, Soldier] = {}
    for number, one in enumerate(new_squad(squad, switches).values(), len(squad.members) + 1):
        one.id, one.team = f"S{number}", one.team + 2 if one.team else 0
        one.is_personality, one.is_main_character, one.traits, one.knack, one.luck = False, False, (), "", 0
        found[one.id] = one
    return found


SECOND_SQUAD = "second-squad"
"""The ready squad that comes to help in the Final Battle."""


def read_roster(given: object) -> Squad:
    """A squad however a seat brings it: a roster, its text, its data, or the id of a ready squad."""
    if isinstance(given, Squad):
        return given
    if isinstance(given, Mapping):
        return read_data(given)
    if isinstance(given, str):
        ready = ready_squads()
        wanted = given.strip()
        if wanted in ready:
            return ready[wanted].squad
        if "\n" not in wanted and not wanted.startswith("{"):
            reason = f"There is no ready squad {quoted(wanted)}."
            raise refuse("FR-SQD-01", reason, f"Write a roster, or name one of {', '.join(ready)}.")
        return read_json(given) if wanted.startswith("{") else read_text(given)
    raise refuse("FR-SQD-01", "This is no squad.", "Give a roster, or the id of a ready squad.")


# JSON


def write_data(squad: Squad) -> dict[str, Any]:
    """A roster as plain data for JSON."""
    return {"book": BOOK, **msgspec.to_builtins(squad)}


def write_json(squad: Squad) -> str:
    """A roster as JSON text."""
    return msgspec.json.format(msgspec.json.encode(write_data(squad)), indent=2).decode() + "\n"


def read_json(text: str) -> Squad:
    """The squad of a JSON roster; what cannot be read is refused with its field."""
    return read_data(safe_json.load(text.removeprefix("\ufeff"), _ROSTER, max_characters=MOST_CHARACTERS * 5))


def read_data(data: object) -> Squad:
    """The squad of a roster that is plain data already."""
    if not isinstance(data, Mapping):
        raise refuse("FR-SQD-04", f"{_ROSTER} is no JSON object.", "Write a name and a list of members.")
    plain = dict(data)
    if plain.pop("book", BOOK) != BOOK:
        raise refuse("FR-SQD-01", f"{_ROSTER} is of another game.", f"Write {BOOK}.")
    squad = convert(plain, Squad, _ROSTER)
    return _named(squad)


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
    parts = [", ".join(one.weapons)] if one.weapons else []
    parts += ["personality"] if one.is_personality else []
    parts += ["main character"] if one.is_main_character else []
    parts += ["veteran"] if one.is_veteran else []
    parts += [f"traits {', '.join(one.traits)}"] if one.traits else []
    parts += [f"knack {one.knack}"] if one.knack else []
    parts += [f"aspect {one.aspect}"] if one.aspect else []
    parts += [f"luck {one.luck}"] if one.luck is not None else []
    if one.profile is not None:
        values = one.profile
        parts.append(
            f"values reactions {values.reactions}, speed {values.speed:g}, "
            f"combat skill {values.combat_skill}, toughness {values.toughness}, wits {values.wits}"
        )
    parts += [f"transformation {one.transformation}"] if one.transformation else []
    parts += [f"upgrades {', '.join(one.upgrades)}"] if one.upgrades else []
    parts += [f"spells {', '.join(one.spells)}"] if one.spells else []
    return f"{one.name}, {one.position}" + (f": {'; '.join(parts)}" if parts else "")


@rule("FR-SQD-04")
def read_text(text: str) -> Squad:
    """The squad of a readable roster; what cannot be read is refused with its line, all of it at once."""
    if len(text) > MOST_CHARACTERS:
        reason = f"{_ROSTER} has {len(text)} characters."
        raise refuse("FR-SQD-04", reason, f"At most {MOST_CHARACTERS} characters are read.")
    lines = list(_lines(text))
    if not lines:
        raise refuse("FR-SQD-04", f"{_ROSTER} is empty.", "Write the squad's name, then a soldier to a line.")
    members: list[Member] = []
    refusals: list[Refusal] = []
    team = 0
    for number, line in lines[1:]:
        found = _TEAM.fullmatch(line)
        if found:
            team = int(found[1])
        elif line.lower() == PLATOON_LINE.lower():
            team = 0
        else:
            try:
                members.append(_read_line(line, team, f"line {number}"))
            except Refused as refused:
                refusals += refused.refusals
    if refusals:
        raise Refused(*refusals)
    return _named(_gathered(lines[0][1], members))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.split("#", 1)[0].strip()
        if stripped:
            yield number, stripped


def _gathered(name: str, members: list[Member]) -> Squad:
    """The members of the squad, with the two of the platoon set apart."""
    if len(members) > MOST_MEMBERS:
        raise refuse("FR-SQD-01", f"{len(members)} soldiers are listed.", f"List at most {MOST_MEMBERS}.")
    found = {"platoon leader": None, "platoon sergeant": None} | {
        one.position: one for one in members if one.position in ("platoon leader", "platoon sergeant")
    }
    weapons = squad_tables().weapons.leaders
    officers = [
        found[position] or Member(name=position.capitalize(), position=position, weapons=weapons)
        for position in ("platoon leader", "platoon sergeant")
    ]
    return Squad(
        name=name,
        members=tuple(one for one in members if one.position not in found),
        platoon_leader=officers[0],
        platoon_sergeant=officers[1],
    )


def _read_line(line: str, team: int, where: str) -> Member:
    found = _LINE.fullmatch(line)
    if found is None:
        remedy = "Write: name, position: weapons; personality; traits ..."
        raise refuse("FR-SQD-04", f"{where}: {quoted(line)} is no soldier.", remedy)
    name, position, rest = found[1].strip(), found[2].strip().lower(), found[3] or ""
    if position not in squad_tables().ranks:
        known = ", ".join(squad_tables().ranks)
        raise refuse(
            "FR-SQD-15", f"{where}: there is no position {quoted(position)}.", f"Write one of {known}."
        )
    facts: dict[str, Any] = {"name": name, "position": position, "team": team}
    for part in (one.strip() for one in rest.split(";")):
        if part:
            facts |= _read_part(part, position, where)
    if facts["position"] in ("platoon leader", "platoon sergeant", "squad leader"):
        facts["team"] = 0
    if facts["position"].startswith("platoon") and "weapons" not in facts:
        facts["weapons"] = squad_tables().weapons.leaders
    return Member(**facts)


def _read_part(part: str, position: str, where: str) -> dict[str, Any]:
    """What one part of a line says."""
    word, _, rest = part.partition(" ")
    marks = {"personality": "is_personality", "main character": "is_main_character", "veteran": "is_veteran"}
    if part.lower() in marks:
        return {marks[part.lower()]: True}
    listed = tuple(one.strip() for one in rest.split(",") if one.strip())
    match word.lower():
        case "traits":
            return {"traits": tuple(_trait(one, where) for one in listed)}
        case "knack":
            return {"knack": _knack(rest.strip(), where)}
        case "aspect" | "transformation":
            return {word.lower(): rest.strip()[:LONGEST_NAME]}
        case "upgrades" | "spells":
            return {word.lower(): listed}
        case "luck" if rest.strip().isdigit() and len(rest.strip()) < 3:
            return {"luck": int(rest)}
        case "values":
            return {"profile": _values(rest, position, where)}
    return {
        "weapons": tuple(_weapon(one, where) for one in (each.strip() for each in part.split(",")) if one)
    }


def _weapon(name: str, where: str) -> str:
    if name.lower() not in armory():
        known = ", ".join(armory())
        raise refuse("FR-ARM-21", f"{where}: there is no weapon {quoted(name)}.", f"Write one of {known}.")
    return name.lower()


def _trait(name: str, where: str) -> str:
    known = {one.trait.lower(): one.trait for one in squad_tables().traits}
    if name.lower() not in known:
        raise refuse("FR-SQD-21", f"{where}: there is no trait {quoted(name)}.", "Take traits of the table.")
    return known[name.lower()]


def _knack(name: str, where: str) -> str:
    known = {one.knack.lower(): one.knack for one in squad_tables().knacks}
    if name.lower() not in known:
        raise refuse("FR-SQD-22", f"{where}: there is no knack {quoted(name)}.", "Take a knack of the table.")
    return known[name.lower()]


def _values(text: str, position: str, where: str) -> Profile:
    changed: dict[str, Any] = {}
    for one in (each.strip() for each in text.split(",")):
        found = _VALUE.fullmatch(one)
        if found is None:
            raise refuse(
                "FR-SQD-16", f"{where}: {quoted(one)} is no value.", "Write: reactions 3, speed 6 ..."
            )
        number = int(found[2])
        changed[found[1].lower().replace(" ", "_")] = float(number) if found[1].lower() == "speed" else number
    return msgspec.structs.replace(profile_of_position(position), **changed)


def _named(squad: Squad) -> Squad:
    """Names as they can be shown, and no grenades that everybody has anyway."""
    refusals = [
        Refusal(
            "FR-SQD-04", f"{quoted(one.name)} cannot be a name.", f"Write 1 to {LONGEST_NAME} characters."
        )
        for one in (*squad.members, squad.platoon_leader, squad.platoon_sergeant)
        if not one.name.strip() or len(one.name) > LONGEST_NAME or not one.name.isprintable()
    ]
    if not squad.name.strip() or len(squad.name) > LONGEST_NAME:
        refusals.append(Refusal("FR-SQD-04", "The squad has no fitting name.", "Write a short name."))
    unknown = [one for each in squad.members for one in each.weapons if one not in armory()]
    refusals += [
        Refusal("FR-ARM-21", f"There is no weapon {quoted(one)}.", f"Write one of {', '.join(armory())}.")
        for one in dict.fromkeys(unknown)
    ]
    unranked = [one.position for one in squad.members if one.position not in squad_tables().ranks]
    refusals += [
        Refusal("FR-SQD-15", f"There is no position {quoted(one)}.", "Write a position of the squad.")
        for one in dict.fromkeys(unranked)
    ]
    if refusals:
        raise Refused(*refusals)
    members = tuple(
        msgspec.structs.replace(one, weapons=tuple(each for each in one.weapons if each != GRENADES))
        for one in squad.members
    )
    return msgspec.structs.replace(squad, members=members)
