"""Placing terrain by agreement: a piece that fits is never said to have no room."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.books.companies_and_captains.book import BOOK
from sandtable.books.companies_and_captains.chapters.setup.terrain_setup import where_to_lay
from sandtable.books.companies_and_captains.printed_tables import RolledKind, terrain_tables
from sandtable.kernel.cases.position import game_at
from sandtable.kernel.contract import Draw
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refused
from sandtable.kernel.testing import covers


def table(*areas: tuple[float, float, float, float], size: float = 48) -> Game[Any]:
    """A square table with ruins on it, on which A places the next piece."""
    return game_at(
        {
            "book": BOOK.id,
            "scenario": "pitched-battle",
            "table": [size, size],
            "terrain": [{"kind": "ruins", "area": list(area)} for area in areas],
            "groups": {
                "A1": {"profile": "Heavy Foot", "fielded": 1, "where": "undeployed", "captain": True},
                "B1": {"profile": "Heavy Foot", "fielded": 1, "where": "undeployed", "captain": True},
            },
            "step": "place a piece",
            "to_do": ["A", "B"],
            "switches": {"terrain_mode": "placed"},
        }
    )


def kind_of(name: str) -> RolledKind:
    return next(one for one in terrain_tables().rolled if one.kind == name)


def lane(width: float) -> tuple[tuple[float, float, float, float], ...]:
    """Two long ruins that leave a lane of this width, 3 inches from either of them."""
    return (2, 2, 21.9, 46), (24.9 + width + 3, 2, 46, 46)


@covers("CC-TGN-03", "CC-TGN-06")
def test_a_house_is_laid_into_the_only_lane_that_holds_it():
    game = table(*lane(4.02))
    game.answer("house")
    assert game.decision is not None
    (option, *_) = game.decision.options()
    assert option.answer["at"][0] == pytest.approx(26.91, abs=0.02)
    drawn = game.decision.sample(Draw(1))
    assert drawn["at"][0] == pytest.approx(26.91, abs=0.02)
    game.answer("proposal")
    assert game.state.ground.pieces[-1].kind == "house"


@covers("CC-TGN-03", "CC-TGN-06")
def test_a_house_that_is_too_wide_for_the_lane_is_barred():
    game = table(*lane(3.98))
    with pytest.raises(Refused) as caught:
        game.answer("house")
    assert caught.value.rule == "CC-TGN-03"
    game.answer("done")


@covers("CC-TGN-03")
def test_two_walls_are_fitted_in_as_one():
    game = table((2, 2, 46, 20.4), (2, 31.46, 46, 46))
    planner = where_to_lay(game.state, kind_of("two walls"))
    answer = planner.first()
    assert answer is not None
    assert len(planner.read(answer)) == 2


@covers("CC-TGN-03")
def test_where_a_fine_search_finds_room_for_a_piece_the_program_does():
    found = []
    for seed in range(30):
        draw = Draw(seed)
        areas = []
        for x, y in ((2, 2), (10, 2), (2, 10)):
            west, south = x + 3 * draw.random(), y + 3 * draw.random()
            areas.append((west, south, west + 2 + 3 * draw.random(), south + 2 + 3 * draw.random()))
        planner = where_to_lay(table(*areas, size=18).state, kind_of("house"))
        fine = any(
            planner.fits({"at": [4 + column / 4, 4 + row / 4]}) for column in range(41) for row in range(41)
        )
        answer = planner.first()
        assert answer is not None or not fine, f"table {seed}"
        found.append(answer is not None)
    assert 3 < sum(found) < 27, "some tables have room and some have none"
