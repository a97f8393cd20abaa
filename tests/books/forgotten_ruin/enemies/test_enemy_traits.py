"""The special rules of enemy types and the effects of training."""

from __future__ import annotations

import pytest

from sandtable.binding.limits import once
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, damage_bonus
from sandtable.books.forgotten_ruin.chapters.hits.resolution import knock_down, strike
from sandtable.books.forgotten_ruin.chapters.movement.routes import route
from sandtable.books.forgotten_ruin.chapters.movement.walking import dash_inches, move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.enemies.activating import enemy_phase_step
from sandtable.books.forgotten_ruin.enemies.enemy_deeds import hordes, plant_markers, plants_rise
from sandtable.books.forgotten_ruin.enemies.generating import enlist
from sandtable.books.forgotten_ruin.modifiers import (
    AWARENESS,
    DAMAGE_DICE,
    WHY_CHARGES_ON,
    WHY_NEVER_UNAWARE,
    WHY_NO_LUCK,
    combat_skill,
)
from sandtable.books.forgotten_ruin.state import Mob
from sandtable.books.forgotten_ruin.windows import (
    AGGRESSION_PHASE,
    MOVED,
    PHASE_STARTED,
    WINDOWS,
    Activation,
    Moment,
    Movement,
    PhaseMoment,
)
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline, wall
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.doing import activating
from tests.books.forgotten_ruin.stage import battle, enemy, perform, rule_of, soldier, start


async def enemy_phase(play):
    """Every enemy unit activates, as in the Enemy Actions phase."""
    while await enemy_phase_step(play):
        pass


def of_type(id, at, type, training="Warriors", **facts):
    """An enemy with the profile and traits of its type."""
    state = battle()
    mob = Mob("M9", type, training)
    figure = enlist(state, mob)
    values = {
        "speed": figure.profile.speed,
        "combat_skill": figure.profile.combat_skill,
        "toughness": figure.profile.toughness,
    }
    return enemy(id, at, type=type, training=training, traits=figure.traits, **(values | facts))


def saves(figure, how, state=None, **hit):
    """The saving throw of a figure against a Hit of this kind, or None."""
    state = state or battle(soldier("S1"), figure)
    found = saving_throw(state, figure, Hit(how=how, attacker="S1", **hit))
    return None if found is None else found.number


async def _moved(play, path):
    one = play.state.soldiers["S1"]
    one.at = path[-1]
    await WINDOWS.open(play, MOVED, Movement("A", one, path, "move"))


@covers("FR-ENE-09")
def test_the_first_soldier_near_kobolds_may_step_into_a_trap():
    state = battle(soldier("S1", (10.0, 1.0)), of_type("M1.1", (10.0, 20.0), "Kobolds"), phase="quick")

    async def rule(play):
        await _moved(play, ((10.0, 5.0), (10.0, 13.0)))
        play.state.soldiers["S1"].knocked_down = False
        await _moved(play, ((10.0, 11.0), (10.0, 13.0)))

    played = perform(state, rule, {"traps S1": [2]})
    assert len(played.rolled()) == 1
    assert played.told("trap")[0].facts["at"][1] == pytest.approx(11.0, abs=0.3)
    assert played.state.has_used(once("phase", "traps"))


@covers("FR-ENE-09")
@pytest.mark.parametrize("way", ["move", "dash"])
def test_whoever_is_caught_in_a_trap_does_nothing_more_in_that_activation(way):
    state = battle(soldier("S1", (10.0, 12.0)), of_type("M1.1", (10.0, 20.0), "Kobolds"), phase="quick")
    answers = (way, {"models": [[14.0, 10.0]]})
    played = perform(state, activating("S1"), {"traps S1": [2]}, answers)
    assert played.state.soldiers["S1"].at == pytest.approx((10.0, 12.0))
    assert not played.state.soldiers["S1"].knocked_down, "it recovers when the activation ends"


