"""Two ranged weapons: fired at one target as one attack."""

from __future__ import annotations

from itertools import combinations

import msgspec

from sandtable.books.heroic_endeavors.modifiers import ATTACK, SHOOTS, Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.weapons import Ranged, hands_for, ranged_weapons
from sandtable.kernel import Modifier


@SHOOTS.source("HE-DUAL-01", "HE-DUAL-02")
def _in_pairs(model: Model) -> tuple[Ranged, ...] | None:
    """Every two in use that are neither heavy nor a sniper's; ATK is added, range and cost are the worse."""
    known = [ranged_weapons()[one] for one in model.arms.ranged if one in model.arms.in_use]
    held = [one for one in known if hands_for(one.weapon) == 1 and _can_be_paired(one)]
    return tuple(_pair(*both) for both in combinations(held, 2))


def _can_be_paired(weapon: Ranged) -> bool:
    return not weapon.is_heavy and "Sn" not in weapon.marks and weapon.bands is not None and bool(weapon.atk)


def _pair(one: Ranged, other: Ranged) -> Ranged:
    assert one.bands is not None
    assert other.bands is not None
    near, middle, far, farthest = (min(both) for both in zip(one.bands, other.bands, strict=True))
    both = [mark for mark in one.marks if mark in other.marks and mark in ("P", "Sc")]
    slow = ["S"] if one.is_slow or other.is_slow else []
    return msgspec.structs.replace(
        one,
        weapon=f"{one.weapon} + {other.weapon}",
        atk=(one.atk or 0) + (other.atk or 0),
        bands=(near, middle, far, farthest),
        marks=(*both, *slow),
        thrown=one.thrown and other.thrown,
        fights_as="",
        pair=True,
        rule="HE-DUAL-01",
    )


@ATTACK.source("HE-DUAL-01")
def _splits_its_attention(state: Adventure, attack: Attack) -> Modifier | None:
    """A die less for two weapons at one target."""
    both = attack.ranged is not None and attack.ranged.pair
    return Modifier(-1, "two weapons", "HE-DUAL-01") if both else None
