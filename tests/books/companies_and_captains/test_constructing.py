"""What a Company may be, what it costs, and every reason against it."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.books.companies_and_captains.chapters.constructing import (
    base_of,
    cost,
    effective_cost,
    kept_captain_trait,
    points_fielded,
    share_points,
    table_size,
    total_cost,
    usual_models,
    validate,
    validate_side,
)
from sandtable.books.companies_and_captains.company import Company, GroupEntry, with_ids
from sandtable.books.companies_and_captains.printed_tables import captain_traits, profiles
from sandtable.books.companies_and_captains.rosters.ready import published_companies, sample_companies
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers

USUAL = Switches()


def group(profile: str, *traits: str, **more: object) -> GroupEntry:
    given = {"models": 12, **more}
    return msgspec.convert({"profile": profile, "traits": traits, **given}, GroupEntry)


def company(*groups: GroupEntry, **more: object) -> Company:
    return with_ids(msgspec.structs.replace(Company(name="Test", groups=groups), **more))


def led(*groups: GroupEntry, **more: object) -> Company:
    first, *rest = groups
    return company(msgspec.structs.replace(first, captain=True), *rest, **more)


def rules(*groups: GroupEntry, switches: Switches = USUAL, **more: object) -> list[str]:
    return [one.rule for one in validate(led(*groups, **more), switches)]


LIGHT = group("Light Foot")


@covers("CC-CON-07")
def test_a_group_costs_its_profile_and_its_traits():
    assert cost(group("Elite Cavalry", "Composed")) == 8
    assert cost(group("Light Foot", "Shooters", "Short-Ranged")) == 4
    assert cost(group("Light Foot", "Cowardly")) == 1


@covers("CC-CAP-03")
def test_the_captain_is_free():
    assert cost(group("Elite Foot", captain=True)) == cost(group("Elite Foot")) == 5


@covers("CC-CON-02")
@pytest.mark.parametrize(("count", "refused"), [(1, True), (2, False), (8, False), (9, True)])
def test_a_company_holds_two_to_eight_groups(count: int, refused: bool):
    assert rules(*[LIGHT] * count, switches=Switches(points_limit=60)) == (["CC-CON-02"] if refused else [])


@covers("CC-CON-02", "CC-CAP-01")
def test_a_company_of_nobody_lacks_groups_and_a_captain():
    reasons = validate(company(), USUAL)
    assert [one.rule for one in reasons] == ["CC-CON-02", "CC-CAP-01"]
    assert reasons[0].reason == "The Company has 0 Groups."
    assert reasons[0].remedy == "Field 2 to 8 Groups."


@covers("CC-CON-03")
def test_a_group_costs_one_to_twelve():
    assert rules(LIGHT, group("Light Foot", "Cowardly")) == []
    assert rules(LIGHT, group("Light Missile", "Cowardly", "Short-Ranged")) == ["CC-CON-03"]
    assert rules(LIGHT, group("Elite Foot", "Caster", "Summoner")) == []
    assert rules(LIGHT, group("Elite Foot", "Caster", "Summoner", "Well-Armed")) == ["CC-CON-03"]


@covers("CC-CON-04", "CC-CON-05")
def test_a_company_may_cost_the_limit_and_less_but_not_more():
    six_elites = [group("Elite Foot")] * 4 + [group("Heavy Foot")]
    assert rules(*six_elites) == []
    assert rules(*six_elites[:3]) == []
    reasons = validate(led(*[group("Elite Foot")] * 5), USUAL)
    assert [(one.rule, one.reason) for one in reasons] == [
        ("CC-CON-04", "The Company costs 25 points, the limit is 24.")
    ]
    assert rules(*[group("Elite Foot")] * 5, switches=Switches(points_limit=30)) == []
    assert [one.rule for one in validate(led(*six_elites), USUAL, 18)] == ["CC-CON-17"]
    assert rules(*six_elites, switches=Switches(points_limit=18)) == ["CC-CON-05"]


@covers("CC-OTR-24", "CC-CON-04")
def test_a_foe_without_enemies_of_its_kind_is_free():
    mine = led(
        group("Elite Cavalry", "Beast-Foe"),
        group("Elite Cavalry"),
        group("Elite Cavalry"),
        group("Elite Cavalry"),
    )
    without_beasts = published_companies()["bearfolk-war-party"]
    with_beasts = published_companies()["seafolk"]
    assert total_cost(mine) == 25
    assert points_fielded(mine, [without_beasts]) == 24
    assert validate(mine, USUAL, enemies=[without_beasts]) == []
    assert [one.rule for one in validate(mine, USUAL, enemies=[with_beasts])] == ["CC-CON-04"]
    assert [one.rule for one in validate(mine, USUAL, enemies=[without_beasts, with_beasts])] == ["CC-CON-04"]
    assert [one.rule for one in validate(mine, USUAL)] == ["CC-CON-04"]


@covers("CC-OTR-24", "CC-PCO-02", "CC-PRO-12")
def test_the_freelance_company_fields_23_points_against_the_living():
    freelance = published_companies()["freelance-company"]
    assert points_fielded(freelance, [published_companies()["automata"]]) == 23
    assert points_fielded(freelance, [published_companies()["necromancers-legion"]]) == 24
    assert points_fielded(freelance, [sample_companies()["barrow-legion"]]) == 24
    assert points_fielded(freelance, []) == 23
    assert points_fielded(freelance, None) == 24


@covers("CC-CON-03", "CC-OTR-24", "CC-OTR-09")
def test_a_free_bane_does_not_count_against_the_cost_of_its_group():
    hunter = group("Elite Foot", "Caster", "Dragonbane")
    riders = [led(group("Heavy Cavalry"), group("Heavy Cavalry"))]
    dragon = [led(group("Heavy Beast", keywords=("DRAGON",)), LIGHT)]
    assert cost(hunter) == 13
    assert effective_cost(hunter, riders) == 9
    assert effective_cost(hunter, dragon) == 13
    assert validate(led(hunter, LIGHT), USUAL, enemies=riders) == []
    assert [one.rule for one in validate(led(hunter, LIGHT), USUAL, enemies=dragon)] == ["CC-CON-03"]


@covers("CC-CON-14")
def test_points_fielded_are_the_sum_of_effective_costs():
    mine = led(group("Elite Cavalry", "Foot-Foe", "Beast-Foe"), LIGHT)
    assert points_fielded(mine, [led(LIGHT, LIGHT)]) == 6 + 1 + 3


@covers("CC-CON-08")
def test_the_number_of_models_is_free_from_1_to_24_and_costs_nothing():
    assert usual_models(profiles()["Elite Foot"]) == 12
    assert usual_models(profiles()["Heavy Beast"]) == 6
    assert cost(group("Elite Foot", models=24)) == cost(group("Elite Foot", models=1))
    for models, refused in ((0, True), (1, False), (24, False), (25, True)):
        assert rules(LIGHT, group("Light Foot", models=models)) == (["CC-CON-08"] if refused else [])


@covers("CC-GEO-02")
def test_bases_are_set_from_three_quarters_of_an_inch_to_four():
    for base, refused in ((0.74, True), (0.75, False), (4.0, False), (4.01, True), (float("nan"), True)):
        odd = msgspec.structs.replace(LIGHT, base=base)
        assert rules(LIGHT, odd) == (["CC-GEO-02"] if refused else [])


@covers("CC-GEO-02", "CC-GEN-13")
def test_usual_bases_follow_the_type_and_the_scale():
    sizes = {
        one: base_of(group(one), USUAL)
        for one in ("Light Foot", "Heavy Missile", "Light Cavalry", "Light Beast", "Heavy Engine")
    }
    assert list(sizes.values()) == [1.0, 1.0, 1.5, 2.0, 2.5]
    assert base_of(LIGHT, Switches(distance_scale=0.5)) == 0.5
    assert base_of(group("Light Foot", base=1.25), Switches(distance_scale=0.5)) == 1.25


@covers("CC-CON-10")
def test_the_same_profile_may_be_taken_again_and_again():
    assert rules(*[LIGHT] * 8) == []


@covers("CC-CON-11")
def test_a_trait_is_taken_once_but_foes_of_two_kinds_are_two():
    assert rules(LIGHT, group("Light Foot", "Well-Armed", "Well-Armed")) == ["CC-CON-11"]
    assert rules(LIGHT, group("Light Foot", "Undead-Foe", "undead-foe")) == ["CC-CON-11"]
    assert rules(LIGHT, group("Light Foot", "Undead-Foe", "Beast-Foe", "Undeadbane")) == []


@covers("CC-CON-16", "CC-OTR-19")
def test_traits_that_exclude_each_other_are_refused():
    assert rules(LIGHT, group("Light Foot", "Apprentice", "Caster")) == ["CC-CON-16"]
    assert rules(LIGHT, group("Light Foot", "Shooters", "Throwers")) == ["CC-CON-16", "CC-OTR-19"]


@covers("CC-PRO-09", "CC-PRO-10")
def test_missile_profiles_are_bought_while_their_switch_is_on():
    assert rules(LIGHT, group("Heavy Missile")) == []
    assert rules(LIGHT, group("Heavy Missile"), switches=Switches(missile_profiles=False)) == ["CC-PRO-09"]
    assert rules(LIGHT, group("Light Foot", "Missile-Foe"), switches=Switches(missile_profiles=False)) == []


@covers("CC-PRO-07", "CC-OTR-01")
def test_what_the_book_does_not_have_cannot_be_bought():
    assert rules(LIGHT, group("Huge Foot")) == ["CC-PRO-07"]
    assert rules(LIGHT, group("Light Foot", "Invisible")) == ["CC-OTR-01"]


@covers("CC-PRO-12")
def test_keywords_are_plain_words():
    assert rules(LIGHT, group("Light Foot", keywords=("Undead", "Sea Folk", "K9"))) == []
    assert rules(LIGHT, group("Light Foot", keywords=("", "a;b"))) == ["CC-PRO-12", "CC-PRO-12"]


@covers("CC-CON-15", "CC-CON-07", "CC-OTR-15")
def test_stated_numbers_are_checked_against_the_tables_and_the_traits():
    engine = group("Light Engine", "Short-Ranged", stated_cost=5)
    (reason,) = validate(led(LIGHT, engine), USUAL)
    assert reason.rule == "CC-CON-07"
    assert reason.reason == "Light Engine: The roster states 5 points, worked out are 3."
    wrong_range = group("Light Engine", "Short-Ranged", stated_values={"mi_range": 18, "t": 1})
    (reason,) = validate(led(LIGHT, wrong_range), USUAL)
    assert reason.rule == "CC-OTR-15"
    assert reason.reason == 'Light Engine: The roster states MI range 18", the profile has 9".'
    assert rules(LIGHT, group("Light Foot", stated_values={"mi_act": None, "speed": 3})) == ["CC-PRO-07"]
    assert rules(LIGHT, LIGHT, stated_total=7) == ["CC-CON-15"]
    assert rules(LIGHT, LIGHT, stated_total=6) == []


@covers("CC-CAP-01", "CC-CAP-02")
def test_one_group_holds_the_captain():
    two = company(*[msgspec.structs.replace(LIGHT, captain=True)] * 2)
    (reason,) = validate(two, USUAL)
    assert reason.rule == "CC-CAP-01"
    assert reason.reason == "The Company has 2 Captains: Light Foot (Group 1), Light Foot (Group 2)."


@covers("CC-CAP-07", "CC-CAP-08")
def test_an_established_captain_keeps_a_trait_of_the_table_where_that_is_agreed():
    mine = led(LIGHT, LIGHT, captain_trait="blood-SHY")
    assert validate(mine, USUAL) == []
    kept = kept_captain_trait(mine, Switches(captain_trait="keep"))
    assert kept is not None
    assert kept.roll == 5
    assert kept_captain_trait(mine, USUAL) is None
    assert kept_captain_trait(led(LIGHT, LIGHT), Switches(captain_trait="keep")) is None
    assert rules(LIGHT, LIGHT, captain_trait="Handsome") == ["CC-CAP-08"]


@covers("CC-CAP-08")
def test_every_total_of_three_dice_is_a_trait():
    assert list(captain_traits()) == list(range(3, 19))
    assert captain_traits()[3].name == "Reprehensible"
    assert captain_traits()[10].name == "Capable"
    assert captain_traits()[18].name == "Incredible"


def test_names_must_fit_on_a_line_and_ids_must_differ():
    assert rules(msgspec.structs.replace(LIGHT, name="a\nb"), LIGHT) == [""]
    assert rules(LIGHT, LIGHT, name="a;b") == [""]
    twins = msgspec.structs.replace(led(LIGHT, LIGHT), groups=(LIGHT,) * 2)
    named = tuple(msgspec.structs.replace(one, id="x", captain=not n) for n, one in enumerate(twins.groups))
    assert [one.rule for one in validate(msgspec.structs.replace(twins, groups=named), USUAL)] == [""]


@covers("CC-CON-01")
def test_every_reason_is_given_and_names_its_group():
    bad = company(
        group("Elite Foot", "Composed", "Short-Ranged", models=30, name="Axes"),
        group("Huge Foot"),
        group("Heavy Beast", "Chariot", "Caster", "Summoner", "Vicious", stated_cost=1),
        stated_total=3,
    )
    told = [(one.rule, one.reason.partition(":")[0]) for one in validate(bad, USUAL, 12)]
    assert told == [
        ("CC-CAP-01", "The Company has no Captain."),
        ("CC-OTR-15", "Axes"),
        ("CC-OTR-06", "Axes"),
        ("CC-CON-08", "Axes"),
        ("CC-PRO-07", "Huge Foot"),
        ("CC-OTR-05", "Heavy Beast"),
        ("CC-CON-03", "Heavy Beast"),
        ("CC-CON-07", "Heavy Beast"),
        ("CC-CON-17", "The Company costs 24 points, the player's share is 12."),
        ("CC-CON-15", "The roster states a total of 3 points, worked out are 24."),
    ]


@covers("CC-CON-17", "CC-CON-13")
def test_players_of_a_side_share_its_points():
    assert share_points(48, 2) == (24, 24)
    assert share_points(48, 3) == (16, 16, 16)
    assert share_points(24, 1) == (24,)
    assert share_points(30, 4) == (8, 8, 7, 7)
    assert share_points(48, 2, [30, 18]) == (30, 18)
    for players, agreed in ((0, None), (5, None), (2, [30, 19]), (2, [24]), (2, [49, -1])):
        with pytest.raises(Refused) as refused:
            share_points(48, players, agreed)
        assert refused.value.rule == "CC-CON-17"


@covers("CC-CON-17")
def test_every_company_of_a_side_keeps_the_limits_from_its_own_share():
    full = led(*[group("Elite Foot")] * 4, group("Heavy Foot"), name="Full")
    small = led(LIGHT, LIGHT, name="Small")
    assert validate_side([full, full], Switches(points_limit=48)) == []
    (reason,) = validate_side([full, small], Switches(points_limit=42))
    assert reason.rule == "CC-CON-17"
    assert reason.reason == "Full: The Company costs 24 points, the player's share is 21."
    assert validate_side([full, small], Switches(points_limit=42), agreed=[30, 12]) == []


@covers("CC-CON-06")
@pytest.mark.parametrize(
    ("points", "size"),
    [
        (12, (36, 36)),
        (18, (42, 42)),
        (24, (48, 48)),
        (30, (60, 48)),
        (36, (72, 48)),
        (42, (72, 60)),
        (60, (72, 60)),
    ],
)
def test_the_table_follows_the_points(points: int, size: tuple[int, int]):
    table = table_size(points)
    assert (table.width_in, table.depth_in) == size


def test_ids_come_from_names_and_are_never_the_same():
    named = [msgspec.structs.replace(LIGHT, name=one) for one in ("Axes", "Axes-1", "Axes", "Äxte", "", "")]
    assert [one.id for one in company(*named).groups] == [
        "axes-1",
        "axes-1-2",
        "axes-2",
        "xte",
        "light-foot-1",
        "light-foot-2",
    ]
