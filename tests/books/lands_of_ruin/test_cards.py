"""Cards: what is on the front and back of each, for its owner and for the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.kernel.testing import covers
from sandtable.table.showing import Unit

CARDS: dict[str, Any] = {
    "A-Varro": {"at": [10, 10], "own": {"rounds": {"A-Varro": {"VZ 99 V Assault Rifle": 14}}}},
    "A-Dorian": {
        "at": [14, 10],
        "own": {"wounds": [{"kind": "wound", "offence": -2, "defence": -1, "location": "left arm"}]},
    },
    "A-Dorian-cohort": {"models": [[14, 12], [14, 14]], "full": 3},
    "A-Lysandra": {"at": [20, 10], "hidden": True, "detected": True},
    "B-Carnifex": {"at": [40, 40]},
    "B-Carnifex-cohort": {"models": [[41, 40]], "full": 2},
}


def _units(seat: str | None, **changed: dict[str, Any]) -> dict[str, Unit]:
    cards = {id: {**fields, **changed.get(id.replace("-", "_"), {})} for id, fields in CARDS.items()}
    state = BOOK.read_position({"terrain": [], "cards": cards})
    return {one.id: one for one in BOOK.showing(BOOK.hide(state, seat), seat).units}


def _facts(unit: Unit) -> dict[str, str]:
    return {one.label: one.value for one in (*unit.card, *unit.traits)}


@covers("LR-CARD-02", "LR-CARD-04", "LR-CARD-14")
def test_the_enemy_sees_weapons_by_class_the_tribe_and_what_a_card_is():
    units = _units("B")
    varro = units["A-Varro"]
    assert (varro.kind, varro.arms, varro.card, varro.traits) == (
        "rifleman of the Reclaimers",
        "rifle",
        (),
        (),
    )
    # Of a hidden one that was found nobody is told what it is.
    assert units["A-Lysandra"].kind == "Reclaimers"


@covers("LR-CARD-05", "LR-MOR-07", "LR-MOR-08")
def test_stars_mark_who_leads_and_move_at_once_when_somebody_is_out():
    def stars(units: dict[str, Unit]) -> dict[str, str]:
        words = ("leads", "second in command")
        return {id: one.word for id, unit in units.items() for one in unit.badges if one.word in words}

    own = stars(_units("A"))
    assert own == {"A-Varro": "leads", "A-Dorian": "second in command"}
    out = {"down": True, "own": {"effects": [{"name": "Unconscious"}]}}
    assert stars(_units("A", A_Varro=out))["A-Dorian"] == "leads"
    assert not set(stars(_units("B"))) & {"A-Varro", "A-Dorian"}


@covers("LR-CARD-08", "LR-CARD-06", "LR-CARD-07")
def test_wounds_are_told_with_the_place_that_is_hurt():
    facts = _facts(_units("A")["A-Dorian"])
    assert (facts["Wounds"], facts["Hurt at"]) == ("-2/-1", "left arm")
    assert "Hurt at" not in _facts(_units("A")["A-Varro"])


@covers("LR-CARD-15", "LR-COH-14", "LR-COH-18")
def test_a_cohort_shows_its_models_and_its_hero_how_many_are_left():
    units, enemies = _units("A", A_Dorian={"own": {"unspent": 12}}), _units("B")
    assert _facts(units["A-Dorian"])["Followers"] == "2 of 3"
    cohort = units["A-Dorian-cohort"]
    assert (cohort.strength, cohort.full_strength, _facts(cohort)["Inches"]) == (2, 3, "12")
    slaves = enemies["B-Carnifex-cohort"]
    assert (slaves.strength, slaves.full_strength) == (1, 2)
    assert not {"Inches", "Points left", "Wounds"} & set(_facts(slaves))


@covers("LR-CARD-17", "LR-CARD-02", "LR-AMMO-04")
@pytest.mark.parametrize(("left", "mark"), [(4, ", empty"), (14, ", low"), (15, "")])
def test_a_weapon_says_when_its_rounds_run_out_and_what_skills_add(left: int, mark: str):
    # The most frugal mode takes five rounds.
    own = {"own": {"rounds": {"A-Varro": {"VZ 99 V Assault Rifle": left}}}}
    rifle = next(one for one in _units("A", A_Varro=own)["A-Varro"].traits if one.label.startswith("VZ"))
    assert rifle.value == f"{left} rounds{mark}"
    assert rifle.meaning.startswith("+3 by skill; focus fire +2/+2/+0")
    assert _units("B")["A-Varro"].traits == ()


@covers("LR-CARD-16", "LR-EFF-11")
def test_on_the_enemy_side_all_who_are_down_bear_one_mark():
    marks = set()
    for kind in ("Pinned", "Unconscious", "Dead"):
        down = {"down": True, "own": {"effects": [{"name": kind}]}}
        marks.add(tuple(one.word for one in _units("B", A_Varro=down)["A-Varro"].badges))
    assert marks == {("down",)}
