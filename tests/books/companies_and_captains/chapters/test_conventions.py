"""Conventions: fractions, distances, sides, how dice are read, rerolls, and uses of once each turn."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.binding.limits import use
from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters import conventions, shooting, testing_resilience
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.state import Battle, Cause, Group
from sandtable.books.companies_and_captains.windows import ToHit
from sandtable.kernel.check import Needed
from sandtable.kernel.dice import Wanted, each
from sandtable.kernel.dice import hits as only_hits
from sandtable.kernel.event import EventLog
from sandtable.kernel.play import Play
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import (
    Told,
    answer,
    battle,
    carry_out,
    group,
    rules_told,
    state_of,
    told,
)

WALL = [{"kind": "wall", "wall": [[15, 19], [25, 19]], "traits": ["obstacle"]}]
FORTIFIED = [{"spell": "Fortify", "caster": "B"}]
SINGLE = {"terrain_mode": "open", "reroll_windows": "single"}


def one(profile: str, x: float, y: float, **fields: Any) -> dict[str, Any]:
    """A Group of a single model."""
    return group(profile, x, y, fielded=1, **fields)


def scene(shooter: tuple[str, ...] = (), *, spells: list[Any] | None = None, **position: Any) -> Battle:
    """Archers with these traits, who need 5+, and Heavy Foot 10 inches north of them."""
    return state_of(
        {
            "A1": one("Heavy Foot", 60, 5),
            "A2": one("Heavy Missile", 20, 10, traits=list(shooter)),
            "B1": one("Heavy Foot", 60, 45),
            "B2": one("Heavy Foot", 20, 21, spells=spells or []),
        },
        **position,
    )


def shoot(state: Battle, first: list[int], again: list[int], *answers: Any) -> Told:
    """A2 Shoots B2: the dice of the roll, then those of the rerolls in their order."""
    faces = first + [1] * (12 - len(first))
    dice = {"to hit (A2)": faces, "reroll to hit (A2)": again}
    order = Order("Shoot", "B2")
    return carry_out(shooting.Shoot().carry_out, state, state.groups["A2"], order, dice=dice, answers=answers)


def hits(done: Told) -> int:
    """How many hits were left."""
    found: int = told(done, "hits scored")[0]["hits"]
    return found


@covers("CC-GEN-01")
@pytest.mark.parametrize(("amount", "kept"), [(2.9, 2), (3.0, 3), (0.5, 0)])
def test_fractions_are_dropped(amount: float, kept: int) -> None:
    assert conventions.whole(amount) == kept


@covers("CC-GEN-02", "CC-GEO-03")
def test_distance_is_between_the_closest_models() -> None:
    state = state_of(
        {
            "A1": group("Heavy Foot", 0, 0, models=[[10, 10], [12, 10], [14, 10]], fielded=3),
            "B1": group("Heavy Foot", 0, 0, models=[[18, 10], [20, 10]], fielded=2),
        }
    )
    assert conventions.gap(state.groups["A1"], state.groups["B1"]) == pytest.approx(3.0)


@covers("CC-GEN-03")
@pytest.mark.parametrize(("x", "near"), [(23.0, True), (23.0009, True), (23.002, False)])
def test_exactly_the_distance_is_within_it(x: float, near: bool) -> None:
    state = state_of({"A1": one("Heavy Foot", 10, 10), "B1": one("Heavy Foot", x, 10)})
    assert conventions.is_within(state, state.groups["A1"], state.groups["B1"], 12) is near


@covers("CC-GEN-13")
def test_the_agreed_factor_applies_to_distances_of_the_core_rules() -> None:
    state = state_of(
        {"A1": one("Heavy Foot", 10, 10), "B1": one("Heavy Foot", 40, 10)},
        switches={"terrain_mode": "open", "distance_scale": 1.5},
    )
    assert conventions.inches(state, 12) == 18.0


@covers("CC-GEN-04")
def test_a_turned_formation_shoots_as_well_as_any_and_no_model_has_a_front() -> None:
    for facing in (0, 90, 180, 270):
        state = state_of(
            {
                "A1": group("Heavy Missile", 20, 10, formation="line", facing=facing),
                "B1": one("Heavy Foot", 20, 21),
            }
        )
        assert shooting.why_not_order_shot(state, state.groups["A1"], state.groups["B1"]) is None
        assert all(len(model) == 2 for model in state.groups["A1"].models)
    assert not [field for field in Group.__struct_fields__ if "facing" in field or "front" in field]


@covers("CC-GEN-05", "CC-SET-06")
def test_friends_and_enemies_follow_sides() -> None:
    state = state_of(
        {"A1": one("Heavy Foot", 10, 10), "B1": one("Heavy Foot", 40, 10), "C1": one("Heavy Foot", 30, 10)},
        sides=[["A", "C"], ["B"]],
    )
    groups = state.groups
    assert state.are_enemies(groups["A1"], groups["B1"])
    assert not state.are_enemies(groups["A1"], groups["C1"])
    assert [other.id for other in state.enemies_on_table(groups["C1"])] == ["B1"]
    assert [other.id for other in state.friends_on_table(groups["C1"])] == ["A1"]


@covers("CC-GEN-06")
@pytest.mark.parametrize(("need", "found"), [(2, [1, 2, 3, 4, 5]), (5, [4, 5]), (6, [5])])
def test_each_die_to_hit_is_read_alone_and_meets_its_number_or_more(need: int, found: list[int]) -> None:
    state = scene()
    now = ToHit(state.groups["A2"], state.groups["B2"], Needed(need, "CC-SHO-05"), 6, how="shooting")
    now.faces = [1, 2, 3, 4, 5, 6]
    assert now.hits() == found


@covers("CC-GEN-06", "CC-OTR-22", "CC-OTR-23", "CC-SPL-19")
@pytest.mark.parametrize(
    ("traits", "spells", "reading"),
    [
        # Heavy Foot loses 1 R for every 3 hits; nothing else matters of a roll that stands.
        ((), [], only_hits(5, steps=[3, 6, 9, 12])),
        (("Vicious",), [], only_hits(5, 6, steps=[3, 6, 9, 12, 15, 18, 21, 24])),
        # Which dice there are matters as long as some of them may be rolled again.
        (("Well-Armed",), [], each(2, 5)),
        (("Vicious", "Well-Armed"), [], each(2, 5, 6)),
        (("Unerring",), [], each(5)),
        ((), FORTIFIED, each(5)),
    ],
)
def test_of_the_dice_only_what_can_matter_is_read(
    traits: tuple[str, ...], spells: list[Any], reading: Any
) -> None:
    state = scene(traits, spells=spells)
    assert first_reading(shooting.shoot, state, "A2", "B2") == reading


def first_reading(rule: Any, state: Battle, shooter: str, target: str) -> Any:
    """What the rule wants to know of its first roll."""
    play: Play[Battle] = Play(BOOK, state, [], EventLog(), 0)
    need = Needed(5, "CC-SHO-05")
    rules = rule(play, state.groups[shooter], state.groups[target], need, "shooting", "CC-SHO-05")
    wanted = rules.send(None)
    rules.close()
    assert isinstance(wanted, Wanted)
    return wanted.what_matters()


# ---- rerolls -----------------------------------------------------------------------------------------------


@covers("CC-GEN-07", "CC-OTR-20", "CC-TER-06")
def test_a_die_rerolled_by_its_roller_may_be_rerolled_again_by_cover() -> None:
    # The example of CC-GEN-07: 2, rerolled to 5 by Unerring, rerolled to 4 by Cover: a miss.
    done = shoot(scene(("Unerring",), terrain=WALL), [2], [5, 4], "Unerring", ["1"])
    assert hits(done) == 0


@covers("CC-GEN-07")
def test_with_a_single_window_cover_touches_only_dice_not_yet_rerolled() -> None:
    state = scene(("Unerring",), terrain=WALL, switches=SINGLE)
    done = shoot(state, [2, 6], [5, 1], "Unerring", ["1"])
    assert hits(done) == 1, "the rerolled 5 stands, the 6 was rerolled by Cover"


@covers("CC-GEN-07", "CC-SPL-19")
def test_fortify_adds_nothing_where_cover_has_rerolled_every_hit() -> None:
    done = shoot(scene(spells=FORTIFIED, terrain=WALL), [6, 5], [6, 5])
    assert done.asked == []
    assert hits(done) == 2


@covers("CC-GEN-07", "CC-SPL-19")
def test_the_enemy_rerolls_hits_after_the_roller_has_used_its_own() -> None:
    done = shoot(scene(("Unerring",), spells=FORTIFIED), [2, 5], [6, 1], "Unerring", ["1"], "Fortify", ["2"])
    assert hits(done) == 1, "the first die hits after its reroll, the second is forced to miss"


@covers("CC-GEN-07")
def test_a_rerolled_die_replaces_the_old_face_even_if_worse() -> None:
    done = shoot(scene(terrain=WALL), [6], [1])
    assert hits(done) == 0


@covers("CC-GEN-07", "CC-OTR-23", "CC-OTR-20")
def test_no_die_is_rerolled_twice_by_its_roller() -> None:
    # Well-Armed rerolls the 1s; Unerring may then take only dice that were not rerolled.
    state = scene(("Unerring", "Well-Armed"))
    faces = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1]
    dice = {"to hit (A2)": faces, "reroll to hit (A2)": [3, *([6] * 2)]}
    order = Order("Shoot", "B2")
    done = carry_out(
        shooting.Shoot().carry_out,
        state,
        state.groups["A2"],
        order,
        dice=dice,
        answers=["Well-Armed", "Unerring", ["1", "2"]],
    )
    offered = [option.answer for option in done.asked[2].options()]
    assert "12" not in offered
    assert hits(done) == 2


@covers("CC-GEN-07", "CC-OTR-07", "CC-SPL-12")
def test_for_2d6_the_forced_reroll_comes_first_and_is_not_repeated_on_new_dice() -> None:
    state = state_of(
        {
            "A1": one("Heavy Missile", 20, 10),
            "B1": one("Heavy Foot", 60, 45),
            "B2": one(
                "Heavy Foot", 20, 21, traits=["Cowardly"], spells=[{"spell": "Embolden", "caster": "B"}]
            ),
        }
    )
    done = carry_out(
        testing_resilience.take_test_for_loss,
        state,
        state.groups["B2"],
        1,
        Cause("shooting", "CC-SHO-05", "A", "A1"),
        None,
        dice={"resilience B2": [6, 2], "reroll resilience B2": [1, 6, 5]},
        answers=["Embolden"],
    )
    assert told(done, "Resilience passed")[0]["faces"] == [6, 5]


@covers("CC-GEN-07", "CC-SPL-11", "CC-CAP-18")
def test_a_failed_activation_has_at_most_one_optional_reroll() -> None:
    game = battle(
        {
            "A1": one("Heavy Foot", 20, 10, spells=[{"spell": "Prompt", "caster": "A"}]),
            "B1": one("Heavy Foot", 60, 45),
        },
        companies={"A": {"captain_trait": "Compelling"}},
        scenario="ambush",
        dice={"activate A1": [1, 1, 1, 1]},
    )
    answer(game, "A1", "move", "Prompt")
    assert game.state.active == 1, "the second result stands"
    assert "CC-ACT-09" in rules_told(game, "turn ended by failure")


@covers("CC-GEN-08")
def test_an_ability_of_once_each_turn_is_used_up_until_the_next_turn() -> None:
    foot = scene().groups["A2"]
    assert conventions.may_use_this_turn(foot, "Unerring")
    use(foot, "Unerring")
    assert not conventions.may_use_this_turn(foot, "Unerring")
    assert conventions.may_use_this_turn(foot, "Well-Armed")
