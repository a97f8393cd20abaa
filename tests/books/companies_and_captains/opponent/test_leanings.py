"""What the searching player's adviser does otherwise than the book's own opponent, and why."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters.conventions import gap
from sandtable.books.companies_and_captains.opponent.beginnings import ambitions_worth_taking
from sandtable.books.companies_and_captains.opponent.experience import (
    Style,
    experience,
    other_styles,
    seasoned_style,
)
from sandtable.books.companies_and_captains.opponent.goals import middle_of
from sandtable.books.companies_and_captains.opponent.purposes import Purpose, purposes
from sandtable.books.companies_and_captains.opponent.scores import scored_orders
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel.game import Game
from sandtable.table.units.groups import point_gap
from tests.books.companies_and_captains.beginnings import begin, entry, roster
from tests.books.companies_and_captains.opponent.advising import STEADY
from tests.books.companies_and_captains.scenes import battle, foot, group, riders, state_of

LEARNT = msgspec.structs.replace(STEADY, learnt=True)


def style(**leaning: Any) -> Style:
    """The steady temper of a searching player, leaning."""
    return msgspec.structs.replace(LEARNT, **leaning)


def moves(state: Battle, mover: str, how: Style) -> dict[str, Purpose]:
    """What a Move of one Group could be good for, by the first word of why."""
    one = state.groups[mover]
    return {
        found.why.split(" ")[0]: found for found in purposes(state, one, state.enemies_on_table(one), how)
    }


def deployed(game: Game[Battle], seat: str, until: str = "ambitions") -> Game[Battle]:
    """Deploy by the seasoned adviser on one seat and by the book's opponent on the other."""
    while game.decision is not None and game.state.step != until:
        asked = game.waiting_for[0]
        part = game.decision_for(asked)
        assert part is not None
        adviser = BOOK.adviser.seasoned(game.state, seat) if asked == seat else BOOK.adviser
        found = adviser.advise(game.state, asked, part)
        game.answer(next(one.answer for one in found if part.legal(one.answer) is None), seat=asked)
    return game


def test_the_likelier_of_two_orders_goes_first_as_a_failure_ends_the_turn() -> None:
    likely = group("Elite Foot", 20, 20, values={"mo_act": 3})
    groups = {"A1": group("Elite Foot", 40, 20, values={"mo_act": 5}), "A2": likely, "B1": foot(30, 46)}
    game = battle(groups, table=[72, 48])
    assert game.decision is not None
    adviser = BOOK.adviser.seasoned(game.state, "A")
    assert next(iter(adviser.advise(game.state, "A", game.decision))).answer == "A2"


def test_every_ambition_that_pays_is_open_since_a_failure_costs_no_more() -> None:
    state = state_of({"A1": foot(10, 10), "B1": foot(40, 40)}, scenario="pitched-battle")
    secretive = ambitions_worth_taking(state, state.companies["A"], STEADY)
    candid = ambitions_worth_taking(state, state.companies["A"], LEARNT)
    assert all(one.revealed for one in candid)
    assert {one.name for one in secretive} < {one.name for one in candid}


def test_ambitions_follow_from_how_the_leaning_plays() -> None:
    state = state_of({"A1": foot(10, 10), "B1": foot(40, 40)}, scenario="ambush")
    company = state.companies["B"]
    fights = {one.name for one in ambitions_worth_taking(state, company, STEADY)}
    leaves = {one.name for one in ambitions_worth_taking(state, company, LEARNT)}
    assert "We Will Not Break" in leaves - fights
    assert "Break Even Their Anvil" in fights - leaves


def test_it_stops_out_of_reach_of_whoever_would_gain_by_attacking() -> None:
    state = state_of({"A1": riders(30, 10), "B1": riders(30, 30)})
    far = gap(state.groups["A1"], state.groups["B1"])
    boldly = moves(state, "A1", LEARNT)["closes"]
    carefully = moves(state, "A1", style(keeps_off=True))["closes"]
    reach = state.groups["B1"].profile.mo_in
    assert far - (20 - carefully.stop_at) > reach
    assert far - (20 - boldly.stop_at) < reach


