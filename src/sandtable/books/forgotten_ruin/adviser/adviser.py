"""How the automatic player leads the squad: one answer with a reason for every question of the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

import msgspec
import numpy

from sandtable.binding.advising import Advise, TopicAdviser, all_listed, as_listed, most_promising
from sandtable.binding.judging import Feature, hope, weighed
from sandtable.books.forgotten_ruin.adviser import beginnings, moments
from sandtable.books.forgotten_ruin.adviser.activating import advise_activation, advise_move, advise_who_acts
from sandtable.books.forgotten_ruin.adviser.aims import aims_of
from sandtable.books.forgotten_ruin.adviser.moments import advise_dice
from sandtable.books.forgotten_ruin.adviser.places import Foes
from sandtable.books.forgotten_ruin.adviser.shots import ranked_shots
from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style, knowledge, style_now, weight
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.principles.conventions import ENEMY_CHOICES
from sandtable.books.forgotten_ruin.missions.requirements import open_objectives
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.kernel import Advice, ChooseOne, ChooseSeveral, Decision, Move, Place, YesNo
from sandtable.kernel.arithmetic import total
from sandtable.kernel.window import WINDOW

FAIR_SQUAD = 5
"""A squad with so many soldiers left is neither strong nor weak."""
MOST_KILLED = 20
"""More kills than these count no more."""


def judge(state: Battle, seat: str) -> float:
    """From -1 to 1: how the mission stands for the seat's side."""
    sign = -1.0 if seat == state.enemy_seat else 1.0
    if state.won:
        return sign * (0.9 + 0.1 * _safe(state))
    if state.closed or not state.soldiers_on_table():
        return -sign
    return sign * 0.89 * hope(weighed(features(state), knowledge().judge))


def _safe(state: Battle) -> float:
    """The share of the squad that is not a casualty."""
    whole = [one for one in state.soldiers.values() if not one.copy_of]
    fine = sum(one.where != "casualty" for one in whole)
    return fine / max(1, len(whole))


def features(state: Battle) -> Iterator[Feature]:
    """What there is to hope and to fear."""
    here = [one for one in state.soldiers_on_table() if not one.copy_of]
    yield "soldiers above five", len(here) - FAIR_SQUAD
    yield "enemies", sum(one.side != "squad" for one in state.enemies_on_table())
    yield "killed", min(state.killed, MOST_KILLED)
    for objective in state.objectives.values():
        yield "complete Objectives", objective.state == "complete"
        yield "lost Objectives", objective.state == "lost"
        yield "scouted", len(objective.scouted) * (objective.state == "open")
    yield "something carried", any(one.carrying for one in here if not _is_cargo(one.carrying))
    if here:
        places = numpy.array([one.at for one in here])
        yield "danger", total(Foes(state).danger(places[:, 0], places[:, 1]).tolist())
    yield "inches to go", _inches_to_go(state, here)
    yield "nothing left to do", not open_objectives(state)


def _inches_to_go(state: Battle, soldiers: list[Soldier]) -> float:
    """How far those are from their errands who are the nearest to each."""
    aims = aims_of(state)
    nearest: dict[str, float] = {}
    for one in soldiers:
        aim = aims[one.id]
        if aim.is_run or aim.kind == "hunt":
            far = abs(one.at[0] - aim.at[0]) + abs(one.at[1] - aim.at[1])
            nearest[aim.why] = min(nearest.get(aim.why, weight("farthest errand")), far)
    return total(nearest.values())


def _is_cargo(things: tuple[str, ...]) -> bool:
    return all(one.startswith("cargo") for one in things)


TURN_OF_PHASE = {"": 0, "reaction roll": 0, "quick": 0, "enemy": 1, "slow": 3, "aggression": 3, "end": 3}
"""The phases of a round as turns that a player can look ahead by: the slow and the next quick phase are one,
so that three turns lead from either past what the enemy does once."""
TURNS_A_ROUND = 3
FRESH = ("moves", "actions")
"""What a soldier has who has done nothing yet."""
PROMISES = ("worth", "kills", "win")
"""The facts of an option that tell what it promises."""


