"""Luck."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest

from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import become_casualty, strike
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.terrain import circle
from tests.books.forgotten_ruin.armed import arrow, skirmish, struck
from tests.books.forgotten_ruin.stage import enemy, perform, piece_of, soldier, start

STAY = {"models": [[10.0, 10.0]]}


@covers("FR-LCK-01", "FR-LCK-02")
def test_luck_saves_from_becoming_a_casualty_and_gives_a_move() -> None:
    state = skirmish(soldier("S1", luck=1), enemy("M1.1"))
    shown = struck(state, "S1", [arrow()], {"damage S1": [6]}, ["Luck", {"models": [[14.0, 10.0]]}])
    lucky = shown.state.soldiers["S1"]
    assert (lucky.on_table, lucky.luck, lucky.at) == (True, 0, (14.0, 10.0))
    assert shown.returned.moved_by_luck


@covers("FR-LCK-01")
def test_a_point_works_once_in_a_battle() -> None:
    state = skirmish(soldier("S1", luck=1), enemy("M1.1"))

    async def rule(play: Play[Battle]) -> None:
        await strike(play, play.state.soldiers["S1"], [arrow()])
        await strike(play, play.state.soldiers["S1"], [arrow()])

    shown = perform(state, rule, {"damage S1": [6, 6]}, ["Luck", STAY])
    assert shown.state.soldiers["S1"].where == "casualty"


@covers("FR-LCK-02")
def test_the_dodge_is_no_longer_than_speed_and_ends_out_of_contact() -> None:
    state = skirmish(soldier("S1", luck=1, stun=1, knocked_down=True), enemy("M1.1", (10.0, 14.0)))
    asked = start(state, _struck_by_arrow, {"damage S1": [6]}).answer("Luck")
    assert asked.question.legal({"models": [[16.0, 10.0]]}) is not None
    assert asked.question.legal({"models": [[10.0, 13.0]]}) is not None
    assert asked.question.legal({"models": [[10.0, 12.0]]}) is None


@covers("FR-LCK-02", "FR-MOV-29")
def test_the_dodge_may_leave_the_table() -> None:
    state = skirmish(soldier("S1", (10.0, 2.0), luck=1), enemy("M1.1"))
    answers = ["Luck", {"models": [[10.0, 0.5]], "leave": "south"}]
    shown = start(state, _struck_by_arrow, {"damage S1": [6]}).answer(*answers).over()
    assert shown.state.soldiers["S1"].where == "left"


async def _struck_by_arrow(play: Play[Battle]) -> None:
    await strike(play, play.state.soldiers["S1"], [arrow()])


@covers("FR-LCK-03")
def test_out_of_a_blast_even_farther_than_speed() -> None:
    state = skirmish(soldier("S1", luck=1, speed=1.0), enemy("M1.1", (20.0, 30.0)))
    hit = Hit(attacker="M1.1", unit="blast", how="explosion", at=(10.0, 9.5), radius=2.0)
    shown = struck(state, "S1", [hit], {"damage S1": [6]}, ["Luck", "0"])
    x, y = shown.state.soldiers["S1"].at
    assert x == pytest.approx(10.0)
    assert 2.5 < hypot(x - 10.0, y - 9.5) <= 2.8
    assert y > 10.0


@covers("FR-LCK-03")
@pytest.mark.parametrize("degrees", [0.0, 45.0, 90.0, 157.5, 225.0, 292.5])
def test_out_of_a_blast_by_the_shortest_way_in_the_direction_picked(degrees: float) -> None:
    state = skirmish(soldier("S1", luck=1), enemy("M1.1", (20.0, 30.0)))
    hit = Hit(attacker="M1.1", unit="blast", how="explosion", at=(10.3, 9.2), radius=2.0)
    shown = struck(state, "S1", [hit], {"damage S1": [6]}, ["Luck", f"{degrees:g}"])
    x, y = shown.state.soldiers["S1"].at
    assert hypot(x - 10.3, y - 9.2) == pytest.approx(2.51, abs=0.001)
    along = (x - 10.0) * sin(radians(degrees)) + (y - 10.0) * cos(radians(degrees))
    assert along == pytest.approx(hypot(x - 10.0, y - 10.0))


@covers("FR-LCK-03")
def test_where_somebody_stands_at_the_edge_of_the_blast_the_way_out_ends_just_past_him() -> None:
    state = skirmish(soldier("S1", luck=1), soldier("S2", (10.0, 12.4)), enemy("M1.1", (20.0, 30.0)))
    hit = Hit(attacker="M1.1", unit="blast", how="explosion", at=(10.0, 9.5), radius=2.0)
    shown = struck(state, "S1", [hit], {"damage S1": [6]}, ["Luck", "0"])
    assert shown.state.soldiers["S1"].at == pytest.approx((10.0, 13.4), abs=0.02)


@covers("FR-LCK-04")
def test_one_point_covers_all_hits_of_a_mob_and_a_stun_stays() -> None:
    state = skirmish(soldier("S1", luck=1), *(enemy(f"M1.{n}") for n in (1, 2, 3)))
    hits = [arrow("M1.1"), arrow("M1.2"), arrow("M1.3")]
    shown = struck(state, "S1", hits, {"damage S1": [3, 6, 1]}, ["Luck", STAY])
    lucky = shown.state.soldiers["S1"]
    assert (lucky.on_table, lucky.luck, lucky.stun) == (True, 0, 1)


@covers("FR-LCK-04")
def test_a_villain_and_a_mob_cost_a_point_each() -> None:
    state = skirmish(soldier("S1", luck=2), enemy("M1.1"), enemy("V1", kind="villain"))
    hits = [
        Hit(attacker="V1", unit="V1", how="hand-to-hand"),
        Hit(attacker="M1.1", unit="M1", how="hand-to-hand"),
    ]
    shown = struck(state, "S1", hits, {"damage S1": [6, 6]}, ["Luck", STAY, "Luck", STAY])
    assert shown.state.soldiers["S1"].luck == 0
    assert shown.state.soldiers["S1"].on_table


@covers("FR-LCK-04", "FR-HIT-07")
def test_without_luck_the_hits_after_the_fatal_one_are_not_rolled() -> None:
    state = skirmish(soldier("S1"), enemy("M1.1"), enemy("M1.2"))
    shown = struck(state, "S1", [arrow("M1.1"), arrow("M1.2")], {"damage S1": [3]})
    assert shown.state.soldiers["S1"].where == "casualty"


@covers("FR-LCK-05")
def test_luck_works_against_lava_and_leads_to_the_nearest_safe_place() -> None:
    lava = piece_of("L1", "lava", circle((10.0, 10.0), 2.0))
    state = skirmish(soldier("S1", luck=1), terrain=[lava])

    async def rule(play: Play[Battle]) -> bool:
        hit = Hit(how="event")
        return await become_casualty(play, play.state.soldiers["S1"], hit, "FR-LCK-05")

    shown = perform(state, rule, {}, ["Luck"])
    assert shown.returned is False
    x, y = shown.state.soldiers["S1"].at
    assert hypot(x - 10.0, y - 10.0) == pytest.approx(2.5, abs=0.03)


@covers("FR-LCK-06")
def test_luck_is_not_offered_against_a_stun() -> None:
    state = skirmish(soldier("S1", luck=1), enemy("M1.1"))
    shown = struck(state, "S1", [arrow()], {"damage S1": [1]})
    assert (shown.state.soldiers["S1"].luck, shown.state.soldiers["S1"].stun) == (1, 1)


@covers("FR-LCK-01")
def test_the_book_itself_knows_luck() -> None:
    import sys

    from sandtable.books.forgotten_ruin.book import BOOK

    assert BOOK.prefix == "FR"
    assert "sandtable.books.forgotten_ruin.chapters.luck" in sys.modules
