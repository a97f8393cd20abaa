"""How a band is led: run up under cover, aim at whom one can hit, and keep out of the reach of claws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sandtable.binding.advising import TopicAdviser, always, as_listed, best_first, in_this_order
from sandtable.binding.judging import hope, weighed
from sandtable.books.lands_of_ruin.adviser.places import Aim, aim_of, danger, nearest_rotter, spots
from sandtable.books.lands_of_ruin.chapters.aid import needs_aid
from sandtable.books.lands_of_ruin.chapters.attacking.carrying_out import MISS
from sandtable.books.lands_of_ruin.chapters.attacking.modes import arms_for
from sandtable.books.lands_of_ruin.chapters.attacking.targets import NOBODY
from sandtable.books.lands_of_ruin.chapters.command import END as END_OF_ORDERS
from sandtable.books.lands_of_ruin.chapters.deploying import COMPASS, arms_to_deploy, is_in_front
from sandtable.books.lands_of_ruin.chapters.movement import inches_left
from sandtable.books.lands_of_ruin.chapters.turns import END, PROPOSE
from sandtable.books.lands_of_ruin.scenarios.battles import value_lost
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.entering import entry_section
from sandtable.books.lands_of_ruin.surface.measuring import gap
from sandtable.books.lands_of_ruin.tables.charts import damage_for
from sandtable.kernel import Advice, Allocate, Decision, FillIn, Option, YesNo, rule
from sandtable.kernel.arithmetic import total
from sandtable.table import Point
from sandtable.table.shapes import distance

THROWS = 18.0
"""Within so many inches of an enemy something is thrown; ours."""
CLOSE = 7.0
"""Within so many inches a Rotter is shot at before it strikes; ours."""
COMES_UP = 12.0
"""From so far off a Rotter is upon somebody before it can act again; ours."""
KEEPS_OFF = 9.0
"""So far off a shooter stays from what it is after; ours."""
NEAR = 24.0
"""Within so many inches of an enemy a shooter has arrived; ours."""


class Style(msgspec.Struct, frozen=True):
    """How boldly it plays."""

    boldness: float = 1.0


Found = Iterable[Advice]


def _enemies(state: Battle, seat: Seat) -> list[Card]:
    return [one for one in state.cards.values() if one.seat != seat and one.stands]


def _nearest(state: Battle, card: Card) -> float:
    """How far the nearest standing enemy is; very far where nobody knows."""
    here = card.model.at
    places = [one.model.at for one in _enemies(state, card.seat)]
    return min((distance(here, one) for one in places if one is not None and here is not None), default=99.0)


def _shoots(card: Card) -> bool:
    return bool(arms_for(card, "shot"))


def _act(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Shots before moving, fights when in contact, then moves that lead somewhere; else the phase ends."""
    first = ("Put Out Fire", "First Aid", "Deploy Weapon", "Artillery Strike", "Throw")
    then = {"reveal": 0, "Fire": 0, "Reveal": 1, "Close Combat": 1, "Get Up": 2, "move": 3, "Use Cover": 4}
    rank = {**dict.fromkeys(first, -1), **then}
    found: list[tuple[float, Option]] = []
    for one in decision.options():
        if one.answer in (END, PROPOSE):
            continue
        card = state.cards[one.about[0]]
        if one.deed == "Reveal" and "Reveal" not in card.orders:
            continue
        if one.deed == "move" and not _wants_to_move(state, card):
            continue
        if one.deed == "Close Combat" and not surface(state).knows_places:
            continue
        if one.deed == "Fire" and not _is_worth_it(state, card):
            continue
        found.append((rank.get(one.deed, 5), one))
    found.sort(key=lambda pair: pair[0])
    answers = [one.answer for _, one in found]
    yield from in_this_order([*answers, END], "shots first, then moves", "LR-TURN-11")


def _wants_to_move(state: Battle, card: Card) -> bool:
    """Once a phase; where to, and whether at all, is weighed when it is asked."""
    if card.held or card.model.moved > 0.0 or inches_left(state, card, card.model) < 1.0:
        return card.where == "waiting" and card.model.moved <= 0.5
    return card.where == "waiting" or surface(state).knows_places


