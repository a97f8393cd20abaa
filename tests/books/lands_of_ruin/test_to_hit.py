"""The target number, and the expected effect of plain rifle fire as the book works it out."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.lands_of_ruin.chapters.roll_to_hit import chance_of, is_critical, needed
from sandtable.books.lands_of_ruin.modifiers import Shot
from sandtable.books.lands_of_ruin.state import Battle, Card, Own, Wound
from sandtable.books.lands_of_ruin.tables.arms import Arm
from sandtable.books.lands_of_ruin.tables.charts import damage_for
from sandtable.books.lands_of_ruin.teams.teams import card_of
from sandtable.kernel import Needed
from sandtable.kernel.arithmetic import total
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from sandtable.table import Ground

FIRE = Catalogue.load("sandtable.books.lands_of_ruin").rule("LR-DMG-13").table
RIFLE = Arm("VZ 99 V Assault Rifle", 3)


def battle() -> Battle:
    """A battle in Advanced mode in which nobody stands."""
    return Battle(Ground(48.0, 48.0))


def plain(seat: str, **own: Any) -> Card:
    """A card with armour of 2; the three that its skills add to shooting are taken off again below."""
    card = card_of("Dorian", seat)
    card.own = Own(**own)
    return card


def number_for(row: dict[str, Any]) -> Needed:
    """The number of a row of the table, less the three that Dorian has by his skills."""
    mode = RIFLE.row.mode(row["mode"])
    shot = Shot(
        "shot", plain("A"), RIFLE, mode, row["aimed"], plain("B", guard=10), None, row["range"], row["cover"]
    )
    return needed(battle(), shot)


@covers("LR-DMG-13", "LR-HITR-02", "LR-HITR-03", "LR-HITR-04", "LR-COV-04", "LR-ACT-07", "LR-WPN-04")
@pytest.mark.parametrize(
    "row", FIRE, ids=lambda row: f"{row['mode']} {row['aimed']} {row['cover']} {row['range']}"
)
def test_plain_rifle_fire_has_the_numbers_of_the_table(row: dict[str, Any]):
    found = number_for(row)
    skills = [one for one in found.modifiers if one.rule == "LR-SKL-06"]
    bare = Needed(
        found.base,
        found.rule,
        tuple(one for one in found.modifiers if one.rule not in ("LR-SKL-06", "LR-HITR-03")),
    )
    number = max(2, min(20, bare.number))
    assert sum(one.value for one in skills) == -3
    assert number == row["target_number"]
    mode = RIFLE.row.mode(row["mode"])
    chance = (21 - number) / 20
    critical = 1 / 20 if number < 20 else 0.0
    expected = {"hits": mode.targets * chance}
    for name, low in (("wounding", 30), ("out", 65), ("dead", 80)):
        ordinary = _share(10 * mode.p_li, low)
        better = _share(10 * mode.p_li + 10, low)
        expected[name] = mode.targets * ((chance - critical) * ordinary + critical * better)
    assert all(abs(expected[name] - row[name]) < 1e-6 for name in expected)


def _share(bonus: int, low: int) -> float:
    return len([face for face in range(1, 101) if damage_for(face + bonus).lo >= low]) / 100


@covers("LR-HITR-05")
def test_between_2_and_20_everything_can_miss_and_everything_can_hit():
    state, mode = battle(), RIFLE.row.mode("suppressing fire")
    hopeless = needed(state, Shot("shot", plain("A"), RIFLE, mode, False, plain("B", guard=20), None, "long"))
    assert (hopeless.number, chance_of(hopeless)) == (20, 1 / 20)
    sure = Needed(2, "LR-HITR-03")
    assert chance_of(sure) == 19 / 20


@covers("LR-HITR-06")
def test_a_20_is_critical_only_where_less_would_have_done():
    state = battle()
    assert is_critical(state, 20, Needed(7, "LR-HITR-02"))
    assert not is_critical(state, 20, Needed(20, "LR-HITR-02"))
    assert not is_critical(state, 19, Needed(7, "LR-HITR-02"))


@covers("LR-SUP-06")
@pytest.mark.parametrize(("percent", "modifier"), [(0, 0), (9, 0), (15, -1), (29, -2), (99, -9), (100, -10)])
def test_every_full_ten_percent_takes_one_off(percent: int, modifier: int):
    found = needed(
        battle(), Shot("shot", plain("A", suppression=percent), RIFLE, RIFLE.row.modes[0], False, plain("B"))
    )
    assert total(-one.value for one in found.modifiers if one.rule == "LR-SUP-06") == modifier


@covers("LR-AP-04")
@pytest.mark.parametrize(("unspent", "bonus"), [(4, 0), (5, 1), (9, 1), (14, 2), (19, 3), (20, 4)])
def test_every_full_five_points_add_one_to_defence(unspent: int, bonus: int):
    found = needed(
        battle(), Shot("shot", plain("A"), RIFLE, RIFLE.row.modes[0], False, plain("B", guard=unspent))
    )
    assert sum(one.value for one in found.modifiers if one.rule == "LR-AP-04") == bonus


@covers("LR-EFF-20", "LR-EFF-04", "LR-FIRE-07")
def test_of_whoever_lies_the_wounds_count_as_when_it_fell():
    lies = plain("B", guard=20, fell_with=-2, wounds=(Wound("wound", -1, -2), Wound("bleeding", -1, -2)))
    lies.down = True
    found = needed(battle(), Shot("shot", plain("A"), RIFLE, RIFLE.row.modes[0], False, lies))
    assert [one.value for one in found.modifiers if one.rule in ("LR-EFF-04", "LR-AP-04")] == [-2]
