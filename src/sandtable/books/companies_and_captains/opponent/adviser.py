"""How the automatic opponent chooses: orders by worth and chance, one answer for every question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

from sandtable.binding.advising import TopicAdviser, always
from sandtable.binding.plotting import PROPOSAL
from sandtable.books.companies_and_captains.chapters.activation import END_TURN, order_candidates
from sandtable.books.companies_and_captains.chapters.casualties import Casualties
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.opponent import beginnings, reactions
from sandtable.books.companies_and_captains.opponent.experience import (
    Style,
    other_styles,
    seasoned_style,
    temper_of,
)
from sandtable.books.companies_and_captains.opponent.judging import judge
from sandtable.books.companies_and_captains.opponent.moves import advise_evading, advise_move
from sandtable.books.companies_and_captains.opponent.scores import Row, Weighed, Weighing, chance_of_2d6
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Advice, Candidate, ChooseOne, Decision, Place, YesNo, rule
from sandtable.kernel.window import WINDOW

LEAST_RISK = 0.03
"""What the risk of an order that cannot fail is taken to be."""


def planned_orders(
    state: Battle, group: Group, candidates: Sequence[Candidate], style: Style
) -> Iterator[Advice]:
    """The legal orders of one Group, those with the best product of score and chance first."""
    by_key = {candidate.key: candidate for candidate in candidates}
    for score, one, need in Weighing(state, state.side_of(group), style).row(group):
        key = _legal_order(one.order, by_key)
        if key:
            reason = f"{one.why} (worth {one.score:.2f} at {need}+, {chance_of_2d6(need):.0%})"
            yield Advice(key, score, (reason,), (*one.rules, "CC-BOT-01"), one.why)


def _legal_order(wanted: str, candidates: dict[str, Candidate]) -> str:
    """The first legal order that begins with the wanted words: a token or a place may follow them."""
    exact = candidates.get(wanted)
    if exact is not None:
        return "" if exact.refusal() is not None else wanted
    for key, candidate in candidates.items():
        if key.startswith(wanted + " ") and candidate.refusal() is None:
            return key
    return ""


@rule("CC-BOT-01", "CC-BOT-15")
def _advise_group(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The Group with the best order acts next; when the best is not worth the risk, the turn ends."""
    ends = Advice(
        END_TURN,
        style.stops_below,
        ("nothing is worth the risk of failing",),
        ("CC-BOT-01", "CC-BOT-14"),
        gives_up=True,
    )
    has_ended = False
    assert isinstance(decision, ChooseOne)
    for score, advice in _best_first(state, decision.candidates(), style):
        if score < style.stops_below and not has_ended:
            has_ended = True
            yield ends
        yield advice
    if not has_ended:
        yield ends


def _best_first(state: Battle, groups: Sequence[Candidate], style: Style) -> Iterator[tuple[float, Advice]]:
    """Each Group with each legal order, best first; orders are checked only when it is their turn."""
    waiting: list[tuple[float, int, int]] = []
    rows: list[tuple[Group, Row]] = []
    weighing = Weighing(state, state.active, style)
    for group in state.groups_of_side(state.active):
        if group.on_table and not group.done and not counts_as_shaken(group):
            weighed = weighing.row(group)
            if weighed:
                waiting.append((-_urgency(weighed[0], style), len(rows), 0))
                rows.append((group, weighed))
    heapify(waiting)
    may_act = {one.key: one for one in groups}
    known: dict[tuple[str, str], dict[str, Candidate]] = {}
    while waiting:
        _, row, place = heappop(waiting)
        group, weighed = rows[row]
        if may_act[group.id].refusal() is not None:
            continue
        score, one, need = weighed[place]
        kind = (group.id, one.name)
        if kind not in known:
            known[kind] = {each.key: each for each in order_candidates(state, group, one.name)}
        if _legal_order(one.order, known[kind]):
            why = f"{group.name} {one.why} (worth {one.score:.2f} at {need}+, {chance_of_2d6(need):.0%})"
            yield score, Advice(group.id, score, (why,), (*one.rules, "CC-BOT-01", "CC-BOT-15"), one.why)
        if place + 1 < len(weighed):
            heappush(waiting, (-_urgency(weighed[place + 1], style), row, place + 1))


def _urgency(weighed: Weighed, style: Style) -> float:
    """What decides who acts first: of two orders the likely one goes first, as a failure ends the turn."""
    product, _, need = weighed
    if not style.learnt:
        return product
    # Exchanging two neighbours in a row of orders pays unless each has the higher worth per risk before it.
    return product / (1.0 - chance_of_2d6(need) + LEAST_RISK)


def _advise_order(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    assert isinstance(decision, ChooseOne)
    return planned_orders(state, state.groups[decision.about[0]], decision.candidates(), style)


def _advise_casualties(state: Battle, seat: str, decision: Decision, style: Style) -> list[Advice]:
    assert isinstance(decision, Casualties)
    places = [str(place + 1) for place in decision.proposed]
    return [Advice(places, 0.0, ("as proposed",), ("CC-BOT-11",))]


class Adviser(TopicAdviser[Battle, Style]):
    """The automatic opponent's opinion on every question of this book."""

    by_topic = {
        "choose group": _advise_group,
        "choose order": _advise_order,
        "move": advise_move,
        "evade": advise_evading,
        "move in": always(PROPOSAL, "straight in", "CC-BOT-04"),
        "choose casualties": _advise_casualties,
        "choose group to rally": reactions.advise_rally,
        "choose group to test": reactions.advise_rally,
        "choose reckless group": reactions.advise_rally,
        "choose reckless target": reactions.advise_reckless,
        "choose rerolls": reactions.advise_dice,
        WINDOW: reactions.advise_window,
        **beginnings.BY_TOPIC,
    }
    by_kind = {Place: beginnings.advise_place, YesNo: always(True, "nothing speaks against it", "CC-BOT-11")}
    topics_that_matter = ("choose group", "choose order", "move")
    topics_that_begin_a_plan = ("choose group",)
    topics_that_carry_on_a_plan = ("choose order",)

    def style_in(self, state: Battle) -> Style:
        """Its own style, or the temper that the players agreed on."""
        return self.style or temper_of(state)

    def judge(self, state: Battle, seat: str) -> float:
        """How the battle stands for the seat's side."""
        return judge(state, seat)

    def turns_begun(self, state: Battle) -> int:
        """How many turns have begun, of both sides together."""
        return state.turn

    def seasoned_style(self, state: Battle, seat: str) -> Style:
        """The temper, leaning to what has served a side in this part."""
        return seasoned_style(state, state.companies[seat].side)

    def other_styles(self) -> Mapping[str, Style]:
        """Other plans than its own."""
        return other_styles(self.style)
