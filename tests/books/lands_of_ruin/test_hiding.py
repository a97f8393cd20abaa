"""Hiding before the game, what the enemy sees of the detected, and who is told of which roll and moment."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters.detection import detection, needed_to_detect
from sandtable.books.lands_of_ruin.state import Battle
from sandtable.books.lands_of_ruin.surface.lurking import HidingPlanner
from sandtable.books.lands_of_ruin.tables.people import profile_of
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel.game import Game
from sandtable.kernel.testing import covers
from sandtable.players import make_player, play_out

TEAMS = {"A": "Watch\nLegate Varro\nLysandra\nMedicus Kaeso", "B": "Ambush\nThanatos\nStrix\nAndrophage"}
WITHOUT = {"A": "reclaimer-starter", "B": "balean-starter"}

BEFORE = ("agree on the table", "place Rotter")


def to_the_hiding(table: str, seats: dict[str, str] = TEAMS, seed: int = 3) -> Game[Battle]:
    """A game up to the moment when infiltrators hide."""
    game = sandtable.new(
        "lands-of-ruin", scenario="fight-to-the-death", seats=seats, options={"table": table}, seed=seed
    )
    chance = Random(seed)
    while game.decision is not None and game.decision_for(game.waiting_for[0]).topic in BEFORE:  # type: ignore[union-attr]
        for seat in game.waiting_for:
            part = game.decision_for(seat)
            assert part is not None
            game.answer("agreed" if part.topic == "agree on the table" else part.sample(chance), seat=seat)
    return game


@covers("LR-PRE-07", "LR-HID-01", "LR-PRE-10", "LR-HID-03", "LR-TEAM-11", "LR-SCN-03", "LR-PRE-02")
@pytest.mark.parametrize(("table", "place"), [("virtual", {"at": [20.0, 30.0]}), ("physical", "5")])
def test_infiltrators_hide_in_secret_and_nobody_else_is_shown_them(table: str, place: Any):
    game = to_the_hiding(table)
    assert game.waiting_for == ("A", "B")
    assert set(game.view("B")["cards"]) == {"A-Varro", "A-Kaeso", "B-Thanatos", "B-Strix", "B-Androphage"}
    before = game.events(seat="B")
    game.answer(place, seat="A")
    assert game.events(seat="B") == before
    game.answer("later", seat="B")
    card = game.state.cards["A-Lysandra"]
    assert (card.where, card.hidden, card.own.has("Hidden")) == ("table", True, True)
    assert card.model.section == (map_of("crossroads").section_at((20.0, 30.0)) if table == "virtual" else 5)
    assert game.state.cards["B-Strix"].where == "waiting"
    assert "A-Lysandra" not in game.view("B")["cards"]
    assert "A-Lysandra" not in str(game.events(seat="B"))
    assert "A-Lysandra" in game.view("A")["cards"]


@covers("LR-HID-03", "LR-MODE-18")
@pytest.mark.parametrize("table", ["virtual", "physical"])
def test_who_has_nobody_to_hide_is_asked_all_the_same(table: str):
    with_one = to_the_hiding(table, {**WITHOUT, "A": TEAMS["A"]})
    without = to_the_hiding(table, WITHOUT)
    assert with_one.waiting_for == without.waiting_for == ("A", "B")
    part = without.decision_for("A")
    assert part is not None
    assert [one.answer for one in part.options()] == ["ready"]


@covers("LR-HID-02", "LR-PRE-11")
@pytest.mark.parametrize(
    ("at", "rule"),
    [
        ((20.0, 41.6), "LR-HID-02"),
        ((20.0, 41.4), ""),
        ((20.0, 1.0), ""),
        ((13.9, 20.0), "LR-PRE-11"),
        ((14.1, 20.0), ""),
        ((60.0, 20.0), "LR-HID-02"),
    ],
)
def test_where_infiltrators_may_hide(at: tuple[float, float], rule: str):
    state = BOOK.read_position({"terrain": [], "cards": {}, "rotters": {"R1": {"at": [10, 20]}}})
    why = HidingPlanner(state, "A").why_not(at)
    assert (why.rule if why else "") == rule


@covers("LR-DET-04", "LR-DET-05", "LR-DET-06")
@pytest.mark.parametrize(
    ("hidden", "rating", "number"), [("A-Lysandra", 10, 50), ("B-Strix", 17, 57), ("B-Thanatos", -12, 28)]
)
def test_the_examples_of_detection(hidden: str, rating: int, number: int):
    cards = {
        one: {"at": [5 + 3 * n, 5]}
        for n, one in enumerate(("A-Kaeso", "A-Lysandra", "B-Strix", "B-Thanatos"))
    }
    state = BOOK.read_position({"cards": cards})
    looker, card = state.cards["A-Kaeso"], state.cards[hidden]
    assert profile_of(card.name).camouflage == rating
    assert detection(looker) == 10
    assert needed_to_detect(state, looker, card).number == number
    looker.own.items = {"Binoculars": 1}
    assert needed_to_detect(state, looker, card).number == number - 10


@covers("LR-DET-08", "LR-APP-11", "LR-HID-19", "LR-APP-16")
def test_of_the_detected_one_sees_place_and_name_only():
    own = {"orders": ["Fire"], "effects": [{"name": "Hidden"}, {"name": "Dead"}]}
    fields = {"at": [10, 10], "hidden": True, "detected": True, "down": True, "orders": ["Aim"], "own": own}
    state = BOOK.read_position({"cards": {"A-Lysandra": fields, "B-Thanatos": {"at": [20, 20]}}})
    card = BOOK.hide(state, "B").cards["A-Lysandra"]
    assert (card.name, card.model.at, card.hidden) == ("Lysandra", (10.0, 10.0), True)
    assert (card.down, card.orders, card.own.known, card.own.effects) == (False, (), False, ())
    shown = BOOK.showing(BOOK.hide(state, "B"), "B").units[0]
    assert [one.word for one in shown.badges] == ["hidden"]
    mine = BOOK.hide(state, "A")
    assert not mine.cards["A-Lysandra"].detected
    assert set(BOOK.hide(state, None).cards) == {"B-Thanatos"}


OPEN, OWNER, NOBODY = "both", "owner", "nobody"
HEARD = {
    "attack": OPEN, "claws": OWNER, "damage": OWNER, "Bleeding": OWNER, "Unconscious": OWNER,
    "detection": NOBODY, "sleeper or not": NOBODY, "section of a Rotter": NOBODY,
    "player of a Rotter": NOBODY, "starting player": OPEN,
}  # fmt: skip
"""LR-MODE-05, row by row as far as the rows are played."""
TOLD = {
    "character hidden": OWNER, "order given": OWNER, "order taken back": OWNER, "shortcut used": OWNER,
    "character detected": "enemy", "hits resolved": "enemy", "hit resolved": OWNER, "effect gained": OWNER,
    "effect ended": OWNER, "claws hit": OWNER, "claws missed": OWNER, "ammo spent": OWNER,
    "morale calculated": OWNER, "condition went on": OWNER, "character revealed": OPEN,
    "enemy revealed": OPEN, "orders shown": OPEN, "attack declared": OPEN,
    "slot hit": OPEN, "slot missed": OPEN,
    "Command phase ended": OPEN, "Rotter attack entered": OPEN, "turn began": OPEN, "game closed": OPEN,
}  # fmt: skip
"""LR-MODE-19 and LR-APP-17, moment by moment."""


@cache
def games() -> tuple[Game[Battle], ...]:
    """Games by chance and by the adviser, on both surfaces."""
    made = []
    for kind, table, seed in (("uniform", "virtual", 1), ("greedy", "virtual", 2), ("greedy", "virtual", 3),
                              ("greedy", "physical", 1), ("uniform", "physical", 2)):  # fmt: skip
        game = sandtable.new(
            "lands-of-ruin", scenario="fight-to-the-death", seats=TEAMS, options={"table": table}, seed=seed
        )
        play_out(game, {one: make_player(kind, one) for one in game.seats})
        made.append(game)
    return tuple(made)


def audience(game: Game[Battle], event: Any) -> str:
    """Who hears of an event, seen from the side that it is about."""
    if event.to is None:
        return OPEN
    if not event.to:
        return NOBODY
    of = str(event.facts.get("of") or event.facts.get("card") or event.facts.get("seat"))
    return OWNER if event.to == (of[:1],) else "enemy"


@covers("LR-MODE-05", "LR-DET-01", "LR-DMG-03")
def test_every_roll_is_seen_by_whom_the_rows_name():
    heard: dict[str, set[str]] = {}
    for game in games():
        for event in game.events(all_seats=True):
            if event.kind == "dice rolled":
                what = str(event.facts.get("roll", event.facts["why"]))
                heard.setdefault(what, set()).add(audience(game, event))
    assert {one: heard.get(one) for one in HEARD} == {one: {who} for one, who in HEARD.items()}


@covers("LR-MODE-19", "LR-APP-17", "LR-DET-07", "LR-HID-14")
def test_every_moment_is_told_to_whom_the_rows_name():
    told: dict[str, set[str]] = {}
    for game in games():
        for event in game.events(all_seats=True):
            told.setdefault(event.kind, set()).add(audience(game, event))
    assert {one: told.get(one) for one in TOLD if one in told} == {
        one: {who} for one, who in TOLD.items() if one in told
    }
    assert set(TOLD) - set(told) <= {"order taken back", "condition went on", "shortcut used"}
