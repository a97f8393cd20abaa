"""What the book offers to a player who sets up a mission: scenarios, squads, switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from sandtable.binding.offers import OffersFile
from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.squad.checking import check_squad
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import difficulty
from sandtable.books.forgotten_ruin.chapters.squad.form import roster_form
from sandtable.books.forgotten_ruin.chapters.squad.roster import Member, new_squad, ready_squads
from sandtable.books.forgotten_ruin.chapters.squad.rosters import ROSTERS, write_data, write_text
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.on_my_table import corrections
from sandtable.books.forgotten_ruin.state import Soldier
from sandtable.books.forgotten_ruin.switches import describe, read_switches
from sandtable.kernel import Chance
from sandtable.kernel.offers import (
    ForceOffer,
    ForceVerdict,
    Offers,
    SwitchOffer,
    UnitOffer,
)

SEATS = ("A",)
ROLES = ("squad",)
MOST_SEATS = 4
"""A squad is shared by a few players at most, or met by an enemy player (FR-COOP-01, FR-COOP-05)."""


@cache
def offers() -> Offers:
    """Everything that a lobby shows."""
    file = read_data("offers.yaml", OffersFile)
    return Offers(
        seats=SEATS,
        scenarios=file.scenario_offers(ROLES),
        forces=tuple(
            ForceOffer(
                one.id,
                one.squad.name,
                one.sentence,
                "FR-SQD-01",
                len(one.squad.members),
                tuple(_line(each) for each in one.squad.members),
                write_text(one.squad),
            )
            for one in ready_squads().values()
        ),
        switches=tuple(_explained(one.offer()) for one in describe()),
        units=(*_positions(), *_weapons(), *_characters()),
        **file.shared,
        most_seats=MOST_SEATS,
        roster=roster_form(),
        corrections=corrections(),
    )


def _line(one: Member) -> str:
    """A soldier on one line."""
    marks = ["main character"] if one.is_main_character else ["known personality"] * one.is_personality
    traits = [", ".join(one.traits)] if one.traits else []
    return f"{one.name}, {one.position}: " + "; ".join([", ".join(one.weapons), *marks, *traits])


def _positions() -> tuple[UnitOffer, ...]:
    return tuple(
        UnitOffer("position", name, name, rule="FR-SQD-17", facts=msgspec.structs.asdict(one))
        for name, one in squad_tables().positions.items()
    )


def _weapons() -> tuple[UnitOffer, ...]:
    return tuple(
        UnitOffer("weapon", name, name, rule="FR-ARM-04", facts=msgspec.to_builtins(one))
        for name, one in armory().items()
    )


def _characters() -> tuple[UnitOffer, ...]:
    traits = [UnitOffer("trait", one.name, one.name, rule="FR-SQD-21") for one in squad_tables().traits]
    knacks = [UnitOffer("knack", one.name, one.name, rule=one.rule) for one in squad_tables().knacks]
    return (*traits, *knacks)


def _explained(switch: SwitchOffer) -> SwitchOffer:
    """Heroic and Gritty options say what they do, and what they add to the Difficulty Factor."""
    if switch.name != "difficulty_options":
        return switch
    meanings = {
        one.option: f"{one.group.capitalize()}, {one.adjustment:+d}: {one.sentence} ({one.rule})"
        for one in difficulty().options
    }
    return msgspec.structs.replace(switch, meanings=meanings)


def check_force(force: Any, options: Mapping[str, Any], against: Sequence[Any] = ()) -> ForceVerdict:
    """Whether a squad is legal, with every reason against it, and the squad in every form."""
    known = {one.name for one in describe()}
    switches = read_switches({name: one for name, one in options.items() if name in known})
    return ROSTERS.judged(
        force,
        lambda squad: check_squad(squad, switches),
        lambda squad: len(squad.members),
        switches.squad_size,
        lambda squad: tuple(_soldier(one) for one in new_squad(squad, switches).values()),
    )


def _soldier(one: Soldier) -> UnitOffer:
    """A soldier of a squad with the finished values."""
    words = [
        one.position,
        *(each.name for each in one.weapons),
        *one.traits,
        *([one.knack] if one.knack else []),
    ]
    facts = {**{name: getattr(one.profile, name) for name in VALUES}, "luck": one.luck}
    return UnitOffer("soldier", one.id, one.name, 1, ", ".join(words), "FR-SQD-17", facts)


VALUES = ("reactions", "speed", "combat_skill", "toughness", "wits")
"""The five values of a soldier (FR-SQD-16)."""


def random_force(chance: Chance, options: Mapping[str, Any]) -> dict[str, Any]:
    """One of the ready squads, with characters rolled up anew."""
    squads = list(ready_squads().values())
    squad = squads[int(chance.random() * len(squads))].squad
    members = tuple(_rolled(one, chance) if one.is_personality else one for one in squad.members)
    return write_data(msgspec.structs.replace(squad, members=members))


def _rolled(one: Member, chance: Chance) -> Member:
    """Two traits, or one and a knack, each row as likely as its numbers (FR-SQD-19, FR-SQD-20)."""

    def number() -> int:
        return 1 + int(chance.random() * 100)

    rows = squad_tables()
    traits = tuple(dict.fromkeys(row_for(rows.traits, number()).name for _ in range(2)))
    knack = row_for(rows.knacks, number()).name if len(traits) == 1 else ""
    return msgspec.structs.replace(one, traits=traits, knack=knack)
