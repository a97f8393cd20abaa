"""Grenades, fire and devices: tables, both surfaces, and games in which they come up."""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters.effects import gain
from sandtable.books.lands_of_ruin.chapters.grenades.areas import change, see_again
from sandtable.books.lands_of_ruin.orders import can_ever
from sandtable.books.lands_of_ruin.state import Battle
from sandtable.books.lands_of_ruin.surface import VIRTUAL
from sandtable.books.lands_of_ruin.tables.charts import area_items, devices
from sandtable.books.lands_of_ruin.tables.people import heroes
from sandtable.books.lands_of_ruin.teams.teams import card_of
from sandtable.kernel import Moment, Play
from sandtable.kernel.event import EventLog
from sandtable.kernel.testing import covers

SAPPERS = "Sappers\nSapper Ishtar\nSignaller Nabis\nMedicus Kaeso"
HAGS = "Hags\nHecate\nMarrow\nThanatos"


@covers("LR-GREN-07", "LR-GREN-21")
@pytest.mark.parametrize(
    ("item", "radius", "power", "suppression", "noise"),
    [
        ("Frag Grenade", (0, 3), 2, 50, 150),
        ("Molotov", (1, 3, 4, 2), 1, 30, 50),
        ("Balean Slave", (3,), 2, 50, 150),
        ("Bazooka rocket", (4,), 4, 75, 400),
        ("Smoke Grenade", (3, 5, 5, 4, 2), None, 0, 20),
        ("Delayed Charge", (0, 6, 3), 4, 40, 300),
    ],
)
def test_area_items_are_those_of_the_table(item, radius, power, suppression, noise):
    row = area_items()[item]
    assert (row.radius, row.power, row.suppression, row.noise) == (radius, power, suppression, noise)
    assert devices()["Land Mine"].reach == 2
    assert devices()["Tripwire Trap"].stops


@covers("LR-ACT-29")
def test_nobody_can_be_ordered_to_flee():
    assert not any(can_ever(card_of(name, "A"), "Flee") for name in heroes())


def _begun(cards: dict[str, Any], areas: dict[str, Any], **switches: Any) -> tuple[Battle, EventLog]:
    """An Environment phase that has just begun."""
    position = {"phase": "environment", "step": "environment", "cards": cards, "areas": areas}
    state, log = BOOK.read_position({**position, "switches": {"extras": True, **switches}}), EventLog()
    _changed(state, log)
    return state, log


def _changed(state: Battle, log: EventLog) -> None:
    """Every area is a turn older."""
    _done(change(Play(BOOK, state, [], log, 0), "A", Moment("A")))


def _done(effect: Awaitable[None]) -> None:
    """An effect that asks and rolls nothing runs to its end at once."""
    with pytest.raises(StopIteration):
        next(effect.__await__())


@covers("LR-GREN-06", "LR-GREN-13")
def test_a_molotov_has_1_3_4_and_2_inches_and_is_gone():
    cards = {"A-Varro": {"at": [40, 10]}, "B-Thanatos": {"at": [40, 40]}}
    state, log = _begun(cards, {"G1": {"item": "Molotov", "at": [10, 10]}})
    marker, noise = state.areas["G1"], [sum(state.sides["A"].noise)]
    found = [(marker.radius, marker.spent)]
    for _ in range(3):
        _changed(state, log)
        found.append((marker.radius, marker.spent))
        noise.append(sum(state.sides["A"].noise))
    assert found == [(1.0, False), (3.0, False), (4.0, False), (2.0, True)]
    assert noise == [50, 50, 50, 50]


@covers("LR-GREN-16", "LR-GREN-17", "LR-GREN-12")
def test_a_flash_blinds_without_a_roll_and_gas_spares_rotters_and_masks():
    cards = {"A-Varro": {"at": [10, 10]}, "B-Thanatos": {"at": [12, 10], "own": {"items": {"Gas Mask": 1}}}}
    state, _ = _begun(cards, {"G1": {"item": "Flash Grenade", "at": [10, 13]}})
    for card in state.cards.values():
        assert (card.own.suppression, card.own.has("Blinded")) == (60, True)
    assert state.entries == ()
    state, _ = _begun(cards, {"G1": {"item": "Gas Grenade", "at": [10, 11]}})
    assert [one.card for one in state.entries] == ["A-Varro"]
    play: Play[Battle] = Play(BOOK, state, [], EventLog(), 0)
    gain(play, state.cards["A-Varro"], "Blinded")
    _done(see_again(play, "A", Moment("A")))
    assert state.cards["A-Varro"].own.has("Blinded")
    _done(see_again(play, "A", Moment("A")))
    assert not state.cards["A-Varro"].own.has("Blinded")


