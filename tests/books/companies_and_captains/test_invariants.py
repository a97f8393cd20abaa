"""What must hold in every state: told where it does not, and silent where the rules lead there."""

from __future__ import annotations

from sandtable.books.companies_and_captains.invariants import what_is_wrong
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import foot, state_of


def _in_melee(models: int) -> str:
    """A1 fights B1, which it touches, and B2, which stands far away."""
    state = state_of(
        {
            "A1": foot(20, 20, models=models, melee=["B1", "B2"]),
            "B1": foot(20, 21, models=1, melee=["A1"]),
            "B2": foot(60, 40, models=1, melee=["A1"]),
        }
    )
    for one in state.groups.values():
        one.has_fought = True
    return what_is_wrong(state)


@covers("CC-GEO-17")
def test_a_group_that_could_touch_everybody_it_fights_must():
    assert "A1 is in melee with B2 and out of its reach" in _in_melee(2)


@covers("CC-GEO-17")
def test_the_last_model_of_a_group_need_not_touch_two_enemies_at_once():
    assert "out of its reach" not in _in_melee(1)


@covers("CC-END-03")
def test_a_battle_that_was_over_before_its_first_turn_has_nobody_who_begins():
    state = state_of({"A1": foot(20, 20), "B1": foot(20, 40)})
    state.turn, state.first, state.active = 0, -1, -1
    assert "first" in what_is_wrong(state)
    state.closed = "nobody is left"
    assert "neither side" not in what_is_wrong(state)