def test_it_stays_where_it_is_when_it_cannot_come_nearer_out_of_reach() -> None:
    state = state_of({"A1": group("Elite Foot", 30, 20), "B1": riders(30, 29)})
    assert "closes" in moves(state, "A1", LEARNT)
    keen = state_of({"A1": riders(30, 20), "B1": group("Elite Cavalry", 30, 32)})
    assert "closes" not in moves(keen, "A1", style(keeps_off=True))


def test_it_does_not_keep_off_from_an_engine() -> None:
    state = state_of({"A1": riders(30, 10), "B1": group("Light Engine", 30, 30)})
    assert moves(state, "A1", style(keeps_off=True)) == moves(state, "A1", LEARNT)


def test_it_spares_a_group_that_has_lost_most() -> None:
    how = style(spares=0.6)
    beaten = state_of({"A1": foot(30, 20, r=4), "B1": riders(30, 34)})
    assert moves(beaten, "A1", how)["saves"].away
    sound = state_of({"A1": foot(30, 20, r=5), "B1": riders(30, 34)})
    assert "saves" not in moves(sound, "A1", how)


def test_the_group_that_the_scenario_turns_on_is_hurt_first() -> None:
    groups = {"A1": group("Heavy Missile", 30, 20), "B1": foot(20, 30), "B2": foot(40, 30)}
    state = state_of(groups, scenario="extraction", roles={"extractees": "B2"})
    how = style(key=1.0)
    found = {one.order: one.score for one in scored_orders(state, state.groups["A1"], how)}
    assert found["shoot B2"] == found["shoot B1"] + 1.0


def test_a_group_that_may_leave_anywhere_turns_from_an_edge_that_enemies_reach() -> None:
    groups = {"A1": riders(30, 4), "B1": foot(30, 22), "B2": foot(60, 40)}
    state = state_of(groups, scenario="ambush", table=[72, 48])
    assert moves(state, "B1", STEADY)["to"].aim == (30.0, 0.0)
    aim = moves(state, "B1", LEARNT)["to"].aim
    assert aim is not None
    assert aim[1] == 48.0


def test_who_is_ambushed_deploys_where_the_edge_is_near() -> None:
    game = deployed(begin("ambush"), "B")
    own = [one for one in game.state.groups.values() if one.company == "B"]
    width, depth = game.state.ground.width, game.state.ground.depth
    for x, y in map(middle_of, own):
        assert min(x, width - x, y, depth - y) < 6


def test_the_ambushers_begin_near_those_whom_they_beat() -> None:
    game = deployed(begin("ambush"), "A")
    own = [one for one in game.state.groups.values() if one.company == "A"]
    for one in own:
        assert 6 <= min(gap(one, enemy) for enemy in game.state.enemies_on_table(one)) < 9


def test_the_besetters_of_an_extraction_stand_before_both_near_edges() -> None:
    game = deployed(begin("extraction"), "A")
    own = [middle_of(one) for one in game.state.groups.values() if one.company == "A"]
    depth = game.state.ground.depth
    assert sorted(y < depth / 2 for _, y in own) == [False, True]


def test_the_besiegers_gather_at_one_end_with_the_tokens_out_of_reach() -> None:
    party = roster(*(entry("Heavy Foot", models=12) for _ in range(2)))
    game = deployed(begin("sortie", seats={"A": party, "B": party}), "A")
    own = [one for one in game.state.groups.values() if one.company == "A"]
    assert all(middle_of(one)[0] < game.state.ground.width / 2 for one in own)
    for token in game.state.tokens.values():
        assert min(point_gap(one.models, one.radius, token.at) for one in own) < 2.0


def test_other_styles_of_a_seasoned_player_keep_what_it_has_learnt() -> None:
    state = state_of(
        {"A1": foot(10, 10), "B1": foot(40, 40)}, scenario="extraction", roles={"extractees": "B1"}
    )
    usual = seasoned_style(state, state.attacker)
    others = other_styles(usual)
    assert set(others) == set(experience().plans)
    assert all(one.learnt and one.key == usual.key for one in others.values())
    assert not any(one.learnt for one in other_styles().values())
