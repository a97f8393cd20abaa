"""Pairs of battles that differ in one secret, played with the same public moves before one pair of eyes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.state import Battle, Card, Device, Effect, Hit, MoraleEvent, Wound
from sandtable.books.lands_of_ruin.tables.people import heroes
from sandtable.kernel import copy_state
from sandtable.kernel.contract.secrecy import Apart, look
from sandtable.kernel.dice import Dice
from sandtable.kernel.event import EventLog
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Checkpoint
from sandtable.kernel.records.record import record_for, record_text
from sandtable.kernel.records.replay import record_as_text
from sandtable.kernel.refusal import Refused
from sandtable.players import make_player
from sandtable.players.asking import ask
from sandtable.reports.battle import report_of

LONGEST, TRIES = 6, 8
STEPS = (
    ("action", "action"),
    ("command", "damage"),
    ("command", "orders"),
    ("environment", "environment"),
    ("action", "turn"),
)
TEAMS = {"A": ("Varro", "Kaeso", "Lysandra"), "B": ("Thanatos", "Gorehound", "Strix")}


class Kind(NamedTuple):
    """A kind of secret: who must not learn of it, and what makes another world of a battle."""

    eyes: str
    change: Callable[[Battle, Random], None]
    is_modifier: bool = False
    """The dialog of an attack, which is open to both, names it (LR-APP-21)."""


def battle(chance: Random, table: str) -> Battle:
    """A random battle in some phase; one of each side lies, one of each hides."""
    phase, step = STEPS[int(chance.random() * len(STEPS))]
    places = [(x, y) for x in range(6, 46, 8) for y in range(6, 46, 8)]
    cards: dict[str, Any] = {}
    for seat, names in TEAMS.items():
        for name in names:
            at = places.pop(int(chance.random() * len(places)))
            cards[f"{seat}-{name}"] = {"at": list(at), "own": {"unspent": 10}}
        cards[f"{seat}-{names[0]}"]["orders"] = ["Fire"] if step == "action" else []
        cards[f"{seat}-{names[1]}"] |= {"down": True, "own": {"effects": [{"name": "Pinned", "turns": 2}]}}
        cards[f"{seat}-{names[2]}"] |= {"hidden": True, "own": {"effects": [{"name": "Hidden"}]}}
    rotters = {"R1": {"at": list(places.pop())}, "R2": {"at": list(places.pop())}}
    machines = {"M1": {"at": list(places.pop())}}
    active = "A" if chance.random() < 0.6 else "B"
    state = BOOK.read_position(
        {
            "map": "crossroads", "cards": cards, "rotters": rotters, "machines": machines,
            "phase": phase, "step": step,
            "active": active, "switches": {"table": table, "machines": True}, "round": 3, "turn": 5,
            "sides": {"A": {"entry": [16, 0]}, "B": {"entry": [16, 48]}},
            "areas": {"G1": {"item": "Artillery Strike", "section": 1, "caller": "A"}},
            "devices": {"D1": {"kind": "Land Mine", "seat": "A", "at": [16.0, 40.0], "section": 5}},
        }
    )  # fmt: skip
    if table == "physical":
        for card in state.cards.values():
            card.model.at = None
        for rotter in state.rotters.values():
            rotter.at = None
        state.machines["M1"].at = None
    return state


def _varro(state: Battle) -> Card:
    return state.cards["A-Varro"]


def _order(state: Battle, chance: Random) -> None:
    _varro(state).own.orders = ("Fire", "Aim") if chance.random() < 0.5 else ("Use Cover",)


def _no_hidden(state: Battle, chance: Random) -> None:
    del state.cards["A-Lysandra"]


def _hidden_elsewhere(state: Battle, chance: Random) -> None:
    model = state.cards["A-Lysandra"].model
    model.section = 1 + int(chance.random() * 9)
    if model.at is not None:
        model.at = (4.0 + 40.0 * chance.random(), 24.0)


def _hidden_and_hurt(state: Battle, chance: Random) -> None:
    card = state.cards["A-Lysandra"]
    card.own.hits = (Hit("explosion", 3),)
    card.entered = {"Shambler": 1}
    card.orders, card.own.suppression = ("Fire",), 30


def _waits(state: Battle, chance: Random) -> None:
    card = state.cards["A-Lysandra"]
    card.hidden, card.where, card.model.at, card.model.section = False, "waiting", None, 0


def _detected(state: Battle, chance: Random) -> None:
    state.cards["A-Lysandra"].detected = True


def _wounded(state: Battle, chance: Random) -> None:
    _varro(state).own.wounds = (Wound("wound", -1, -2), Wound("bleeding", -1, -1))
    _varro(state).own.effects = (Effect("Bleeding"),)


def _dead(state: Battle, chance: Random) -> None:
    state.cards["A-Kaeso"].own.effects = (Effect("Dead" if chance.random() < 0.5 else "Unconscious"),)


def _hits(state: Battle, chance: Random) -> None:
    _varro(state).own.hits = (Hit("shot", 1), Hit("close", 2, "Shambler"))


def _hits_on_the_fallen(state: Battle, chance: Random) -> None:
    card = state.cards["A-Kaeso"]
    card.own.hits, card.own.effects = (Hit("shot", 3),), (Effect("Dead"),)


def _morale(state: Battle, chance: Random) -> None:
    heart = state.sides["A"].morale
    heart.events, heart.pool = (MoraleEvent("targeted", -1), MoraleEvent("hit", -2)), 21


def _suppressed(state: Battle, chance: Random) -> None:
    _varro(state).own.suppression = 40


def _spent(state: Battle, chance: Random) -> None:
    rounds = _varro(state).own.rounds
    _varro(state).own.rounds = {one: dict.fromkeys(left, 1) for one, left in rounds.items()}


def _confused(state: Battle, chance: Random) -> None:
    state.sides["A"].morale.state = "confused"


def _mine(state: Battle, chance: Random) -> None:
    kind = "Land Mine" if chance.random() < 0.5 else "Tripwire Trap"
    one = Device("D1", kind, "A", None, 1 + int(chance.random() * 9), armed=chance.random() < 0.5)
    if state.switches.table == "virtual":
        one.at = (4.0 + 40.0 * chance.random(), 4.0 + 40.0 * chance.random())
    state.devices["D1"] = one


def _mine_found(state: Battle, chance: Random) -> None:
    state.devices["D1"].found = True


def _strike(state: Battle, chance: Random) -> None:
    state.areas["G1"].section = 1 + int(chance.random() * 9)


def _items(state: Battle, chance: Random) -> None:
    _varro(state).own.items = {"Frag Grenade": 2, "Smoke Grenade": 1}


def _effect(state: Battle, chance: Random) -> None:
    _varro(state).own.effects = (Effect("Bleeding"), Effect("Shocked", until=9))


def _sleeper(state: Battle, chance: Random) -> None:
    state.sleepers = tuple(int(chance.random() * 3) for _ in state.sleepers)


def _taught(state: Battle, chance: Random) -> None:
    state.sides["A"].tips = ("down is secret", "a detected enemy")


def _done(state: Battle, chance: Random) -> None:
    _varro(state).own.deeds, _varro(state).own.experience = {"objectives": 2, "Rotters": 3}, 14


def _named(state: Battle, chance: Random) -> None:
    state.sides["A"].secret = {"vip": "A-Kaeso", "search": "4", "target": "B-Gorehound", "killer": "A-Varro"}


def _drawn(state: Battle, chance: Random) -> None:
    state.scenario.drawn = (1 + int(chance.random() * 9),)


KINDS = {
    "an order": Kind("B", _order),
    "a hidden figure": Kind("B", _no_hidden),
    "where a figure hides": Kind("B", _hidden_elsewhere),
    "what befalls a hidden figure": Kind("B", _hidden_and_hurt),
    "an infiltrator that waits": Kind("B", _waits),
    "a detection roll": Kind("A", _detected),
    "a damage result": Kind("B", _wounded, is_modifier=True),
    "which of the three kinds of down": Kind("B", _dead),
    "hits that wait": Kind("B", _hits),
    "a dead one that is hit again": Kind("B", _hits_on_the_fallen),
    "a morale event": Kind("B", _morale),
    "suppression": Kind("B", _suppressed, is_modifier=True),
    "ammunition": Kind("B", _spent),
    "a sleeper": Kind("B", _sleeper),
    "confusion": Kind("B", _confused),
    "a mine": Kind("B", _mine),
    "a mine that the enemy has found": Kind("A", _mine_found),
    "where a strike will land": Kind("B", _strike),
    "what somebody carries": Kind("B", _items),
    "an effect": Kind("B", _effect),
    "what was named or drawn in secret": Kind("B", _named),
    "what a player was taught": Kind("B", _taught),
    "what somebody has done and learned": Kind("B", _done),
    "a section that holds a cache": Kind("A", _drawn),
}


class Played(NamedTuple):
    """What came of a pair."""

    looks: int
    difference: str
    """The first thing in which the eyes could tell the worlds apart."""


def play_pair(kind: Kind, seed: int | str, table: str) -> Played:
    """Both worlds are played alike until the rules openly tell more, and looked at after every answer."""
    chance = Random(seed)
    one = battle(chance, table)
    other = copy_state(one)
    kind.change(other, chance)
    for show in (BOOK.view, lambda state, seat: BOOK.showing(BOOK.hide(state, seat), seat)):
        if show(one, kind.eyes) != show(other, kind.eyes):
            return Played(0, "as they stand")
    worlds = [
        Game(BOOK, Checkpoint(0, 0, state), Dice(Apart(kind.eyes, seed)), [], EventLog())
        for state in (one, other)
    ]
    known = 0
    for number in range(1, LONGEST + 1):
        first, second = (look(world, kind.eyes) for world in worlds)
        if found := first.difference(second):
            openly, other_openly = (_told_openly(world, known, kind.eyes) for world in worlds)
            named = kind.is_modifier and any(what == "attack declared" for what, _ in openly)
            return Played(
                number, "" if named or openly != other_openly else f"{worlds[0].state.step}: {found}"
            )
        if found := _first_difference(*(_asked_for(world, kind.eyes) for world in worlds)):
            return Played(number, f"{worlds[0].state.step}: {found}")
        known = len(worlds[0].events(seat=kind.eyes))
        is_last = worlds[0].decision is None or number == LONGEST
        if is_last or not _answer_alike(worlds, kind.eyes, chance):
            break
    return Played(number, _first_difference(*(_taken_home(world, kind.eyes) for world in worlds)))


def _asked_for(world: Game[Any], eyes: str) -> dict[str, str]:
    """What the eyes can ask for at any moment: refusals of all names there are, advice, undo, an outlook."""
    part = world.decision_for(eyes)
    words = [f"{seat}-{hero.tag}" for seat in world.seats for hero in heroes().values()]
    words += ["D1", "D2", "G1", "G2", "R1", "R2", "R3", *map(str, range(1, 10))]
    found = {"undo": str(_refused(lambda: world.clone().undo(eyes)))}
    found["outlooks"] = str([BOOK.outlook(world.seen(eyes), one) for one in words[:32]])
    if part is not None:
        found["refusals"] = str([part.legal(word) for word in words])
        found["unasked"] = str([part.legal({"fight": word}) for word in words])
        found["advice"] = str(ask(make_player("greedy", "0"), world, eyes))
    else:
        found["out of turn"] = str([_refused(lambda: world.answer("x", seat=eyes))])
    return found


def _refused(deed: Callable[[], object]) -> object:
    try:
        deed()
    except Refused as refused:
        return refused.refusals
    return None


def _taken_home(world: Game[Any], eyes: str) -> dict[str, str]:
    """What a seat has when the game is left: its record, also as text; a report has to wait."""
    record = record_for(world, eyes)
    report = _refused(lambda: report_of(record))
    assert report is not None
    return {"record": record_text(record), "text": record_as_text(record), "report": str(report)}


def _first_difference(one: dict[str, str], other: dict[str, str]) -> str:
    for name, mine in one.items():
        theirs = other[name]
        if mine != theirs:
            place = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
            return f"{name}: {mine[place - 60 : place + 90]} or {theirs[place - 60 : place + 90]}"
    return ""


def _told_openly(world: Game[Any], known: int, eyes: str) -> list[Any]:
    """What the rules have told openly since; worlds may part there, and there alone."""
    return [(one.kind, one.facts) for one in world.events(known, eyes) if one.reveals]


def _answer_alike(worlds: list[Game[Any]], eyes: str, chance: Random) -> bool:
    """One answer that both worlds take; to the eyes themselves both say the same of every answer."""
    asked = worlds[0].waiting_for[0]
    first, second = (world.decision_for(asked) for world in worlds)
    assert first is not None
    assert second is not None
    for _ in range(TRIES):
        answer = first.sample(chance)
        why, other = first.legal(answer), second.legal(answer)
        assert asked != eyes or why == other, f"{answer} is answered by {other}"
        if other is None:
            for world in worlds:
                world.answer(answer, seat=asked)
            return True
    return False
