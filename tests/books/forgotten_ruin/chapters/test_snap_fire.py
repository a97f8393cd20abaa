"""Snap Fire: soldiers who hold shoot at an enemy unit while it moves."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import (
    offer_snap_fire,
    spread_out,
    why_not_snap_fire,
)
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.windows import SnapExplosive
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import happening, menu, no_points
from tests.books.forgotten_ruin.stage import battle, enemy, perform, piece_of, rule_of, soldier, start


def holding(id: str = "S1", at: tuple[float, float] = (10.0, 10.0), *names: str, **facts: Any):
    """A soldier with a quick die that was not used."""
    names = names or ("assault rifle",)
    return soldier(id, at, weapons=tuple(weapon(one) for one in names), die=1, holding=True, **facts)


def moment(name: str, *ids: str):
    return lambda play: offer_snap_fire(play, ids, name)


def field(*figures: Any, **facts: Any):
    made = battle(*figures, stock=no_points(), phase="enemy", **facts)
    made.tactics = ("Double time!",)
    return made


@covers("FR-RND-15", "FR-RND-16", "FR-RND-20")
def test_a_holding_soldier_fires_at_the_moving_unit_and_is_done_for_the_round():
    state = field(holding(), enemy("M1.1", (10.0, 20.0)), enemy("M2.1", (20.0, 20.0)))
    played = start(state, moment("before", "M1.1"), {"hit S1": [5], "damage M1.1": [6]})
    assert menu(played) == ["S1", "pass"]
    played.answer("S1")
    assert menu(played) == ["assault rifle: M1.1"]
    played.answer("assault rifle: M1.1").over()
    found = played.state.soldiers["S1"]
    assert (found.holding, found.acted) == (False, True)
    assert played.returned is True
    assert {"FR-RND-15", "FR-RND-16", "FR-RND-20"} <= played.cited()


@covers("FR-RND-14", "FR-RND-15")
def test_only_who_holds_may_fire():
    one = soldier("S1", weapons=(weapon("assault rifle"),), die=6)
    state = field(one, enemy("M1.1", (10.0, 20.0)))
    assert rule_of(why_not_snap_fire(state, one, ["M1.1"])) == "FR-RND-14"
    assert perform(state, moment("before", "M1.1")).returned is False


@covers("FR-RND-15")
def test_a_soldier_in_contact_can_no_longer_snap_fire():
    one = holding("S1", (10.0, 10.0))
    state = field(one, enemy("M1.1", (10.0, 11.0)), enemy("M2.1", (10.0, 20.0)))
    assert rule_of(why_not_snap_fire(state, one, ["M2.1"])) == "FR-RND-15"


@covers("FR-RND-15", "FR-SHT-05")
def test_a_nearer_hostile_that_must_be_shot_at_keeps_from_snap_fire():
    one = holding("S1", (10.0, 10.0))
    state = field(one, enemy("M1.1", (10.0, 13.0)), enemy("M2.1", (10.0, 20.0)))
    assert why_not_snap_fire(state, one, ["M2.1"]) is not None
    assert why_not_snap_fire(state, one, ["M1.1"]) is None


@covers("FR-RND-16")
def test_declining_one_moment_keeps_the_later_ones():
    state = field(holding(), enemy("M1.1", (10.0, 20.0)))

    async def two_moments(play):
        first = await offer_snap_fire(play, ["M1.1"], "before")
        return first, await offer_snap_fire(play, ["M1.1"], "half-way")

    dice = {"hit S1": [6], "damage M1.1": [6]}
    played = perform(state, two_moments, dice, ["pass", "S1", "assault rifle: M1.1"])
    assert played.returned == (False, True)


@covers("FR-RND-27", "FR-RND-15")
def test_soldiers_are_named_one_at_a_time_until_the_unit_is_gone():
    state = field(holding("S1"), holding("S2", (14.0, 10.0)), enemy("M1.1", (10.0, 20.0)))
    played = start(state, moment("half-way", "M1.1"), {"hit S1": [2], "hit S2": [5], "damage M1.1": [6]})
    played.answer("S1", "assault rifle: M1.1")
    assert menu(played) == ["S2", "pass"]
    played.answer("S2", "assault rifle: M1.1").over()
    assert played.state.enemies["M1.1"].where == "casualty"


@covers("FR-RND-27", "FR-COOP-01")
def test_players_who_share_the_squad_are_asked_for_their_own_soldiers():
    state = field(
        holding("S1"), holding("S2", (14.0, 10.0), seat="B"), enemy("M1.1", (10.0, 20.0)), seats=("A", "B")
    )
    played = start(state, moment("before", "M1.1"), {"hit S2": [2]})
    assert (played.question.seat, menu(played)) == ("A", ["S1", "pass"])
    played.answer("pass")
    assert (played.question.seat, menu(played)) == ("B", ["S2", "pass"])
    played.answer("S2", "assault rifle: M1.1")
    assert played.over().returned is True


@covers("FR-RND-19")
def test_snap_fire_has_the_longer_range_and_no_aimed_reroll():
    # 30 in is beyond the moving range of 24 in; a natural 1 is not rerolled.
    state = field(holding("S1", (10.0, 2.0)), enemy("M1.1", (10.0, 33.0)))
    played = perform(state, moment("end", "M1.1"), {"hit S1": [1]}, ["S1", "assault rifle: M1.1"])
    assert "FR-RND-19" in played.cited()
    assert played.state.enemies["M1.1"].on_table


@covers("FR-RND-19")
def test_heavy_weapons_may_snap_fire():
    state = field(holding("S1", (10.0, 10.0), "squad automatic weapon"), enemy("M1.1", (10.0, 20.0)))
    played = start(state, moment("before", "M1.1"))
    assert "S1" in menu(played)


@covers("FR-RND-20", "FR-CON-04")
def test_snap_fire_is_an_activation_after_which_the_soldier_recovers():
    state = field(holding(stun=2, knocked_down=True), enemy("M1.1", (10.0, 20.0)))
    played = perform(state, moment("before", "M1.1"), {"hit S1": [2]}, ["S1", "assault rifle: M1.1"])
    found = played.state.soldiers["S1"]
    assert (found.stun, found.knocked_down) == (1, False)


@covers("FR-RND-27", "FR-RND-16", "FR-RND-17")
def test_the_orc_behind_walks_on_when_the_charging_one_is_killed_half_way():
    """Orc 1 would charge S; half-way T kills it, orc 2 ends an inch from S without a combat."""
    state = field(
        soldier("S1", (10.0, 10.0)),
        holding("S2", (20.0, 12.0)),
        enemy("M1.1", (10.0, 15.0)),
        enemy("M1.2", (4.0, 18.0)),
    )
    played = start(state, enemy_phase_step, {"hit S2": [6], "damage M1.1": [6]})
    played.answer("S2 half-way", "assault rifle: M1.1").over()
    left = played.state.enemies["M1.2"]
    assert left.on_table
    assert gap(left, played.state.soldiers["S1"]) == pytest.approx(1.0, abs=0.1)
    assert played.state.contacts == ()
    assert played.state.mobs["M1"].killed_in_phase == 1


def charge(*watchers: Any, dice: dict[str, list[int]] | None = None):
    """Two orcs make for S1 while others watch."""
    orcs = (enemy("M1.1", (10.0, 15.0)), enemy("M1.2", (4.0, 18.0)))
    return start(field(soldier("S1", (10.0, 10.0)), *watchers, *orcs), enemy_phase_step, dice or {})


def at_watch(id: str, at: tuple[float, float] = (20.0, 12.0)):
    return holding(id, at)


@covers("FR-RND-16", "FR-RND-27")
def test_all_moments_are_asked_at_once_with_where_the_unit_will_stand_and_what_the_best_shot_needs():
    played = charge(at_watch("S2"))
    assert played.question.facts["moment"] == "before"
    options = {one.answer: one for one in played.question.options()}
    assert list(options) == ["S2", "S2 half-way", "S2 end", "pass"]
    assert options["S2"].places == ()
    # M1.1 charges 4 in, half of it is 2; at the end it touches S1 and nobody can shoot at it.
    assert options["S2 half-way"].places[0] == pytest.approx((10.0, 13.0), abs=0.05)
    # The first place is that of the target.
    assert options["S2 half-way"].about == ("S2", "M1.1")
    assert options["S2 end"].about == ("S2", "M1.2")
    assert options["S2 end"].places[1] == pytest.approx((10.0, 11.0), abs=0.05)
    # M1.2 then stands half behind M1.1, which is Cover.
    assert [options[key].need for key in ("S2", "S2 half-way", "S2 end")] == [4, 4, 6]
    assert options["S2"].means == "M1.1, 9.4″, in the open."


@covers("FR-RND-16", "FR-RND-17")
def test_the_ghosts_of_a_mob_that_crowds_stand_where_its_figures_will():
    spots = ((17.0, 29.0), (15.5, 28.5), (19.0, 28.7), (17.5, 27.5))
    orcs = [enemy(f"M1.{number}", at) for number, at in enumerate(spots, 1)]
    state = field(soldier("S1", (18.0, 24.0)), holding("S2", (12.0, 22.0)), *orcs)
    played = start(state, enemy_phase_step)
    shown = {one.answer: set(one.places) for one in played.question.options()}["S2 half-way"]
    # Straight on, M1.1 and M1.2 would stand in one another half-way.
    played.answer("S2 half-way")
    assert {one.at for one in played.state.enemies.values()} == shown


@covers("FR-RND-16")
def test_who_holds_fire_is_not_asked_again_while_the_move_goes_as_foreseen():
    charge(at_watch("S2")).answer("pass").over()


@covers("FR-RND-16", "FR-RND-27")
def test_a_shot_half_way_is_fired_then_and_asks_only_for_its_target():
    played = charge(at_watch("S2"), dice={"hit S2": [6], "damage M1.1": [6]})
    played.answer("S2 half-way")
    assert menu(played) == ["assault rifle: M1.1"]
    assert played.state.enemies["M1.1"].at == pytest.approx((10.0, 13.0), abs=0.05)
    played.answer("assault rifle: M1.1").over()
    assert [one.facts["moment"] for one in played.told("Snap Fire")] == ["half-way"]


@covers("FR-RND-16", "FR-RND-27")
def test_after_a_shot_whoever_held_fire_is_asked_again_at_the_later_moments():
    played = charge(at_watch("S2"), at_watch("S3", (17.0, 17.0)), dice={"hit S2": [2]})
    played.answer("S2 half-way")
    assert menu(played) == ["S3", "S3 half-way", "S3 end", "pass"]
    played.answer("pass", "assault rifle: M1.1")
    assert played.question.facts["moment"] == "half-way"
    assert menu(played) == ["S3", "S3 end", "pass"]
    played.answer("pass").over()


@covers("FR-RND-16", "FR-RND-27")
def test_a_word_for_later_is_open_again_where_somebody_of_the_unit_fell_meanwhile():
    dice = {"hit S2": [6], "damage M1.1": [6]}
    played = charge(at_watch("S2"), at_watch("S3", (17.0, 17.0)), dice=dice)
    played.answer("S3 end", "S2", "assault rifle: M1.1")
    # M1.2 alone goes elsewhere than beside its mate, so S3 has all moments before it again.
    assert played.question.facts["moment"] == "half-way"
    assert menu(played) == ["S3", "S3 end", "pass"]
    played.answer("pass").over()


@covers("FR-RND-16", "FR-RND-27")
def test_a_word_for_later_is_kept_after_a_shot_that_changes_nothing():
    dice = {"hit S2": [2], "hit S3": [2]}
    played = charge(at_watch("S2"), at_watch("S3", (17.0, 17.0)), dice=dice)
    played.answer("S3 half-way", "S2", "assault rifle: M1.1")
    assert menu(played) == ["assault rifle: M1.1"]
    played.answer("assault rifle: M1.1").over()
    assert [one.facts["moment"] for one in played.told("Snap Fire")] == ["before", "half-way"]


def at_the_mob(state):
    return SnapExplosive("A", state.soldiers["S1"], ("M1.1", "M1.2", "M1.3"))


@covers("FR-RND-18")
def test_a_mob_spreads_out_before_an_explosive_is_aimed_at_it():
    orcs = [enemy(f"M1.{number}", (10.0 + 1.0 * number, 20.0), moved=3.0) for number in range(1, 4)]
    state = field(holding(), *orcs, starts={one.id: one.at for one in orcs})
    played = perform(state, happening(spread_out, at_the_mob))
    found = [played.state.enemies[one.id] for one in orcs]
    assert gap(found[0], found[1]) == pytest.approx(1.0)
    assert gap(found[1], found[2]) == pytest.approx(1.0)
    assert "FR-RND-18" in played.cited()


@covers("FR-RND-18")
def test_before_it_moves_a_mob_cannot_spread_out():
    orcs = [enemy(f"M1.{number}", (10.0 + 1.0 * number, 20.0)) for number in range(1, 4)]
    state = field(holding(), *orcs, starts={one.id: one.at for one in orcs})
    played = perform(state, happening(spread_out, at_the_mob))
    assert [played.state.enemies[one.id].at for one in orcs] == [one.at for one in orcs]
    assert played.told("mob spreads out") == []
    assert "FR-RND-18" in played.cited()


@covers("FR-RND-18", "FR-ACT-04")
def test_who_is_in_contact_does_not_step_aside_when_the_mob_spreads_out():
    orcs = [enemy(f"M1.{number}", (10.0 + 1.0 * number, 20.0), moved=3.0) for number in range(1, 4)]
    state = field(holding(), soldier("S2", (13.0, 21.0)), *orcs, starts={one.id: one.at for one in orcs})
    played = perform(state, happening(spread_out, at_the_mob))
    assert played.state.enemies["M1.3"].at == (13.0, 20.0)
    assert gap(played.state.enemies["M1.2"], played.state.enemies["M1.3"]) == pytest.approx(1.0)


@covers("FR-RND-18")
def test_nobody_steps_through_a_wall_when_a_mob_spreads_out():
    wall = piece_of("wall", "low wall", ((12.6, 15.0), (12.8, 15.0), (12.8, 25.0), (12.6, 25.0)))
    orcs = [enemy(f"M1.{number}", (10.0 + 1.0 * number, 20.0), moved=3.0) for number in range(1, 3)]
    state = field(holding(), *orcs, starts={one.id: one.at for one in orcs}, terrain=[wall])
    played = perform(
        state, happening(spread_out, lambda state: SnapExplosive("A", state.soldiers["S1"], ("M1.1", "M1.2")))
    )
    assert all(one.at[0] < 12.6 for one in played.state.enemies.values())
