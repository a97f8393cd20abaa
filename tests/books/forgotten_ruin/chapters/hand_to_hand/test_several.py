"""Hand-to-hand combat: several opponents, tangles, order, and contact."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.dividing import (
    divide,
    divisions,
    tangles,
    touching_opponents,
)
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import (
    fight,
    resolve_combats,
    still_touches,
)
from sandtable.books.forgotten_ruin.chapters.hits.harm import Blow
from sandtable.books.forgotten_ruin.modifiers import EXTRA_HITS
from sandtable.books.forgotten_ruin.state import Battle, Contact, Enemy, Soldier
from sandtable.kernel.check import Modifier
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from sandtable.table.terrain import box_outline
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.stage import Performance, enemy, perform, piece_of, soldier, start

Dice = dict[str, list[int]]
STAY = {"models": [[10.0, 10.0]]}
AROUND = [(10.0, 11.0), (11.0, 10.0), (9.0, 10.0), (10.0, 9.0)]


def surrounded(one: Soldier | Enemy, *others: Soldier | Enemy) -> list[Soldier | Enemy]:
    one.at = (10.0, 10.0)
    for other, at in zip(others, AROUND, strict=False):
        other.at = at
    return [one, *others]


def fought(
    figures: list[Soldier | Enemy], dice: Dice, answers: list[Any] | None = None, **facts: Any
) -> Performance:
    return perform(skirmish(*figures, **facts), resolve_combats, dice, answers or [])


def orcs(count: int, **facts: Any) -> list[Enemy]:
    return [enemy(f"M1.{n}", **facts) for n in range(1, count + 1)]


@covers("FR-HTH-22")
def test_the_example_of_three_orcs() -> None:
    shown = fought(
        surrounded(soldier("S1", toughness=9), *orcs(3)),
        {
            "choose leader": [1],
            "combat S1": [4],
            "combat M1.1": [2],
            "combat M1.2": [5],
            "combat M1.3": [1],
            "choose second Hit": [1],
            "damage S1": [1, 1],
        },
    )
    facts = shown.told("combat won")[0].facts
    assert (facts["winner"], facts["total"], facts["opposing"]) == ("M1.1", 3, 5)


@covers("FR-HTH-23")
def test_a_champion_leads_the_enemies() -> None:
    mob = orcs(3)
    mob[2] = enemy("M1.3", is_champion=True, combat_skill=1)
    shown = fought(
        surrounded(armed("S1", (0, 0), "sword", toughness=9), *mob),
        {
            "combat S1": [1],
            "combat M1.1": [2],
            "combat M1.2": [5],
            "combat M1.3": [1],
            "choose second Hit": [2],
            "damage S1": [1, 1],
        },
    )
    assert shown.told("leader")[0].facts["figure"] == "M1.3"
    assert shown.told("combat won")[0].facts["opposing"] == 6


@covers("FR-HTH-23", "FR-HTH-22")
def test_the_player_picks_the_leading_soldier_whose_values_count() -> None:
    figures = surrounded(
        enemy("M1.1", toughness=9), armed("S1", (0, 0), "sword", combat_skill=2), soldier("S2")
    )
    shown = fought(
        figures,
        {
            "combat S1": [1],
            "combat S2": [4],
            "combat M1.1": [2],
            "damage M1.1": [1, 1],
        },
        ["S1"],
    )
    assert shown.told("combat won")[0].facts["opposing"] == 6
    assert shown.told("combat won")[0].facts["winner"] == "S1"


@covers("FR-HTH-24")
def test_the_lone_soldier_hits_one_opponent_of_its_choice() -> None:
    shown = fought(
        surrounded(armed("S1", (0, 0), "sword"), *orcs(3)),
        {
            "choose leader": [1],
            "combat S1": [5],
            "combat M1.1": [1],
            "combat M1.2": [2],
            "combat M1.3": [1],
            "damage M1.2": [1],
        },
        ["M1.2", "270"],
    )
    assert shown.told("combat won")[0].facts["winner"] == "S1"
    assert shown.state.enemies["M1.2"].at == pytest.approx((12.0, 10.0))


@covers("FR-HTH-24")
def test_a_lone_enemy_hits_the_leading_soldier() -> None:
    figures = surrounded(enemy("M1.1"), armed("S1", (0, 0), "sword"), armed("S2", (0, 0), "sword"))
    shown = fought(
        figures,
        {"combat S1": [1], "combat S2": [1], "combat M1.1": [6], "damage S2": [1]},
        ["S2"],
    )
    assert shown.state.soldiers["S2"].stun == 1
    assert shown.state.soldiers["S1"].stun == 0


@covers("FR-HTH-25")
def test_four_orcs_inflict_two_hits_not_four() -> None:
    shown = fought(
        surrounded(soldier("S1", toughness=9), *orcs(4)),
        {
            "choose leader": [4],
            "combat S1": [1],
            "combat M1.1": [6],
            "combat M1.2": [1],
            "combat M1.3": [1],
            "combat M1.4": [1],
            "choose second Hit": [2],
            "damage S1": [1, 1],
        },
    )
    assert shown.state.soldiers["S1"].stun == 2
    assert "FR-HTH-25" in shown.cited()


@covers("FR-HTH-26")
def test_a_draw_with_several_hits_the_leader_and_the_lone_figure() -> None:
    shown = fought(
        surrounded(armed("S1", (0, 0), "sword"), *orcs(2)),
        {
            "choose leader": [2],
            "combat S1": [3],
            "combat M1.1": [3],
            "combat M1.2": [1],
            "damage M1.2": [1],
            "damage S1": [1],
        },
    )
    assert "FR-HTH-26" in shown.cited()
    assert shown.state.soldiers["S1"].stun == 1


@covers("FR-HTH-27")
def test_a_lone_figure_thatstill_touches_backs_up() -> None:
    shown = fought(
        surrounded(armed("S1", (0, 0), "sword"), *orcs(2)),
        {
            "choose leader": [1],
            "combat S1": [5],
            "combat M1.1": [1],
            "combat M1.2": [1],
            "damage M1.1": [1],
        },
        ["M1.1", "180"],
    )
    assert shown.told("figure backs up")[0].rules == ("FR-HTH-27",)
    assert shown.state.soldiers["S1"].at == pytest.approx((9.0, 10.0))


@covers("FR-HTH-28", "FR-HTH-29")
def test_who_kills_the_leader_of_two_may_sweep() -> None:
    figures = surrounded(armed("S1", (0, 0), "sword"), *orcs(2))
    dice: Dice = {
        "choose leader": [1],
        "combat S1": [5, 5],
        "combat M1.1": [1],
        "combat M1.2": [1, 1],
        "damage M1.1": [6],
        "damage M1.2": [1],
    }
    asked = start(skirmish(*figures), resolve_combats, dice).answer("M1.1")
    assert asked.question.rules == ("FR-HTH-29", "FR-HTH-28")
    shown = asked.answer(True, STAY).over()
    assert shown.told("Sweeping attack")
    assert shown.state.enemies["M1.2"].at == pytest.approx((12.0, 10.0))


@covers("FR-HTH-28")
def test_with_two_opponents_left_there_is_no_sweep() -> None:
    shown = fought(
        surrounded(armed("S1", (0, 0), "sword"), *orcs(3)),
        {
            "choose leader": [1],
            "combat S1": [5],
            "combat M1.1": [1],
            "combat M1.2": [1],
            "combat M1.3": [1],
            "damage M1.1": [6],
        },
        ["M1.1", "90", {"models": [[10.0, 11.0]]}],
    )
    assert not shown.told("Sweeping attack")


@covers("FR-HTH-29")
@pytest.mark.parametrize(("champion", "sweeps"), [(True, True), (False, False)])
def test_champions_always_sweep_and_ordinary_enemies_never(champion: bool, sweeps: bool) -> None:
    figures = surrounded(
        enemy("M1.1", is_champion=champion), armed("S1", (0, 0), "sword"), armed("S2", (0, 0), "sword")
    )
    dice: Dice = {
        "combat S1": [1],
        "combat S2": [1, 1] if sweeps else [1],
        "combat M1.1": [5, 5] if sweeps else [5],
        "damage S1": [6],
    } | ({"damage S2": [1]} if sweeps else {})
    shown = fought(figures, dice, ["S1"])
    assert bool(shown.told("Sweeping attack")) is sweeps


# Order and tangles


@covers("FR-HTH-03")
def test_the_player_picks_the_next_combat() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "sword"),
        enemy("M1.1", (10.0, 11.0)),
        armed("S2", (20.0, 10.0), "sword"),
        enemy("M2.1", (20.0, 11.0)),
    )
    dice: Dice = {
        "combat S1": [5],
        "combat S2": [5],
        "combat M1.1": [1],
        "combat M2.1": [1],
        "damage M1.1": [1],
        "damage M2.1": [1],
    }
    asked = start(state, resolve_combats, dice)
    assert asked.options() == ["S1", "S2"]
    shown = asked.answer("S2").over()
    assert [why for why, _ in shown.rolled()][:2] == ["combat M2.1", "combat S2"]


def ways(state: Battle) -> list[Any]:
    touching = touching_opponents(state)
    return [divisions(state, group, touching) for group in tangles(touching)]


@covers("FR-HTH-32")
def test_a_tangle_is_divided_into_as_many_pairs_as_possible() -> None:
    state = skirmish(
        soldier("S1", (10.0, 10.0)),
        soldier("S2", (11.0, 10.0)),
        enemy("M1.1", (10.5, 10.866)),
        enemy("M1.3", (10.0, 9.0)),
    )
    assert ways(state) == [[(("S1", ("M1.3",)), ("S2", ("M1.1",)))]]


@covers("FR-HTH-32")
def test_where_there_are_several_divisions_the_player_picks_one() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "sword"),
        armed("S2", (12.0, 10.0), "sword"),
        enemy("M1.1", (11.0, 10.0)),
        enemy("M1.2", (10.0, 11.0)),
        enemy("M1.3", (12.0, 11.0)),
    )
    asked = start(state, resolve_combats)
    assert sorted(asked.options()) == [
        "S1 against M1.1 and M1.2; S2 against M1.3",
        "S1 against M1.2; S2 against M1.1 and M1.3",
    ]


@covers("FR-HTH-32")
def test_a_monster_is_never_the_surplus_figure() -> None:
    state = skirmish(
        soldier("S1", (10.0, 10.0)),
        soldier("S2", (10.0, 13.0)),
        enemy("B1", (10.0, 11.5), kind="monster", monster_points=4, radius=1.0, height=2.5),
        enemy("M1.1", (10.0, 9.0)),
        enemy("M1.2", (10.0, 14.0)),
    )
    assert sorted(ways(state)[0]) == [
        (("S1", ("B1", "M1.1")), ("S2", ("M1.2",))),
        (("S1", ("M1.1",)), ("S2", ("B1", "M1.2"))),
    ]


@covers("FR-HTH-32")
def test_a_monster_between_two_soldiers_is_paired_and_the_soldier_joins() -> None:
    state = skirmish(
        soldier("S1", (10.0, 10.0)),
        soldier("S2", (10.0, 13.0)),
        enemy("B1", (10.0, 11.5), kind="monster", monster_points=4, radius=1.0, height=2.5),
    )
    assert ways(state) == [[(("B1", ("S1", "S2")),)]]


@covers("FR-HTH-34")
def test_there_is_no_combat_without_contact_when_its_turn_comes() -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 12.5)), contacts=(Contact("S1", "M1.1"),)
    )
    shown = perform(state, resolve_combats)
    assert shown.rolled() == []
    assert shown.state.contacts == ()


@covers("FR-HTH-34")
def test_whoever_lost_some_opponents_fights_the_others() -> None:
    figures = surrounded(armed("S1", (0, 0), "sword"), *orcs(2))
    state = skirmish(*figures)

    async def rule(play: Play[Battle]) -> None:
        combats = await divide(play)
        play.state.enemies["M1.2"].where = "casualty"
        assert still_touches(play, combats[0])
        await fight(play, combats[0])

    shown = perform(state, rule, {"combat S1": [5], "combat M1.1": [1], "damage M1.1": [1]})
    assert shown.told("opponents gone")[0].facts["left"] == ["M1.1"]


@covers("FR-HTH-34")
def test_a_combat_lapses_when_all_opponents_are_gone() -> None:
    state = skirmish(*surrounded(armed("S1", (0, 0), "sword"), *orcs(1)))

    async def rule(play: Play[Battle]) -> bool:
        combats = await divide(play)
        play.state.enemies["M1.1"].at = (20.0, 20.0)
        return still_touches(play, combats[0])

    shown = perform(state, rule)
    assert shown.returned is False
    assert shown.told("no combat")[0].rules == ("FR-HTH-34",)


@covers("FR-HTH-32", "FR-MON-08")
def test_three_sides_meet_in_one_tangle() -> None:
    state = skirmish(
        soldier("S1", (10.0, 10.0)),
        soldier("S2", (13.0, 11.0)),
        enemy(
            "B1", (11.5, 11.0), kind="monster", side="independent", monster_points=4, radius=1.0, height=2.5
        ),
        enemy("M1.1", (10.0, 11.0)),
    )
    for way in ways(state)[0]:
        assert sorted(id for lone, others in way for id in (lone, *others)) == ["B1", "M1.1", "S1", "S2"]


@covers("FR-HTH-32")
def test_a_monster_between_two_sides_fights_both_at_once() -> None:
    state = skirmish(
        soldier("S1", (10.0, 8.5)),
        enemy("M1.1", (10.0, 11.5)),
        enemy(
            "B1", (10.0, 10.0), kind="monster", side="independent", monster_points=4, radius=1.0, height=2.5
        ),
    )
    (((lone, others),),) = ways(state)[0]
    assert (lone, sorted(others)) == ("B1", ["M1.1", "S1"])


# Rulings


@covers("FR-HTH-26", "FR-HTH-13")
def test_a_lone_monster_is_not_hit_by_a_draw_but_the_leading_soldier_is() -> None:
    monster = enemy("B1", kind="monster", toughness=9, monster_points=4)
    figures = surrounded(monster, armed("S1", (0, 0), "sword"), armed("S2", (0, 0), "sword"))
    shown = fought(figures, {"combat B1": [4], "combat S1": [4], "combat S2": [1], "damage S1": [1]}, ["S1"])
    assert shown.told("no Hit on a draw")[0].facts["target"] == "B1"
    assert shown.state.soldiers["S1"].stun == 1


@covers("FR-HTH-30", "FR-HTH-22")
def test_the_die_that_is_used_decides_about_the_great_hit_of_the_leader() -> None:
    figures = surrounded(
        enemy("M1.1", toughness=9), armed("S1", (0, 0), "large sword"), armed("S2", (0, 0), "sword")
    )
    shown = fought(
        figures,
        {"combat M1.1": [2], "combat S1": [1], "combat S2": [6], "damage M1.1": [1, 1, 1]},
        ["S1"],
    )
    assert shown.told("further Hits")[0].facts == {"attacker": "S1", "target": "M1.1", "hits": 2}


@covers("FR-HTH-24", "FR-SHT-19")
def test_hits_of_an_ability_may_be_spread_but_a_great_hit_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(state: Battle, blow: Blow) -> Modifier:
        return Modifier(1, "Hits twice", "FR-LOOT-13")

    monkeypatch.setattr(EXTRA_HITS, "answers", [twice])
    shown = fought(
        surrounded(armed("S1", (0, 0), "sword"), *orcs(2, toughness=9)),
        {
            "choose leader": [1],
            "combat S1": [6],
            "combat M1.1": [1],
            "combat M1.2": [1],
            "damage M1.1": [1, 1],
            "damage M1.2": [1],
        },
        ["M1.1", "M1.2"],
    )
    assert shown.told("further Hits")[0].facts["hits"] == 3


@covers("FR-HTH-27")
def test_a_lone_figure_without_room_lets_its_opponents_back_up() -> None:
    lane = [
        piece_of("R1", "boulder", box_outline(5.0, 9.45, 9.45, 10.55)),
        piece_of("R2", "boulder", box_outline(5.0, 7.0, 15.0, 9.45)),
        piece_of("F1", "low wall", box_outline(5.0, 10.55, 15.0, 10.75)),
    ]
    one, first, second = armed("S1", (10.0, 10.0), "sword"), *orcs(2, toughness=9)
    first.at, second.at = (10.0, 11.3), (11.0, 10.0)
    shown = fought(
        [one, first, second],
        {
            "choose leader": [1],
            "combat S1": [5],
            "combat M1.1": [1],
            "combat M1.2": [1],
            "damage M1.1": [1],
        },
        ["M1.1"],
        terrain=lane,
        contacts=(Contact("M1.1", "S1", "F1"), Contact("M1.2", "S1")),
    )
    moved = [event.facts["figure"] for event in shown.told("figure backs up")]
    assert (moved, shown.state.soldiers["S1"].at) == (["M1.2"], (10.0, 10.0))
    assert shown.state.enemies["M1.2"].at == pytest.approx((12.0, 10.0))


@covers("FR-HTH-18")
def test_in_a_multiple_combat_whoever_dealt_the_fatal_hit_follows_up() -> None:
    figures = surrounded(
        enemy("M1.1"),
        armed("S1", (0, 0), "sword"),
        armed("S2", (0, 0), "sword"),
        armed("S3", (0, 0), "sword"),
    )
    dice: Dice = {
        "combat M1.1": [1],
        "combat S1": [4],
        "combat S2": [2],
        "combat S3": [2],
        "choose second Hit": [2],
        "damage M1.1": [2, 6],
    }
    asked = start(skirmish(*figures), resolve_combats, dice).answer("S1")
    assert asked.question.about == ("S3",)


@covers("FR-HTH-08")
def test_a_lone_figure_behind_a_wall_is_helped_against_several() -> None:
    fence = piece_of("F1", "low wall", box_outline(8.0, 10.6, 12.0, 10.8))
    one, first, second = armed("S1", (10.0, 10.0), "sword"), *orcs(2, toughness=9)
    first.at, second.at = (9.6, 11.4), (10.8, 11.4)
    shown = fought(
        [one, first, second],
        {
            "choose leader": [1],
            "combat S1": [4],
            "combat M1.1": [1],
            "combat M1.2": [1],
            "damage M1.1": [1],
        },
        ["M1.1", "270"],
        terrain=[fence],
        contacts=(Contact("M1.1", "S1", "F1"), Contact("M1.2", "S1", "F1")),
    )
    assert shown.told("combat won")[0].facts["total"] == 5
