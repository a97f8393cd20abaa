"""Squads as rosters: three forms, every reason, and the soldiers they become."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.forgotten_ruin.chapters.squad.checking import check_squad
from sandtable.books.forgotten_ruin.chapters.squad.mustering import highest_ranks, rules_of_squad
from sandtable.books.forgotten_ruin.chapters.squad.roster import (
    Member,
    Squad,
    new_squad,
    platoon_leader,
    platoon_sergeant,
    ready_squads,
    remember_platoon,
)
from sandtable.books.forgotten_ruin.chapters.squad.rosters import (
    ROSTERS,
    read_roster,
    read_squad,
    second_squad,
    write_json,
    write_text,
)
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import (
    profile_of_position,
    rank_of,
    squad_tables,
)
from sandtable.books.forgotten_ruin.state import Profile
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import no_points
from tests.books.forgotten_ruin.stage import battle, perform, soldier

RED = ready_squads()["red-squad"].squad


def changed(squad: Squad, place: int, **facts) -> Squad:
    """The squad with one member altered."""
    members = list(squad.members)
    members[place] = msgspec.structs.replace(members[place], **facts)
    return msgspec.structs.replace(squad, members=tuple(members))


def reasons(squad: Squad, switches: Switches | None = None) -> list[str]:
    return [one.rule for one in check_squad(squad, switches)]


@pytest.mark.parametrize("id", sorted(ready_squads()))
def test_every_ready_squad_is_legal_and_survives_every_form(id):
    squad = ready_squads()[id].squad
    assert check_squad(squad) == []
    assert read_roster(id) == squad
    assert read_roster(write_text(squad)) == squad
    assert read_roster(write_json(squad)) == squad
    assert read_roster(ROSTERS.write_code(squad)) == squad


# A code once printed on a card must be readable for ever.
def test_a_code_of_the_first_version_is_still_read():
    code = (
        "FR1.2loECrWUyw6CMBREv03AV4IxundxtVVvLFzThiYs_HcLbgqVPgzuWDQzZeZ0gl5Hznx2G0NbL51i6hQ4BVAEfJ"
        "kE3VVQ0g0vIAZBHsyf1JEFe8sJA74_G6D0h6ec6isybr7tyywqrkY5kWA43xVKaqHLdls9G6FQD6HKqGW_2wcQz6k_"
        "Ey0eMT2FhAef4XHamkshMNCB_507K2qrrwSO5yRN3RvxWkKa-mTGJ88W70Cq-78HuXBo-TLKMS6vNw"
    )
    assert read_roster(code) == RED


@covers("FR-SQD-01", "FR-SQD-02", "FR-SQD-10")
def test_nine_soldiers_are_a_leader_and_two_teams_of_four():
    soldiers = new_squad(RED)
    assert list(soldiers) == [f"S{number}" for number in range(1, 10)]
    assert [one.position for one in soldiers.values()].count("fire team leader") == 2
    assert soldiers["S1"].position == "squad leader"
    assert [one.team for one in soldiers.values()] == [0, 1, 1, 1, 1, 2, 2, 2, 2]


@covers("FR-SQD-01")
def test_eight_soldiers_are_refused():
    short = msgspec.structs.replace(RED, members=RED.members[:-1])
    assert "FR-SQD-01" in reasons(short)
    with pytest.raises(Refused):
        read_squad(short)


@covers("FR-SQD-05")
def test_another_size_is_a_switch():
    five = msgspec.structs.replace(RED, members=RED.members[:5])
    # Ellis, who is not among them, had the anti-tank weapon.
    five = changed(five, 1, weapons=("assault rifle", "anti-tank weapon"))
    assert check_squad(five, Switches(squad_size=5)) == []
    assert reasons(RED, Switches(squad_size=5)) == ["FR-SQD-05"]


@covers("FR-SQD-02")
def test_two_squad_leaders_are_refused():
    assert "FR-SQD-02" in reasons(changed(RED, 2, position="squad leader", team=0))


@covers("FR-SQD-04")
def test_names_are_given_to_everybody_and_a_team_begins_with_its_leader():
    assert "FR-SQD-04" in reasons(changed(RED, 2, name="Harper"))
    swapped = [RED.members[0], RED.members[2], RED.members[1], *RED.members[3:]]
    assert "FR-SQD-04" in reasons(msgspec.structs.replace(RED, members=tuple(swapped)))


@covers("FR-SQD-18")
def test_three_personalities_and_only_where_they_belong():
    assert "FR-SQD-18" in reasons(changed(RED, 3, is_personality=True, traits=("Brave", "Loyal")))
    assert "FR-SQD-18" in reasons(changed(RED, 1, is_personality=False, traits=()))


@covers("FR-SQD-10")
def test_a_grunt_has_no_traits():
    assert "FR-SQD-10" in reasons(changed(RED, 3, traits=("Brave",)))


@covers("FR-SQD-20")
@pytest.mark.parametrize(
    ("traits", "knack", "fine"),
    [
        (("Brave", "Loyal"), "", True),
        (("Brave",), "Crafty", True),
        ((), "", True),
        (("Brave",), "", False),
        (("Brave", "Loyal"), "Crafty", False),
        (("Brave", "Brave"), "", False),
        ((), "Crafty", False),
    ],
)
def test_two_traits_or_one_with_a_knack_or_none_yet(traits, knack, fine):
    assert (reasons(changed(RED, 0, traits=traits, knack=knack)) == []) is fine


@covers("FR-SQD-21", "FR-SQD-22")
def test_traits_and_knacks_are_those_of_the_tables_in_every_form_of_a_roster():
    assert reasons(changed(RED, 0, traits=("Brave", "Handsome"))) == ["FR-SQD-21"]
    assert reasons(changed(RED, 0, traits=("Brave",), knack="Lucky")) == ["FR-SQD-22"]
    with pytest.raises(Refused, match="Handsome"):
        read_squad(read_roster(write_json(changed(RED, 0, traits=("Brave", "Handsome")))))


@covers("FR-SQD-17")
@pytest.mark.parametrize(
    ("position", "values"),
    [
        ("soldier", (2, 5, 0, 3, 0)),
        ("fire team leader", (3, 5, 0, 3, 1)),
        ("squad leader", (3, 6, 0, 3, 1)),
        ("platoon sergeant", (3, 5, 1, 4, 0)),
        ("platoon leader", (4, 6, 0, 3, 1)),
    ],
)
def test_the_profile_of_every_position(position, values):
    found = profile_of_position(position)
    assert (found.reactions, found.speed, found.combat_skill, found.toughness, found.wits) == values


@covers("FR-SQD-17")
def test_a_new_soldier_with_better_values_is_refused():
    better = Profile(speed=9.0, reactions=2, toughness=3)
    assert "FR-SQD-17" in reasons(changed(RED, 3, profile=better))


@covers("FR-SQD-12", "FR-SQD-13", "FR-SQD-14")
def test_up_to_two_veterans_keep_what_they_became():
    better = Profile(speed=7.0, combat_skill=2, toughness=4, reactions=4, wits=1)
    veteran = {
        "is_veteran": True,
        "is_personality": True,
        "profile": better,
        "traits": ("Brave", "Loyal", "Friendly"),
    }
    two = changed(changed(RED, 4, **veteran), 8, **veteran)
    assert check_squad(two) == []
    assert new_squad(two)["S5"].profile == better
    assert new_squad(two)["S5"].weapons[0].name == "squad automatic weapon"
    assert read_roster(write_text(two)) == two
    assert "FR-SQD-12" in reasons(changed(two, 7, **veteran))
    assert "FR-SQD-13" in reasons(changed(RED, 4, is_veteran=True))


@covers("FR-TRF-03", "FR-TRF-06", "FR-SPL-18")
@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"transformation": "The Green", "upgrades": ("Keen Archery",)}, ""),
        ({"transformation": "The Wizard"}, "FR-TRF-03"),
        ({"transformation": "The Green", "upgrades": ("Hulk",)}, "FR-TRF-06"),
        ({"upgrades": ("Hulk",)}, "FR-TRF-06"),
        ({"transformation": "The Arcane", "spells": ("Bane",)}, ""),
        ({"spells": ("Fireball",)}, "FR-SPL-18"),
    ],
)
def test_whoever_is_transformed_has_become_what_the_book_knows(facts, rule):
    assert reasons(changed(RED, 4, **facts)) == ([rule] if rule else [])


@covers("FR-SQD-37", "FR-DIF-06")
def test_new_soldiers_have_no_other_luck():
    lucky = Switches(difficulty_options=("Lucky heroes",))
    assert reasons(changed(RED, 0, luck=1)) == []
    assert reasons(changed(RED, 0, luck=2)) == ["FR-SQD-37"]
    assert reasons(changed(RED, 0, luck=2), lucky) == []
    assert reasons(changed(RED, 4, luck=1)) == ["FR-SQD-37"]


@covers("FR-SQD-36", "FR-SQD-37", "FR-DIF-06")
def test_the_main_character_has_luck_and_lucky_heroes_have_more():
    lucky = Switches(difficulty_options=("Lucky heroes",))
    assert {one.id: one.luck for one in new_squad(RED).values() if one.luck} == {"S1": 1}
    assert {one.id: one.luck for one in new_squad(RED, lucky).values() if one.luck} == {
        "S1": 2,
        "S2": 1,
        "S3": 1,
    }


@covers("FR-SQD-36")
def test_the_main_character_is_one_of_the_known():
    assert "FR-SQD-36" in reasons(changed(RED, 0, is_main_character=False))
    assert "FR-SQD-36" in reasons(
        changed(changed(RED, 0, is_main_character=False), 3, is_main_character=True)
    )


@covers("FR-SQD-36", "FR-SQD-13")
def test_a_veteran_beside_the_three_known_is_not_the_main_character_and_one_among_them_may_be():
    nobody = changed(RED, 0, is_main_character=False)
    beside = changed(nobody, 3, is_personality=True, is_veteran=True, is_main_character=True)
    assert reasons(beside) == ["FR-SQD-36"]
    among = changed(nobody, 2, is_veteran=True, is_main_character=True)
    assert reasons(among) == []


@covers("FR-SQD-36", "FR-SQD-07")
@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ({"is_main_character": True}, ["FR-SQD-36"]),
        ({"is_personality": True, "is_veteran": True}, ["FR-SQD-07"]),
        ({"position": "squad leader"}, ["FR-SQD-07"]),
        ({"team": 1}, ["FR-SQD-07"]),
    ],
)
def test_the_two_of_the_platoon_are_none_of_the_squad_and_its_veterans(said, rules):
    for who in ("platoon_leader", "platoon_sergeant"):
        officer = msgspec.structs.replace(getattr(RED, who), **said)
        assert reasons(msgspec.structs.replace(RED, **{who: officer})) == rules


@covers("FR-SQD-38")
def test_a_team_without_its_automatic_weapon_is_refused():
    assert "FR-SQD-38" in reasons(changed(RED, 4, weapons=("assault rifle",)))
    assert "FR-SQD-38" in reasons(changed(RED, 4, weapons=("squad automatic weapon", "assault rifle")))


@covers("FR-SQD-38")
def test_anybody_of_a_team_may_carry_any_of_its_weapons():
    swapped = changed(changed(RED, 1, weapons=("squad automatic weapon",)), 4, weapons=("assault rifle",))
    assert check_squad(swapped) == []


@covers("FR-SQD-39")
def test_the_squad_leader_has_pistol_and_rifle():
    assert "FR-SQD-39" in reasons(changed(RED, 0, weapons=("assault rifle",)))


@covers("FR-SQD-40")
def test_one_launcher_may_become_a_sharpshooters_rifle():
    one = changed(RED, 3, weapons=("sharpshooter's rifle",))
    assert check_squad(one) == []
    assert "FR-SQD-40" in reasons(changed(one, 7, weapons=("sharpshooter's rifle",)))


@covers("FR-SQD-41")
def test_two_rifles_may_be_exchanged_and_the_squad_leaders_among_them():
    two = changed(changed(RED, 0, weapons=("pistol", "shotgun")), 1, weapons=("submachine gun",))
    assert check_squad(two) == []
    assert "FR-SQD-41" in reasons(changed(two, 2, weapons=("shotgun",)))


@covers("FR-SQD-41")
def test_the_rifle_under_a_launcher_stays():
    assert "FR-SQD-38" in reasons(changed(RED, 3, weapons=("shotgun", "grenade launcher")))


@covers("FR-SQD-42")
def test_one_anti_tank_weapon_besides_a_rifle_or_its_like():
    without = changed(RED, 6, weapons=("assault rifle",))
    assert reasons(without) == ["FR-SQD-42"]
    assert reasons(changed(RED, 1, weapons=("assault rifle", "anti-tank weapon"))) == ["FR-SQD-42"]
    gunner = changed(without, 4, weapons=("squad automatic weapon", "anti-tank weapon"))
    assert reasons(gunner) == ["FR-SQD-42"]
    grenadier = changed(without, 3, weapons=("assault rifle", "grenade launcher", "anti-tank weapon"))
    assert check_squad(grenadier) == []


@covers("FR-SQD-42")
def test_nobody_carries_the_anti_tank_weapon_twice():
    twice = changed(RED, 6, weapons=("assault rifle", "anti-tank weapon", "anti-tank weapon"))
    assert reasons(twice) == ["FR-SQD-42"]


@covers("FR-SQD-43", "FR-SQD-06", "FR-SQD-07")
def test_the_two_of_the_platoon_come_armed_like_the_squad_leader():
    state = battle(soldier("S1"))
    remember_platoon(state.stock, RED)
    leader, sergeant = platoon_leader(state), platoon_sergeant(state)
    assert (leader.id, leader.name, sergeant.name) == ("PL", "Marsh", "Dole")
    assert [one.name for one in sergeant.weapons] == ["pistol", "assault rifle", "hand grenades"]
    assert sergeant.profile.toughness == 4
    armed = msgspec.structs.replace(RED.platoon_leader, weapons=("shotgun",))
    assert reasons(msgspec.structs.replace(RED, platoon_leader=armed)) == ["FR-SQD-43"]


@covers("FR-MIS-22")
def test_an_officer_who_is_a_known_personality_comes_with_the_own_character():
    known = msgspec.structs.replace(RED.platoon_leader, is_personality=True, traits=("Brave", "Loyal"))
    squad = msgspec.structs.replace(RED, platoon_leader=known)
    assert check_squad(squad) == []
    state = battle(soldier("S1"))
    remember_platoon(state.stock, squad)
    leader, sergeant = platoon_leader(state), platoon_sergeant(state)
    assert (leader.name, leader.is_personality, leader.traits) == ("Marsh", True, ("Brave", "Loyal"))
    assert not sergeant.is_personality


@covers("FR-SQD-07")
def test_a_force_brings_the_platoon_along_outside_the_nine():
    found = read_squad("red-squad")
    assert list(found)[-2:] == ["PL", "PS"]
    assert len(found) == 11


@covers("FR-SQD-44")
def test_everybody_has_hand_grenades():
    assert all("hand grenades" in [each.name for each in one.weapons] for one in new_squad(RED).values())


@covers("FR-SQD-45")
def test_another_army_arms_itself_as_it_likes():
    bows = changed(RED, 4, weapons=("bow",))
    assert "FR-SQD-38" in reasons(bows)
    assert check_squad(bows, Switches(squad_theme="other")) == []


@covers("FR-SQD-15")
def test_the_order_of_rank():
    order = ["platoon leader", "platoon sergeant", "squad leader", "fire team leader", "soldier"]
    assert [rank_of(one) for one in order] == [1, 2, 3, 4, 5]
    assert rank_of("pet") == rank_of("soldier")
    people = [
        soldier("S2", position="fire team leader"),
        soldier("S6", position="fire team leader"),
        soldier("S3"),
    ]
    assert [one.id for one in highest_ranks(people)] == ["S2", "S6"]


@covers("FR-SQD-16")
def test_each_value_goes_where_it_belongs():
    leader = new_squad(RED)["S1"]
    assert (leader.profile.speed, leader.profile.reactions, leader.profile.wits) == (6.0, 3, 1)


@covers("FR-COOP-01")
def test_two_players_have_a_fire_team_each_and_the_first_the_squad_leader():
    seats = [one.seat for one in new_squad(RED, None, ("A", "B")).values()]
    assert seats == ["A"] * 5 + ["B"] * 4


@covers("FR-FIN-17")
def test_the_second_squad_is_nine_plain_soldiers_with_one_anti_tank_weapon():
    found = second_squad(())
    assert list(found) == [f"S{number}" for number in range(10, 19)]
    assert not any(one.is_personality or one.luck or one.traits for one in found.values())
    assert sorted({one.team for one in found.values()}) == [0, 3, 4]
    carried = [each.name for one in found.values() for each in one.weapons]
    assert carried.count("anti-tank weapon") == 1


@covers("FR-SQD-03", "FR-SQD-04")
def test_the_squad_takes_the_field_with_its_rules():
    people = new_squad(ready_squads()["blue-squad"].squad)
    for one in people.values():
        one.where = "on the table"
    state = battle(*people.values(), stock=no_points())
    played = perform(state, lambda play: WINDOWS.open(play, BATTLE_STARTED, Moment("A")))
    told = played.told("squad takes the field")[0]
    assert {"FR-SQD-01", "FR-SQD-03", "FR-SQD-40", "FR-SQD-41", "FR-SQD-42", "FR-SQD-44"} <= set(told.rules)
    assert told.facts["leads"] == ["S1"]
    assert "FR-SQD-05" not in rules_of_squad(state, list(people.values()))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "FR-SQD-01"),
        ("nobody", "FR-SQD-01"),
        ("A\nHarper", "FR-SQD-04"),
        ("A\nHarper, admiral: pistol", "FR-SQD-15"),
        ("A\nHarper, soldier: longbow", "FR-ARM-21"),
        ("A\nHarper, soldier: pistol; traits Bold", "FR-SQD-21"),
        ("A\nHarper, soldier: pistol; knack Lucky", "FR-SQD-22"),
        ("A\nHarper, soldier: pistol; values strength 9", "FR-SQD-16"),
        ('{"name": "A", "members": []}', ""),
        ("{", ""),
    ],
)
def test_what_cannot_be_read_is_refused(text, rule):
    with pytest.raises(Refused) as refused:
        read_squad(text)
    if rule:
        assert refused.value.refusals[0].rule == rule


def test_every_line_that_cannot_be_read_is_named_at_once():
    with pytest.raises(Refused) as refused:
        read_roster("A\nHarper, admiral: pistol\nQuinn, soldier: longbow\n")
    assert [one.reason.split(":")[0] for one in refused.value.refusals] == ["Line 2", "Line 3"]


NAMES = st.text("abcdefghijklmnopqrstuvwxyzABCDEF -'", min_size=1, max_size=20).map(str.strip).filter(bool)


@settings(max_examples=40, deadline=None)
@given(name=NAMES, luck=st.none() | st.integers(0, 9), place=st.integers(0, 8), speed=st.integers(1, 12))
def test_whatever_a_roster_says_every_form_says(name, luck, place, speed):
    own = RED.members[place]
    better = msgspec.structs.replace(profile_of_position(own.position), speed=float(speed))
    squad = changed(RED, place, name=name, luck=luck, profile=better, aspect="good listener")
    assert read_roster(write_text(squad)) == squad
    assert read_roster(write_json(squad)) == squad
    assert read_roster(ROSTERS.write_code(squad)) == squad


def test_a_name_may_hold_the_sign_with_which_remarks_begin():
    squad = msgspec.structs.replace(changed(RED, 3, name="Number #3"), name="Squad #2")
    assert read_roster(write_text(squad)) == squad


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"weapons": ["longbow"]}, "Harper: there is no weapon 'longbow'."),
        ({"position": "admiral"}, "Harper: there is no position 'admiral'."),
        ({"name": "\n"}, "'\\n' cannot be a name."),
    ],
)
def test_data_that_the_book_does_not_know_is_refused_with_whose_it_is(facts, reason):
    data = msgspec.json.decode(write_json(RED))
    data["members"][0] |= facts
    with pytest.raises(Refused) as refused:
        read_roster(data)
    assert refused.value.reason == reason


def test_a_member_is_a_plain_soldier_unless_told_otherwise():
    assert Member(name="Ames").position == "soldier"
    assert squad_tables().size == 9