@covers("FR-ENE-09")
def test_a_soldier_far_from_kobolds_or_with_a_3_is_safe():
    state = battle(soldier("S1"), of_type("M1.1", (10.0, 20.0), "Kobolds"), phase="quick")

    async def far(play):
        await _moved(play, ((10.0, 1.0), (10.0, 6.0)))

    async def near(play):
        await _moved(play, ((10.0, 12.0), (10.0, 13.0)))

    assert perform(state, far).rolled() == []
    played = perform(state, near, {"traps S1": [3]})
    assert played.state.soldiers["S1"].knocked_down is False


@covers("FR-ENE-11")
def test_one_aware_orc_mob_rages_in_every_enemy_phase():
    state = battle(
        soldier("S1"),
        of_type("M1.1", (10.0, 20.0), "Orcs"),
        of_type("M2.1", (20.0, 20.0), "Orcs"),
        of_type("M3.1", (30.0, 20.0), "Orcs"),
    )
    state.mobs["M3"].aware = False

    async def rule(play):
        await WINDOWS.open(play, PHASE_STARTED, PhaseMoment("A", "enemy"))

    played = perform(state, rule, {"choose raging mob": [2]})
    assert [mob.id for mob in played.state.mobs.values() if mob.effects] == ["M2"]
    assert combat_skill(played.state, played.state.enemies["M2.1"]) == 1
    assert combat_skill(played.state, played.state.enemies["M1.1"]) == 0


@covers("FR-ENE-12")
def test_lizardfolk_save_against_combat_damage_but_not_against_spells():
    lizard = of_type("M1.1", (10.0, 20.0), "Lizardfolk")
    assert [saves(lizard, how) for how in ("shooting", "explosion", "hand-to-hand", "spell")] == [
        6,
        6,
        6,
        None,
    ]


@covers("FR-ENE-26")
def test_constructs_save_better_hand_to_hand():
    construct = of_type("M1.1", (10.0, 20.0), "Constructs")
    assert [saves(construct, how) for how in ("hand-to-hand", "shooting", "spell")] == [5, 6, 6]


@covers("FR-ENE-30", "FR-ENE-35", "FR-ENE-46", "FR-ENE-34")
@pytest.mark.parametrize(
    ("type", "training", "champion", "number"),
    [
        ("Giant bugs", "Warriors", False, 6),
        ("Giant bugs", "Warriors", True, 5),
        ("Giant bugs", "Heavies", False, 5),
        ("Giant bugs", "Heavies", True, 4),
        ("Lizardfolk", "Heavies", True, 4),
        ("Constructs", "Heavies", False, 4),
        ("Orcs", "Heavies", False, 6),
        ("Orcs", "Warriors", True, 6),
        ("Orcs", "Warriors", False, None),
    ],
)
def test_saving_throws_of_types_training_and_champions_combine(type, training, champion, number):
    figure = of_type("M1.1", (10.0, 20.0), type, training, is_champion=champion)
    state = battle(soldier("S1"), figure)
    state.mobs["M1"].training = training
    assert saves(figure, "hand-to-hand", state) == number


@covers("FR-VIL-10", "FR-VIL-13", "FR-VIL-01")
def test_villains_lend_and_have_saving_throws():
    enchanted = enemy("V1", (10.0, 20.0), kind="villain", is_champion=True, ability="Enchanted defences")
    assert saves(enchanted, "shooting") == 3
    warder = enemy("V1", (10.0, 20.0), kind="villain", is_champion=True, ability="Warding spells")
    near = enemy("M1.1", (10.0, 27.0), is_champion=True)
    far = enemy("M1.2", (10.0, 29.2))
    state = battle(soldier("S1"), warder, near, far)
    assert saves(near, "shooting", state) == 5
    assert saves(far, "shooting", state) is None
    assert saves(warder, "shooting", state) == 5


