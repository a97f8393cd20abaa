"""Planners: answers about places are read, refused, proposed and drawn."""

from __future__ import annotations

import random

import pytest

from sandtable.binding.planners import AimPlanner, ZonePlanner
from sandtable.binding.plotting import PROPOSAL
from sandtable.kernel.decision import Option
from sandtable.kernel.refusal import Refusal, Refused
from sandtable.table.terrain import Ground


class Sprinkler(ZonePlanner):
    """Any place in a field that is at least so far east."""

    what_is_placed = "the sprinkler"

    def __init__(self, least=2.0, places=((3.0, 1.0), (4.0, 1.0))):
        super().__init__("XX-GAR-01")
        self.least = least
        self.places = places
        self.looked = 0

    @property
    def box(self):
        return (0.0, 0.0, 4.0, 2.0)

    def why_not(self, at):
        self.looked += 1
        return None if at[0] >= self.least else Refusal(self.rule, "Too far west.", "Go east.")

    def free_places(self):
        return [at for at in self.places if self.is_free(at)]


def test_a_legal_answer_is_read_and_then_remembered():
    planner = Sprinkler()
    assert planner.read({"at": [3, 1]}) == planner.read({"at": [3, 1]}) == (3.0, 1.0)
    assert planner.looked == 1


def test_what_was_remembered_is_forgotten_when_the_table_has_changed():
    planner = Sprinkler()
    planner.read({"at": [3, 1]})
    planner.least = 3.5
    planner.look_again()
    with pytest.raises(Refused, match="Too far west"):
        planner.read({"at": [3, 1]})


def test_a_plan_that_is_known_to_be_legal_is_not_worked_out():
    planner = Sprinkler()
    planner.remember("the usual place", (3.0, 1.0))
    assert planner.read("the usual place") == (3.0, 1.0)
    assert planner.looked == 0


def test_the_proposal_is_the_first_of_the_options():
    assert Sprinkler().read(PROPOSAL) == (3.0, 1.0)


def test_a_proposal_where_there_is_no_room_is_refused():
    with pytest.raises(Refused) as refused:
        Sprinkler(least=9.0).read(PROPOSAL)
    assert refused.value.refusals == (
        Refusal("XX-GAR-01", "There is no room for the sprinkler.", "Make room first."),
    )


@pytest.mark.parametrize("answer", [None, "there", [1, 2], {"at": [1]}, {"at": [3, 1], "turn": 90}, {}])
def test_an_answer_that_names_no_place_is_refused_with_its_form(answer):
    with pytest.raises(Refused, match=r"is no place\. \(XX-GAR-01\) Answer"):
        Sprinkler().read(answer)


def test_only_legal_answers_are_accepted():
    planner = Sprinkler()
    assert planner.accepts({"at": [3, 1]})
    assert not planner.accepts({"at": [1, 1]})
    options = [Option({"at": [x, 1.0]}, f"{x}") for x in (1.0, 3.0, 1.5, 4.0)]
    assert [one.label for one in planner.accepted(options)] == ["3.0", "4.0"]


def test_places_are_proposed_with_where_they_are():
    first = Sprinkler().proposals()[0]
    assert (first.answer, first.rules, first.places) == ({"at": [3.0, 1.0]}, ("XX-GAR-01",), ((3.0, 1.0),))


def test_places_are_drawn_all_over_what_is_legal():
    planner = Sprinkler()
    chance = random.Random(7)
    drawn = [planner.read(planner.sample(chance)) for _ in range(50)]
    assert len(set(drawn)) == 50
    assert all(2.0 <= x <= 4.0 and 0.0 <= y <= 2.0 for x, y in drawn)


def test_in_a_narrow_zone_a_place_that_was_found_is_drawn():
    planner = Sprinkler(least=4.0)
    assert planner.sample(random.Random(1)) == {"at": [4.0, 1.0]}


def test_nothing_can_be_drawn_where_nothing_is_legal():
    with pytest.raises(AssertionError, match="no legal place for the sprinkler"):
        Sprinkler(least=9.0).sample(random.Random(1))


def aim(spots=((1.0, 1.0), (2.0, 1.0), (3.0, 1.0))):
    """The farther east, the better; the west is barred."""
    looked = []

    def why_not(at):
        looked.append(at)
        return Refusal("XX-GAR-03", "That is the house.") if at[0] < 2.0 else None

    planner = AimPlanner(
        "XX-GAR-02",
        Ground(4.0, 2.0, ()),
        lambda: spots,
        why_not,
        lambda at: {"worth": at[0], "need": 5, "figures": ["A1"]},
        lambda facts: f"worth {facts['worth']:g}",
    )
    return planner, looked


def test_the_best_points_are_proposed_first_with_what_is_known_of_them():
    planner, _ = aim()
    assert [one.label for one in planner.proposals()] == ["worth 3", "worth 2"]
    first = planner.proposals()[0]
    assert (first.need, first.about, first.facts) == (5, ("A1",), {"worth": 3.0, "figures": ["A1"]})


def test_no_spot_is_looked_at_twice_until_the_table_changes():
    planner, looked = aim()
    planner.proposals()
    assert planner.legal_spots() == [(2.0, 1.0), (3.0, 1.0)]
    assert len(looked) == 3
    planner.look_again()
    planner.legal_spots()
    assert len(looked) == 6


def test_a_point_is_drawn_among_the_legal_ones():
    planner, _ = aim()
    drawn = {planner.sample(random.Random(seed))["at"][0] for seed in range(20)}
    assert drawn == {2.0, 3.0}


def test_no_point_can_be_drawn_where_none_is_legal():
    planner, _ = aim(spots=((1.0, 1.0),))
    with pytest.raises(AssertionError, match="no legal point"):
        planner.sample(random.Random(1))


@pytest.mark.parametrize(
    ("at", "rule"), [([9, 1], "XX-GAR-02"), ([1, 1], "XX-GAR-03"), (["a", 1], "XX-GAR-02")]
)
def test_a_point_off_the_table_or_barred_is_refused_by_its_rule(at, rule):
    planner, _ = aim()
    with pytest.raises(Refused) as refused:
        planner.read({"at": at})
    assert refused.value.rule == rule


def test_any_other_legal_point_may_be_aimed_at():
    planner, _ = aim()
    assert planner.read({"at": [2.5, 0]}) == planner.read({"at": [2.5, 0], "why": "wet"}) == (2.5, 0.0)
