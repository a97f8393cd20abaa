"""Teams of one's own: as text, JSON and short code; own heroes and other gear, and what is against them."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters.attacking.modes import noise_of
from sandtable.books.lands_of_ruin.offers import check_force, offers
from sandtable.books.lands_of_ruin.tables.arms import Arm
from sandtable.books.lands_of_ruin.tables.people import cohorts, heroes
from sandtable.books.lands_of_ruin.teams.roster import ROSTERS, ready_teams
from sandtable.books.lands_of_ruin.teams.teams import card_of, value_of_team
from sandtable.kernel import Refused
from sandtable.kernel.testing import covers

OWN = {"custom_heroes": True, "custom_loadouts": True}
WREN = (
    "Wren; skills Shooting, Basic Weapons, Shooting +1 x2; weapons AK-47 x2; accessories Silencer; "
    "worn Flak Armour"
)
ROSTER = (
    f"Wanderers; tribe Drifters\n{WREN}\nMoth; skills Grenade Throwing; weapons none; items Frag Grenade x3\n"
)


@covers("LR-TEAM-12", "LR-HERO-01")
def test_every_hero_and_every_cohort_is_in_a_ready_team():
    fielded = {card for one in ready_teams().values() for card in one.cards}
    assert fielded == {*heroes(), *cohorts()}


@covers("LR-TEAM-01", "LR-TEAM-08", "LR-TEAM-09", "LR-HERO-06")
@pytest.mark.parametrize(
    "roster", [ROSTER, "Three\nDorian; 3 followers; items Molotov x2, Binoculars\nLegate Varro"]
)
def test_a_team_reads_alike_as_text_data_and_code(roster: str):
    team = ROSTERS.read(roster)
    assert ROSTERS.read(ROSTERS.write_text(team)) == team
    assert ROSTERS.read(ROSTERS.write_json(team)) == team
    assert ROSTERS.read(ROSTERS.write_code(team)) == team
    assert BOOK.roster_forms() == (type(team),)


@covers("LR-HERO-06", "LR-TEAM-02", "LR-HERO-05")
def test_an_own_hero_has_what_it_was_given_and_counts_for_300_at_least():
    # Wren: 10 + 100 + 10 + 2 x 30 = 180; AK-47 and two clips, silencer, armour.
    team = ROSTERS.read(ROSTER)
    wren = heroes()["Medicus Kaeso"].arms[0].row
    gear = wren.gear_value + 2 * wren.gear_value_per_clip + 15 + 25
    assert value_of_team(team) == max(300, 180 + gear) + 300
    game = sandtable.new("lands-of-ruin", seats={"A": ROSTER, "B": "balean-starter"}, options=OWN, seed=1)
    card = game.state.cards["A-Wren"]
    assert game.state.sides["A"].tribe == "Drifters"
    assert card.profile.skills == {"Human Basics": 1, "Shooting": 1, "Basic Weapons": 1, "Shooting +1": 2}
    assert card.own.rounds == {"A-Wren": {"AK-47": 60}}
    assert card.profile.arms[0].accessories == ("Silencer",)
    assert game.state.cards["A-Moth"].own.items == {"Frag Grenade": 3}


@covers("LR-APP-11", "LR-CARD-02", "LR-TEAM-09")
def test_the_enemy_sees_the_class_of_an_own_hero_s_weapon_and_nothing_else():
    game = sandtable.new("lands-of-ruin", seats={"A": ROSTER, "B": "balean-starter"}, options=OWN, seed=1)
    seen = BOOK.hide(game.state, "B").cards["A-Wren"]
    assert (seen.icons, seen.own.made) == (("rifle",), None)
    assert seen.profile.skills == {"Human Basics": 1}


@covers(
    "LR-HERO-06", "LR-TEAM-09", "LR-SKL-05", "LR-SKL-02", "LR-EQP-04", "LR-EQP-07", "LR-WPN-11", "LR-WPN-10",
    "LR-ACC-01", "LR-CONS-05",
)  # fmt: skip
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Wren; skills Basic Weapons", "LR-SKL-05"),
        ("Wren; skills Shooting x2", "LR-SKL-02"),
        ("Wren; skills Shooting, Shooting +1 x11", "LR-SKL-02"),
        ("Wren; skills Flying", "LR-SKL-01"),
        ("Wren; skills Shooting; weapons AK-47 x2", "LR-EQP-07"),
        ("Wren; skills Shooting, Basic Weapons; weapons LD-125, MAC10, AK-47", "LR-EQP-04"),
        (
            "Wren; skills Shooting, Basic Weapons, Close Combat Training; weapons AK-47; worn Combat Shield",
            "LR-EQP-04",
        ),
        ("Wren; skills Shooting; worn Flak Armour, Armour Vest", "LR-EQP-04"),
        ("Wren; skills Balean Pusher", "LR-WPN-11"),
        ("Wren; skills Shooting; worn Balean Plated Armour", "LR-WPN-11"),
        ("Wren; skills Shooting; weapons Shambler claws", "LR-WPN-10"),
        ("Wren; skills Shooting, Basic Weapons; weapons LD-125; accessories Silencer", "LR-ACC-01"),
        ("Wren; skills Shooting, Basic Weapons; weapons MAC10; accessories Silencer, Silencer", "LR-ACC-01"),
        ("Wren; skills Grenade Throwing; items Smoke Grenade", "LR-CONS-05"),
        ("Wren; skills Shooting; items Sandwich", "LR-CONS-02"),
        ("Dorian; skills Eagle Eye", "LR-TEAM-09"),
        ("Dorian; weapons M249-SAW LMG x2", "LR-EQP-07"),
        ("Wren; 2 followers; skills Shooting", "LR-TEAM-08"),
    ],
)
def test_what_a_hero_cannot_have_is_refused_by_its_rule(line: str, rule: str):
    verdict = check_force(f"Team\n{line}\nLegate Varro\n", OWN)
    assert not verdict.legal
    assert rule in [one.rule for one in verdict.reasons]
    assert all(one.reason and one.remedy for one in verdict.reasons)


@covers("LR-HERO-06", "LR-TEAM-09")
@pytest.mark.parametrize(("line", "rule"), [(WREN, "LR-HERO-06"), ("Dorian; worn none", "LR-TEAM-09")])
def test_without_its_switch_nothing_is_built_or_changed(line: str, rule: str):
    force = f"Team\n{line}\nLegate Varro\n"
    assert [one.rule for one in check_force(force, {}).reasons] == [rule]
    assert check_force(force, OWN).legal
    with pytest.raises(Refused):
        sandtable.new("lands-of-ruin", seats={"A": force, "B": "balean-starter"})


@covers("LR-HERO-06")
def test_an_own_tribe_has_own_heroes_alone():
    verdict = check_force(f"Team; tribe Drifters\n{WREN}\nDorian\n", OWN)
    assert [one.rule for one in verdict.reasons] == ["LR-HERO-06"]


@covers("LR-TEAM-04")
def test_who_stays_a_tenth_below_the_maximum_is_told_so_and_may_play():
    light, full = check_force("reclaimer-starter", {}), check_force("reclaimer-watch", {})
    assert (light.legal, [one.rule for one in light.advice]) == (True, ["LR-TEAM-04"])
    assert full.advice == ()


@covers("LR-ACC-01", "LR-EQP-04")
def test_changed_gear_keeps_accessories_where_only_they_are_not_named():
    game = sandtable.new(
        "lands-of-ruin",
        seats={"A": "T\nOptio Tiber; worn none\nDorian; weapons AK-47 x1\n", "B": "balean-starter"},
        options=OWN,
        seed=1,
    )
    tiber, dorian = game.state.cards["A-Tiber"], game.state.cards["A-Dorian"]
    assert (tiber.profile.arms[0].accessories, tiber.profile.worn) == (("Bipod",), ())
    assert (dorian.own.rounds, dorian.profile.worn) == ({"A-Dorian": {"AK-47": 30}}, ("Flak Armour",))


@covers("LR-CARD-02", "LR-CARD-03", "LR-CARD-14")
@pytest.mark.parametrize(
    ("name", "icons", "trade"),
    [
        ("Medicus Kaeso", ("rifle",), "medic"),
        ("Hecate", ("smg",), "pusher"),
        ("Signaller Nabis", ("pistol",), "artillery spotter"),
        ("Sapper Ishtar", ("smg",), "demolitions"),
        ("Lysandra", ("sniper_rifle",), "sniper"),
        ("Strix", ("rifle",), "infiltrator"),
        ("Dorian", ("rifle",), "rocket"),
        ("Carnifex", ("smg",), "slaver"),
        ("Phobos", ("flame",), "flamer"),
        ("Marrow", ("lmg",), "gunner"),
        ("Gorehound", ("edged",), "close fighter"),
        ("Centurion Brakka", ("hitech", "pistol"), "close fighter"),
        ("Thanatos", ("rifle",), "rifleman"),
        ("Carnifex's Cohort", (), "slave"),
        ("Dorian's Cohort", ("pistol",), "fighter"),
        # Both have 3: the dearer one is more prominent.
        ("Androphage", ("shotgun", "edged"), "close fighter"),
    ],
)
def test_a_card_shows_its_weapons_and_what_it_is(name: str, icons: tuple[str, ...], trade: str):
    card = card_of(name, "A", 1)
    assert (card.icons, card.trade) == (icons, trade)


@covers("LR-TEAM-01", "LR-OCON-09", "LR-TEAM-08")
def test_a_team_can_be_filled_in():
    form = offers().roster
    assert form is not None
    fields: dict[str, Any] = {one.name: one for one in form.parts[0].fields}
    assert {one.value for one in fields["hero"].choices} == set(heroes())
    assert (fields["followers"].least, fields["followers"].most) == (0, 3)
    data = {
        "name": "Filled in",
        "heroes": [{"hero": "Dorian", "followers": 2}, {"hero": "Optio Tiber"}],
        "own": [],
    }
    verdict = check_force(data, {})
    assert (verdict.legal, verdict.points) == (True, 419 + 360 + 600)
    assert [one.points for one in verdict.units] == [419 + 360, 600]


@covers("LR-TEAM-01")
@pytest.mark.parametrize(
    "force",
    [
        {"name": "x", "heroes": [{"hero": "Dorian", "colour": "red"}]},
        {"name": "x", "heroes": "Dorian"},
        {"name": "x" * 61, "heroes": []},
        {"name": "x", "heroes": [{"hero": "Dorian"}] * 41},
        "Team\nDorian; 2 pets\n",
        "Team; colour red\nDorian\n",
        "lr1-broken",
        7,
    ],
)
def test_what_is_no_roster_is_refused_with_its_place(force: Any):
    verdict = check_force(force, {})
    assert not verdict.legal
    assert verdict.reasons


@covers("LR-DEF-02")
def test_each_armour_counts_against_its_own_kind_of_attack():
    brakka = heroes()["Centurion Brakka"]  # Flak Armour 2/1/2 and Combat Shield 2/1/4
    assert set(brakka.worn) == {"Flak Armour", "Combat Shield"}
    assert (brakka.armour("ranged"), brakka.armour("close"), brakka.armour("rotter")) == (4, 2, 6)


@covers("LR-ACC-02", "LR-WPN-05")
def test_a_silencer_halves_the_noise_of_a_weapon():
    mac = Arm("MAC10", 1)
    mode = mac.row.mode("focus fire")
    assert noise_of(mac, mode) == 70
    assert noise_of(Arm("MAC10", 1, ("Silencer",)), mode) == 35
