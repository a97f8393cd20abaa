"""Random battles of Lands of Ruin: every scenario, map, switch and hero, from the pregame on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.binding.invariants import Invariants, below_nothing, each
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters.action_points import points_granted
from sandtable.books.lands_of_ruin.chapters.threat import MOST_THREAT, threat_level
from sandtable.books.lands_of_ruin.orders import cost_of
from sandtable.books.lands_of_ruin.position_checks import faults_of
from sandtable.books.lands_of_ruin.scenarios.scenario import KINDS
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.switches import describe
from sandtable.books.lands_of_ruin.tables.charts import actions, area_items, effects
from sandtable.books.lands_of_ruin.tables.people import heroes
from sandtable.books.lands_of_ruin.tables.places import MAPS, scenarios

WHOLE = 4
"""Every so many games one is played to its end; the others are left after some answers."""
FEWEST, MOST = 40, 200
SWITCHED = 0.2
"""How often each switch is set to some value of its own."""
SEATS = ("A", "B")
SCENARIOS = [*KINDS]


def most_answers(number: int) -> int | None:
    """After how many answers the game with this number is left; None if it is played to its end."""
    return None if number % WHOLE == 0 else FEWEST + number * 37 % (MOST - FEWEST)


def setup(chance: Random) -> dict[str, Any]:
    """What `sandtable.new` is given for one random battle, as plain data."""
    options: dict[str, Any] = {
        one.name: chance.choice(list(one.values)) for one in describe() if chance.random() < SWITCHED
    }
    options["map"] = chance.choice(MAPS)
    scenario = chance.choice(SCENARIOS)
    tribes = ["Reclaimers", "Baleans"]
    chance.shuffle(tribes)
    if any(one.tribe for one in scenarios()[scenario].roles):
        tribes.sort(reverse=chance.random() < 0.5)
    row = scenarios()[scenario]
    options["archive_scenarios"] = row.archive
    most = min(one.max_value for one in row.roles)
    seats = {seat: any_team(chance, tribe, most) for seat, tribe in zip(SEATS, tribes, strict=True)}
    seats = {"A": any_team(chance, "Reclaimers", most)} if row.is_solo else seats
    return {"book_id": BOOK.id, "scenario": scenario, "seats": seats, "options": options}


def any_team(chance: Random, tribe: str, most: int) -> str:
    """Heroes of a tribe as they come, as long as they are allowed, and at least two."""
    names = [one.name for one in heroes().values() if one.tribe == tribe]
    chance.shuffle(names)
    team: list[str] = []
    value, wanted = 0, 2 + int(chance.random() * 4)
    for name in names:
        if value + heroes()[name].gear_value <= most and len(team) < wanted:
            team.append(name)
            value += heroes()[name].gear_value
    return "\n".join(("Trial", *team))


# What can never be true of a battle between two steps of play


def _of_card(state: Battle, card: Card) -> Iterator[str]:
    own, falls = card.own, any(effects()[one.name].down for one in card.own.effects)
    if card.down != falls and state.phase != "pregame" and state.step != "orders":
        yield f"LR-EFF-11 {card.id} {'lies' if card.down else 'stands'}, and its effects say otherwise"
    if card.hidden != own.has("Hidden") or (card.detected and not card.hidden):
        yield f"LR-HID-03 {card.id} is hidden in one way and not in another"
    names = [one.name for one in own.effects]
    if len(names) != len({*names}):
        yield f"LR-EFF-01 {card.id} has an effect twice: {', '.join(names)}"
    # Whoever the enemy has revealed keeps the orders that it had (LR-EFF-14).
    if not own.has("Surprised") and sum(cost_of(state, card, one) for one in own.orders) > own.points:
        yield f"LR-AP-02 {card.id} has orders for more than its {own.points} points"
    for one in own.orders:
        clashes = [other for other in own.orders if other in actions()[one].conflicts]
        if clashes or own.orders.count(one) > 1:
            yield f"LR-ACT-03 {card.id} is ordered {', '.join(own.orders)}"
    if state.step == "orders" and card.seat == state.active and own.points != points_granted(state, card):
        yield f"LR-AP-01 {card.id} has {own.points} points"
    left = {f"{one} of {model}": n for model, rounds in own.rounds.items() for one, n in rounds.items()}
    yield from below_nothing("LR-AMMO-03", left.items())


def _of_areas(state: Battle) -> Iterator[str]:
    for marker in state.areas.values():
        if marker.age and marker.radius != area_items()[marker.item].radius[marker.age - 1]:
            yield f"LR-GREN-06 {marker.id} has a radius of {marker.radius}"
        if marker.spent and state.phase == "action" and state.step == "action":
            yield f"LR-GREN-13 {marker.id} is spent and still there"


def _of_clock(state: Battle) -> Iterator[str]:
    if not 0 <= threat_level(state) <= MOST_THREAT:
        yield f"LR-THR-01 the threat level is {threat_level(state)}"
    if state.round > state.scenario.rounds and not state.closed:
        yield f"LR-SCN-08 round {state.round} of {state.scenario.rounds} is played"
    if state.step in ("end of turn", "turn") and state.entries:
        yield "LR-ENV-07 entries are waiting that ought to have been rolled"
    for side in state.sides.values():
        if side.panicked and side.morale.state != "panicked":
            yield f"LR-MOR-06 {side.seat} has panicked and is {side.morale.state}"
    for card in state.cards.values():
        if card.orders and (card.seat != state.active or state.phase != "action"):
            yield f"LR-AP-08 {card.id} may still perform {', '.join(card.orders)} in the {state.phase} phase"


INVARIANTS = Invariants[Battle](
    faults_of, each(lambda state: state.cards.values(), _of_card), _of_areas, _of_clock
)
troubles, what_is_wrong = INVARIANTS.troubles, INVARIANTS.what_is_wrong
