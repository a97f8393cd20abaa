"""What a mission is told before it begins, and who plays it."""

from __future__ import annotations

import pytest

from sandtable.books.forgotten_ruin.missions.battle_conditions import low_on_supplies
from sandtable.books.forgotten_ruin.missions.mission_tables import mission_tables, turn_of
from sandtable.books.forgotten_ruin.missions.objectives.every import draw_features, draw_figures
from sandtable.books.forgotten_ruin.missions.personal_tasks import is_done, roll_task
from sandtable.books.forgotten_ruin.missions.preparing import prepare
from sandtable.books.forgotten_ruin.missions.regions import jungle, mountains
from sandtable.books.forgotten_ruin.modifiers import MAGIC_TO_HIT, value_of
from sandtable.books.forgotten_ruin.offers import offers
from sandtable.books.forgotten_ruin.showing import showing_of
from sandtable.books.forgotten_ruin.state import Objective, Weapon
from sandtable.books.forgotten_ruin.stock import Deeds
from sandtable.books.forgotten_ruin.windows import (
    AGGRESSION_SETTLED,
    ENEMY_CASTS,
    WINDOWS,
    AggressionEvent,
    Casting,
)
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.missions.grounds import mission, wood
from tests.books.forgotten_ruin.stage import enemy, number_of, perform, rule_of, soldier

REGULAR = mission_tables().sequences["regular"]

FORCE = offers().forces[0].id


@covers("FR-MIS-01", "FR-MIS-03")
def test_features_are_drawn_after_the_edges_and_figures_after_the_enemy():
    assert REGULAR.index("edges") < REGULAR.index("features drawn") < REGULAR.index("deployment")
    assert REGULAR.index("the enemy") < REGULAR.index("figures drawn")


@covers("FR-MIS-03")
def test_each_objective_draws_what_it_is_about():
    objectives = (
        Objective(id="O1", type="Interact with Something"),
        Objective(id="O2", type="Capture a High-value Target"),
    )
    state = mission(soldier("S1"), enemy("M1.1"), terrain=[wood("W1", 18.0, 20.0)], objectives=objectives)
    state = perform(state, draw_features).state
    assert state.objectives["O1"].features == ("W1",)
    assert perform(state, draw_figures).state.objectives["O2"].target == "M1.1"


@covers("FR-CAM-12")
@pytest.mark.parametrize(("turn", "size"), [(1, 5), (4, 6), (9, 6), (10, 7), (12, 7)])
def test_the_campaign_turn_says_how_large_mobs_are(turn, size):
    assert turn_of(turn).mob_size == size


@covers("FR-CAM-12", "FR-CAM-13", "FR-SPM-01")
def test_special_missions_and_aggression_by_turn():
    flow = mission_tables().mob_sizes
    assert [one.turn for one in flow if one.special] == [4, 8, 12]
    assert [one.turn for one in flow if not one.aggression] == [1, 2]


@pytest.mark.parametrize(
    ("scenario", "options", "rule"),
    [
        ("nowhere", {}, "FR-MIS-01"),
        (None, {"campaign_turn": 13}, "FR-CAM-12"),
        (None, {"region": "Moon"}, "FR-CAM-06"),
        (None, {"enemy_type": "Tourists"}, "FR-ENE-04"),
        (None, {"support_points": -1}, "FR-PRN-24"),
        (None, {"stay_behind": ["S99"]}, "FR-MIS-46"),
        (None, {"table_size": "5x5"}, "FR-PRN-31"),
        ("artifact-battle", {"artifact": "Spoon"}, "FR-FIN-03"),
        (None, {"villains": ["nonsense"]}, "FR-VIL-01"),
        (None, {"villains": ["Skarn|Orcs|Warlord|many"]}, "FR-VIL-01"),
        (None, {"villains": ["Skarn|Orcs|Warlord|0"]}, "FR-VIL-01"),
        (None, {"villains": ["Skarn|Tourists|Warlord|2"]}, "FR-VIL-01"),
        (None, {"villains": ["Skarn|Orcs|Juggling|2"]}, "FR-VIL-01"),
        (None, {"villains": ["Skarn|Orcs|Warlord|2|Clowns"]}, "FR-VIL-01"),
        (None, {"villains": ["Skarn|Orcs|Warlord|2", "Skarn|Kobolds|Leadership|3"]}, "FR-VIL-15"),
    ],
)
def test_what_is_not_legal_is_refused_with_its_rule(scenario, options, rule):
    with pytest.raises(Refused) as refused:
        prepare(scenario, {"A": FORCE}, options)
    assert refused.value.refusals[0].rule == rule


@covers("FR-MIS-46")
def test_somebody_must_take_part():
    state = prepare(None, {"A": FORCE}, {"stay_behind": ["S1", "S2"]})
    assert [one.where for one in state.soldiers.values()][:3] == ["behind", "behind", "waiting"]
    shown = showing_of(state, "A").units[:3]
    assert [one.place for one in shown] == ["stayed behind", "stayed behind", "to be deployed"]
    with pytest.raises(Refused):
        prepare(None, {"A": FORCE}, {"stay_behind": [f"S{n}" for n in range(1, 10)]})


@covers("FR-COOP-01", "FR-COOP-04", "FR-COOP-05", "FR-EAI-18")
def test_seats_share_the_squad_and_the_last_may_play_the_enemy():
    shared = prepare(None, {"A": FORCE, "B": FORCE}, {})
    assert {one.seat for one in shared.soldiers.values()} == {"A", "B"}
    assert shared.enemy_seat == ""
    against = prepare(None, {"A": FORCE, "B": None}, {"mode": "enemy_player"})
    assert against.enemy_seat == "B"
    assert {one.seat for one in against.soldiers.values()} == {"A"}
    with pytest.raises(Refused) as refused:
        prepare(None, {"A": FORCE}, {"mode": "enemy_player"})
    assert refused.value.refusals[0].rule == "FR-COOP-05"