@covers("FR-VIL-08")
def test_precise_strikes_allow_no_saving_throw():
    villain = enemy("V1", kind="villain", ability="Precise strikes")
    state = battle(soldier("S1", save=5), villain)
    assert saving_throw(state, state.soldiers["S1"], Hit(how="hand-to-hand", attacker="V1")) is None
    assert saving_throw(state, state.soldiers["S1"], Hit(how="hand-to-hand", attacker="")) is not None


@covers("FR-ENE-13")
def test_elves_reroll_two_missed_shots():
    figures = [of_type(f"M1.{n + 1}", (6.0 + 1.2 * n, 12.0), "Evil elves", "Archers") for n in range(6)]
    state = skirmish(soldier("S1", (6.0, 3.0)), *figures)
    state.mobs["M1"].training = "Archers"
    # 5, 2, 3, 1, 4, 6 in the open: two Hits; two of the four misses are rerolled once.
    dice = {"hit M1": [5, 2, 3, 1, 4, 6, 6, 1], "damage S1": [1, 1, 1]}
    played = perform(state, enemy_phase, dice)
    assert played.told("shots hit")[0].facts["hits"] == 3
    assert "FR-ENE-13" in played.cited()


@covers("FR-ENE-14")
def test_a_natural_6_that_hits_shatters_a_skeleton():
    bones = of_type("M1.1", (10.0, 11.0), "Skeletons", is_champion=True)

    async def rule(play):
        target = play.state.enemies["M1.1"]
        await strike(play, target, [Hit(how="hand-to-hand", attacker="S1", natural=6)])

    played = perform(skirmish(soldier("S1"), bones), rule)
    assert played.state.enemies["M1.1"].where == "casualty"
    assert played.rolled() == []
    tough = of_type("V1", (10.0, 11.0), "Skeletons", kind="villain", mob="", monster_points=2)

    async def villain(play):
        target = play.state.enemies["V1"]
        await strike(play, target, [Hit(how="hand-to-hand", attacker="S1", natural=6)])

    assert perform(skirmish(soldier("S1"), tough), villain).state.enemies["V1"].monster_points == 1


@covers("FR-ENE-15")
def test_zombies_stop_at_a_wall_and_cross_it_next_time():
    low = Piece("low", "wall", wall((4.0, 16.0), (16.0, 16.0), 0.3), 0.75, ("linear",))
    state = battle(soldier("S1", (10.0, 4.0)), of_type("M1.1", (10.0, 18.0), "Zombies"), terrain=[low])
    state = perform(state, enemy_phase).state
    zombie = state.enemies["M1.1"]
    assert 16.6 < zombie.at[1] < 16.8
    state.mobs["M1"].acted = False
    played = perform(state, enemy_phase)
    crossed = played.state.enemies["M1.1"]
    assert crossed.at[1] == pytest.approx(zombie.at[1] - 4.0, abs=0.3)
    assert not crossed.effects


@covers("FR-ENE-15", "FR-RND-27")
def test_zombies_cross_next_time_though_they_are_shot_at_before_they_move():
    low = Piece("low", "wall", wall((4.0, 16.0), (16.0, 16.0), 0.3), 0.75, ("linear",))
    shooter = armed("S2", (12.0, 2.0), "assault rifle", holding=True, die=1)
    state = battle(
        soldier("S1", (10.0, 4.0)), shooter, of_type("M1.1", (10.0, 18.0), "Zombies"), terrain=[low]
    )
    played = start(state, enemy_phase)
    played.answer("pass")
    state = played.state
    at = state.enemies["M1.1"].at
    assert 16.6 < at[1] < 16.8
    state.mobs["M1"].acted, state.stock.story_points = False, 0
    played = start(state, enemy_phase, {"hit S2": [1]})
    played.answer("S2")
    played.answer("assault rifle: M1.1")
    assert played.state.enemies["M1.1"].at[1] == pytest.approx(at[1] - 4.0, abs=0.3)


