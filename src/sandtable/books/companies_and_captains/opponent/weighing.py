"""Every order of a Group with its worth and its chance, reckoned again only when something has changed."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.books.companies_and_captains.opponent.scored import Scored
from sandtable.books.companies_and_captains.opponent.scores import scored_orders
from sandtable.books.companies_and_captains.opponent.styles import Style
from sandtable.books.companies_and_captains.orders import KINDS
from sandtable.books.companies_and_captains.state import Battle, Group, Side

Weighed = tuple[float, Scored, int]
"""Score times the chance to activate, the order, and the number that it needs."""
Row = tuple[Weighed, ...]

_MOST_SITUATIONS = 8
"""How many situations are remembered; a game asks again and again in the last one or two."""
_SITUATIONS: dict[tuple[Any, ...], tuple[Any, dict[tuple[Any, ...], tuple[Any, Row]]]] = {}
"""Rows by the situation and by the Group, with what these are known by kept alive beside them."""


@cache
def chance_of_2d6(need: int) -> float:
    """The chance that two dice reach the number (CC-ACT-06)."""
    return sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= need) / 36


class Weighing:
    """The orders of one side's Groups in one situation."""

    __slots__ = ("_known", "_style", "_state")

    def __init__(self, state: Battle, side: Side, style: Style) -> None:
        self._state = state
        self._style = style
        # What an order is worth depends on the enemies, on what the scenario counts, and on nobody else.
        enemies = [one for one in state.groups_of_side(1 - side) if one.on_table]
        counted = [state.groups[one] for one in state.roles.values()]
        situation = (
            style,
            state.scenario,
            id(state.switches),
            state.attacker,
            side,
            id(state.ground),
            tuple([(one.captain, one.captain_trait) for one in state.companies.values()]),
            tuple([(one.id, one.at, one.holder, one.owner, one.gone) for one in state.tokens.values()]),
            tuple(state.roles.items()),
            tuple([_standing(one) for one in enemies]),
            tuple([_standing(one) for one in counted]),
        )
        known = _SITUATIONS.get(situation)
        if known is None:
            if len(_SITUATIONS) >= _MOST_SITUATIONS:
                _SITUATIONS.clear()
            kept = (state.ground, state.switches, [(one.models, one.profile) for one in (*enemies, *counted)])
            known = _SITUATIONS[situation] = (kept, {})
        self._known = known[1]

    def row(self, group: Group) -> Row:
        """Every order considered, by score times the chance to activate, best first; none is checked yet."""
        if group.known_spells or group.has("Self-Destruct"):
            # Spells and blasts are worth what they do to friends too.
            return _weigh(self._state, group, self._style)
        standing = _standing(group)
        known = self._known.get(standing)
        if known is None:
            row = _weigh(self._state, group, self._style)
            known = self._known[standing] = ((group.models, group.profile), row)
        return known[1]


def _standing(group: Group) -> tuple[Any, ...]:
    """All of a Group that bears on what an order by it or against it is worth."""
    return (
        group.id,
        group.name,
        group.where,
        id(group.models),
        id(group.profile),
        group.radius,
        group.traits,
        group.cost,
        group.r,
        group.shaken,
        group.formed,
        group.melee,
        group.spells,
        group.asset,
    )


def _weigh(state: Battle, group: Group, style: Style) -> Row:
    found = []
    for one in scored_orders(state, group, style):
        need = KINDS[one.name].needed(state, group, one.as_order).number
        found.append((one.score * chance_of_2d6(need), one, need))
    found.sort(key=lambda row: -row[0])
    return tuple(found)
