"""Enemy generation: type, sizes, training, champions, deployment, villains and monsters."""

from __future__ import annotations

from math import hypot

import pytest

from sandtable.books.forgotten_ruin.enemies.generating import (
    mob_size,
    muster,
    new_mob,
    new_monster,
    promote,
    roll_champions,
    roll_training,
)
from sandtable.books.forgotten_ruin.enemies.movement.deploying import (
    deploy_on_points,
    deployment_points,
    generate_enemy,
    name_enemy,
    settle_enemy_type,
)
from sandtable.books.forgotten_ruin.enemies.movement.placing import (
    add_champion,
    add_figures,
    arrive_from_edge,
    groups_of,
    place_alone,
    section_of,
)
from sandtable.books.forgotten_ruin.state import Mission, Stock
from sandtable.books.forgotten_ruin.stock import Rostered
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier, start


def _empty(**facts):
    facts.setdefault("stock", Stock(story_points=0))
    mission = facts.pop("mission", Mission(enemy_type="Orcs"))
    return battle(soldier("S1", (18.0, 3.0)), mission=mission, **facts)


@covers("FR-ENE-01", "FR-ENE-02", "FR-ENE-39", "FR-ENE-42", "FR-ENE-48")
def test_three_mobs_are_raised_and_set_up_around_their_points():
    switches = {"mob_arrangement": "ask"}
    state = _empty(mission=Mission(enemy_type="Wolves", campaign_turn=5), switches=switches)
    dice = {
        "d100 mob training": [6, 5],
        "deploy M1": [1],
        "deploy M2": [3],
        "deploy M3": [6],
        "champion M1": [4],
        "champion M2": [5],
        "champion M3": [1],
    }
    played = perform(state, generate_enemy, dice, ["group", "group", "line"])
    mobs = played.state.mobs
    assert [mob.training for mob in mobs.values()] == ["Warriors", "Warriors", "Runners"]
    assert [len(played.state.members(id)) for id in mobs] == [6, 6, 6]
    assert [sum(one.is_champion for one in played.state.members(id)) for id in mobs] == [0, 1, 0]
    for id, point in (("M1", (3.0, 21.0)), ("M2", (15.0, 21.0)), ("M3", (33.0, 21.0))):
        for one in played.state.members(id):
            assert hypot(one.at[0] - point[0], one.at[1] - point[1]) - one.radius <= 2.0 + 0.2
        assert len(groups_of(played.state, played.state.members(id))) == 1
    assert {one.type for one in played.state.enemies.values()} == {"Wolves"}


@covers("FR-ENE-48")
def test_the_points_are_spread_evenly_21_inches_from_the_edge():
    assert deployment_points(_empty()) == [(x, 21.0) for x in (3.0, 9.0, 15.0, 21.0, 27.0, 33.0)]
    assert deployment_points(_empty(edge="north"))[0] == (33.0, 15.0)


@covers("FR-ENE-03")
@pytest.mark.parametrize(("answer", "type"), [("keep", "Orcs"), ("roll", "Zombies")])
def test_in_a_known_region_the_same_enemy_is_met_unless_it_is_rolled_anew(answer, type):
    state = _empty(mission=Mission(enemy_type="Orcs", is_recorded=True))
    dice = {"d100 enemy encounter": [3, 5]} if answer == "roll" else {}
    played = perform(state, settle_enemy_type, dice, [answer])
    assert played.state.mission.enemy_type == type
    assert "FR-ENE-03" in played.game.events(all_seats=True)[0].rules or answer == "roll"


@covers("FR-ENE-10")
def test_the_first_two_goblin_mobs_are_archers():
    state = _empty(mission=Mission(enemy_type="Goblins", campaign_turn=1))
    dice = {
        "d100 mob training": [1, 10],
        **{f"deploy M{n}": [n] for n in (1, 2, 3)},
        **{f"champion M{n}": [1] for n in (1, 2, 3)},
    }
    played = perform(state, generate_enemy, dice)
    assert [mob.training for mob in played.state.mobs.values()] == ["Archers", "Archers", "Warriors"]
    assert "FR-ENE-10" in played.cited()