@covers("FR-ENE-16")
def test_hordes_grow_every_round():
    state = battle(
        soldier("S1"), of_type("M1.1", (5.0, 20.0), "Zombies"), of_type("M2.1", (20.0, 20.0), "Zombies")
    )
    played = perform(state, hordes, {"choose horde": [2]})
    assert len(played.state.members("M2")) == 2


@covers("FR-ENE-17")
def test_a_ghoul_knocks_down_whom_it_does_not_kill():
    async def rule(play):
        target = play.state.soldiers["S1"]
        await strike(play, target, [Hit(how="hand-to-hand", attacker="M1.1", unit="M1")])

    played = perform(
        skirmish(soldier("S1"), of_type("M1.1", (10.0, 11.0), "Ghouls")), rule, {"damage S1": [2]}
    )
    hit = played.state.soldiers["S1"]
    assert (hit.stun, hit.knocked_down) == (1, True)


@covers("FR-ENE-17")
def test_a_saved_hit_of_a_ghoul_has_no_effect():
    async def rule(play):
        target = play.state.soldiers["S1"]
        await strike(play, target, [Hit(how="hand-to-hand", attacker="M1.1", unit="M1")])

    state = skirmish(soldier("S1", save=5), of_type("M1.1", (10.0, 11.0), "Ghouls"))
    played = perform(state, rule, {"save S1": [5]})
    assert played.state.soldiers["S1"].knocked_down is False


@covers("FR-ENE-18", "FR-ENE-23")
def test_wolves_are_never_unaware_and_hobgoblins_listen():
    state = battle()
    assert rule_of(WHY_NEVER_UNAWARE.first(state, Mob("M1", "Wolves"))) == "FR-ENE-18"
    assert WHY_NEVER_UNAWARE.first(state, Mob("M1", "Orcs")) is None
    assert [one.value for one in AWARENESS.all(state, Mob("M1", "Hobgoblins"))] == [2]


@covers("FR-ENE-19", "FR-MOV-12")
def test_spiders_skitter_over_difficult_ground_and_walls():
    wood = Piece("wood", "forest", box_outline(5.0, 12.0, 15.0, 19.0), 0.0, ("area", "difficult"))
    low = Piece("low", "wall", wall((4.0, 20.5), (16.0, 20.5), 0.3), 0.75, ("linear",))
    spider, orc = of_type("M1.1", (10.0, 22.0), "Spiders"), enemy("M2.1", (13.0, 22.0))
    state = battle(soldier("S1", (10.0, 1.0)), spider, orc, terrain=[wood, low])
    limit = move_limit(state, spider)
    assert limit == 5.0
    assert route(state, spider, (10.0, 17.0), limit) is not None
    assert route(state, orc, (13.0, 17.0), limit) is None
    assert "FR-ENE-19" in perform(state, enemy_phase).cited()
    assert dash_inches(state, spider) == (3.0, 4.0)
    assert dash_inches(state, orc) == (2.0, 3.0)


@covers("FR-ENE-20")
def test_the_bite_of_a_spider_allows_no_saving_throw():
    state = battle(soldier("S1", save=4), of_type("M1.1", (10.0, 11.0), "Spiders"))
    target = state.soldiers["S1"]
    assert saving_throw(state, target, Hit(how="hand-to-hand", attacker="M1.1")) is None
    assert saving_throw(state, target, Hit(how="shooting", attacker="M1.1")) is not None


@covers("FR-ENE-21")
def test_evil_dwarves_stay_on_their_feet():
    async def rule(play):
        return knock_down(play, play.state.enemies["M1.1"], "FR-EXP-09")

    played = perform(battle(soldier("S1"), of_type("M1.1", (9.0, 9.0), "Evil dwarves")), rule)
    assert played.returned is False
    assert "FR-ENE-21" in played.cited()