@covers("FR-COOP-03")
def test_the_first_player_deals_out_the_dice_of_the_whole_squad():
    from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import assigner

    assert assigner(prepare(None, {"A": FORCE, "B": FORCE}, {"coop_officer": True})) == "A"


# ---- Regions and conditions that need a fight ---------------------------------------------------


@covers("FR-MIS-32")
def test_the_jungle_saves_from_attacks_from_beyond_eight_inches():
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

    state = mission(
        soldier("S1", (10.0, 10.0)), enemy("M1.1", (10.0, 19.2)), enemy("M1.2", (10.0, 18.9)), region="Jungle"
    )
    one = state.soldiers["S1"]
    assert number_of(jungle(state, one, Hit(attacker="M1.1"))) == 6
    assert jungle(state, one, Hit(attacker="M1.2")) is None


@covers("FR-MIS-33")
def test_mountains_save_who_has_cover_from_shots():
    from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit

    state = mission(
        soldier("S1", (18.0, 16.4)),
        enemy("M1.1", (18.0, 10.0)),
        terrain=[wood("W1", 18.0, 18.0)],
        region="Mountains",
    )
    one = state.soldiers["S1"]
    assert number_of(mountains(state, one, Hit(how="shooting", attacker="M1.1"))) == 6
    assert mountains(state, one, Hit(how="hand-to-hand", attacker="M1.1")) is None


@covers("FR-MIS-40", "FR-MIS-42")
def test_the_magic_of_a_region_helps_or_spoils_the_enemys_spells():
    assert value_of(0, MAGIC_TO_HIT.all(mission(magic="high"), enemy("M1.1"))) == 1
    for face, spoiled in ((1, True), (2, False)):
        now = Casting("A", enemy("M1.1"))

        async def rule(play, now=now):
            await WINDOWS.open(play, ENEMY_CASTS, now)

        perform(mission(magic="low"), rule, {"low magic M1.1": [face]})
        assert now.is_spoiled is spoiled


@covers("FR-MIS-63")
def test_low_on_supplies_there_are_two_grenades_for_the_battle():
    grenades = Weapon(name="hand grenades", traits=("explosive", "ammo_restriction"))
    state = mission(soldier("S1"), condition="Low on supplies", grenades_in_battle=1)
    one = state.soldiers["S1"]
    assert low_on_supplies(state, one, grenades) is None
    state.grenades_in_battle = 2
    assert rule_of(low_on_supplies(state, one, grenades)) == "FR-MIS-63"
    assert low_on_supplies(state, one, Weapon(name="assault rifle")) is None


@covers("FR-MIS-62")
def test_a_monster_called_by_an_independent_one_is_independent_too():
    state = mission(
        soldier("S1"),
        enemy("B1", kind="monster", monster_points=3, arrived=4),
        enemy("B2", (24.0, 30.0), kind="monster", monster_points=3, arrived=4),
        monsters_at_call=1,
    )
    event = AggressionEvent("A", "Hero")
    played = perform(state, lambda play: WINDOWS.open(play, AGGRESSION_SETTLED, event))
    assert [one.side for one in played.state.enemies.values()] == ["enemy", "independent"]


# ---- Personal tasks -----------------------------------------------------------------------------


@covers("FR-MIS-70", "FR-SPM-09")
def test_a_random_soldier_has_a_task():
    state = mission(soldier("S1"), soldier("S2", (14.0, 10.0)))
    played = perform(state, roll_task, {"choose soldier": [2], "d100 personal task": [5, 10]})
    assert (played.state.mission.task_soldier, played.state.mission.personal_task) == (
        "S2",
        "succeed in at least one Investigation",
    )


@covers("FR-MIS-71")
@pytest.mark.parametrize(
    ("task", "deeds", "done"),
    [
        ("kill an opponent in hand-to-hand", {"kills": 2}, False),
        ("kill an opponent in hand-to-hand", {"kills_hand_to_hand": 1}, True),
        ("take no Hit from any attack", {"rounds": 3}, True),
        ("take no Hit from any attack", {"rounds": 3, "hits_taken": 1}, False),
        ("take no Hit from any attack", {}, False),
        ("kill an enemy champion", {"champions_killed": 1}, True),
        ("move to the center of the battlefield", {"at_the_centre": 1}, True),
        ("never engage in hand-to-hand combat", {"rounds": 1, "combats": 1}, False),
        ("kill 3 or more opponents with a single attack", {"most_kills_at_once": 3}, True),
    ],
)
def test_how_personal_tasks_are_judged(task, deeds, done):
    state = mission(soldier("S1", deeds=Deeds(**deeds)), personal_task=task, task_soldier="S1")
    assert is_done(state.soldiers["S1"], state.mission.personal_task) is done


@covers("FR-MIS-46", "FR-CAM-12")
def test_options_typed_on_a_command_line_are_read_as_they_are_meant():
    state = prepare("mission", {"A": "red-squad"}, {"campaign_turn": "3", "stay_behind": "S8, S9"})
    assert state.mission.campaign_turn == 3
    assert [one.id for one in state.soldiers.values() if one.where == "behind"] == ["S8", "S9"]
    with pytest.raises(Refused, match="campaign_turn"):
        prepare("mission", {"A": "red-squad"}, {"campaign_turn": "many"})
