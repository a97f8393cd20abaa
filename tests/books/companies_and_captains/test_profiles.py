"""Traits change a profile in the book's order, and the card can explain every change."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.books.companies_and_captains.printed_tables import profiles
from sandtable.books.companies_and_captains.profiles import (
    BANE,
    FOE,
    BoughtTrait,
    FinishedProfile,
    finished,
    is_of_kind,
    parse_trait,
    profile_named,
)
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel.testing import covers


def finish(profile: str, *traits: str, switches: Switches | None = None) -> FinishedProfile:
    bought = [parse_trait(one) for one in traits]
    assert None not in bought
    return finished(profiles()[profile], [one for one in bought if one], switches or Switches())


def rules(done: FinishedProfile) -> list[str]:
    return [one.rule for one in done.refusals]


@covers("CC-CON-12", "CC-OTR-14", "CC-OTR-15")
def test_light_foot_with_bought_bows_cut_short_shoots_nine_inches():
    done = finish("Light Foot", "Short-Ranged", "Shooters")
    assert (done.profile.mi_act, done.profile.mi_hit, done.profile.mi_range) == (6, 5, 9)
    assert rules(done) == []


@covers("CC-OTR-15", "CC-GEN-01")
@pytest.mark.parametrize(
    ("profile", "traits", "reach"),
    [
        ("Heavy Engine", ("Short-Ranged",), 12),
        ("Light Engine", ("Short-Ranged",), 9),
        ("Light Cavalry", ("Short-Ranged",), 6),
        ("Elite Foot", ("Throwers", "Short-Ranged"), 3),
    ],
)
def test_short_ranged_halves_every_range(profile: str, traits: tuple[str, ...], reach: int):
    assert finish(profile, *traits).profile.mi_range == reach


@covers("CC-OTR-19")
def test_throwers_throw_six_inches():
    done = finish("Heavy Cavalry", "Throwers")
    assert (done.profile.mi_act, done.profile.mi_hit, done.profile.mi_range) == (6, 5, 6)


@covers("CC-OTR-02")
def test_accurate_hits_one_better_and_never_better_than_two():
    assert finish("Light Cavalry", "Accurate").profile.mi_hit == 4
    assert finish("Elite Engine", "Accurate").profile.mi_hit == 3
    assert finish("Light Foot", "Accurate", "Shooters").profile.mi_hit == 4
    marksmen = msgspec.structs.replace(profiles()["Elite Engine"], mi_hit=2)
    assert finished(marksmen, [BoughtTrait("Accurate")], Switches()).profile.mi_hit == 2


@covers("CC-OTR-06")
@pytest.mark.parametrize(("profile", "move"), [("Elite Cavalry", 6), ("Light Beast", 5), ("Heavy Beast", 5)])
def test_a_composed_group_loses_reckless_and_moves_on_one_better(profile: str, move: int):
    done = finish(profile, "Composed")
    assert done.profile.mo_act == move
    assert "Reckless" not in done.profile.traits
    assert "Composed" in [one.name for one in done.traits]


@covers("CC-OTR-11")
def test_offensive_heavy_foot_attacks_on_four_and_defends_as_before():
    done = finish("Heavy Foot", "Offensive")
    assert (done.profile.me_attack, done.profile.me_defend) == (4, 4)
    assert "Defensive" not in done.profile.traits


@covers("CC-OTR-05")
def test_a_chariot_has_one_more_toughness():
    assert finish("Elite Cavalry", "Chariot").profile.t == 5
    assert rules(finish("Heavy Beast", "Chariot")) == ["CC-OTR-05"]
    assert finish("Heavy Beast", "Chariot").profile.t == 4


@covers("CC-OTR-01", "CC-CON-12")
@pytest.mark.parametrize(
    ("profile", "traits", "rule"),
    [
        ("Elite Foot", ("Accurate",), "CC-OTR-02"),
        ("Elite Foot", ("Short-Ranged",), "CC-OTR-15"),
        ("Light Cavalry", ("Shooters",), "CC-OTR-14"),
        ("Light Engine", ("Throwers",), "CC-OTR-19"),
        ("Heavy Cavalry", ("Composed",), "CC-OTR-06"),
        ("Heavy Cavalry", ("Foot-Foe", "Composed"), "CC-OTR-06"),
        ("Elite Foot", ("Offensive",), "CC-OTR-11"),
        ("Light Foot", ("Chariot",), "CC-OTR-05"),
    ],
)
def test_a_trait_without_what_it_needs_is_refused_and_changes_nothing(
    profile: str, traits: tuple[str, ...], rule: str
):
    done = finish(profile, *traits)
    assert rules(done) == [rule]
    assert done.changes == ()
    assert done.profile == profiles()[profile]


@covers("CC-CON-12")
def test_bought_missiles_meet_the_need_only_while_the_switch_says_so():
    assert rules(finish("Light Foot", "Shooters", "Accurate")) == []
    strict = Switches(mi_requirement="base")
    assert rules(finish("Light Foot", "Shooters", "Accurate", switches=strict)) == ["CC-CON-12"]
    assert rules(finish("Light Cavalry", "Accurate", switches=strict)) == []
    assert rules(finish("Light Foot", "Accurate", switches=strict)) == ["CC-OTR-02"]


@covers("CC-CON-12")
def test_the_card_explains_every_change_in_the_order_of_the_book():
    done = finish("Light Foot", "Vicious", "Short-Ranged", "Accurate", "Offensive", "Shooters")
    told = [(one.column, one.was, one.now, one.reason, one.rule) for one in done.changes]
    assert told == [
        ("mi_act", None, 6, "Shooters", "CC-OTR-14"),
        ("mi_hit", None, 5, "Shooters", "CC-OTR-14"),
        ("mi_range", None, 18, "Shooters", "CC-OTR-14"),
        ("mi_hit", 5, 4, "Accurate", "CC-OTR-02"),
        ("mi_range", 18, 9, "Short-Ranged", "CC-OTR-15"),
        ("me_attack", 5, 4, "Offensive", "CC-OTR-11"),
        ("traits", "Defensive", None, "Offensive", "CC-OTR-11"),
    ]
    assert [(one.was, one.now) for one in done.explain("mi_hit")] == [(None, 5), (5, 4)]
    assert done.profile.traits == ()


@covers("CC-PRO-11")
def test_shooters_do_not_change_the_type():
    assert finish("Light Foot", "Shooters").profile.type == "Foot"


@covers("CC-OTR-08", "CC-OTR-09", "CC-PRO-09")
@pytest.mark.parametrize(
    ("word", "name", "kind", "written"),
    [
        ("Undead-Foe", FOE, "Undead", "Undead-Foe"),
        ("undead foe", FOE, "undead", "undead-Foe"),
        ("Beastbane", BANE, "Beast", "Beastbane"),
        ("BEASTBANE", BANE, "Beast", "Beastbane"),
        ("missile-foe", FOE, "Missile", "Missile-Foe"),
        ("Sea Folk-Foe", FOE, "Sea Folk", "Sea Folk-Foe"),
        ("Sea Folkbane", BANE, "Sea Folk", "Sea Folkbane"),
        ("Foebane", BANE, "Foe", "Foebane"),
        ("well armed", "Well-Armed", None, "Well-Armed"),
        ("SelfDestruct", "Self-Destruct", None, "Self-Destruct"),
    ],
)
def test_traits_are_read_as_people_write_them(word: str, name: str, kind: str | None, written: str):
    trait = parse_trait(word)
    assert trait == BoughtTrait(name, kind)
    assert str(trait) == written
    assert parse_trait(written) == trait


@pytest.mark.parametrize(
    "word", ["", "Brave", "-Foe", "bane", "7bane", "a;b-Foe", f"{'x' * 31}-Foe", "[Kind]-Foe"]
)
def test_what_is_no_trait_is_not_read(word: str):
    assert parse_trait(word) is None


@covers("CC-OTR-08", "CC-PCO-09")
def test_without_keywords_foe_and_bane_name_types_only():
    types_only = Switches(kind_by_keyword=False)
    assert rules(finish("Elite Cavalry", "Undead-Foe", switches=types_only)) == ["CC-OTR-08"]
    assert rules(finish("Elite Cavalry", "Undeadbane", switches=types_only)) == ["CC-OTR-09"]
    assert rules(finish("Elite Cavalry", "Missile-Foe", "Beastbane", switches=types_only)) == []
    assert rules(finish("Elite Cavalry", "Undead-Foe", "Undeadbane")) == []


@covers("CC-PRO-11", "CC-PRO-12")
def test_a_group_is_of_a_kind_by_type_or_keyword_whatever_the_capitals():
    assert is_of_kind("Foot", ["Undead"], "undead")
    assert is_of_kind("Foot", [], "FOOT")
    assert not is_of_kind("Foot", ["Undead"], "Beast")


@covers("CC-PRO-01")
def test_profiles_are_found_however_their_name_is_spelt():
    assert profile_named("heavy-foot") == profile_named("HeavyFoot") == profiles()["Heavy Foot"]
    assert profile_named("Huge Foot") is None


@covers("CC-OTR-08")
def test_a_finished_profile_knows_its_foes_and_banes():
    done = finish("Elite Cavalry", "Undead-Foe", "Footbane", "Cavalry-Foe")
    assert done.kinds(FOE) == ("Undead", "Cavalry")
    assert done.kinds(BANE) == ("Foot",)
    assert done.profile.traits == ("Reckless", "Defiant")
