"""Bands between battles: what they have learned and own, what that costs, and the band after a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.binding.bands.veterans import Outcome, band_after, counts_of
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
    stored = counts_of(team.store)
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
def next_band(team: Team, outcome: Outcome) -> Team:
    """The lost are struck out, wounds heal, ammo and consumables are restored, and the upkeep was paid."""
    return band_after(team, outcome, upkeep_of(team) if team.has_fought else 0)
