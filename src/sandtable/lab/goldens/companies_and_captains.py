"""The golden games of Companies and Captains: how every scenario closes, and whole Companies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.lab.golden import Wanted

SMALL = {"points_limit": 12, "terrain_mode": "open"}
SHORT = {**SMALL, "published_round_cap": 8}

ROUTED, LEFT = "group Routed", "group left the table"


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
CROWD = {
    "name": "Crowd",
    "groups": [_group("lightfoot", 1, captain=True), _group("lightfoot", 1), _group("lightfoot", 1)],
}
PAIRS = ((RIDERS, FOOT), (BEASTS, BOWS), (BEASTS, RABBLE), (RABBLE, RIDERS), (FOOT, BEASTS))


def _beginnings(
    scenario: str, options: dict[str, Any], pairs: Sequence[tuple[Any, Any]] = PAIRS
) -> tuple[dict[str, Any], ...]:
    """The scenario with several small forces."""
    return tuple(
        {"scenario": scenario, "seats": {"A": first, "B": second}, "options": options}
        for first, second in pairs
    )


def wanted() -> list[Wanted]:
    """Every ending, scenario by scenario."""
    return [*_published(), *_ours(), *_draws(), *_whole()]


ENDINGS: dict[str, list[tuple[str, str, str]]] = {
    "pitched-battle": [
        ("last-turn", "the last turn is over", ""),
        ("no-attackers", "the attacker has no Group left", ""),
        ("no-defenders", "the defender has no Group left", ""),
    ],
    "ambush": [
        ("no-attackers", "the attacker has no Group left in play", ""),
        ("defenders-routed", "the defender has no Group left in play", ROUTED),
        ("defenders-escaped", "the defender has no Group left in play", LEFT),
    ],
    "retreat": [
        ("no-attackers", "the attacker has no Group left in play", ""),
        ("defenders-routed", "the defender has no Group left in play", ROUTED),
        ("defenders-escaped", "the defender has no Group left in play", LEFT),
    ],
    "raid": [
        ("attackers-routed", "the attacker has no Group left in play", ROUTED),
        ("attackers-away-with-assets", "the attacker has no Group left in play", LEFT),
        ("no-defenders", "the defender has no Group left in play", ""),
    ],
    "sortie": [
        ("declared-over", "the sortie is declared over", ""),
        ("no-attackers", "the attacker has no Group left in play", ""),
        ("no-defenders", "the defender has no Group left in play", ""),
    ],
    "extraction": [
        ("escaped", "the Extractees have Escaped", ""),
        ("routed", "the Extractees have been Routed", ""),
        ("no-attackers", "nobody is left to stop the Extractees", ""),
    ],
    "ritual": [
        ("completed", "the ritual is completed", ""),
        ("bodyguards-routed", "the Bodyguards are gone", ""),
        ("no-attackers", "nobody is left to stop the ritual", ""),
    ],
}
"""How each published scenario closes: the name of the game, its result, and what came just before."""


def _published() -> Iterator[Wanted]:
    for scenario, ways in ENDINGS.items():
        for name, why, last in ways:
            yield Wanted(f"{scenario}-{name}", _beginnings(scenario, SMALL), why, last)
        # With fewer than five Groups a Pitched Battle is over long before its cap (CC-PIT-03).
        begin = _beginnings(scenario, SHORT, ((CROWD, CROWD),) if scenario == "pitched-battle" else PAIRS)
        calm = (("uniform", "uniform"), ("greedy", "uniform"))
        yield Wanted(f"{scenario}-round-cap", begin, "round 8 is over", players=calm)


def _ours() -> Iterator[Wanted]:
    rounds = {
        "broken-field": 8,
        "the-crossing": 9,
        "the-supply-train": 9,
        "burn-the-stores": 9,
        "breakthrough": 10,
        "the-watchtower": 8,
        "five-relics": 8,
        "hunt-the-captain": 8,
    }
    special = {
        "the-supply-train": [("no-wagons", "no wagon is left on the table", "")],
        "burn-the-stores": [("all-burnt", "all stores have burnt", "")],
        "breakthrough": [
            ("attackers-exited", "no attacking Group is on the table", "group exited"),
            ("attackers-routed", "no attacking Group is on the table", ROUTED),
        ],
        "hunt-the-captain": [("both-captains", "both Captains' Groups are Routed", "")],
    }
    for scenario, last_round in rounds.items():
        begin = _beginnings(scenario, SMALL)
        yield Wanted(f"{scenario}-rounds", begin, f"round {last_round} is over")
        for name, why, last in special.get(scenario, []):
            yield Wanted(f"{scenario}-{name}", begin, why, last)
        if scenario != "breakthrough":
            yield Wanted(f"{scenario}-no-attackers", begin, "the attacker has no Group left")
        yield Wanted(f"{scenario}-no-defenders", begin, "the defender has no Group left")


def _draws() -> Iterator[Wanted]:
    """Equal totals are a draw, where the points of the scenario are equal and where nobody has any."""
    yield Wanted("draw-last-turn", _beginnings("pitched-battle", SMALL), "the last turn is over", drawn=True)
    yield Wanted("draw-rounds", _beginnings("five-relics", SMALL), "round 8 is over", drawn=True)


def _whole() -> Iterator[Wanted]:
    """Companies of the usual size, whose Groups stand in several ranks, for arithmetic over many models."""
    seats = {"A": "river-muster", "B": "mire-tribes"}
    short = {"scenario": "pitched-battle", "seats": seats, "options": {"published_round_cap": 8}}
    whole = {"scenario": "five-relics", "seats": {"A": "seafolk", "B": "river-muster"}}
    greedy = (("greedy", "greedy"),)
    yield Wanted("whole-companies-pitched-battle", (short,), "round 8 is over", players=greedy)
    yield Wanted("whole-companies-five-relics", (whole,), "round 8 is over", players=greedy)
