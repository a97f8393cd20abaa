"""How a squad is filled in by hand: the fields of a soldier, and what can be chosen for each."""

from __future__ import annotations

from functools import cache

from sandtable.binding.names import LONGEST_NAME
from sandtable.books.forgotten_ruin.chapters.armory import armory
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.squad.characters import TRAITS
from sandtable.books.forgotten_ruin.chapters.squad.roster import GRENADES
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.state import Weapon
from sandtable.books.forgotten_ruin.transformations.transformation_tables import transformation_tables
from sandtable.kernel.form import FormChoice, FormField, RosterForm, RosterPart

OFFICERS = {"platoon_leader": "platoon leader", "platoon_sergeant": "platoon sergeant"}
TEAMS = {0: "outside the teams", 1: "fire team 1", 2: "fire team 2"}
"""FR-SQD-02."""


@cache
def roster_form() -> RosterForm:
    """A squad: its name, its soldiers, and the two of the platoon."""
    return RosterForm(
        fields=(FormField("name", "Name of the squad", "words", most=LONGEST_NAME, rule="FR-SQD-04"),),
        parts=(
            RosterPart(
                "members",
                "Soldiers",
                "soldier",
                (_name(), *_places(), _weapons(), *_character(), *_veteran()),
                {"position": "soldier", "team": 1, "weapons": ["assault rifle"]},
            ),
            *(_officer(key, position) for key, position in OFFICERS.items()),
        ),
        counted="soldiers",
    )


def _name() -> FormField:
    return FormField("name", "Name", "words", most=LONGEST_NAME, rule="FR-SQD-04")


def _places() -> tuple[FormField, ...]:
    """Position and fire team."""
    held = [one for one in squad_tables().ranks if one not in OFFICERS.values()]
    positions = tuple(FormChoice(one, rule="FR-SQD-17") for one in held)
    teams = tuple(FormChoice(number, words) for number, words in TEAMS.items())
    sentence = "Each fire team begins with its leader"
    return (
        FormField("position", "Position", "one of", positions, default="soldier", rule="FR-SQD-02"),
        FormField("team", "Fire team", "one of", teams, default=0, sentence=sentence, rule="FR-SQD-02"),
    )


def _weapons() -> FormField:
    """Everything in the armory but what everybody has anyway."""
    sentence = "Everybody has hand grenades besides"
    carried = tuple(_carried(one) for name, one in armory().items() if name != GRENADES)
    return FormField("weapons", "Weapons", "several of", carried, sentence=sentence, rule="FR-SQD-38")


def _carried(one: Weapon) -> FormChoice:
    far = {one.range_moving, one.range_stationary} - {0}
    said = [f"{' or '.join(f'{each:g}″' for each in sorted(far))}"] if far else ["by hand"]
    said += [f"{one.shots} shots"] if one.shots > 1 else []
    said += [f"damage +{one.damage}"] if one.damage else []
    said += [f"blast {one.radius:g}″"] if one.radius else []
    return FormChoice(one.name, sentence=", ".join(said), rule="FR-ARM-04")


def _character() -> tuple[FormField, ...]:
    """Who is known as a person, and what kind of person that is."""
    rows, known = squad_tables(), "is_personality"
    traits = tuple(FormChoice(one.trait, rule="FR-SQD-21") for one in rows.traits)
    knacks = tuple(FormChoice(one.knack, rule=one.rule) for one in rows.knacks)
    whom = "The squad leader, one fire team leader and one ordinary soldier"
    two = "Two, or one with a knack; none to have them rolled"
    return (
        FormField(known, "Known personality", "yes or no", default=False, sentence=whom, rule="FR-SQD-18"),
        FormField(
            "is_main_character", "Main character", "yes or no", default=False, rule="FR-SQD-36", only_if=known
        ),
        FormField(
            "traits",
            "Traits",
            "several of",
            traits,
            most=TRAITS,
            sentence=two,
            rule="FR-SQD-19",
            only_if=known,
        ),
        FormField("knack", "Knack", "one of", (NONE, *knacks), default="", rule="FR-SQD-20", only_if=known),
        FormField("aspect", "Aspect", "words", most=LONGEST_NAME, rule="FR-SQD-34", only_if=known),
    )


NONE = FormChoice("", "none")


def _veteran() -> tuple[FormField, ...]:
    """What a soldier has become in another campaign."""
    rows, veteran, changed = transformation_tables(), "is_veteran", "transformation"
    forms = tuple(FormChoice(one.name, rule=one.rule) for one in rows.transformations)
    upgrades = tuple(FormChoice(one.name, "", 0, one.transformation, one.rule) for one in rows.upgrades)
    known = tuple(FormChoice(one.name, rule=one.rule) for one in spells().values())
    whom = "From another campaign; two at most"
    return (
        FormField(veteran, "Veteran", "yes or no", default=False, sentence=whom, rule="FR-SQD-12"),
        FormField(
            changed,
            "Transformation",
            "one of",
            (NONE, *forms),
            default="",
            rule="FR-TRF-03",
            only_if=veteran,
            resets=("upgrades",),
        ),
        FormField("upgrades", "Upgrades", "several of", upgrades, rule="FR-TRF-06", only_if=changed),
        FormField("spells", "Spells", "several of", known, rule="FR-SPL-18", only_if=veteran),
    )


def _officer(key: str, position: str) -> RosterPart:
    """One of the two of the platoon, who have the printed weapons (FR-SQD-43)."""
    weapons = list(squad_tables().weapons.leaders)
    fresh = {"name": position.capitalize(), "position": position, "weapons": weapons}
    return RosterPart(key, position.capitalize(), position, (_name(),), fresh, is_single=True)
