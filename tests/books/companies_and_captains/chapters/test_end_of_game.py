"""End of the game: when it closes, what is counted, and who has won."""

from __future__ import annotations

from typing import Any

from sandtable.books.companies_and_captains.chapters import end_of_game, resilience
from sandtable.books.companies_and_captains.state import Battle, Cause
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import (
    answer,
    battle,
    carry_out,
    foot,
    rules_told,
    state_of,
    told,
)

GONE = {"where": "routed", "r": 0}


def one(x: float, y: float, **fields: Any) -> dict[str, Any]:
    """Heavy Foot of one model."""
    return foot(x, y, fielded=1, **fields)


def lost(**fields: Any) -> dict[str, Any]:
    """A Group that is Routed."""
    return {"profile": "Heavy Foot", **GONE, **fields}


@covers("CC-END-03", "CC-END-01")
def test_a_side_without_groups_ends_the_game_at_once() -> None:
    state = state_of({"A1": one(10, 10), "B1": lost(), "B2": lost()})
    done = carry_out(end_of_game.settle_action, state)
    assert state.closed
    assert state.step == "over"
    assert {"CC-END-03", "CC-END-01", "CC-END-04"} <= rules_told(done, "game closed")


@covers("CC-END-03", "CC-OTR-28")
def test_an_undeployed_group_keeps_the_game_going_only_while_somebody_can_bring_it_on() -> None:
    waiting = {"profile": "Heavy Foot"}
    with_help = state_of({"A1": one(10, 10), "B1": waiting, "B2": lost()}, scenario="burn-the-stores")
    carry_out(end_of_game.settle_action, with_help)
    assert not with_help.closed, "the reserve can still come"
    without = state_of({"A1": one(10, 10), "B1": waiting, "B2": lost()})
    carry_out(end_of_game.settle_action, without)
    assert without.closed


@covers("CC-END-04")
def test_the_game_ends_only_when_the_action_that_met_the_condition_is_settled() -> None:
    state = state_of({"A1": one(10, 10), "A2": one(40, 10), "B1": one(10, 12, r=1)})

    async def rout_and_settle(play: Any) -> None:
        await resilience.rout(play, state.groups["B1"], Cause("melee", "CC-MEL-08", "A", "A1"))
        assert not state.closed, "the melee is still to be settled"
        await end_of_game.settle_action(play)

    carry_out(rout_and_settle, state)
    assert state.closed


@covers("CC-END-04", "CC-END-03")
def test_the_last_defenders_melee_is_fought_out_before_vp_are_counted() -> None:
    groups = {"A1": one(10, 10, r=6, shaken=False), "A2": one(40, 10), "B1": one(10, 16, r=1)}
    dice = {
        "activate A1": [6, 6],
        "to hit (A1)": [6] * 6,
        "to hit (B1)": [6] * 6,
        "resilience A1": [6, 6],
    }
    game = battle(groups, dice=dice, table=[72, 48])
    answer(game, "A1", "attack B1", "proposal")
    assert game.decision is None
    assert game.state.groups["A1"].r == 4, "6 hits on T 3 cost 2 R, and it tested for them"
    kinds = [event.kind for event in game.events(all_seats=True)]
    assert kinds.index("game closed") > max(
        place for place, kind in enumerate(kinds) if kind == "dice rolled"
    )


@covers("CC-END-02")
def test_scenario_and_ambition_vp_are_added_and_the_higher_total_wins() -> None:
    companies = {"A": {"ambitions": ["Draw First Blood"]}, "B": {"ambitions": ["We Will Not Break"]}}
    state = state_of({"A1": one(10, 10), "B1": one(40, 40), "B2": lost(cost=4)}, companies=companies)
    done = carry_out(end_of_game.close, state, "for the test", "CC-PUB-12")
    result = end_of_game.result(state)
    assert result is not None
    assert result.points == {"attacker": 5 - 1, "defender": 0 - 1}
    assert result.winners == ("A",)
    assert [facts["winners"] for facts in told(done, "game won")] == [("A",)]


@covers("CC-END-02")
def test_equal_totals_are_a_draw() -> None:
    state = state_of({"A1": one(10, 10), "B1": one(40, 40)})
    done = carry_out(end_of_game.close, state, "for the test", "CC-PUB-12")
    result = end_of_game.result(state)
    assert result is not None
    assert result.winners == ()
    assert result.points == {"attacker": 3, "defender": 3}
    assert told(done, "game drawn")


@covers("CC-END-02", "CC-PUB-15")
def test_a_side_adds_its_players_totals() -> None:
    companies = {
        "A": {"ambitions": ["Draw First Blood"]},
        "C": {"ambitions": ["Draw First Blood", "Do Not Waver"]},
    }
    groups = {"A1": one(10, 10), "C1": one(20, 10), "B1": one(40, 40), "B2": lost(cost=4)}
    state = state_of(groups, companies=companies)
    carry_out(end_of_game.close, state, "for the test", "CC-PUB-12")
    result = end_of_game.result(state)
    assert result is not None
    assert result.points["attacker"] == 5 - 1 - 1 + 3
    assert result.winners == ("A", "C")


@covers("CC-END-02")
def test_every_line_of_the_vp_table_is_told_with_its_rule() -> None:
    state = state_of({"A1": one(10, 10), "B1": one(40, 40)}, scenario="ambush")
    done = carry_out(end_of_game.close, state, "for the test", "CC-PUB-12")
    lines = told(done, "victory points counted")
    assert len(lines) == 4
    assert {"CC-AMU-05", "CC-PUB-10", "CC-END-02"} <= rules_told(done, "victory points counted")


def closed_after(state: Battle) -> bool:
    """Whether settling an action closes this game."""
    carry_out(end_of_game.settle_action, state)
    return bool(state.closed)


@covers("CC-END-01", "CC-END-03")
def test_a_game_with_groups_on_both_sides_goes_on() -> None:
    assert not closed_after(state_of({"A1": one(10, 10), "B1": one(40, 40), "B2": lost()}))