@covers("LR-GREN-20", "LR-GREN-08")
def test_a_noisemaker_is_heard_in_each_of_its_phases():
    cards = {"A-Varro": {"at": [40, 10]}, "B-Thanatos": {"at": [40, 40]}}
    state, log = _begun(cards, {"G1": {"item": "Noisemaker", "at": [10, 10]}})
    _changed(state, log)
    assert state.sides["A"].noise[0] == 500
    assert state.noise == 0


@covers("LR-ENV-04", "LR-GREN-09", "LR-GREN-02", "LR-GREN-12")
def test_on_a_real_table_the_players_say_who_is_in_an_area():
    position = {
        "phase": "environment",
        "step": "environment",
        "switches": {"table": "physical", "explosives_roll": False},
        "cards": {"A-Varro": {"at": [10, 10]}, "B-Thanatos": {"at": [12, 10]}},
        "rotters": {"R1": {"section": 1}, "R2": {"section": 1}},
        "areas": {"G1": {"item": "Frag Grenade", "section": 1, "age": 1}},
    }
    game = sandtable.new("lands-of-ruin", position=position)
    for seat, topic, answer in (
        ("A", "exposure", {"A-Varro A-Varro": 1}),
        ("B", "exposure", {}),
        ("A", "Rotters in an area", {"Shambler": 1}),
        ("B", "attackers", {}),
        ("A", "attackers", {}),
    ):
        asked = game.decision_for(seat)
        assert asked is not None
        assert asked.topic == topic
        game.answer(answer, seat=seat)
    hits = {id: len(card.own.hits) for id, card in game.state.cards.items()}
    assert hits == {"A-Varro": 1, "B-Thanatos": 0}
    assert list(game.state.rotters) == ["R2"]


@covers("LR-GREN-14", "LR-GREN-22")
def test_the_map_shows_areas_to_all_and_strikes_and_devices_to_their_players():
    cards = {"A-Varro": {"at": [10, 10]}, "B-Thanatos": {"at": [40, 40]}}
    areas = {
        "G1": {"item": "Molotov", "at": [20, 20], "age": 1, "radius": 1},
        "G2": {"item": "Artillery Strike", "section": 3, "caller": "A", "age": 1},
    }
    mines = {"M": {"kind": "Land Mine", "seat": "A", "at": [30, 30], "armed": True}}
    state = BOOK.read_position({"cards": cards, "areas": areas, "devices": mines})
    words = {seat: [one.word for one in BOOK.showing(BOOK.hide(state, seat), seat).markers] for seat in "AB"}
    assert "Molotov, radius 1, 3 phases left" in words["B"]
    assert set(words["A"]) - set(words["B"]) == {"Artillery Strike, 3 phases left", "Land Mine"}


@covers("LR-GREN-15")
def test_smoke_blocks_a_line_but_not_between_models_in_contact():
    cards = {"A-Varro": {"at": [10, 10]}, "B-Thanatos": {"at": [20, 10]}, "B-Phobos": {"at": [11, 10]}}
    smoke = {"G1": {"item": "Smoke Grenade", "at": [14, 12], "age": 1, "radius": 3}}
    state = BOOK.read_position({"cards": cards, "areas": smoke, "switches": {"extras": True}})
    model = state.cards["A-Varro"].model
    assert VIRTUAL.targets(state, model) == ["B-Phobos"]
    state.areas.clear()
    state.cards["B-Phobos"].model.at = (11.0, 20.0)
    assert "B-Thanatos" in VIRTUAL.targets(state, model)


@pytest.mark.parametrize("table", ["virtual", "physical"])
@covers("LR-GREN-01", "LR-GREN-09", "LR-GREN-12", "LR-ENV-04", "LR-ACT-15", "LR-ACT-28")
def test_games_with_everything_that_burns_and_bursts_are_played_to_the_end(table: str):
    told: set[str] = set()
    wanted = {"grenade thrown", "area changed", "item used"}
    for seed in range(6, 12):
        seats = {"A": SAPPERS, "B": HAGS}
        game = sandtable.new("lands-of-ruin", seed=seed, seats=seats, options={"table": table})
        chance = Random(seed)
        while game.decision is not None:
            seat = game.waiting_for[0]
            asked = game.decision_for(seat)
            assert asked is not None
            answer = asked.sample(chance)
            while answer == "off the table":  # somebody must be left to throw
                answer = asked.sample(chance)
            game.answer(answer, seat=seat)
        told |= {one.kind for one in game.events(all_seats=True)}
        assert game.result is not None
        if wanted <= told:
            break
    assert wanted <= told
