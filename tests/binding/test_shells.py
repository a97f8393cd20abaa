"""Offers, outlooks, outcomes and invariants, as every book puts them together."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from sandtable.binding.invariants import Invariants, below_nothing, each
from sandtable.binding.offers import OffersFile, ScenarioLine
from sandtable.binding.outcomes import Telling, fates_between, words_of_fate
from sandtable.binding.outlook import Obstacle, look_at, outlook_on
from sandtable.kernel.offers import ScenarioOffer, Suggestion
from sandtable.kernel.refusal import Refusal
from sandtable.table.outlook import Look, Sweep


def test_scenarios_are_offered_in_their_order_with_their_titles_and_collections():
    lines = (ScenarioLine("ford", "A river", "X-1", "The Ford"), ScenarioLine("hill", "A hill", "X-2"))
    file = OffersFile(lines, Suggestion("ford", {}))
    assert file.scenario_offers(("one", "other"), {"hill": "The Hill"}, {"hill": "ours"}) == (
        ScenarioOffer("ford", "The Ford", "A river.", "X-1", ("one", "other")),
        ScenarioOffer("hill", "The Hill", "A hill.", "X-2", ("one", "other"), "ours"),
    )
    with pytest.raises(KeyError):
        file.scenario_offers(("one", "other"))


LINE = ((0.0, 0.0), (3.0, 4.0))


def test_a_look_is_hidden_before_it_is_in_cover_before_it_is_clear():
    wall, wood = Obstacle("hidden by the wall", ("X-1",), (1.0, 1.0)), Obstacle("wood", ("X-2",))
    hidden = look_at("B1", LINE, 5.004, hidden=wall, cover=wood, rules=("X-3",))
    assert hidden == Look("B1", *LINE, 5.0, "hidden", "hidden by the wall", (1.0, 1.0), (), ("X-1",))
    covered = look_at("B1", LINE, 5.0, cover=wood, can=["shoot"], rules=("X-3",))
    assert covered == Look("B1", *LINE, 5.0, "cover", "cover: wood", None, ("shoot",), ("X-2",))
    assert look_at("B1", LINE, 5.0, rules=("X-3",)) == Look(
        "B1", *LINE, 5.0, "clear", "clear", None, (), ("X-3",)
    )


def test_only_the_nearest_enemies_are_drawn_as_threats():
    def sweep(unit: str) -> tuple[Sweep, ...]:
        return (Sweep(unit, "move", 6.0, ()),)

    found = outlook_on("A1", ["B1", "B2", "B3"], lambda one: look_at(one, LINE, 5.0), sweep("A1"), sweep)
    assert [one.unit for one in found.looks] == ["B1", "B2", "B3"]
    assert [one.unit for one in found.reach] == ["A1"]
    assert [one.unit for one in found.threats] == ["B1", "B2"]


class Hero(msgspec.Struct):
    id: str
    life: int = 3
    where: str = ""


class Fate(msgspec.Struct, frozen=True):
    hero: str
    lost: int = 0
    gone: str = ""
    hurt: bool = False


TELLING: Telling = {
    "lost": lambda lost, fate: f"loses {lost}",
    "gone": lambda gone, fate: f"is {gone}",
    "hurt": lambda hurt, fate: "" if fate.lost > 1 else "is hurt",
}


def became(was: Hero | None, now: Hero) -> Fate:
    lost = 0 if was is None else was.life - now.life
    return Fate(now.id, lost, now.where, lost > 0)


def test_fates_are_told_of_those_with_whom_anything_has_happened():
    before = {"A": Hero("A"), "B": Hero("B"), "C": Hero("C"), "D": Hero("D")}
    after = [Hero("A", 2), Hero("B"), Hero("C", 1), Hero("D", 1, "dead"), Hero("E")]
    fates = fates_between(before, after, became)
    assert [(one.hero, words_of_fate(one, TELLING)) for one in fates] == [
        ("A", "loses 1, is hurt"),
        ("C", "loses 2"),
        ("D", "loses 2, is dead"),
    ]


def lives(state: list[Hero], hero: Hero) -> Iterator[str]:
    if hero.life > 3:
        yield f"X-1 {hero.id} has {hero.life} lives among {len(state)}"


def test_what_can_never_be_is_found_with_its_rule_the_faults_of_a_position_first():
    def faults(state: list[Hero]) -> list[Refusal]:
        return [Refusal("", "position: nobody.")] if not state else []

    laws = Invariants[list[Hero]](
        faults,
        each(lambda state: state, lives),
        lambda state: below_nothing("X-2", ((f"lives of {one.id}", one.life) for one in state)),
    )
    assert laws.what_is_wrong([Hero("A")]) == ""
    assert laws.what_is_wrong([]) == "position: nobody."
    assert list(laws.troubles([Hero("A", -1), Hero("B", 9)])) == [
        "X-1 B has 9 lives among 2",
        "X-2 -1 lives of A",
    ]
