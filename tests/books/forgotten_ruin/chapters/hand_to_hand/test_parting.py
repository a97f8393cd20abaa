"""Hand-to-hand combat: pushes, Stuck, ledges and Follow-up moves."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import resolve_combats
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap
from sandtable.books.forgotten_ruin.state import Contact, Enemy, Soldier, Stock
from sandtable.kernel.testing import covers
from sandtable.table.terrain import box_outline
from tests.books.forgotten_ruin.armed import armed, skirmish
from tests.books.forgotten_ruin.stage import Performance, enemy, perform, piece_of, soldier, start

Dice = dict[str, list[int]]
LOSES: Dice = {"combat S1": [1], "combat M1.1": [5]}
WINS: Dice = {"combat S1": [5], "combat M1.1": [1]}


def fought(
    figures: list[Soldier | Enemy], dice: Dice, answers: list[Any] | None = None, **facts: Any
) -> Performance:
    return perform(skirmish(*figures, **facts), resolve_combats, dice, answers or [])


def rock(west: float, south: float, east: float, north: float) -> Any:
    return piece_of("R1", "boulder", box_outline(west, south, east, north))


@covers("FR-HTH-15", "FR-HTH-33")
def test_whoever_cannot_be_pushed_is_hit_again_and_the_attacker_backs_up() -> None:
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 11.0))]
    shown = fought(figures, LOSES | {"damage S1": [1, 2]}, terrain=[rock(5.0, 7.0, 15.0, 9.4)])
    assert shown.state.soldiers["S1"].stun == 2
    assert shown.state.soldiers["S1"].at == (10.0, 10.0)
    assert shown.state.enemies["M1.1"].at == pytest.approx((10.0, 12.0))
    assert "FR-HTH-15" in shown.cited()


@covers("FR-HTH-15")
def test_the_second_hit_may_kill() -> None:
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 11.0))]
    shown = fought(figures, LOSES | {"damage S1": [1, 6]}, terrain=[rock(5.0, 7.0, 15.0, 9.4)])
    assert shown.state.soldiers["S1"].where == "casualty"


@covers("FR-HTH-33")
def test_a_blocked_push_turns_aside_up_to_forty_five_degrees() -> None:
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 11.0))]
    shown = fought(figures, LOSES | {"damage S1": [1]}, terrain=[rock(10.3, 7.0, 14.0, 9.2)])
    x, y = shown.state.soldiers["S1"].at
    assert x < 10.0
    assert y < 10.0
    assert shown.state.soldiers["S1"].stun == 1


@covers("FR-HTH-16")
def test_figures_behind_are_moved_out_of_the_way() -> None:
    figures: list[Soldier | Enemy] = [
        armed("S1", (10.0, 10.0), "sword"),
        enemy("M1.1", (10.0, 11.0)),
        soldier("S2", (10.0, 9.0)),
    ]
    shown = fought(figures, LOSES | {"damage S1": [1]})
    assert shown.state.soldiers["S1"].at == pytest.approx((10.0, 9.0))
    assert shown.state.soldiers["S2"].at != (10.0, 9.0)
    assert shown.state.soldiers["S2"].stun == 0


@covers("FR-HTH-17")
@pytest.mark.parametrize(("answer", "stun", "height"), [("stay", 2, 2.0), ("fall", 1, 0.0)])
def test_a_soldier_at_a_ledge_chooses(answer: str, stun: int, height: float) -> None:
    figures: list[Soldier | Enemy] = [
        armed("S1", (10.0, 10.0), "sword", elevation=2.0),
        enemy("M1.1", (10.0, 11.0), elevation=2.0),
    ]
    dice = LOSES | {"damage S1": [1, 1] if answer == "stay" else [1]}
    shown = fought(figures, dice, [answer], terrain=[rock(8.0, 9.6, 12.0, 16.0)])
    one = shown.state.soldiers["S1"]
    assert (one.stun, one.elevation) == (stun, height)


@covers("FR-HTH-18")
def test_whoever_kills_may_follow_up_two_inches() -> None:
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 11.0))]
    asked = start(skirmish(*figures), resolve_combats, WINS | {"damage M1.1": [6]})
    assert asked.question.legal({"models": [[10.0, 12.1]]}) is not None
    shown = asked.answer({"models": [[10.0, 12.0]]}).over()
    assert shown.state.soldiers["S1"].at == (10.0, 12.0)
    assert shown.state.soldiers["S1"].moved == 0.0


@covers("FR-HTH-18")
def test_a_follow_up_may_leave_the_table() -> None:
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 2.0), "sword"), enemy("M1.1", (10.0, 3.0))]
    shown = fought(figures, WINS | {"damage M1.1": [6]}, [{"models": [[10.0, 0.5]], "leave": "south"}])
    assert shown.state.soldiers["S1"].where == "left"


@covers("FR-HTH-18")
def test_whoever_is_knocked_down_does_not_follow_up() -> None:
    from sandtable.books.forgotten_ruin.chapters import conditions  # noqa: F401

    figures: list[Soldier | Enemy] = [
        armed("S1", (10.0, 10.0), "sword", knocked_down=True),
        enemy("M1.1", (10.0, 11.0)),
    ]
    fought(figures, WINS | {"damage M1.1": [6]})


@covers("FR-HTH-19")
def test_a_follow_up_enters_no_new_combat() -> None:
    figures: list[Soldier | Enemy] = [
        armed("S1", (10.0, 10.0), "sword"),
        enemy("M1.1", (10.0, 11.0)),
        enemy("M2.1", (10.0, 13.0)),
    ]
    asked = start(skirmish(*figures), resolve_combats, WINS | {"damage M1.1": [6]})
    assert asked.question.legal({"models": [[10.0, 12.0]]}) is not None


@covers("FR-HTH-19", "FR-HTH-20")
def test_a_monster_follows_up_into_another_combat_at_once() -> None:
    figures: list[Soldier | Enemy] = [
        armed("S1", (10.0, 10.0), "sword"),
        enemy("B1", (10.0, 11.5), kind="monster", monster_points=4, toughness=5, radius=1.0, height=2.5),
        armed("S2", (12.5, 11.5), "sword"),
    ]
    shown = fought(
        figures,
        {"combat S1": [1], "combat B1": [5, 5], "damage S1": [6], "combat S2": [1], "damage S2": [1]},
        contacts=(Contact("S1", "B1"),),
    )
    assert shown.state.soldiers["S1"].where == "casualty"
    assert shown.state.soldiers["S2"].stun == 1


@covers("FR-HTH-20")
def test_an_enemy_follows_up_toward_the_nearest_visible_soldier() -> None:
    figures: list[Soldier | Enemy] = [
        armed("S1", (10.0, 10.0), "sword"),
        enemy("M1.1", (10.0, 11.0)),
        soldier("S2", (10.0, 20.0)),
    ]
    shown = fought(figures, LOSES | {"damage S1": [6]})
    x, y = shown.state.enemies["M1.1"].at
    assert y == pytest.approx(13.0, abs=0.3)
    assert x == pytest.approx(10.0, abs=0.6)


@covers("FR-HTH-20")
def test_an_enemy_that_sees_nobody_follows_up_toward_cover() -> None:
    bushes = piece_of("W1", "bushes", box_outline(11.2, 9.0, 15.0, 14.0))
    figures: list[Soldier | Enemy] = [
        armed("S1", (10.0, 10.0), "sword"),
        enemy("M1.1", (10.0, 11.0)),
        enemy("M1.2", (10.0, 13.0)),
        soldier("S2", (10.0, 30.0)),
    ]
    shown = fought(figures, LOSES | {"damage S1": [6]}, terrain=[bushes])
    assert shown.state.enemies["M1.1"].at[0] > 10.7


@covers("FR-LCK-02", "FR-HTH-14")
def test_the_dodge_of_luck_takes_the_place_of_the_push() -> None:
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 10.0), "sword", luck=1), enemy("M1.1", (10.0, 11.0))]
    shown = fought(figures, LOSES | {"damage S1": [6]}, ["Luck", {"models": [[14.0, 9.0]]}])
    assert shown.state.soldiers["S1"].at == (14.0, 9.0)


@covers("FR-STP-05", "FR-HTH-31")
def test_a_shrugged_off_hit_does_not_push_and_the_enemy_backs_up() -> None:
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 11.0))]
    state = skirmish(*figures, stock=Stock(story_points=1), switches={"offer_dice_changes": "never"})
    shown = perform(state, resolve_combats, LOSES, ["Story Point"])
    assert shown.state.soldiers["S1"].at == (10.0, 10.0)
    assert shown.state.enemies["M1.1"].at == pytest.approx((10.0, 12.0))


@covers("FR-HTH-15", "FR-HTH-33")
def test_where_neither_can_back_up_one_is_shifted_until_they_are_an_inch_apart() -> None:
    # A lane 1.2 in wide between two boulders, closed at both ends behind the fighters.
    walls = [
        piece_of("R1", "boulder", box_outline(6.0, 8.0, 9.4, 13.0)),
        piece_of("R2", "boulder", box_outline(10.6, 8.0, 14.0, 13.0)),
        piece_of("R3", "boulder", box_outline(9.4, 8.0, 10.6, 9.4)),
        piece_of("R4", "boulder", box_outline(9.4, 11.6, 10.6, 13.0)),
    ]
    figures: list[Soldier | Enemy] = [armed("S1", (10.0, 10.0), "sword"), enemy("M1.1", (10.0, 11.0))]
    shown = fought(figures, LOSES | {"damage S1": [1, 1]}, terrain=walls)
    one, other = shown.state.soldiers["S1"], shown.state.enemies["M1.1"]
    assert gap(one, other) >= 1.0
    assert one.stun == 2