@covers("FR-ENE-49", "FR-ENE-51")
def test_equal_mobs_at_the_same_point_merge():
    state = _empty()
    mobs = [muster(state, "Orcs", 5), muster(state, "Orcs", 5)]

    async def rule(play):
        await deploy_on_points(play, [play.state.mobs[one.id] for one in mobs])

    played = perform(
        state,
        rule,
        {"deploy M1": [4], "deploy M2": [4], "champion M1": [4], "champion M2": [1], "sorcerer M1.1": [2]},
    )
    assert len(played.state.members("M1")) == 10
    assert played.state.members("M2") == []
    assert sum(one.is_champion for one in played.state.members("M1")) == 1


@covers("FR-ENE-50")
def test_mobs_of_other_training_share_a_point_in_lines_with_warriors_in_front():
    state = _empty()
    mobs = [muster(state, "Orcs", 5, "Archers"), muster(state, "Orcs", 5)]

    async def rule(play):
        await deploy_on_points(play, [play.state.mobs[one.id] for one in mobs])

    played = perform(
        state, rule, {"deploy M1": [4], "deploy M2": [4], "champion M1": [1], "champion M2": [1]}
    )
    front = [one.at[1] for one in played.state.members("M2")]
    rear = [one.at[1] for one in played.state.members("M1")]
    assert min(rear) - max(front) == pytest.approx(2.0)  # 1 in between bases of 1 in


@covers("FR-ENE-51")
def test_the_fourth_mob_begins_unaware_unless_it_is_wolves():
    for type, aware in (("Orcs", False), ("Wolves", True)):
        state = _empty(
            mission=Mission(enemy_type=type, special_condition="Isolated advance guard", kind="special")
        )
        state.mission.special_condition = ""

        async def rule(play):
            from sandtable.books.forgotten_ruin.enemies.movement import deploying

            before = deploying.MOBS_AT_START
            deploying.MOBS_AT_START = 4
            try:
                await deploying.raise_mobs(play)
            finally:
                deploying.MOBS_AT_START = before

        played = perform(state, rule, {"d100 mob training": [1, 10, 1, 10]})
        assert [mob.aware for mob in played.state.mobs.values()] == [True, True, True, aware]


