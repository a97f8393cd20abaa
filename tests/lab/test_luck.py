"""What was rolled against what fair dice would show."""

from __future__ import annotations

import pytest

from sandtable.kernel.event import Event
from sandtable.lab.luck import luck_of


def rolled(seat: str | None, *faces: int) -> Event:
    return Event("dice rolled", (), {"why": "", "faces": faces, "seat": seat})


def test_each_seat_has_its_own_dice_and_nobodys_dice_come_last():
    events = [rolled("A", 6, 6), rolled("B", 1), rolled(None, 3), Event("group moved", (), {"faces": (6,)})]
    found = luck_of(events, ("A", "B", "C"))
    assert [(one.seat, one.dice, one.total) for one in found] == [
        ("A", 2, 12), ("B", 1, 1), ("C", 0, 0), ("", 1, 3),
    ]  # fmt: skip
    assert found[0].expected == 7
    assert found[0].faces == {"6": 2}


def test_luck_is_the_chance_that_fair_dice_show_less():
    middling = luck_of([rolled("A", 3, 4)], ("A",))[0]
    assert middling.luckier_than == pytest.approx(0.5)
    assert middling.words == "about as expected: luckier than 50 of 100 such games"
    lucky = luck_of([rolled("A", *[6] * 20)], ("A",))[0]
    assert lucky.luckier_than > 0.999
    assert lucky.words.startswith("lucky")
    unlucky = luck_of([rolled("A", *[1] * 20)], ("A",))[0]
    assert unlucky.words == "unlucky: 100 of 100 such games would have been luckier"


def test_dice_of_other_sides_count_by_their_own_middle():
    event = Event("dice rolled", (), {"why": "", "faces": (10,), "seat": "A", "sides": 20})
    assert luck_of([event], ("A",))[0].expected == 10.5


def test_without_dice_there_is_no_luck():
    assert luck_of([], ("A",))[0].words == "no dice yet"