@covers("FR-ENE-22", "FR-ENE-31", "FR-ENE-47")
@pytest.mark.parametrize(
    ("type", "training", "how", "bonus"),
    [
        ("Evil dwarves", "Archers", "shooting", 1),
        ("Evil dwarves", "Warriors", "hand-to-hand", 0),
        ("Huge lizards", "Warriors", "hand-to-hand", 1),
        ("Huge lizards", "Breakers", "hand-to-hand", 2),
        ("Orcs", "Breakers", "hand-to-hand", 1),
        ("Orcs", "Archers", "shooting", 0),
    ],
)
def test_damage_of_types_and_training(type, training, how, bonus):
    figure = of_type("M1.1", (9.0, 9.0), type, training)
    state = battle(soldier("S1"), figure)
    state.mobs["M1"].training = training
    found = damage_bonus(state, state.soldiers["S1"], Hit(how=how, attacker="M1.1"))
    assert sum(one.value for one in found) == bonus


@covers("FR-ENE-45")
def test_assassins_roll_two_damage_dice():
    from sandtable.books.forgotten_ruin.chapters.armory import enemy_weapon

    figure = of_type("M1.1", (9.0, 9.0), "Orcs", "Assassins")
    state = battle(soldier("S1"), figure)
    state.mobs["M1"].training = "Assassins"
    hit = Hit(how="hand-to-hand", attacker="M1.1", weapon=enemy_weapon(state, figure, "hand-to-hand"))
    more = DAMAGE_DICE.all(state, state.soldiers["S1"], hit)
    assert sum(one.value for one in more) == 1
    assert "FR-ENE-45" in {one.rule for one in more}


@covers("FR-ENE-47")
def test_a_breaker_gives_no_hit_on_a_draw():
    from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import fight_at_once

    figure = enemy("M1.1", (10.0, 11.0))
    state = skirmish(soldier("S1", (10.0, 10.0)), figure)
    state.mobs["M1"].training = "Breakers"

    async def rule(play):
        await fight_at_once(play, play.state.soldiers["S1"], play.state.enemies["M1.1"], kind="at once")

    played = perform(state, rule, {"combat M1.1": [3], "combat S1": [4], "damage M1.1": [1]})
    assert played.state.soldiers["S1"].stun == 0


@covers("FR-ENE-24")
def test_luck_does_not_help_against_cursed_weapons():
    state = battle(soldier("S1", luck=1), of_type("M1.1", (9.0, 9.0), "Evil humans"))
    one = state.soldiers["S1"]
    for how, helps in (("hand-to-hand", False), ("shooting", False), ("spell", True)):
        why = WHY_NO_LUCK.first(state, one, [Hit(how=how, attacker="M1.1")])
        assert (why is None) is helps


@covers("FR-ENE-25")
def test_beast_folk_throw_before_they_charge_and_may_charge_another():
    figure = of_type("M1.1", (10.0, 10.0), "Beast folk")
    state = skirmish(soldier("S1", (10.0, 6.0)), soldier("S2", (13.0, 6.0)), figure)
    played = perform(state, enemy_phase, {"throw M1.1": [6], "damage S1": [3]})
    assert played.state.soldiers["S1"].where == "casualty"
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S2"]) <= 0.01
    assert len([why for why, _ in played.rolled() if why == "throw M1.1"]) == 1


@covers("FR-ENE-25")
def test_only_a_natural_6_of_a_thrown_weapon_hits():
    figure = of_type("M1.1", (10.0, 10.0), "Beast folk")
    played = perform(skirmish(soldier("S1", (10.0, 6.0)), figure), enemy_phase, {"throw M1.1": [5]})
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S1"]) <= 0.01


@covers("FR-ENE-27")
def test_a_berserker_follows_up_into_new_combats():
    state = battle(soldier("S1"), of_type("M1.1", (9.0, 9.0), "Berserkers"), enemy("M2.1"))
    assert rule_of(WHY_CHARGES_ON.first(state, state.enemies["M1.1"], None)) == "FR-ENE-27"
    assert WHY_CHARGES_ON.first(state, state.enemies["M2.1"], None) is None


