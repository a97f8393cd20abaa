"""What must always hold when figures shoot and fight, wherever they stand."""

from __future__ import annotations

import random
from math import hypot

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.books.forgotten_ruin.chapters.armory import weapon
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.dividing import (
    divisions,
    tangles,
    touching_opponents,
)
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import resolve_combats
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.rolling import combat_odds
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, in_contact
from sandtable.books.forgotten_ruin.chapters.shooting.fire_action import fire, why_not_fire
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot, odds_of
from sandtable.books.forgotten_ruin.chapters.shooting.targets import Lookout, splits_for, why_out_of_reach
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.dice import Dice, Seeded
from sandtable.kernel.game import new_game
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.armed import armed, playing, skirmish
from tests.books.forgotten_ruin.stage import Stage, enemy, start

SAW = "squad automatic weapon"
PLACES = st.tuples(st.integers(2, 68), st.integers(2, 68)).map(lambda one: (one[0] / 2, one[1] / 2))


def scattered(places: list[tuple[float, float]], soldiers: int) -> Battle:
    """Soldiers and enemies of two mobs at these places, none on top of another."""
    figures: list[Soldier | Enemy] = []
    for at in places:
        if any(hypot(at[0] - one.at[0], at[1] - one.at[1]) < 1.0 for one in figures):
            continue
        if len(figures) < soldiers:
            figures.append(armed(f"S{len(figures) + 1}", at, SAW, "hand grenades", "sword"))
        else:
            number = len(figures) - soldiers
            figures.append(enemy(f"M{1 + number % 2}.{1 + number // 2}", at))
    return skirmish(*figures)


@covers("FR-SHT-12", "FR-SHT-09", "FR-SHT-21")
@settings(max_examples=40, deadline=None)
@given(st.lists(PLACES, min_size=4, max_size=12))
def test_every_split_is_within_two_inches_and_gives_each_target_a_die(
    places: list[tuple[float, float]],
) -> None:
    state = scattered(places, 1)
    one = state.soldiers["S1"]
    for split in splits_for(Lookout(state, one), weapon(SAW)):
        figures = [state.enemies[id] for id in split.targets]
        assert sum(split.dice) == 4
        assert min(split.dice) >= 1
        assert all(gap(a, b) <= 2.01 for a in figures for b in figures)
        assert all(why_out_of_reach(state, one, weapon(SAW), each) is None for each in figures)
        for mob in {each.mob for each in figures}:
            seen = [
                each
                for each in state.enemies_on_table()
                if each.mob == mob and why_out_of_reach(state, one, weapon(SAW), each) is None
            ]
            nearest = min(gap(one, each) for each in seen)
            assert min(gap(one, each) for each in figures if each.mob == mob) <= nearest + 0.01


@covers("FR-SHT-04", "FR-EXP-01")
@settings(max_examples=30, deadline=None)
@given(st.lists(PLACES, min_size=4, max_size=10), st.integers(0, 5))
def test_every_answer_that_is_offered_or_sampled_is_accepted(
    places: list[tuple[float, float]], seed: int
) -> None:
    state = scattered(places, 2)
    if "S1" not in state.soldiers or why_not_fire(state, state.soldiers["S1"]) is not None:
        return
    asked = start(state, playing(fire, "S1")).question
    assert all(asked.legal(one.answer) is None for one in asked.options())
    assert asked.legal(asked.sample(random.Random(seed))) is None
    if "hand grenades" in [one.answer for one in asked.options()]:
        aimed = start(state, playing(fire, "S1")).answer("hand grenades").question
        assert all(aimed.legal(one.answer) is None for one in aimed.options())
        assert aimed.legal(aimed.sample(random.Random(seed))) is None


@covers("FR-HTH-32")
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9, unique=True))
def test_a_tangle_puts_everybody_in_exactly_one_combat(cells: list[tuple[int, int]]) -> None:
    figures: list[Soldier | Enemy] = []
    for number, (x, y) in enumerate(cells):
        at = (10.0 + x, 10.0 + y)
        side = "independent" if (x * 5 + y) % 7 == 0 else "enemy"
        figures.append(armed(f"S{number}", at) if (x * 3 + y) % 2 else enemy(f"M1.{number}", at, side=side))
    state = skirmish(*figures)
    touching = touching_opponents(state)
    for group in tangles(touching):
        ways = divisions(state, group, touching)
        assert ways
        for way in ways:
            told = [id for lone, others in way for id in (lone, *others)]
            assert sorted(told) == sorted(group)
            assert all(other in touching[lone] for lone, others in way for other in others)
        assert len({len(way) for way in ways}) == 1


@covers("FR-HTH-27", "FR-HTH-31", "FR-HTH-34")
@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=7, unique=True),
    st.integers(0, 1000),
)
def test_every_combat_ends_with_the_sides_apart(cells: list[tuple[int, int]], seed: int) -> None:
    figures: list[Soldier | Enemy] = []
    for number, (x, y) in enumerate(cells):
        at = (10.0 + x, 10.0 + y)
        figures.append(armed(f"S{number}", at, "sword") if number % 2 else enemy(f"M1.{number}", at))
    game = new_game(Stage(resolve_combats), skirmish(*figures), Dice(Seeded(seed)))
    chance = random.Random(seed)
    for _ in range(200):
        if game.decision is None:
            break
        game.answer(game.decision.sample(chance))
    assert game.decision is None
    state = game.state
    for one in state.soldiers_on_table():
        assert not any(in_contact(state, one, other) for other in state.enemies_on_table())


@covers("FR-HTH-06")
@settings(max_examples=30, deadline=None)
@given(st.integers(-2, 4), st.integers(-2, 4), st.integers(1, 3))
def test_the_odds_of_a_combat_add_up(mine: int, theirs: int, others: int) -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), "sword", combat_skill=mine),
        *(enemy(f"M1.{n}", (12.0 + n, 10.0), combat_skill=theirs) for n in range(others)),
    )
    odds = combat_odds(state, state.soldiers["S1"], *state.enemies.values())
    assert abs(sum(odds.values()) - 1.0) < 0.01
    assert min(odds.values()) >= 0.0


@covers("FR-SHT-11")
@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.integers(0, 5), st.integers(2, 8))
def test_more_dice_never_make_a_kill_less_likely(dice: int, points: int, toughness: int) -> None:
    state = skirmish(
        armed("S1", (10.0, 10.0), SAW), enemy("V1", (10.0, 18.0), toughness=toughness, monster_points=points)
    )
    one, target = state.soldiers["S1"], state.enemies["V1"]
    fewer = odds_of(state, Shot(one, target, weapon(SAW))).kill(dice)
    more = odds_of(state, Shot(one, target, weapon(SAW))).kill(dice + 1)
    assert 0.0 <= fewer <= more + 1e-9 <= 1.0 + 1e-6
