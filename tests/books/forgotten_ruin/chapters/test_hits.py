"""Hits: saving throw, damage roll, casualties, Stun and Monster Points, in their one order."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, at_least, chance_of_damage
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, stun
from sandtable.books.forgotten_ruin.state import Battle, Stock
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import arrow, bullet, skirmish, struck
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier, start


@covers("FR-HIT-01", "FR-HIT-03", "FR-ARM-10")
@pytest.mark.parametrize(("die", "killed"), [(3, False), (4, True), (5, True), (6, True)])
def test_damage_at_or_above_toughness_makes_a_casualty(die: int, killed: bool) -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", toughness=4))
    shown = struck(state, "M1.1", [bullet()], {"damage M1.1": [die]})
    assert shown.returned.is_casualty is killed
    assert (shown.state.enemies["M1.1"].where == "casualty") is killed


@covers("FR-HIT-01", "FR-ARM-10")
def test_the_damage_rating_is_added_to_the_die() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", toughness=5))
    assert struck(state, "M1.1", [bullet(damage=1)], {"damage M1.1": [4]}).returned.is_casualty


@covers("FR-HIT-02")
def test_an_enemy_strikes_with_no_bonus() -> None:
    shown = struck(skirmish(soldier("S1"), enemy("M1.1")), "S1", [arrow()], {"damage S1": [2]})
    assert shown.state.soldiers["S1"].on_table
    assert shown.state.soldiers["S1"].stun == 1


@covers("FR-HIT-04", "FR-CON-01")
def test_a_soldier_below_toughness_is_stunned_but_never_more_than_three_times() -> None:
    state = skirmish(soldier("S1", stun=2), enemy("M1.1"))
    shown = struck(state, "S1", [arrow(), arrow("M1.2")], {"damage S1": [1, 1]})
    assert shown.state.soldiers["S1"].stun == 3
    assert shown.returned.stuns == 1
    assert len(shown.told("no further Stun marker")) == 1


@covers("FR-HIT-04", "FR-CON-05")
def test_an_enemy_below_toughness_is_unaffected() -> None:
    shown = struck(skirmish(soldier("S1"), enemy("M1.1")), "M1.1", [bullet()], {"damage M1.1": [2]})
    assert shown.state.enemies["M1.1"].on_table
    assert "FR-CON-05" in shown.cited()


@covers("FR-HIT-05", "FR-BIG-08", "FR-BIG-09")
def test_two_effective_hits_leave_a_monster_of_three_points_one() -> None:
    state = skirmish(soldier("S1"), enemy("B1", kind="monster", type="Ogre", toughness=5, monster_points=3))
    shown = struck(state, "B1", [bullet(), bullet()], {"damage B1": [5, 6]})
    monster = shown.state.enemies["B1"]
    assert (monster.monster_points, monster.points_lost_this_round, monster.on_table) == (1, 2, True)
    assert shown.returned.points_lost == 2


@covers("FR-HIT-05")
def test_a_champion_with_monster_points_loses_them_the_same_way() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", is_champion=True, monster_points=2))
    shown = struck(state, "M1.1", [bullet(), bullet()], {"save M1.1": [1, 1], "damage M1.1": [3, 3]})
    assert shown.state.enemies["M1.1"].where == "casualty"


@covers("FR-HIT-07", "FR-SHT-20")
def test_hits_are_resolved_one_after_another_until_the_figure_is_removed() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", save=5))
    shown = struck(state, "M1.1", [bullet(), bullet(), bullet()], {"save M1.1": [5, 4], "damage M1.1": [3]})
    assert shown.rolled() == [("save M1.1", (5,)), ("save M1.1", (4,)), ("damage M1.1", (3,))]
    assert shown.returned.hits == 2


@covers("FR-HIT-08", "FR-SAV-02")
def test_a_saved_hit_never_stuns() -> None:
    state = skirmish(soldier("S1", save=6), enemy("M1.1"))
    shown = struck(state, "S1", [arrow()], {"save S1": [6]})
    assert shown.state.soldiers["S1"].stun == 0
    assert shown.returned.saved == 1


@covers("FR-HIT-09", "FR-STP-05")
def test_a_story_point_before_any_die_keeps_the_luck() -> None:
    state = battle(soldier("S1", luck=1, save=5), enemy("V1", kind="villain"), stock=Stock(story_points=1))
    hit = Hit(attacker="V1", unit="V1", how="hand-to-hand")

    async def rule(play: Play[Battle]) -> None:
        from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike

        await strike(play, play.state.soldiers["S1"], [hit])

    shown = start(state, rule).answer("Story Point").over()
    assert shown.rolled() == []
    assert shown.state.soldiers["S1"].luck == 1
    assert shown.state.stock.story_points == 0


@covers("FR-HIT-09", "FR-LCK-01")
def test_without_it_luck_may_still_be_used_after_save_and_damage() -> None:
    state = skirmish(soldier("S1", luck=1, save=5), enemy("V1", kind="villain"))
    hit = Hit(attacker="V1", unit="V1", how="hand-to-hand")
    shown = struck(state, "S1", [hit], {"save S1": [2], "damage S1": [5]}, ["nothing"])
    assert shown.state.soldiers["S1"].where == "casualty"
    assert shown.rolled() == [("save S1", (2,)), ("damage S1", (5,))]


@covers("FR-HIT-09", "FR-ARM-12")
def test_knocked_down_is_applied_when_all_hits_are_resolved() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", save=5))
    hit = bullet(saved_knocks_down="FR-ARM-12")
    shown = struck(state, "M1.1", [hit, bullet()], {"save M1.1": [5, 2], "damage M1.1": [1]})
    kinds = [one.kind for one in shown.events]
    assert kinds.index("Knocked Down") > kinds.index("no damage")
    assert shown.state.enemies["M1.1"].knocked_down


@covers("FR-CON-14", "FR-HIT-08")
def test_a_hit_wakes_a_mob_even_if_it_is_saved() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", save=2))
    state.mobs["M1"].aware = False
    assert struck(state, "M1.1", [bullet()], {"save M1.1": [3]}).state.mobs["M1"].aware


@covers("FR-CON-06", "FR-CON-09")
def test_knocked_down_does_not_stack() -> None:
    async def rule(play: Play[Battle]) -> list[bool]:
        figure = play.state.soldiers["S1"]
        return [knock_down(play, figure, "FR-EXP-10"), knock_down(play, figure, "FR-EXP-10")]

    shown = perform(skirmish(soldier("S1")), rule)
    assert shown.returned == [True, False]


@covers("FR-CON-01")
def test_stun_says_whether_a_marker_was_put_on() -> None:
    async def rule(play: Play[Battle]) -> list[int]:
        return [stun(play, play.state.soldiers["S1"]) for _ in range(4)]

    assert perform(skirmish(soldier("S1")), rule).returned == [1, 1, 1, 0]


@covers("FR-HIT-03", "FR-SAV-01")
def test_the_chance_of_damage_counts_saves() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1", toughness=4, save=5))
    assert chance_of_damage(state, state.enemies["M1.1"], bullet()) == pytest.approx(3 / 6 * 4 / 6)


def test_at_least_is_the_binomial() -> None:
    assert at_least(1, 2, 0.5) == pytest.approx(0.75)
    assert at_least(0, 0, 0.5) == 1.0
    assert at_least(2, 1, 0.5) == 0.0
