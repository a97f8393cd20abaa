"""Writing positions: the whole situation as plain data, to the last digit."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.binding.positions import changed_fields, same_fields, values_of
from sandtable.books.companies_and_captains import company as rosters
from sandtable.books.companies_and_captains.mustering import group_of
from sandtable.books.companies_and_captains.positions.form import (
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
    parts: dict[str, Any] = {
        **values_of(state, same_fields(PositionForm, Battle)),
        "groups": {group_id: _written_group(group, state) for group_id, group in state.groups.items()},
        "companies": {seat: _written_company(one) for seat, one in state.companies.items()},
        "table": (state.ground.width, state.ground.depth),
        "terrain": tuple(_written_piece(one) for one in state.ground.pieces),
        "tokens": None,
        "seats": tuple(state.companies),
        "switches": changed_switches(state.switches),
    }
    written: dict[str, Any] = msgspec.to_builtins(PositionForm(**parts))
    tokens = {token_id: _without_id(one) for token_id, one in state.tokens.items()}
    return {**written, "attacker": state.attacker, "tokens": tokens}


def _without_id(token: Token) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(token)
    del written["id"]
    return written


def _written_piece(piece: Piece) -> PieceForm:
    return PieceForm(**values_of(piece, same_fields(PieceForm, Piece)))


def _written_company(company: Company) -> CompanyForm:
    parts = values_of(company, same_fields(CompanyForm, Company))
    if company.ambitions is not None:
        parts["ambitions"] = tuple(AmbitionForm(one.name, one.revealed) for one in company.ambitions)
    return CompanyForm(**parts)


def _written_group(group: Group, state: Battle) -> GroupForm:
    kinds = [BoughtTrait(FOE, one) for one in group.foes] + [BoughtTrait(BANE, one) for one in group.banes]
    plain = [one for one in group.traits if parse_trait(one) is not None]
    traits = (*plain, *map(str, kinds))
    entry = rosters.GroupEntry(
        name=group.name,
        profile=group.profile.name,
        traits=traits,
        models=group.fielded,
        base=2 * group.radius,
    )
    usual = group_of(entry, group.id, group.company, state.switches, group.cost)
    parts: dict[str, Any] = {
        **values_of(group, same_fields(GroupForm, Group)),
        "profile": group.profile.name,
        "traits": traits,
        "values": changed_fields(group.profile, usual.profile),
        "has": None if usual.traits == group.traits else group.traits,
        "base": 2 * group.radius,
    }
    return GroupForm(**parts)
