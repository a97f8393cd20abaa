"""What the book offers for setting up a battle: scenarios, Companies, switches, things to buy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from sandtable.binding.names import LONGEST_NAME
from sandtable.binding.offers import OffersFile
from sandtable.books.companies_and_captains.chapters.constructing import (
    cost,
    finished_group,
    points_fielded,
    total_cost,
    validate,
)
from sandtable.books.companies_and_captains.company import Company, GroupEntry
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.printed_tables import (
    captain_traits,
    construction,
    optional_traits,
    profiles,
)
from sandtable.books.companies_and_captains.profiles import COLUMNS, column, slug
from sandtable.books.companies_and_captains.rosters import ROSTERS, company_from
from sandtable.books.companies_and_captains.rosters.ready import (
    published_companies,
    random_company,
    ready_companies,
)
from sandtable.books.companies_and_captains.rosters.text_form import read_text, write_text
from sandtable.books.companies_and_captains.scenarios.published import Published
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.switches import Switches, describe, read_switches
from sandtable.kernel import Refusal, Refused
from sandtable.kernel.decision.question import Chance, pick
from sandtable.kernel.form import FormChoice, FormField, RosterForm, RosterPart
from sandtable.kernel.offers import ForceOffer, ForceVerdict, Offers, SwitchOffer, UnitOffer
from sandtable.kernel.switches import Switch

FIRST_PROFILE = "Light Foot"


@cache
def roster_form() -> RosterForm:
    """A Company: its name, what kind of Captain leads it, and its Groups."""
    return RosterForm(
        fields=(FormField("name", "Name of the Company", "words", most=LONGEST_NAME), _captain_trait_field()),
        parts=(
            RosterPart(
                "groups",
                "Groups",
                "Group",
                (*_who(), _trait_field(), FormField("captain", "Captain", "yes or no", (), False)),
                {"id": slug(FIRST_PROFILE)},
                worked_out=("points", "stated"),
            ),
        ),
        worked_out=("points",),
    )


def _captain_trait_field() -> FormField:
    named = {one.name: one for one in captain_traits().values()}.values()
    choices = tuple(FormChoice(slug(one.name), one.name, 0, one.effect, one.rule) for one in named)
    none = FormChoice("", "none chosen")
    return FormField("captain_trait", "Captain trait", "one of", (none, *choices), "", rule="CC-CAP-08")


def _who() -> tuple[FormField, ...]:
    """What a Group is called and is, and of how many models."""
    models = construction().limit("models")
    known = tuple(FormChoice(slug(one.name), one.name, one.cost, "", one.rule) for one in profiles().values())
    return (
        FormField("name", "Name", "words", most=LONGEST_NAME),
        FormField("id", "Profile", "one of", known, rule="CC-PRO-01", resets=("models",)),
        FormField(
            "models", "Models", "number", least=int(models.least), most=int(models.most), rule=models.rule
        ),
    )


def _trait_field() -> FormField:
    """The traits that name no kind; the others are written as text."""
    bought = [one for one in optional_traits().values() if "[" not in one.name]
    choices = tuple(FormChoice(slug(one.name), one.name, one.cost, one.effect, one.rule) for one in bought)
    return FormField("traits", "Traits", "several of", choices)


SEATS = ("A", "B")
ROLES = ("attacker", "defender")
MOST_SEATS = 8


@cache
def offers() -> Offers:
    """Everything that a lobby shows."""
    file = read_data("offers.yaml", OffersFile)
    titles = {id: one.title for id, one in SCENARIOS.items()}
    made_by = {id: "published" if isinstance(one, Published) else "ours" for id, one in SCENARIOS.items()}
    return Offers(
        seats=SEATS,
        scenarios=file.scenario_offers(ROLES, titles, made_by),
        forces=_forces(),
        switches=tuple(_switch(one) for one in describe() if one.name not in AT_THE_TABLE),
        units=(*_profiles(), *_traits()),
        **file.shared,
        most_seats=MOST_SEATS,
        roster=roster_form(),
    )


AT_THE_TABLE = ("scenario_draw",)
"""Switches for tables that draw their scenario; a lobby names it."""


def _forces() -> tuple[ForceOffer, ...]:
    return tuple(
        ForceOffer(
            one.id,
            one.name,
            one.theme,
            one.rule,
            total_cost(one.company()),
            tuple(f"{group.title} [{cost(group)}]" for group in one.company().groups),
            write_text(one.company()),
            "published" if one.id in published_companies() else "samples",
        )
        for one in ready_companies()
    )


def _switch(one: Switch) -> SwitchOffer:
    return msgspec.structs.replace(one.offer(), words="")


def _profiles() -> tuple[UnitOffer, ...]:
    return tuple(
        UnitOffer(
            "profile",
            one.name,
            one.name,
            one.cost,
            ", ".join(one.traits),
            one.rule,
            {name: column(one, name) for name in COLUMNS},
        )
        for one in profiles().values()
    )


def _traits() -> tuple[UnitOffer, ...]:
    return tuple(
        UnitOffer("trait", one.name, one.name, one.cost, one.effect, one.rule, {"needs": one.needs or ""})
        for one in optional_traits().values()
    )


def check_force(force: Any, options: Mapping[str, Any], against: Sequence[Any] = ()) -> ForceVerdict:
    """Whether a Company is legal, with every reason against it, and the Company in all three forms."""
    switches = read_switches(options)

    def enemies() -> list[Company] | None:
        return [company_from(one) for one in against] or None

    def check(company: Company) -> list[Refusal]:
        return validate(company, switches, None, enemies())

    def waived(company: Company) -> int:
        return total_cost(company) - points_fielded(company, enemies())

    def units(company: Company) -> tuple[UnitOffer, ...]:
        return tuple(_group(one, company, switches) for one in company.groups)

    return ROSTERS.judged(force, check, total_cost, switches.points_limit, units, waived)


def _group(entry: GroupEntry, company: Company, switches: Switches) -> UnitOffer:
    """A Group of a Company with its finished profile."""
    done = finished_group(entry, switches)
    captain = f"Captain, {company.captain_trait}" if company.captain_trait else "Captain"
    words = [captain] if entry.captain else []
    words += [entry.profile] if entry.name else []
    words += [*done.profile.traits, *(str(one) for one in done.traits)]
    values = {name: column(done.profile, name, switches.distance_scale) for name in COLUMNS}
    facts = {"models": entry.models, **values}
    said = ", ".join(words)
    return UnitOffer("Group", entry.id, entry.title, cost(entry), said, done.profile.rule, facts)


def build_force(name: str, units: Sequence[str]) -> Any:
    """A Company of Groups as rosters write them; where none names the Captain, the first one has it."""
    written = [name, *units]
    try:
        company = read_text("\n".join(written))
    except Refused:
        return "\n".join(written)
    if not company.groups or any(one.captain for one in company.groups):
        return company
    first, *rest = company.groups
    return msgspec.structs.replace(company, groups=(msgspec.structs.replace(first, captain=True), *rest))


def random_force(chance: Chance, options: Mapping[str, Any]) -> Company:
    """A Company rolled up by the book's way for its automatic opponent."""
    return random_company(lambda sides: pick(chance, sides) + 1, read_switches(options))
