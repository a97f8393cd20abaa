"""Casting and the twenty-one spells."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS
from sandtable.books.forgotten_ruin.chapters.activations.activations import end_activation
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.chapters.spells.attacks import LightningBlitz
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    SPELLS,
    Cast,
    enhance,
    power_of,
    why_not_cast,
    work_spell,
)
from sandtable.books.forgotten_ruin.chapters.spells.changes import casts_spells
from sandtable.books.forgotten_ruin.chapters.spells.places import is_small
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.spells.targets import reaches, resists
from sandtable.books.forgotten_ruin.modifiers import (
    DAMAGE,
    WHY_NOT_ACT,
    WHY_NOT_MOVE,
    WHY_UNTROUBLED,
    value_of,
)
from sandtable.books.forgotten_ruin.state import Mob, Stock
from sandtable.books.forgotten_ruin.windows import (
    MOVED,
    ROUND_STARTED,
    VOLLEY_ROLLED,
    WINDOWS,
    Activation,
    Moment,
    Movement,
    Volley,
)
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, rectangle
from tests.books.forgotten_ruin.stage import battle, enemy, number_of, perform, rule_of, soldier, start


def _caster(*known, die=6, **facts):
    return soldier("S1", (10.0, 10.0), spells=known, die=die, **facts)


def _field(*figures, **facts):
    return battle(*figures, stock=Stock(story_points=0), **facts)


def _casting(name, **facts):
    async def rule(play):
        await work_spell(play, Cast(spells()[name], play.state.soldiers["S1"], **facts))

    return rule


def _cast(state, name, dice=None, answers=(), **facts):
    return perform(state, _casting(name, **facts), dice, answers)


# ---- Casting ------------------------------------------------------------------------------------


@covers("FR-SPL-03", "FR-SPL-04", "FR-SPL-05", "FR-RND-10", "FR-ACT-10")
@pytest.mark.parametrize(
    ("die", "spell", "refused"),
    [(3, "Magic Darts", ""), (3, "Bane", "FR-SPL-04"), (None, "Flicker", "FR-SPL-04")],
)
def test_a_spell_must_be_paid_from_the_die_of_this_round(die, spell, refused):
    state = _field(_caster(spell, die=die), enemy("M1.1"))
    assert power_of(state, state.soldiers["S1"]) == (die or 0)
    assert rule_of(why_not_cast(state, state.soldiers["S1"], spells()[spell])) == refused


@covers("FR-SPL-01", "FR-SPL-02", "FR-ACT-10")
def test_only_who_knows_spells_casts_and_only_one_in_a_round():
    casting = ACTIONS["Spell-casting"]
    state = _field(_caster("Magic Darts"), soldier("S2", (14.0, 10.0)), enemy("M1.1", toughness=9))
    one, other = state.soldiers.values()
    assert len(casting.candidates(state, one, Activation("A", one))) == 1
    assert casting.candidates(state, other, Activation("A", other)) == []
    played = perform(
        state,
        lambda play: casting.carry_out(play, play.state.soldiers["S1"], "Magic Darts"),
        {"damage M1.1": [1]},
        ["as it is"],
    )
    one = played.state.soldiers["S1"]
    assert rule_of(why_not_cast(played.state, one, spells()["Magic Darts"])) == "FR-SPL-01"


@covers("FR-SPL-06", "FR-SPL-14")
def test_range_is_eighteen_inches_and_each_point_of_extending_adds_six():
    state = _field(_caster("Magic Darts"), enemy("M1.1", (10.0, 30.0)))
    one, foe = state.soldiers["S1"], state.enemies["M1.1"]
    assert not reaches(state, Cast(spells()["Magic Darts"], one), foe)
    assert reaches(state, Cast(spells()["Magic Darts"], one, extra_range=2), foe)


@covers("FR-SPL-13", "FR-SPL-14", "FR-SPL-15", "FR-SPL-16")
def test_surplus_power_is_divided_among_the_enhancements_that_fit():
    cast = Cast(spells()["Magic Darts"], soldier("S1"))
    played = start(_field(soldier("S1"), enemy("M1.1")), lambda play: enhance(play, cast, 2))
    assert "Extending 1, Additional Targets 1" in played.options()
    assert not any("Boosting" in one for one in played.options())
    played.answer("Extending 2").over()
    assert (cast.extra_range, cast.extra_targets) == (2, 0)


@covers("FR-SPL-08", "FR-SPL-15")
def test_further_targets_must_be_of_one_mob():
    state = _field(
        _caster("Magic Darts"),
        *(enemy(f"M1.{n}", (8.0 + n, 20.0)) for n in range(1, 5)),
        enemy("M2.1", (16.0, 20.0)),
    )

    async def rule(play):
        await work_spell(play, Cast(spells()["Magic Darts"], play.state.soldiers["S1"], extra_targets=1))

    played = start(state, rule)
    assert rule_of(played.question.legal(["M1.1", "M2.1"])) == "FR-SPL-15"
    assert played.question.legal(["M1.1", "M1.2", "M1.3", "M1.4"]) is None


@covers("FR-SPL-10", "FR-SPL-11", "FR-SPL-12", "FR-SPL-16")
@pytest.mark.parametrize(
    ("resistance", "boost", "die", "resisted"),
    [(1, 0, 5, True), (1, 0, 4, False), (0, 1, None, False), (5, 0, None, True)],
)
def test_resisting_needs_a_six_and_some_need_not_roll(resistance, boost, die, resisted):
    state = _field(_caster("Bane"), enemy("M1.1", resistance=resistance))

    async def rule(play):
        return await resists(
            play, Cast(spells()["Bane"], play.state.soldiers["S1"], boost=boost), play.state.enemies["M1.1"]
        )

    assert perform(state, rule, {"resist M1.1": [die]} if die else {}).returned is resisted


@covers("FR-SPL-18")
def test_every_spell_of_the_table_can_be_cast():
    assert set(spells()) == set(SPELLS)
    assert sum(one.hi - one.lo + 1 for one in spells().values()) == 100


@covers("FR-SPL-09")
def test_sorcerers_villains_with_hellfire_and_wizards_cast():
    assert casts_spells(enemy("M1.1", is_sorcerer=True))
    assert casts_spells(enemy("V1", ability="Hellfire spell"))
    assert casts_spells(enemy("B1", traits=("Wizard",)))
    assert not casts_spells(enemy("M1.2"))


# ---- Attacks ------------------------------------------------------------------------------------


@covers("FR-SPL-19", "FR-SPL-17")
def test_magic_darts_hit_each_of_three_targets():
    state = _field(_caster("Magic Darts"), *(enemy(f"M1.{n}", (8.0 + n, 20.0)) for n in range(1, 5)))
    dice = {"damage M1.1": [3], "damage M1.2": [2], "damage M1.4": [6]}
    played = _cast(state, "Magic Darts", dice, [["M1.1", "M1.2", "M1.4"]])
    assert [one.on_table for one in played.state.enemies.values()] == [False, True, True, False]


@covers("FR-SPL-23")
def test_an_ice_blast_hits_friend_and_foe_within_two_inches():
    state = _field(
        _caster("Ice Blast"),
        soldier("S2", (12.0, 18.0)),
        enemy("M1.1", (10.0, 18.0)),
        enemy("M1.2", (10.0, 24.0)),
    )
    played = _cast(state, "Ice Blast", {"damage M1.1": [6], "damage S2": [1]}, [{"at": [10.5, 18.0]}])
    assert played.state.soldiers["S2"].stun == 1
    assert [one.on_table for one in played.state.enemies.values()] == [False, True]


@covers("FR-SPL-24")
def test_meteors_strike_on_a_four_and_knock_down():
    state = _field(
        _caster("Meteor Strike"), enemy("M1.1", (10.0, 18.0), toughness=9), enemy("M1.2", (12.0, 18.0))
    )
    dice = {"meteor M1.1": [4], "meteor M1.2": [3], "damage M1.1": [1]}
    played = _cast(state, "Meteor Strike", dice, [{"at": [10.5, 18.0]}])
    assert [one.knocked_down for one in played.state.enemies.values()] == [True, False]


@covers("FR-SPL-34")
def test_lightning_blitz_ignores_saving_throws():
    state = _field(_caster("Lightning Blitz"), enemy("M1.1", (10.0, 18.0), save=2))
    assert not _cast(state, "Lightning Blitz", {"damage M1.1": [3]}).state.enemies["M1.1"].on_table


@covers("FR-SPL-35")
def test_a_magic_punch_hits_hard_and_knocks_down():
    state = _field(_caster("Magic Punch"), enemy("M1.1", (10.0, 18.0), toughness=5))
    played = _cast(state, "Magic Punch", {"resist M1.1": [5], "damage M1.1": [3]})
    assert played.state.enemies["M1.1"].knocked_down
    assert (
        not _cast(
            _field(_caster("Magic Punch"), enemy("M1.1", (10.0, 18.0), toughness=4)),
            "Magic Punch",
            {"resist M1.1": [1], "damage M1.1": [3]},
        )
        .state.enemies["M1.1"]
        .on_table
    )


# ---- Changes ------------------------------------------------------------------------------------


@covers("FR-SPL-20", "FR-SPL-43")
def test_the_earth_holds_who_does_not_resist():
    played = _cast(
        _field(_caster("Earth-grasp"), enemy("M1.1", (10.0, 18.0))), "Earth-grasp", {"resist M1.1": [5]}
    )
    foe = played.state.enemies["M1.1"]
    assert rule_of(WHY_NOT_MOVE.first(played.state, foe)) == "FR-SPL-20"
    assert rule_of(WHY_NOT_ACT.first(played.state, foe, "Shoot")) == "FR-SPL-20"


@covers("FR-SPL-30")
def test_the_enraged_neither_shoot_nor_cast():
    played = _cast(_field(_caster("Enrage"), enemy("M1.1", (10.0, 18.0))), "Enrage", {"resist M1.1": [2]})
    foe = played.state.enemies["M1.1"]
    assert foe.effects[0].by == "S1"
    assert rule_of(WHY_NOT_ACT.first(played.state, foe, "Cast")) == "FR-SPL-30"


@covers("FR-SPL-31")
def test_mute_silences_a_sorcerer_and_costs_the_caster_a_stun_marker():
    state = _field(
        _caster("Mute"), enemy("M1.1", (10.0, 18.0), is_sorcerer=True), enemy("M1.2", (12.0, 18.0))
    )
    played = _cast(state, "Mute", {"resist M1.1": [2]})
    assert rule_of(WHY_NOT_ACT.first(played.state, played.state.enemies["M1.1"], "Cast")) == "FR-SPL-31"

    async def rule(play):
        one = play.state.soldiers["S1"]
        await end_activation(play, one, Activation("A", one))

    assert perform(played.state, rule).state.soldiers["S1"].stun == 1


@covers("FR-SPL-41")
def test_bane_adds_one_damage_and_does_not_add_up():
    state = _field(_caster("Bane"), enemy("M1.1", (10.0, 18.0)))
    played = _cast(_cast(state, "Bane", {"resist M1.1": [2]}).state, "Bane", {"resist M1.1": [2]})
    assert value_of(0, DAMAGE.all(played.state, played.state.enemies["M1.1"], Hit())) == 1


@covers("FR-SPL-32")
def test_a_sudden_jig_moves_its_targets_at_random():
    played = _cast(
        _field(_caster("Sudden Jig"), enemy("M1.1", (10.0, 18.0))),
        "Sudden Jig",
        {"resist M1.1": [2], "bearing M1.1": [90]},
    )
    assert played.state.enemies["M1.1"].at == pytest.approx((15.0, 18.0))


@covers("FR-SPL-28", "FR-MRL-07")
def test_a_fearful_image_makes_a_mob_roll_five_morale_dice():
    state = _field(_caster("Fearful Image"), *(enemy(f"M1.{n}", (8.0 + 1.2 * n, 16.0)) for n in range(1, 4)))
    played = _cast(state, "Fearful Image", {"morale M1": [1, 2, 3, 4, 5, 6]})
    assert sum(one.where == "fled" for one in played.state.enemies.values()) == 1


@covers("FR-SPL-33")
def test_dense_fog_makes_every_archery_hit_be_rolled_again():
    state = _field(_caster("Dense Fog"), enemy("M1.1", (10.0, 18.0)), enemy("M1.2", (12.0, 18.0)))
    played = _cast(state, "Dense Fog", {"resist M1.1": [2]})

    async def rule(play):
        archers = list(play.state.enemies.values())
        volley = Volley("A", play.state.soldiers["S1"], archers, [6, 2], [5, 5])
        await WINDOWS.open(play, VOLLEY_ROLLED, volley)
        return volley.faces

    assert perform(played.state, rule, {"fog M1.1": [3]}).returned == [3, 2]


@covers("FR-SPL-21")
def test_who_flickers_walks_through_terrain():
    state = _field(_caster("Flicker"), soldier("S2", (14.0, 10.0)))
    played = _cast(state, "Flicker", answers=["S2"])
    wood = Piece("W", "forest", box_outline(0, 0, 4, 4), traits=("area", "difficult"))
    assert rule_of(WHY_UNTROUBLED.first(played.state, played.state.soldiers["S2"], wood)) == "FR-SPL-21"


@covers("FR-SPL-25")
def test_a_protective_boon_lasts_until_a_saving_throw_fails():
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike

    state = _field(_caster("Protective Boon"), soldier("S2", (14.0, 10.0)), enemy("M1.1"))
    state = _cast(state, "Protective Boon", answers=["S2"]).state
    assert number_of(saving_throw(state, state.soldiers["S2"], Hit())) == 4
    hit = Hit(how="shooting", attacker="M1.1", unit="M1")
    rule = lambda play: strike(play, play.state.soldiers["S2"], [hit])  # noqa: E731
    state = perform(state, rule, {"save S2": [4]}).state
    assert state.soldiers["S2"].is_under("Protective Boon")
    state = perform(state, rule, {"save S2": [3], "damage S2": [1]}).state
    assert not state.soldiers["S2"].is_under("Protective Boon")


@covers("FR-SPL-25")
def test_casting_the_boon_again_ends_the_earlier_one():
    state = _field(_caster("Protective Boon"), soldier("S2", (14.0, 10.0)))
    state = _cast(
        _cast(state, "Protective Boon", answers=["S2"]).state, "Protective Boon", answers=["S1"]
    ).state
    assert [one.is_under("Protective Boon") for one in state.soldiers.values()] == [True, False]


@covers("FR-SPL-36")
def test_refresh_takes_all_stun_markers_of_another_soldier():
    state = _field(_caster("Refresh", stun=1), soldier("S2", (14.0, 10.0), stun=3))
    played = _cast(state, "Refresh")
    assert [one.stun for one in played.state.soldiers.values()] == [1, 0]


# ---- Places -------------------------------------------------------------------------------------


@covers("FR-SPL-37")
def test_shaken_terrain_knocks_down_whoever_touches_it():
    hut = Piece("P", "boulder", box_outline(9, 16, 11, 18), 2.0, ("block",))
    state = _field(
        _caster("Shake Terrain"), enemy("M1.1", (11.5, 17.0)), enemy("M1.2", (20.0, 17.0)), terrain=[hut]
    )
    played = _cast(state, "Shake Terrain", answers=["P"])
    assert [one.knocked_down for one in played.state.enemies.values()] == [True, False]


@covers("FR-SPL-22")
def test_upheaval_moves_a_small_feature_and_whoever_is_in_the_way():
    boulder = Piece("P", "boulder", box_outline(9, 16, 11, 18), 2.0, ("block",))
    state = _field(_caster("Upheaval"), enemy("M1.1", (14.0, 17.0)), terrain=[boulder])
    played = _cast(state, "Upheaval", answers=["P", {"at": [14.0, 17.0]}])
    assert played.state.ground.piece("P").centre == (14.0, 17.0)
    area = played.state.ground.areas[0]
    assert area.distance(*played.state.enemies["M1.1"].at) >= 0.49


@covers("FR-SPL-26", "FR-RND-28")
def test_a_toxic_cloud_hides_hurts_and_is_gone_after_the_next_round():
    state = _field(_caster("Toxic Cloud"), enemy("M1.1", (10.0, 24.0)), round=3)
    played = _cast(state, "Toxic Cloud", answers=[{"at": [10.0, 18.0]}, "0"])
    one, foe = played.state.soldiers["S1"], played.state.enemies["M1.1"]
    assert not sees(played.state, one, foe)

    async def walk(play):
        enemy_one = play.state.enemies["M1.1"]
        enemy_one.at = (10.0, 18.0)
        await WINDOWS.open(play, MOVED, Movement("A", enemy_one, ((10.0, 24.0), (10.0, 18.0)), "move"))

    hurt = perform(played.state, walk, {"resist M1.1": [2], "damage M1.1": [4]})
    assert not hurt.state.enemies["M1.1"].on_table
    later = hurt.state
    later.round = 5
    gone = perform(later, lambda play: WINDOWS.open(play, ROUND_STARTED, Moment("A")))
    assert all(each.gone for each in gone.state.markers.values())


@covers("FR-SPL-38", "FR-SPL-39")
def test_a_mirror_image_vanishes_when_it_is_struck():
    from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike

    state = _field(_caster("Mirror Image"), enemy("M1.1"))
    played = _cast(state, "Mirror Image", answers=[{"models": [[14.0, 10.0]]}])
    assert played.state.soldiers["S1*"].copy_of == "S1"
    hit = Hit(how="shooting", attacker="M1.1", unit="M1")
    struck = perform(played.state, lambda play: strike(play, play.state.soldiers["S1*"], [hit]))
    assert not struck.state.soldiers["S1*"].on_table


@covers("FR-SPL-39", "FR-SPL-43")
def test_the_image_ends_with_its_caster():
    from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove

    state = _field(_caster("Mirror Image"))
    state = _cast(state, "Mirror Image", answers=[{"models": [[14.0, 10.0]]}]).state
    gone = perform(state, lambda play: remove(play, play.state.soldiers["S1"], "casualty", "FR-HIT-03"))
    assert not gone.state.soldiers["S1*"].on_table


@covers("FR-SPL-38")
def test_spells_may_be_measured_from_the_image():
    state = _field(_caster("Mirror Image", "Magic Darts"), enemy("M1.1", (10.0, 33.0)))
    state = _cast(state, "Mirror Image", answers=[{"models": [[10.0, 16.0]]}]).state
    assert reaches(state, Cast(spells()["Magic Darts"], state.soldiers["S1"]), state.enemies["M1.1"])


@covers("FR-SPL-40")
def test_teleport_puts_the_caster_beside_another_soldier():
    state = _field(_caster("Teleport"), soldier("S2", (10.0, 28.0)))
    played = _cast(state, "Teleport", answers=[{"models": [[14.0, 28.0]]}])
    assert played.state.soldiers["S1"].at == (14.0, 28.0)


@covers("FR-SPL-29")
def test_a_charmed_figure_fights_its_own_side():
    state = _field(
        _caster("Charm Minion"),
        enemy("M1.1", (10.0, 18.0)),
        enemy("M1.2", (12.0, 18.0)),
        mobs={"M1": Mob(id="M1", type="Orcs")},
    )
    dice = {"resist M1.1": [2], "combat M1.1": [6], "combat M1.2": [1], "damage M1.2": [6]}
    played = _cast(state, "Charm Minion", dice, ["M1.1", {"fight": "M1.2"}])
    assert not played.state.enemies["M1.2"].on_table
    assert played.state.enemies["M1.1"].side == "enemy"


@covers("FR-SPL-07")
def test_a_spell_is_aimed_at_visible_points_on_the_table():
    from sandtable.books.forgotten_ruin.chapters.spells.targets import spots, why_not_point

    state = _field(_caster("Ice Blast"))
    state.soldiers["S1"].at = (0.5, 0.5)
    cast = Cast(spells()["Ice Blast"], state.soldiers["S1"])
    assert all(0.0 <= x <= 36.0 and 0.0 <= y <= 36.0 for x, y in spots(state, cast))
    assert why_not_point(state, cast, (0.5, 19.0)) is None
    assert rule_of(why_not_point(state, cast, (0.5, 19.1))) == "FR-SPL-07"


@covers("FR-SPL-22")
def test_whoever_stands_on_a_feature_travels_with_it_and_goes_down():
    boulder = Piece("P", "boulder", box_outline(9, 16, 11, 18), 2.0, ("block",))
    state = _field(_caster("Upheaval"), enemy("M1.1", (10.0, 17.0), elevation=2.0), terrain=[boulder])
    played = _cast(state, "Upheaval", answers=["P", {"at": [10.0, 20.0]}])
    rider = played.state.enemies["M1.1"]
    assert (rider.at, rider.elevation, rider.knocked_down) == ((10.0, 20.0), 2.0, True)


@covers("FR-SPL-22")
def test_nobody_is_pushed_into_a_combat_by_a_feature():
    boulder = Piece("P", "boulder", box_outline(9, 16, 11, 18), 2.0, ("block",))
    pushed, friend = enemy("M1.1", (14.0, 17.0)), soldier("S2", (15.7245, 17.1941))
    state = _field(_caster("Upheaval"), pushed, friend, terrain=[boulder])
    played = _cast(state, "Upheaval", answers=["P", {"at": [13.2, 17.0]}])
    assert played.state.enemies["M1.1"].at != (14.0, 17.0)
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S2"]) > 0.01


@covers("FR-SPL-22")
def test_a_feature_of_two_inches_may_lie_askew():
    askew = Piece("P", "boulder", rectangle((10.0, 17.0), 2.0, 2.0, 45.0), 2.0, ("block",))
    large = Piece("Q", "boulder", rectangle((14.0, 17.0), 2.1, 2.0, 45.0), 2.0, ("block",))
    state = _field(_caster("Upheaval"), terrain=[askew, large])
    assert is_small(state, askew)
    assert not is_small(state, large)


@covers("FR-SPL-26")
def test_gas_is_breathed_once_in_an_activation_however_often_a_figure_moves():
    state = _field(_caster("Toxic Cloud"), enemy("M1.1", (10.0, 24.0), toughness=9), round=3)
    played = _cast(state, "Toxic Cloud", answers=[{"at": [10.0, 18.0]}, "0"])

    async def walk(play):
        one = play.state.enemies["M1.1"]
        for at in ((10.0, 19.0), (10.0, 18.0)):
            path, one.at = (one.at, at), at
            await WINDOWS.open(play, MOVED, Movement("A", one, path, "move"))

    hurt = perform(played.state, walk, {"resist M1.1": [2], "damage M1.1": [4]})
    assert [why for why, _ in hurt.rolled()] == ["resist M1.1", "damage M1.1"]


@covers("FR-SPL-16", "FR-SPL-26")
def test_boosting_a_cloud_works_on_whoever_touches_it_later():
    state = _field(_caster("Toxic Cloud"), enemy("M1.1", (10.0, 24.0), toughness=9), round=3)
    played = _cast(state, "Toxic Cloud", answers=[{"at": [10.0, 18.0]}, "0"], boost=1)

    async def walk(play):
        one = play.state.enemies["M1.1"]
        one.at = (10.0, 18.0)
        await WINDOWS.open(play, MOVED, Movement("A", one, ((10.0, 24.0), one.at), "move"))

    hurt = perform(played.state, walk, {"damage M1.1": [4]})
    assert "FR-SPL-12" in hurt.cited()


@covers("FR-SPL-34")
def test_targets_of_a_lightning_blitz_stand_within_three_inches_of_one_another():
    near, far = enemy("M1.1", (10.0, 18.0)), enemy("M1.2", (14.1, 18.0))
    state = _field(_caster("Lightning Blitz"), near, far)
    assert rule_of(LightningBlitz().why_apart(state, [near, far])) == "FR-SPL-34"
    far.at = (14.0, 18.0)
    assert LightningBlitz().why_apart(state, [near, far]) is None


@covers("FR-SPL-29")
def test_a_charmed_figure_does_not_throw_itself_down_three_inches():
    rock = Piece("P", "rock", box_outline(8, 16, 12, 20), 3.0, ("block",))
    state = _field(_caster("Charm Minion"), enemy("M1.1", (10.0, 16.5), elevation=3.0), terrain=[rock])
    asked = start(state, _casting("Charm Minion"), {"resist M1.1": [2]})
    with pytest.raises(Refused, match="its end"):
        asked.game.answer({"models": [[10.0, 15.0]], "drop": True})
