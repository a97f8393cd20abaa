"""What a soldier or a mob sees, reaches and has to fear."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.outlook import outlook_of
from sandtable.kernel.testing import covers
from sandtable.table.terrain import Piece, box_outline
from tests.books.forgotten_ruin.stage import battle, enemy, soldier

WALL = Piece("wall", "low wall", box_outline(8, 18, 12, 18.5), 0.75, ("linear",))
HOUSE = Piece("house", "locked house", box_outline(4, 14, 16, 16), 5.0, ("block",))


@covers("FR-COV-03")
def test_a_mob_behind_a_wall_is_in_cover_and_the_wall_is_named():
    found = outlook_of(battle(soldier("S1"), enemy("M1.1", (10.0, 19.2)), terrain=(WALL,)), "S1")
    assert found is not None
    (look,) = found.looks
    assert (look.unit, look.how, look.words) == ("M1", "cover", "cover: behind the low wall")
    assert look.rules == ("FR-COV-03",)


def test_a_house_hides_and_is_named():
    found = outlook_of(battle(soldier("S1"), enemy("M1.1", (10.0, 20.0)), terrain=(HOUSE,)), "S1")
    assert found is not None
    (look,) = found.looks
    assert (look.how, look.words) == ("hidden", "the locked house hides M1.1")


def test_of_a_mob_the_nearest_figure_in_sight_is_looked_at():
    near, far = enemy("M1.1", (10.0, 20.0)), enemy("M1.2", (26.0, 20.0))
    found = outlook_of(battle(soldier("S1"), near, far, terrain=(HOUSE,)), "S1")
    assert found is not None
    (look,) = found.looks
    assert (look.how, look.end) == ("clear", (26.0, 20.0))


def test_reach_is_one_move_and_the_mob_threatens_as_far_as_its_own():
    found = outlook_of(battle(soldier("S1", speed=4.0), enemy("M1.1", (10.0, 30.0))), "S1")
    assert found is not None
    assert [(one.unit, one.inches) for one in found.reach] == [("S1", 4.0)]
    assert [(one.unit, one.inches) for one in found.threats] == [("M1", 5.0)]


def test_whoever_is_not_on_the_table_has_no_outlook():
    assert outlook_of(battle(soldier("S1")), "M9") is None
