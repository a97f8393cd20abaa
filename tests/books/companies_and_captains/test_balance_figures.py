"""Balance figures: what one roll and one Attack cost on average, worked out from the rules' own code."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from sandtable.books.companies_and_captains.chapters import attacking, resilience
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.testing import covers
from tests.books.companies_and_captains.scenes import group, state_of

PER_ROLL = {
    (12, 3): (8.0, 3.75, 2.33, 1.64, 1.16),
    (12, 4): (6.0, 2.75, 1.67, 1.12, 0.83),
    (12, 5): (4.0, 1.75, 1.0, 0.63, 0.37),
    (12, 6): (2.0, 0.75, 0.33, 0.13, 0.04),
    (6, 3): (4.0, 1.75, 0.99, 0.68, 0.35),
    (6, 4): (3.0, 1.25, 0.67, 0.34, 0.11),
    (6, 5): (2.0, 0.75, 0.32, 0.1, 0.02),
    (6, 6): (1.0, 0.27, 0.06, 0.01, 0.0),
}
"""Expected R lost for T 1 to 5, by dice and to-hit number (CC-BAL-05)."""

PER_ATTACK = {
    "Elite Foot": ((1.64, 1.12), (2.33, 1.12), (3.75, 1.12)),
    "Elite Cavalry": ((1.64, 1.12), (2.33, 1.12), (3.75, 1.12)),
    "Heavy Beast": ((1.64, 1.12), (2.33, 1.12), (3.75, 1.12)),
    "Heavy Cavalry": ((1.12, 1.67), (1.67, 1.67), (2.75, 1.67)),
    "Light Beast": ((1.12, 1.67), (1.67, 1.67), (2.75, 1.67)),
    "Heavy Foot": ((0.63, 1.67), (1.0, 1.67), (1.75, 1.67)),
    "Light Cavalry": ((0.63, 1.67), (1.0, 1.67), (1.75, 1.67)),
    "Light Foot": ((0.63, 2.75), (1.0, 2.75), (1.75, 2.75)),
}
"""R inflicted and suffered against Elite, Heavy and Light Foot (CC-BAL-06)."""


def expected_loss(state: Battle, target: Group, dice: int, need: int) -> float:
    """The mean R that so many dice cost the target."""
    hit = Fraction(7 - need, 6)
    chances = (comb(dice, hits) * hit**hits * (1 - hit) ** (dice - hits) for hits in range(dice + 1))
    lost = (resilience.r_lost_to(state, target, hits) for hits in range(dice + 1))
    return float(sum(chance * r for chance, r in zip(chances, lost, strict=True)))


@covers("CC-BAL-05")
@pytest.mark.parametrize(("dice", "need"), list(PER_ROLL))
def test_a_roll_costs_on_average_what_the_table_says(dice: int, need: int) -> None:
    for toughness, printed in enumerate(PER_ROLL[dice, need], 1):
        state = state_of(
            {"A1": group("Heavy Foot", 10, 10, values={"T": toughness}), "B1": ("Heavy Foot", 30, 30)}
        )
        assert expected_loss(state, state.groups["A1"], dice, need) == pytest.approx(printed, abs=0.0051)


@covers("CC-BAL-06")
@pytest.mark.parametrize("profile", list(PER_ATTACK))
def test_an_attack_costs_both_sides_on_average_what_the_table_says(profile: str) -> None:
    for defending, printed in zip(
        ("Elite Foot", "Heavy Foot", "Light Foot"), PER_ATTACK[profile], strict=True
    ):
        state = state_of({"A1": (profile, 10, 10), "B1": (defending, 30, 30)})
        attacker, defender = state.groups["A1"], state.groups["B1"]
        dealt = expected_loss(
            state,
            defender,
            resilience.dice_to_hit(state, attacker, counts_as_attacking=True),
            attacking.number_to_hit(attacker, counts_as_attacking=True).number,
        )
        suffered = expected_loss(
            state,
            attacker,
            resilience.dice_to_hit(state, defender, counts_as_attacking=False),
            attacking.number_to_hit(defender, counts_as_attacking=False).number,
        )
        assert (dealt, suffered) == pytest.approx(printed, abs=0.0051)
