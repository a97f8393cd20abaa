"""The corpus of Lands of Ruin: scenarios, maps, modes, heroes, items, effects, Rotters and switches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

from sandtable.books.lands_of_ruin.scenarios.scenario import KINDS
from sandtable.books.lands_of_ruin.switches import describe
from sandtable.books.lands_of_ruin.tables.arms import equipment
from sandtable.books.lands_of_ruin.tables.charts import area_items, devices, effects, rotter_kinds
from sandtable.books.lands_of_ruin.tables.machines import machines
from sandtable.books.lands_of_ruin.tables.people import Hero, heroes
from sandtable.books.lands_of_ruin.tables.places import MAPS, scenarios
from sandtable.books.lands_of_ruin.teams.roster import ready_teams
from sandtable.kernel.book import find_book
from sandtable.kernel.switches import Switch
from sandtable.lab.corpus import Opening

MIXES = (("greedy", "greedy"), ("uniform", "uniform"), ("greedy", "uniform"), ("uniform", "greedy"))
MODES, TABLES = ("basic", "advanced", "online"), ("virtual", "physical")
STARTERS = {"Reclaimers": "reclaimer-starter", "Baleans": "balean-starter"}
TRIBES = {"A": "Reclaimers", "B": "Baleans"}
SHORT, LONG = 60, 250
"""After so many answers a game of the corpus is left as it stands."""


def openings() -> list[Opening]:
    """Every game of the corpus, always the same."""
    find_book("lands-of-ruin")  # no scenario is known before the book is read
    return [
        *_every_scenario(),
        *_every_map(),
        *_every_team(),
        *_every_hero(),
        *_every_item(),
        *_every_effect(),
        *_every_rotter(),
        *_every_machine(),
        *_on_roofs(),
        *_every_switch(),
    ]


def _every_scenario() -> Iterator[Opening]:
    """Each with both tribes in both roles, by all mixes of players, on both surfaces."""
    for scenario in KINDS:
        for number, mix in enumerate(MIXES):
            row = scenarios()[scenario]
            for table in TABLES:
                seats = {"A": STARTERS["Baleans" if number % 2 and not row.is_solo else "Reclaimers"]}
                seats |= {} if row.is_solo else {"B": STARTERS["Reclaimers" if number % 2 else "Baleans"]}
                options = {"table": table, "archive_scenarios": row.archive}
                begin = {"scenario": scenario, "seats": seats, "options": options}
                yield Opening(f"scenario-{scenario}-{table}-{'-'.join(mix)}", begin, mix, number)


def _every_map() -> Iterator[Opening]:
    mixes = cycle(MIXES)
    for number, map in enumerate(MAPS):
        for mode in MODES:
            options = {"map": map, "game_mode": mode}
            yield Opening(f"map-{map}-{mode}", {"options": options}, next(mixes), number)


def _every_team() -> Iterator[Opening]:
    """Each ready-made team, and infiltrators who hide or come later."""
    for number, one in enumerate(ready_teams().values()):
        seats = {"A": one.id, "B": STARTERS["Baleans" if one.tribe == "Reclaimers" else "Reclaimers"]}
        yield Opening(f"team-{one.id}", {"seats": seats}, MIXES[number % 4], number, LONG)
    for number, mix in enumerate((*MIXES, *MIXES)):
        seats = {"A": "Watch\nLysandra\nDorian\nMedicus Kaeso", "B": "Ambush\nStrix\nThanatos\nHecate"}
        begin = {"seats": seats, "options": {"table": TABLES[number // 4]}}
        yield Opening(f"infiltrators-{number}", begin, mix, number)


def _every_hero() -> Iterator[Opening]:
    for number, hero in enumerate(heroes().values()):
        other = "Baleans" if hero.tribe == "Reclaimers" else "Reclaimers"
        begin = {"seats": {"A": _team_of(hero), "B": STARTERS[other]}}
        for mix in MIXES[:2]:
            yield Opening(f"hero-{hero.tag}-{mix[0]}", begin, mix, number, LONG)


def _team_of(hero: Hero) -> str:
    """The hero with another of its tribe."""
    others = [one.name for one in heroes().values() if one.tribe == hero.tribe and one is not hero]
    return "\n".join(["Trial", hero.name, others[0]])


def _every_item() -> Iterator[Opening]:
    """Each thing that is thrown, laid or called, in the hands of somebody who knows how, among enemies."""
    for number, item in enumerate([*equipment().consumables, *equipment().extras, *equipment().other]):
        order = {"throw": "Throw", "use_item": "Use Item"}.get(item.use, item.use)
        own: dict[str, Any] = {"items": {item.name: 3}}
        cards = _among_enemies(number, own, order if item.name in area_items() else "")
        for player in ("greedy", "uniform"):
            begin = {"position": {"cards": cards, "switches": {"extras": True}, **_QUIET}}
            name = f"item-{item.name}-{player}".replace(" ", "-")
            yield Opening(name, begin, (player,), number, SHORT)
    for number, device in enumerate(devices()):
        lies = {"D1": {"kind": device, "seat": "B", "at": [20.0, 24.0], "armed": True}}
        begin = {"position": {"cards": _among_enemies(number, {}, ""), "devices": lies, **_QUIET}}
        yield Opening(f"device-{device}".replace(" ", "-"), begin, ("uniform",), number, SHORT)
    for number, area in enumerate(area_items()):
        lies = {"G1": {"item": area, "at": [20.0, 23.0], "section": 5}}
        begin = {"position": {"cards": _among_enemies(number, {}, "Fire"), "areas": lies, **_QUIET}}
        yield Opening(f"area-{area}".replace(" ", "-"), begin, ("greedy",), number, SHORT)


_QUIET: dict[str, Any] = {"map": "open-waste", "rotters": {"R1": {"at": [34.0, 24.0]}}, "rounds": 10}


def _among_enemies(number: int, own: dict[str, Any], order: str) -> dict[str, Any]:
    """Who throws, lays and calls, with an order each, and enemies of all kinds near them."""
    orders = [order] if order else []
    return {
        "A-Brakka": {"at": [18.0, 22.0], "orders": orders, "own": {"unspent": 15, **own}},
        "A-Ishtar": {"at": [22.0, 22.0], "orders": ["Fire"], "own": {"unspent": 10, **own}},
        "A-Nabis": {"at": [16.0, 18.0], "own": own},
        "B-Hecate": {"at": [19.0, 26.0], "own": {"items": {"Molotov": 2, **own.get("items", {})}}},
        "B-Thanatos": {"at": [23.0, 27.0 + number % 3]},
        "B-Gorehound": {"at": [27.0, 24.0]},
    }


def _every_effect() -> Iterator[Opening]:
    for number, effect in enumerate(effects().values()):
        down = {"down": True} if effect.down else {}
        lies = {"effects": [{"name": effect.name, "turns": effect.turns}], "unspent": 20}
        cards: dict[str, Any] = {
            "A-Varro": {"at": [18.0, 22.0], "orders": [] if down else ["Fire"], **down, "own": lies},
            "A-Kaeso": {"at": [19.1, 22.0], "orders": ["First Aid"], "own": {"unspent": 10}},
            "B-Hecate": {"at": [21.0, 25.0], "orders": [], **down, "own": {**lies, "suppression": 30}},
            "B-Gorehound": {"at": [22.1, 25.0]},
        }
        begin = {"position": {"cards": cards, **_QUIET}}
        for player in ("greedy", "uniform"):
            yield Opening(f"effect-{effect.name}-{player}".replace(" ", "-"), begin, (player,), number, SHORT)


def _every_rotter() -> Iterator[Opening]:
    """Each kind among characters, in the phase in which they act."""
    for number, kind in enumerate(rotter_kinds()):
        places = ([17.0, 25.0], [19.0, 21.0], [30.0, 30.0], [22.0, 25.5])
        rotters = {f"R{count}": {"at": at, "kind": kind} for count, at in enumerate(places, 1)}
        begin = {"position": {**_QUIET, "cards": _among_enemies(number, {}, "Fire"), "rotters": rotters}}
        for player in ("greedy", "uniform"):
            yield Opening(f"rotters-{kind}-{player}", begin, (player,), number, SHORT)


def _every_machine() -> Iterator[Opening]:
    """Each kind among characters who shoot at it, and the loud game in which it comes."""
    for number, kind in enumerate(machines()):
        cards = _among_enemies(number, {"experience": 8}, "Fire")
        cards["A-Tiber"] = {"at": [26.0, 20.0], "orders": ["Fire"]}
        there = {"M1": {"kind": kind, "at": [26.0, 24.0]}}
        switches = {"machines": True, "campaign": True, "game_mode": "online"}
        begin = {"position": {**_QUIET, "cards": cards, "machines": there, "switches": switches, "rounds": 3}}
        for player in ("greedy", "uniform"):
            yield Opening(f"machine-{kind}-{player}".replace(" ", "-"), begin, (player,), number, LONG)
        noise = {"noise": 4000, "phase": "environment", "step": "environment: arrivals"}
        begin = {"position": {**_QUIET, "cards": cards, "switches": switches, **noise}}
        yield Opening(f"machine-{kind}-arrives".replace(" ", "-"), begin, ("greedy",), number, SHORT)


def _on_roofs() -> Iterator[Opening]:
    """At the foot of a ladder and at its head."""
    for number in range(4):
        cards = {
            "A-Kaeso": {"at": [13.5, 9.0], "own": {"unspent": 20}},
            "A-Varro": {"at": [12.4, 39.0], "elevation": 4.0, "own": {"unspent": 20}},
            "B-Hecate": {"at": [34.5, 39.0]},
        }
        begin = {"position": {"map": "crossroads", "cards": cards}}
        yield Opening(f"ladders-{number}", begin, ("uniform",), number, SHORT)


def _every_switch() -> Iterator[Opening]:
    """Each switch at each of its values."""
    for number, switch in enumerate(describe()):
        for value in _values(switch):
            begin = {"options": {switch.name: value}}
            yield Opening(f"switch-{switch.name}-{value}", begin, MIXES[number % 4], number, LONG)


def _values(switch: Switch) -> list[Any]:
    """Others than the usual one."""
    assert not isinstance(switch.values, str)
    return [one for one in switch.values if one != switch.default]
