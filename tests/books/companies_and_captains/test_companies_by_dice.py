"""Companies made by dice, and Companies without Missile profiles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.chapters.constructing import cost, total_cost, validate
from sandtable.books.companies_and_captains.rosters.ready import (
    built_company,
    drawn_company,
    published_companies,
    random_company,
    sample_companies,
    without_missiles,
)
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.dice import Seeded, Wanted
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers

NO_MISSILES = Switches(missile_profiles=False)


class Dice:
    """Dice that show what the test says, and remember how many sides they had."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.sides: list[int] = []

    def __call__(self, sides: int) -> int:
        self.sides.append(sides)
        face = self.faces.pop(0)
        assert 1 <= face <= sides
        return face


def shown(company) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.profile, one.traits) for one in company.groups]


@covers("CC-SMP-08")
def test_a_company_is_built_die_by_die():
    # Elite Foot leads (5), then Heavy Beast (6), Elite Foot (5), Elite Missile (6): 22 points.
    # The two left buy Well-Armed for the last Group and Throwers for the first.
    dice = Dice(3, 1, 9, 12, 10, 2)
    built = built_company(dice, Switches(), 24)
    assert shown(built) == [
        ("Elite Foot", ("Throwers",)),
        ("Heavy Beast", ()),
        ("Elite Foot", ()),
        ("Elite Missile", ("Well-Armed",)),
    ]
    assert dice.sides == [4, 14, 14, 14, 10, 6]
    assert dice.faces == []
    assert total_cost(built) == 24
    assert [one.captain for one in built.groups] == [True, False, False, False]
    assert [one.models for one in built.groups] == [12, 6, 12, 12]


@covers("CC-SMP-08", "CC-PRO-09")
def test_without_missile_profiles_none_is_built():
    dice = Dice(3, 11, 11, 11, 11, 11, 7, 1)
    built = built_company(dice, NO_MISSILES, 24)
    assert dice.sides == [3, 11, 11, 11, 11, 11, 7, 14]
    assert [one.profile for one in built.groups] == ["Elite Foot"] + ["Light Foot"] * 6
    assert built.groups[0].traits == ("Well-Armed",)


@covers("CC-SMP-08")
def test_profiles_that_no_longer_fit_are_not_offered():
    # 6 + 3 leaves 3 of 12: only Light Foot and Light Missile fit.
    dice = Dice(1, 11, 2)
    built = built_company(dice, Switches(), 12)
    assert dice.sides == [4, 14, 2]
    assert [one.profile for one in built.groups] == ["Heavy Beast", "Light Foot", "Light Missile"]


@covers("CC-SMP-08")
def test_eight_points_are_the_fewest_to_build_with():
    built = built_company(Dice(2), Switches(), 8)
    assert [one.profile for one in built.groups] == ["Elite Foot", "Light Missile"]
    with pytest.raises(Refused) as refused:
        built_company(Dice(), Switches(), 7)
    assert refused.value.rule == "CC-SMP-08"


@covers("CC-SMP-08")
@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from([8, 12, 16, 18, 24, 30, 42, 60]), st.booleans())
def test_whatever_the_dice_a_built_company_is_legal(seed: int, limit: int, missiles: bool):
    source = Seeded(seed)
    switches = Switches(missile_profiles=missiles, kind_by_keyword=missiles)
    built = random_company(lambda sides: source.roll(Wanted(1, "company", sides)).faces[0], switches, limit)
    assert validate(built, switches, limit) == []
    assert len(built.groups) >= (4 if limit >= 24 else 2)
    assert len({one.id for one in built.groups}) == len(built.groups)


@covers("CC-SMP-08")
def test_a_standard_game_draws_one_of_twelve_or_builds():
    dice = Dice(1, 12)
    assert random_company(dice, Switches()) == published_companies()["citizens-defense-force"]
    assert dice.sides == [2, 12]
    assert random_company(Dice(1, 1), Switches()) == sample_companies()["river-muster"]
    built = random_company(Dice(2, 3, 1, 9, 12, 10, 2), Switches())
    assert built.name == "Company by Dice"
    assert random_company(Dice(1, 1), Switches(), 12).name == "Company by Dice"


@covers("CC-SMP-08", "CC-PCO-09", "CC-SMP-07")
def test_only_companies_that_the_switches_allow_are_drawn():
    dice = Dice(11)
    strict = Switches(kind_by_keyword=False, missile_profiles=False)
    assert drawn_company(dice, strict).name == "Citizen's Defense Force"
    assert dice.sides == [11]
    assert "Missile" not in str(drawn_company(Dice(4), strict))


@covers("CC-SMP-07")
def test_foot_of_the_same_cost_takes_the_place_of_missiles():
    swapped = {name: without_missiles(one) for name, one in sample_companies().items()}
    assert shown(swapped["greenwood-kin"]) == [
        ("Heavy Foot", ("Shooters",)),
        ("Elite Foot", ()),
        ("Light Beast", ()),
        ("Light Foot", ()),
        ("Light Foot", ("Stealthy",)),
    ]
    assert shown(swapped["barrow-legion"])[3] == ("Heavy Foot", ("Unfeeling",))
    assert shown(swapped["mire-tribes"])[6] == ("Light Foot", ())
    for name, company in swapped.items():
        assert validate(company, NO_MISSILES) == []
        before = sample_companies()[name].groups
        assert [cost(one) for one in company.groups] == [cost(one) for one in before]
        assert [one.keywords for one in company.groups] == [one.keywords for one in before]
    assert swapped["river-muster"] == sample_companies()["river-muster"]
