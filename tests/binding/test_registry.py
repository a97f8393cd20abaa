"""What a book knows by name."""

from __future__ import annotations

from itertools import permutations

import pytest

from sandtable.binding.registry import Registry

ORDER = ("march", "shoot", "rest")


def test_entries_stand_in_the_stated_order_and_then_by_name_however_they_were_added():
    for names in permutations(("rest", "march", "shoot", "yawn", "ask")):
        orders: Registry[int] = Registry("an order", ORDER)
        for number, name in enumerate(names):
            orders[name] = number
        assert list(orders) == ["march", "shoot", "rest", "ask", "yawn"]
        assert [names[number] for number in orders.values()] == list(orders)


def test_a_second_entry_of_a_name_is_refused_and_the_first_one_stays():
    orders: Registry[int] = Registry("an order", ORDER)
    orders["march"] = 1
    with pytest.raises(ValueError, match='There is an order "march" already'):
        orders["march"] = 2
    assert orders == {"march": 1}


def test_code_is_marked_as_the_entry_of_several_names():
    deeds: Registry[object] = Registry("a deed")

    @deeds.entry("walk", "run")
    def go() -> None: ...

    assert deeds == {"walk": go, "run": go}


def test_an_entry_that_was_taken_out_may_come_again():
    orders: Registry[int] = Registry("an order")
    orders["march"] = 1
    del orders["march"]
    orders["march"] = 2
    assert orders == {"march": 2}
