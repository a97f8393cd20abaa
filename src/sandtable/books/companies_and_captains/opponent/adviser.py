"""How the automatic opponent chooses: one answer for every question that the book asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from sandtable.books.companies_and_captains.chapters.activation import (
    END_TURN,
    order_candidates,
    why_not_activate,
)
from sandtable.books.companies_and_captains.chapters.casualties import Casualties
from sandtable.books.companies_and_captains.chapters.geometry.answers import PROPOSAL
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.books.companies_and_captains.opponent import beginnings, reactions
from sandtable.books.companies_and_captains.opponent.judging import judge
from sandtable.books.companies_and_captains.opponent.manners import TEMPERS, Manner, temper_of
from sandtable.books.companies_and_captains.opponent.moves import advise_move
from sandtable.books.companies_and_captains.opponent.scores import scored_orders
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.advice import Advice
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Decision, Move, Place, YesNo

Advising = Callable[[Battle, str, Decision, Manner], Iterable[Advice]]


class Adviser:
    """The automatic opponent's opinion on every question of this book."""

    def __init__(self, manner: Manner | None = None) -> None:
        self._manner = manner
        """How it plays; None for the temper that the players agreed on."""

    def advise(self, state: Battle, seat: str, decision: Decision) -> Iterable[Advice]:
        """Answers worth considering, best first, worked out one by one."""
        manner = self._manner or temper_of(state)
        if isinstance(decision, Casualties):
            return [
                Advice([str(place + 1) for place in decision.proposed], 0.0, ("as proposed",), ("CC-BOT-11",))
            ]
        if isinstance(decision, Move):
            if isinstance(decision.planner, MovePlanner):
                return advise_move(decision.planner, manner)
            return [Advice(PROPOSAL, 0.0, ("straight in",), ("CC-BOT-04",))]
        if isinstance(decision, Place):
            return beginnings.advise_place(state, decision)
        advising = _BY_RULE.get(decision.rule) or _BY_SECOND_RULE.get(decision.rules[1:2])
        if advising is not None:
            return advising(state, seat, decision, manner)
        if "window" in decision.facts:
            return reactions.advise_window(state, decision, manner)
        if "reroll" in decision.facts:
            return reactions.advise_dice(decision)
        if isinstance(decision, YesNo):
            return [Advice(True, 0.0, ("why not",), ("CC-BOT-11",))]
        return []

    def judge(self, state: Battle, seat: str) -> float:
        """How the battle stands for the seat's side."""
        return judge(state, seat)

    def matters(self, decision: Decision) -> bool:
        """What to do next deserves looking ahead; rerolls and casualties do not."""
        return decision.rule in ("CC-ACT-01", "CC-ACT-05")

    def manners(self) -> dict[str, Adviser]:
        """The same opponent in other tempers, by name."""
        return {name: Adviser(manner) for name, manner in TEMPERS.items()}


@cache
def chance_of_2d6(need: int) -> float:
    """The chance that two dice reach the number (CC-ACT-06)."""
    return sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= need) / 36


def planned_orders(state: Battle, group: Group, manner: Manner) -> list[Advice]:
    """The orders of one Group by score times the chance to activate, best first; legal ones only."""
    scored = sorted(scored_orders(state, group, manner), key=lambda one: -one.score)
    if not scored and not group.melee:
        return []
    candidates = {one.key: one for one in order_candidates(state, group)}
    found: list[Advice] = []
    for one in scored:
        for key in _matching(one.order, candidates):
            candidate = candidates[key]
            if candidate.refusal() is not None:
                continue
            order = candidate.value
            assert isinstance(order, Order)
            need = KINDS[one.name].needed(state, group, order).number
            chance = chance_of_2d6(need)
            reason = f"{one.why} (worth {one.score:.2f} at {need}+, {chance:.0%})"
            found.append(Advice(key, one.score * chance, (reason,), (*one.rules, "CC-BOT-01")))
            break
    found.sort(key=lambda one: -one.score)
    return found


def _matching(wanted: str, candidates: Iterable[str]) -> list[str]:
    """The orders that begin with the wanted words: a token or a place may follow them."""
    return [key for key in candidates if key == wanted or key.startswith(wanted + " ")]


@rule("CC-BOT-01", "CC-BOT-15")
def _advise_group(state: Battle, seat: str, decision: Decision, manner: Manner) -> Iterator[Advice]:
    """The Group with the best order acts next; when the best is not worth the risk, the turn ends."""
    plans: list[Advice] = []
    for group in state.groups_of_side(state.active):
        if group.on_table and not group.done and why_not_activate(state, group) is None:
            orders = planned_orders(state, group, manner)
            if orders:
                best = orders[0]
                why = f"{group.name} {best.reasons[0]}"
                plans.append(Advice(group.id, best.score, (why,), (*best.rules, "CC-BOT-15")))
    plans.sort(key=lambda one: -one.score)
    stop = manner.stops_below
    ends = Advice(END_TURN, stop, ("nothing is worth the risk of failing",), ("CC-BOT-01", "CC-BOT-14"))
    yield from (one for one in plans if one.score >= stop)
    yield ends


def _advise_order(state: Battle, seat: str, decision: Decision, manner: Manner) -> list[Advice]:
    return planned_orders(state, state.groups[decision.facts["group"]], manner)


_BY_RULE: dict[str, Advising] = {
    "CC-ACT-01": _advise_group,
    "CC-ACT-05": _advise_order,
    "CC-TRN-05": reactions.advise_rally,
    "CC-RTR-03": reactions.advise_rally,
    "CC-TRN-06": reactions.advise_reckless,
    **beginnings.BY_RULE,
}

_BY_SECOND_RULE: dict[tuple[str, ...], Advising] = {("CC-PUB-06",): beginnings.advise_first_turn}
"""Who has the first turn is asked by the rule of each scenario."""
