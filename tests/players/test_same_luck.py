"""Whatever is tried in an imagined world meets the same luck."""

from __future__ import annotations

from sandtable.kernel.dice import Wanted
from sandtable.players.same_luck import SameLuck


def faces(luck: SameLuck, why: str, turn: int = 1, count: int = 12) -> tuple[int, ...]:
    """What is rolled next for this purpose in this turn."""
    luck.turn = turn
    kind = "activate" if why.startswith("activate") else "to hit"
    return luck.roll(Wanted(count, why, kind=kind)).faces


def test_the_first_roll_of_a_kind_is_the_same_whoever_makes_it() -> None:
    assert faces(SameLuck("w"), "activate A1") == faces(SameLuck("w"), "activate A2")
    assert faces(SameLuck("w"), "activate A1") != faces(SameLuck("v"), "activate A1")


def test_what_was_rolled_of_another_kind_or_in_another_turn_changes_nothing() -> None:
    plain, busy = SameLuck("w"), SameLuck("w")
    faces(busy, "to hit (A1)")
    faces(busy, "activate A1", turn=2)
    assert faces(plain, "activate A1") == faces(busy, "activate A1")


def test_the_second_roll_of_a_kind_and_that_of_another_turn_are_others() -> None:
    luck = SameLuck("w")
    first = faces(luck, "activate A1")
    assert len({first, faces(luck, "activate A1"), faces(luck, "activate A1", turn=2)}) == 3


def test_dice_have_the_sides_that_were_asked_for() -> None:
    luck = SameLuck("w")
    rolled = luck.roll(Wanted(200, "edge A1", sides=4))
    assert set(rolled.faces) == {1, 2, 3, 4}
    assert (rolled.sides, rolled.why) == (4, "edge A1")
