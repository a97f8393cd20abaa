"""How the automatic opponent chooses: one answer for every question that the book asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import hypot

import msgspec

from sandtable.books.companies_and_captains.chapters.activation import (
    END_TURN,
    order_candidates,
    why_not_activate,
)
from sandtable.books.companies_and_captains.chapters.casualties import Casualties
from sandtable.books.companies_and_captains.chapters.conventions import gap
from sandtable.books.companies_and_captains.chapters.geometry.move_planner import MovePlanner
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.judging import judge
from sandtable.books.companies_and_captains.opponent.moves import advise_move
from sandtable.books.companies_and_captains.opponent.reckoning import exchange
from sandtable.books.companies_and_captains.opponent.scores import TEMPERS, Temper, scored_orders
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.advice import Advice
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import ChooseOne, ChooseSeveral, Decision, Move, Place, YesNo
from sandtable.table.measure import Point

Advising = Callable[[Battle, str, Decision], Iterable[Advice]]


class Adviser:
    """The automatic opponent's opinion on every question of this book."""

    def advise(self, state: Battle, seat: str, decision: Decision) -> Iterable[Advice]:
        """Answers worth considering, best first, worked out one by one."""
        if isinstance(decision, Casualties):
            return [
                Advice([str(place + 1) for place in decision.proposed], 0.0, ("as proposed",), ("CC-BOT-11",))
            ]
        if isinstance(decision, Move) and isinstance(decision.planner, MovePlanner):
            return advise_move(decision.planner)
        if isinstance(decision, Place):
            return _advise_place(state, decision)
        advising = _BY_RULE.get(decision.rule)
        if advising is not None:
            return advising(state, seat, decision)
        if "window" in decision.facts:
            return _advise_window(state, seat, decision)
        if "reroll" in decision.facts:
            return _advise_dice(state, seat, decision)
        if isinstance(decision, YesNo):
            return [Advice(True, 0.0, ("why not",), ("CC-BOT-11",))]
        return []

    def judge(self, state: Battle, seat: str) -> float:
        """How the battle stands for the seat's side."""
        return judge(state, seat)

    def matters(self, decision: Decision) -> bool:
        """What to do next deserves looking ahead; rerolls and casualties do not."""
        return decision.rule in ("CC-ACT-01", "CC-ACT-05")


@rule("CC-BOT-14")
def temper_of(state: Battle) -> Temper:
    """The temper that was chosen; a random one follows from the forces, so that it stays all game."""
    name: str = state.switches.bot_temper
    if name == "random":
        name = sorted(TEMPERS)[sum(company.points for company in state.companies.values()) % len(TEMPERS)]
    return TEMPERS[name]


@cache
def chance_of_2d6(need: int) -> float:
    """The chance that two dice reach the number (CC-ACT-06)."""
    return sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= need) / 36


