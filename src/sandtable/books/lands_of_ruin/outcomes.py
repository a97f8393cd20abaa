"""What an event did to whom, and where events say that things stand; for reports and checks."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.books.lands_of_ruin.state import Battle
from sandtable.kernel import Event, Harm
from sandtable.kernel.book import Places


def harm_of(event: Event, state: Battle) -> Harm | None:
    """A character that goes down is a loss; whose deed it was only its owner knows."""
    if event.kind != "went down":
        return None
    card = state.cards.get(str(event.facts["card"]))
    return None if card is None else Harm(card.id, 1, "")


def places_of(state: Battle) -> Mapping[str, Places]:
    """Where models, Rotters and machines stand."""
    found = {model.id: frozenset((model.at,)) for _, model in state.models_on_table() if model.at is not None}
    rotters = {one.id: frozenset((one.at,)) for one in state.rotters.values() if one.at is not None}
    driven = {one.id: frozenset((one.at,)) for one in state.machines.values() if one.at is not None}
    return found | rotters | driven


def places_told(event: Event) -> Mapping[str, Places]:
    """Where an event says that something stands from now on."""
    facts = event.facts
    shown = ("model moved", "model climbed", "card deployed", "character revealed", "enemy revealed")
    if event.kind in shown and facts.get("at") is not None:
        return {facts["model"]: frozenset((tuple(facts["at"]),))}
    if event.kind in ("Rotter moved", "Rotter placed") and (at := facts.get("at")) is not None:
        return {facts["rotter"]: frozenset((tuple(at),))}
    if event.kind in ("machine moved", "machine arrived") and (at := facts.get("at")) is not None:
        return {facts["machine"]: frozenset((tuple(at),))}
    return {}
