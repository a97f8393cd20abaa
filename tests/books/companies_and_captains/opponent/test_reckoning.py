"""What the automatic opponent reckons with: expected losses and the worth of one R."""

from __future__ import annotations

import pytest

from sandtable.books.companies_and_captains.opponent.reckoning import exchange, expected_loss, worth_of_one_r
from sandtable.kernel.catalogue import Catalogue
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import group, state_of

CATALOGUE = Catalogue.load("sandtable.books.companies_and_captains")


@covers("CC-BOT-02", "CC-BAL-05")
@pytest.mark.parametrize(
    "row", CATALOGUE.rule("CC-BAL-05").table, ids=lambda row: f"{row['dice']} on {row['hit']}"
)
def test_the_expected_loss_is_that_of_the_balance_figures(row: dict[str, float | str]) -> None:
    need = int(str(row["hit"]).rstrip("+"))
    for t in range(1, 6):
        assert expected_loss(int(row["dice"]), need, t) == pytest.approx(float(row[f"T{t}"]), abs=0.0051)


@covers("CC-BOT-02")
def test_hits_on_an_unfeeling_group_are_rounded_up() -> None:
    # Two dice on 4: 1 hit in 2 of 4 cases and 2 hits in 1 of them; of T 3 each costs 1 R.
    assert expected_loss(2, 4, 3, rounds_up=True) == pytest.approx(0.75)
    assert expected_loss(2, 4, 3) == 0.0


@covers("CC-BOT-03")
def test_one_r_is_worth_the_cost_over_the_starting_r() -> None:
    state = state_of({"A1": ("Heavy Cavalry", 10, 10), "B1": ("Heavy Foot", 30, 30)})
    assert worth_of_one_r(state.groups["A1"]) == pytest.approx(4 / 6)
    assert worth_of_one_r(state.groups["B1"]) == pytest.approx(4 / 12)


@covers("CC-BAL-06", "CC-BOT-04")
@pytest.mark.parametrize("row", CATALOGUE.rule("CC-BAL-06").table, ids=lambda row: str(row["attacker"]))
def test_an_exchange_is_reckoned_as_in_the_balance_figures(row: dict[str, str]) -> None:
    attacker = row["attacker"].split(",")[0].split(" or ")[0]
    for target in ("Elite Foot", "Heavy Foot", "Light Foot"):
        state = state_of({"A1": (attacker, 10, 10), "B1": (target, 30, 30)})
        mine, theirs = state.groups["A1"], state.groups["B1"]
        inflicted, suffered = exchange(state, mine, theirs)
        dealt, taken = (float(one) for one in row[f"vs_{target.lower().replace(' ', '_')}"].split(" / "))
        assert inflicted / worth_of_one_r(theirs) == pytest.approx(dealt, abs=0.0051)
        assert suffered / worth_of_one_r(mine) == pytest.approx(taken, abs=0.0051)


@covers("CC-BOT-04")
def test_a_shaken_target_counts_half_again_and_one_that_may_fall_half_its_cost_more() -> None:
    groups = {
        "A1": group("Elite Foot", 10, 10),
        "B1": group("Heavy Foot", 30, 30, shaken=True),
        "B2": group("Heavy Foot", 40, 40, r=2),
    }
    state = state_of(groups)
    attacker, shaken, weak = (state.groups[one] for one in ("A1", "B1", "B2"))
    loss = expected_loss(12, 3, 3)
    assert exchange(state, attacker, shaken)[0] == pytest.approx(1.5 * loss * 4 / 12)
    # No more than the 2 R it has can be lost.
    assert exchange(state, attacker, weak)[0] == pytest.approx(2 * 4 / 12 + 4 / 2)
