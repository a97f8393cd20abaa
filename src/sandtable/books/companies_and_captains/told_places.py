"""Where Groups and tokens stand, and what events say of it: the two must never differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.book import Places
from sandtable.kernel.event import Event


def places_of(state: Battle) -> dict[str, Places]:
    """Where the models of every Group on the table and every token stand."""
    tokens = {one.id: frozenset((one.at,)) for one in state.tokens.values()}
    return {**tokens, **{one.id: frozenset(one.models) for one in state.groups.values()}}


def places_told(event: Event) -> Mapping[str, Places]:
    """Where an event says that a Group or a token stands from now on."""
    facts = event.facts
    models: Any = facts.get("models")
    if "group" in facts and _are_places(models):
        return {facts["group"]: frozenset((x, y) for x, y in models)}
    if "token" in facts and "at" in facts:
        return {facts["token"]: frozenset((tuple(facts["at"]),))}
    return {}


def _are_places(models: Any) -> bool:
    """Whether an event tells where models stand, and not how many or which there are."""
    return isinstance(models, list | tuple) and bool(models) and isinstance(models[0], list | tuple)
