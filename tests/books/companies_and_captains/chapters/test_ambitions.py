"""Ambitions: choosing, scoring, credit and secrecy."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters import attacking, shooting, testing_resilience
from sandtable.books.companies_and_captains.chapters.activation import carry_out_if_activated
from sandtable.books.companies_and_captains.chapters.ambitions import (
    ambition_points,
    choose_ambitions,
    hide,
    imagine,
    is_fulfilled,
    key_of,
    suits,
    tell_ambitions,
)
from sandtable.books.companies_and_captains.chapters.deeds import (
    note_losses,
    note_melee,
    note_moved_or_rolled,
    note_rout,
    note_shaken,
)
from sandtable.books.companies_and_captains.chapters.resilience import leave_play
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.printed_tables import ambitions
from sandtable.books.companies_and_captains.showing import notes_for
from sandtable.books.companies_and_captains.state import Ambition, Cause, Deeds
from sandtable.kernel.check import Needed
from sandtable.kernel.dice import Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.state import fingerprint
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.stage import Performance, battle, group, order, perform, start

NAMES = (
    "We Will Not Break",
    "Win Without Moving",
    "Do Not Waver",
    "They Will Reel Before Us",
    "We Will Snap Their Spine",
    "Give Better Than We Get",
    "Break Even Their Anvil",
    "Draw First Blood",
    "They Will Know My Name",
    "We Will All Shed Blood",
    "Rain Hell Upon Them",
)
ALLIES = (("A", "C"), ("B",))


def war(*more, **switches):
    """Two Companies of three, all far apart."""
    return battle(
        group("A1", at=(5, 5)),
        group("A2", at=(25, 5)),
        group("A3", at=(45, 5)),
        group("B1", at=(5, 65)),
        group("B2", at=(25, 65)),
        group("B3", at=(45, 65)),
        *more,
        **switches,
    )


def chosen(a=(), b=(), state=None) -> Performance:
    asked = start(state or war(), choose_ambitions)
    asked.game.answer(list(a), seat="A")
    asked.game.answer(list(b), seat="B")
    return asked.over()


def hits(by="A2", how="shooting", credit="A"):
    return Cause(how, "CC-SHO-05", credit, by)


def fulfils(state, name, seat="A"):
    return is_fulfilled(state, seat, name)


# ---- choosing ------------------------------------------------------------------------------------


@covers("CC-AMB-05")
def test_the_eleven_ambitions_and_their_vp():
    assert {one.name: one.vp for one in ambitions().values()} == dict(
        zip(NAMES, (3, 3, 3, 3, 3, 2, 2, 1, 1, 1, 1), strict=True)
    )


@covers("CC-AMB-01", "CC-AMB-15")
def test_all_players_are_asked_at_the_same_time_for_any_subset_secret_or_revealed():
    asked = start(war(), choose_ambitions)
    assert asked.game.waiting_for == ("A", "B")
    part = asked.question.for_seat("A")
    assert part is not None
    keys = [one.answer for one in part.options()]
    assert sorted(keys) == sorted([*NAMES, *(f"{name} (revealed)" for name in NAMES)])
    asked.game.answer([f"{name} (revealed)" for name in NAMES], seat="B")
    asked.game.answer([], seat="A")
    asked.over()
    assert asked.state.companies["A"].ambitions == ()
    assert asked.state.companies["B"].ambitions == tuple(Ambition(name, True) for name in NAMES)


@covers("CC-AMB-01", "CC-AMB-04")
@pytest.mark.parametrize(
    "answer",
    [
        ["Draw First Blood", "Draw First Blood"],
        ["Draw First Blood", "Draw First Blood (revealed)"],
        ["Conquer the World"],
        "Draw First Blood",
        [7],
        {"Draw First Blood": True},
        None,
    ],
)
def test_the_same_ambition_twice_or_an_unknown_one_is_refused_and_changes_nothing(answer):
    asked = start(war(), choose_ambitions)
    before = fingerprint(asked.state), len(asked.events)
    with pytest.raises(Refused) as refused:
        asked.game.answer(answer, seat="A")
    assert refused.value.rule.startswith("CC-AMB-")
    assert (fingerprint(asked.state), len(asked.events)) == before
    assert asked.game.waiting_for == ("A", "B")


@covers("CC-AMB-15")
def test_while_one_player_still_chooses_nothing_of_the_others_choice_can_be_seen():
    asked = start(war(), choose_ambitions)
    before = asked.game.view("B"), asked.game.view(None), asked.game.events(seat="B")
    asked.game.answer(["Draw First Blood", "Do Not Waver (revealed)"], seat="A")
    assert (asked.game.view("B"), asked.game.view(None), asked.game.events(seat="B")) == before


@covers("CC-AMB-04", "CC-AMB-15")
def test_revealed_ones_are_shown_together_and_secret_ones_to_their_owner_alone():
    done = chosen(["Draw First Blood", "Do Not Waver (revealed)"], ["We Will Not Break"])
    shown = {one.facts["seat"]: one.facts["ambitions"] for one in done.told("ambitions shown")}
    assert shown == {"A": ["Do Not Waver"], "B": []}
    own = {one.to: one.facts["ambitions"] for one in done.told("ambitions chosen")}
    assert own == {("A",): ["Do Not Waver (revealed)", "Draw First Blood"], ("B",): ["We Will Not Break"]}
    for_b = [event for event in done.game.events(seat="B") if event.facts["seat"] == "A"]
    assert [event.facts["ambitions"] for event in for_b] == [["Do Not Waver"]]


@covers("CC-AMB-09", "CC-CAP-10")
def test_the_costliest_enemies_are_fixed_when_ambitions_are_chosen_deserters_left_out():
    state = battle(
        group("A1", cost=5),
        group("B1", at=(50, 50), cost=4),
        group("B2", at=(50, 55), cost=6),
        group("B3", at=None, cost=6),
        group("B4", at=None, cost=9),
    )
    state.groups["B4"].where = "deserted"
    done = chosen(state=state)
    assert done.state.companies["A"].deeds.costliest_enemies == ("B2", "B3")
    assert done.state.companies["B"].deeds.costliest_enemies == ("A1",)


# ---- scoring -------------------------------------------------------------------------------------


@covers("CC-AMB-02", "CC-AMB-03", "CC-AMB-04")
@pytest.mark.parametrize(
    ("revealed", "routed", "vp"), [(False, False, 3), (True, False, 4), (False, True, -1), (True, True, -1)]
)
def test_a_fulfilled_ambition_earns_its_vp_a_revealed_one_1_more_and_a_failed_one_costs_1(
    revealed, routed, vp
):
    state = war()
    state.companies["A"].ambitions = (Ambition("We Will Not Break", revealed),)
    if routed:
        state.groups["A2"].where = "routed"
    (scored,) = ambition_points(state, "A")
    assert (scored.vp, scored.side) == (vp, 0)
    assert scored.rule == ("CC-AMB-03" if routed else "CC-AMB-02")


@covers("CC-AMB-03")
def test_totals_may_be_negative():
    state = war()
    state.companies["A"].ambitions = tuple(
        Ambition(name) for name in ("Draw First Blood", "Rain Hell Upon Them")
    )
    assert sum(one.vp for one in ambition_points(state, "A")) == -2


@covers("CC-AMB-02", "CC-AMB-05", "CC-AMB-14")
def test_when_vp_are_counted_every_ambition_is_shown_to_all_with_its_rule():
    state = war()
    state.companies["A"].ambitions = (Ambition("Do Not Waver"), Ambition("Draw First Blood", True))

    async def count(play):
        tell_ambitions(play)

    first, second = perform(state, count).told("ambition counted")
    assert (first.facts["fulfilled"], first.facts["vp"], first.to) == (True, 3, None)
    assert {"CC-AMB-02", "CC-AMB-07"} <= set(first.rules)
    assert (second.facts["fulfilled"], second.facts["vp"]) == (False, -1)
    assert {"CC-AMB-03", "CC-AMB-10", "CC-AMB-04"} <= set(second.rules)


# ---- each ambition -------------------------------------------------------------------------------


@covers("CC-AMB-06")
@pytest.mark.parametrize(
    ("where", "holds"),
    [("routed", False), ("deserted", True), ("escaped", True), ("exited", True), ("undeployed", True)],
)
def test_we_will_not_break_fails_with_a_routed_group_of_the_own_company_and_nothing_else(where, holds):
    state = war()
    state.groups["A3"].where = where
    assert fulfils(state, "We Will Not Break") is holds
    state = war()
    state.groups["B3"].where = "routed"
    assert fulfils(state, "We Will Not Break")


@covers("CC-AMB-06")
def test_win_without_moving_fails_at_the_first_own_movement_or_die_of_the_captains_group():
    state = war()
    note_moved_or_rolled(state, state.groups["A2"])
    note_moved_or_rolled(state, state.groups["B1"])
    assert fulfils(state, "Win Without Moving")
    note_moved_or_rolled(state, state.groups["A1"])
    assert not fulfils(state, "Win Without Moving")


@covers("CC-AMB-06", "CC-OTR-21")
def test_an_unfeeling_test_rolls_no_die_and_any_other_does():
    for traits, holds in ((["Unfeeling"], True), ([], False)):
        state = battle(group("A1", traits=traits), group("B1", at=(50, 50)))

        async def test(play):
            await testing_resilience.take_test_for_loss(
                play, play.state.groups["A1"], 1, hits(credit="B"), None
            )

        done = perform(state, test, {} if traits else {"resilience A1": [6, 6]})
        assert fulfils(done.state, "Win Without Moving") is holds


@covers("CC-AMB-06")
def test_dice_to_hit_and_activation_dice_count_for_the_captains_group():
    done = perform(war(), order("Move", "A1"), {"activate A1": [6, 6]})
    assert not fulfils(done.state, "Win Without Moving")

    async def shoot(play):
        one, other = play.state.groups["A1"], play.state.groups["B1"]
        await shooting.shoot(play, one, other, Needed(5, "CC-SHO-05"), "shooting", "CC-SHO-05")

    done = perform(war(), shoot, {"to hit (A1)": [1] * 12})
    assert not fulfils(done.state, "Win Without Moving")
    assert fulfils(done.state, "Win Without Moving", "B")  # being shot at without harm rolls no die


@covers("CC-AMB-06", "CC-CAP-08", "CC-SET-06")
def test_the_dice_of_setup_do_not_count():
    from sandtable.books.companies_and_captains.chapters.captains import (
        roll_for_attacker,
        settle_captain_traits,
    )

    async def setup(play):
        await settle_captain_traits(play)
        await roll_for_attacker(play)

    dice = {"captain trait A": [1] * 3, "captain trait B": [1] * 3, "attacker 1": [6], "attacker 2": [1]}
    assert fulfils(perform(war(), setup, dice).state, "Win Without Moving")


def shake(state, id, cause):
    state.groups[id].shaken = True
    note_shaken(state, state.groups[id], cause)


@covers("CC-AMB-07")
def test_do_not_waver_fails_when_two_groups_of_the_own_company_are_shaken_at_the_same_time():
    state = war(group("C1", at=(60, 5)), sides=ALLIES)
    shake(state, "A2", hits(credit="B"))
    shake(state, "C1", hits(credit="B"))  # an ally's
    state.groups["A2"].shaken = False
    shake(state, "A3", hits(credit="B"))
    assert fulfils(state, "Do Not Waver")
    shake(state, "A2", hits(credit="B"))
    state.groups["A2"].shaken = False
    assert not fulfils(state, "Do Not Waver")


@covers("CC-AMB-08", "CC-AMB-14")
def test_they_reel_when_three_different_enemy_groups_became_shaken_to_the_own_credit():
    state = war()
    for id, cause in (("B1", hits()), ("B1", hits()), ("B2", Cause("company test", "CC-TST-04", "A"))):
        shake(state, id, cause)
    shake(state, "B3", Cause("company test", "CC-TST-04", ""))
    assert not fulfils(state, "They Will Reel Before Us")
    shake(state, "B3", hits(how="projectile"))
    assert fulfils(state, "They Will Reel Before Us")


@covers("CC-AMB-08", "CC-TST-20")
def test_a_group_routed_by_the_retreat_of_its_failed_test_never_became_shaken():
    state = war()
    state.groups["B2"].models = ((25.0, 71.4),)  # at the edge: a Retreat leads off the table

    async def test(play):
        cause = Cause("shooting", "CC-SHO-05", "A", "A2", play.state.groups["A2"].models)
        await testing_resilience.take_test_for_loss(play, play.state.groups["B2"], 1, cause, None)

    done = perform(state, test, {"resilience B2": [1, 2]})
    assert done.group("B2").where == "routed"
    assert done.state.companies["A"].deeds.made_shaken == ()
    assert done.state.companies["A"].deeds.routed == ("B2",)


@covers("CC-AMB-09")
def test_the_costliest_enemy_must_be_routed_and_for_the_spine_in_the_own_first_turn():
    def after(active, turns, credit="A", group="B2"):
        state = war()
        state.companies["A"].deeds.costliest_enemies = ("B2", "B3")
        state.companies["A"].turns, state.active = turns, active
        note_rout(state, state.groups[group], hits(credit=credit))
        return fulfils(state, "Break Even Their Anvil"), fulfils(state, "We Will Snap Their Spine")

    assert after(active=0, turns=1) == (True, True)
    assert after(active=1, turns=1) == (True, False)
    assert after(active=0, turns=2) == (True, False)
    assert after(active=0, turns=1, group="B3") == (True, True)  # any one of several equals
    assert after(active=0, turns=1, group="B1") == (False, False)
    assert after(active=0, turns=1, credit="") == (False, False)


@covers("CC-AMB-09", "CC-OTR-13")
def test_give_better_than_we_get_compares_deeds_with_all_own_routs():
    state = war()
    assert not fulfils(state, "Give Better Than We Get")
    note_rout(state, state.groups["B1"], hits())
    assert fulfils(state, "Give Better Than We Get")
    state.groups["A2"].where = "routed"  # whoever did it, be it itself
    assert not fulfils(state, "Give Better Than We Get")
    note_rout(state, state.groups["B2"], hits())
    assert fulfils(state, "Give Better Than We Get")


@covers("CC-AMB-10")
def test_the_first_loss_to_hits_that_an_enemy_suffers_draws_first_blood():
    state = war()
    note_losses(state, (state.groups["B1"], 0, hits()))  # no R was lost
    note_losses(state, (state.groups["A2"], 1, Cause("blast", "CC-OTR-12", "A", "A3")))  # harm to friends
    note_losses(state, (state.groups["A2"], 1, Cause("blocked", "CC-RET-06", "B")))
    note_losses(state, (state.groups["A2"], 1, Cause("failed test", "CC-TST-15", "B")))
    assert not state.first_blood_shed
    note_losses(state, (state.groups["B1"], 1, hits()))
    note_losses(state, (state.groups["A1"], 1, hits(by="B1", credit="B")))
    assert (fulfils(state, "Draw First Blood"), fulfils(state, "Draw First Blood", "B")) == (True, False)


@covers("CC-AMB-10", "CC-MEL-09")
@pytest.mark.parametrize(
    ("a_hits", "b_hits", "drawn"), [(3, 3, (True, True)), (3, 2, (True, False)), (2, 3, (False, True))]
)
def test_in_a_melee_both_draw_first_blood_if_both_lose_r_in_the_same_exchange(a_hits, b_hits, drawn):
    state = battle(group("A1"), group("A2", at=(60, 5)), group("B1", at=(11, 10)), group("B2", at=(60, 60)))
    state.groups["A1"].melee, state.groups["B1"].melee = ("B1",), ("A1",)

    async def fight(play):
        await attacking.fight(play, play.state.groups["A1"], play.state.groups["B1"])

    dice = {
        "to hit (A1)": [6] * a_hits + [1] * (12 - a_hits),
        "to hit (B1)": [6] * b_hits + [1] * (12 - b_hits),
    }
    if a_hits == 3:
        dice["resilience B1"] = [6, 6]
    if b_hits == 3:
        dice["resilience A1"] = [6, 6]
    done = perform(state, fight, dice)
    assert tuple(fulfils(done.state, "Draw First Blood", seat) for seat in "AB") == drawn


@covers("CC-AMB-10", "CC-AMB-14")
def test_an_allys_first_blood_is_not_the_own():
    state = war(group("C1", at=(60, 5)), sides=ALLIES)
    note_losses(state, (state.groups["B1"], 1, hits(by="C1", credit="C")))
    assert not fulfils(state, "Draw First Blood")
    assert fulfils(state, "Draw First Blood", "C")


@covers("CC-AMB-11")
@pytest.mark.parametrize(
    ("how", "by", "fulfilled"),
    [
        ("shooting", "A1", True),
        ("melee", "A1", True),
        ("projectile", "A1", True),
        ("shooting", "A2", False),
        ("company test", "A1", False),
    ],
)
def test_they_will_know_my_name_asks_for_hits_of_the_captains_group(how, by, fulfilled):
    state = war()
    shake(state, "B1", hits(by, how))
    assert fulfils(state, "They Will Know My Name") is fulfilled


@covers("CC-AMB-12")
def test_every_group_on_the_roster_must_have_fought_deserters_left_out():
    state = war(group("A4", at=None), group("A5", at=None))
    note_melee(state, state.groups["A1"], state.groups["B1"])
    note_melee(state, state.groups["A2"], state.groups["B1"])
    note_melee(state, state.groups["A3"], state.groups["B1"])
    state.groups["A4"].where = "deserted"
    assert not fulfils(state, "We Will All Shed Blood")
    state.groups["A5"].where = "deserted"
    assert fulfils(state, "We Will All Shed Blood")
    state.groups["A1"].where = "routed"
    assert fulfils(state, "We Will All Shed Blood")
    assert not fulfils(state, "We Will All Shed Blood", "B")


@covers("CC-AMB-13")
@pytest.mark.parametrize(
    ("how", "before", "activation", "whole_game"),
    [
        ("shooting", (), True, True),
        ("shooting", ("melee",), True, False),
        ("shooting", ("projectile",), True, True),
        ("projectile", (), False, True),
        ("elusive shots", (), False, False),
        ("blast", (), False, False),
        ("melee", (), False, False),
    ],
)
def test_rain_hell_looks_at_the_shoot_order_or_by_the_switch_at_the_whole_game(
    how, before, activation, whole_game
):
    for reading, fulfilled in (("activation", activation), ("whole_game", whole_game)):
        state = war(rain_hell=reading)
        for earlier in before:
            note_losses(state, (state.groups["B1"], 1, hits(how=earlier)))
        note_losses(state, (state.groups["B1"], 1, hits(how=how)))
        shake(state, "B1", hits(how=how))
        assert fulfils(state, "Rain Hell Upon Them") is fulfilled


@covers("CC-AMB-13", "CC-AMB-14")
def test_what_an_ally_did_to_the_group_does_not_spoil_the_rain():
    state = war(group("C1", at=(60, 5)), sides=ALLIES, rain_hell="whole_game")
    note_losses(state, (state.groups["B1"], 1, hits(by="C1", how="melee", credit="C")))
    note_losses(state, (state.groups["B1"], 1, hits()))
    shake(state, "B1", hits())
    assert fulfils(state, "Rain Hell Upon Them")


# ---- credit --------------------------------------------------------------------------------------


@covers("CC-AMB-14", "CC-TRN-04")
def test_a_group_shaken_by_my_shooting_that_rallies_off_the_table_was_routed_by_me():
    state = war()
    state.groups["B2"].models = ((25.0, 60.0),)

    async def shot_then_rally(play):
        one, other = play.state.groups["A2"], play.state.groups["B2"]
        await shooting.shoot(play, one, other, Needed(5, "CC-SHO-05"), "shooting", "CC-SHO-05")
        other.models = ((25.0, 71.4),)
        await testing_resilience.take_test_to_rally(play, other)

    dice = {"to hit (A2)": [6] * 3 + [1] * 9, "resilience B2": [1, 2, 1, 1]}
    done = perform(state, shot_then_rally, dice)
    assert done.group("B2").where == "routed"
    deeds = done.state.companies["A"].deeds
    assert (deeds.made_shaken, deeds.routed, deeds.shooting_made_shaken) == (("B2",), ("B2",), True)


@covers("CC-AMB-14", "CC-TST-04")
def test_company_tests_are_credited_to_whoever_routed_the_captain():
    state = war()
    state.groups["B1"].r = 1

    async def shoot(play):
        one, other = play.state.groups["A2"], play.state.groups["B1"]
        await shooting.shoot(play, one, other, Needed(5, "CC-SHO-05"), "shooting", "CC-SHO-05")
        await testing_resilience.settle_company_tests(play)

    dice = {"to hit (A2)": [6] * 3 + [1] * 9, "resilience B2": [1, 2], "resilience B3": [6, 6]}
    done = perform(state, shoot, dice)
    deeds = done.state.companies["A"].deeds
    assert (deeds.routed, deeds.made_shaken) == (("B1",), ("B2",))
    assert not deeds.shooting_made_shaken


@covers("CC-AMB-14", "CC-RET-01", "CC-RET-09")
def test_an_ordered_retreat_off_the_table_is_credited_to_the_nearest_enemy_in_the_melee_left():
    state = battle(
        group("A1", at=(5, 60)),
        group("A2", at=(30, 1)),
        group("A3", at=(60, 60), cost=20),
        group("B1", at=(30, 2)),
        group("D1", at=(30.3, 2.1)),
        sides=(("A",), ("B", "D")),
    )
    state.groups["A2"].melee = ("D1", "B1")
    state.groups["B1"].melee = state.groups["D1"].melee = ("A2",)

    async def fall_back(play):
        await carry_out_if_activated(play, play.state.groups["A2"], Order("Retreat"))

    done = perform(state, fall_back, {"activate A2": [6, 6]})
    assert done.group("A2").where == "routed"
    assert [done.state.companies[seat].deeds.routed for seat in "BD"] == [("A2",), ()]


@covers("CC-AMB-14", "CC-AMB-06", "CC-RET-06")
def test_a_blocked_retreat_is_credited_with_its_test_and_its_die_is_one_of_the_captains_group():
    state = battle(
        group("A1", at=(30, 30), r=2),
        group("A2", at=(5, 5), cost=40),
        group("A3", at=(5, 9), cost=40),
        group("B1", at=(30, 36)),
        group("B2", at=(30, 26.5)),
    )
    state.groups["A1"].shaken, state.groups["A1"].shaken_by = True, "B"

    async def rally(play):
        await testing_resilience.take_test_to_rally(play, play.state.groups["A1"])

    # It loses 1 R, cannot get away between two enemies, and the die is at least the 1 R it has left.
    done = perform(state, rally, {"resilience A1": [1, 1], "blocked A1": [6]})
    assert done.group("A1").where == "routed"
    assert done.state.companies["B"].deeds.routed == ("A1",)
    assert not fulfils(done.state, "Win Without Moving")


@covers("CC-AMB-14")
def test_harm_to_the_own_side_is_nobodys_deed_and_an_allys_deed_is_not_ones_own():
    state = war(group("C1", at=(60, 5)), sides=ALLIES)
    note_rout(state, state.groups["A2"], Cause("blast", "CC-OTR-12", "A", "A3"))
    note_rout(state, state.groups["C1"], Cause("blast", "CC-OTR-12", "A", "A3"))
    shake(state, "A3", Cause("blast", "CC-OTR-12", "C", "C1"))
    note_rout(state, state.groups["B1"], hits(by="C1", credit="C"))
    assert state.companies["A"].deeds.routed == state.companies["B"].deeds.routed == ()
    assert state.companies["C"].deeds.routed == ("B1",)
    assert state.companies["C"].deeds.made_shaken == ()


@covers("CC-AMB-14")
def test_losses_of_one_exchange_are_noted_once_however_often_they_are_told():
    state = war()
    blow, answer = hits("A1", "melee"), hits("B1", "melee", "B")
    note_losses(state, (state.groups["B1"], 1, blow), (state.groups["A1"], 1, answer))
    note_losses(state, (state.groups["B1"], 1, blow))
    assert state.groups["B1"].harmed_by == (("A", "melee"),)


# ---- secrecy -------------------------------------------------------------------------------------

CHOICES = st.dictionaries(st.sampled_from(NAMES), st.booleans())
"""Any subset of the eleven, each secret or revealed."""


def names_of(state, seat):
    return {one.name for one in state.companies[seat].ambitions}


def answer_of(choice):
    return [key_of(Ambition(name, revealed)) for name, revealed in choice.items()]


def revealed_of(choice):
    return {name: True for name, revealed in choice.items() if revealed}


async def choose_and_fight(play):
    """Choose, then an exchange in which first blood is drawn, a Group is Routed and another is Shaken."""
    await choose_ambitions(play)
    groups = play.state.groups
    groups["A1"].r = 1
    groups["A1"].models = ((40.0, 40.0),)
    groups["B1"].models = ((41.0, 40.0),)
    await attacking.fight(play, groups["B1"], groups["A1"])
    await testing_resilience.settle_company_tests(play)


FIGHT = {
    "to hit (B1)": [6] * 12,
    "to hit (A1)": [6] * 3 + [1] * 3,
    "resilience B1": [1, 1],
    "resilience A2": [1, 2],
    "resilience A3": [1, 2],
}


def played(a, b):
    asked = start(war(), choose_and_fight, FIGHT)
    asked.game.answer(answer_of(a), seat="A")
    asked.game.answer(answer_of(b), seat="B")
    return asked.over()


@covers("CC-AMB-15")
@settings(max_examples=40)
@given(CHOICES, CHOICES, CHOICES)
def test_two_games_that_differ_in_secret_ambitions_look_the_same_to_everybody_else(a, secret_1, secret_2):
    shown = revealed_of(secret_1)
    one = {**{name: False for name in secret_1 if name not in shown}, **shown}
    other = {**{name: False for name in secret_2 if name not in shown}, **shown}
    first, second = played(a, one), played(a, other)
    for seat in ("A", None):
        assert first.game.view(seat) == second.game.view(seat)
        assert first.game.events(seat=seat) == second.game.events(seat=seat)


@covers("CC-AMB-15")
@settings(max_examples=40)
@given(CHOICES, CHOICES)
def test_a_seat_sees_its_own_ambitions_whole_and_of_others_the_revealed_ones(a, b):
    state = played(a, b).state
    seen = hide(state, "A")
    assert seen.companies["A"].ambitions == state.companies["A"].ambitions
    assert names_of(seen, "B") == set(revealed_of(b))
    watched = hide(state, None)
    assert names_of(watched, "A") == set(revealed_of(a))
    assert names_of(state, "B") == set(b)


@covers("CC-AMB-15")
def test_allies_do_not_know_each_others_secret_ambitions():
    state = war(group("C1", at=(60, 5)), sides=ALLIES)
    state.companies["C"].ambitions = (Ambition("Do Not Waver"), Ambition("Draw First Blood", True))
    assert hide(state, "A").companies["C"].ambitions == (Ambition("Draw First Blood", True),)


@covers("CC-AMB-15")
def test_when_vp_are_counted_everything_is_known():
    state = war()
    state.companies["B"].ambitions = (Ambition("Do Not Waver"),)
    state.closed = "the table is empty"
    assert hide(state, "A").companies["B"].ambitions == (Ambition("Do Not Waver"),)
    assert hide(state, None).companies["B"].ambitions == (Ambition("Do Not Waver"),)


@covers("CC-AMB-15")
def test_before_the_choice_nobody_has_any_and_hiding_changes_nothing():
    state = war()
    for company in state.companies.values():
        company.ambitions = None
    assert hide(state, "A").companies["B"].ambitions is None
    assert imagine(hide(state, "A"), "A", random.Random(1)).companies["B"].ambitions is None


@covers("CC-AMB-15")
def test_the_owner_may_see_how_the_own_ones_stand():
    state = war()
    state.companies["A"].ambitions = (Ambition("Do Not Waver"), Ambition("Draw First Blood", True))
    told = [(one.label, one.value) for one in notes_for(state, "A")]
    assert told == [("Do Not Waver", "holds so far"), ("Draw First Blood (revealed)", "not yet fulfilled")]
    assert notes_for(state, None) == ()
    assert notes_for(state, "A")[1].meaning.endswith("(2 VP)")
    state.companies["A"].deeds.most_shaken_at_once = 2
    assert notes_for(state, "A")[0].value == "has failed"


@covers("CC-AMB-15")
@settings(max_examples=40)
@given(CHOICES, CHOICES, CHOICES, st.integers(0, 1000))
def test_what_a_seat_imagines_does_not_depend_on_the_secrets_and_keeps_what_it_knows(a, b, c, seed):
    one, other = played(a, b).state, played(a, {**dict.fromkeys(c, False), **revealed_of(b)}).state
    other.companies["B"].ambitions = tuple(
        Ambition(name, name in revealed_of(b)) for name in NAMES if name in c or name in revealed_of(b)
    )
    first = imagine(hide(one, "A"), "A", random.Random(seed))
    second = imagine(hide(other, "A"), "A", random.Random(seed))
    assert first.companies["B"].ambitions == second.companies["B"].ambitions
    assert first.companies["A"].ambitions == one.companies["A"].ambitions
    believed = first.companies["B"].ambitions or ()
    assert {one.name for one in believed if one.revealed} == set(revealed_of(b))
    assert len({one.name for one in believed}) == len(believed)


@covers("CC-AMB-15", "CC-BOT-13")
def test_imagined_ambitions_are_often_those_that_suit_the_company_and_sometimes_others():
    state = war()
    state.companies["B"].ambitions = ()
    worlds = [
        imagine(hide(state, "A"), "A", random.Random(seed)).companies["B"].ambitions or ()
        for seed in range(200)
    ]
    often = len([world for world in worlds if Ambition("Give Better Than We Get") in world])
    seldom = len([world for world in worlds if Ambition("Rain Hell Upon Them") in world])
    assert 120 < often < 180
    assert 0 < seldom < 60


@covers("CC-BOT-13")
def test_which_ambitions_suit_a_company():
    state = battle(
        group("A1", "Elite Foot"),
        group("A2", "Heavy Beast"),
        group("B1", "Heavy Engine", at=(50, 50)),
        group("B2", "Light Cavalry", at=(50, 60)),
    )
    assert [name for name in NAMES if suits(state, state.companies["A"], name)] == [
        "Give Better Than We Get",
        "Break Even Their Anvil",
    ]
    assert [name for name in NAMES if suits(state, state.companies["B"], name)] == [
        "Give Better Than We Get",
        "Draw First Blood",
        "Rain Hell Upon Them",
    ]


@covers("CC-AMB-06", "CC-SPL-07")
def test_leaving_play_is_no_movement_of_the_captains_group():
    state = war()

    async def leave(play):
        leave_play(play, play.state.groups["A1"], "routed")

    assert perform(state, leave).state.companies["A"].deeds == Deeds()


@covers("CC-AMB-15")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_in_full_swing_looks_the_same_to_others_whatever_the_secret_ambitions_are(seed):
    one, other = (game_with(seed, secret) for secret in ([], list(NAMES[:7])))
    assert one.result is None
    assert one.state.turn > 2
    assert one.number == other.number
    for seat in ("A", None):
        assert one.view(seat) == other.view(seat)
        assert one.events(seat=seat) == other.events(seat=seat)
    assert one.view("B") != other.view("B")


def game_with(seed, secret):
    """The first 70 decisions of a game in which all answer at random, but B has these secret ambitions."""
    state = BOOK.set_up("broken-field", {"A": "river-muster", "B": "iron-hold"}, {})
    game, chance = new_game(BOOK, state, Seeded(seed)), random.Random(seed)
    while game.number < 70:
        seat = game.waiting_for[0]
        part = game.decision_for(seat)
        assert part is not None
        answer = part.sample(chance)
        game.answer(secret if part.rule == "CC-AMB-01" and seat == "B" else answer, seat=seat)
    return game
