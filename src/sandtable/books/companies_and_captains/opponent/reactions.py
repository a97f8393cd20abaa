"""What the automatic opponent says when it is asked in the middle of an action."""

from __future__ import annotations

from math import inf

from sandtable.binding.advising import best_first
from sandtable.books.companies_and_captains.chapters.activation import order_candidates
from sandtable.books.companies_and_captains.chapters.captains import reaches
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.opponent.experience import Style, numbers
from sandtable.books.companies_and_captains.opponent.reckoning import added_by_scenario, exchange
from sandtable.books.companies_and_captains.opponent.scores import Weighing
from sandtable.books.companies_and_captains.special.profile_traits import compulsory_targets
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Advice, ChooseOne, ChooseSeveral, Decision, rule


@rule("CC-BOT-12")
def advise_reckless(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """The target with the highest Attack score, even if negative."""
    group = state.groups[decision.about[0]]
    found = []
    for option in decision.options():
        target = state.groups[option.answer]
        inflicted, suffered = exchange(state, group, target)
        balance, added = inflicted - style.loss * suffered, added_by_scenario(state, target)
        rules = ("CC-BOT-12", "CC-BOT-16") if added else ("CC-BOT-12",)
        why = f"the exchange stands at {balance:+.2f}"
        found.append(Advice(option.answer, balance + added, (why,), rules))
    return best_first(found)


@rule("CC-BOT-11")
def advise_rally(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """The Captain first, then the costliest."""
    captains = {company.captain for company in state.companies.values()}
    found = []
    for option in decision.options():
        group = state.groups[option.answer]
        worth = group.cost + (100 if group.id in captains else 0)
        found.append(Advice(group.id, worth, ("the Captain first, then by cost",), ("CC-BOT-11",)))
    return best_first(found)


@rule("CC-BOT-10", "CC-BOT-11")
def advise_window(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """Uses what it has, except where the book's opponent would not."""
    assert isinstance(decision, ChooseOne)
    options = [option.answer for option in decision.options()]
    answer = next((one for one in options if _wants(state, decision, one, style)), "nothing")
    rules = ("CC-BOT-10",) if answer in ("Defiant", "Elusive") else ("CC-BOT-11",)
    return [Advice(answer, 0.0, (f"uses {answer}",), rules)]


def _wants(state: Battle, decision: Decision, use: str, style: Style) -> bool:
    facts = decision.facts
    group = state.groups[facts["group"]]
    if use == "nothing":
        return False
    if use == "Defiant":
        return (group.profile.me_attack or 7) < group.profile.me_defend
    if use == "Wicked":
        return group.r >= numbers("CC-BOT-11")["wicked_from"]
    if use in ("Prodding", "Aggressive", "Projectile"):
        return _needs_a_pass_most(state, decision, style)
    if use == "Calming":
        return not _would_attack(state, group, style)
    if use == "Embolden":
        return int(facts["result"]) < int(facts["need"])
    if "faces" in facts and "target" in facts and "how" in facts:
        return _has_dice_to_reroll(facts, use)
    return True


@rule("CC-BOT-11")
def _needs_a_pass_most(state: Battle, decision: Decision, style: Style) -> bool:
    """Whether no friend whom the pass could serve has an order that needs more, or as much and is better."""
    facts, company = decision.facts, state.companies[decision.seat]
    weighing = Weighing(state, company.side, style)
    this = f"{facts['order']} {facts.get('target', '')}".strip().lower()
    row = weighing.row(state.groups[facts["group"]])
    score = next((one.score for _, one, _ in row if one.order.lower() == this), -inf)
    for other in state.side_on_table(company.side):
        if other.done or counts_as_shaken(other) or not reaches(state, company, other):
            continue
        legal = {one.key for one in order_candidates(state, other, facts["order"]) if one.refusal() is None}
        for product, one, need in weighing.row(other):
            is_worth_it = one.order in legal and product >= style.stops_below
            if is_worth_it and (need, one.score) > (facts["need"], score):
                return False
    return True


def _would_attack(state: Battle, group: Group, style: Style) -> bool:
    """Whether one of the enemies whom the Group must Attack is worth it."""
    exchanges = (exchange(state, group, enemy) for enemy in compulsory_targets(state, group))
    return any(dealt - style.loss * taken > 0 for dealt, taken in exchanges)


def _has_dice_to_reroll(facts: dict[str, object], use: str) -> bool:
    faces, need = facts["faces"], facts["need"]
    assert isinstance(faces, list)
    assert isinstance(need, int)
    if use == "Fortify":
        return any(face >= need for face in faces)
    again = facts.get("rerolled", [])
    assert isinstance(again, list)
    return any(face < need for place, face in enumerate(faces, 1) if place not in again)


@rule("CC-BOT-11")
def advise_dice(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    """Rerolls its own misses, and every hit against it."""
    assert isinstance(decision, ChooseSeveral)
    faces, need = decision.facts["faces"], decision.facts["need"]
    against = decision.facts["reroll"] == "Fortify"
    places = [option.answer for option in decision.options()]
    good = [place for place in places if (faces[int(place) - 1] >= need) == against]
    most = len(places) if decision.most is None else decision.most
    chosen = (good or places)[: max(decision.least, min(most, len(good)))]
    return [Advice(chosen, 0.0, ("hits against it" if against else "misses only",), ("CC-BOT-11",))]