def _is_worth_it(state: Battle, card: Card) -> bool:
    """Noise draws Rotters: it is made for an enemy, or for a Rotter that is about to strike."""
    if not surface(state).knows_places:
        return True
    near = nearest_rotter(state, card.model.at) < CLOSE
    return near or any(one not in state.rotters for one in surface(state).targets(state, card.model))


def _move(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Into the fight if that was ordered, else to the place that is safest from claws and nears the goal."""
    card = state.cards[str(decision.facts["card"])]
    goal = aim_of(state, card, KEEPS_OFF if _shoots(card) else 1.0)
    here = card.model.at or state.sides[seat].entry
    options = decision.options()
    found = []
    for one in options:
        at = one.places[0] if one.places else None
        if isinstance(one.answer, dict) and "fight" in one.answer:
            found.append((_worth_of_a_fight(state, card, str(one.answer["fight"])), one.answer, one.label))
        elif one.deed == "leave":
            found.append((5.0 if card.own.has("Carrying") else -9.0, one.answer, one.label))
        elif one.answer == "hold" and card.model.at is not None:
            found.append((_worth(state, card, card.model.at, goal, style), one.answer, one.label))
        elif at is not None:
            found.append((_worth(state, card, at, goal, style), one.answer, one.label))
    if here is not None:
        reach = float(decision.facts["move"])
        for at in spots(state, here, reach):
            found.append((_worth(state, card, at, goal, style), {"models": [list(at)]}, "the better place"))
    yield from best_first(Advice(answer, worth, (label,), ("LR-MOV-03",)) for worth, answer, label in found)


def _worth(state: Battle, card: Card, at: Point, goal: Aim | None, style: Style) -> float:
    far = 0.0 if goal is None else goal.worth * max(0.0, distance(at, goal.at) - goal.off)
    return -danger(state, at) - style.boldness * far / 24


def _worth_of_a_fight(state: Battle, card: Card, other: str) -> float:
    """Only for whoever was told to fight, and rather with an enemy than with Rotters."""
    if "Close Combat" not in card.orders:
        return -9.0
    return (
        2.0 if other not in state.rotters else 0.5 if nearest_rotter(state, card.model.at) < CLOSE else -2.0
    )


def _target(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Whoever is likeliest hit and still stands, the dearest first; Rotters only when they are close."""
    shooter = state.cards.get(decision.about[0]) if decision.about else None
    here = None if shooter is None else shooter.model.at

    def worth(one: Option) -> float:
        chance, found = one.chance or 0.0, state.find(str(one.answer))
        if found is None:
            rotter = state.rotters.get(str(one.answer))
            far = 99.0 if rotter is None or rotter.at is None or here is None else gap(here, rotter.at)
            return chance * (1.2 if far < 0.1 else 0.8 if far < CLOSE else 0.05)
        return chance * (0.2 if found[0].down else 1.0 + found[0].profile.gear_value / 2000)

    yield from best_first(
        Advice(one.answer, worth(one), (f"{100 * (one.chance or 0):.0f} percent",), one.rules)
        for one in decision.options()
    )


def _slots(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """All on the first target."""
    assert isinstance(decision, Allocate)
    target = str(decision.facts["target"])
    things = decision.form().things
    yield Advice(dict.fromkeys(things, target), 1.0, ("all slots on one target",), ("LR-FIRE-04",))
    yield Advice(dict.fromkeys(things, NOBODY), 0.0, ("one slot",), ("LR-FIRE-03",))


def _results(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Who sees no dice says that all have missed."""
    assert isinstance(decision, Allocate)
    yield Advice(dict.fromkeys(decision.form().things, MISS), 1.0, ("nobody saw the dice",), ("LR-HITR-07",))


@rule("LR-DMG-13")
def out_of_action(power: int) -> float:
    """How likely a hit of a power puts a hero out, from the chart."""
    rows = [damage_for(face + 10 * power) for face in range(1, 101)]
    return sum(one.dead or one.unconscious for one in rows) / 100


def _mode(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Few hard hits when aimed, more slots at short range; noise is dear."""

    def worth(one: Option) -> float:
        slots, power, noise = (int(one.facts[name]) for name in ("targets", "power", "noise"))
        return out_of_action(power) * (1.0 + 0.3 * (min(slots, 3) - 1)) - noise / 2000

    yield from best_first(
        Advice(one.answer, worth(one), (one.label,), one.rules) for one in decision.options()
    )


def _orders(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Shooters in range aim and fire, others run up and fire; fighters charge; then the phase ends."""
    wanted = []
    for card in state.team(seat):
        wanted += [f"{card.id} {one}" for one in _wanted_of(state, card) if one not in card.own.orders]
    legal = {one.answer for one in decision.options()}
    yield from in_this_order(
        [one for one in wanted if one in legal] + [END_OF_ORDERS], "the plan", "LR-CMD-04"
    )


def _wanted_of(state: Battle, card: Card) -> list[str]:
    """Put out fire and treat who lies in contact first; call artillery while it is left, throw when near."""
    if card.where != "table" or not card.models:
        return []
    first = ["Put Out Fire", "Artillery Strike"]
    first += ["First Aid"] if any(needs_aid(one) for one in surface(state).beside(state, card)) else []
    first += ["Throw"] if _nearest(state, card) < THROWS else []
    goal = aim_of(state, card, 0.0)
    if state.scenario.things and goal is not None and distance(goal.at, card.model.at or goal.at) < NEAR:
        first += ["Pick Up Objective", "Interact"]
    return [*first, *_fight_of(state, card)]


def _fight_of(state: Battle, card: Card) -> list[str]:
    if not surface(state).knows_places:
        return ["Fire", "Aim"] if _shoots(card) else ["Close Combat"]
    near, claws = _nearest(state, card), nearest_rotter(state, card.model.at)
    if card.hidden and not surface(state).targets(state, card.model):
        return ["Reveal"] if near < NEAR else []
    if not _shoots(card):
        return ["Close Combat"] if near < 20.0 or claws < CLOSE else []
    sees = near <= NEAR and any(one not in state.rotters for one in surface(state).targets(state, card.model))
    if sees and arms_to_deploy(card):
        return ["Get Up", "Deploy Weapon", "Fire", "Realign Weapon"]
    if sees and claws > COMES_UP:
        return ["Get Up", "Fire", "Aim"]
    # Points that are kept run from claws and ward them off.
    return ["Get Up", "Fire"] if near <= COMES_UP + NEAR or claws <= COMES_UP else ["Get Up"]


def _spot(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Where it catches most enemies and no friends."""
    yield from best_first(
        Advice(one.answer, float(one.facts.get("worth", 0.0)), (one.label,), one.rules)
        for one in decision.options()
    )


def _facing(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Where most enemies are in front."""
    card = state.cards[decision.about[0]]
    here, foes = card.model.at or (0.0, 0.0), [one.model.at for one in _enemies(state, seat)]

    def worth(name: str) -> float:
        facing = 45.0 * COMPASS.index(name)
        return float(sum(at is not None and is_in_front(here, at, facing) for at in foes))

    yield from best_first(
        Advice(one.answer, worth(str(one.answer)), (one.label,), one.rules) for one in decision.options()
    )


def _section(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Where most enemies stand and no friend does."""

    def worth(number: int) -> float:
        inside = [one for one in state.cards.values() if one.stands and one.model.section == number]
        return total([1.0 if one.seat != seat else -2.0 for one in inside])

    yield from best_first(
        Advice(one.answer, worth(int(one.answer)), (one.label,), one.rules) for one in decision.options()
    )


def _sync(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Everybody comes on in the middle of the own edge; who is there stays."""
    waiting = [one for card in state.team(seat) if card.where == "waiting" for one in card.models]
    place = str(entry_section(state, seat))
    assert isinstance(decision, FillIn)
    return in_this_order(
        [{one: place for one in waiting if one in decision.fields}], "where we stand", "LR-SYNC-02"
    )


def _entry(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """Where fewest Rotters are near, and rather in the middle of the edge."""
    middle = (state.ground.width / 2, state.ground.depth / 2)
    options = sorted(
        decision.options(),
        key=lambda one: danger(state, one.places[0]) + distance(one.places[0], middle) / 20,
    )
    return in_this_order([one.answer for one in options[:5]], "away from claws", "LR-TURN-06")


def _hide(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """In the middle of the table; who has nobody to hide is ready."""
    middle = (state.ground.width / 2, state.ground.depth / 2)
    options = decision.options()
    options.sort(
        key=lambda one: (
            not one.places,
            one.answer == "later",
            *(distance(at, middle) for at in one.places[:1]),
        )
    )
    return in_this_order([one.answer for one in options[:5]], "where the enemy will come by", "LR-PRE-07")


def _rotter(state: Battle, seat: Seat, decision: Decision, style: Style) -> Iterator[Advice]:
    """As near to the enemy's edge as the section allows."""
    is_south = state.sides[seat].edge == "south"
    options = sorted(decision.options(), key=lambda one: one.places[0][1], reverse=is_south)
    return in_this_order([one.answer for one in options[:5]], "far from the own edge", "LR-PRE-06")


class Adviser(TopicAdviser[Battle, Style]):
    """The automatic player of a band."""

    by_topic = {
        "choose act": _act,
        "move": _move,
        "choose target": _target,
        "choose point": _target,
        "share slots": _slots,
        "choose mode": _mode,
        "give orders": _orders,
        "choose entry": _entry,
        "place Rotter": _rotter,
        "hide infiltrators": _hide,
        "agree to end": always(False, "the game goes on", "LR-END-03"),
        "range and cover": as_listed("nobody has measured", "LR-RNGE-05"),
        "attackers": as_listed("nobody unless somebody says so", "LR-ROT-14"),
        "throw at": _spot,
        "choose facing": _facing,
        "how many attack": as_listed("all of them", "LR-COH-05", first=(3, 2)),
        "choose loss": as_listed("as it is listed", "LR-COH-06"),
        "place slave": as_listed("as it is listed", "LR-COH-19"),
        "choose section": _section,
        "exposure": as_listed("nobody unless somebody says so", "LR-ENV-04"),
        "Rotters in an area": as_listed("nobody unless somebody says so", "LR-GREN-12"),
        "section of a marker": as_listed("as it is listed", "LR-GREN-02"),
        "choose item": as_listed("as it is listed", "LR-GREN-01"),
        "choose patient": as_listed("as it is listed", "LR-ACT-09"),
        "choose device": as_listed("as it is listed", "LR-ACT-14"),
        "sections": _sync,
        "edge": as_listed("as it is listed", "LR-TURN-12"),
        "freed": always(True, "why not", "LR-SCN-24"),
        "enter results": _results,
        "agree to results": always(True, "so the dice lie", "LR-HITR-07"),
        "mark objectives": as_listed("as it was counted", "LR-END-11", first=("ready",)),
        "agree on the table": as_listed("as the map says", "LR-MAP-04", first=("agreed",)),
        "choose object": as_listed("as it is listed", "LR-ACT-22"),
        "name a hero": as_listed("as it is listed", "LR-SCN-14"),
        "choose who deploys": as_listed("as it is listed", "LR-PRE-08"),
        "place barricade": as_listed("where there is room", "LR-SCN-12"),
        "deploy": as_listed("where there is room", "LR-PRE-08"),
        "choose route": as_listed("as it is listed", "LR-ROT-11"),
        "push Rotters": as_listed("as it is listed", "LR-SPWN-09"),
        "place sleeper": as_listed("where there is room", "LR-ROT-23"),
        "choose victim": as_listed("as it is listed", "LR-ROT-15"),
    }
    by_kind = {YesNo: always(True, "why not")}
    topics_that_matter = ("choose act", "choose target", "give orders")
    topics_that_begin_a_plan = ("choose act",)
    topics_that_carry_on_a_plan = ("move", "choose mode", "choose target", "choose point", "share slots")

    def style_in(self, state: Battle) -> Style:
        """The usual one."""
        return self.style or Style()

    def judge(self, state: Battle, seat: str) -> float:
        """Heroes that stand, and what they are worth."""
        other = state.other(seat)
        weights = {"standing": 1.0, "lost": 0.002, "hits": 0.15}
        features = []
        for one, sign in ((seat, 1.0), (other, -1.0)):
            team = state.team(one)
            features.append(("standing", sign * len([card for card in team if not card.down])))
            features.append(("lost", -sign * total([value_lost(card) for card in team])))
            features.append(("hits", -sign * len([hit for card in team for hit in card.own.hits])))
        return hope(weighed(features, weights), 2.0)


ADVISER = Adviser()
