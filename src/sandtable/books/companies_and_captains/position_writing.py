"""Writing positions: the whole situation as plain data, to the last digit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.books.companies_and_captains import company as rosters
from sandtable.books.companies_and_captains.mustering import group_of
from sandtable.books.companies_and_captains.position_form import (
    SAME_IN_BOTH,
    AmbitionForm,
    CompanyForm,
    GroupForm,
    PieceForm,
    PositionForm,
)
from sandtable.books.companies_and_captains.profiles import BANE, FOE, BoughtTrait, parse_trait
from sandtable.books.companies_and_captains.state import Battle, Company, Group, Token
from sandtable.books.companies_and_captains.switches import changed_switches
from sandtable.table.terrain import Piece


def write_position(state: Battle) -> dict[str, Any]:
    """The whole situation as plain data; read again it is the same situation to the last digit."""
    form = PositionForm(
        groups={group_id: _written_group(group, state) for group_id, group in state.groups.items()},
        companies={seat: _written_company(one) for seat, one in state.companies.items()},
        scenario=state.scenario,
        table=(state.ground.width, state.ground.depth),
        terrain=tuple(_written_piece(one) for one in state.ground.pieces),
        seats=tuple(state.companies),
        sides=state.sides,
        attacker=state.attacker,
        first=state.first,
        active=state.active,
        turn=state.turn,
        step=state.step,
        to_do=state.to_do,
        switches=changed_switches(state.switches),
        events=state.events,
        roles=state.roles,
        counts=state.counts,
        first_blood_shed=state.first_blood_shed,
        last_turn=state.last_turn,
        closed=state.closed,
        closed_by=state.closed_by,
    )
    written: dict[str, Any] = msgspec.to_builtins(form)
    tokens = {token_id: _without_id(one) for token_id, one in state.tokens.items()}
    return {**written, "attacker": state.attacker, "tokens": tokens}


def _without_id(token: Token) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(token)
    del written["id"]
    return written


def _written_piece(piece: Piece) -> PieceForm:
    return PieceForm(
        kind=piece.kind, id=piece.id, outline=piece.outline, height=piece.height, traits=piece.traits
    )


def _written_company(company: Company) -> CompanyForm:
    chosen = company.ambitions
    return CompanyForm(
        name=company.name,
        captain=company.captain,
        captain_trait=company.captain_trait,
        points=company.points,
        half_lost=company.half_lost,
        ambitions=None
        if chosen is None
        else tuple(AmbitionForm(name=one.name, revealed=one.revealed) for one in chosen),
        turns=company.turns,
        deeds=company.deeds,
    )


def _written_group(group: Group, state: Battle) -> GroupForm:
    kinds = [BoughtTrait(FOE, one) for one in group.foes] + [BoughtTrait(BANE, one) for one in group.banes]
    plain = [one for one in group.traits if parse_trait(one) is not None]
    traits: Sequence[str] = (*plain, *map(str, kinds))
    entry = rosters.GroupEntry(
        name=group.name,
        profile=group.profile.name,
        traits=tuple(traits),
        models=group.fielded,
        base=2 * group.radius,
    )
    usual = group_of(entry, group.id, group.company, state.switches, group.cost)
    values, printed = msgspec.to_builtins(group.profile), msgspec.to_builtins(usual.profile)
    return GroupForm(
        profile=group.profile.name,
        traits=tuple(traits),
        values={column: value for column, value in values.items() if printed[column] != value},
        has=None if usual.traits == group.traits else group.traits,
        name=group.name,
        keywords=group.keywords,
        cost=group.cost,
        r=group.r,
        models=group.models,
        fielded=group.fielded,
        base=2 * group.radius,
        where=group.where,
        known_spells=group.known_spells,
        **{field: getattr(group, field) for field in SAME_IN_BOTH},
    )