def _advise_fire(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The weapon and the targets that promise the most."""
    soldier = state.soldiers[decision.about[0]]
    options = decision.options()
    for one in ranked_shots(state, soldier, options, style):
        yield Advice(one.key, one.kills, (f"{one.label}: {one.kills:.2f} kills to be expected",))
    for option in options:
        if "weapon" not in option.facts:
            yield Advice(option.answer, -1.0, ("nothing better is left",))


def _advise_for_enemy(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """What the book's own procedure would do."""
    why = decision.facts.get("why") or "the book's own procedure"
    yield Advice(decision.facts["best"], 1.0, (str(why),))


def _advise_any_move(state: Battle, seat: str, decision: Decision, style: Style) -> Iterable[Advice]:
    """Where to go on foot; else what is proposed."""
    assert isinstance(decision, Move)
    walks = isinstance(decision.planner, MovePlanner)
    return (advise_move if walks else _as_proposed)(state, seat, decision, style)


def _advise_yes_or_no(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Whatever costs nothing, and Story Points that no Interact may need."""
    spare = state.stock.story_points - moments.points_to_keep(state)
    yes = decision.topic != "roll twice" and spare >= 0
    yield Advice(yes, 0.0, ("nothing is lost by it" if yes else "the Story Point is kept",))


_as_proposed: Advise[Battle, Style] = most_promising(PROMISES, "as proposed")


class Adviser(TopicAdviser[Battle, Style]):
    """The automatic player's opinion on every question of this book."""

    by_topic = {
        **dict.fromkeys(ENEMY_CHOICES, _advise_for_enemy),
        "deal reaction dice": advise_dice,
        "choose soldier": advise_who_acts,
        "activate": advise_activation,
        "snap fire": moments.advise_snap_fire,
        "fire": _advise_fire,
        "set die": moments.advise_changed_die,
        "change die": moments.advise_changed_die,
        "invoke tactic": moments.advise_tactic,
        WINDOW: moments.advise_window,
        **beginnings.BY_TOPIC,
    }
    by_kind = {
        Move: _advise_any_move,
        YesNo: _advise_yes_or_no,
        ChooseSeveral: all_listed("all hands are needed", fewer="as many as may"),
        Place: as_listed("as proposed"),
        ChooseOne: most_promising(PROMISES, "it promises the most"),
        Decision: _as_proposed,
    }
    topics_that_begin_a_plan = ("choose soldier", "activate")
    topics_that_carry_on_a_plan = ("move", "dash")

    def style_in(self, state: Battle) -> Style:
        """Its style, patient while there are many enemies."""
        return style_now(state, self.style or USUAL)

    def judge(self, state: Battle, seat: str) -> float:
        """How the mission stands for the seat's side."""
        return judge(state, seat)

    def matters(self, decision: Decision) -> bool:
        """What a soldier does with an enemy near deserves looking ahead, and where to."""
        if decision.topic == "activate":
            facts = decision.facts
            is_fresh = all(facts.get(one, 0) > 0 for one in FRESH)
            return is_fresh and facts.get("inches", inf) <= weight("inches of two moves")
        return self.carries_on_plan(decision)

    def turns_begun(self, state: Battle) -> int:
        """How many phases have begun that bring something about."""
        return TURNS_A_ROUND * state.round + TURN_OF_PHASE.get(state.phase, 0)

    def seasoned_style(self, state: Battle, seat: str) -> Style:
        """To take care first of all."""
        return knowledge().styles["seasoned"]

    def hasty(self) -> Adviser:
        """The same player, who takes any shot at once and looks at few places."""
        return Adviser(msgspec.structs.replace(self.style or USUAL, is_hasty=True))

    def other_styles(self) -> dict[str, Style]:
        """To go for the Objective at any price, or to take care first of all."""
        return {"bold": USUAL, "careful": knowledge().styles["careful"]}