@covers("FR-ENE-28")
@pytest.mark.parametrize(("faces", "score"), [([2, 5, 6], 2 + 1), ([4, 5, 6], 1)])
def test_cultists_chant_in_the_aggression_phase(faces, score):
    from sandtable.books.forgotten_ruin.chapters.aggression.score import aggression_phase

    cultists = [of_type(f"M1.{n + 1}", (2.0 + 1.2 * n, 30.0), "Cultists") for n in range(14)]
    played = perform(
        battle(soldier("S1"), *cultists), aggression_phase, {"chanting": faces, "aggression": [1]}
    )
    assert played.state.aggression == score


@covers("FR-ENE-28")
def test_the_chant_of_one_round_is_not_heard_in_the_next():
    state = battle(soldier("S1"), enemy("M1.1"), chanted=3)

    async def rule(play):
        await WINDOWS.open(play, AGGRESSION_PHASE, Moment("A"))

    assert perform(state, rule).state.chanted == 0


@covers("FR-ENE-29")
def test_killed_plants_leave_markers_from_which_they_rise():
    figures = [of_type(f"M1.{n + 1}", (10.0 + 6.0 * n, 20.0), "Walking plants") for n in range(4)]
    state = skirmish(soldier("S1", (5.0, 5.0)), *figures)

    async def rule(play):
        from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove

        for id in ("M1.1", "M1.2", "M1.3"):
            await remove(play, play.state.enemies[id], "casualty", "FR-HIT-03", by="S1")
        await plants_rise(play)

    played = perform(state, rule, {"plants": [1, 4, 1]})
    assert len(plant_markers(played.state)) == 1
    risen = [one for one in played.state.enemies_on_table() if one.id != "M1.4"]
    assert [one.mob for one in risen] == ["M2", "M3"]
    assert all(one.arrived == 2 for one in risen)


@covers("FR-ENE-29")
def test_a_plant_rises_into_a_mob_beside_it_and_a_soldier_destroys_markers():
    from sandtable.books.forgotten_ruin.enemies.enemy_deeds import DestroyPlant

    figures = [of_type(f"M1.{n + 1}", (10.0 + 2.0 * n, 20.0), "Walking plants") for n in range(2)]
    state = skirmish(soldier("S1", (10.0, 19.0)), *figures)

    async def rule(play):
        from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove

        await remove(play, play.state.enemies["M1.1"], "casualty", "FR-HIT-03", by="S1")
        one = play.state.soldiers["S1"]
        found = DestroyPlant().candidates(play.state, one, Activation("A", one))
        await plants_rise(play)
        return len(found)

    played = perform(state, rule, {"plants": [1]})
    assert played.returned == 1
    assert [one.id for one in played.state.members("M1")] == ["M1.2", "M1.3"]


@covers("FR-ENE-38", "FR-ENE-37")
def test_a_sorcerer_curses_the_closest_visible_soldier():
    sorcerer = enemy("M1.1", (10.0, 20.0), is_champion=True, is_sorcerer=True)
    state = skirmish(soldier("S1", (10.0, 5.0), save=4), sorcerer)
    played = perform(state, enemy_phase, {"curse M1.1": [3], "damage S1": [3]})
    assert played.state.soldiers["S1"].where == "casualty"
    missed = perform(state, enemy_phase, {"curse M1.1": [2]})
    assert missed.state.soldiers["S1"].on_table


@covers("FR-ENE-38")
def test_a_sorcerer_does_not_charge_and_does_not_cast_in_contact():
    sorcerer = enemy("M1.1", (10.0, 9.0), is_champion=True, is_sorcerer=True)
    state = skirmish(soldier("S1", (10.0, 5.0)), sorcerer)
    played = perform(state, enemy_phase, {"curse M1.1": [1]})
    assert gap(played.state.enemies["M1.1"], played.state.soldiers["S1"]) > 0.05
    touching = enemy("M1.1", (10.0, 6.0), is_champion=True, is_sorcerer=True)
    assert perform(skirmish(armed("S1", (10.0, 5.0)), touching), enemy_phase).rolled() == []
