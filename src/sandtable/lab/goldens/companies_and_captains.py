"""The golden games of Companies and Captains: how every scenario closes, and whole Companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.lab.golden import Wanted

SMALL = {"points_limit": 12, "terrain_mode": "open"}

LEFT = "group left the table"


def _group(profile: str, models: int, *traits: str, captain: bool = False) -> dict[str, Any]:
    return {"id": profile, "models": models, "traits": list(traits), "captain": captain}


RIDERS = {"name": "Riders", "groups": [_group("elitecavalry", 1, captain=True), _group("lightcavalry", 1)]}
FOOT = {"name": "Foot", "groups": [_group("elitefoot", 2, captain=True), _group("lightfoot", 1)]}
BEASTS = {"name": "Beasts", "groups": [_group("heavybeast", 1, captain=True), _group("lightbeast", 1)]}
BOWS = {"name": "Bows", "groups": [_group("heavyfoot", 1, captain=True), _group("lightmissile", 2)]}
RABBLE = {
    "name": "Rabble",
    "groups": [_group("lightfoot", 1, "cowardly", captain=True), _group("lightfoot", 1, "cowardly")],
}
CHASE = {"name": "Chase", "groups": [_group("elitecavalry", 3, captain=True), _group("lightcavalry", 3)]}
CROWD = {
    "name": "Crowd",
    "groups": [_group("lightfoot", 1, "cowardly", captain=place == 0) for place in range(4)],
}
PAIRS = (
    (RIDERS, FOOT), (BEASTS, BOWS), (BEASTS, RABBLE), (RABBLE, RIDERS), (FOOT, BEASTS),
    (CHASE, CROWD), (CROWD, CHASE),
)  # fmt: skip


def _beginnings(scenario: str) -> tuple[dict[str, Any], ...]:
    """The scenario with several small forces."""
    return tuple(
        {"scenario": scenario, "seats": {"A": first, "B": second}, "options": SMALL}
        for first, second in PAIRS
    )


def wanted() -> list[Wanted]:
    """For every rule by which a game closes the shortest game, scenario by scenario."""
    return [*_endings(), *_whole()]


PUBLISHED: dict[str, list[tuple[str, str, str]]] = {
    "pitched-battle": [("no-defenders", "the defender has no Group left", "")],
    "ambush": [
        ("no-attackers", "the attacker has no Group left in play", ""),
        ("defenders-escaped", "the defender has no Group left in play", LEFT),
    ],
    "retreat": [("defenders-escaped", "the defender has no Group left in play", LEFT)],
    "raid": [("attackers-away-with-assets", "the attacker has no Group left in play", LEFT)],
    "sortie": [
        ("declared-over", "the sortie is declared over", ""),
        ("no-attackers", "the attacker has no Group left in play", ""),
    ],
    "extraction": [
        ("escaped", "the Extractees have Escaped", ""),
        ("routed", "the Extractees have been Routed", ""),
    ],
    "ritual": [
        ("completed", "the ritual is completed", ""),
        ("bodyguards-routed", "the Bodyguards are gone", ""),
    ],
}
"""How each published scenario closes: the name of the game, its result, and what came just before."""
OURS: dict[str, list[tuple[str, str, str]]] = {
    "broken-field": [("rounds", "round 8 is over", "")],
    "the-crossing": [("rounds", "round 9 is over", "")],
    "the-supply-train": [
        ("rounds", "round 9 is over", ""),
        ("no-wagons", "no wagon is left on the table", ""),
    ],
    "burn-the-stores": [("rounds", "round 9 is over", ""), ("all-burnt", "all stores have burnt", "")],
    "breakthrough": [
        ("rounds", "round 10 is over", ""),
        ("attackers-exited", "no attacking Group is on the table", "group exited"),
    ],
    "the-watchtower": [("rounds", "round 8 is over", "")],
    "hunt-the-captain": [
        ("rounds", "round 8 is over", ""),
        ("both-captains", "both Captains' Groups are Routed", ""),
    ],
}
"""The same of our own scenarios."""


def _endings() -> Iterator[Wanted]:
    for scenario, ways in (PUBLISHED | OURS).items():
        for name, why, last in ways:
            yield Wanted(f"{scenario}-{name}", _beginnings(scenario), why, last)
    yield Wanted("draw-last-turn", _beginnings("pitched-battle"), "the last turn is over", drawn=True)


def _whole() -> Iterator[Wanted]:
    """Companies of the usual size, whose Groups stand in several ranks, for arithmetic over many models."""
    seats = {"A": "river-muster", "B": "mire-tribes"}
    short = {"scenario": "pitched-battle", "seats": seats, "options": {"published_round_cap": 8}}
    whole = {"scenario": "five-relics", "seats": {"A": "seafolk", "B": "river-muster"}}
    greedy = (("greedy", "greedy"),)
    yield Wanted("whole-companies-pitched-battle", (short,), "round 8 is over", players=greedy)
    yield Wanted("whole-companies-five-relics", (whole,), "round 8 is over", players=greedy)
