"""The artifact battles and the Final Battle."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.books.forgotten_ruin.chapters.principles.conventions import remove
from sandtable.books.forgotten_ruin.enemies.movement.placing import seen_by_player
from sandtable.books.forgotten_ruin.missions.ending import end_phase
from sandtable.books.forgotten_ruin.missions.finale import guardian_waits, raise_enemy
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables
from sandtable.books.forgotten_ruin.missions.preparing import prepare
from sandtable.books.forgotten_ruin.missions.regions import city
from sandtable.books.forgotten_ruin.modifiers import WHY_FEARLESS
from sandtable.books.forgotten_ruin.state import Marker, Mob
from sandtable.books.forgotten_ruin.windows import HIT_STRIKES, MOVED, WINDOWS, Movement, Struck
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Ground, Piece, rectangle
from tests.books.forgotten_ruin.missions.grounds import mission
from tests.books.forgotten_ruin.stage import Stage, battle, enemy, perform, rule_of, soldier

FINALE = mission_tables().sequences["final"]

BOOK, SEATS = "forgotten-ruin", {"A": "red-squad"}


def _raised(**facts):
    """The enemy of a finale battle, by whatever dice."""
    book = Stage(raise_enemy)
    state = mission(soldier("S1", (18.0, 3.0)), **facts)
    state.step = "staged rule"
    return new_game(book, state, Dice(Seeded(3))).state


@covers("FR-FIN-05", "FR-FIN-06", "FR-FIN-07", "FR-FIN-08", "FR-FIN-09", "FR-FIN-22")
def test_three_led_mobs_of_eight_and_a_waiting_monster_guard_the_chest():
    state = _raised(kind="artifact", artifact="Sword of Destruction", enemy_type="Ghouls")
    sizes = [len(state.members(mob)) for mob in state.mobs]
    assert sizes == [8, 8, 8]
    assert all(sum(one.is_champion for one in state.members(mob)) == 1 for mob in state.mobs)
    assert all(mob.aware for mob in state.mobs.values())
    (monster,) = [one for one in state.enemies.values() if one.is_monster]
    state.round = 2
    assert guardian_waits(state, monster)
    state.round = 3
    assert not guardian_waits(state, monster)
    assert state.markers["chest"].at == (18.0, 35.0)
    assert "objectives" not in FINALE
    assert "investigation markers" not in FINALE


@covers("FR-FIN-07")
def test_an_attack_rouses_the_guardian():
    guardian = enemy("B1", kind="monster", monster_points=4, note="waits")
    state = mission(soldier("S1"), guardian, kind="artifact", round=1)
    rule = lambda play: WINDOWS.open(play, HIT_STRIKES, _struck(play))  # noqa: E731
    roused = perform(state, rule).state
    assert not guardian_waits(roused, roused.enemies["B1"])


@pytest.mark.parametrize(("size", "line"), [("36x36", 34.0), ("48x36", 33.0)])
@covers("FR-FIN-16", "FR-FIN-20")
def test_whatever_lies_there_no_enemy_of_the_final_battle_stands_before_its_front_line(size, line):
    for seed in (2, 3, 5):
        options = {"table_size": size}
        game = sandtable.new(BOOK, scenario="final-battle", options=options, seats=SEATS, seed=seed)
        while game.decision is not None and not game.state.round:
            game.answer(game.decision.options()[0].answer)
        near = [seen_by_player(game.state, one.at)[1] - one.radius for one in game.state.enemies_on_table()]
        assert len(near) == 48
        assert min(near) >= line - 0.01


@covers("FR-FIN-16")
def test_a_table_that_leaves_no_thirty_inches_is_refused():
    with pytest.raises(Refused, match="30 inches between the forces"):
        sandtable.new(BOOK, scenario="final-battle", options={"table_size": "48x30"}, seats=SEATS, seed=1)


def _struck(play):
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

    now = Struck("A", play.state.enemies["B1"], [])
    now.hit = Hit(attacker="S1")
    return now


def _with_chest(*figures, **facts):
    state = mission(*figures, kind="artifact", artifact="Ring of Spell-casting", requirement="none", **facts)
    state.markers["chest"] = Marker(id="chest", kind="chest", at=(18.0, 35.0))
    return state


@covers("FR-FIN-09", "FR-FIN-12")
def test_who_touches_the_chest_has_the_artifact_and_secures_it_over_the_own_edge():
    state = _with_chest(soldier("S1", (18.0, 34.6)), enemy("M1.1", (5.0, 20.0)))
    rule = lambda play: WINDOWS.open(  # noqa: E731
        play, MOVED, Movement("A", play.state.soldiers["S1"], ((18.0, 30.0), (18.0, 34.6)), "move")
    )
    state = perform(state, rule).state
    assert state.markers["chest"].gone
    state.soldiers["S1"].at = (18.0, 0.5)
    left = perform(state, lambda play: remove(play, play.state.soldiers["S1"], "left", "FR-MOV-29"))
    assert left.state.won


@covers("FR-FIN-09", "FR-FIN-10")
def test_a_fallen_carrier_drops_it_and_another_edge_loses_it():
    fallen = _with_chest(soldier("S1", (18.0, 20.0), has_artifact=True))
    played = perform(fallen, lambda play: remove(play, play.state.soldiers["S1"], "casualty", "FR-HIT-03"))
    assert played.state.markers["artifact"].at == (18.0, 20.0)
    gone = _with_chest(soldier("S1", (0.5, 20.0), has_artifact=True))
    played = perform(gone, lambda play: remove(play, play.state.soldiers["S1"], "left", "FR-MOV-29"))
    assert not played.state.won


@covers("FR-FIN-10")
def test_an_artifact_battle_ends_when_every_enemy_is_destroyed():
    state = _with_chest(soldier("S1", has_artifact=True))
    played = perform(state, end_phase)
    assert played.state.closed
    assert played.state.won


@covers("FR-FIN-18", "FR-FIN-19", "FR-FIN-20", "FR-FIN-22")
def test_the_host_of_the_final_battle_stands_in_two_lines():
    state = _raised(kind="final", enemy_type="Orcs", ground=Ground(48.0, 42.0, ()))
    mobs = list(state.mobs.values())
    assert [len(state.members(mob.id)) for mob in mobs] == [8] * 6
    assert [mob.training for mob in mobs[:3]] == ["Warriors"] * 3
    assert not any(one.is_champion for mob in mobs[:3] for one in state.members(mob.id))
    assert all(sum(one.is_champion for one in state.members(mob.id)) == 1 for mob in mobs[3:])
    front = min(one.at[1] for mob in mobs[:3] for one in state.members(mob.id))
    assert front >= 33.0


@covers("FR-FIN-21")
def test_nobody_tests_morale_in_the_final_battle():
    mob = Mob(id="M1", type="Orcs")
    assert rule_of(WHY_FEARLESS.first(mission(kind="final"), mob)) == "FR-FIN-21"


@covers("FR-FIN-23")
def test_the_final_battle_is_won_when_no_enemy_is_left():
    played = perform(mission(soldier("S1"), kind="final", requirement="none"), end_phase)
    assert played.state.won
    assert played.state.closed
    still = perform(mission(soldier("S1"), enemy("M1.1"), kind="final", requirement="none"), end_phase)
    assert not still.state.closed


@covers("FR-FIN-16", "FR-FIN-17")
def test_the_final_battle_brings_a_second_squad_to_a_larger_table():
    state = prepare("final-battle", {"A": _first_force()}, {})
    assert (state.ground.width, state.ground.depth) == (48.0, 42.0)
    assert len([one for one in state.soldiers.values() if one.id.startswith("S")]) == 18
    assert sum(one.position == "squad leader" for one in state.soldiers.values()) == 2


def _first_force():
    from sandtable.books.forgotten_ruin.offers import offers

    return offers().forces[0].id


@covers("FR-POST-07")
def test_who_left_the_table_is_no_casualty():
    state = battle(soldier("S1"))
    left = perform(state, lambda play: remove(play, play.state.soldiers["S1"], "left", "FR-MOV-29"))
    assert left.state.soldiers["S1"].where == "left"


@covers("FR-FIN-12", "FR-FIN-09")
def test_another_soldier_within_two_inches_may_have_the_artifact_at_once_and_drops_it_when_it_falls():
    state = mission(
        soldier("S1", (18.0, 34.0)),
        soldier("S2", (15.5, 34.0)),
        soldier("S3", (10.0, 34.0)),
        kind="artifact",
        artifact="Sword of Destruction",
    )
    state.markers["chest"] = Marker(id="chest", kind="chest", at=(18.0, 34.5))

    async def take(play):
        one = play.state.soldiers["S1"]
        await WINDOWS.open(play, MOVED, Movement("A", one, (one.at,), "move"))

    taken = perform(state, take, answers=["S2"])
    assert [one.name for one in taken.state.soldiers["S2"].weapons] == ["Sword of Destruction"]
    fallen = perform(
        taken.state, lambda play: remove(play, play.state.soldiers["S2"], "casualty", "FR-HIT-03")
    )
    assert fallen.state.soldiers["S2"].weapons == ()
    assert fallen.state.markers["artifact"].kind == "relic"


@covers("FR-FIN-05", "FR-FIN-07")
def test_the_whole_guard_stands_in_its_zone_so_that_24_inches_lie_between_the_forces():
    rock = Piece("T1", "rock", rectangle((18.0, 31.0), 3.0, 1.5), 2.0, ("block",))
    for terrain in ((), (rock,)):
        state = _raised(
            kind="artifact", artifact="Sword of Destruction", enemy_type="Ghouls", terrain=terrain
        )
        assert min(one.at[1] - one.radius for one in state.enemies_on_table()) >= 29.99


@covers("FR-FIN-05", "FR-MIS-29")
def test_in_a_city_the_mobs_of_the_finale_are_aware():
    for kind in ("artifact", "final"):
        state = mission(soldier("S1"), enemy("M1.1"), kind=kind, region="City")
        assert perform(state, city).state.mobs["M1"].aware
    assert not perform(mission(soldier("S1"), enemy("M1.1"), region="City"), city).state.mobs["M1"].aware


@covers("FR-FIN-10", "FR-TRF-52")
def test_whoever_is_aloft_with_the_artifact_secures_it_when_every_enemy_is_destroyed():
    state = _with_chest(soldier("S1", has_artifact=True), round=3)
    state.markers["chest"].gone = True
    state.soldiers["S1"].where = "aloft"
    assert perform(state, end_phase).state.won


@covers("FR-FIN-09")
def test_whoever_is_pushed_into_the_chest_does_not_take_the_artifact():
    state = _with_chest(soldier("S1", (18.0, 34.6)), enemy("M1.1", (5.0, 20.0)))
    rule = lambda play: WINDOWS.open(  # noqa: E731
        play, MOVED, Movement("A", play.state.soldiers["S1"], ((18.0, 33.0), (18.0, 34.6)), "push")
    )
    assert not perform(state, rule).state.markers["chest"].gone
