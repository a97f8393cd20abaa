"""Known personalities: traits, knacks, aspects, and what traits and knacks do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.binding.limits import Limit, once
from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import roll_own
from sandtable.books.forgotten_ruin.chapters.squad.characters import change_aspect, roll_character
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import squad_tables
from sandtable.books.forgotten_ruin.chapters.squad.traits import (
    FITS,
    fits,
    traits_outside_battle,
    usable_traits,
)
from sandtable.books.forgotten_ruin.state import Contact
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment, OwnDice
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import activating, block, deeds, menu, no_points
from tests.books.forgotten_ruin.stage import battle, enemy, perform, soldier, start


def field(*figures: Any, **facts: Any):
    facts.setdefault("stock", no_points())
    return battle(*figures, **facts)


def getting_known(play):
    return roll_character(play, play.state.soldiers["S1"])


def rolling(count: int = 1, what: str = "hit", need: int | None = 4, **facts: Any):
    return lambda play: roll_own(play, play.state.soldiers["S1"], what, count, "dice", need=need, **facts)


@covers("FR-SQD-19", "FR-SQD-21")
def test_two_different_rolls_are_two_traits():
    played = perform(field(soldier("S1")), getting_known, {"d100 character traits": [10, 5, 10, 10]})
    assert played.state.soldiers["S1"].traits == ("Optimistic", "Confident")
    assert played.state.soldiers["S1"].knack == ""


@covers("FR-SQD-20", "FR-SQD-22")
def test_the_same_trait_twice_is_one_trait_and_a_knack():
    """12 and 15 are both Logical."""
    dice = {"d100 character traits": [1, 2, 1, 5], "d100 character knacks": [5, 1]}
    played = perform(field(soldier("S1")), getting_known, dice)
    found = played.state.soldiers["S1"]
    assert (found.traits, found.knack) == (("Logical",), "Determined")
    assert "FR-SQD-25" in played.told("personality known")[0].rules


@covers("FR-SQD-21", "FR-SQD-22", "FR-SQD-34")
@pytest.mark.parametrize(("rows", "count"), [("traits", 20), ("knacks", 4), ("aspects", 50)])
def test_tables_have_no_gap(rows, count):
    found = getattr(squad_tables(), rows)
    assert len(found) == count
    assert (found[0].lo, found[-1].hi) == (1, 100)
    assert all(one.hi + 1 == other.lo for one, other in zip(found, found[1:], strict=False))


@covers("FR-SQD-19")
def test_personalities_without_a_character_roll_it_when_the_battle_starts():
    state = field(soldier("S1", is_personality=True), soldier("S2", (12.0, 10.0)))
    dice = {"d100 character traits": [6, 3, 7, 1]}
    played = perform(state, lambda play: WINDOWS.open(play, BATTLE_STARTED, Moment("A")), dice)
    assert played.state.soldiers["S1"].traits == ("Brave", "Friendly")
    assert played.state.soldiers["S2"].traits == ()


@covers("FR-SQD-34")
def test_with_the_switch_every_personality_has_an_aspect_that_changes_nothing():
    one = soldier("S1", is_personality=True, traits=("Brave", "Loyal"))
    state = field(one, switches={"minor_aspects": True})
    played = perform(
        state,
        lambda play: WINDOWS.open(play, BATTLE_STARTED, Moment("A")),
        {"d100 minor aspects": [10, 1]},
        ["nothing"],
    )
    assert played.state.soldiers["S1"].aspect == "never stops talking"
    assert played.state.soldiers["S1"].profile == one.profile


@covers("FR-SQD-35")
def test_before_a_battle_another_aspect_is_the_choice_of_two_rolls():
    state = field(
        soldier("S1", is_personality=True, aspect="loud", traits=("Brave",)), switches={"minor_aspects": True}
    )
    played = start(
        state,
        lambda play: WINDOWS.open(play, BATTLE_STARTED, Moment("A")),
        {"d100 minor aspects": [10, 1, 1, 9]},
    )
    played.answer("another aspect", "cheap")
    assert played.over().state.soldiers["S1"].aspect == "cheap"


@covers("FR-SQD-35")
def test_an_aspect_may_be_changed_or_rolled_twice():
    state = field(soldier("S1", is_personality=True), switches={"minor_aspects": True})
    said = perform(state, lambda play: change_aspect(play, "A", {"figure": "S1", "aspect": "whistles"}))
    assert said.state.soldiers["S1"].aspect == "whistles"
    rolled = start(
        state, lambda play: change_aspect(play, "A", {"figure": "S1"}), {"d100 minor aspects": [10, 1, 1, 9]}
    )
    assert menu(rolled) == ["never stops talking", "cheap"]
    assert rolled.answer("cheap").over().state.soldiers["S1"].aspect == "cheap"
    with pytest.raises(Refused):
        start(field(soldier("S1")), lambda play: change_aspect(play, "A", {"figure": "S1", "aspect": "x"}))


@covers("FR-SQD-27", "FR-SQD-29", "FR-SQD-30")
def test_one_die_of_four_is_changed_by_one_and_its_face_stays():
    """2, 3, 3, 5 against 4 or more: a 3 becomes a 4, two hits."""
    state = field(soldier("S1", traits=("Brave",)))
    played = start(state, rolling(4), {"dice": [2, 3, 3, 5]}).answer("trait", "Brave: die 2 +1").over()
    dice = played.returned
    assert sum(score >= 4 for score in dice.scores) == 2
    assert dice.faces == [2, 3, 3, 5]
    assert {"FR-SQD-27", "FR-SQD-29", "FR-SQD-30"} <= played.cited()


@covers("FR-SQD-27")
def test_once_in_a_round_for_the_whole_squad():
    people = (soldier("S1", traits=("Brave",)), soldier("S2", (12.0, 10.0), traits=("Loyal",)))
    state = field(*people, used=(once("round", "trait"),))
    assert start(state, rolling(), {"dice": [3]}).game.decision is None


@covers("FR-SQD-27")
def test_nobody_is_asked_where_one_more_changes_nothing():
    state = field(soldier("S1", traits=("Brave",)))
    assert start(state, rolling(), {"dice": [2]}).game.decision is None
    assert start(state, rolling(), {"dice": [4]}).game.decision is None


@covers("FR-SQD-30")
def test_a_five_that_scores_six_is_no_natural_six():
    state = field(soldier("S1", traits=("Brave",)))
    played = start(state, rolling(need=6), {"dice": [5]}).answer("trait", "Brave: die 1 +1").over()
    assert played.returned.score(0) == 6
    assert played.returned.faces == [5]


@covers("FR-SQD-28")
@pytest.mark.parametrize(("x", "usable"), [(17.0, True), (17.1, False)])
def test_a_friend_within_six_inches_may_lend_a_trait(x, usable):
    acting, friend = soldier("S1", (10.0, 10.0)), soldier("S2", (x, 10.0), traits=("Loyal",))
    state = field(acting, friend)
    found = usable_traits(state, OwnDice("A", acting, "hit", [3], 4))
    assert [name for name, _ in found] == (["Loyal"] if usable else [])


@covers("FR-SQD-28")
def test_a_friend_who_is_not_seen_lends_nothing():
    acting, friend = soldier("S1", (10.0, 10.0)), soldier("S2", (14.0, 10.0), traits=("Loyal",))
    state = field(acting, friend, terrain=[block("B", 11.5, 6.0, 12.5, 14.0)])
    assert usable_traits(state, OwnDice("A", acting, "hit", [3], 4)) == []


@covers("FR-SQD-31")
def test_where_the_player_judges_every_trait_fits():
    one = soldier("S1")
    assert all(fits(field(one), OwnDice("A", one, "hit", [3], 4), one, trait) for trait in FITS)


@covers("FR-SQD-31", "FR-SQD-32")
def test_where_the_table_judges_a_logical_mind_does_not_help_to_shoot():
    strict = {"trait_fit": "strict"}
    state = field(soldier("S1", traits=("Logical",)), switches=strict)
    assert start(state, rolling(), {"dice": [3]}).game.decision is None
    played = start(state, rolling(what="interact"), {"dice": [3]}).answer("trait", "Logical: die 1 +1").over()
    assert "FR-SQD-32" in played.cited()


ORC = enemy("M1.1", (10.0, 14.0))
FAR_ORC = enemy("M1.2", (10.0, 30.0))
CHAMPION = enemy("M1.3", (10.0, 18.0), is_champion=True)


@covers("FR-SQD-32")
@pytest.mark.parametrize(
    ("trait", "what", "facts", "fine"),
    [
        ("Optimistic", "save", {}, True),
        ("Optimistic", "hit", {"need": 6}, True),
        ("Optimistic", "hit", {"need": 5}, False),
        ("Aggressive", "hand-to-hand", {}, True),
        ("Aggressive", "hit", {}, False),
        ("Logical", "call", {}, True),
        ("Helpful", "interact", {"bearer": True}, False),
        ("Helpful", "interact", {}, True),
        ("Encouraging", "hit", {"stun": 1}, True),
        ("Encouraging", "hit", {}, False),
        ("Resourceful", "investigation", {}, True),
        ("Independent minded", "hit", {"bearer": True}, False),
        ("Observant", "hit", {"target": FAR_ORC}, True),
        ("Observant", "hit", {"target": ORC}, False),
        ("Dependable", "hit", {"snap": True}, True),
        ("Dependable", "hit", {}, False),
        ("Imaginative", "hit", {}, True),
        ("Imaginative", "hit", {"target": ORC}, False),
        ("Self-controlled", "hit", {"target": ORC}, True),
        ("Self-controlled", "hit", {"target": ORC, "moved": 2.0}, False),
        ("Impulsive", "leap", {}, True),
        ("Impulsive", "hand-to-hand", {}, False),
        ("Brave", "hit", {"target": CHAMPION}, True),
        ("Brave", "hit", {"target": ORC}, False),
        ("Loyal", "hit", {"target": ORC}, False),
        ("Friendly", "interact", {}, True),
        ("Skeptical", "resistance", {}, True),
        ("Skeptical", "hit", {}, False),
        ("Supportive", "hit", {"target": ORC}, False),
        ("Insightful", "spell", {}, True),
        ("Accepting", "save", {}, True),
        ("Confident", "hit", {"target": ORC}, True),
        ("Confident", "hit", {"target": FAR_ORC}, False),
        ("Confident", "hand-to-hand", {}, True),
    ],
)
def test_the_table_of_strict_fits(trait, what, facts, fine):
    acting = soldier("S1", (10.0, 10.0), stun=facts.get("stun", 0), moved=facts.get("moved", 0.0))
    bearer = acting if facts.get("bearer") else soldier("S2", (12.0, 8.0))
    people = [acting, bearer] if bearer is not acting else [acting, soldier("S3", (12.0, 8.0))]
    state = field(*people, ORC, FAR_ORC, CHAMPION, switches={"trait_fit": "strict"})
    own = OwnDice("A", acting, what, [3], facts.get("need", 4))
    own.target, own.is_snap_fire = facts.get("target"), facts.get("snap", False)
    assert fits(state, own, bearer, trait) is fine


@covers("FR-SQD-32")
def test_strict_fits_that_look_around():
    strict = {"trait_fit": "strict"}
    acting, friend = soldier("S1", (10.0, 10.0)), soldier("S2", (10.0, 17.0))
    near = enemy("M1.1", (10.0, 20.0), used=(once("round", "attacked by", "S2"),))
    state = field(acting, friend, near, switches=strict, contacts=(Contact("S1", "M1.1"),))
    shot = OwnDice("A", acting, "hit", [3], 4)
    shot.target = near
    assert fits(state, shot, acting, "Loyal")
    assert fits(state, shot, acting, "Supportive")
    assert fits(state, OwnDice("A", acting, "hand-to-hand", [3], None), acting, "Impulsive")
    alone = field(acting, near, switches=strict)
    assert fits(alone, shot, acting, "Independent minded")


@covers("FR-SQD-32", "FR-SQD-21")
def test_every_trait_of_the_table_has_its_fit():
    assert sorted(FITS) == sorted(one.name for one in squad_tables().traits)


@covers("FR-SQD-33")
def test_outside_battle_whoever_is_alone_has_only_the_own_traits():
    people = [soldier("S1", traits=("Brave",)), soldier("S2", traits=("Loyal", "Brave"))]
    assert traits_outside_battle(people, None, used=False) == ["Brave", "Loyal"]
    assert traits_outside_battle(people, people[0], used=False) == ["Brave"]
    assert traits_outside_battle(people, None, used=True) == []


def gunner(knack: str, name: str = "squad automatic weapon", **facts: Any):
    return soldier("S1", (10.0, 2.0), knack=knack, weapons=(weapon(name),), **facts)


@covers("FR-SQD-23", "FR-MOV-14")
def test_a_crafty_gunner_fires_at_moving_range_and_then_moves_half_speed():
    """17 in is within the shorter range: up to 2.5 in may follow."""
    state = field(gunner("Crafty"), enemy("M1.1", (10.0, 20.0)))
    played = start(state, activating("S1"), {"hit S1": [1, 1, 1, 1]})
    played.answer("fire", "squad automatic weapon: M1.1")
    assert "move" in menu(played)
    assert "dash" not in menu(played)
    played.answer("move")
    assert played.question.legal({"models": [[10.0, 4.6]]}) is not None
    played.answer({"models": [[10.0, 4.5]]}).over()
    assert played.state.soldiers["S1"].at == pytest.approx((10.0, 4.5))
    assert {"FR-SQD-23", "FR-MOV-14"} <= played.cited()


@covers("FR-SQD-23")
def test_a_crafty_gunner_who_used_the_longer_range_stays():
    state = field(gunner("Crafty"), enemy("M1.1", (10.0, 33.0)))
    played = start(state, activating("S1"), {"hit S1": [1, 1, 1, 1]})
    played.answer("fire", "squad automatic weapon: M1.1")
    assert played.game.decision is None


@covers("FR-MOV-14")
def test_nobody_shoots_first_and_charges_afterwards():
    state = field(gunner("Crafty", "submachine gun"), enemy("M1.1", (10.0, 6.0)))
    played = start(state, activating("S1"), {"hit S1": [1, 1]})
    played.answer("fire", "submachine gun: M1.1", "move")
    assert played.question.legal({"models": [[10.0, 5.0]]}) is not None


@covers("FR-SQD-23", "FR-ACT-02")
def test_whoever_is_not_crafty_does_not_move_after_the_action():
    state = field(gunner("", "submachine gun"), enemy("M1.1", (10.0, 10.0)))
    played = start(state, activating("S1"), {"hit S1": [1, 1]}).answer("fire", "submachine gun: M1.1")
    assert played.game.decision is None


@covers("FR-SQD-25")
def test_determined_declares_two_dice_before_the_roll_once_a_battle():
    state = field(soldier("S1", knack="Determined"))
    played = start(state, rolling(what="interact", need=5), {"dice": [2, 6]})
    assert played.rolled() == []
    played.answer("Determined").over()
    assert played.returned.faces == [6]
    again = played.state
    again.step = "staged rule"
    assert start(again, rolling(what="interact", need=5), {"dice": [2]}).game.decision is None


@covers("FR-SQD-25")
def test_determined_is_not_for_combat():
    state = field(soldier("S1", knack="Determined"))
    assert start(state, rolling(what="hit"), {"dice": [2]}).game.decision is None


@covers("FR-SQD-26")
def test_flexible_makes_two_moves_and_no_action():
    state = field(soldier("S1", (10.0, 10.0), knack="Flexible"))
    played = start(state, activating("S1"))
    assert menu(played) == ["Flexible, two Moves", "Flexible, two Actions", "nothing"]
    played.answer("Flexible, two Moves")
    assert deeds(played) == ["move", "end activation"]
    played.answer("move", {"models": [[10.0, 15.0]]}, "move", {"models": [[10.0, 20.0]]}).over()
    assert played.state.soldiers["S1"].at == pytest.approx((10.0, 20.0))
    assert played.state.soldiers["S1"].has_used(Limit("Flexible"))


@covers("FR-SQD-26", "FR-ACT-12")
def test_flexible_takes_two_actions_but_not_twice_what_is_limited_to_a_round():
    state = field(gunner("Flexible", "assault rifle"), enemy("M1.1", (10.0, 20.0)), aggression=5)
    played = start(state, activating("S1"), {"hit S1": [2, 2]})
    played.answer("Flexible, two Actions")
    assert "move" not in menu(played)
    played.answer("tactical awareness")
    assert "tactical awareness" not in menu(played)
    played.answer("fire", "assault rifle: M1.1")
    assert played.game.decision is None


@covers("FR-SQD-26")
def test_flexible_twice_with_the_same_weapon():
    state = field(gunner("Flexible", "assault rifle"), enemy("M1.1", (10.0, 20.0)))
    played = start(state, activating("S1"), {"hit S1": [2, 3]}).answer("Flexible, two Actions")
    played.answer("fire", "assault rifle: M1.1", "fire", "assault rifle: M1.1").over()


@covers("FR-SQD-26", "FR-CON-02")
def test_a_stunned_character_cannot_be_flexible():
    played = start(field(soldier("S1", knack="Flexible", stun=1)), activating("S1"))
    assert "Flexible, two Moves" not in menu(played)
