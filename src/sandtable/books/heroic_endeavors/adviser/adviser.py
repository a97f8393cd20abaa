"""How the party is played: strike and shoot who can be hurt, keep together, and go for the goal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from sandtable.binding.advising import TopicAdviser
from sandtable.binding.judging import hope, weighed
from sandtable.binding.squares.planner import ReachPlanner
from sandtable.books.heroic_endeavors.adventures.adventure import adventure_of
from sandtable.books.heroic_endeavors.chapters.actions import Deed, key_of, why_not_do
from sandtable.books.heroic_endeavors.chapters.movement.walking import allowance, reach_of
from sandtable.books.heroic_endeavors.chapters.turns import END
from sandtable.books.heroic_endeavors.game_master.answers import spend_successes
from sandtable.books.heroic_endeavors.game_master.behaviours import withdraws
from sandtable.books.heroic_endeavors.game_master.casters import casts
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.targets import attacks_now
from sandtable.books.heroic_endeavors.game_master.ways import (
    INSTEAD,
    approach,
    long_reach,
    places_to_see,
    places_to_strike,
    towards,
)
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Advice, Decision, Move
from sandtable.table.squares.spaces import DIRECTIONS, Space, halves, share_a_side

BRUTE = 2
"""So strong somebody tries a door at once."""


class Style(msgspec.Struct, frozen=True):
    """How boldly it plays."""

    boldness: float = 1.0


def _awake(state: Adventure, model: Model) -> list[Model]:
    """Enemies who fight already; the others are let sleep."""
    return [one for one in state.foes_of(model) if state.acts(one)]


def _one(answer: object, why: str) -> Advice:
    return Advice(answer, 1.0, (why,), ())


def _act(state: Adventure, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The first that the rules allow."""
    model = state.models[decision.about[0]]
    for what, why in _plans(state, model):
        for one in (*INSTEAD.all(state, model, what), what):
            if why_not_do(state, model, one) is None:
                yield _one(key_of(one), why)
    yield Advice(END, 0.0, ("nothing better to do",), ("HE-ACT-18",))


