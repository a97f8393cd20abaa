"""Ranges, sight, cover and ways on the virtual table."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.lands_of_ruin.book import BOOK
from sandtable.books.lands_of_ruin.chapters.movement import allowance
from sandtable.books.lands_of_ruin.state import Battle, Effect
from sandtable.books.lands_of_ruin.surface import PHYSICAL, VIRTUAL, surface
from sandtable.books.lands_of_ruin.surface.measuring import band_of, gap, standing
from sandtable.books.lands_of_ruin.surface.sight import cover_of, look
from sandtable.books.lands_of_ruin.surface.walking import walk
from sandtable.books.lands_of_ruin.surface.ways import planner_for
from sandtable.kernel import Refused
from sandtable.kernel.testing import covers

SHOOTER, TARGET = "A-Kaeso", "B-Thanatos"


def scene(*pieces: dict[str, Any], at: tuple[float, float] = (30.0, 10.0), **more: Any) -> Battle:
    """A shooter at 10, 10 and a target, with pieces of terrain."""
    cards = {SHOOTER: {"at": [10.0, 10.0]}, TARGET: {"at": [*at]}, **more.pop("cards", {})}
    return BOOK.read_position({"cards": cards, "terrain": list(pieces), **more})


def piece(kind: str, box: tuple[float, float, float, float], height: float, *traits: str) -> dict[str, Any]:
    """A box of terrain."""
    west, south, east, north = box
    outline = [[west, south], [east, south], [east, north], [west, north]]
    return {"id": kind, "kind": kind, "outline": outline, "height": height, "traits": list(traits)}


def cover(state: Battle) -> str:
    """The cover of the target from the shooter, or "hidden"."""
    here, there = standing(state, SHOOTER), standing(state, TARGET)
    assert here is not None
    assert there is not None
    seen = look(state, here, there)
    return cover_of(state, seen) if seen.is_seen else "hidden"


@covers("LR-RNGE-02", "LR-RNGE-01", "LR-MODE-09")
@pytest.mark.parametrize(("far", "band"), [(10.0, "short"), (10.1, "mid"), (20.0, "mid"), (20.1, "long")])
def test_exactly_10_is_short_and_exactly_20_is_mid(far: float, band: str):
    assert band_of(far) == band
    assert gap((0.0, 0.0), (far + 1.0, 0.0)) == pytest.approx(far)


@covers(
    "LR-LOS-01", "LR-LOS-02", "LR-COV-01", "LR-COV-02", "LR-COV-03", "LR-COV-06", "LR-LOS-04", "LR-LOS-07"
)
@pytest.mark.parametrize(
    ("pieces", "advanced", "basic"),
    [
        ((), "none", "none"),
        ((piece("wall", (20, 0, 20.5, 20), 2.0, "hides"),), "hidden", "hidden"),
        ((piece("wreck", (27, 8, 28.5, 10.2), 1.2, "hides"),), "heavy", "cover"),
        ((piece("post", (28, 10.2, 28.4, 12), 4.0, "hides"),), "light", "cover"),
        ((piece("wood", (27, 8, 28.5, 12), 1.0, "soft"),), "light", "cover"),
    ],
)
def test_cover_is_the_share_of_the_rays_that_arrive(pieces: Any, advanced: str, basic: str):
    assert cover(scene(*pieces)) == advanced
    assert cover(scene(*pieces, switches={"game_mode": "basic"})) == basic


@covers("LR-COV-05")
def test_other_models_give_cover_unless_the_switch_is_off():
    beside = {"A-Varro": {"at": [20.0, 10.0]}}
    assert cover(scene(cards=beside)) in ("light", "heavy", "hidden")
    assert cover(scene(cards=beside, switches={"models_give_cover": False})) == "none"


@covers("LR-MODE-10")
def test_whoever_lies_is_lower():
    state = scene(
        piece("wall", (28.5, 5, 28.8, 15), 0.9, "hides"), cards={TARGET: {"at": [30.0, 10.0], "down": True}}
    )
    there = standing(state, TARGET)
    assert there is not None
    assert (there.height, cover(state)) == (0.4, "hidden")


@covers("LR-MOV-01", "LR-MODE-08", "LR-PRE-09", "LR-AP-03", "LR-SUP-05")
def test_inches_are_cut_to_whole_ones_after_every_step():
    state = BOOK.read_position({"cards": {"B-Androphage": {"at": [10, 10], "own": {"unspent": 20}}}})
    card = state.cards["B-Androphage"]
    assert allowance(state, card) == 19
    card.own.unspent, card.own.suppression = 15, 25
    assert allowance(state, card) == 10  # 15 x 96.7 percent is 14, less a quarter 10
    card.own.effects = (Effect("Carrying"),)
    assert allowance(state, card) == 5  # 15 - 7 is 8, then 7, then 5
    card.own.effects = (Effect("In Cover"),)
    assert allowance(state, card) == 0


@covers("LR-MOV-08", "LR-MOV-05", "LR-MOV-07", "LR-MOV-04")
def test_a_way_over_a_barricade_may_be_half_as_long():
    state = scene(piece("barricade", (14, 0, 14.4, 48), 0.9, "obstacle"))
    card = state.cards[SHOOTER]
    planner = planner_for(state, card, card.model, (10.0, 10.0), 12)
    planned = planner.read({"models": [[15.8, 10.0]]})
    assert planner.is_slow(planned)
    with pytest.raises(Refused):
        planner.read({"models": [[16.2, 10.0]]})
    assert planner.accepts({"models": [[10.0, 21.0]]})


@covers("LR-MOV-10", "LR-MOV-11", "LR-MOV-06", "LR-MOV-12")
def test_tall_pieces_and_enemies_bar_the_way_and_low_ones_do_not():
    state = scene(
        piece("building", (12, 5, 14, 15), 4.0, "impassable", "hides"),
        piece("low_wall", (4, 0, 4.4, 48), 0.6, "hides"),
        cards={"B-Gorehound": {"at": [10.0, 14.0]}, "A-Varro": {"at": [10.0, 6.0]}},
    )
    card = state.cards[SHOOTER]
    planner = planner_for(state, card, card.model, (10.0, 10.0), 8)
    assert planner.accepts({"models": [[3.0, 10.0]]})
    assert not planner.is_slow(planner.read({"models": [[3.0, 10.0]]}))
    into = planner.read({"paths": [[[10.0, 10.0], [10.0, 17.0]]]})  # an enemy stops it in contact
    assert into.route.contact == "B-Gorehound"
    assert into.route.end[1] == pytest.approx(13.0, abs=0.05)
    assert planner.accepts({"paths": [[[10.0, 10.0], [10.0, 3.0]]]})  # past a comrade
    assert not planner.accepts({"models": [[10.0, 6.2]]})  # upon a comrade
    assert not planner.accepts({"models": [[13.0, 10.0]]})


@covers("LR-ROT-08", "LR-ROT-09", "LR-ROT-12", "LR-ROT-04", "LR-ROT-10")
@pytest.mark.parametrize(
    ("kind", "height", "traits", "ends"),
    [("low_wall", 0.6, ("hides",), (15.0, 10.0)), ("barricade", 0.9, ("obstacle", "hides"), (11.5, 10.0))],
)
def test_a_rotter_crosses_what_is_half_as_high_and_stops_at_a_wall_square_across(
    kind: str, height: float, traits: tuple[str, ...], ends: tuple[float, float]
):
    wall = piece(kind, (12, 0, 12.4, 48), height, *traits)
    state = scene(
        wall, at=(40.0, 40.0), cards={SHOOTER: {"at": [18.0, 10.0]}}, rotters={"R1": {"at": [10.0, 10.0]}}
    )
    path = walk(state, state.rotters["R1"])
    assert path[-1] == pytest.approx(ends, abs=0.13)


@covers("LR-MODE-03")
def test_the_switch_decides_who_measures():
    assert surface(scene()) is VIRTUAL
    assert surface(scene(switches={"table": "physical"})) is PHYSICAL
    assert not PHYSICAL.knows_places


@covers("LR-RNGE-06")
def test_distances_may_be_measured_in_any_phase():
    cards = {"A-Kaeso": {"at": [10, 10]}, "B-Thanatos": {"at": [10, 21]}}
    for phase in ("action", "command", "environment"):
        state = BOOK.read_position({"phase": phase, "active": "B", "cards": cards})
        assert VIRTUAL.likely_band(state, state.cards["A-Kaeso"].model, "B-Thanatos") == "short"