def planned_orders(state: Battle, group: Group) -> list[Advice]:
    """The orders of one Group by score times the chance to activate, best first; legal ones only."""
    temper = temper_of(state)
    scored = sorted(scored_orders(state, group, temper), key=lambda one: -one.score)
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
def _advise_group(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """The Group with the best order acts next; when the best is not worth the risk, the turn ends."""
    plans: list[Advice] = []
    for group in state.groups_of_side(state.active):
        if group.on_table and not group.done and why_not_activate(state, group) is None:
            orders = planned_orders(state, group)
            if orders:
                best = orders[0]
                why = f"{group.name} {best.reasons[0]}"
                plans.append(Advice(group.id, best.score, (why,), (*best.rules, "CC-BOT-15")))
    plans.sort(key=lambda one: -one.score)
    stop = temper_of(state).stops_below
    ends = Advice(END_TURN, stop, ("nothing is worth the risk of failing",), ("CC-BOT-01", "CC-BOT-14"))
    yield from (one for one in plans if one.score >= stop)
    yield ends


def _advise_order(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    return planned_orders(state, state.groups[decision.facts["group"]])


@rule("CC-BOT-12")
def _advise_reckless_target(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    """The target with the highest Attack score, even if negative."""
    if "group" not in decision.facts:
        return []
    group, loss = state.groups[decision.facts["group"]], temper_of(state).loss
    found = []
    for option in decision.options():
        inflicted, suffered = exchange(state, group, state.groups[option.answer])
        score = inflicted - loss * suffered
        found.append(Advice(option.answer, score, (f"the exchange stands at {score:+.2f}",), ("CC-BOT-12",)))
    return sorted(found, key=lambda one: -one.score)


@rule("CC-BOT-11")
def _advise_rally(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    """The Captain rallies first, then the costliest."""
    captains = {company.captain for company in state.companies.values()}
    found = []
    for option in decision.options():
        group = state.groups[option.answer]
        worth = group.cost + (100 if group.id in captains else 0)
        found.append(Advice(group.id, worth, ("the Captain first, then by cost",), ("CC-BOT-11",)))
    return sorted(found, key=lambda one: -one.score)


@rule("CC-BOT-10", "CC-BOT-11")
def _advise_window(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    """Uses what it has, except where the book's opponent would not."""
    assert isinstance(decision, ChooseOne)
    wanted = [option.answer for option in decision.options() if _wants(state, decision, option.answer)]
    answer = wanted[0] if wanted else "nothing"
    rules = ("CC-BOT-10",) if answer in ("Defiant", "Elusive") else ("CC-BOT-11",)
    return [Advice(answer, 0.0, (f"uses {answer}",), rules)]


def _wants(state: Battle, decision: Decision, use: str) -> bool:
    facts = decision.facts
    group = state.groups[facts["group"]]
    if use == "nothing":
        return False
    if use == "Defiant":
        return (group.profile.me_attack or 7) < group.profile.me_defend
    if use == "Wicked":
        return group.r >= 3
    if use in ("Prodding", "Aggressive", "Projectile"):
        return int(facts.get("need", 0)) >= 6
    if use == "Calming":
        return not _would_attack(state, group)
    if use == "Embolden":
        return int(facts["result"]) < int(facts["need"])
    if "faces" in facts and "target" in facts and "how" in facts:
        return _has_dice_to_reroll(facts, use)
    return True


def _would_attack(state: Battle, group: Group) -> bool:
    enemies = [enemy for enemy in state.enemies_on_table(group) if gap(group, enemy) <= group.profile.mo_in]
    loss = temper_of(state).loss
    return any(
        dealt - loss * taken > 0 for dealt, taken in (exchange(state, group, enemy) for enemy in enemies)
    )


def _has_dice_to_reroll(facts: dict[str, object], use: str) -> bool:
    faces, need = facts["faces"], facts["need"]
    assert isinstance(faces, list)
    assert isinstance(need, int)
    if use == "Fortify":
        return any(face >= need for face in faces)
    return any(face < need for face in faces)


@rule("CC-BOT-11")
def _advise_dice(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    """Rerolls its own misses, and every hit against it."""
    assert isinstance(decision, ChooseSeveral)
    faces, need = decision.facts["faces"], decision.facts["need"]
    against = decision.facts["reroll"] == "Fortify"
    places = [option.answer for option in decision.options()]
    good = [place for place in places if (faces[int(place) - 1] >= need) == against]
    most = len(places) if decision.most is None else decision.most
    chosen = (good or places)[: max(decision.least, min(most, len(good)))]
    return [Advice(chosen, 0.0, ("hits against it" if against else "misses only",), ("CC-BOT-11",))]


def _advise_place(state: Battle, decision: Place) -> list[Advice]:
    """Of the proposed places the one nearest to what the scenario wants, or else to the enemy."""
    found = []
    for option in decision.options():
        at = option.answer.get("at") if isinstance(option.answer, dict) else None
        group = state.groups.get(decision.facts.get("group", ""))
        score = 0.0 if at is None or group is None else -_way_to_go(state, group, (at[0], at[1]))
        found.append(Advice(option.answer, score, (option.label,), ("CC-BOT-17",)))
    return sorted(found, key=lambda one: -one.score)


def _way_to_go(state: Battle, group: Group, at: Point) -> float:
    """How far it is from a place to the goal, or to the nearest enemy, or to the middle of the table."""
    there = msgspec.structs.replace(group, models=(at,), where="on the table")
    aims = [goal.at for goal in goals_of(state, there)]
    if not aims:
        aims = [middle_of(enemy) for enemy in state.enemies_on_table(group)]
    if not aims:
        aims = [(state.ground.width / 2, state.ground.depth / 2)]
    return min(hypot(aim[0] - at[0], aim[1] - at[1]) for aim in aims)


@rule("CC-BOT-13")
def _advise_ambitions(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    """Always Give Better Than We Get, and what suits its Company; all in secret."""
    own = [state.groups[one] for one in state.companies[seat].groups]
    enemies = state.groups_of_side(1 - state.companies[seat].side)
    chosen = ["Give Better Than We Get"]
    if _long_range(own) > _long_range(enemies):
        chosen.append("Draw First Blood")
    if sum(1 for group in own if group.profile.has_mi) >= 2:
        chosen.append("Rain Hell Upon Them")
    if sum(1 for group in own if group.profile.me_attack == 3) >= 2:
        chosen.append("Break Even Their Anvil")
    ordered = [option.answer for option in decision.options() if option.answer in chosen]
    return [Advice(ordered, 0.0, ("what suits the Company",), ("CC-BOT-13",))]


def _long_range(groups: list[Group]) -> int:
    return sum(12 for group in groups if (group.profile.mi_range or 0) >= 18)


@rule("CC-BOT-17")
def _advise_first_turn(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    """Takes the first turn whenever it may choose."""
    mine = state.role(state.companies[seat].side)
    options = [option.answer for option in decision.options()]
    return [Advice(mine if mine in options else options[0], 0.0, ("goes first",), ("CC-BOT-17",))]


def _advise_spells(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    options = [option.answer for option in decision.options()]
    best = [spell for spell in ("Projectile", "Heal", "Confuse") if spell in options]
    return [Advice(best, 0.0, ("the most useful three",), ("CC-BOT-07",))]


def _advise_all(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    answers: Sequence[str] = [option.answer for option in decision.options()]
    return [Advice(list(answers), 0.0, ("all of them",), ("CC-BOT-17",))]


@rule("CC-BOT-17")
def _advise_end_of_sortie(state: Battle, seat: str, decision: Decision) -> list[Advice]:
    """Declares the sortie over when its VP exceed the attacker's."""
    points = [0, 0]
    for scored in scenario_of(state).victory_points(state):
        points[scored.side] += scored.vp
    side = state.companies[seat].side
    return [Advice(points[side] > points[1 - side], 0.0, ("by the points as they stand",), ("CC-BOT-17",))]


_BY_RULE: dict[str, Advising] = {
    "CC-SOR-05": _advise_end_of_sortie,
    "CC-ACT-01": _advise_group,
    "CC-ACT-05": _advise_order,
    "CC-TRN-05": _advise_rally,
    "CC-TRN-06": _advise_reckless_target,
    "CC-AMB-01": _advise_ambitions,
    "CC-PUB-06": _advise_first_turn,
    "CC-OTR-03": _advise_spells,
    "CC-SPL-20": _advise_all,
}
