"""Which ambitions the automatic opponent takes, and which of them it reveals."""

from __future__ import annotations

from functools import cache

from sandtable.books.companies_and_captains.chapters.ambitions import FAILURE_VP, REVEALED_VP, key_of, suits
from sandtable.books.companies_and_captains.opponent.experience import Style, experience
from sandtable.books.companies_and_captains.printed_tables import ambitions
from sandtable.books.companies_and_captains.state import Ambition, Battle, Company
from sandtable.kernel.advice import Advice
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Decision


@cache
def _measured(scenario: str, role: str, learnt: bool) -> dict[str, float]:
    known = experience().ambitions.get(scenario, {}).get(role)
    if learnt:
        known = experience().learnt.get(scenario, {}).get(role, known)
    return dict.fromkeys(ambitions(), 0.0) if known is None else dict(zip(ambitions(), known, strict=True))


@rule("CC-BOT-13")
def chance_to_fulfil(state: Battle, company: Company, ambition: str, learnt: bool = False) -> float:
    """How likely the Company is to fulfil an ambition in this scenario, before the first turn."""
    chance = _measured(state.scenario, state.role(company.side), learnt)[ambition]
    by = experience().suits.get(ambition)
    if by is not None:
        chance += by if suits(state, company, ambition) else -by
    return min(1.0, max(0.0, chance))


@rule("CC-BOT-13")
def ambitions_worth_taking(state: Battle, company: Company, style: Style) -> list[Ambition]:
    """Every ambition that may be expected to pay; those that are more likely than not are revealed."""
    found: list[Ambition] = []
    learnt = style.learnt
    for row in ambitions().values():
        chance = chance_to_fulfil(state, company, row.name, learnt)
        # An open ambition that fails costs no more than a secret one.
        revealed = learnt or chance >= experience().reveals_from
        vp = row.vp + (REVEALED_VP if revealed else 0)
        least = 0.0 if learnt else experience().takes_from
        if chance * vp + (1 - chance) * FAILURE_VP >= least:
            found.append(Ambition(row.name, revealed))
    return found


@rule("CC-BOT-13")
def advise_ambitions(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """What may be expected to pay in this scenario, with its chance."""
    company = state.companies[seat]
    chosen = ambitions_worth_taking(state, company, style)
    chances = [chance_to_fulfil(state, company, one.name, style.learnt) for one in chosen]
    reasons = tuple(
        f"{one.name}: fulfilled in {chance:.0%} of such games"
        for one, chance in zip(chosen, chances, strict=True)
    )
    return [Advice([key_of(one) for one in chosen], 0.0, reasons or ("none pays",), ("CC-BOT-13",))]
