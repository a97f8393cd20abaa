"""Consumables: used up as a Free Action."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.books.forgotten_ruin.chapters.activations.consumables import CONSUMABLES, consumable
from sandtable.books.forgotten_ruin.state import Item, Stock
from sandtable.kernel.refusal import Refusal
from sandtable.kernel.testing import covers
from tests.books.forgotten_ruin.doing import activating, barred, menu
from tests.books.forgotten_ruin.stage import battle, soldier, start


@pytest.fixture(autouse=True)
def larder() -> Iterator[None]:
    """Two items for tests."""

    @consumable("Test Bread", "FR-LOOT-02")
    async def eat(play, soldier, item):
        play.tell("bread eaten", figure=soldier.id)

    @consumable("Test Scroll", "FR-LOOT-02", why_not=_why_not_read)
    async def read(play, soldier, item):
        play.tell("scroll read", figure=soldier.id)

    yield
    del CONSUMABLES["Test Bread"], CONSUMABLES["Test Scroll"]


def _why_not_read(state, soldier):
    return None if soldier.profile.wits > 0 else Refusal("FR-LOOT-02", "It cannot be read.", "Be clever.")


def field(*items: Item, wits: int = 1, **facts):
    people = (soldier("S1", wits=wits), soldier("S2", (14.0, 10.0)))
    return battle(*people, stock=Stock(story_points=0, consumables=items), **facts)


BREAD, SCROLL = Item("Test Bread", "potion"), Item("Test Scroll", "scroll")


@covers("FR-ACT-15", "FR-LOOT-02")
def test_using_a_consumable_is_a_free_action_and_uses_it_up():
    played = start(field(BREAD, BREAD), activating("S1")).answer("use Test Bread")
    assert {"move", "tactical awareness"} <= set(menu(played))
    assert played.state.stock.consumables == (BREAD,)
    assert played.told("bread eaten")
    assert "FR-ACT-15" in played.cited()


@covers("FR-ACT-15", "FR-ACT-14")
def test_a_second_one_costs_the_action():
    played = start(field(BREAD, BREAD), activating("S1")).answer("use Test Bread", "use Test Bread")
    assert played.game.decision is None
    assert played.state.stock.consumables == ()


@covers("FR-ACT-15")
def test_an_item_that_cannot_be_used_is_shown_with_its_reason():
    played = start(field(SCROLL, wits=0), activating("S1"))
    assert barred(played, "use Test Scroll") == "FR-LOOT-02"


@covers("FR-ACT-15")
def test_of_an_item_with_three_uses_two_are_left():
    jug = Item("Test Bread", "potion", uses=3)
    played = start(field(jug), activating("S1")).answer("use Test Bread")
    assert played.state.stock.consumables[0].uses == 2


@covers("FR-LOOT-03")
def test_where_items_are_carried_only_the_bearer_uses_them():
    carried = Item("Test Bread", "potion", carrier="S2")
    state = field(carried, switches={"specific_carry": True})
    assert "use Test Bread" not in menu(start(state, activating("S1")))
    assert "use Test Bread" in menu(start(state, activating("S2")))


def test_a_pet_uses_nothing():
    state = field(BREAD)
    state.soldiers["S1"].position = "pet"
    assert "use Test Bread" not in menu(start(state, activating("S1")))
