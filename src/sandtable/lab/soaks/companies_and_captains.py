"""Random battles of Companies and Captains: every scenario, trait, spell and switch, two to four seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from sandtable.books.companies_and_captains.chapters.constructing import usual_models, validate, validate_side
from sandtable.books.companies_and_captains.company import Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.invariants import what_is_wrong
from sandtable.books.companies_and_captains.printed_tables import (
    Profile,
    captain_traits,
    construction,
    optional_traits,
    profiles,
)
from sandtable.books.companies_and_captains.rosters.json_form import write_data
from sandtable.books.companies_and_captains.rosters.ready import random_company
from sandtable.books.companies_and_captains.scenarios.every import scenario_ids
from sandtable.books.companies_and_captains.switches import Switches, describe, read_switches
from sandtable.kernel.switches import Switch

__all__ = ["setup", "what_is_wrong"]

SWITCHED = 0.25
"""How often each switch is set to some value of its own."""
SEATS = (2, 2, 2, 3, 4)
"""How many players there are, each number as likely as it stands here."""
LIMITS = (12, 18, 24, 24, 24, 24, 30, 36, 60)
"""The points of a side; all of CC-CON-05 alike would make most battles huge."""
LIMIT_OF_SEVERAL = 24
"""The least points that several players of a side share, so that each can build a Company."""
UNCAPPED = 0.02
"""How often a published scenario has no last round."""
DRAWN = 0.05
"""How often the dice draw the scenario."""
BY_DICE = 0.3
"""How often a Company is made as CC-SMP-08 says; else anything legal may be in it."""
KEYWORDS = ("Undead", "Goblin")
KINDS = ("Foot", "Cavalry", "Beast", "Engine", "Missile", *KEYWORDS)
"""What Foes and banes name."""
MOST_MODELS = {"Foot": 24, "Missile": 24, "Cavalry": 12, "Beast": 8, "Engine": 8}
"""The models of a Group that most tables have room for."""
VAST = 0.004
"""How often a Group may have any number of models on bases of any size."""
MOST_TRAITS_TRIED = 14


def setup(chance: Random) -> dict[str, Any]:
    """What `sandtable.new` is given for one random battle, as plain data."""
    seats = tuple("ABCD"[: chance.choice(SEATS)])
    options = random_options(chance, len(seats))
    switches = read_switches(options)
    sides = (seats[0::2], seats[1::2])
    share = {seat: switches.points_limit // len(side) for side in sides for seat in side}
    forces = _companies(chance, switches, sides, share)
    scenario = None if chance.random() < DRAWN else chance.choice(scenario_ids())
    if chance.random() < 0.5:
        options["sides"] = [list(side) for side in sides]
    return {"book_id": "companies-and-captains", "scenario": scenario, "seats": forces, "options": options}


def random_options(chance: Random, seats: int) -> dict[str, Any]:
    """Some switches at some of their values; the points suit the number of players."""
    chosen = {one.name: _any_value(chance, one) for one in describe() if chance.random() < SWITCHED}
    limit = chance.choice(LIMITS)
    chosen["points_limit"] = limit if seats == 2 else max(LIMIT_OF_SEVERAL, limit)
    return chosen


def _any_value(chance: Random, switch: Switch) -> Any:
    if switch.range is None:
        return chance.choice(list(switch.values))
    if switch.name == "published_round_cap" and chance.random() < UNCAPPED:
        return 0
    if isinstance(switch.default, float):
        return round(chance.uniform(switch.range.least, switch.range.most), 2)
    return chance.randrange(int(switch.range.least), int(switch.range.most) + 1, switch.range.step or 1)


def _companies(
    chance: Random, switches: Switches, sides: Sequence[Sequence[str]], share: Mapping[str, int]
) -> dict[str, Any]:
    """A Company for each seat; what Foes and banes cost depends on the enemy, so all are judged together."""
    while True:
        drawn = {seat: any_company(chance, switches, share[seat]) for seat in sorted(share)}
        if not any(
            validate_side(
                [drawn[seat] for seat in side],
                switches,
                [drawn[seat] for seat in other],
                [share[seat] for seat in side],
            )
            for side, other in (sides, sides[::-1])
        ):
            return {seat: write_data(one) for seat, one in drawn.items()}


# ---- Companies ---------------------------------------------------------------------------------------------


def any_company(chance: Random, switches: Switches, limit: int) -> Company:
    """A legal Company: by the dice of the book, or with any traits, models, bases and keywords at all."""
    if chance.random() < BY_DICE and limit >= LIMIT_OF_SEVERAL:
        company = random_company(lambda sides: chance.randrange(sides) + 1, switches, limit)
    else:
        company = _with_traits(chance, _groups(chance, switches, limit), switches, limit)
    trait = chance.choice([one.name for one in captain_traits().values()])
    return with_ids(msgspec.structs.replace(company, captain_trait=trait))


def _groups(chance: Random, switches: Switches, limit: int) -> Company:
    """Groups of any profiles that fit, two at least; the Captain is with any of them."""
    playable = [one for one in profiles().values() if one.type != "Missile" or switches.missile_profiles]
    cheapest = min(one.cost for one in playable)
    most, left = chance.randint(2, int(construction().limit("groups").most)), limit
    chosen: list[GroupEntry] = []
    while len(chosen) < most:
        saved = cheapest if not chosen else 0
        fitting = [one for one in playable if one.cost <= left - saved]
        if not fitting:
            break
        profile = chance.choice(fitting)
        left -= profile.cost
        chosen.append(_entry(chance, profile))
    captain = chance.randrange(len(chosen))
    groups = tuple(msgspec.structs.replace(one, captain=place == captain) for place, one in enumerate(chosen))
    return Company(name="Company at Random", groups=groups)


def _entry(chance: Random, profile: Profile) -> GroupEntry:
    """A Group of the profile; unusual numbers of models and bases are rare, vast ones rarer."""
    limits = construction()
    models, bases = limits.limit("models"), limits.limit("base_in")
    most, widest = int(models.most), bases.most
    if chance.random() >= VAST:
        widest = 1.5
        most = min(most, MOST_MODELS[profile.type])
    count = chance.randint(int(models.least), most) if chance.random() < 0.3 else usual_models(profile)
    base = round(chance.uniform(bases.least, widest), 2) if chance.random() < 0.1 else None
    keywords = (chance.choice(KEYWORDS),) if chance.random() < 0.2 else ()
    held_back = chance.random() < 0.1
    return GroupEntry(profile=profile.name, models=count, base=base, keywords=keywords, held_back=held_back)


def _with_traits(chance: Random, company: Company, switches: Switches, limit: int) -> Company:
    """Any of the traits, wherever they are legal."""
    for _ in range(chance.randint(0, MOST_TRAITS_TRIED)):
        place = chance.randrange(len(company.groups))
        trait = chance.choice(list(optional_traits())).replace("[Kind]", chance.choice(KINDS))
        groups = list(company.groups)
        groups[place] = msgspec.structs.replace(groups[place], traits=(*groups[place].traits, trait))
        changed = msgspec.structs.replace(company, groups=tuple(groups))
        if not validate(changed, switches, limit):
            company = changed
    assert not validate(company, switches, limit), validate(company, switches, limit)
    return company