@covers("FR-ENE-32", "FR-ENE-33")
@pytest.mark.parametrize(("die", "champions"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_orcs_have_one_champion_on_4_and_two_on_6(die, champions):
    state = _empty()
    muster(state, "Orcs", 5)

    async def rule(play):
        await roll_champions(play, play.state.mobs["M1"])

    dice = {"champion M1": [die], **{f"sorcerer M1.{n + 1}": [1] for n in range(champions)}}
    played = perform(state, rule, dice)
    assert sum(one.is_champion for one in played.state.enemies.values()) == champions
    assert len(played.state.enemies) == 5


@covers("FR-ENE-33")
def test_a_mob_has_no_more_champions_than_figures():
    state = _empty()
    muster(state, "Orcs", 1)

    async def rule(play):
        await roll_champions(play, play.state.mobs["M1"])

    played = perform(state, rule, {"champion M1": [6], "sorcerer M1.1": [2]})
    assert [one.is_champion for one in played.state.enemies.values()] == [True]


@covers("FR-ENE-37")
def test_hobgoblin_champions_may_be_sorcerers():
    state = _empty()
    muster(state, "Hobgoblins", 6)

    async def rule(play):
        await roll_champions(play, play.state.mobs["M1"])

    played = perform(state, rule, {"champion M1": [5], "sorcerer M1.1": [6], "sorcerer M1.2": [4]})
    assert [one.is_sorcerer for one in played.state.enemies.values()] == [True, False] + [False] * 4


@covers("FR-ENE-36", "FR-AGG-10")
def test_an_event_adds_a_champion_even_to_zombies():
    state = battle(soldier("S1", (10.0, 3.0)), enemy("M1.1", (10.0, 20.0), type="Zombies"))
    state.mobs["M1"].type = "Zombies"
    state.mobs["M1"].training = "Heavies"

    async def rule(play):
        await add_champion(play, play.state.mobs["M1"], "FR-AGG-16")

    played = perform(state, rule)
    champion = played.state.enemies["M1.2"]
    assert champion.is_champion
    assert champion.training == "Heavies"
    assert champion.profile.combat_skill == 1
    assert champion.at[1] > 20.0  # on the side away from the soldier


@covers("FR-ENE-39", "FR-ENE-40", "FR-DIF-10")
def test_sizes_add_up_before_a_mob_is_placed():
    state = _empty(switches={"difficulty_options": ("Fewer enemies",)})
    state.mission.campaign_turn = 5
    assert mob_size(state) == 5
    assert mob_size(state, change=-1) == 4
    assert mob_size(state, change=-9) == 1


@covers("FR-ENE-41")
@pytest.mark.parametrize(("die", "size"), [(1, 3), (2, 4), (5, 4), (6, 5)])
def test_with_the_option_mobs_vary(die, size):
    state = _empty(switches={"mob_variation": True})

    async def rule(play):
        await new_mob(play, "Orcs", 4, "Warriors")

    played = perform(state, rule, {"variation M1": [die], "champion M1": [1]})
    assert len(played.state.enemies) == size


@covers("FR-ENE-43")
@pytest.mark.parametrize(("type", "training"), [("Zombies", "Warriors"), ("Orcs", "Archers")])
def test_types_that_are_never_archers_are_warriors(type, training):
    async def rule(play):
        return await roll_training(play, type, "M1")

    played = perform(_empty(), rule, {"d100 mob training": [4, 5]})
    assert played.returned == training


@covers("FR-AGG-23", "FR-EAI-03")
def test_a_mob_arrives_at_the_middle_of_a_section_of_the_enemy_edge():
    state = _empty(round=3)
    muster(state, "Orcs", 4)

    async def rule(play):
        await arrive_from_edge(play, play.state.mobs["M1"])

    played = perform(state, rule, {"arrival M1": [2]})
    members = played.state.members("M1")
    assert section_of(played.state, "north", 2) == (9.0, 36.0)
    assert len(groups_of(played.state, members)) == 1
    for one in members:
        assert 0.0 < 36.0 - one.at[1] - one.radius <= 1.0
        assert one.arrived == 3


@covers("FR-AGG-24")
def test_added_figures_stand_behind_their_mob():
    state = battle(soldier("S1", (10.0, 3.0)), enemy("M1.1", (10.0, 20.0)), round=4)

    async def rule(play):
        await add_figures(play, play.state.mobs["M1"], 2)

    played = perform(state, rule)
    added = [one for one in played.state.members("M1") if one.id != "M1.1"]
    assert [one.arrived for one in added] == [4, 4]
    assert len(groups_of(played.state, played.state.members("M1"))) == 1
    assert all(one.at[1] > 20.0 for one in added)


@covers("FR-MON-01", "FR-MON-03", "FR-MON-04", "FR-MON-08")
def test_a_monster_met_before_has_more_points():
    state = _empty(stock=Stock(story_points=0, met_monsters={"Ogre": 2}))

    async def rule(play):
        await new_monster(play)

    played = perform(state, rule, {"d100 monster": [10, 7]})
    ogre = played.state.enemies["B1"]
    assert (ogre.name, ogre.monster_points, ogre.side) == ("Ogre", 7, "enemy")
    assert "FR-MON-03" in played.cited()


@covers("FR-MON-02")
def test_monsters_may_be_rolled_in_advance():
    state = _empty(switches={"monster_queue": True})

    async def rule(play):
        await new_monster(play)
        await new_monster(play)

    played = perform(state, rule, {"d100 monster": [10, 1, 1, 10, 2, 10]})
    assert [one.name for one in played.state.enemies.values()] == ["Giant spider", "Troll"]
    assert played.state.monster_queue == ("Golem",)


@covers("FR-MON-09")
def test_a_new_monster_faces_the_nearest_soldier():
    state = _empty()

    async def rule(play):
        monster = await new_monster(play, "Troll")
        await place_alone(play, monster, (18.0, 20.0))

    played = perform(state, rule)
    assert played.state.enemies["B1"].facing == pytest.approx(180.0)
    assert played.state.enemies["B1"].radius == 1.0


@covers("FR-DIF-17", "FR-ENE-34")
def test_tougher_champions_have_two_monster_points():
    state = battle(
        soldier("S1"), enemy("M1.1", type="Wolves"), switches={"difficulty_options": ("Tougher champions",)}
    )

    async def rule(play):
        await promote(play, play.state.enemies["M1.1"], "FR-ENE-32")

    assert perform(state, rule).state.enemies["M1.1"].monster_points == 2


@covers("FR-ENE-39", "FR-MIS-56", "FR-VIL-12")
def test_fewer_foes_and_a_warlord_in_turn_7():
    # The catalogue's example has one figure more by Enemy strength increases (FR-POST-31), of the campaign.
    state = _empty(
        mission=Mission(enemy_type="Wolves", campaign_turn=7, condition="Fewer foes"),
        stock=Stock(story_points=0, villains=(Rostered("Gorzhak", "Kobolds", "Warlord"),)),
    )
    dice = {
        "d100 mob training": [1, 10],
        "villain check": [6],
        **{f"deploy M{n}": [n] for n in (1, 2, 3)},
        **{f"champion M{n}": [1] for n in (1, 2, 3)},
        "choose mob for V1": [2],
    }
    state = perform(state, generate_enemy, dice).state
    assert [len(state.members(f"M{n}")) for n in (1, 2, 3)] == [6 - 1 + 1] * 3
    assert mob_size(state, change=-1) == 6 - 1 - 1


@covers("FR-VIL-02", "FR-VIL-03", "FR-VIL-01", "FR-VIL-12")
def test_a_warlord_comes_and_brings_a_figure_for_every_mob():
    state = _empty(
        mission=Mission(enemy_type="Wolves", campaign_turn=8),
        stock=Stock(story_points=0, villains=(Rostered("Gorzhak", "Kobolds", "Warlord"),)),
    )
    dice = {
        "d100 mob training": [1, 10],
        "villain check": [6],
        **{f"deploy M{n}": [n] for n in (1, 2, 3)},
        **{f"champion M{n}": [1] for n in (1, 2, 3)},
        "choose mob for V1": [2],
    }
    played = perform(state, generate_enemy, dice)
    assert [len(played.state.members(f"M{n}")) for n in (1, 2, 3)] == [7, 7, 7]
    villain = played.state.enemies["V1"]
    assert (villain.monster_points, villain.mob, villain.is_champion) == (2, "", True)
    near = [
        hypot(villain.at[0] - one.at[0], villain.at[1] - one.at[1]) - 1.0
        for one in played.state.members("M2")
    ]
    assert min(near) <= 2.0


@covers("FR-VIL-02")
@pytest.mark.parametrize(("die", "count"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_two_villains_on_the_roster(die, count):
    from sandtable.books.forgotten_ruin.enemies.villains.roster import villains_who_come

    roster = (Rostered("Ann", "Orcs", "Leadership"), Rostered("Bob", "Orcs", "Precise strikes", 3))
    state = _empty(stock=Stock(villains=roster))

    async def rule(play):
        return [one.name for one in await villains_who_come(play)]

    dice = {"villain check": [die], **({"choose villain": [2]} if count else {})}
    played = perform(state, rule, dice)
    assert len(played.returned) == count
    assert played.returned[:1] == (["Bob"] if count else [])


@covers("FR-ENE-05")
def test_enemies_may_be_shown_under_another_name_with_one_value_traded():
    state = _empty(switches={"enemy_names": True})

    async def rule(play):
        await name_enemy(play)
        muster(play.state, "Orcs", 1)

    played = perform(state, rule, {}, ["Iron  Fist", "speed for toughness"])
    figure = played.state.enemies["M1.1"]
    assert (figure.name, figure.type) == ("Iron Fist", "Orcs")
    assert (figure.profile.speed, figure.profile.toughness) == (6.0, 2)
    assert played.told("enemy renamed")[0].rules == ("FR-ENE-05",)


@covers("FR-BIG-15", "FR-BIG-01")
def test_a_new_monster_has_the_general_traits_and_its_own():
    async def rule(play):
        await new_monster(play, "Lich")

    played = perform(_empty(), rule)
    assert {"FR-BIG-01", "FR-BIG-15", "FR-MON-28"} <= played.cited()
    assert played.state.enemies["B1"].traits == ("Humanoid", "Undead", "Fear", "Wizard", "Conjurations")


def test_a_rolled_type_needs_no_question():
    assert start(_empty(), settle_enemy_type).game.decision is None


@covers("FR-MON-09", "FR-LOOT-71")
def test_a_monster_that_serves_the_squad_faces_the_nearest_enemy_when_it_appears():
    state = battle(
        soldier("S1", (18.0, 3.0)), enemy("M1.1", (30.0, 10.0)), mission=Mission(enemy_type="Orcs")
    )

    async def appear(play):
        monster = await new_monster(play, "Demon", "squad", "FR-LOOT-71")
        await place_alone(play, monster, (18.0, 10.0), "FR-LOOT-71")

    assert perform(state, appear).state.enemies["B1"].facing == pytest.approx(90.0)
