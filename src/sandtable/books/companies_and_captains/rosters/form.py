"""How a Company is filled in by hand: the fields of a Group, and what can be chosen for each."""

from __future__ import annotations

from functools import cache

from sandtable.binding.names import LONGEST_NAME
from sandtable.books.companies_and_captains.printed_tables import captain_traits, optional_traits, profiles
from sandtable.books.companies_and_captains.profiles import slug
from sandtable.kernel.form import FormChoice, FormField, RosterForm, RosterPart

MOST_MODELS = 60
"""More than anybody has; the number of models is free; ours."""
FIRST_PROFILE = "Light Foot"


@cache
def roster_form() -> RosterForm:
    """A Company: its name, what kind of Captain leads it, and its Groups."""
    return RosterForm(
        fields=(FormField("name", "Name of the Company", "words", most=LONGEST_NAME), _captain_trait()),
        parts=(
            RosterPart(
                "groups",
                "Groups",
                "Group",
                (*_who(), _traits(), FormField("captain", "Captain", "yes or no", (), False)),
                {"id": slug(FIRST_PROFILE)},
                worked_out=("points", "stated"),
            ),
        ),
        worked_out=("points",),
    )


def _captain_trait() -> FormField:
    named = {one.name: one for one in captain_traits().values()}.values()
    choices = tuple(FormChoice(slug(one.name), one.name, 0, one.effect, one.rule) for one in named)
    none = FormChoice("", "none chosen")
    return FormField("captain_trait", "Captain trait", "one of", (none, *choices), "", rule="CC-CAP-08")


def _who() -> tuple[FormField, ...]:
    """What a Group is called and is, and of how many models."""
    known = tuple(FormChoice(slug(one.name), one.name, one.cost, "", one.rule) for one in profiles().values())
    return (
        FormField("name", "Name", "words", most=LONGEST_NAME),
        FormField("id", "Profile", "one of", known, rule="CC-PRO-01", resets=("models",)),
        FormField("models", "Models", "number", least=1, most=MOST_MODELS),
    )


def _traits() -> FormField:
    """The traits that name no kind; the others are written as text."""
    bought = [one for one in optional_traits().values() if "[" not in one.name]
    choices = tuple(FormChoice(slug(one.name), one.name, one.cost, one.effect, one.rule) for one in bought)
    return FormField("traits", "Traits", "several of", choices)