def _plans(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    if model.motivation.withdraws:
        yield from withdraws(state, model)
        return
    if adventure_of(state).goal(state, model) in state.exits:
        yield Deed("leave"), "out with it"
    for weapon in model.arms.empty:
        yield Deed("reload", weapon=weapon), "ready again"
    for feature in state.features.values():
        yield Deed("use", feature.id), "that is what we came for"
    yield from _picks_up(state, model)
    if _awake(state, model):
        yield from casts(state, model)
    yield from _fights(state, model)
    yield from _goes_on(state, model)


def _picks_up(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    wanted = {one.gives for one in state.features.values()}
    for thing, at in state.lying.items():
        if thing in wanted and at == model.at:
            yield Deed("pick up", weapon=thing), "that must not stay here"


def _fights(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    awake = {one.id for one in _awake(state, model)}
    strikes = [one for one in attacks_now(state, model, "strike") if one.target.id in awake]
    shots = [one for one in attacks_now(state, model, "shoot") if one.target.id in awake]
    best = max((*strikes[:1], *shots[:1]), key=lambda one: one.score, default=None)
    if best is not None:
        if best.edge < 1 and model.turn.actions > 1 and not (model.prepared.aim or model.prepared.focus):
            yield Deed("focus" if best.deed.kind == "strike" else "aim"), "a die more first"
        yield best.deed, "the best attack from here"
    if strikes or shots or not awake:
        return
    mov = allowance(state, model, 1)
    if mov and model.turn.actions > 1:
        found = reach_of(state, model, mov)
        if model.arms.ranged and any(places_to_see(state, model, found, _awake(state, model))):
            yield Deed("walk"), "to where it sees somebody"
        if places_to_strike(state, model, found, _awake(state, model)):
            yield Deed("walk"), "up to somebody"


def _goes_on(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """Towards the goal, or to a fight; beside a closed door on the way it is opened."""
    goal = _goal_of(state, model)
    if goal is None or model.at is None:
        return
    for door in state.doors.values():
        if (
            door.state in ("closed", "locked")
            and share_a_side(model.at, door.at)
            and _is_on_way(state, model, door.at, goal)
        ):
            for kind in ("open", "pick the lock", "hack the lock"):
                yield Deed(kind, door.id), "the way leads through here"
            if not _has_locksmith(state, model):
                yield Deed("force", door.id), "there is no other way than by force"
    if not _awake(state, model):
        yield Deed("run"), "on to the goal"
    yield Deed("walk"), "on to the goal"


def _has_locksmith(state: Adventure, model: Model) -> bool:
    """Somebody else of the party may open it without breaking anything."""
    skills = {skill.partition(" (")[0] for one in state.friends_of(model) for skill in one.skills}
    return bool(skills & {"Pick Lock", "Hacking"}) and model.traits.STR < BRUTE


def _is_on_way(state: Adventure, model: Model, at: Space, goal: Space) -> bool:
    return at == goal or at in long_reach(state, model, opens=True).spaces


def _goal_of(state: Adventure, model: Model) -> Space | None:
    """An enemy who fights, else what the adventure wants; a cohort keeps near its friends."""
    awake = _awake(state, model)
    if awake and model.at is not None:
        here = model.at
        reached = long_reach(state, model, opens=True).spaces
        near = [
            one.at for one in awake if one.at is not None and any(halves(at, one.at) <= 3 for at in reached)
        ]
        if near:
            return min(near, key=lambda at: (halves(here, at), at))
    goal = adventure_of(state).goal(state, model)
    return goal if goal is not None and _is_within_reach(state, model, goal) else _unexplored(state, model)


def _is_within_reach(state: Adventure, model: Model, goal: Space) -> bool:
    return any(halves(at, goal) <= 3 for at in long_reach(state, model, opens=True).spaces)


def _unexplored(state: Adventure, model: Model) -> Space | None:
    """The nearest closed door, or space beside one that nobody has looked at yet (HE-AGM-24)."""
    found = long_reach(state, model, opens=True).spaces
    shut = {one.at for one in state.doors.values() if one.state in ("closed", "locked")}
    edges = [at for at in found if at in shut or any(_is_dark(state, one) for one in beside(at))]
    return min(edges, key=lambda at: (found[at], at), default=None)


def _is_dark(state: Adventure, at: Space) -> bool:
    return state.board.has(at) and not int(state.fog.seen, 16) >> state.board.number(at) & 1


def beside(at: Space) -> Iterator[Space]:
    """The eight spaces around one."""
    return ((at[0] + dx, at[1] + dy) for dx, dy in DIRECTIONS)


def _move(state: Adventure, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """To a place for an attack, else as far as possible towards the goal."""
    assert isinstance(decision, Move)
    planner = decision.planner
    assert isinstance(planner, ReachPlanner)
    model, found = state.models[decision.about[0]], planner.reach
    assert model.at is not None
    awake = _awake(state, model)
    if model.turn.actions > 0 and awake:
        ways = [*islice(places_to_see(state, model, found, awake), 1)] if model.arms.ranged else []
        ways += places_to_strike(state, model, found, awake)[:3]
        for way in ways:
            yield _one(planner.answer_at(way[2], way[3]), "an attack from there")
    goal = _goal_of(state, model)
    if goal is not None:
        to = approach(state, model, found, goal)
        if to is not None:
            yield _one(planner.answer_at(to, towards(to, goal, model.facing)), "on to the goal")
    yield Advice(planner.answer_at(model.at, model.facing), 0.0, ("it stays",), ("HE-MOV-03",))


def _as_the_game_master(state: Adventure, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """What the automatic Game Master would answer for one of its own."""
    yield CHAIR.advice(state, decision)


def _react(state: Adventure, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """With the free reaction whenever there is a chance; kept actions only for a good one."""
    uses = [one for one in decision.options() if one.deed in ("strike", "shoot")]
    best = max(uses, key=lambda one: (one.facts["edge"], one.label), default=None)
    if best is not None and best.facts["edge"] >= (-1 if decision.facts["free"] else 1):
        yield _one(best.answer, "a good moment")
    yield Advice("not now", 0.0, ("better moments will come",), ("HE-REA-02",))


def _fate(state: Adventure, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """When it saves a hero from falling, or fells an enemy."""
    facts = decision.facts
    lacks = facts["against"] - facts["successes"]
    roller = state.models[decision.about[0]]
    saves = facts["use"] == "defence" and lacks >= 2 and lacks - 1 == roller.dp and roller.role == "hero"
    fells = facts["use"] == "attack" and facts["dp"] >= 1 and -lacks == facts["dp"]
    if saves or fells:
        for one in decision.options():
            if one.deed in ("success", "critical"):
                yield _one(one.answer, "this die decides it")
    yield Advice("keep", 0.0, ("there will be greater need",), ("HE-FATE-07",))


def _spend(state: Adventure, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Damage, and an action with what damage does not need."""
    yield spend_successes(state, decision)


class Adviser(TopicAdviser[Adventure, Style]):
    """The automatic player of the party."""

    by_topic = {
        "choose act": _act,
        "move": _move,
        "react": _react,
        "spend fate": _fate,
        "spend successes": _spend,
        "sentry": _as_the_game_master,
        "sentry facing": _as_the_game_master,
        "rally": _as_the_game_master,
        "choose facing": _as_the_game_master,
        "turn round": _as_the_game_master,
        "choose member": _as_the_game_master,
        "defend with": _as_the_game_master,
        "defensive focus": _as_the_game_master,
        "re-roll": _as_the_game_master,
        "extra die": _as_the_game_master,
        "push to": _as_the_game_master,
        "spray target": _as_the_game_master,
        "lay the spray": _as_the_game_master,
        "burst dice": _as_the_game_master,
        "burst on": _as_the_game_master,
        "come out": _as_the_game_master,
        "sniper bonus": _as_the_game_master,
        "get off": _as_the_game_master,
        "aim at the rider": _as_the_game_master,
        "rider or mount": _as_the_game_master,
        "disarm": _as_the_game_master,
        "forced back": _as_the_game_master,
        "follow": _as_the_game_master,
    }

    def advise(self, state: Adventure, seat: str, decision: Decision) -> Iterator[Advice]:
        """In the Game Master's chair it advises what the automatic one would do."""
        if seat == state.master:
            return iter((CHAIR.advice(state, decision),))
        return iter(super().advise(state, seat, decision))

    topics_that_matter = ("choose act", "move")
    topics_that_begin_a_plan = ("choose act",)
    topics_that_carry_on_a_plan = ("move", "choose facing", "spend successes")

    def style_in(self, state: Adventure) -> Style:
        """The usual one."""
        return self.style or Style()

    def turns_begun(self, state: Adventure) -> int:
        """Every activation is a turn of somebody."""
        return state.activations

    def judge(self, state: Adventure, seat: str) -> float:
        """Points of damage on both sides, heroes more than others, and what was carried out."""
        weights = {"party": 1.0, "heroes": 2.0, "opponents": -0.8, "things": 3.0}
        party = [one for one in state.conscious() if one.side == "party"]
        features = [
            ("party", sum(one.dp for one in party)),
            ("heroes", sum(one.role == "hero" for one in party)),
            ("opponents", sum(one.dp for one in state.conscious() if one.side == "opponents")),
            ("things", sum(len(one.carried) for one in party) + 2 * len(state.out)),
        ]
        return hope(weighed(features, weights), 8.0)


ADVISER = Adviser()
