"""The corpus of Companies and Captains: every scenario, Company, trait, spell and switch is played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any

from sandtable.books.companies_and_captains.printed_tables import captain_traits
from sandtable.books.companies_and_captains.rosters.json_form import write_data
from sandtable.books.companies_and_captains.rosters.ready import built_company, ready_companies
from sandtable.books.companies_and_captains.scenarios.every import scenario_ids
from sandtable.books.companies_and_captains.switches import Switches, describe
from sandtable.kernel.switches import Switch
from sandtable.lab.corpus import Opening

MIXES = (("greedy", "greedy"), ("uniform", "uniform"), ("greedy", "uniform"), ("uniform", "greedy"))
BARE = {"terrain_mode": "open"}


def openings() -> list[Opening]:
    """Every game of the corpus, always the same."""
    return [
        *_every_scenario(),
        *_every_company(),
        *_every_trait(),
        *_every_captain(),
        *_several_seats(),
        *_every_switch(),
        *_every_limit(),
        *_made_lists(),
        *_small_zones(),
        *_rare_positions(),
    ]


def _seats(*forces: Any) -> dict[str, Any]:
    return dict(zip("ABCDEFGH", forces, strict=False))


def _every_scenario() -> Iterator[Opening]:
    """Each scenario with each mix of players, the ready Companies taking turns."""
    ready = cycle(one.id for one in ready_companies())
    for scenario in scenario_ids():
        for number, mix in enumerate(MIXES):
            seats = _seats(*islice(ready, 2))
            name = f"scenario-{scenario}-{'-'.join(mix)}"
            yield Opening(name, {"scenario": scenario, "seats": seats}, mix, number)


def _every_company() -> Iterator[Opening]:
    """Each ready Company against the next one, in a scenario that the dice draw."""
    ready = [one.id for one in ready_companies()]
    for number, (first, second) in enumerate(zip(ready, [*ready[1:], ready[0]], strict=True)):
        begin = {"seats": _seats(first, second)}
        yield Opening(f"company-{first}", begin, MIXES[number % 4], number)


# ---- Companies that show one thing each --------------------------------------------------------------------


def group(profile: str, *traits: str, models: int | None = None, **more: Any) -> dict[str, Any]:
    """A Group of a roster; a trait with a kind is written as in "Foot-Foe" or "Beastbane"."""
    listed = [_trait(one) for one in traits]
    made = {"id": profile, "traits": listed, **more}
    return made if models is None else {**made, "models": models}


def _trait(word: str) -> Any:
    if word.endswith("-Foe"):
        return {"id": "foe", "kind": word.removesuffix("-Foe")}
    if word.endswith("bane"):
        return {"id": "bane", "kind": word.removesuffix("bane")}
    return word


def company(name: str, captains: dict[str, Any], *others: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A Company; the first Group holds the Captain."""
    return {"name": name, "groups": [{**captains, "captain": True}, *others], **more}


SHOWCASES = {
    "casters": company(
        "Casters",
        group("elitefoot", "Caster"),
        group("heavyfoot", "Apprentice"),
        group("lightfoot"),
        group("lightcavalry"),
    ),
    "summoner": company(
        "Summoner",
        group("elitefoot", "Summoner", "Unerring"),
        group("lightfoot", held_back=True),
        group("heavymissile"),
        group("lightbeast", "Composed"),
    ),
    "sparks": company(
        "Sparks",
        group("lightfoot", "Self-Destruct", "Unfeeling"),
        group("lightfoot", "Self-Destruct", "Shooters"),
        group("lightfoot", "Self-Destruct", "Cowardly", "Throwers"),
        group("lightfoot", "Stealthy"),
    ),
    "hunters": company(
        "Hunters",
        group("heavycavalry", "Footbane", "Vicious"),
        group("heavyfoot", "Foot-Foe", "Well-Armed"),
        group("lightbeast", "Foot-Foe"),
    ),
    "terror": company(
        "Terror",
        group("elitecavalry", "Terrifying", "Chariot"),
        group("heavyfoot", "Offensive"),
        group("lightmissile", "Accurate"),
        group("lightengine", "Short-Ranged"),
    ),
    "drifters": company(
        "Drifters",
        group("lightcavalry", "Move Freely"),
        group("lightmissile", "Move Freely"),
        group("heavycavalry", "Move Freely", "Terrifying"),
        group("lightfoot", "Cowardly"),
    ),
    "beasts": company(
        "Beasts", group("heavybeast"), group("lightbeast"), group("heavybeast"), group("lightbeast")
    ),
}
"""Companies that have every optional trait between them."""


