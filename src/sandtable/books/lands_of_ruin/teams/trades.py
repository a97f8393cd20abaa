"""What all can see of a card: the classes of its weapons, and what it is in its band."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.tables.arms import items
from sandtable.books.lands_of_ruin.tables.people import Profile, cohorts, heroes
from sandtable.kernel import rule

THROWABLES, MANY_BLOWS = 2, 2
"""LR-CARD-14: so many things to throw, and levels of Close Combat +1."""
BY_SKILL = {"First Aid": "medic", "Balean Pusher": "pusher", "Artillery Target": "artillery spotter"}
BY_CLASS = {"flame": "flamer", "lmg": "gunner"}
RIFLES = ("rifle", "smg", "shotgun")


@rule("LR-CARD-02", "LR-CARD-03")
def icons_of(profile: Profile) -> tuple[str, ...]:
    """By the highlight number of each weapon, then by its price, then as they are carried."""
    arms = sorted((one.row for one in profile.arms), key=lambda row: (-row.highlight, -row.gear_value))
    return tuple(one.kind for one in arms)


@rule("LR-CARD-14")
def trade_of(name: str, profile: Profile) -> str:
    """The first that fits of the list."""
    kinds = {one.row.kind for one in profile.arms}
    thrown = sum(count for one, count in profile.items.items() if items()[one].use == "throw")
    hero, cohort = heroes().get(name), cohorts().get(name)
    fits = (
        *((trade, skill in profile.skills) for skill, trade in BY_SKILL.items()),
        (
            "demolitions",
            "Demolitions" in profile.skills
            or ("Grenade Throwing" in profile.skills and thrown >= THROWABLES),
        ),
        ("sniper", "sniper_rifle" in kinds),
        ("infiltrator", "Infiltration" in profile.skills),
        ("rocket", hero is not None and hero.ability == "Bazooka"),
        ("slaver", "Balean Slaver" in profile.skills),
        *((trade, kind in kinds) for kind, trade in BY_CLASS.items()),
        ("slave", cohort is not None and cohort.type == "slave"),
        ("close fighter", profile.skills.get("Close Combat +1", 0) >= MANY_BLOWS),
        ("rifleman", any(one in kinds for one in RIFLES)),
    )
    return next((trade for trade, is_so in fits if is_so), "fighter")
