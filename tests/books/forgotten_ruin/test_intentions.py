"""Intentions in Forgotten Ruin: a soldier, the ground and an enemy become the answers that are asked for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.decision.intention import Along, Intention, pursue, sketch
from sandtable.kernel.decision.landing import FARTHEST_SNAP
from sandtable.kernel.dice import Scripted
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused

DICE = {"hit S1": [5], "damage M1.1": [6]}


def quick(dice: Any = None, **position: Any) -> Game[Any]:
    """Two soldiers with quick dice before an orc, in an exercise without Story Points or Tactics."""
    rifle = {"die": 1, "weapons": ["assault rifle"]}
    position.setdefault("soldiers", {"S1": {"at": [10, 10], **rifle}, "S2": {"at": [13, 10], **rifle}})
    position.setdefault("mobs", {"M1": {"type": "Orcs", "at": [[10, 20], [30, 30]]}})
    position |= {"phase": "quick", "mission": {"kind": "exercise 1", "requirement": "none"}}
    return game_at(position, Scripted(dice or {}), book=BOOK)


def ways(game: Game[Any], **said: Any) -> list[tuple[str, list[Any]]]:
    found = sketch(game, "A", Intention(**said), Random(0))
    return [(one.deed, [each.answer for each in one.answers]) for one in found.ways]


def test_the_scene_asks_who_acts():
    game = quick()
    assert game.decision is not None
    assert game.decision.topic == "choose soldier"


def test_a_point_within_the_move_is_gone_to_and_the_dash_is_the_other_way():
    there = {"models": [[10.0, 13.0]]}
    assert ways(quick(), who="S1", at=(10.0, 13.0)) == [
        ("move", ["S1", "move", there]),
        ("dash", ["S1", "dash", there]),
    ]


def test_a_point_beyond_the_move_snaps_to_the_nearest_legal_place_and_says_how_far():
    found = sketch(quick(), "A", Intention("S1", at=(10.0, 16.0)), Random(0)).ways[0]
    assert found.deed == "move"
    assert found.at == pytest.approx((10.0, 15.0), abs=0.05)
    assert found.off == pytest.approx(1.0, abs=0.05)
    assert found.cost == "5.0″ of 5″"


def test_beyond_three_inches_nobody_guesses_and_the_reason_is_told():
    assert FARTHEST_SNAP == 3.0
    game = quick()
    found = sketch(game, "A", Intention("S1", "move", (10.0, 18.5)), Random(0))
    assert found.ways == ()
    assert "S1 has 5 in; the way there is longer" in found.why


def test_an_enemy_is_shot_at_and_the_need_and_the_chance_are_told():
    found = sketch(quick(), "A", Intention("S1", target="M1.1"), Random(0)).ways
    assert [each.answer for each in found[0].answers] == ["S1", "fire", "assault rifle: M1.1"]
    assert found[0].deed == "fire"
    assert found[0].need is not None
    assert 0.0 < (found[0].chance or 0.0) < 1.0
    assert not found[0].unsure


def test_an_enemy_in_reach_may_also_be_charged():
    near = quick(mobs={"M1": {"type": "Orcs", "at": [[10, 13]]}})
    found = ways(near, who="S1", target="M1.1")
    assert found[0][0] == "fire"
    assert ("fight", ["S1", "move", {"fight": "M1.1"}]) in found
    assert ways(near, who="S1", deed="fight", target="M1.1") == [("fight", ["S1", "move", {"fight": "M1.1"}])]


def test_a_tap_beside_an_enemy_is_never_taken_for_a_charge():
    near = quick(mobs={"M1": {"type": "Orcs", "at": [[10, 13]]}})
    found = sketch(near, "A", Intention("S1", "move", (10.0, 12.6)), Random(0)).ways
    assert found[0].off > 0
    world = near.clone()
    for one in found[0].answers:
        world.answer(one.answer)
    assert world.state.contacts == ()


def test_go_there_and_shoot_is_one_intention():
    game = quick(DICE)
    done = pursue(game, "A", Intention("S1", at=(10.0, 12.0), target="M1.1"), Random(0))
    assert (done.held, done.why) == (5, "")
    assert game.state.soldiers["S1"].at == (10.0, 12.0)
    assert not game.state.enemies["M1.1"].on_table
    assert game.decision is not None
    assert game.decision.topic == "choose soldier"


def test_a_soldier_who_is_asked_about_already_needs_no_choosing():
    game = quick()
    game.answer("S1")
    assert ways(game, who="S1", at=(10.0, 13.0))[0] == ("move", ["move", {"models": [[10.0, 13.0]]}])
    assert ways(game, at=(10.0, 13.0))[0] == ("move", ["move", {"models": [[10.0, 13.0]]}])


def test_holding_and_ending_are_intentions_too():
    assert ways(quick(), who="S1", deed="hold") == [("hold", ["hold S1"])]
    assert ways(quick(), who="S1", deed="end activation") == [("end activation", ["S1", "end activation"])]
    assert ways(quick(), who="S1") == [("", ["S1"])]


def test_a_grenade_is_thrown_at_the_ground_only_where_somebody_says_so():
    armed = {"S1": {"at": [10, 10], "die": 1, "weapons": ["assault rifle", "hand grenades"]}}
    game = quick(soldiers=armed)
    assert {deed for deed, _ in ways(game, who="S1", at=(10.0, 14.0))} == {"move", "dash"}
    thrown = ways(game, who="S1", deed="hand grenades", at=(10.0, 14.0))
    chain = ["S1", "fire", "hand grenades", {"at": [10.0, 14.0]}]
    assert thrown == [("hand grenades", chain)]


@pytest.mark.parametrize(
    "said",
    [
        {"who": "nobody"},
        {"who": "S1", "target": "M9.9"},
        {"who": "S1", "deed": "fly", "at": (10.0, 12.0)},
        {"who": "S1", "at": (-9000.0, 9000.0)},
        {"who": "M1.1", "at": (10.0, 12.0)},
    ],
)
def test_what_cannot_be_done_is_refused_in_words_and_nothing_changes(said):
    game = quick()
    before = game.fingerprint()
    found = sketch(game, "A", Intention(**said), Random(0))
    assert found.ways == ()
    assert len(found.why) > 10
    with pytest.raises(Refused):
        pursue(game, "A", Intention(**said), Random(0))
    assert (game.fingerprint(), game.number) == (before, 0)


def test_a_point_beyond_all_tables_and_a_seat_that_is_not_asked_are_refused():
    with pytest.raises(Refused):
        sketch(quick(), "A", Intention("S1", at=(1e300, 0.0)), Random(0))
    with pytest.raises(Refused):
        sketch(quick(), "B", Intention("S1"), Random(0))


def test_a_sketch_changes_nothing_and_is_the_same_again():
    game = quick()
    before = game.fingerprint(), game.entries, game.dice.marks()
    first = sketch(game, "A", Intention("S1", at=(10.0, 12.0), target="M1.1"), Random(0))
    assert first == sketch(game, "A", Intention("S1", at=(10.0, 12.0), target="M1.1"), Random(0))
    assert (game.fingerprint(), game.entries, game.dice.marks()) == before


def test_whoever_is_first_is_meant_where_nobody_is_named():
    assert ways(quick(), at=(10.0, 13.0)) == ways(quick(), who="S1", at=(10.0, 13.0))


def test_a_dash_that_ends_where_it_was_meant_to_comes_before_a_move_that_does_not():
    found = sketch(quick(), "A", Intention("S1", at=(10.0, 17.0)), Random(0)).ways
    assert [(one.deed, one.off) for one in found] == [("dash", 0.0), ("move", pytest.approx(2.0, abs=0.05))]


def test_all_others_go_along_as_far_and_in_the_same_direction():
    game = quick()
    wanted = Intention("S1", at=(10.0, 13.0), along=(Along("S2", (13.0, 13.0)),))
    found = sketch(game, "A", wanted, Random(0)).ways[0]
    assert found.along == (Along("S2", (13.0, 13.0)),)
    pursue(game, "A", wanted, Random(0))
    places = {one.id: one.models[0][:2] for one in game.showing("A").units if one.id in ("S1", "S2")}
    assert places == {"S1": (10.0, 13.0), "S2": (13.0, 13.0)}


def test_an_enemy_out_of_range_is_approached_in_the_same_gesture():
    rifle = {"die": 1, "weapons": ["shotgun"]}
    far = quick(soldiers={"S1": {"at": [10, 6], **rifle}})
    said = [one for _, answers in ways(far, who="S1", target="M1.1") for one in answers]
    assert said[:2] == ["S1", "move"]
    assert said[3] == "fire"
    near = quick(soldiers={"S1": {"at": [10, 9], **rifle}})
    assert ways(near, who="S1", target="M1.1")[0][1][:2] == ["S1", "fire"]
