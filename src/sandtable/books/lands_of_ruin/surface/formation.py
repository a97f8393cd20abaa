"""How the models of a cohort keep together on the virtual table: 2 inches from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.binding.bands.keeping import Fault, Keeping, is_chain
from sandtable.books.lands_of_ruin.followers import hero_of, type_of
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.state.cards import RADIUS
from sandtable.kernel import Refusal, rule
from sandtable.table import Point

LINK = 2.0 + 2 * RADIUS
"""LR-COH-12, LR-COH-15: from middle to middle."""


def _anchor(state: Battle, cohort: Card) -> list[Point]:
    """The hero, or its body, to which the chain of close support must lead."""
    hero = hero_of(state, cohort) if type_of(cohort) == "close_support" else None
    return [] if hero is None or hero.model.at is None else [hero.model.at]


@rule("LR-COH-12", "LR-COH-15", "LR-COH-16")
def is_formed(state: Battle, cohort: Card, without: str = "") -> bool:
    """Whether its models keep together, and close support with its hero."""
    places = [one.at for one in cohort.models.values() if one.at is not None and one.id != without]
    return is_chain([*_anchor(state, cohort), *places], (), LINK)


def keeping_of(
    state: Battle, cohort: Card, model: Model, done: Sequence[str], left: Callable[[Model], float]
) -> Keeping:
    """What the formation asks of the end of a model's way; `done` have moved already."""
    rest = [(one, one.at) for one in cohort.models.values() if one.id != model.id and one.at is not None]
    moved = [at for one, at in rest if one.id in done]
    waiting = [(at, left(one)) for one, at in rest if one.id not in done]
    return Keeping([*_anchor(state, cohort), *moved], waiting, model.at, LINK)


@rule("LR-COH-12", "LR-COH-15", "LR-COH-22")
def why_torn(cohort: Card, fault: Fault) -> Refusal | None:
    """What is against the end of a model's way."""
    if fault == "not closed up":
        return Refusal("LR-COH-22", f"{name_of(cohort)} must close up as far as it can.", "Go to the others.")
    cited = "LR-COH-15" if type_of(cohort) == "close_support" else "LR-COH-12"
    reason = f"{name_of(cohort)} would not keep together within 2 inches."
    return Refusal(cited, reason, "Stay nearer to the others.") if fault else None
