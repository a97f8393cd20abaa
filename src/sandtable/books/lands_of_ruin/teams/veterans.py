"""Bands between battles: what they have learned and own, what that costs, and the band after a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from sandtable.binding.bands.outfits import counted
from sandtable.binding.bands.rosters import Member
from sandtable.books.lands_of_ruin.state import Side
from sandtable.books.lands_of_ruin.switches import Switches
from sandtable.books.lands_of_ruin.tables.arms import accessories, armours, items, weapons
from sandtable.books.lands_of_ruin.tables.people import Profile, heroes
from sandtable.books.lands_of_ruin.teams.loadouts import learned_by, profile_of_member
from sandtable.books.lands_of_ruin.teams.roster import Team, cohort_of, is_own
from sandtable.kernel import Refusal, rule

PER_ADVANCE = 10
"""LR-XP-02"""


def things_of(profile: Profile) -> Counter[str]:
    """Every piece of gear that is carried, by name."""
    found = Counter(arm.weapon for arm in profile.arms)
    found.update(name for arm in profile.arms for name in arm.accessories)
    found.update(profile.worn)
    found.update(profile.items)
    return found


@rule("LR-XP-05")
def upkeep_of(team: Team) -> int:
    """What every piece of gear that comes along costs before a battle, that of followers for each of them."""
    prices: dict[str, int] = {}
    for table in (weapons(), armours(), accessories(), items()):
        prices |= {name: row.upkeep for name, row in table.items()}
    carried: Counter[str] = Counter()
    for one in team.members:
        if not one.misses:
            carried.update(things_of(profile_of_member(one)))
            cohort = cohort_of(one)
            for _ in range(one.followers if cohort is not None else 0):
                assert cohort is not None
                carried.update(things_of(cohort))
    return sum(prices.get(name, 0) * count for name, count in carried.items())


@rule("LR-XP-01", "LR-XP-02", "LR-XP-03", "LR-XP-05")
def why_not_veterans(team: Team, switches: Switches) -> Iterator[Refusal]:
    """No more is learned than experience allows, nothing carried that nobody owns, and upkeep is paid."""
    if not switches.campaign:
        return
    for one in team.members:
        due, learned = one.experience // PER_ADVANCE, sum(learned_by(one).values())
        if not is_own(one) and learned > due:
            reason = f"{one.hero} has made {learned} advances with {one.experience} experience."
            yield Refusal("LR-XP-03", reason, "Every 10 points of experience give one.")
    stored = Counter(dict(map(counted, team.store)))
    named = [one for one in team.members if not is_own(one) and one.hero in heroes()]
    owned, borne = stored, Counter[str]()
    for one in named:
        owned.update(things_of(heroes()[one.hero]))
        borne.update(things_of(profile_of_member(one)))
    for name in borne - owned:
        reason = f"{name} is neither in the store nor the gear of a hero of the band."
        yield Refusal("LR-XP-05", reason, "Leave it.")
    if team.has_fought and (due := upkeep_of(team)) > team.points:
        reason = f"The upkeep of all gear is {due}, and {team.points} points are in the store."
        yield Refusal("LR-XP-05", reason, "Leave gear or heroes at home.")


@rule("LR-XP-01", "LR-XP-03", "LR-XP-04", "LR-XP-05")
def band_after(team: Team, side: Side) -> Team:
    """The band as it goes into its next battle: the lost are struck out, wounds heal, ammo is restored."""
    after = side.aftermath
    paid = upkeep_of(team) if team.has_fought else 0
    store = Counter(dict(map(counted, team.store)))
    store.update(after.loot)

    def of(members: tuple[Member, ...]) -> tuple[Member, ...]:
        left = (one for one in members if after.fates.get(one.hero) != "lost")
        return tuple(_later(one, side) for one in left)

    return msgspec.structs.replace(
        team,
        heroes=of(team.heroes),
        own=of(team.own),
        store=tuple(_times(name, count) for name, count in sorted(store.items())),
        points=max(0, team.points - paid) + after.credit,
    )


def _later(one: Member, side: Side) -> Member:
    after = side.aftermath
    learned = Counter(dict(map(counted, one.skills)))
    learned.update(after.learned.get(one.hero, ()))
    return msgspec.structs.replace(
        one,
        skills=tuple(_times(name, count) for name, count in learned.items()),
        experience=one.experience + after.gained.get(one.hero, 0),
        misses=after.fates.get(one.hero) == "misses",
    )


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"