def _every_trait() -> Iterator[Opening]:
    """Every showcase against every other, each mix of players in turn."""
    names = list(SHOWCASES)
    number = 0
    for first in names:
        for second in names:
            scenario = scenario_ids()[number % len(scenario_ids())]
            begin = {"scenario": scenario, "seats": _seats(SHOWCASES[first], SHOWCASES[second])}
            yield Opening(f"traits-{first}-{second}", begin, MIXES[number % 4], number)
            number += 1


def _every_captain() -> Iterator[Opening]:
    """Each Captain trait, kept by an established Captain and picked by its player."""
    for place, trait in enumerate(captain_traits().values()):
        for number, mix in enumerate(MIXES):
            first = {
                **list(SHOWCASES.values())[(place + number) % len(SHOWCASES)],
                "captain_trait": trait.name,
            }
            second = {**SHOWCASES["terror"], "captain_trait": trait.name}
            begin = {
                "scenario": ("pitched-battle", "ambush", "hunt-the-captain", "retreat")[number],
                "seats": _seats(first, second),
                "options": {"captain_trait": "keep"},
            }
            yield Opening(f"captain-{trait.name}-{number}", begin, mix, place)


def _several_seats() -> Iterator[Opening]:
    """Three and four players, with the lead fixed or rotating."""
    small = [
        company("Riders", group("heavycavalry"), group("lightcavalry")),
        company("Line", group("elitefoot"), group("lightfoot")),
        company("Pack", group("lightbeast"), group("lightfoot", "Cowardly")),
        company("Bows", group("heavyfoot", "Apprentice"), group("lightmissile")),
    ]
    for number in range(16):
        count = 3 + number % 2
        turned = small[number % 4 :] + small[: number % 4]
        trait = list(captain_traits().values())[number].name
        forces = [{**one, "captain_trait": trait} for one in turned[:count]]
        begin = {
            "scenario": scenario_ids()[number % len(scenario_ids())],
            "seats": _seats(*forces),
            "options": {
                "captain_trait": "keep",
                "side_leader": ("first_seat", "rotate")[number // 2 % 2],
                "sides": [["A", "B"], ["C", "D"][: count - 2]],
            },
        }
        yield Opening(f"seats-{count}-{number}", begin, MIXES[number % 4], number)


# ---- switches ----------------------------------------------------------------------------------------------


def _every_switch() -> Iterator[Opening]:
    """Each value of each switch, with players by chance and by reckoning."""
    for place, switch in enumerate(describe()):
        for number, value in enumerate(_values(switch)):
            begin = _begin_for(switch.name, value, place + number)
            yield Opening(f"switch-{switch.name}-{value}", begin, MIXES[number % 4], place)


_NUMBERS: dict[str, list[Any]] = {
    "distance_scale": [0.5, 1.5],
    "points_limit": [12, 18],
    "published_round_cap": [0, 8],
}
"""What is tried of the switches that take any number of a range."""


def _values(switch: Switch) -> list[Any]:
    if switch.range is None:
        return list(switch.values)
    return _NUMBERS[switch.name]


def _begin_for(name: str, value: Any, number: int) -> dict[str, Any]:
    """A game in which the switch has something to say."""
    options: dict[str, Any] = {name: value}
    if name == "scenario_draw":
        return {"seats": _seats("seafolk", "automata"), "options": options}
    if name == "points_limit":
        small = company("Small", group("elitefoot"), group("lightfoot"), group("lightbeast"))
        return {"scenario": "pitched-battle", "seats": _seats(small, small), "options": options}
    if name == "kind_by_keyword":
        return {"scenario": "ambush", "seats": _seats("mire-tribes", "seafolk"), "options": options}
    by_switch = {
        "published_round_cap": "pitched-battle",
        "sortie_engine_vp": "sortie",
        "ritual_turn_count": "ritual",
        "relics_defender_first": "five-relics",
    }
    scenario = by_switch.get(name, scenario_ids()[number % len(scenario_ids())])
    ready = [one.id for one in ready_companies()]
    return {
        "scenario": scenario,
        "seats": _seats(ready[number % 12], ready[(number + 5) % 12]),
        "options": options,
    }


def _every_limit() -> Iterator[Opening]:
    """Smaller and larger battles."""
    base = [group("elitefoot"), group("lightfoot"), group("heavycavalry")]
    more = [group("heavyfoot"), group("lightbeast"), group("lightmissile"), group("heavymissile")]
    for number, limit in enumerate((12, 18, 30, 36, 48, 60)):
        force = company("Force", *base[: 1 + limit // 9], *more[: max(0, (limit - 12) // 6)])
        begin = {
            "scenario": scenario_ids()[(2 * number) % len(scenario_ids())],
            "seats": _seats(force, force),
            "options": {"points_limit": limit},
        }
        yield Opening(f"limit-{limit}", begin, MIXES[number % 4], number)


# ---- what seldom comes by itself ---------------------------------------------------------------------------


def _made_lists() -> Iterator[Opening]:
    """Companies made by dice, and published ones with the changes that the book allows."""
    for number in range(4):
        chance = Random(f"corpus {number}")
        made = [write_data(built_company(partial(_die, chance), Switches(), 24)) for _ in "AB"]
        begin = {"scenario": scenario_ids()[number], "seats": _seats(*made)}
        yield Opening(f"list-by-dice-{number}", begin, MIXES[number], number)
    freelance = company(
        "Freelance Company",
        group("elitecavalry", "Chariot", "Vicious"),
        group("lightcavalry"),
        group("heavyfoot", "Well-Armed"),
        group("heavyfoot"),
    )
    begin = {"scenario": "ambush", "seats": _seats(freelance, "barrow-legion")}
    yield Opening("list-changed", begin, MIXES[0])


def _die(chance: Random, sides: int) -> int:
    return chance.randrange(sides) + 1


def _small_zones() -> Iterator[Opening]:
    """Zones that cannot hold those who must deploy in them are widened."""
    engines = company("Engines", *(group("lightengine", models=6) for _ in range(3)), group("heavyfoot"))
    for scenario in ("the-watchtower", "sortie", "burn-the-stores", "extraction"):
        begin = {"scenario": scenario, "seats": _seats(engines, engines), "options": BARE}
        yield Opening(f"zone-{scenario}", begin, MIXES[0])


def at(profile: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A Group of a position."""
    return {"profile": profile, "at": [x, y], **more}


def _rare_positions() -> Iterator[Opening]:
    """Situations that dice bring about too seldom, each played on a few times by chance."""
    for name, position in RARE.items():
        for number in range(24):
            yield Opening(f"rare-{name}-{number}", {"position": position}, MIXES[number % 4], number, 40)


LASTING = [{"spell": "Fortify", "caster": "A"}, {"spell": "Enrage", "caster": "A"}]
CURSED = [{"spell": "Confuse", "caster": "B"}]
WEB = [{"spell": "Entangle", "caster": "B"}]
RARE: dict[str, dict[str, Any]] = {
    "renewed": {
        "groups": {
            "A1": at(
                "Elite Foot", 36, 12, traits=["Apprentice"], known_spells=["Fortify", "Enrage", "Prompt"]
            ),
            "A2": at("Heavy Foot", 30, 14, spells=LASTING),
            "A3": at("Heavy Foot", 42, 14, spells=LASTING),
            "B1": at("Heavy Foot", 36, 40),
            "B2": at("Heavy Foot", 50, 40),
        },
    },
    "countered": {
        "groups": {
            "A1": at(
                "Heavy Engine", 36, 6, models=1, traits=["Apprentice"], known_spells=["Counter"], spells=WEB
            ),
            "A2": at("Heavy Foot", 30, 14, spells=[*CURSED, *WEB]),
            "A3": at("Heavy Foot", 42, 14, spells=WEB),
            "B1": at("Heavy Foot", 36, 40),
            "B2": at("Heavy Foot", 50, 40),
        },
    },
    "twice-difficult": {
        "terrain": [
            {"kind": "wood", "area": [28, 10, 44, 22], "traits": ["difficult"]},
            {"kind": "marsh", "area": [32, 14, 40, 28], "traits": ["difficult"]},
        ],
        "groups": {
            "A1": at("Heavy Foot", 36, 8),
            "A2": at("Light Foot", 22, 12, spells=WEB),
            "B1": at("Heavy Foot", 36, 34),
            "B2": at("Light Beast", 30, 38),
        },
    },
    "asset-at-hand": {
        "scenario": "raid",
        "tokens": {
            "asset1": {"kind": "asset", "at": [20, 13]},
            "asset2": {"kind": "asset", "at": [36, 13]},
            "asset3": {"kind": "asset", "at": [52, 13]},
        },
        "groups": {
            "A1": at("Light Beast", 20, 12, models=1),
            "A2": at("Heavy Foot", 36, 12, models=1),
            "A3": at("Elite Foot", 52, 12, models=1),
            "B1": at("Heavy Foot", 36, 40),
            "B2": {"profile": "Light Foot"},
        },
    },
    "between-two-enemies": {
        "groups": {
            "A1": at("Heavy Foot", 36, 20, models=1, melee=["B1", "B2"]),
            "A2": at("Heavy Foot", 10, 6),
            "B1": at("Heavy Foot", 36, 21, models=1),
            "B2": at("Light Foot", 35, 20, models=1),
        },
    },
    "torch-in-hand": {
        "scenario": "burn-the-stores",
        "groups": {
            "A1": at("Heavy Foot", 24, 32.5, models=1),
            "A2": at("Light Foot", 12, 6, models=1),
            "B1": at("Heavy Foot", 6, 44, models=1),
            "B2": {"profile": "Heavy Foot"},
        },
    },
    "at-the-north-edge": {
        "scenario": "breakthrough",
        "groups": {
            "A1": at("Heavy Foot", 24, 34, models=1),
            "A2": at("Light Foot", 40, 28, models=1),
            "B1": at("Heavy Foot", 10, 20, models=1),
            "B2": {"profile": "Heavy Foot"},
        },
    },
    "bodyguards-in-melee": {
        "scenario": "ritual",
        "step": "rally",
        "active": "B",
        "turn": 2,
        "to_do": ["B1"],
        "roles": {"bodyguards": "B1"},
        "groups": {
            "A1": at("Elite Foot", 36, 23, models=1, melee=["B1"]),
            "A2": at("Heavy Foot", 36, 6),
            "B1": at("Light Foot", 36, 24, fielded=1, r=9, shaken=True),
            "B2": at("Heavy Foot", 10, 24, captain=True),
        },
    },
    "allied-captains": {
        "sides": [["A", "C"], ["B"]],
        "groups": {
            "A1": at("Elite Foot", 30, 20, captain=True),
            "A2": at("Heavy Foot", 36, 22),
            "B1": at("Heavy Missile", 36, 34),
            "B2": at("Heavy Missile", 30, 34),
            "C1": at("Elite Foot", 42, 20, captain=True),
            "C2": at("Heavy Foot", 46, 16),
        },
    },
}
"""Positions by what they are about."""
